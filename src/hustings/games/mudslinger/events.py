"""The events of Mudslinger, and how their arguments read."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import EventForm
from hustings.games.mudslinger.cards import CANDIDATES, CODE_OR_NONE, CODES, KIND_CODES, KINDS, PARTIES, STATES
from hustings.games.mudslinger.record import ITEM_OR_NONE, NONE_OR_SEAT, SEAT_OR_NONE, SEATS

(
    GOT_CANDIDATE,
    NAMED_PARTY,
    ROLLED_FIRST,
    BEGINS,
    OPENED,
    TURN,
    DREW,
    DREW_ACTION,
    DREW_KIND,
    NO_CARD,
    NEW_DECK,
    PLACED,
    DISCARDED,
    LOBBIED,
    RESTED,
    CAMPAIGNS,
    ATTACKS,
    SPENT,
    SLUNG,
    PASSED,
    ROLLED,
    WON,
    FAILED,
    STREAK,
    PLAYED,
    PLAYED_ON_STATE,
    SPUN,
    RATED,
    BANKED,
    TOOK_MONEY,
    LOST_CARD,
    SAW_HAND,
    TOOK_CARD,
    TOOK_KIND,
    GAGGED,
    DEBATED,
    POLLED,
    SAW_STATE,
    SWAPPED,
    DEFECTED,
    TRADED,
    GAVE_MONEY,
    GAVE_CARD,
    GAVE_KIND,
    PROMISED,
    OFFERED_ITEM,
    ASKED_FOR,
    ACCEPTED,
    DECLINED,
    WITHDREW,
    AGAIN,
    GAME_OVER,
) = range(1, 53)


def target_label(value: int) -> str | None:
    """The seat an action card names; None for a card that names nobody."""
    return SEAT_OR_NONE[value] if value < SEATS else None


def seats_of(mask: int) -> list[str | None]:
    """The seats of a bit mask."""
    return [SEAT_OR_NONE[seat] for seat in range(SEATS) if mask >> seat & 1]


def hand_of(packed: int) -> list[Any]:
    """A hand packed as two bits for each kind of action card."""
    return [KIND_CODES[kind] for kind in range(KINDS) for _ in range(packed >> 2 * kind & 3)]


EVENTS = {
    GOT_CANDIDATE: EventForm("candidate", (("candidate", CANDIDATES),)),
    NAMED_PARTY: EventForm("party", (("party", PARTIES),)),
    ROLLED_FIRST: EventForm("rolled_first", (("first", None), ("second", None), ("third", None), ("sum", None))),
    BEGINS: EventForm("begins"),
    OPENED: EventForm("opened", (("state", STATES), ("points", None))),
    TURN: EventForm("turn", (("turn", None), ("income", None), ("money", None))),
    DREW: EventForm("drew", (("card", CODES),)),
    DREW_ACTION: EventForm("drew_action", (("cards", None),)),
    DREW_KIND: EventForm("drew_kind", (("card", KIND_CODES),)),
    NO_CARD: EventForm("no_card"),
    NEW_DECK: EventForm("new_deck", (("cards", None),)),
    PLACED: EventForm("placed", (("card", CODES), ("worth", None))),
    DISCARDED: EventForm("discarded", (("card", CODES),)),
    LOBBIED: EventForm("lobbied", (("card", CODES),)),
    RESTED: EventForm("rested"),
    CAMPAIGNS: EventForm("campaigns", (("state", STATES), ("points", None), ("base", None))),
    ATTACKS: EventForm("attacks", (("state", STATES), ("points", None), ("base", None), ("owner", SEAT_OR_NONE))),
    SPENT: EventForm("spent", (("dollars", None), ("rating", None))),
    SLUNG: EventForm("slung", (("dollars", None), ("rating", None))),
    PASSED: EventForm("passed"),
    ROLLED: EventForm("rolled", (("first", None), ("second", None), ("third", None), ("rating", None))),
    WON: EventForm("won", (("state", STATES), ("points", None), ("sum", None), ("rating", None))),
    FAILED: EventForm("failed", (("state", STATES), ("points", None), ("sum", None), ("rating", None))),
    STREAK: EventForm("streak", (("sum", None),)),
    PLAYED: EventForm("played", (("card", KIND_CODES), ("target", target_label))),
    PLAYED_ON_STATE: EventForm("played_on_state", (("card", KIND_CODES), ("state", STATES))),
    SPUN: EventForm("spun", (("card", KIND_CODES), ("player", SEAT_OR_NONE))),
    RATED: EventForm("rated", (("rating", None), ("base", None))),
    BANKED: EventForm("banked", (("dollars", None),)),
    TOOK_MONEY: EventForm("took_money", (("dollars", None), ("target", SEAT_OR_NONE))),
    LOST_CARD: EventForm("lost_card", (("card", CODES),)),
    SAW_HAND: EventForm("saw_hand", (("target", SEAT_OR_NONE), ("cards", hand_of))),
    TOOK_CARD: EventForm("took_card", (("target", SEAT_OR_NONE),)),
    TOOK_KIND: EventForm("took_kind", (("target", SEAT_OR_NONE), ("card", KIND_CODES))),
    GAGGED: EventForm("gagged", (("target", SEAT_OR_NONE),)),
    DEBATED: EventForm("debated", (("first", None), ("second", None), ("third", None), ("sum", None))),
    POLLED: EventForm("polled", (("dollars", None),)),
    SAW_STATE: EventForm("saw_state", (("state", STATES), ("owner", NONE_OR_SEAT))),
    SWAPPED: EventForm("swapped", (("state", STATES),)),
    DEFECTED: EventForm("defected", (("card", CODE_OR_NONE), ("target", SEAT_OR_NONE))),
    TRADED: EventForm("traded", (("card", KIND_CODES), ("dollars", None))),
    GAVE_MONEY: EventForm("gave_money", (("dollars", None), ("target", SEAT_OR_NONE))),
    GAVE_CARD: EventForm("gave_card", (("target", SEAT_OR_NONE),)),
    GAVE_KIND: EventForm("gave_kind", (("target", SEAT_OR_NONE), ("card", KIND_CODES))),
    PROMISED: EventForm("promised", (("target", SEAT_OR_NONE),), remark=True),
    OFFERED_ITEM: EventForm("offered", (("target", SEAT_OR_NONE), ("gives", ITEM_OR_NONE))),
    ASKED_FOR: EventForm("asked_for", (("target", SEAT_OR_NONE), ("gives", ITEM_OR_NONE), ("wants", ITEM_OR_NONE))),
    ACCEPTED: EventForm("accepted", (("offerer", SEAT_OR_NONE), ("gives", ITEM_OR_NONE), ("wants", ITEM_OR_NONE))),
    DECLINED: EventForm("declined", (("offerer", SEAT_OR_NONE),)),
    WITHDREW: EventForm("withdrew"),
    AGAIN: EventForm("again"),
    GAME_OVER: EventForm("game_over", (("winners", seats_of), ("points", None))),
}
