"""The nodes of a search, in a hash table of fixed size; the key of a node is a hash of the view of the seat to move.

A view contains everything that the seat can know, and `imagine` uses nothing else, so a view identifies an information
set: histories that lead to the same view share a node. A seat's legal actions follow from its view. Seats that make
sealed choices one after another do not see each other's choices, so sealed rounds need no special nodes.
"""

from __future__ import annotations

from hustings.bots.search.memory import EDGES, Tree, World
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.verbs import heuristics

_WORD = (1 << 64) - 1
FACTOR = 0x9FB21C651E98DF25
POSITIVE = (1 << 62) - 1
FREE = 0
WAIT = -1  # instead of an action: the seat does nothing and the others go on


def fold(total: int, word: int) -> int:
    """Return a hash combined with another word; the compiled form is in `entries`."""
    total = ((total ^ word) * FACTOR) & _WORD
    return total ^ (total >> 32)


@kernel
def hash_of_view(words: Numbers, raw: Numbers, row: int, actor: int, fixed: Numbers, spots: Numbers) -> int:
    """Return a hash of the view that a seat (`actor`) has of the record in a row; it is never FREE.

    words, raw  the records as words of 64 bits and as bytes.
    fixed       masks of the bits that a seat always may know, shaped (seats, words).
    spots       the bytes that a seat may know if a mask of seats in the record says so: pairs of the place of the byte
                and the place of its mask.
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
    """Return the slot of a key in the hash table, or the free slot into which it can be put."""
    slot = key & (keys.shape[0] - 1)
    while keys[slot] != FREE and keys[slot] != key:
        slot = (slot + 1) & (keys.shape[0] - 1)
    return slot


@kernel
def expand(s: State, seat: int, size: int, waits: bool, power: int, world: World, tree: Tree) -> int:
    """Add an edge for each of the first `size` of `actions`, with a prior by the rank of its heuristic value.

    Only the order of the heuristic values counts, because their units differ between games.

    waits  whether to add a last edge for WAIT, for a seat that need not act.
    power  the exponent of the priors.

    Returns the index of the first edge, or -1 if there is no room.
    """
    prior, worth = tree.prior, world.worth
    begin = tree.used[EDGES]
    if begin + size + waits > tree.action.shape[0]:
        return -1
    heuristics(s, seat, size, world.actions, worth)
    for k in range(size):
        better = 0
        equal = -1
        for j in range(size):
            better += worth[j] > worth[k]
            equal += worth[j] == worth[k]
        prior[begin + k] = 1.0
        for _ in range(power):
            prior[begin + k] /= 1.0 + better + 0.5 * equal
        tree.action[begin + k] = world.actions[k]
    if waits:
        prior[begin + size] = 1.0
        tree.action[begin + size] = WAIT
    for k in range(begin, begin + size + waits):
        tree.won[k] = 0.0
        tree.tried[k] = 0
    tree.used[EDGES] = begin + size + waits
    return begin
