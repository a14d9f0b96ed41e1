"""Choose the screens of a class's debrief: their order, the table to show large, and the numbers in the headlines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from hustings.atlas.apportionment import DISTRICT
from hustings.debrief.debrief import Count, Debrief, Outcome
from hustings.debrief.law import facts_of, more_than_half
from hustings.engine.messages import facts_as_json

MOST = 8  # screens: a minute each in a lesson of 45 minutes
RULES = 2  # rules that may have a screen of their own
Kind = Literal[
    "result",
    "game",
    "law",
    "national",
    "people",
    "rule",
    "campaigns",
    "networks",
    "money",
    "expected",
    "remember",
]
#: groups of rules that are so alike that one screen is enough
ALIKE = {"hamilton": "rounding", "webster": "rounding"}
#: the rules that may have a screen in a game whose states rank the sides
RANKED = ("instant_runoff", "borda", "condorcet")
#: the rules whose counts the screen on the law has shown
OF_THE_LAW = ("contingent", "one_each")
KINDS = ("popularity", "mud")  # the kinds of spending


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen for the projector.

    Attributes:
        kind: The subject of the screen.
        table: The index of the table to show large; None if all tables are equally large.
        rule: The index of the rule in the `summary`; None for a screen without a rule.
        facts: The numbers and states in its headline.
        marked: The indexes of the tables that its headline counts.
    """

    kind: Kind
    table: int | None = None
    rule: int | None = None
    facts: Mapping[str, int | str] = field(default_factory=dict)
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Traffic:
    """How much the campaigns of all tables did in a state.

    Attributes:
        state: The postal code.
        chosen: How often a side chose it.
        amount: The sum of the amounts of all efforts there.
    """

    state: str
    chosen: int
    amount: int


def traffic(debriefs: Sequence[Debrief]) -> list[Traffic]:
    """Return the traffic of every state in play, the largest amount first."""
    chosen, amount = Counter[str](), Counter[str]()
    for each in debriefs:
        for effort in each.campaign.efforts:
            chosen[effort.state] += 1
            amount[effort.state] += effort.amount
    states = dict.fromkeys(state for each in debriefs for state in each.held)
    found = [Traffic(state, chosen[state], amount[state]) for state in states]
    return sorted(found, key=lambda one: (-one.amount, one.state))


def screens(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]], predicted: bool = False) -> list[Screen]:
    """Return the screens of a class's debrief in order, at most `MOST`.

    Args:
        debriefs: The debriefs of the tables, at least one.
        lines: Their `summary`.
        predicted: Whether the class answered questions before or during the game.
    """
    before = [_result(debriefs), _game(debriefs), *_law(debriefs, lines), *_votes(debriefs, lines)]
    after = [*_campaigns(debriefs), *([Screen("expected")] if predicted else []), Screen("remember")]
    return [*before, *_rules(debriefs, lines, min(RULES, MOST - len(before) - len(after))), *after]


def _result(debriefs: Sequence[Debrief]) -> Screen:
    """Return the screen with all results.

    It marks the tables with a majority at the first count, or in other games those whose winner holds fewer states.
    """
    fewer = tuple(place for place, each in enumerate(debriefs) if _won_with_fewer_states(each))
    at_once = tuple(place for place, each in enumerate(debriefs) if each.campaign.rounds and decided_at_once(each))
    counted = sum(bool(each.campaign.rounds) for each in debriefs)
    facts = {
        "tables": len(debriefs),
        "fewer": len(fewer),
        "more": sum(map(_won_with_most_states, debriefs)),
        "counted": counted,
        "at_once": len(at_once),
    }
    return Screen("result", facts=facts, marked=at_once if counted else fewer)


# --- how the game counts, and the law


def decided_at_once(each: Debrief) -> bool:
    """Return whether a side had a majority of the votes in play, at the first count of a game with several."""
    return max(each.played.totals) >= each.majority


def _game(debriefs: Sequence[Debrief]) -> Screen:
    """Return the screen on the game's own way of deciding, by the table of the law.

    It marks the tables that were counted more than once.
    """
    table = _undecided(debriefs)
    shown = debriefs[table]
    facts = {
        "counts": len(shown.campaign.rounds),
        "tables": len(debriefs),
        "needed": shown.needed,
        "fewest": int(shown.fewest),
        "electors": sum(shown.played.weights.values()),
        "majority": shown.majority,
        "short": sum(map(_won_without_majority, debriefs)),
    }
    again = tuple(place for place, each in enumerate(debriefs) if len(each.campaign.rounds) > 1)
    return Screen("game", table, facts=facts, marked=again)


def _won_without_majority(each: Debrief) -> bool:
    """Return whether a side won after a single count in which nobody had a majority."""
    return len(each.campaign.rounds) < 2 and len(each.played.winners) == 1 and not decided_at_once(each)


def _law(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]]) -> Iterator[Screen]:
    """Yield the screen on the House of Representatives, by the table of the eliminations.

    It marks the tables without a majority at which the House would choose somebody else than the game did.
    """
    place = _place(lines, "contingent")
    if place is None:
        return
    marked = tuple(
        table
        for table, each in enumerate(debriefs)
        if not decided_at_once(each) and _outcome(each, lines[place]) == "other"
    )
    table = _undecided(debriefs)
    voting = sum(state != DISTRICT for state in debriefs[table].held)
    facts = {
        "states": voting,
        "needed": more_than_half(voting),
        "tables": len(debriefs),
        "others": len(marked),
        "undecided": sum(not decided_at_once(each) for each in debriefs),
        "ranked": int(debriefs[table].ranked),
        **facts_of(str(debriefs[table].played.facts["elections"])[:4]),
    }
    yield Screen("law", table, place, facts, marked)


