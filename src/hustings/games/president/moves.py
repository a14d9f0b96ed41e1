"""The moves of U.S. President, the one predicate that says why one is refused, and what stands in a state."""

from __future__ import annotations

from hustings.engine.declared import LEGAL, MoveTable, OutcomeTable, ReasonTable, Words
from hustings.engine.kernels import Numbers, State
from hustings.games.president.cards import CODES, SIZE_NAMES, STATES
from hustings.games.president.record import ABSENT, NOBODY

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


def refused_choice(s: State, seat: int, size: int, state: int) -> int:
    """UP-3: why this pyramid cannot go to this state in a week that waits for the seat's choice."""
    if s.stock[seat, size] == 0:
        return NONE_LEFT
    return NOT_IN_PLAY if s.holder[state] == ABSENT else LEGAL


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    count = 0
    for action in range(ACTIONS):
        if refusal(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


def pieces(s: State, seat: int, state: int) -> int:
    """UP-4: how many pyramids of a seat stand in a state."""
    return s.placed[seat, state, 0] + s.placed[seat, state, 1] + s.placed[seat, state, 2]


def lead(s: State, state: int) -> tuple[int, int, int]:
    """UP-5: the remaining player with most points in a state (NOBODY: all have 0), those points, and the next best."""
    leader = NOBODY
    best = 0
    following = 0
    for seat in range(s.seats):
        points = s.points[seat, state] * s.remaining[seat]
        if points > best:
            following = best
            best = points
            leader = seat
        elif points > following:
            following = points
    return leader, best, following


def best_of_others(s: State, seat: int, state: int) -> int:
    """The most points any other remaining player has in a state."""
    leader, best, following = lead(s, state)
    return following if leader == seat else best
