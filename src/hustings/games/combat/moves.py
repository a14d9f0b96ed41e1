"""The moves of Electoral College Combat, and the one predicate that says why one is refused."""

from __future__ import annotations

import numpy as np

from hustings.engine.declared import LEGAL, MoveTable, OutcomeTable, ReasonTable, Words
from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, CODES, NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import is_wild, value_of
from hustings.games.combat.notation import PLACE, Lying, OneOrTwoCards, SomeLying

EXAMPLES = ("turn 3", "take CA TX", "take CA 4", "call higher", *r.SIGNS, "pick CA", "pick 4", "add TX NV")
MOVES = MoveTable(*EXAMPLES)
TURN_ID = MOVES.add("turn", PLACE)
CALL_ID = MOVES.add("call", Words("called", r.CALLS))
THROW_ID = min(MOVES.add(sign) for sign in r.SIGNS)
PICK_ID = MOVES.add("pick", Lying("pick"))
TAKE_ID = MOVES.add("take", SomeLying("take"))
ADD_ID = MOVES.add("add", OneOrTwoCards())
ACTIONS = MOVES.count
MOST_LEGAL = CARDS * (CARDS + 1) // 2

CARD = OutcomeTable(CODES, "TX", what="card")

REASONS = ReasonTable()
GAME_IS_OVER = REASONS.add("game_over")
CARD_COMES_FIRST = REASONS.add("card_comes_first")
WRONG_TASK = REASONS.add("wrong_task")
NOT_YOUR_MOVE = REASONS.add("not_your_move")
NO_SUCH_ACTION = REASONS.add("no_such_action")
PLACE_NOT_DOWN = REASONS.add("not_down")
ALREADY_THROWN = REASONS.add("already_thrown")
PLACE_IS_EMPTY = REASONS.add("empty")
TAKE_NOT_A_CHOICE = REASONS.add("take")
TAKE_NOT_ILLUSTRATED = REASONS.add("take_illustrated")
TAKE_NOT_WITH_THIRD = REASONS.add("take_third")
ADD_NOT_IN_PILE = REASONS.add("not_in_pile")
ADD_NO_HIGHEST = REASONS.add("no_highest")
ADD_TWO_WILDS = REASONS.add("two_wilds")
ADD_TOO_FEW = REASONS.add("too_few")
ADD_FROM_SHORT_PILE = REASONS.add("short_pile")

NUMBERED_MASK = (1 << NUMBERED) - 1
ALL_PLACES, ALL_CALLS, ALL_SIGNS = ((1 << count) - 1 for count in (r.PLACES, len(r.CALLS), len(r.SIGNS)))
#: how many places each bit mask of places has
PLACES_IN = np.array([mask.bit_count() for mask in range(1 << r.PLACES)], np.int64)


def task_of(action: int) -> int:
    """The task an action fulfils."""
    if action < CALL_ID:
        return r.TURN
    if action < THROW_ID:
        return r.CALL
    if action < PICK_ID:
        return r.THROWS
    if action < TAKE_ID:
        return r.PICK
    return r.TAKE if action < ADD_ID else r.ADDS


def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.task == r.NOTHING:
        return CARD_COMES_FIRST
    if s.task != task_of(action):
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
    """EC-4, EC-16, EC-17: why this place, call or sign cannot be chosen by the seat that may choose."""
    if s.task == r.TURN:
        return LEGAL if s.lies[action - TURN_ID] == r.DOWN else PLACE_NOT_DOWN
    if s.task == r.PICK:
        return LEGAL if s.lies[action - PICK_ID] != r.EMPTY else PLACE_IS_EMPTY
    return ALREADY_THROWN if s.task == r.THROWS and s.thrown[seat] else LEGAL


def places_lying(s: State, what: int) -> int:
    """The places where something lies so, as a bit mask."""
    mask = 0
    for place in range(r.PLACES):
        if s.lies[place] == what:
            mask |= 1 << place
    return mask


def may_take(edition: int, taken: int, up: int, down: int, third: bool, lying: int, highest: int) -> bool:
    """EC-6, EC-7: whether the places `taken` can be taken together.

    up, down, highest  bit masks of the exposed places, the face-down ones, and the place of the highest exposed card.
    third              whether a third card broke the tie from above: then it and any one other card.
    lying              how many places are face down.
    Written without branches: `takes` asks it for all 32 sets of places.
    """
    # int(): interpreted, arithmetic with NumPy's numbers takes four times as long
    size = int(PLACES_IN[taken])
    hidden = int(PLACES_IN[taken & down])
    with_highest = (taken & highest) != 0
    one_down = (size - hidden == 1) & (hidden == min(1, lying))
    higher = with_highest & (((size == r.SEATS) & ((edition == 0) | third)) | (one_down & (edition != 0) & (not third)))
    lower = (size - hidden == 1) & (hidden == min(r.SEATS, lying)) & (not with_highest) & (not third)
    return ((taken & ~(up | down)) == 0) & (higher | lower)


def refused_take(s: State, taken: int) -> int:
    """EC-6, EC-7: why the places `taken` cannot be taken together."""
    up = places_lying(s, r.UP)
    down = places_lying(s, r.DOWN)
    third = int(PLACES_IN[up]) > r.SEATS
    if may_take(s.edition, taken, up, down, third, int(PLACES_IN[down]), 1 << higher_place(s)):
        return LEGAL
    if taken & ~(up | down):
        return PLACE_IS_EMPTY
    if third:
        return TAKE_NOT_WITH_THIRD
    return TAKE_NOT_A_CHOICE if s.edition == 0 else TAKE_NOT_ILLUSTRATED