def _undecided(debriefs: Sequence[Debrief]) -> int:
    """Return the table that shows the House best.

    Best is a table that was counted again, then one without a majority, then one for which the House chooses somebody
    else, or anybody.
    """

    def rank(table: int) -> tuple[bool, bool, bool, bool]:
        each = debriefs[table]
        house = next((count for count in each.others if count.key == "contingent"), None)
        other, anybody = (house.outcome == "other", bool(house.winners)) if house else (False, False)
        return len(each.campaign.rounds) > 1, not decided_at_once(each), other, anybody

    return max(range(len(debriefs)), key=rank)


# --- other rules


def _votes(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]]) -> Iterator[Screen]:
    """Yield the screen on the votes of the people, or in a game without ballots the one on populations."""
    national, people = _place(lines, "national_vote"), _place(lines, "population")
    if national is not None:
        yield _rule_screen("national", debriefs, lines, national)
    elif people is not None:
        yield _rule_screen("people", debriefs, lines, people)


def _rules(debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]], most: int) -> Iterator[Screen]:
    """Yield screens for the rules by which other sides win at the largest number of tables; none that change nothing.

    Among equals, the rules that move the largest share of the votes between the sides come first.
    """
    ranked = any(each.ranked for each in debriefs)
    shown = OF_THE_LAW if _place(lines, "contingent") is not None else ()
    found: dict[str, tuple[tuple[float, float], int]] = {}
    for place, line in enumerate(lines):
        key = _key(line)
        if key in ("elimination", "population", *shown) or (ranked and key not in RANKED):
            continue
        others = sum(_outcome(each, line) == "other" for each in debriefs)
        rank = (-others, -float(sum(_shift(each, line) for each in debriefs)))
        group = ALIKE.get(key, key)
        if others and (group not in found or rank < found[group][0]):
            found[group] = rank, place
    for _, place in sorted(found.values())[:most]:
        yield _rule_screen("rule", debriefs, lines, place)


def _key(line: Mapping[str, Any]) -> str:
    return str(line["key"]).removeprefix("debrief.")


def _place(lines: Sequence[Mapping[str, Any]], key: str) -> int | None:
    """Return the index of a rule in the summary, or None."""
    return next((place for place, line in enumerate(lines) if _key(line) == key), None)


def _rule_screen(kind: Kind, debriefs: Sequence[Debrief], lines: Sequence[Mapping[str, Any]], place: int) -> Screen:
    line = lines[place]
    shown = max(range(len(debriefs)), key=lambda table: _weight(debriefs[table], line))
    outcomes = [_outcome(each, line) for each in debriefs]
    marked = tuple(table for table, outcome in enumerate(outcomes) if outcome == "other")
    level, nobody = outcomes.count("level"), outcomes.count("nobody")
    facts = {"others": len(marked), "level": level, "nobody": nobody, "tables": len(debriefs)}
    return Screen(kind, shown, place, facts, marked)


def _weight(each: Debrief, line: Mapping[str, Any]) -> tuple[bool, bool, float]:
    count = _count_by(each, line)
    changed = count is not None and count.changed
    return _outcome(each, line) == "other", changed, float(_shift(each, line))


def _outcome(each: Debrief, line: Mapping[str, Any]) -> Outcome | None:
    count = _count_by(each, line)
    return None if count is None else count.outcome


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
        yield _sealed(debriefs)
    elif any(campaign.links for campaign in campaigns):
        larger = sum(map(_largest_start_won, debriefs))
        yield Screen("networks", _closest(debriefs), facts={"larger": larger, "tables": len(debriefs)})
    else:
        spending = [sum(effort.amount for effort in campaign.efforts) for campaign in campaigns]
        mud = sum(effort.amount for campaign in campaigns for effort in campaign.efforts if effort.kind == "mud")
        won = {f"{kind}_won": sum(_biggest_spender_won(each, kind) for each in debriefs) for kind in KINDS}
        facts = {"dollars": sum(spending), "mud": mud, **won, "tables": len(debriefs)}
        yield Screen("money", spending.index(max(spending)), facts=facts)


def _sealed(debriefs: Sequence[Debrief]) -> Screen:
    """Return the screen on sealed campaigns: the states chosen most, earliest and latest.

    States chosen less than once a table are neither the earliest nor the latest.
    """
    weeks: dict[str, list[int]] = defaultdict(list)
    for each in debriefs:
        for effort in each.campaign.efforts:
            weeks[effort.state].append(effort.step)
    often = {state: steps for state, steps in weeks.items() if len(steps) >= len(debriefs)} or weeks
    mean = {state: Fraction(sum(steps), len(steps)) for state, steps in often.items()}
    most = max(len(steps) for steps in weeks.values())
    facts: dict[str, int | str] = {
        "most": " ".join(sorted(state for state, steps in weeks.items() if len(steps) == most)),
        "early": min(mean, key=lambda state: (mean[state], state)),
        "late": max(mean, key=lambda state: (mean[state], state)),
        "efforts": sum(map(len, weeks.values())),
    }
    return Screen("campaigns", facts=facts)


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
