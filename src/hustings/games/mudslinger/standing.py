"""Values of the end of a game for the bots' rule of thumb: places, who leads, and the use of dollars (MS-20)."""

from __future__ import annotations

from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.scoring import points_left, points_of

LAST_STATES = 8  # with more states left nothing is decided
FINAL_STATES = 2  # the last states for each seat, in which dollars may find no other use
MOST_USEFUL = 10  # dollars that a seat can use in one turn
TURNS_A_STATE = 2  # turns for each state that is won: about half of all attempts succeed


def states_left(s: State) -> int:
    """Return the number of states in play that nobody holds yet."""
    left = s.unseen + s.open_count
    if s.under_count:
        for state in range(c.ALL_STATES):
            left += s.lies[state] == r.UNDER
    return left


def is_foreseeable(s: State) -> bool:
    """Return True if a seat sees everybody's points, held states are safe, and few are left."""
    return s.open_states == 1 and s.hot_streak == 0 and states_left(s) <= LAST_STATES


def is_settled(s: State, seat: int) -> bool:
    """Return True if the states left can no longer change a seat's place among the players."""
    if not is_foreseeable(s):
        return False
    mine, left = points_of(s, seat), points_left(s)
    for other in range(s.seats):
        if other != seat and abs(points_of(s, other) - mine) <= left:
            return False
    return True


def decides(s: State, seat: int) -> bool:
    """Return True if the runner's success in the contest would put the runner out of the seat's reach."""
    if not is_foreseeable(s):
        return False
    points, left = c.POINTS[s.votes, s.contest - 1], points_left(s)
    mine, theirs = points_of(s, seat), points_of(s, s.runner)
    return theirs <= mine + left and theirs + points > mine + left - points


def takes_the_lead(s: State) -> bool:
    """Return True if the runner's success in the contest would make the runner the leader, who is another now."""
    if not is_foreseeable(s):
        return False
    most = 0
    for seat in range(s.seats):
        if seat != s.runner:
            most = max(most, points_of(s, seat))
    theirs = points_of(s, s.runner)
    return theirs <= most < theirs + c.POINTS[s.votes, s.contest - 1]


def turns_left(s: State) -> int:
    """Return an estimate of a seat's remaining turns."""
    return 1 + TURNS_A_STATE * states_left(s) // s.seats


def surplus(s: State, seat: int) -> int:
    """Return the dollars that the seat cannot use in its later turns; 0 before the last states.

    They are all if the seat's place is settled, or if the contest decides it.
    """
    if states_left(s) > FINAL_STATES * s.seats:
        return 0
    if is_settled(s, seat) or (s.contest and seat != s.runner and decides(s, seat)):
        return s.money[seat]
    later = turns_left(s) - 1
    return max(0, s.money[seat] - max(0, MOST_USEFUL - s.income[seat]) * later)
