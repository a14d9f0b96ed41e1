"""The moves of U.S. President, and the one predicate that says why one is refused."""

from __future__ import annotations

from hustings.engine.declared import LEGAL, MoveTable, OutcomeTable, ReasonTable, Words
from hustings.engine.kernels import Numbers, State, kernel
from hustings.games.president.cards import CODES, SIZE_NAMES, SIZES, STATES
from hustings.games.president.record import ABSENT, MOST_IN_STATE

MOVES = MoveTable("place large FL")
MOVES.add("place", Words("size", SIZE_NAMES), Words("state", CODES))
ACTIONS = MOVES.count

CARDS = OutcomeTable(CODES, "P1 FL", what="state", seat="dealing")

REASONS = ReasonTable()
NO_SUCH_ACTION = REASONS.add("no_such_action")
GAME_IS_OVER = REASONS.add("game_over")
STILL_DEALING = REASONS.add("still_dealing")
ALREADY_CHOSEN = REASONS.add("already_chosen")
NONE_LEFT = REASONS.add("none_left")
NOT_IN_PLAY = REASONS.add("not_in_play")


@kernel
def size_of(action: int) -> int:
    """The size of pyramid that an action places."""
    return action // STATES


@kernel
def state_of(action: int) -> int:
    """The state it places it in."""
    return action % STATES


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
