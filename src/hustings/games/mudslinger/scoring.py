"""Points, the winners, and whether the leader can still be caught (MS-20)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State


def points_of(s: State, seat: int) -> int:
    """Return the electoral points of the states a seat holds."""
    total = 0
    for state in range(c.ALL_STATES):
        if s.holder[state] == seat + 1:
            total += c.POINTS[s.votes, state]
    return total


def winners_of(s: State) -> int:
    """Return the winners as a bit mask: the seats with the most points, and among them with most states (MS-20)."""
    best = 0
    winners = 0
    for seat in range(s.seats):
        standing = points_of(s, seat) * (c.ALL_STATES + 1) + s.won[seat]
        if standing > best:
            best, winners = standing, 0
        if standing == best:
            winners |= 1 << seat
    return winners


def points_left(s: State) -> int:
    """Return the electoral points of the states that nobody holds yet."""
    total = 0
    for state in range(c.ALL_STATES):
        if s.lies[state] != r.HELD and s.lies[state] != r.ABSENT:
            total += c.POINTS[s.votes, state]
    return total


def uncatchable(s: State) -> int:
    """Return the seat that wins whoever gets the states left, or NOBODY (MS-20).

    With hot streaks nobody is safe, because held states can be attacked.
    """
    if s.hot_streak:
        return r.NOBODY
    best = 0
    for seat in range(s.seats):
        if points_of(s, seat) > points_of(s, best):
            best = seat
    safe = points_of(s, best) - points_left(s)
    for seat in range(s.seats):
        if seat != best and points_of(s, seat) >= safe:
            return r.NOBODY
    return best


def is_beaten(s: State, seat: int) -> bool:
    """Return True if everybody sees that the seat cannot win, even with all the states left (MS-18, MS-20).

    With hot streaks nobody is beaten, because held states can be attacked.
    """
    if s.open_states == 0 or s.hot_streak:
        return False
    reach = points_of(s, seat) + points_left(s)
    for rival in range(s.seats):
        if points_of(s, rival) > reach:
            return True
    return False


def tell_decided(s: State, before: int, note: Numbers) -> None:
    """Emit the event that a seat can no longer be caught, if none was before this win; all saw the wins (MS-18).

    before: the seat that could not be caught before the win, or NOBODY.
    """
    seat = uncatchable(s)
    if before == r.NOBODY and seat != r.NOBODY and points_left(s):
        tell(note, m.DECIDED, seat, points_left(s), 0, 0, 0)


def finish(s: State, note: Numbers) -> None:
    """End the game: all states are held (MS-20)."""
    s.finished = 1
    s.streak = 0
    s.depth = 0
    s.frame[0] = 0
    s.frame_seat[0] = r.NOBODY
    winners = winners_of(s)
    for seat in range(s.seats):
        if (winners >> seat) & 1:
            best = points_of(s, seat)
    tell(note, m.GAME_OVER, r.NOBODY, winners, best, 0, 0)