def takes(edition: int, up: int, down: int, highest: int) -> int:
    """EC-6, EC-7: every set of places that may be taken: a bit for each bit mask. The arguments: see `may_take`."""
    third = int(PLACES_IN[up]) > r.SEATS
    lying = int(PLACES_IN[down])
    sets = 0
    for taken in range(1 << r.PLACES):
        sets |= may_take(edition, taken, up, down, third, lying, highest) << taken
    return sets


def higher_place(s: State) -> int:
    """EC-5: the place of the highest exposed card."""
    best = r.PLACES
    for place in range(r.PLACES):
        if s.lies[place] == r.UP and (best == r.PLACES or value_of(s, s.card[place]) > value_of(s, s.card[best])):
            best = place
    return best


def highest_in_pile(s: State, seat: int) -> int:
    """EC-19: the highest votes on a numbered card of the pile; 0 without one."""
    best = 0
    pile = s.piles[seat]
    for card in range(NUMBERED):
        if (pile >> card) & 1:
            best = max(best, value_of(s, card))
    return best


def addable(s: State, seat: int) -> int:
    """EC-19, EC-20: how many cards the layer must add: two, or as many as there are with at most one wild."""
    pile = s.piles[seat]
    return min(2, size_of(pile & NUMBERED_MASK) + min(1, size_of(pile & ~NUMBERED_MASK)))


def refused_add(s: State, seat: int, first: int, second: int, highest: int, needed: int) -> int:
    """EC-19, EC-20: why this pair (second NO_CARD: this one card) cannot be added.

    highest  the highest votes on a card of the pile.   needed  how many cards must be added.
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


def highest_cards(s: State, seat: int) -> int:
    """EC-19: the numbered cards of the pile with the most votes, as a bit mask: one must be added, if there is one."""
    highest = highest_in_pile(s, seat)
    pile = s.piles[seat]
    cards = 0
    for card in range(NUMBERED):
        if (pile >> card) & 1:
            cards |= (value_of(s, card) == highest) << card
    return cards


def seconds(pile: int, first: int, best: int, needed: int) -> int:
    """EC-19, EC-20: what may be added beside `first`, the lower card of the two; NO_CARD for nothing. A bit mask.

    best  see `highest_cards`.   needed  how many cards must be added.
    """
    suits = best == 0 or (best >> first) & 1
    if needed < 2:
        return suits << NO_CARD if needed else 0
    others = (pile if suits else best) & ~((2 << first) - 1)
    return others & NUMBERED_MASK if is_wild(first) else others


def legal_adds(s: State, seat: int, out: Numbers) -> int:
    """EC-19: every pair (or single card) of the pile that may be added."""
    best = highest_cards(s, seat)
    needed = addable(s, seat)
    count = 0
    firsts = s.piles[seat]
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        beside = seconds(s.piles[seat], first, best, needed)
        while beside:
            out[count] = ADD_ID + first * PAIR + lowest(beside)
            beside &= beside - 1
            count += 1
    return count


def any_add(s: State, seat: int, number: int) -> int:
    """EC-19: the one at number % n of the n in `legal_adds`."""
    best = highest_cards(s, seat)
    needed = addable(s, seat)
    pile = s.piles[seat]
    count = 0
    firsts = pile
    while firsts:
        count += size_of(seconds(pile, lowest(firsts), best, needed))
        firsts &= firsts - 1
    left = number % count
    firsts = pile
    first = lowest(pile)
    size = size_of(seconds(pile, first, best, needed))
    while left >= size:
        left -= size
        firsts &= firsts - 1
        first = lowest(firsts)
        size = size_of(seconds(pile, first, best, needed))
    return ADD_ID + first * PAIR + member(seconds(pile, first, best, needed), left)


def options(s: State) -> int:
    """EC-4, EC-6, EC-7, EC-16, EC-17: what the task leaves to choose from, as a bit mask; adding cards aside."""
    if s.task == r.TAKE:
        return takes(s.edition, places_lying(s, r.UP), places_lying(s, r.DOWN), 1 << higher_place(s))
    if s.task == r.TURN:
        return places_lying(s, r.DOWN)
    if s.task == r.PICK:
        return ALL_PLACES & ~places_lying(s, r.EMPTY)
    return ALL_CALLS if s.task == r.CALL else ALL_SIGNS


def first_of_task(task: int) -> int:
    """The lowest action of a task, adding cards aside."""
    if task == r.TURN:
        return TURN_ID
    if task == r.CALL:
        return CALL_ID
    if task == r.TAKE:
        return TAKE_ID
    return THROW_ID if task == r.THROWS else PICK_ID


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    if s.finished or s.task == r.NOTHING or (s.thrown[seat] if s.task == r.THROWS else s.mover != seat):
        return 0
    if s.task == r.ADDS:
        return legal_adds(s, seat, out)
    first = first_of_task(s.task)
    rest = options(s)
    count = 0
    while rest:
        out[count] = first + lowest(rest)
        rest &= rest - 1
        count += 1
    return count


def any_legal(s: State, seat: int, number: int, out: Numbers) -> int:
    """The one at number % n of the n in `legal`, without a list."""
    if s.task == r.ADDS:
        return any_add(s, seat, number)
    mask = options(s)
    return first_of_task(s.task) + member(mask, number % size_of(mask))
