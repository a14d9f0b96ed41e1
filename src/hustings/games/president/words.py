"""What U.S. President tells: the facts of refusals, how a game ended, the deck. Its words are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message
from hustings.games.president.cards import APPORTIONMENTS, CODES, FLORIDA, SIZE_NAMES, SIZES, STATES
from hustings.games.president.count import count_all, florida_counts, majority
from hustings.games.president.moves import ACTIONS
from hustings.games.president.record import ABSENT, NOBODY


def facts(s: Any, seat: int, action: int) -> dict[str, Fact]:
    """What a refusal may mention; nothing the seat may not know."""
    stock = list(enumerate(s.stock[seat, size] for size in range(SIZES))) if 0 <= seat < s.seats else []
    return {
        "week": s.week,
        "weeks": s.weeks,
        "to_deal": s.to_deal,
        "size": SIZE_NAMES[action // STATES] if 0 <= action < ACTIONS else None,
        "stock": [Message("some", {"count": count, "size": SIZE_NAMES[size]}) for size, count in stock],
        "states": [code for state, code in enumerate(CODES) if s.holder[state] != ABSENT],
    }


def result(s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
    """How the count ended."""
    told: dict[str, Fact] = {"needed": majority(s), "counts": s.counts}
    if not winners:
        return Message("no_winner", told)
    elected: dict[str, Fact] = {"winner": f"P{winners[0] + 1}", "electors": scores[winners[0]]}
    return Message("first_count" if s.counts == 1 else "later_count", {**elected, **told})


def needed(s: Any) -> int:
    """Return the electors that elect a president (UP-9)."""
    return int(majority(s))


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The eleven state cards: code, name, electors and kind."""
    votes = states.votes(options["votes"])
    return [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in CODES]


def last_count(s: Any, events: Sequence[Any]) -> tuple[int, ...]:
    """Return each player's electors in the last count; 0 for players who had left before (UP-9, UP-10)."""
    counted = {
        event.seat: event.args["electors"]
        for event in events
        if event.event == "counted" and event.args["count"] == s.counts
    }
    return tuple(counted.get(seat, 0) for seat in range(s.seats))


def holdings(s: Any, events: Sequence[Any]) -> Holdings:
    """Who holds each state card, and the points of each player there; Florida only by enough of them (UP-8).

    Once the electors were counted, as it was then: before the cards of those who left passed on (UP-11).
    """
    election = APPORTIONMENTS[s.votes]
    votes = states.votes(election)
    dealt = {state: code for state, code in enumerate(CODES) if s.holder[state] != ABSENT}
    first = [event for event in events if event.event == "counted" and event.args["count"] == 1]
    if first:
        held = {code: event.seat for event in first for code in event.args["states"]}
    else:
        nobody = {state for state in dealt if s.holder[state] >= NOBODY}
        nobody |= set() if florida_counts(s) else {FLORIDA}
        held = {code: int(s.holder[state]) for state, code in dealt.items() if state not in nobody}
    return Holdings(
        election,
        tuple((seat,) for seat in range(s.seats)),
        {code: votes[code] for code in dealt.values()},
        {code: held.get(code) for code in dealt.values()},
        {code: tuple(int(s.points[seat, state]) for seat in range(s.seats)) for state, code in dealt.items()},
        last_count(s, events) if s.counts > 1 else None,
    )


def recount(s: Any, holder: Mapping[str, int], note: Any) -> None:
    """Count the electors for the first time as if each player held these cards alone (UP-8, UP-9)."""
    for state, code in enumerate(CODES):
        if s.holder[state] != ABSENT:
            s.holder[state] = holder.get(code, NOBODY)
    for seat in range(s.seats):
        s.remaining[seat], s.electors[seat] = 1, 0
    s.counts, s.winner = 0, NOBODY
    count_all(s, note)
