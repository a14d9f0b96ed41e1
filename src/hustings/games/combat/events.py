"""The events of Electoral College Combat, and how their arguments read."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import EventForm
from hustings.games.combat.cards import CARD_OR_NONE, CODES
from hustings.games.combat.record import CALLS, SEAT_OR_NONE, SIGNS

(
    LAID,
    ADDED_CARDS,
    TURNED,
    WILD_TURNED,
    SECOND_WILD,
    TIED,
    TOOK,
    GOT,
    TURNED_UP,
    COLLECTED,
    CALLED,
    CALL_RIGHT,
    CALL_WRONG,
    COMPARED,
    COUNTED,
    SEALED,
    THREW,
    WON_ALL,
    HAND_OVER,
    GAME_OVER_EVENT,
) = range(1, 21)


def place_number(value: int) -> int:
    """Places are 1 to 5 in notation, 0 to 4 in the record."""
    return value + 1


def place_list(mask: int) -> list[int]:
    """The places of a bit mask, from 1."""
    return [place + 1 for place in range(5) if mask >> place & 1]


def card_list(mask: int) -> list[Any]:
    """The cards of a bit mask."""
    return [code for card, code in enumerate(CODES) if mask >> card & 1]


EVENTS = {
    LAID: EventForm("laid", (("hand", None), ("count", None), ("opener", SEAT_OR_NONE))),
    ADDED_CARDS: EventForm("added", (("cards", card_list),)),
    TURNED: EventForm("turned", (("place", place_number), ("card", CARD_OR_NONE), ("votes", None))),
    WILD_TURNED: EventForm("wild", (("place", place_number), ("card", CARD_OR_NONE))),
    SECOND_WILD: EventForm("second_wild", (("place", place_number), ("card", CARD_OR_NONE))),
    TIED: EventForm("tied", (("votes", None),)),
    TOOK: EventForm("took", (("cards", card_list), ("places", place_list))),
    GOT: EventForm("got", (("cards", card_list), ("places", place_list))),
    TURNED_UP: EventForm("turned_up", (("place", place_number), ("card", CARD_OR_NONE), ("votes", None))),
    COLLECTED: EventForm("collected", (("place", place_number), ("card", CARD_OR_NONE))),
    CALLED: EventForm("called", (("call", CALLS), ("reference", None))),
    CALL_RIGHT: EventForm("right", (("value", None), ("reference", None))),
    CALL_WRONG: EventForm("wrong", (("value", None), ("reference", None))),
    COMPARED: EventForm("compared", (("own", None), ("other", None))),
    COUNTED: EventForm("counted", (("sum", None), ("even", ("odd", "even")))),
    SEALED: EventForm("sealed"),
    THREW: EventForm("threw", (("first", (None, *SIGNS)), ("second", (None, *SIGNS)), ("winner", SEAT_OR_NONE))),
    WON_ALL: EventForm("won_all"),
    HAND_OVER: EventForm("hand_over", (("hand", None), ("first", None), ("second", None))),
    GAME_OVER_EVENT: EventForm("game_over", (("first", None), ("second", None), ("winner", SEAT_OR_NONE))),
}
