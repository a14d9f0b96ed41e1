"""The end of a game in the bots' rule of thumb: places, who leads, and the use of dollars (MS-20)."""

from __future__ import annotations

from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.scoring import points_left, points_of, uncatchable

LATE_STATES = 12  # from this number of states left on, the rivals of a clear leader act together
CLEAR_LEAD = 3  # points
LAST_STATES = 9  # with more states left a lead means little, and dollars may find a use
MOST_USEFUL = 10  # dollars that a seat can use in one turn
TURNS_FOR_FOUR = 5  # turns in which four states are won; nearly every attempt is backed by dollars


def states_left(s: State) -> int:
    """Return the number of states in play that nobody holds yet."""
    left = s.unseen + s.open_count
    if s.under_count:
        for state in range(c.ALL_STATES):
            left += s.lies[state] == r.UNDER
    return left


def sees_the_end(s: State) -> bool:
    """Return True if every seat sees everybody's points, and held states are safe."""
    return s.open_states == 1 and s.hot_streak == 0


def is_foreseeable(s: State) -> bool:
    """Return True if a seat sees everybody's points, held states are safe, and few are left."""
    return sees_the_end(s) and states_left(s) <= LAST_STATES


def may_be_decided_soon(s: State) -> bool:
    """Return True if every seat sees the end, and at least half of the states are held."""
    if not sees_the_end(s):
        return False
    held = 0
    for seat in range(s.seats):
        held += s.won[seat]
    return states_left(s) <= held


def is_settled(s: State, seat: int) -> bool:
    """Return True if the states left, however many, can no longer change a seat's place among the players."""
    if not sees_the_end(s):
        return False
    mine, left = points_of(s, seat), points_left(s)
    for other in range(s.seats):
        if other != seat and abs(points_of(s, other) - mine) <= left:
            return False
    return True


def is_decided(s: State) -> bool:
    """Return True if everybody sees that a seat has won, because the states left cannot change who wins (MS-20)."""
    return s.open_states == 1 and uncatchable(s) != r.NOBODY


def decides(s: State, seat: int) -> bool:
    """Return True if the runner's success in the contest would put any player out of the seat's reach."""
    if not may_be_decided_soon(s):
        return False
    points, reach = c.POINTS[s.votes, s.contest - 1], points_of(s, seat) + points_left(s)
    for other in range(s.seats):
        theirs = points_of(s, other)
        after = theirs + points if other == s.runner else theirs
        if other != seat and theirs <= reach < after + points:
            return True
    return False


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


def clear_leader(s: State) -> int:
    """Return the seat that leads clearly when few states are left, or NOBODY.

    Nobody does where the game begins without an action card: the records of those games stay as they are.
    """
    if s.start < r.FIRST_CARD or not sees_the_end(s) or states_left(s) > LATE_STATES:
        return r.NOBODY
    first, second, leader = -1, -1, r.NOBODY
    for seat in range(s.seats):
        points = points_of(s, seat)
        if points > first:
            first, second, leader = points, first, seat
        elif points > second:
            second = points
    return leader if first - second >= CLEAR_LEAD else r.NOBODY


def turns_left(s: State) -> int:
    """Return an estimate of a seat's remaining turns."""
    return 1 + TURNS_FOR_FOUR * states_left(s) // (4 * s.seats)


def surplus(s: State, seat: int) -> int:
    """Return the dollars that the seat cannot use in its later turns; 0 before the last states.

    They are all if the winner is known, or if the seat's place is settled or depends on this contest.
    """
    if s.contest and seat != s.runner and decides(s, seat):
        return s.money[seat]
    if states_left(s) > LAST_STATES:
        return 0
    if is_decided(s) or is_settled(s, seat):
        return s.money[seat]
    later = turns_left(s) - 1
    return max(0, s.money[seat] - max(0, MOST_USEFUL - s.income[seat]) * later)


def surplus_for_mud(s: State, seat: int) -> int:
    """Return the surplus if the leader runs, or the contest changes who leads or may decide the game for the seat.

    Other mud helps the other rivals as much as the seat, so it has to be worth its dollars.
    """
    if decides(s, seat) or takes_the_lead(s) or s.runner == clear_leader(s):
        return surplus(s, seat)
    return 0
