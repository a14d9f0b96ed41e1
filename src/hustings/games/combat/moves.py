"""The moves of Electoral College Combat: their action ids, and the one predicate that says why one is refused.

id                          move
TURN_ID + place             turn n
CALL_ID + call              call higher | lower | equal
THROW_ID + sign             rock | paper | scissors
PICK_ID + place             pick n, or pick CA for an exposed card
TAKE_ID + mask of places    take CA TX, take CA 4 ...
ADD_ID + pair               add TX NV; pair_id(first, second), second NO_CARD for one card alone
"""

from __future__ import annotations

from hustings.engine.kernels import kernel
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED
from hustings.games.combat.hand import count_lying, is_wild, value_of
from hustings.games.combat.record import (
    ADDS,
    CALL,
    CALLS,
    DOWN,
    EMPTY,
    NOTHING,
    PICK,
    PILE,
    PLACES,
    SEATS,
    SIGNS,
    TAKE,
    THROWS,
    TURN,
    UP,
)

TURN_ID = 0
CALL_ID = TURN_ID + PLACES
THROW_ID = CALL_ID + len(CALLS)
PICK_ID = THROW_ID + len(SIGNS)
TAKE_ID = PICK_ID + PLACES
ADD_ID = TAKE_ID + (1 << PLACES)
PAIR = CARDS + 1
ACTIONS = ADD_ID + CARDS * PAIR
MOST_LEGAL = CARDS * (CARDS + 1) // 2

# Why a move is refused; words.py says each in a sentence with its clause.
(
    LEGAL,
    GAME_IS_OVER,
    WRONG_TASK,
    NOT_YOUR_MOVE,
    NO_SUCH_ACTION,
    PLACE_NOT_DOWN,
    ALREADY_THROWN,
    PLACE_IS_EMPTY,
    TAKE_FROM_EMPTY,
    TAKE_NOT_A_CHOICE,
    TAKE_NOT_WITH_THIRD,
    ADD_NOT_IN_PILE,
    ADD_NO_HIGHEST,
    ADD_TWO_WILDS,
    ADD_TOO_FEW,
) = range(15)
REASONS = 15


@kernel
def pair_id(first, second):
    """The id of a set of two cards (first < second), or of one card alone (second NO_CARD)."""
    return ADD_ID + first * PAIR + second


@kernel
def task_of(action):
    """The task an action fulfils."""
    if action < CALL_ID:
        return TURN
    if action < THROW_ID:
        return CALL
    if action < PICK_ID:
        return THROWS
    if action < TAKE_ID:
        return PICK
    return TAKE if action < ADD_ID else ADDS


