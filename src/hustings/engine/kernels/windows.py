"""Reaction windows: before each decision of a seat, every other seat may make one move out of turn.

A seat whose decision is due owes it (`owes`); other seats may move although the game does not wait for them (`may`).
The windows have a public order: clockwise from the seat that owes the decision, each seat in `may` makes one move or
waits. A deal in progress is finished first: the seat that offers names its price, and the partner answers, without
windows in between. The seat that owes the decision may also make moves out of turn; each counts as a decision, so the
other seats may react to it.

The state of the windows is one number, `passed`: the seats that have had their window since the last decision, as a bit
mask, or NO_WINDOWS.
"""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.engine.kernels.bits import lowest
from hustings.engine.kernels.verbs import bargaining, may

NO_WINDOWS = -1  # in place of `passed`: only seats that owe a decision act


@kernel
def asked_seat(s: State, owing: int, passed: int) -> int:
    """Return the seat that acts next: the next seat with a window, or the lowest of the seats that owe a decision.

    owing  the seats that owe a decision, as a bit mask; at least one.
    """
    first = lowest(owing)
    if passed == NO_WINDOWS or bargaining(s):
        return first
    free = may(s) & ~owing & ~passed
    if free == 0:
        return first
    later = free >> first
    return first + lowest(later) if later else lowest(free)


@kernel
def passed_after(s: State, seat: int, owing: int, passed: int) -> int:
    """Return `passed` as it will be after a move or a wait of the seat that acts now; call it before the move."""
    if passed == NO_WINDOWS:
        return passed
    if (owing >> seat) & 1 == 0:
        return passed | (1 << seat)
    return passed if bargaining(s) else 0
