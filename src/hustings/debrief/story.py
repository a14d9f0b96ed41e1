"""Choose the screens of a class's debrief: their order, the table to show large, and the numbers in the headlines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from hustings.atlas.apportionment import DISTRICT
from hustings.debrief.debrief import Count, Debrief
from hustings.engine.campaign import Campaign, Effort
from hustings.engine.messages import facts_as_json

TELLING = 3  # rules that get a screen of their own
Kind = Literal[
    "result",
    "winners",
    "round",
    "people",
    "rule",
    "weeks",
    "states",
    "together",
    "networks",
    "money",
    "parties",
    "all",
]
#: groups of rules that are so alike that one screen is enough
ALIKE = {"hamilton": "rounding", "webster": "rounding"}
KINDS = ("popularity", "mud")  # the kinds of spending


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen for the projector.

    Attributes:
        kind: The subject of the screen.
        table: The index of the table to show large; None if all tables are equally large.
        rule: The index of the rule in the `summary`; None for a screen without a rule.
        count: The number of the game's count, from 1, for "round".
        facts: The numbers and states in its headline.
        marked: The indexes of the tables that its headline counts.
    """

    kind: Kind
    table: int | None = None
    rule: int | None = None
    count: int | None = None
    facts: Mapping[str, int | str] = field(default_factory=dict)
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Traffic:
    """How much the campaigns of all tables did in a state.

    Attributes:
        state: The postal code.
        chosen: How often a side chose it.
        amount: The sum of the amounts of all efforts there.
        together: The number of steps, at all tables, in which several sides chose it at once.
        won: The number of tables at which the winner held it.
        parties: The number of tables at which each party held it; empty in games without parties.
    """

    state: str
    chosen: int
    amount: int
    together: int
    won: int
    parties: Mapping[str, int]


def traffic(debriefs: Sequence[Debrief]) -> list[Traffic]:
    """Return the traffic of every state in play, the largest amount first."""
    chosen, amount, together = Counter[str](), Counter[str](), Counter[str]()
    for each in debriefs:
        for effort in each.campaign.efforts:
            chosen[effort.state] += 1
            amount[effort.state] += effort.amount
        for here in _steps(each.campaign).values():
            together.update(_shared(here))
    won, parties = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for each in debriefs:
        for state, side in each.held.items():
            won[state] += each.played.winners == (side,)
            if side is not None and each.campaign.parties:
                parties[state][each.campaign.parties[side]] += 1
    states = dict.fromkeys(state for each in debriefs for state in each.held)
    found = [
        Traffic(state, chosen[state], amount[state], together[state], won[state], dict(parties[state]))
        for state in states
    ]
    return sorted(found, key=lambda one: (-one.amount, one.state))


def screens(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]]) -> list[Screen]:
    """Return the screens of a class's debrief, in order.

    Args:
        debriefs: The debriefs of the tables, at least one.
        lines: Their `summary`.
    """
    return [
        _result(debriefs),
        *_winners(debriefs),
        *_rounds(debriefs),
        *_rules(debriefs, lines),
        *_campaigns(debriefs),
        Screen("all"),
    ]


def _result(debriefs: Sequence[Debrief]) -> Screen:
    """Return the screen with all results, which marks the tables whose winner holds fewer states than another side."""
    fewer = tuple(place for place, each in enumerate(debriefs) if _won_with_fewer_states(each))
    more = sum(map(_won_with_most_states, debriefs))
    return Screen("result", facts={"tables": len(debriefs), "fewer": len(fewer), "more": more}, marked=fewer)


def _winners(debriefs: Sequence[Debrief]) -> Iterator[Screen]:
    """Yield the screen with the states that winners hold, if there are several tables to compare."""
    if len(debriefs) > 1:
        states, won = _top({one.state: one.won for one in traffic(debriefs)})
        yield Screen("winners", facts={"state": states, "won": won, "tables": len(debriefs)})


# --- the counts of one game


