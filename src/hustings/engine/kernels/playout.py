"""Kernels that play any game to its end, by random moves or the game's rule of thumb.

They are plain functions: tests run them interpreted, `kernels.compiled` compiles them. With the same key both play the
same game.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel, unheard
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.verbs import (
    act,
    choices,
    draw_chance,
    drawn,
    forced,
    heuristic,
    over,
    owes,
    payoff,
)

RANDOM, THUMB = 0, 1


@kernel
def lowest_seat(mask: int) -> int:
    """Return the lowest seat of a nonempty bit mask."""
    seat = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


@kernel
def advance(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> int:
    """Settle chance and make forced moves; return the mask of the seats that must then decide, 0 at the end."""
    while not over(s):
        mask = owes(s)
        if mask == 0:
            draw_chance(s, key, counts, weights, note)
            continue
        program = forced(s)
        if program == 0:
            return mask
        act(s, lowest_seat(mask), program - 1, note)
    return 0


@kernel
def random_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return a uniformly random legal action: of n, the one at the index that a number of CHOICE_STREAM selects."""
    return drawn(s, seat, draw(key, CHOICE_STREAM, count), actions)


@kernel
def thumb_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return the best of a seat's choices by the game's rule of thumb; ties are broken at random."""
    size = choices(s, seat, actions)
    best = actions[0]
    best_value = heuristic(s, seat, best)
    ties = 1
    for k in range(1, size):
        value = heuristic(s, seat, actions[k])
        if value > best_value:
            best, best_value, ties = actions[k], value, 1
        elif value == best_value:
            ties += 1
            if draw(key, CHOICE_STREAM + k, count) % ties == 0:
                best = actions[k]
    return best


@kernel
def playout(
    s: State, key: int, levels: Numbers, note: Numbers, weights: Numbers, actions: Numbers, counts: Numbers
) -> int:
    """Play the game in a record to its end; return the number of decisions without forced moves.

    levels  for each seat RANDOM or THUMB.
    counts  for each chance stream, how many of its numbers have been used.
    """
    decisions = 0
    while True:
        mask = advance(s, key, counts, weights, note)
        if mask == 0:
            return decisions
        seat = lowest_seat(mask)
        if levels[seat] == THUMB:
            action = thumb_action(s, seat, key, decisions, actions)
        else:
            action = random_action(s, seat, key, decisions, actions)
        act(s, seat, action, note)
        decisions += 1


@kernel
def playouts(
    records: Numbers,
    keys: Numbers,
    levels: Numbers,
    note: Numbers,
    weights: Numbers,
    actions: Numbers,
    counts: Numbers,
    results: Numbers,
) -> int:
    """Play the game in each record k to its end with its own key, and write its payoffs into results[k].

    Returns the number of decisions in all games.
    """
    decisions = 0
    lost = unheard(note)
    for k in range(len(records)):
        counts[:] = 0
        decisions += playout(records[k], keys[k], levels, lost, weights, actions, counts)
        payoff(records[k], results[k])
    return decisions
