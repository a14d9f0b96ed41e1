"""Count a finished table by every rule that applies, and summarize the counts of a class's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from hustings.atlas import apportionment, states
from hustings.debrief import ballots
from hustings.debrief.law import more_than_half
from hustings.debrief.weights import weightings
from hustings.engine.campaign import Campaign
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import campaign_seen, holdings, holdings_open
from hustings.engine.messages import Fact, Message, Renderer, add_words, facts_as_json, words_of
from hustings.engine.moves import seat_label
from hustings.engine.table import Table

add_words("debrief", __name__.rpartition(".")[0])

Tally = tuple[Fraction, ...]
Outcome = Literal["same", "other", "level", "nobody"]
Rule = Callable[[Mapping[str, Sequence[int]]], tuple[Tally, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Count:
    """One way of counting the votes of a finished game.

    Attributes:
        key: The rule, such as "apportionment" or "borda"; its texts are in this package's `words.en.json`.
        facts: The facts in its texts, such as the census.
        totals: Each side's total by this rule: electors, people, states or points.
        winners: The sides that come first: several if they are level, none if the rule elects nobody.
        changed: Whether other sides come first than have won the game. For the game's own eliminations: than have led
            its first count.
        flips: The smallest set of states with which the next side would come first, had it held (or led in) them too;
            empty if no such set was found or several sides are level.
        weights: What each state counts for its holder; empty for rules that divide a state or rank the sides in it.
        parts: For rules that divide or rank, each side's part in each state: of its electors or of its vote.
    """

    key: str
    facts: Mapping[str, Fact]
    totals: Tally
    winners: tuple[int, ...]
    changed: bool
    flips: tuple[str, ...]
    weights: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, Tally] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """The winner compared with the game's: the same, one other side, several level sides, or nobody.

        If all sides are level in a sum, this is "level". Only rules that divide or rank can elect "nobody".
        """
        if not self.changed:
            return "same"
        if len(self.winners) == 1:
            return "other"
        return "nobody" if not self.winners and self.parts else "level"

    def texts(self) -> dict[str, str]:
        """Return the rule's "name", a "text" about what it does and a "question" to discuss, in English."""
        entry = words_of(__name__.rpartition(".")[0])[f"debrief.{self.key}"]
        renderer = Renderer({})
        return {part: renderer.fill(entry[part], self.facts) for part in ("name", "text", "question")}

    def as_dict(self) -> dict[str, Any]:
        """Return the count as JSON: totals as decimal numbers, winners as indexes of the sides."""
        return {
            "key": f"debrief.{self.key}",
            "facts": facts_as_json(self.facts),
            **self.texts(),
            "totals": [round(float(total), 2) for total in self.totals],
            "winners": list(self.winners),
            "changed": self.changed,
            "outcome": self.outcome,
            "flips": list(self.flips),
            "weights": dict(self.weights),
            "parts": {state: [round(float(part), 2) for part in parts] for state, parts in self.parts.items()},
        }


@dataclass(frozen=True, slots=True)
class Debrief:
    """A finished game and its other counts.

    Attributes:
        sides: The seats of each side, counted from 0.
        played: The count by the game's own rules: the first one, if the game eliminated players and counted again.
        others: The other counts, in the order to show them; the game's count after eliminations is first.
        held: By state in play, the side that holds it, or None.
        campaign: The course of the game, as far as everybody could see it.
        house: The sides among whom the House of Representatives would choose after the first count; empty in games
            in which the fewest votes win.
        majority: The votes that are more than half of those of all states in play.
        needed: The votes that win the game, or one of its counts; 0 if no number of votes does.
        fewest: Whether the fewest votes win the game.
        ranked: Whether the states rank the sides, because several sides have points in one state.
        caution: A sentence about what no count can say: people would have campaigned in other places.
    """

    sides: tuple[tuple[int, ...], ...]
    played: Count
    others: tuple[Count, ...]
    held: Mapping[str, int | None] = field(default_factory=dict)
    campaign: Campaign = field(default_factory=Campaign)
    house: tuple[int, ...] = ()
    majority: int = 0
    needed: int = 0
    fewest: bool = False
    ranked: bool = False
    caution: Message = field(default=Message("debrief.caution"))

    def as_dict(self) -> dict[str, Any]:
        """Return the debrief as JSON, with seats as P-labels."""
        return {
            "sides": [[seat_label(seat) for seat in seats] for seats in self.sides],
            "played": self.played.as_dict(),
            "others": [count.as_dict() for count in self.others],
            "caution": {**self.caution.as_dict(), "text": self.caution.english()},
        }