@kernel
def refusal(s, seat, action):
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.task != task_of(action) or s.task == NOTHING:
        return WRONG_TASK
    if s.task == THROWS:
        return ALREADY_THROWN if s.thrown[seat] else LEGAL
    if seat != s.mover:
        return NOT_YOUR_MOVE
    if s.task == TURN:
        return LEGAL if s.lies[action - TURN_ID] == DOWN else PLACE_NOT_DOWN
    if s.task == PICK:
        return LEGAL if s.lies[action - PICK_ID] != EMPTY else PLACE_IS_EMPTY
    if s.task == TAKE:
        return refused_take(s, action - TAKE_ID)
    if s.task == ADDS:
        pair = action - ADD_ID
        return refused_add(s, seat, pair // PAIR, pair % PAIR)
    return LEGAL


@kernel
def refused_take(s, mask):
    """EC-6, EC-7: why the places in `mask` cannot be taken together."""
    up = 0
    down = 0
    for place in range(PLACES):
        if (mask >> place) & 1:
            if s.lies[place] == EMPTY:
                return TAKE_FROM_EMPTY
            up += s.lies[place] == UP
            down += s.lies[place] == DOWN
    third = tie_breaker_place(s)
    if third < PLACES:
        with_third = (mask >> third) & 1 and up + down == SEATS
        return LEGAL if with_third else TAKE_NOT_WITH_THIRD
    higher = (mask >> higher_place(s)) & 1
    two_down = min(SEATS, count_lying(s, DOWN))
    one_down = min(1, count_lying(s, DOWN))
    with_lower = up == 1 and not higher and down == two_down
    if s.edition == 0:
        with_higher = higher and up + down == SEATS
    else:
        with_higher = higher and up == 1 and down == one_down
    return LEGAL if with_higher or with_lower else TAKE_NOT_A_CHOICE


@kernel
def higher_place(s):
    """EC-5: the place of the highest exposed card."""
    best = PLACES
    for place in range(PLACES):
        if s.lies[place] == UP and (best == PLACES or value_of(s, s.card[place]) > value_of(s, s.card[best])):
            best = place
    return best


@kernel
def tie_breaker_place(s):
    """EC-7: the place of the third card that broke a tie from above; PLACES when only two are exposed."""
    return higher_place(s) if count_lying(s, UP) > SEATS else PLACES


@kernel
def highest_in_pile(s, seat):
    """EC-19: the highest votes on a numbered card of the pile; 0 without one."""
    best = 0
    for card in range(NUMBERED):
        if s.where[card] == PILE + seat and value_of(s, card) > best:
            best = value_of(s, card)
    return best


@kernel
def numbered_in_pile(s, seat):
    """How many numbered cards a pile holds."""
    count = 0
    for card in range(NUMBERED):
        count += s.where[card] == PILE + seat
    return count


@kernel
def wilds_in_pile(s, seat):
    """How many collected wild cards a pile holds."""
    count = 0
    for card in range(NUMBERED, CARDS):
        count += s.where[card] == PILE + seat
    return count


@kernel
def addable(s, seat):
    """EC-19, EC-20: how many cards the layer must add: two, or as many as he has with at most one wild."""
    numbered = numbered_in_pile(s, seat)
    return min(2, numbered + min(1, wilds_in_pile(s, seat)))


@kernel
def refused_add(s, seat, first, second):
    """EC-19, EC-20: why this pair (second NO_CARD: this one card) cannot be added."""
    if first >= second or s.where[first] != PILE + seat:
        return ADD_NOT_IN_PILE
    if second != NO_CARD and s.where[second] != PILE + seat:
        return ADD_NOT_IN_PILE
    if second != NO_CARD and is_wild(first) and is_wild(second):
        return ADD_TWO_WILDS
    if (1 if second == NO_CARD else 2) != addable(s, seat):
        return ADD_TOO_FEW
    highest = highest_in_pile(s, seat)
    if highest and value_of(s, first) != highest and value_of(s, second) != highest:
        return ADD_NO_HIGHEST
    return LEGAL


@kernel
def legal_adds(s, seat, out):
    """EC-19: every pair (or single card) of the pile that may be added."""
    count = 0
    for first in range(CARDS):
        if s.where[first] != PILE + seat:
            continue
        for second in range(first + 1, CARDS + 1):
            if second == CARDS or s.where[second] == PILE + seat:
                if refused_add(s, seat, first, second) == LEGAL:
                    out[count] = pair_id(first, second)
                    count += 1
    return count


@kernel
def first_of_task(task):
    """The lowest action id of a task, for tasks below ADDS."""
    if task == TURN:
        return TURN_ID
    if task == CALL:
        return CALL_ID
    if task == THROWS:
        return THROW_ID
    return PICK_ID if task == PICK else TAKE_ID


@kernel
def ids_of_task(task):
    """How many action ids a task has, for tasks below ADDS."""
    if task in (TURN, PICK):
        return PLACES
    return 1 << PLACES if task == TAKE else len(CALLS)


def legal(s, seat, out):
    """Every action `refusal` lets through, ascending."""
    if s.finished or s.task == NOTHING:
        return 0
    if s.task != THROWS and s.mover != seat:
        return 0
    if s.task == ADDS:
        return legal_adds(s, seat, out)
    count = 0
    first = first_of_task(s.task)
    for action in range(first, first + ids_of_task(s.task)):
        if refusal(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count
