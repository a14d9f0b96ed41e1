"""The events of U.S. President, and how their arguments read."""

from __future__ import annotations

from typing import Any

from hustings.engine.rulebook import EventForm
from hustings.games.president.cards import CODES, SIZE_NAMES
from hustings.games.president.record import SEAT_OR_NONE

(
    DEALT_CARD,
    SEALED,
    PLACED,
    REMOVED,
    LED,
    ASIDE,
    KEPT,
    NEW_WEEK,
    COUNT,
    COUNTED,
    FLORIDA_VOID,
    LEFT,
    INHERITED,
    LAID_ASIDE,
    CLAIMED,
    ELECTED,
    NO_WINNER,
) = range(1, 18)

WHY_ASIDE = ("tie", "no points")
TIE, NO_POINTS = range(2)


def state_list(mask: int) -> list[Any]:
    """The states of a bit mask."""
    return [code for state, code in enumerate(CODES) if mask >> state & 1]


EVENTS = {
    DEALT_CARD: EventForm("dealt", (("state", CODES), ("electors", None))),
    SEALED: EventForm("sealed", (("week", None),)),
    PLACED: EventForm("placed", (("size", SIZE_NAMES), ("state", CODES), ("points", None))),
    REMOVED: EventForm("removed", (("size", SIZE_NAMES), ("state", CODES))),
    LED: EventForm("led", (("state", CODES), ("from", SEAT_OR_NONE), ("points", None), ("next", None))),
    ASIDE: EventForm("aside", (("state", CODES), ("points", None), ("best", None))),
    KEPT: EventForm("kept", (("state", CODES), ("points", None), ("best", None))),
    NEW_WEEK: EventForm("week", (("week", None),)),
    COUNT: EventForm("count", (("count", None), ("majority", None))),
    COUNTED: EventForm("counted", (("electors", None), ("states", state_list), ("count", None))),
    FLORIDA_VOID: EventForm("florida_void", (("points", None), ("next", None))),
    LEFT: EventForm("left", (("electors", None), ("count", None))),
    INHERITED: EventForm("inherited", (("state", CODES), ("from", SEAT_OR_NONE), ("points", None), ("next", None))),
    LAID_ASIDE: EventForm("laid_aside", (("state", CODES), ("why", WHY_ASIDE), ("points", None))),
    CLAIMED: EventForm("claimed", (("state", CODES), ("points", None), ("next", None))),
    ELECTED: EventForm("elected", (("electors", None), ("majority", None), ("count", None))),
    NO_WINNER: EventForm("no_winner", (("count", None), ("majority", None))),
}