def debrief(table: Table) -> Debrief | None:
    """Count a finished table by every rule that applies; None during a game or if the game has no map.

    Each state counts for the side that holds it at the end. If the fewest votes win the game (as in Combat's Book
    Deal), they win by every rule.

    Args:
        table: A table that is over.

    Examples:
        >>> import hustings
        >>> import random
        >>> table = hustings.game("combat").start(seats=2, seed=7)
        >>> while not table.over:
        ...     seat = min(table.owes)
        ...     move = table.play(random.choice(table.legal(seat)))
        >>> from hustings.debrief import debrief
        >>> found = debrief(table)
        >>> sum(found.played.totals)
        Fraction(538, 1)
        >>> [count.key for count in found.others][-3:]
        ['hamilton', 'webster', 'contingent']
    """
    held, result = holdings(table), table.result
    if held is None or result is None:
        return None
    return _counted(table, held, result.scores, result.winners)


def debrief_stopped(table: Table, scores: Sequence[int | Fraction], winners: Sequence[int]) -> Debrief | None:
    """Count a table that was stopped early, with all hidden cards open; None if the game has no map.

    By its own rules such a table has no result, so the caller passes the scores and winners.

    Args:
        table: The table when it was stopped.
        scores: The final scores, by seat.
        winners: The seats that came first; empty if nobody did.
    """
    held = holdings_open(table)
    return None if held is None else _counted(table, held, scores, winners)


