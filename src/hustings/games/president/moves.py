"""The moves, chance outcomes, refusals and events of U.S. President."""

from __future__ import annotations

from hustings.engine.declared import EventTable, MoveTable, OutcomeTable, Phrases, Words, members
from hustings.games.president.record import CODES, MOST_SEATS, SEAT_OR_NONE, SIZE_NAMES

MOVES = MoveTable("place large FL")
MOVES.add("place", Words("size", SIZE_NAMES), Words("state", CODES), exact=True)
ACTIONS = MOVES.count  # action = size * STATES + state

CARDS = OutcomeTable(CODES, "P1 FL", what="state", seat="dealing")

REASONS = EventTable()
NO_SUCH_ACTION = REASONS.add("no_such_action")
GAME_IS_OVER = REASONS.add("game_over")
STILL_DEALING = REASONS.add("still_dealing", to_deal=None)
ALREADY_CHOSEN = REASONS.add("already_chosen", week=None, weeks=None)
NONE_LEFT = REASONS.add("none_left", size=SIZE_NAMES, stock=Phrases("some", "count", "size", SIZE_NAMES))
NOT_IN_PLAY = REASONS.add("not_in_play", states=members(CODES))

WHY_ASIDE = ("tie", "no points")
TIE, NO_POINTS = range(2)

EVENTS = EventTable()
DEALT_CARD = EVENTS.add("dealt", small=True, state=CODES, electors=None)
SEALED = EVENTS.add("sealed", small=True, week=None)
PLACED = EVENTS.add("placed", size=SIZE_NAMES, state=CODES, points=None, free=None)
REMOVED = EVENTS.add("removed", size=SIZE_NAMES, state=CODES)
LED = EVENTS.add("led", big=20, state=CODES, from_=SEAT_OR_NONE, points=None, next=None)
ASIDE = EVENTS.add("aside", big=20, state=CODES, points=None, best=None)
KEPT = EVENTS.add("kept", small=True, state=CODES, points=None, best=None)
NEW_WEEK = EVENTS.add("week", part="unit", small=True, week=None)
COUNT = EVENTS.add("count", small=True, count=None, majority=None)
COUNTED = EVENTS.add("counted", electors=None, states=members(CODES), count=None)
FLORIDA_VOID = EVENTS.add("florida_void", points=None, next=None)
LEFT = EVENTS.add("left", electors=None, count=None)
INHERITED = EVENTS.add("inherited", state=CODES, from_=SEAT_OR_NONE, points=None, next=None)
LAID_ASIDE = EVENTS.add("laid_aside", state=CODES, why=WHY_ASIDE, points=None)
CLAIMED = EVENTS.add("claimed", state=CODES, points=None, next=None)
UNOPPOSED = EVENTS.add("unopposed", state=CODES, from_=SEAT_OR_NONE)
ELECTED = EVENTS.add("elected", electors=None, majority=None, count=None)
NO_WINNER = EVENTS.add("no_winner", count=None, majority=None)
TIED = EVENTS.add("tied", small=True, state=CODES, points=None)
LEVEL = EVENTS.add("level", small=True, state=CODES, points=None)
WOULD_WIN = EVENTS.add("would_win", small=True, out=members(SEAT_OR_NONE[:MOST_SEATS]), majority=None)
WOULD_COUNT = EVENTS.add("would_count", small=True, electors=None, count=None)
NONE_WOULD_WIN = EVENTS.add("none_would_win", small=True, counts=None)
WOULD_LEAVE = EVENTS.add(
    "would_leave",
    small=True,
    out=members(SEAT_OR_NONE[:MOST_SEATS]),
    empty=members(CODES),
    tied=members(CODES),
    count=None,
)
WOULD_GET = EVENTS.add("would_get", small=True, states=members(CODES), count=None)
FLORIDA_COUNTS = EVENTS.add("florida_counts", electors=None, points=None, next=None)
FLORIDA_LAPSES = EVENTS.add("florida_lapses", electors=None, points=None, next=None)
FLORIDA_WOULD_COUNT = EVENTS.add("florida_would_count", small=True, electors=None, points=None, next=None)
FLORIDA_WOULD_LAPSE = EVENTS.add("florida_would_lapse", small=True, electors=None, points=None, next=None)
