"""The events of Mudslinger, and how their arguments read."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import EventTable, members
from hustings.games.mudslinger.cards import CANDIDATES, CODE_OR_NONE, CODES, KIND_CODES, KINDS, PARTIES, STATES
from hustings.games.mudslinger.record import ITEM_OR_NONE, NONE_OR_SEAT, SEAT_LABELS, SEAT_OR_NONE


def hand_of(packed: int) -> list[Any]:
    """A hand packed as two bits for each kind of action card."""
    return [KIND_CODES[kind] for kind in range(KINDS) for _ in range(packed >> 2 * kind & 3)]


EVENTS = EventTable()
GOT_CANDIDATE = EVENTS.add("candidate", candidate=CANDIDATES)
NAMED_PARTY = EVENTS.add("party", party=PARTIES)
ROLLED_FIRST = EVENTS.add("rolled_first", first=None, second=None, third=None, sum=None)
BEGINS = EVENTS.add("begins")
OPENED = EVENTS.add("opened", state=STATES, points=None)
TURN = EVENTS.add("turn", turn=None, income=None, money=None)
DREW = EVENTS.add("drew", card=CODES)
DREW_ACTION = EVENTS.add("drew_action", cards=None)
DREW_KIND = EVENTS.add("drew_kind", card=KIND_CODES)
NO_CARD = EVENTS.add("no_card")
NEW_DECK = EVENTS.add("new_deck", cards=None)
PLACED = EVENTS.add("placed", card=CODES, worth=None)
DISCARDED = EVENTS.add("discarded", card=CODES)
LOBBIED = EVENTS.add("lobbied", card=CODES)
RESTED = EVENTS.add("rested")
CAMPAIGNS = EVENTS.add("campaigns", state=STATES, points=None, base=None)
ATTACKS = EVENTS.add("attacks", state=STATES, points=None, base=None, owner=SEAT_OR_NONE)
SPENT = EVENTS.add("spent", dollars=None, rating=None)
SLUNG = EVENTS.add("slung", dollars=None, rating=None)
PASSED = EVENTS.add("passed")
ROLLED = EVENTS.add("rolled", first=None, second=None, third=None, rating=None)
WON = EVENTS.add("won", state=STATES, points=None, sum=None, rating=None)
FAILED = EVENTS.add("failed", state=STATES, points=None, sum=None, rating=None)
STREAK = EVENTS.add("streak", sum=None)
PLAYED = EVENTS.add("played", card=KIND_CODES, target=SEAT_OR_NONE)
PLAYED_ON_STATE = EVENTS.add("played_on_state", card=KIND_CODES, state=STATES)
SPUN = EVENTS.add("spun", card=KIND_CODES, player=SEAT_OR_NONE)
RATED = EVENTS.add("rated", rating=None, base=None)
BANKED = EVENTS.add("banked", dollars=None)
TOOK_MONEY = EVENTS.add("took_money", dollars=None, target=SEAT_OR_NONE)
LOST_CARD = EVENTS.add("lost_card", card=CODES)
SAW_HAND = EVENTS.add("saw_hand", target=SEAT_OR_NONE, cards=hand_of)
TOOK_CARD = EVENTS.add("took_card", target=SEAT_OR_NONE)
TOOK_KIND = EVENTS.add("took_kind", target=SEAT_OR_NONE, card=KIND_CODES)
GAGGED = EVENTS.add("gagged", target=SEAT_OR_NONE)
DEBATED = EVENTS.add("debated", first=None, second=None, third=None, sum=None)
POLLED = EVENTS.add("polled", dollars=None)
SAW_STATE = EVENTS.add("saw_state", state=STATES, owner=NONE_OR_SEAT)
SWAPPED = EVENTS.add("swapped", state=STATES)
DEFECTED = EVENTS.add("defected", card=CODE_OR_NONE, target=SEAT_OR_NONE)
TRADED = EVENTS.add("traded", card=KIND_CODES, dollars=None)
GAVE_MONEY = EVENTS.add("gave_money", dollars=None, target=SEAT_OR_NONE)
GAVE_CARD = EVENTS.add("gave_card", target=SEAT_OR_NONE)
GAVE_KIND = EVENTS.add("gave_kind", target=SEAT_OR_NONE, card=KIND_CODES)
PROMISED = EVENTS.add("promised", target=SEAT_OR_NONE, remark=True)
OFFERED_ITEM = EVENTS.add("offered", target=SEAT_OR_NONE, gives=ITEM_OR_NONE)
ASKED_FOR = EVENTS.add("asked_for", target=SEAT_OR_NONE, gives=ITEM_OR_NONE, wants=ITEM_OR_NONE)
ACCEPTED = EVENTS.add("accepted", offerer=SEAT_OR_NONE, gives=ITEM_OR_NONE, wants=ITEM_OR_NONE)
KEPT_TRUCE = EVENTS.add("kept_truce", target=SEAT_OR_NONE)
BROKE_TRUCE = EVENTS.add("broke_truce", target=SEAT_OR_NONE)
DECLINED = EVENTS.add("declined", offerer=SEAT_OR_NONE)
WITHDREW = EVENTS.add("withdrew")
AGAIN = EVENTS.add("again")
GAME_OVER = EVENTS.add("game_over", winners=members(SEAT_LABELS), points=None)
