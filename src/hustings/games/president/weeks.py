"""The twelve weeks: the deal, what a complete set of choices does, and who leads where (UP-2 to UP-7)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel, tell
from hustings.games.president.cards import STATES
from hustings.games.president.events import ASIDE, KEPT, LED, NEW_WEEK, PLACED, REMOVED
from hustings.games.president.moves import pieces
from hustings.games.president.record import ABSENT, MOST_IN_STATE, NOBODY


@kernel
def begin_deal(s: State) -> None:
    """UP-2: how many cards are to be dealt, in whole rounds from P1: as many as there can be, or one."""
    states = 0
    for state in range(STATES):
        states += s.holder[state] != ABSENT
    rounds = states // s.seats
    s.to_deal = s.seats * (rounds if s.dealt == 0 else min(1, rounds))
    s.dealing = 0 if s.to_deal else NOBODY


@kernel
def all_sealed(s: State) -> bool:
    """Whether nobody's choice is missing any more."""
    for seat in range(s.seats):
        if s.sealed[seat] == 0:
            return False
    return True


@kernel
def reveal(s: State, note: Numbers) -> None:
    """UP-3 to UP-7: all choices are placed at once; then the leads of the states that changed are judged, once."""
    changed = 0
    for seat in range(s.seats):
        choice = s.choice[seat] - 1
        s.choice[seat] = 0
        s.sealed[seat] = 0
        changed |= place(s, seat, choice // STATES, choice % STATES, note)
    for state in range(STATES):
        if (changed >> state) & 1:
            judge(s, state, note)


@kernel
def place(s: State, seat: int, size: int, state: int, note: Numbers) -> int:
    """UP-4: a pyramid stands in the state, or as the fourth leaves the game; the changed state as a bit mask."""
    s.stock[seat, size] -= 1
    if pieces(s, seat, state) == MOST_IN_STATE:
        s.removed[seat] += 1
        tell(note, REMOVED, seat, size, state, 0, 0)
        return 0
    s.placed[seat, state, size] += 1
    s.points[seat, state] += size + 1
    tell(note, PLACED, seat, size, state, s.points[seat, state], 0)
    return 1 << state


@kernel
def lead(s: State, state: int) -> tuple[int, int, int]:
    """UP-5: the first of the remaining players with most points in a state, those points, and the next best ones.

    The player leads when the first number of points is the higher one; NOBODY where there are none.
    """
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


@kernel
def judge(s: State, state: int, note: Numbers) -> None:
    """UP-5 to UP-7: the card goes to the sole leader; a holder with as many points as the best keeps it."""
    leader, best, following = lead(s, state)
    holder = s.holder[state]
    own = s.points[holder, state] if holder != NOBODY else 0
    if own == best:
        return
    if best > following:
        s.holder[state] = leader
        tell(note, LED, leader, state, holder, best, following)
    elif holder != NOBODY and s.overtaken == 0:
        s.holder[state] = NOBODY
        tell(note, ASIDE, holder, state, own, best, 0)
    elif holder != NOBODY:
        tell(note, KEPT, holder, state, own, best, 0)


@kernel
def next_week(s: State, note: Numbers) -> bool:
    """UP-3: the next of the weeks begins; returns whether there is one."""
    if s.week >= s.weeks:
        return False
    s.week += 1
    tell(note, NEW_WEEK, NOBODY, s.week, 0, 0, 0)
    return True