def _rounds(debriefs: Sequence[Debrief]) -> Iterator[Screen]:
    """Yield a screen for each count of the table that was counted most often."""
    lengths = [len(each.campaign.rounds) for each in debriefs]
    table = lengths.index(max(lengths))
    for number in range(1, lengths[table] + 1):
        decided = sum(0 < length <= number for length in lengths)
        facts = {"count": number, "needed": debriefs[table].campaign.needed, "decided": decided, "tables": len(lengths)}
        yield Screen("round", table, count=number, facts=facts)


# --- other rules


def _rules(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]]) -> Iterator[Screen]:
    """Yield screens for `TELLING` rules: those by which other sides win at the largest number of tables.

    Among equals, the rules that move the largest share of the votes between the sides come first.
    """
    found: dict[str, tuple[tuple[float, float], int]] = {}
    for place, line in enumerate(lines):
        key = str(line["key"]).removeprefix("debrief.")
        if key == "elimination":
            continue
        others = sum(_makes_another_win(each, line) for each in debriefs)
        rank = (-others, -float(sum(_shift(each, line) for each in debriefs)))
        group = ALIKE.get(key, key)
        if group not in found or rank < found[group][0]:
            found[group] = rank, place
    chosen = sorted(found.values())[:TELLING]
    people = found.get("population")
    if people is not None and not any(each.campaign.efforts for each in debriefs):  # a game without a campaign to show
        yield _rule_screen("people", debriefs, lines, people[1])
        chosen = [one for one in sorted(found.values()) if one != people][:TELLING]
    for _, place in chosen:
        yield _rule_screen("rule", debriefs, lines, place)


def _rule_screen(kind: Kind, debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]], place: int) -> Screen:
    line = lines[place]
    shown = max(range(len(debriefs)), key=lambda table: _weight(debriefs[table], line))
    outcomes = [None if count is None else count.outcome for count in (_count_by(each, line) for each in debriefs)]
    marked = tuple(table for table, outcome in enumerate(outcomes) if outcome == "other")
    level, nobody = outcomes.count("level"), outcomes.count("nobody")
    facts = {"others": len(marked), "level": level, "nobody": nobody, "tables": line["tables"]}
    return Screen(kind, shown, place, facts=facts, marked=marked)


def _weight(each: Debrief, line: Mapping[str, Any]) -> tuple[bool, bool, float]:
    count = _count_by(each, line)
    return _makes_another_win(each, line), count is not None and count.changed, float(_shift(each, line))


def _makes_another_win(each: Debrief, line: Mapping[str, Any]) -> bool:
    count = _count_by(each, line)
    return count is not None and count.outcome == "other"


def _count_by(each: Debrief, line: Mapping[str, Any]) -> Count | None:
    rule = (line["key"], line["facts"])
    return next((one for one in each.others if (f"debrief.{one.key}", facts_as_json(one.facts)) == rule), None)


def _shift(each: Debrief, line: Mapping[str, Any]) -> Fraction:
    """Return the share (0 to 1) of all votes that moves between the sides if a table is counted by a rule."""
    count = _count_by(each, line)
    before, after = sum(each.played.totals), sum(count.totals) if count else 0
    if count is None or not before or not after:
        return Fraction(0)
    pairs = zip(each.played.totals, count.totals, strict=True)
    return sum((abs(one / before - other / after) for one, other in pairs), Fraction(0)) / 2


# --- campaigns


def _campaigns(debriefs: Sequence[Debrief]) -> Iterator[Screen]:
    campaigns = [each.campaign for each in debriefs]
    if not any(campaign.efforts for campaign in campaigns):
        return
    if any(campaign.sealed for campaign in campaigns):
        yield from _sealed(debriefs)
    elif any(campaign.links for campaign in campaigns):
        larger = sum(map(_largest_start_won, debriefs))
        yield Screen("networks", _closest(debriefs), facts={"larger": larger, "tables": len(debriefs)})
        yield Screen("parties", facts=_wins(debriefs))
    else:
        spending = [sum(effort.amount for effort in campaign.efforts) for campaign in campaigns]
        mud = sum(effort.amount for campaign in campaigns for effort in campaign.efforts if effort.kind == "mud")
        won = {f"{kind}_won": sum(_biggest_spender_won(each, kind) for each in debriefs) for kind in KINDS}
        facts = {"dollars": sum(spending), "mud": mud, **won, "tables": len(debriefs)}
        yield Screen("money", spending.index(max(spending)), facts=facts)
        yield Screen("parties", facts=_wins(debriefs))


