"""Sealed choices: every seat chooses in secret, and the last choice reveals them all.

These kernels work on records with two fields for each seat: the flag `sealed`, and `choice`, which is 1 + the sealed
action (0: none) and which only the seat itself sees.
"""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.verbs import refusal


@kernel
def seal(s: State, seat: int, action: int) -> None:
    """Store a seat's choice of an action as sealed."""
    s.choice[seat] = action + 1
    s.sealed[seat] = 1


@kernel
def unseal_one(s: State, seat: int) -> int:
    """Remove a seat's sealed choice from the record; return its action, or -1 if the seat has not chosen."""
    action: int = s.choice[seat] - 1
    s.choice[seat] = 0
    s.sealed[seat] = 0
    return action


@kernel
def without_choice(s: State) -> int:
    """Return the seats that have not chosen, as a bit mask."""
    mask = 0
    for seat in range(s.seats):
        mask |= (1 - s.sealed[seat]) << seat
    return mask


@kernel
def unseal_rivals(v: State, seat: int) -> None:
    """Remove the sealed choices of a seat's rivals, so that they must choose again."""
    for rival in range(v.seats):
        if rival != seat:
            unseal_one(v, rival)


@kernel
def imagine_choices(v: State, actions: int, key: int) -> None:
    """Replace each sealed choice that a view hides by a random one of that seat's legal actions.

    actions  only action ids below this number can be drawn.
    """
    for seat in range(v.seats):
        if v.sealed[seat] and v.choice[seat] == 0:
            v.sealed[seat] = 0
            seal(v, seat, nth_allowed(v, seat, actions, draw(key, CHOICE_STREAM + seat, 0)))


@kernel
def nth_allowed(s: State, seat: int, actions: int, number: int) -> int:
    """Return a legal action below `actions`: of n, the one at index number % n. It needs no array, unlike `legal`."""
    size = 0
    for action in range(actions):
        size += refusal(s, seat, action) == 0
    left = number % size
    action = 0
    while left or refusal(s, seat, action):
        left -= refusal(s, seat, action) == 0
        action += 1
    return action
