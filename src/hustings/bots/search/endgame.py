"""Solve the end of a game for two exactly, by a walk through all lines of play that evaluates positions from the end.

This is possible if both seats know the whole record except choices sealed at the same time; the value of a position
then does not depend on the moves that led to it. The value of a move is that of its best child, the value of a chance
step the mean of its children, and the value of a sealed round that of a matrix game (`matrix`). A position that several
lines lead to is solved only once.
"""

from __future__ import annotations

from hustings.bots.search.frames import (
    BEYOND,
    CHANCE,
    END,
    MOVE,
    SEALED,
    children_of,
    copied,
    go_to_child,
    items_of,
    key_of_row,
    play_singles,
    share_of_first,
    write_items,
)
from hustings.bots.search.matrix import NEAR, OWN, value_of
from hustings.bots.search.memory import (
    BOTTOM,
    CHILD,
    EXACT,
    FIRST,
    ITEMS,
    KEY,
    KIND,
    ROOT,
    SEAT,
    SECOND,
    VALUES,
    Endgame,
    Tree,
    World,
)
from hustings.bots.search.nodes import FREE, slot_of
from hustings.engine.kernels import kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.verbs import imagine, owes

GUESSES = CHOICE_STREAM - 16  # the stream for random lines that estimate the size of an endgame
PROBES = 12
SLACK = 40.0  # the estimate may exceed the allowed steps by this factor, because many positions recur
#: the state of a solution: none; how to play a sealed round is known; the value of each choice is known too
UNSOLVED, MIXED, SOLVED = range(3)
UNKNOWN = -2.0


@kernel
def probed(probe: int, limit: float, world: World, ends: Endgame) -> float:
    """Estimate the number of positions in the rest of the game from one random line (Knuth 1975), at most `limit`.

    The estimate assumes that the order in which cards come makes no difference to the position.
    """
    frame = ends.frames[0]
    row = copied(BOTTOM, BOTTOM + 1, world.words)
    s = world.records[row]
    total = cards = 0.0
    size = 1.0
    for count in range(ends.frames.shape[0]):
        frame[KIND] = play_singles(s, row, world)
        if frame[KIND] == END:
            return total
        frame[ITEMS] = 0
        if frame[KIND] == BEYOND or not write_items(s, frame, world, ends):
            return limit
        children = children_of(frame)
        cards = cards + 1.0 if frame[KIND] == CHANCE else 0.0
        size *= children / max(1.0, cards)
        total += size
        if total >= limit:
            return limit
        go_to_child(s, frame, draw(probe, GUESSES, count) % children, world, ends)
    return limit


@kernel
def small(limit: float, world: World, ends: Endgame) -> bool:
    """Return whether most of several random lines suggest that fewer than `limit` positions remain."""
    beyond = 0
    for probe in range(PROBES):
        beyond += probed(probe, limit, world, ends) >= limit
        if 2 * beyond > PROBES:
            return False
    return True


@kernel
def push(depth: int, kind: int, key: int, world: World, ends: Endgame) -> bool:
    """Open a frame for the record in row BOTTOM + depth, on top of the stack; return False if there is no room."""
    if depth == ends.frames.shape[0]:
        return False
    frame = ends.frames[depth]
    frame[ITEMS] = frame[VALUES] = 0
    if depth:
        below = ends.frames[depth - 1]
        frame[ITEMS] = below[ITEMS] + items_of(below)
        frame[VALUES] = below[VALUES] + children_of(below)
    frame[KIND] = kind
    frame[KEY] = key
    frame[CHILD] = 0
    if not write_items(world.records[BOTTOM + depth], frame, world, ends):
        return False
    return frame[VALUES] + children_of(frame) <= ends.values.shape[0]


@kernel
def done(depth: int, ends: Endgame) -> bool:
    """Return whether a frame is finished: all its children have values, or one of them wins for the seat to move."""
    frame = ends.frames[depth]
    child = frame[CHILD]
    if child == children_of(frame):
        return True
    if depth == 0 or child == 0 or frame[KIND] != MOVE:
        return False
    return ends.values[frame[VALUES] + child - 1] == 1.0 - frame[SEAT]


@kernel
def worth(depth: int, ends: Endgame) -> float:
    """Return the value of a frame for the first seat, from the values of its children."""
    frame, items, values = ends.frames[depth], ends.items, ends.values
    begin = frame[VALUES]
    if frame[KIND] == SEALED:
        return value_of(begin, frame[FIRST], frame[SECOND], ends)
    value = values[begin]
    if frame[KIND] == MOVE:
        for k in range(1, frame[CHILD]):
            other = values[begin + k]
            value = max(value, other) if frame[SEAT] == 0 else min(value, other)
        return value
    value = total = 0.0
    for k in range(frame[FIRST]):
        weight = items[frame[ITEMS] + frame[FIRST] + k]
        value += weight * values[begin + k]
        total += weight
    return value / total


@kernel
def value_met(depth: int, key: int, ends: Endgame) -> float:
    """Return the value of a position, given its hash; UNKNOWN if it is new, OWN if it is the sealed round again."""
    if ends.frames[depth, KEY] == key and ends.frames[depth, KIND] == SEALED:
        return OWN
    slot = slot_of(ends.known, key)
    return ends.known_values[slot] if ends.known[slot] == key else UNKNOWN


@kernel
def remember(key: int, value: float, ends: Endgame) -> None:
    """Store the value of a position if there is room."""
    slot = slot_of(ends.known, key)
    if ends.known[slot] == FREE and 4 * ends.known_count[0] < 3 * ends.known.shape[0]:
        ends.known[slot] = key
        ends.known_values[slot] = value
        ends.known_count[0] += 1


