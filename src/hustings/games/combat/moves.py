"""The moves of Electoral College Combat, and `refusal`, the function that decides whether a move is legal."""

from __future__ import annotations

import numpy as np

from hustings.engine.declared import (
    LEGAL,
    EventTable,
    MoveTable,
    Number,
    OutcomeTable,
    Phrase,
    Terms,
    Words,
    members,
)
from hustings.engine.kernels.bits import size_of
from hustings.engine.messages import Message
from hustings.engine.parts import Lying, OneOrTwo
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, CODES, NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import best_place, is_wild, value_of
from hustings.games.combat.record import State

EXAMPLES = ("turn 3", "take CA TX", "take CA 4", "call higher", *r.SIGNS, "pick CA", "pick 4", "add TX NV", "stand")
MOVES = MoveTable(*EXAMPLES)
TURN_ID = MOVES.add("turn", Number("place", 1, r.PLACES), when=(r.TURN, r.CAMPAIGN))
CALL_ID = MOVES.add("call", Words("called", r.CALLS), when=r.CALL)
THROW_ID = min(MOVES.add(sign, when=r.THROWS) for sign in r.SIGNS)
PICK_ID = MOVES.add("pick", Lying("card", CODES, "card", r.PLACES, "pick"), when=r.PICK)
TAKE_ID = MOVES.add("take", Lying("card", CODES, "card", r.PLACES, "take", several=True), when=r.TAKE, exact=True)
ADD_ID = MOVES.add("add", OneOrTwo("card", CODES), when=r.ADDS, exact=True)
STAND_ID = MOVES.add("stand", when=r.CAMPAIGN)
ACTIONS = MOVES.count
WHEN = MOVES.when
MOST_LEGAL = CARDS * (CARDS + 1) // 2

CARD = OutcomeTable(CODES, "TX", what="card")

MOVER = (*r.SEAT_OR_NONE, Message("both"))
PRICE = Phrase(("priced",), {"card": CODES, "votes": None})
LYING = Phrase(
    ("no_cards", "only_up", "only_down", "up_and_down"),
    {"up": members(CODES), "down": members([str(place + 1) for place in range(r.PLACES)])},
)
REASONS = EventTable()
GAME_IS_OVER = REASONS.add("game_over")
CARD_COMES_FIRST = REASONS.add("card_comes_first")
WRONG_TASK = REASONS.add("wrong_task", mover=MOVER, task=Terms(r.TASK))
NOT_YOUR_MOVE = REASONS.add("not_your_move", mover=MOVER, task=Terms(r.TASK))
NO_SUCH_ACTION = REASONS.add("no_such_action")
PLACE_NOT_DOWN = REASONS.add("not_down", table=LYING)
ALREADY_THROWN = REASONS.add("already_thrown")
PLACE_IS_EMPTY = REASONS.add("empty", table=LYING, task=Terms(r.TASK))
TAKE_NOT_A_CHOICE = REASONS.add("take", high=PRICE, low=PRICE, table=LYING)
TAKE_NOT_ILLUSTRATED = REASONS.add("take_illustrated", high=PRICE, low=PRICE, table=LYING)
TAKE_NOT_WITH_THIRD = REASONS.add("take_third", high=PRICE, low=PRICE, table=LYING, count=None)
ADD_NOT_IN_PILE = REASONS.add("not_in_pile")
ADD_NO_HIGHEST = REASONS.add("no_highest", highest=None)
ADD_TWO_WILDS = REASONS.add("two_wilds")
ADD_TOO_FEW = REASONS.add("too_few", needed=None)
ADD_FROM_SHORT_PILE = REASONS.add("short_pile", needed=None)
TAKE_AFTER_STOP = REASONS.add("take_after_stop", high=PRICE, low=PRICE, table=LYING)
TAKE_AFTER_STOP_ILLUSTRATED = REASONS.add("take_after_stop_illustrated", high=PRICE, low=PRICE, table=LYING)
NOT_FACE_UP = REASONS.add("not_face_up", table=LYING)  # of a text, see `Lying`

NUMBERED_MASK = (1 << NUMBERED) - 1
#: by bit mask of places: the number of places in it
PLACES_IN = np.array([mask.bit_count() for mask in range(1 << r.PLACES)], np.int64)


