"""The facts for the sentences of Whistle Stop in words.en.json."""

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.messages import Fact, Message
from whistle_stop.record import CODES, ELECTORS


def facts(s: Any, seat: int, action: int) -> dict[str, Fact]:
    """Return the facts that a refusal may mention."""
    return {"left": s.voice[seat] if 0 <= seat < s.seats else 0}


def result(s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
    """Return how the game ended."""
    seats: list[Fact] = [f"P{seat + 1}" for seat in winners or range(s.seats)]  # winners is empty if all seats tie
    return Message("shared" if len(seats) > 1 else "won", {"seats": seats, "votes": max(scores)})


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the states as cards."""
    known = zip(CODES, ELECTORS.tolist(), strict=True)
    return [{"code": code, "name": states.NAMES[code], "value": votes, "kind": "state"} for code, votes in known]