@kernel
def round_about(depth: int, key: int, ends: Endgame) -> bool:
    """Return whether a position is among its own ancestors, so that the game could go on for ever."""
    met = False
    for k in range(depth + 1):
        met = met or ends.frames[k, KEY] == key
    return met


@kernel
def step(depth: int, world: World, ends: Endgame) -> int:
    """Go to the next child of the topmost frame; return the depth of the topmost frame then, or -1 to give up."""
    frame = ends.frames[depth]
    row = copied(BOTTOM + depth, BOTTOM + depth + 1, world.words)
    s = world.records[row]
    go_to_child(s, frame, frame[CHILD], world, ends)
    frame[CHILD] += 1
    kind = play_singles(s, row, world)
    if kind == BEYOND:
        return -1
    if kind == END:
        value = share_of_first(s, world.shares)
    else:
        key = key_of_row(row, world)
        value = value_met(depth, key, ends)
        if value == UNKNOWN:
            if round_about(depth, key, ends) or not push(depth + 1, kind, key, world, ends):
                return -1
            return depth + 1
    ends.values[frame[VALUES] + frame[CHILD] - 1] = value
    return depth


@kernel
def walk(budget: int, world: World, ends: Endgame) -> int:
    """Find the values of all children of the first frame; return the number of steps, 0 after giving up.

    It gives up after `budget` steps, or if it meets a position that cannot be solved.
    """
    depth = met = 0
    while True:
        if done(depth, ends):
            if depth == 0:
                return met
            value = worth(depth, ends)
            remember(ends.frames[depth, KEY], value, ends)
            depth -= 1
            ends.values[ends.frames[depth, VALUES] + ends.frames[depth, CHILD] - 1] = value
            continue
        met += 1
        depth = step(depth, world, ends)
        if depth < 0 or met > budget:
            return 0


@kernel
def write_solution(seat: int, ends: Endgame) -> None:
    """Write from the first frame the value of each of the seat's choices, and how often to make the choice."""
    frame, values, odds, worths, mixes = ends.frames[0], ends.values, ends.odds, ends.exact, ends.mixes
    value = worth(0, ends)
    size = frame[FIRST] if seat == 0 or frame[KIND] == MOVE else frame[SECOND]
    for k in range(size):
        if frame[KIND] == MOVE:
            worths[k] = values[k]
        else:
            odds[k] = mixes[seat, k]
            worths[k] = 0.0
            for other in range(frame[SECOND] if seat == 0 else frame[FIRST]):
                payoff = values[k * frame[SECOND] + other if seat == 0 else other * frame[SECOND] + k]
                worths[k] += mixes[1 - seat, other] * (value if payoff == OWN else payoff)
        if seat:
            worths[k] = 1.0 - worths[k]
    if frame[KIND] == MOVE:
        best = value if seat == 0 else 1.0 - value
        for k in range(size):
            odds[k] = 1.0 if worths[k] > best - NEAR else 0.0


@kernel
def two_ends(seat: int, world: World, ends: Endgame) -> bool:
    """Return whether a sealed round has the same best mix for any worth of its outcomes; write the mix for the seat.

    This is so if the round leads to one of two positions or is repeated, and if the equilibrium is the same whichever
    of the two is the better one, as in rock-paper-scissors. The positions then need not be evaluated.
    """
    frame, values, odds = ends.frames[0], ends.values, ends.odds
    one = other = 0
    for child in range(children_of(frame)):
        row = copied(BOTTOM, BOTTOM + 1, world.words)
        go_to_child(world.records[row], frame, child, world, ends)
        key = key_of_row(row, world)
        one = key if one == 0 and key != frame[KEY] else one
        other = key if other == 0 and key != frame[KEY] and key != one else other
        if key not in (frame[KEY], one, other):
            return False
        values[child] = OWN if key == frame[KEY] else 1.0 if key == one else 0.0
    size = frame[FIRST] if seat == 0 else frame[SECOND]
    value_of(0, frame[FIRST], frame[SECOND], ends)
    for k in range(size):
        odds[k] = ends.mixes[seat, k]
    for child in range(children_of(frame)):
        values[child] = values[child] if values[child] == OWN else 1.0 - values[child]
    value_of(0, frame[FIRST], frame[SECOND], ends)
    apart = 0.0
    for k in range(size):
        apart = max(apart, abs(odds[k] - ends.mixes[seat, k]))
    return apart < NEAR


@kernel
def solve(seat: int, key: int, world: World, tree: Tree, ends: Endgame) -> int:
    """Solve the rest of the game from row ROOT for the seat; return SOLVED, MIXED or UNSOLVED.

    The setting EXACT is the number of steps that it may take; with 0 it solves nothing.
    """
    budget = int(tree.settings[EXACT])
    if budget == 0:
        return UNSOLVED
    row = copied(ROOT, BOTTOM, world.words)
    s = world.records[row]
    imagine(s, seat, key)
    kind = play_singles(s, row, world)
    if kind not in (MOVE, SEALED) or not (owes(s) >> seat) & 1:
        return UNSOLVED
    little = small(SLACK * budget, world, ends)
    if not push(0, kind, key_of_row(row, world), world, ends) or (kind == MOVE and not little):
        return UNSOLVED
    if little:
        ends.known[:] = FREE
        ends.known_count[0] = 0
        if walk(budget, world, ends):
            write_solution(seat, ends)
            return SOLVED
    return MIXED if kind == SEALED and two_ends(seat, world, ends) else UNSOLVED
