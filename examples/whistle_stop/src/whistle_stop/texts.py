"""The results, the numbers of refusals and the cards of Whistle Stop."""

from collections.abc import Mapping
from typing import Any

from hustings.atlas import states
from hustings.engine.declared import EventTable, members
from hustings.engine.kernels import Numbers, tell
from hustings.engine.telling import Telling
from whistle_stop.record import CODES, ELECTORS, MOST_SEATS, NOBODY, State
from whistle_stop.rules import NO_VOICE, total_of

SEATS = tuple(f"P{seat + 1}" for seat in range(MOST_SEATS))
ENDINGS = EventTable()
WON = ENDINGS.add("won", seats=members(SEATS), votes=None)
SHARED = ENDINGS.add("shared", seats=members(SEATS), votes=None)


def explain(s: State, seat: int, action: int, reason: int, note: Numbers) -> None:
    """Write what the sentence of a refusal mentions."""
    if reason == NO_VOICE:
        tell(note, reason, seat, s.voice[seat], 0, 0, 0)


def ending(s: State, note: Numbers) -> None:
    """Write who has the most votes, and how many."""
    winners = 0
    most = 0
    for seat in range(s.seats):
        votes = total_of(s, seat)
        if votes >= most:
            winners = (winners if votes == most else 0) | 1 << seat
            most = votes
    tell(note, WON if winners & (winners - 1) == 0 else SHARED, NOBODY, winners, most, 0, 0)


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the states as cards."""
    known = zip(CODES, ELECTORS.tolist(), strict=True)
    return [{"code": code, "name": states.NAMES[code], "value": votes, "kind": "state"} for code, votes in known]


TELLING = Telling(ending=ending, endings=ENDINGS, explain=explain)