def refusal(s: State, seat: int, action: int) -> int:
    """Return LEGAL if the seat may do the action now, otherwise the number of the reason against it."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.task == r.NOTHING:
        return CARD_COMES_FIRST
    if not int(WHEN[action]) >> s.task & 1:
        return WRONG_TASK
    if s.task != r.THROWS and seat != s.mover:
        return NOT_YOUR_MOVE
    if s.task == r.TAKE:
        return refused_take(s, action - TAKE_ID)
    if s.task == r.ADDS:
        pair = action - ADD_ID
        return refused_add(s, seat, pair // PAIR, pair % PAIR, highest_in_pile(s, seat), addable(s, seat))
    return offered(s, seat, action)


def offered(s: State, seat: int, action: int) -> int:
    """Return LEGAL if the seat may choose a place, call or sign, otherwise the reason (EC-4, EC-16, EC-17, EC-23)."""
    if action == STAND_ID:
        return LEGAL
    if s.task == r.TURN or s.task == r.CAMPAIGN:
        return LEGAL if s.lies[action - TURN_ID] == r.DOWN else PLACE_NOT_DOWN
    if s.task == r.PICK:
        return LEGAL if s.lies[action - PICK_ID] != r.EMPTY else PLACE_IS_EMPTY
    return ALREADY_THROWN if s.task == r.THROWS and s.thrown[seat] else LEGAL


def places_lying(s: State, what: int) -> int:
    """Return the places in a condition (up, down or empty), as a bit mask."""
    mask = 0
    for place in range(r.PLACES):
        if s.lies[place] == what:
            mask |= 1 << place
    return mask


def may_take(taken: int, up: int, down: int, any_other: bool, with_lower: int, highest: int) -> bool:
    """Return True if a player may take the cards on a set of places together (EC-6, EC-7, EC-24).

    The function has no branches, because `takes` calls it for all 32 sets of places.

    Args:
        taken: The set of places, as a bit mask.
        up, down: The face-up and the face-down places, as bit masks.
        any_other: True if the highest card goes with any one other card, False if with a face-down one.
        with_lower: The number of face-down cards that go with a lower card; -1 if no lower card may be taken so.
        highest: The place of the highest face-up card, as a bit mask.
    """
    # int(), because arithmetic with NumPy's numbers takes four times as long in interpreted code
    size = int(PLACES_IN[taken])
    hidden = int(PLACES_IN[taken & down])
    with_highest = (taken & highest) != 0
    one_down = (size - hidden == 1) & (hidden == min(1, int(PLACES_IN[down])))
    higher = with_highest & (((size == r.SEATS) & any_other) | (one_down & (not any_other)))
    lower = (size - hidden == 1) & (hidden == with_lower) & (not with_highest)
    return ((taken & ~(up | down)) == 0) & (higher | lower)


def third_higher(s: State) -> bool:
    """Return True if a third, higher card broke a tie, and not a stop the lead (EC-7)."""
    return s.frame_step[s.depth - 1] != r.HAND_STOPS and int(PLACES_IN[places_lying(s, r.UP)]) > r.SEATS


def any_other(s: State) -> bool:
    """Return True if the highest card goes with any one other card: in prose, after a tie, or with none face down."""
    up = int(PLACES_IN[places_lying(s, r.UP)])
    return s.edition == 0 or third_higher(s) or (up > r.SEATS and places_lying(s, r.DOWN) == 0)


def with_lower(s: State) -> int:
    """Return the number of face-down cards that go with a lower card; -1 if there is no such choice (EC-6, EC-24)."""
    lying = int(PLACES_IN[places_lying(s, r.DOWN)])
    if int(PLACES_IN[places_lying(s, r.UP)]) > r.SEATS and (lying < r.SEATS or third_higher(s)):
        return -1
    return min(r.SEATS, lying)


def refused_take(s: State, taken: int) -> int:
    """Return LEGAL if the cards on a set of places may be taken together, otherwise the reason (EC-6, EC-7)."""
    up = places_lying(s, r.UP)
    down = places_lying(s, r.DOWN)
    if may_take(taken, up, down, any_other(s), with_lower(s), 1 << best_place(s, s.mover)):
        return LEGAL
    if taken & ~(up | down):
        return PLACE_IS_EMPTY
    if third_higher(s):
        return TAKE_NOT_WITH_THIRD
    if int(PLACES_IN[up]) > r.SEATS:
        return TAKE_AFTER_STOP if s.edition == 0 else TAKE_AFTER_STOP_ILLUSTRATED
    return TAKE_NOT_A_CHOICE if s.edition == 0 else TAKE_NOT_ILLUSTRATED


def higher_place(s: State) -> int:
    """Return the place of the highest face-up card; PLACES if no card is face up (EC-5)."""
    best = r.PLACES
    for place in range(r.PLACES):
        if s.lies[place] == r.UP and (best == r.PLACES or value_of(s, s.card[place]) > value_of(s, s.card[best])):
            best = place
    return best


def highest_in_pile(s: State, seat: int) -> int:
    """Return the most votes on a numbered card of a seat's pile; 0 if it has none (EC-19)."""
    best = 0
    pile = s.piles[seat]
    for card in range(NUMBERED):
        if (pile >> card) & 1:
            best = max(best, value_of(s, card))
    return best


