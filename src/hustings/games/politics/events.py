"""The events of Politics: their numbers, names and arguments."""

from __future__ import annotations

from hustings.engine.declared import EventTable, members
from hustings.games.politics.cards import CODES, NOMINEES
from hustings.games.politics.record import SEAT_OR_NONE, SIDE_OR_NONE

PARTY_NAMES = (None, "Republican", "Democratic")  # as the record numbers the parties

EVENTS = EventTable()
GOT = EVENTS.add("got", card=CODES, votes=None)
HANDS_DEALT = EVENTS.add("dealt", stock=None)
CHOSE = EVENTS.add("chose", party=PARTY_NAMES)
NOMINATED = EVENTS.add("nominated", remark=True, card=CODES, votes=None, nominee=NOMINEES)
DREW = EVENTS.add("drew", stock=None)
DREW_CARD = EVENTS.add("drew_card", card=CODES, votes=None)
KEPT = EVENTS.add("kept")
PLAYED = EVENTS.add("played", card=CODES, votes=None, total=None)
PASSED = EVENTS.add("passed")
NO_MORE_EXTRA = EVENTS.add("no_more_extra")
THIRD_PARTY = EVENTS.add("third_party", cards=None, next=SEAT_OR_NONE)
COUNTED = EVENTS.add("counted", side=SIDE_OR_NONE, party=PARTY_NAMES, votes=None, states=None)
WON = EVENTS.add("won", party=PARTY_NAMES, seats=members(SEAT_OR_NONE), votes=None, other=None)
DRAWN_GAME = EVENTS.add("drawn", votes=None, states=None)