def _counted(table: Table, held: Holdings, scores: Sequence[int | Fraction], first: Sequence[int]) -> Debrief:
    totals = tuple(Fraction(scores[seats[0]]) for seats in held.sides)
    winners = tuple(side for side, seats in enumerate(held.sides) if seats[0] in first)
    reader = _Reader(held, winners, fewest=table.too_many is not None)
    others = list(reader.counts())
    if held.last_count is None:
        played = reader.played("played", totals)
    else:
        leaders = reader.first(reader.add(held.votes))
        last_totals = tuple(Fraction(votes) for votes in held.last_count)
        others.insert(0, Count("elimination", {}, last_totals, winners, winners != leaders, ()))
        played = replace(reader, won=leaders).played("first_count", reader.add(held.votes))
    return Debrief(
        held.sides,
        played,
        tuple(others),
        held.holder,
        campaign_seen(table),
        reader.house(),
        majority=more_than_half(sum(held.votes.values())),
        needed=table.majority or 0,
        fewest=reader.fewest,
        ranked=bool(held.points),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Counts a table by every rule and compares the winners with those of the game (`won`, the winning sides)."""

    held: Holdings
    won: tuple[int, ...]
    fewest: bool  # whether the fewest votes win

    def played(self, key: str, totals: Tally) -> Count:
        """Return the game's own count; a stopped game's totals may differ from the votes of the states held."""
        flips = self.turning(self.held.votes, totals, self.won) if totals == self.add(self.held.votes) else ()
        facts = {"elections": states.span_of(self.held.election)}
        return Count(key, facts, totals, self.won, False, flips, self.held.votes)

    def counts(self) -> Iterator[Count]:
        for weights in weightings(self.held):
            totals = self.add(weights.of)
            winners = self.first(totals)
            flips = self.turning(weights.of, totals, winners)
            yield Count(weights.key, weights.facts, totals, winners, winners != self.won, flips, weights.of)
        for key, rule in self._ballot_rules().items():
            totals, winners = rule(self._points)
            flips = self._led(rule, totals, winners) if self.held.points else ()
            facts = {"census": self._census} if key == "national_vote" and self._census else {}
            yield Count(key, facts, totals, winners, winners != self.won, flips, parts=self._parts(key, totals))

    @property
    def _points(self) -> ballots.Points:
        """Each side's points in each state; in games without points, one point for the state's holder."""
        sides = range(len(self.held.sides))
        return self.held.points or {
            state: tuple(int(side == holder) for side in sides) for state, holder in self.held.holder.items()
        }

    @property
    def _census(self) -> int | None:
        return apportionment.census_of(self.held.election)

    @property
    def _people(self) -> Mapping[str, int]:
        return apportionment.populations(self._census) if self._census else {}

    def _parts(self, key: str, totals: Tally) -> dict[str, Tally]:
        """Return each side's part in each state, for a rule that divides the state or ranks the sides in it."""
        sides, points = len(self.held.sides), self._points
        among = list(range(sides))
        if key == "instant_runoff":
            among = [side for side in among if totals[side]]  # the sides of the last round
        elif key == "contingent":
            among = list(self.house())

        def part(state: str) -> Sequence[Fraction]:
            one = {state: points[state]}
            if key in ("proportional", "national_vote"):
                return ballots.proportional(one, self._people if key == "national_vote" else self.held.votes, sides)
            if key == "borda":
                return ballots.borda(one, sides)
            first = ballots.first_choices(one, among, sides)
            silent = key == "contingent" and (state == apportionment.DISTRICT or max(first) < 1)
            return [Fraction(0)] * sides if silent else first

        return {state: tuple(part(state)) for state in points}

    def house(self) -> tuple[int, ...]:
        """Return the sides among whom the House would choose; none in games that the fewest votes win."""
        electors = [int(total) for total in self.add(self.held.votes)]
        return () if self.fewest else tuple(ballots.contenders(electors, len(self.held.sides)))

    def add(self, weights: Mapping[str, int]) -> Tally:
        totals = [Fraction(0)] * len(self.held.sides)
        for state, side in self.held.holder.items():
            if side is not None:
                totals[side] += weights[state]
        return tuple(totals)

    def first(self, totals: Tally) -> tuple[int, ...]:
        wanted = min(totals) if self.fewest else max(totals)
        level = tuple(side for side, total in enumerate(totals) if total == wanted)
        return () if len(level) == len(totals) else level

    def turning(self, weights: Mapping[str, int], totals: Tally, winners: tuple[int, ...]) -> tuple[str, ...]:
        """Return the fewest states that would make the next side win a sum of weights, if they changed sides.

        These are the leader's largest states. (If the fewest votes win, the next side gives its states to the leader.)
        """
        if len(winners) != 1:
            return ()
        rest = [side for side in range(len(totals)) if side != winners[0]]
        other = max(rest, key=lambda side: totals[side])
        giver, taker = (other, winners[0]) if self.fewest else (winners[0], other)
        gap, taken = totals[giver] - totals[taker], list[str]()
        theirs = [state for state, side in self.held.holder.items() if side == giver]
        for state in sorted(theirs, key=lambda state: (-weights[state], state)):
            if gap < 0:
                break
            taken.append(state)
            gap -= 2 * weights[state]
        return tuple(taken) if gap < 0 else ()

    def _led(self, rule: Rule, totals: Tally, winners: tuple[int, ...]) -> tuple[str, ...]:
        """Return the state in which the fewest extra points would let the second-best side win, as a tuple, or ()."""
        if len(winners) != 1:
            return ()
        other = max((side for side in range(len(totals)) if side != winners[0]), key=lambda side: totals[side])
        short = {state: max(here) + 1 - here[other] for state, here in self.held.points.items()}
        for state in sorted(short, key=lambda state: (short[state], state)):
            here = list(self.held.points[state])
            here[other] += short[state]
            if rule({**self.held.points, state: here})[1] == (other,):
                return (state,)
        return ()

    def _ballot_rules(self) -> dict[str, Rule]:
        sides, votes, people = len(self.held.sides), self.held.votes, self._people
        electors = [int(total) for total in self.add(votes)]

        def most(totals: Sequence[Fraction]) -> tuple[Tally, tuple[int, ...]]:
            return tuple(totals), ballots.best(totals)

        def runoff(points: ballots.Points) -> tuple[Tally, tuple[int, ...]]:
            rounds, winners = ballots.instant_runoff(points, sides)
            return tuple(rounds[-1]) if rounds else (Fraction(0),) * sides, winners

        def fixed(found: tuple[list[Fraction], tuple[int, ...]]) -> tuple[Tally, tuple[int, ...]]:
            return tuple(found[0]), found[1]

        house: dict[str, Rule] = {"contingent": lambda points: fixed(ballots.contingent(points, electors, sides))}
        if not self.held.points:
            return {} if self.fewest else house
        national: dict[str, Rule] = {"national_vote": lambda points: most(ballots.proportional(points, people, sides))}
        ranked: dict[str, Rule] = {
            "proportional": lambda points: most(ballots.proportional(points, votes, sides)),
            "instant_runoff": runoff,
            "borda": lambda points: most(ballots.borda(points, sides)),
            "condorcet": lambda points: fixed(ballots.condorcet(points, sides)),
        }
        return (national if people else {}) | ranked | house


def summary(debriefs: Iterable[Debrief]) -> list[dict[str, Any]]:
    """Summarize a class: for each rule, how many tables it counts, and how many of them other sides would win.

    Returns:
        A JSON object for each rule: "key", "facts", "name", "text", "question", "tables", "changed" and "weights" (what
        each state counts; empty for rankings). The game's count after eliminations comes first, the other rules in the
        order in which the tables have them.
    """
    found: dict[str, dict[str, Any]] = {}
    for each in debriefs:
        for count in each.others:
            told = count.as_dict()
            name = f"{told['key']} {told['facts']}"
            kept = {key: told[key] for key in ("key", "facts", "name", "text", "question")}
            line = found.setdefault(name, kept | {"tables": 0, "changed": 0, "weights": {}})
            line["tables"] += 1
            line["changed"] += count.changed
            line["weights"] |= count.weights
    return sorted(found.values(), key=lambda line: line["key"] != "debrief.elimination")