def _sealed(debriefs: Sequence[Debrief]) -> Iterator[Screen]:
    steps = [_steps(each.campaign) for each in debriefs]
    met = [sum(bool(_shared(here)) for here in table.values()) for table in steps]
    weeks = {"weeks": sum(map(len, steps)), "met": sum(met), "tables": len(debriefs)}
    yield Screen("weeks", met.index(max(met)), facts=weeks)
    found = traffic(debriefs)
    chosen = {one.state: one.chosen for one in found}
    most, fewest = max(chosen.values()), min(chosen.values())
    yield Screen(
        "states",
        facts={"most": _at(chosen, most), "chosen": most, "fewest": fewest, "least": _at(chosen, fewest)},
    )
    states, together = _top({one.state: one.together for one in found})
    yield Screen("together", facts={"state": states, "together": together, **weeks})


def _top(counts: Mapping[str, int]) -> tuple[str, int]:
    """Return the states with the highest count, several if they are level, and that count."""
    most = max(counts.values())
    return _at(counts, most), most


def _at(counts: Mapping[str, int], wanted: int) -> str:
    return " ".join(state for state, count in counts.items() if count == wanted)


def _steps(campaign: Campaign) -> dict[int, list[Effort]]:
    found: dict[int, list[Effort]] = defaultdict(list)
    for effort in campaign.efforts:
        found[effort.step].append(effort)
    return found


def _shared(efforts: Sequence[Effort]) -> list[str]:
    """Return the states that several sides chose in these efforts of one step."""
    sides: dict[str, set[int]] = defaultdict(set)
    for effort in efforts:
        sides[effort.state].add(effort.side)
    return [state for state, here in sides.items() if len(here) > 1]


# --- tables


def _leads_in_states(each: Debrief) -> int | None:
    """Return the winner's lead in number of states over the best other side; None unless one side has won.

    The District of Columbia does not count as a state.
    """
    if len(each.played.winners) != 1:
        return None
    held = Counter(side for state, side in each.held.items() if side is not None and state != DISTRICT)
    winner = each.played.winners[0]
    return held[winner] - max(held[side] for side in range(len(each.played.totals)) if side != winner)


def _won_with_fewer_states(each: Debrief) -> bool:
    lead = _leads_in_states(each)
    return lead is not None and lead < 0


def _won_with_most_states(each: Debrief) -> bool:
    lead = _leads_in_states(each)
    return lead is not None and lead > 0


def _biggest_spender_won(each: Debrief, kind: str) -> bool:
    spent = Counter[int]()
    for effort in each.campaign.efforts:
        if effort.kind == kind:
            spent[effort.side] += effort.amount
    return _winner_has_most(each, spent)


def _largest_start_won(each: Debrief) -> bool:
    first = [effort for effort in each.campaign.efforts if effort.kind == "nominated"]
    return _winner_has_most(each, {effort.side: each.played.weights[effort.state] for effort in first})


def _winner_has_most(each: Debrief, amounts: Mapping[int, int]) -> bool:
    most = max(amounts.values(), default=0)
    return each.played.winners == tuple(side for side, amount in amounts.items() if amount == most > 0) != ()


def _closest(debriefs: Sequence[Debrief]) -> int:
    def gap(table: int) -> Fraction:
        first, second, *_ = sorted(debriefs[table].played.totals, reverse=True)
        return first - second

    return min(range(len(debriefs)), key=gap)


def _wins(debriefs: Sequence[Debrief]) -> dict[str, int | str]:
    """Return the number of tables, and the number of tables that each party won alone."""
    won = Counter[str]()
    for each in debriefs:
        parties, winners = each.campaign.parties, each.played.winners
        won.update(dict.fromkeys((party for party in parties if party), 0))
        if len(winners) == 1 and parties and parties[winners[0]]:
            won[parties[winners[0]]] += 1
    return {"tables": len(debriefs), **won}
