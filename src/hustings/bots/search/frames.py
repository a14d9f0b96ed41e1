"""The positions of a game of two while its end is solved, and the frames of the walk through them.

A frame is a moment at which something is to be chosen or drawn: a seat's move, a sealed round of both, or chance. Its
children are the seat's choices, the pairs of both seats' choices (row by row for the first seat's), or the outcomes.
"""

from __future__ import annotations

from hustings.bots.search.matrix import MOST_CHOICES
from hustings.bots.search.nodes import hash_of_view
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, chances, choices, forced, known, may, over, owes, payoff, settle

#: what is next: a seat's move, both seats' sealed choices, chance, the end, or what cannot be solved here
MOVE, SEALED, CHANCE, END, BEYOND = range(5)
#: the columns of a frame: what it is, whose move, how many choices (of the first seat, of the second; outcomes), the
#: child to come, where its items begin (choices, or outcomes and then their weights), where its children's values do,
#: and the hash of the record
KIND, SEAT, FIRST, SECOND, CHILD, ITEMS, VALUES, KEY = range(8)
COLUMNS = KEY + 1
BOTH = 3  # the mask of two seats


@kernel
def key_of_row(row: int, view: Numbers, masks: Numbers) -> int:
    """Return a hash of a whole record."""
    return hash_of_view(view[1], view[2], row, 0, masks[2], masks[3])


@kernel
def open_to_both(s: State, row: int, view: Numbers, masks: Numbers) -> bool:
    """Return whether both seats know the whole record, by the game's own word or because nothing is hidden."""
    if known(s):
        return True
    words, fixed = view[1], masks[0]
    if masks[1].shape[0]:
        return False
    for seat in range(2):
        for k in range(words.shape[1]):
            if words[row, k] & fixed[seat, k] != words[row, k]:
                return False
    return True


@kernel
def chance_to_come(s: State, weights: Numbers, note: Numbers) -> bool:
    """Return whether chance has more than one outcome; settle a single one."""
    total = chances(s, weights)
    outcome = 0
    while weights[outcome] == 0:
        outcome += 1
    if weights[outcome] < total:
        return True
    settle(s, outcome, note)
    return False


@kernel
def play_singles(s: State, row: int, view: Numbers, work: Numbers, masks: Numbers) -> int:
    """Play forced moves until a real decision; return what is pending.

    Each verb is called from one place: the compiler copies a game's functions to every place they are called from.
    """
    _, note, weights, actions, _, _, _ = work
    while not over(s):
        mask = owes(s)
        if mask == 0:
            if chance_to_come(s, weights, note):
                return CHANCE
            continue
        action = forced(s) - 1
        if action < 0:
            if may(s) & ~mask or mask > BOTH or not open_to_both(s, row, view, masks):
                return BEYOND
            for seat in range(1, -1, -1):
                if (mask >> seat) & 1 and choices(s, seat, actions) > 1:
                    return SEALED if mask == BOTH else MOVE
            action = actions[0]
        act(s, lowest_seat(mask), action, note)
    return END


@kernel
def share_of_first(s: State, shares: Numbers) -> float:
    """Return the first seat's share at the end."""
    payoff(s, shares)
    return shares[0, 0] / (shares[0, 0] + shares[0, 1])


@kernel
def copied(row: int, to: int, words: Numbers) -> int:
    """Copy a record and return the address of the copy."""
    for k in range(words.shape[1]):
        words[to, k] = words[row, k]
    return to


@kernel
def children_of(frame: Numbers) -> int:
    """Return the number of a frame's children."""
    return frame[FIRST] * frame[SECOND] if frame[KIND] == SEALED else frame[FIRST]


@kernel
def items_of(frame: Numbers) -> int:
    """Return the number of a frame's items."""
    return frame[FIRST] if frame[KIND] == MOVE else frame[FIRST] + frame[SECOND]


@kernel
def write_items(s: State, frame: Numbers, items: Numbers, work: Numbers) -> bool:
    """Write the items of a frame; return False if there is no room."""
    weights, actions = work[2], work[3]
    begin = frame[ITEMS]
    if frame[KIND] != CHANCE:
        frame[SEAT] = lowest_seat(owes(s))
        frame[SECOND] = 0
        for k in range(2 if frame[KIND] == SEALED else 1):
            size = choices(s, frame[SEAT] + k, actions)
            if begin + size > items.shape[0] or (frame[KIND] == SEALED and size > MOST_CHOICES):
                return False
            frame[FIRST + k] = size
            for j in range(size):
                items[begin + j] = actions[j]
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
def go_to_child(s: State, frame: Numbers, child: int, items: Numbers, note: Numbers) -> None:
    """Play the step to a child of a frame in a copy of its record."""
    begin = frame[ITEMS]
    if frame[KIND] == CHANCE:
        settle(s, items[begin + child], note)
        return
    index = child
    if frame[KIND] == SEALED:
        index = child // frame[SECOND]
    for k in range(2 if frame[KIND] == SEALED else 1):
        act(s, frame[SEAT] + k, items[begin + index], note)
        index = frame[FIRST] + child % frame[SECOND] if frame[KIND] == SEALED else index
