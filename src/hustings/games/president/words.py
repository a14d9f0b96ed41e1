"""What U.S. President tells: the facts of refusals, how a game ended, the deck. Its words are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.messages import Fact, Message
from hustings.games.president.cards import CODES, SIZE_NAMES, SIZES, STATES
from hustings.games.president.count import majority
from hustings.games.president.moves import ACTIONS
from hustings.games.president.record import ABSENT


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


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The eleven state cards: code, name, electors and kind."""
    votes = states.votes(options["votes"])
    return [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in CODES]
