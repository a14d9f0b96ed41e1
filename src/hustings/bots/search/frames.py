"""The frames of the walk through positions that solves the end of a game for two (`endgame`).

A frame is a position in which something must be chosen or drawn: a seat's move, a sealed round of both seats, or
chance. Its children are the positions after each of the seat's choices, after each pair of both seats' choices (row by
row for the choices of the first seat), or after each outcome.
"""

from __future__ import annotations

from hustings.bots.search.memory import FIRST, ITEMS, KIND, MOST_CHOICES, SEAT, SECOND, Endgame, World
from hustings.bots.search.nodes import hash_of_view
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, chances, choices, forced, known, may, over, owes, payoff, settle

#: kinds of positions by what comes next: a seat's move, both seats' sealed choices, chance, the end, or something that
#: cannot be solved
MOVE, SEALED, CHANCE, END, BEYOND = range(5)
BOTH = 3  # the bit mask of both seats


@kernel
def key_of_row(row: int, world: World) -> int:
    """Return a hash of a whole record."""
    return hash_of_view(world.words, world.raw, row, 0, world.full, world.none)


@kernel
def open_to_both(s: State, row: int, world: World) -> bool:
    """Return whether both seats know the whole record, because the game says so (`known`) or nothing is hidden now."""
    if known(s):
        return True
    if world.spots.shape[0]:
        return False
    for seat in range(2):
        for k in range(world.words.shape[1]):
            if world.words[row, k] & world.fixed[seat, k] != world.words[row, k]:
                return False
    return True


@kernel
def chance_to_come(s: State, weights: Numbers, note: Numbers) -> bool:
    """Return True if the chance step has several possible outcomes; else carry out the only one and return False."""
    total = chances(s, weights)
    outcome = 0
    while weights[outcome] == 0:
        outcome += 1
    if weights[outcome] < total:
        return True
    settle(s, outcome, note)
    return False


@kernel
def play_singles(s: State, row: int, world: World) -> int:
    """Play on while there is only one possible step; return the kind of the position that is reached.

    Each verb is called in one place only, because the compiler copies a game's functions to every place of a call.
    """
    while not over(s):
        mask = owes(s)
        if mask == 0:
            if chance_to_come(s, world.weights, world.note):
                return CHANCE
            continue
        action = forced(s) - 1
        if action < 0:
            if may(s) & ~mask or mask > BOTH:
                return BEYOND
            for seat in range(1, -1, -1):
                if (mask >> seat) & 1 and choices(s, seat, world.actions) > 1:
                    if not open_to_both(s, row, world):
                        return BEYOND
                    return SEALED if mask == BOTH else MOVE
            action = world.actions[0]
        act(s, lowest_seat(mask), action, world.note)
    return END


@kernel
def share_of_first(s: State, shares: Numbers) -> float:
    payoff(s, shares)
    return shares[0, 0] / (shares[0, 0] + shares[0, 1])


@kernel
def copied(row: int, to: int, words: Numbers) -> int:
    """Copy the record in one row to another row, and return the latter's number."""
    for k in range(words.shape[1]):
        words[to, k] = words[row, k]
    return to


@kernel
def children_of(frame: Numbers) -> int:
    return frame[FIRST] * frame[SECOND] if frame[KIND] == SEALED else frame[FIRST]


@kernel
def items_of(frame: Numbers) -> int:
    """Return the number of a frame's items: its choices, or its outcomes and their weights."""
    return frame[FIRST] if frame[KIND] == MOVE else frame[FIRST] + frame[SECOND]


@kernel
def write_items(s: State, frame: Numbers, world: World, ends: Endgame) -> bool:
    """Write the items of a new frame, its choices or outcomes; return False if there is no room."""
    items, weights = ends.items, world.weights
    begin = frame[ITEMS]
    if frame[KIND] != CHANCE:
        frame[SEAT] = lowest_seat(owes(s))
        frame[SECOND] = 0
        for k in range(2 if frame[KIND] == SEALED else 1):
            size = choices(s, frame[SEAT] + k, world.actions)
            if begin + size > items.shape[0] or (frame[KIND] == SEALED and size > MOST_CHOICES):
                return False
            frame[FIRST + k] = size
            for j in range(size):
                items[begin + j] = world.actions[j]
            begin += size
        return True
    for k in range(weights.shape[0]):
        weights[k] = 0
    chances(s, weights)
    count = 0
    for k in range(weights.shape[0]):
        count += weights[k] > 0
    frame[FIRST] = frame[SECOND] = count
    if begin + 2 * count > items.shape[0]:
        return False
    for k in range(weights.shape[0]):
        if weights[k] > 0:
            items[begin] = k
            items[begin + count] = weights[k]
            begin += 1
    return True


@kernel
def go_to_child(s: State, frame: Numbers, child: int, world: World, ends: Endgame) -> None:
    """Carry out the step to a child of a frame, in a copy of the frame's record."""
    begin = frame[ITEMS]
    if frame[KIND] == CHANCE:
        settle(s, ends.items[begin + child], world.note)
        return
    index = child
    if frame[KIND] == SEALED:
        index = child // frame[SECOND]
    for k in range(2 if frame[KIND] == SEALED else 1):
        act(s, frame[SEAT] + k, ends.items[begin + index], world.note)
        index = frame[FIRST] + child % frame[SECOND] if frame[KIND] == SEALED else index
