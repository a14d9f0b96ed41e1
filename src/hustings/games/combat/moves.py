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

import numpy as np

from hustings.engine.bits import lowest, size_of
from hustings.engine.kernels import Numbers, State, kernel
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED
from hustings.games.combat.hand import is_wild, value_of
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
NUMBERED_MASK = (1 << NUMBERED) - 1
ACTIONS = ADD_ID + CARDS * PAIR
MOST_LEGAL = CARDS * (CARDS + 1) // 2

#: how many places each bit mask of places has
PLACES_IN = np.array([bin(mask).count("1") for mask in range(1 << PLACES)], np.int64)

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
def pair_id(first: int, second: int) -> int:
    """The id of a set of two cards (first < second), or of one card alone (second NO_CARD)."""
    return ADD_ID + first * PAIR + second


@kernel
def task_of(action: int) -> int:
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
def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.task != task_of(action) or s.task == NOTHING:
        return WRONG_TASK
    if s.task != THROWS and seat != s.mover:
        return NOT_YOUR_MOVE
    if s.task == TAKE:
        return refused_take(s, action - TAKE_ID)
    if s.task == ADDS:
        pair = action - ADD_ID
        return refused_add(s, seat, pair // PAIR, pair % PAIR, highest_in_pile(s, seat), addable(s, seat))
    return offered(s, seat, action - first_of_task(s.task))


@kernel
def offered(s: State, seat: int, k: int) -> int:
    """EC-4, EC-16, EC-17: why the k-th place, call or sign cannot be chosen by the seat that may choose."""
    if s.task == TURN:
        return LEGAL if s.lies[k] == DOWN else PLACE_NOT_DOWN
    if s.task == PICK:
        return LEGAL if s.lies[k] != EMPTY else PLACE_IS_EMPTY
    return ALREADY_THROWN if s.task == THROWS and s.thrown[seat] else LEGAL


@kernel
def places_lying(s: State, what: int) -> int:
    """The places where something lies so, as a bit mask."""
    mask = 0
    for place in range(PLACES):
        if s.lies[place] == what:
            mask |= 1 << place
    return mask


@kernel
def may_take(edition: int, taken: int, up: int, down: int, highest: int) -> bool:
    """EC-6, EC-7: whether the places `taken` can be taken together.

    up, down, highest  bit masks of the exposed places, the face-down ones, and the place of the highest exposed card.
    Written without branches: `legal` asks it for all 32 sets of places.
    """
    # int(): interpreted, arithmetic with NumPy's numbers takes four times as long
    size = int(PLACES_IN[taken])
    hidden = int(PLACES_IN[taken & down])
    with_highest = (taken & highest) != 0
    third = int(PLACES_IN[up]) > SEATS  # a third card broke the tie from above: it and any one other card
    lying = int(PLACES_IN[down])
    one_down = (size - hidden == 1) & (hidden == min(1, lying))
    higher = with_highest & (((size == SEATS) & ((edition == 0) | third)) | (one_down & (edition != 0) & (not third)))
    lower = (size - hidden == 1) & (hidden == min(SEATS, lying)) & (not with_highest) & (not third)
    return ((taken & ~(up | down)) == 0) & (higher | lower)


@kernel
def refused_take(s: State, taken: int) -> int:
    """EC-6, EC-7: why the places `taken` cannot be taken together."""
    up = places_lying(s, UP)
    down = places_lying(s, DOWN)
    if may_take(s.edition, taken, up, down, 1 << higher_place(s)):
        return LEGAL
    if taken & ~(up | down):
        return TAKE_FROM_EMPTY
    return TAKE_NOT_WITH_THIRD if PLACES_IN[up] > SEATS else TAKE_NOT_A_CHOICE


@kernel
def legal_takes(s: State, out: Numbers) -> int:
    """EC-6, EC-7: every set of places that may be taken."""
    up = places_lying(s, UP)
    down = places_lying(s, DOWN)
    highest = 1 << higher_place(s)
    count = 0
    for taken in range(1 << PLACES):
        out[count] = TAKE_ID + taken  # overwritten by the next one unless it may be taken
        count += may_take(s.edition, taken, up, down, highest)
    return count


@kernel
def higher_place(s: State) -> int:
    """EC-5: the place of the highest exposed card."""
    best = PLACES
    for place in range(PLACES):
        if s.lies[place] == UP and (best == PLACES or value_of(s, s.card[place]) > value_of(s, s.card[best])):
            best = place
    return best


@kernel
def highest_in_pile(s: State, seat: int) -> int:
    """EC-19: the highest votes on a numbered card of the pile; 0 without one."""
    best = 0
    for card in range(NUMBERED):
        best = max(best, value_of(s, card) * ((s.piles[seat] >> card) & 1))
    return best


@kernel
def addable(s: State, seat: int) -> int:
    """EC-19, EC-20: how many cards the layer must add: two, or as many as he has with at most one wild."""
    pile = s.piles[seat]
    return min(2, size_of(pile & NUMBERED_MASK) + min(1, size_of(pile & ~NUMBERED_MASK)))


@kernel
def refused_add(s: State, seat: int, first: int, second: int, highest: int, needed: int) -> int:
    """EC-19, EC-20: why this pair (second NO_CARD: this one card) cannot be added.

    highest  the highest votes on a card of the pile.   needed  how many cards must be added.
    """
    if first >= second or s.where[first] != PILE + seat:
        return ADD_NOT_IN_PILE
    if second != NO_CARD and s.where[second] != PILE + seat:
        return ADD_NOT_IN_PILE
    if second != NO_CARD and is_wild(first) and is_wild(second):
        return ADD_TWO_WILDS
    if (1 if second == NO_CARD else 2) != needed:
        return ADD_TOO_FEW
    if highest and value_of(s, first) != highest and value_of(s, second) != highest:
        return ADD_NO_HIGHEST
    return LEGAL


@kernel
def legal_adds(s: State, seat: int, out: Numbers) -> int:
    """EC-19: every pair (or single card) of the pile that may be added."""
    highest = highest_in_pile(s, seat)
    needed = addable(s, seat)
    pile = s.piles[seat]
    best = 0
    for card in range(NUMBERED):
        best |= ((pile >> card) & (value_of(s, card) == highest)) << card
    count = 0
    for first in range(CARDS):
        if not (pile >> first) & 1:
            continue
        # a pair must hold a highest card: beside any other first card only those can be second
        seconds = (best if best and not (best >> first) & 1 else pile) >> (first + 1) << (first + 1)
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            if refused_add(s, seat, first, second, highest, needed) == LEGAL:
                out[count] = pair_id(first, second)
                count += 1
        if refused_add(s, seat, first, NO_CARD, highest, needed) == LEGAL:
            out[count] = pair_id(first, NO_CARD)
            count += 1
    return count


@kernel
def first_of_task(task: int) -> int:
    """The lowest action id of a task, for tasks other than TAKE and ADDS."""
    if task == TURN:
        return TURN_ID
    if task == CALL:
        return CALL_ID
    if task == THROWS:
        return THROW_ID
    return PICK_ID


@kernel
def ids_of_task(task: int) -> int:
    """How many action ids a task has, for tasks other than TAKE and ADDS."""
    return PLACES if task in (TURN, PICK) else len(CALLS)


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    if s.finished or s.task == NOTHING:
        return 0
    if s.task != THROWS and s.mover != seat:
        return 0
    if s.task == ADDS:
        return legal_adds(s, seat, out)
    if s.task == TAKE:
        return legal_takes(s, out)
    count = 0
    first = first_of_task(s.task)
    for k in range(ids_of_task(s.task)):
        if offered(s, seat, k) == LEGAL:
            out[count] = first + k
            count += 1
    return count
