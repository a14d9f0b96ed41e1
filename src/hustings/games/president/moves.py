"""The moves of U.S. President: their action ids, and the one predicate that says why one is refused.

id                      move
size * STATES + state   place small MT ... place large FL
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.games.president.cards import SIZES, STATES
from hustings.games.president.record import ABSENT, MOST_IN_STATE

ACTIONS = SIZES * STATES
MOST_LEGAL = ACTIONS

# Why a move is refused; words.py says each in a sentence with its clause.
LEGAL, GAME_IS_OVER, NO_SUCH_ACTION, STILL_DEALING, ALREADY_CHOSEN, NONE_LEFT, NOT_IN_PLAY = range(7)


@kernel
def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may choose `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= ACTIONS or seat < 0 or seat >= s.seats:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.to_deal:
        return STILL_DEALING
    if s.sealed[seat]:
        return ALREADY_CHOSEN
    return refused_choice(s, seat, action // STATES, action % STATES)


@kernel
def refused_choice(s: State, seat: int, size: int, state: int) -> int:
    """UP-3: why this pyramid cannot go to this state in a week that waits for the seat's choice."""
    if s.stock[seat, size] == 0:
        return NONE_LEFT
    return NOT_IN_PLAY if s.holder[state] == ABSENT else LEGAL


@kernel
def pieces(s: State, seat: int, state: int) -> int:
    """UP-4: how many pyramids of a seat stand in a state."""
    return s.placed[seat, state, 0] + s.placed[seat, state, 1] + s.placed[seat, state, 2]


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending; a size is looked at only while some of it is left.

    Each action is written down first and counted only if it is legal: without a branch this is a tenth faster.
    """
    if s.finished or s.to_deal or s.sealed[seat]:
        return 0
    count = 0
    for size in range(SIZES):
        if s.stock[seat, size] == 0:
            continue
        for state in range(STATES):
            out[count] = size * STATES + state
            count += refused_choice(s, seat, size, state) == LEGAL
    return count


def choices(s: State, seat: int, out: Numbers) -> int:
    """As `legal`, but of the placements that only remove a pyramid (UP-4) one for each size: they do the same."""
    if s.finished or s.to_deal or s.sealed[seat]:
        return 0
    full = 0
    for state in range(STATES):
        if pieces(s, seat, state) == MOST_IN_STATE:
            full |= 1 << state
    count = 0
    for size in range(SIZES):
        wasted = s.stock[seat, size] == 0
        for state in range(STATES):
            if refused_choice(s, seat, size, state) != LEGAL or ((full >> state) & 1 and wasted):
                continue
            out[count] = size * STATES + state
            count += 1
            if (full >> state) & 1:
                wasted = True
    return count
