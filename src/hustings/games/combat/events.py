"""The events of Electoral College Combat: their numbers, names and arguments."""

from __future__ import annotations

from hustings.engine.declared import EventTable, members
from hustings.games.combat.cards import CARD_OR_NONE, CODES
from hustings.games.combat.record import CALLS, PLACES, SEAT_OR_NONE, SIGNS

SIGN = (None, *SIGNS)
PLACE = tuple(range(1, PLACES + 1))  # notation counts places from 1, the record from 0

EVENTS = EventTable()
LAID = EVENTS.add("laid", part="unit", small=True, hand=None, count=None, opener=SEAT_OR_NONE)
ADDED_CARDS = EVENTS.add("added", big=0, cards=members(CODES))
TURNED = EVENTS.add("turned", big=27, place=PLACE, card=CARD_OR_NONE, votes=None)
WILD_TURNED = EVENTS.add("wild", big=0, place=PLACE, card=CARD_OR_NONE)
SECOND_WILD = EVENTS.add("second_wild", big=0, place=PLACE, card=CARD_OR_NONE)
WILD_SHOWN = EVENTS.add("wild_shown", big=0, place=PLACE, card=CARD_OR_NONE)
TIED = EVENTS.add("tied", big=0, votes=None)
TOOK = EVENTS.add("took", big=27, cards=members(CODES), places=members(PLACE))
GOT = EVENTS.add("got", big=27, cards=members(CODES), places=members(PLACE))
TURNED_UP = EVENTS.add("turned_up", big=27, place=PLACE, card=CARD_OR_NONE, votes=None)
COLLECTED = EVENTS.add("collected", big=27, place=PLACE, card=CARD_OR_NONE)
CALLED = EVENTS.add("called", call=CALLS, reference=None)
CALL_RIGHT = EVENTS.add("right", small=True, value=None, reference=None)
CALL_WRONG = EVENTS.add("wrong", small=True, value=None, reference=None)
COMPARED = EVENTS.add("compared", small=True, own=None, other=None)
COUNTED = EVENTS.add("counted", small=True, sum=None, even=("odd", "even"))
SEALED = EVENTS.add("sealed", small=True)
THREW = EVENTS.add("threw", first=SIGN, second=SIGN, winner=SEAT_OR_NONE)
WON_ALL = EVENTS.add("won_all", big=0)
HAND_OVER = EVENTS.add("hand_over", small=True, hand=None, first=None, second=None)
GAME_OVER = EVENTS.add("game_over", first=None, second=None, winner=SEAT_OR_NONE)
STAKES = EVENTS.add("stakes", part="unit", big=0, hand=None, next=SEAT_OR_NONE)
DECIDED = EVENTS.add("decided", big=0, hand=None, votes=None)
CAMPAIGNED = EVENTS.add("campaigned", place=PLACE, left=None)
STOOD = EVENTS.add("stood")
