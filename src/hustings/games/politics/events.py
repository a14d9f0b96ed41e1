"""The events of Politics, and how their arguments read."""

from __future__ import annotations

from hustings.engine.declared import EventForm
from hustings.games.politics.cards import CODES, NOMINEES, PARTIES
from hustings.games.politics.record import SEAT_OR_NONE, SIDE_OR_NONE

(
    GOT,
    HANDS_DEALT,
    CHOSE,
    NOMINATED,
    DREW,
    DREW_CARD,
    KEPT,
    PLAYED,
    PASSED,
    NO_MORE_EXTRA,
    THIRD_PARTY,
    COUNTED,
    WON,
    DRAWN_GAME,
) = range(1, 15)

PARTY_NAMES = tuple({"R": "Republican", "D": "Democratic"}[party] for party in PARTIES)


def party_name(value: int) -> str:
    """The party's name; the record numbers the parties from 1."""
    return PARTY_NAMES[value - 1]


def seat_list(mask: int) -> list[str]:
    """The seats of a bit mask."""
    return [f"P{seat + 1}" for seat in range(mask.bit_length()) if mask >> seat & 1]


EVENTS = {
    GOT: EventForm("got", (("card", CODES), ("votes", None))),
    HANDS_DEALT: EventForm("dealt", (("stock", None),)),
    CHOSE: EventForm("chose", (("party", party_name),)),
    NOMINATED: EventForm("nominated", (("card", CODES), ("votes", None), ("nominee", NOMINEES)), remark=True),
    DREW: EventForm("drew", (("stock", None),)),
    DREW_CARD: EventForm("drew_card", (("card", CODES), ("votes", None))),
    KEPT: EventForm("kept"),
    PLAYED: EventForm("played", (("card", CODES), ("votes", None), ("total", None))),
    PASSED: EventForm("passed"),
    NO_MORE_EXTRA: EventForm("no_more_extra"),
    THIRD_PARTY: EventForm("third_party", (("cards", None), ("next", SEAT_OR_NONE))),
    COUNTED: EventForm("counted", (("side", SIDE_OR_NONE), ("party", party_name), ("votes", None), ("states", None))),
    WON: EventForm("won", (("party", party_name), ("seats", seat_list), ("votes", None), ("other", None))),
    DRAWN_GAME: EventForm("drawn", (("votes", None), ("states", None))),
}