def addable(s: State, seat: int) -> int:
    """Return the number of cards that the layer must add: two if the pile allows (EC-19, EC-20)."""
    pile = s.piles[seat]
    return min(2, size_of(pile & NUMBERED_MASK) + min(1, size_of(pile & ~NUMBERED_MASK)))


def refused_add(s: State, seat: int, first: int, second: int, highest: int, needed: int) -> int:
    """Return LEGAL if two cards (or one) may be added to the last hand, otherwise the reason (EC-19, EC-20).

    Args:
        seat: The layer of the hand.
        first: The card with the lower number.
        second: The other card, or NO_CARD to add only one.
        highest: The most votes on a card of the pile.
        needed: The number of cards that must be added.
    """
    if first >= second or s.where[first] != r.PILE + seat:
        return ADD_NOT_IN_PILE
    if second != NO_CARD and s.where[second] != r.PILE + seat:
        return ADD_NOT_IN_PILE
    if (1 if second == NO_CARD else 2) != needed:
        return ADD_TOO_FEW if needed == 2 else ADD_FROM_SHORT_PILE
    if second != NO_CARD and is_wild(first) and is_wild(second):
        return ADD_TWO_WILDS
    if highest and value_of(s, first) != highest and value_of(s, second) != highest:
        return ADD_NO_HIGHEST
    return LEGAL


def task(s: State) -> int:
    """Return the present task, or 0 after the end."""
    return 0 if s.finished else s.task


def shared(s: State, seat: int) -> int:
    """Return as a bit mask the cards one of which must be added: the highest, or any if all are wild (EC-19)."""
    if s.task != r.ADDS:
        return 0
    highest = highest_in_pile(s, seat)
    pile = s.piles[seat]
    cards = 0 if highest else pile
    for card in range(NUMBERED):
        if (pile >> card) & 1:
            cards |= (value_of(s, card) == highest) << card
    return cards


def rows(s: State, seat: int, first: int, shared: int) -> int:
    """Return the cards that may be the first of those added: those in the pile."""
    return s.piles[seat]


def candidates(s: State, seat: int, first: int, shared: int) -> int:
    """Return the moves of a row that may be legal, as a bit mask; exactly those that take or add cards."""
    if s.task != r.THROWS and seat != s.mover:
        return 0
    if s.task == r.TAKE:
        return takes(s)
    if s.task != r.ADDS:
        return -1
    return seconds(s, seat, (first - ADD_ID) // PAIR, shared)


def seconds(s: State, seat: int, card: int, best: int) -> int:
    """Return the cards that may be added with `card`, the lower of two, as a bit mask; NO_CARD for none (EC-19, EC-20).

    best  the cards one of which must be added, as a bit mask.
    """
    suits = (best >> card) & 1
    if addable(s, seat) < 2:
        return suits << NO_CARD
    others = (s.piles[seat] if suits else best) & ~((2 << card) - 1)
    return others & NUMBERED_MASK if is_wild(card) else others


def takes(s: State) -> int:
    """Return all sets of places that may be taken together: bit k stands for the set with the bit mask k."""
    up = places_lying(s, r.UP)
    down = places_lying(s, r.DOWN)
    free = any_other(s)
    lower = with_lower(s)
    highest = 1 << best_place(s, s.mover)
    sets = 0
    for taken in range(1 << r.PLACES):
        sets |= may_take(taken, up, down, free, lower, highest) << taken
    return sets
