"""The nodes of a search: what the seat to move sees, in 64 bits, in a table of fixed size.

A record holds all that anybody can tell, and `imagine` builds on nothing else, so a seat's view of it is its
information set: histories that lead to the same view share a node. What is legal follows from the view, and seats that
seal one after another do not see each other's choices, so a sealed round needs no nodes of its own.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.verbs import heuristics

_WORD = (1 << 64) - 1
FACTOR = 0x9FB21C651E98DF25
POSITIVE = (1 << 62) - 1
FREE = 0
WAIT = -1  # instead of an action: let the others go on
#: rows of the records: the view asked about, the world at hand, and the first of those an endgame is solved in
ROOT, WORLD, BOTTOM = range(3)


def fold(total: int, word: int) -> int:
    """Add a word to a hash; the compiled twin is in `entries`."""
    total = ((total ^ word) * FACTOR) & _WORD
    return total ^ (total >> 32)


@kernel
def hash_of_view(words: Numbers, raw: Numbers, row: int, actor: int, fixed: Numbers, spots: Numbers) -> int:
    """Return a hash of a seat's view of a row, never FREE.

    words, raw  the records as words of 64 bits and as bytes.
    fixed       [seat, word] masks over what each seat may know whatever the record says.
    spots       bytes that a mask in the record says who sees: where the byte lies, and where its mask.
    """
    one = fold(FACTOR, actor + 1)
    two = 1
    last = words.shape[1] - 1
    for k in range(0, last, 2):
        one = fold(one, int(words[row, k] & fixed[actor, k]))
        two = fold(two, int(words[row, k + 1] & fixed[actor, k + 1]))
    if last % 2 == 0:
        one = fold(one, int(words[row, last] & fixed[actor, last]))
    packed = 0
    for j in range(spots.shape[0]):
        packed = packed << 8 | int(raw[row, spots[j, 0]]) * ((int(raw[row, spots[j, 1]]) >> actor) & 1)
        if j & 7 == 7:
            two = fold(two, packed)
            packed = 0
    return fold(fold(one, packed), two) & POSITIVE | 1


@kernel
def slot_of(keys: Numbers, key: int) -> int:
    """Return the slot of a key, or the free slot for it."""
    slot = key & (keys.shape[0] - 1)
    while keys[slot] != FREE and keys[slot] != key:
        slot = (slot + 1) & (keys.shape[0] - 1)
    return slot


@kernel
def expand(
    s: State,
    seat: int,
    size: int,
    waits: bool,
    power: int,
    actions: Numbers,
    worth: Numbers,
    edges: Numbers,
    used: Numbers,
) -> int:
    """Give each of the `size` actions an edge with a prior by its heuristic rank.

    Heuristics have no unit in common, so only their order counts, to the power that is given. A seat that is not asked
    may also WAIT, which is the last edge then. Returns the first edge, -1 when there is no room.
    """
    won, prior, tried, action = edges
    begin = used[0]
    if begin + size + waits > action.shape[0]:
        return -1
    heuristics(s, seat, size, actions, worth)
    for k in range(size):
        better = 0
        equal = -1
        for j in range(size):
            better += worth[j] > worth[k]
            equal += worth[j] == worth[k]
        prior[begin + k] = 1.0
        for _ in range(power):
            prior[begin + k] /= 1.0 + better + 0.5 * equal
        action[begin + k] = actions[k]
    if waits:
        prior[begin + size] = 1.0
        action[begin + size] = WAIT
    for k in range(begin, begin + size + waits):
        won[k] = 0.0
        tried[k] = 0
    used[0] = begin + size + waits
    return begin
