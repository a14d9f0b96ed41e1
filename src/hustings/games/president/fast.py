"""Faster forms of U.S. President's verbs (rule functions); without this file the same games are played, but slower.

Each function replaces the verb of the same name in `rules` or `heuristic`; its docstring says why it is faster.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell
from hustings.engine.kernels.bits import member, size_of
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.president.heuristic import all_cards, prospects, value
from hustings.games.president.moves import ACTIONS, SEALED
from hustings.games.president.record import ABSENT, ELECTORS, FLORIDA, NOBODY, SIZES, STATES
from hustings.games.president.rules import end_week, florida_counts, majority, settle

CHECKED = "cf508b6cefe73e79"
BITS = 8  # the bits for each holder in the number that `held_by_all` returns


def legal(s: State, seat: int, out: Numbers) -> int:
    """List the legal actions size by size, skipping sizes of which the seat has no pyramid left."""
    if s.finished or s.to_deal or s.sealed[seat]:
        return 0
    present = states_present(s)
    count = 0
    for size in range(SIZES):
        if s.stock[seat, size] == 0:
            continue
        if present == STATES:
            for state in range(STATES):  # no iteration depends on another, so the compiler vectorises the loop
                out[count + state] = size * STATES + state
            count += STATES
            continue
        for state in range(STATES):
            out[count] = size * STATES + state  # counted only if legal: faster than a branch
            count += s.holder[state] != ABSENT
    return count


def states_present(s: State) -> int:
    """Return the number of states in this game; smaller versions leave some out."""
    present = 0
    for state in range(STATES):
        present += s.holder[state] != ABSENT
    return present


def any_legal(s: State, seat: int, number: int, out: Numbers) -> int:
    """Return one of the legal actions, the one at index `number` modulo their number, without listing them all."""
    present = states_present(s)
    sizes = 0
    for size in range(SIZES):
        sizes += s.stock[seat, size] > 0
    if present == STATES:
        # constant divisors are faster
        if sizes == SIZES:
            return number % ACTIONS
        rest = number % (2 * STATES) if sizes == 2 else number % STATES
        return nth_left(s, seat, rest // STATES) * STATES + rest % STATES
    rest = number % (present * sizes)
    size = nth_left(s, seat, rest // present)
    state = -1
    left = rest % present
    while left >= 0:
        state += 1
        left -= s.holder[state] != ABSENT
    return size * STATES + state


def nth_left(s: State, seat: int, index: int) -> int:
    """Return the size at `index` (from 0) among the sizes of which a seat has pyramids left, without branches."""
    found = 0
    before = 0
    for size in range(SIZES - 1):
        before += s.stock[seat, size] > 0
        found += before <= index
    return found


def undealt_cards(s: State) -> int:
    """Return the undealt cards as a bit mask."""
    undealt = 0
    for state in range(STATES):
        undealt |= (s.holder[state] == NOBODY) << state
    return undealt


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the card that a random number deals, picked from the bit mask of undealt cards."""
    undealt = undealt_cards(s)
    return member(undealt, number % size_of(undealt))


def draw_chance(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> None:
    """Deal all cards in one call, so that the undealt cards are counted only once."""
    undealt = undealt_cards(s)
    left = size_of(undealt)
    while s.to_deal:
        outcome = member(undealt, draw(key, 0, counts[0]) % left)
        counts[0] += 1
        undealt ^= 1 << outcome
        left -= 1
        settle(s, outcome, note)


def random_round(s: State, key: int, count: int, out: Numbers, note: Numbers) -> int:
    """Play a whole week at random if no seat has chosen yet; return the number of choices, 0 otherwise."""
    for seat in range(s.seats):
        if s.sealed[seat]:
            return 0
    for seat in range(s.seats):
        s.choice[seat] = any_legal(s, seat, draw(key, CHOICE_STREAM, count + seat), out) + 1
        tell(note, SEALED, seat, s.week, 0, 0, 0)
    end_week(s, note)
    return s.seats


def held_by_all(s: State) -> int:
    """Return the electors of all holders packed into one number, BITS bits for each."""
    held = 0
    for state in range(STATES):
        held += int(ELECTORS[s.votes, state]) << (BITS * int(s.holder[state]))
    if s.holder[FLORIDA] < NOBODY and not florida_counts(s):
        held -= int(ELECTORS[s.votes, FLORIDA]) << (BITS * int(s.holder[FLORIDA]))
    return held


def held_by(held: int, seat: int) -> int:
    """Return one holder's electors from the packed number."""
    return (held >> (BITS * seat)) & ((1 << BITS) - 1)


def heuristic(s: State, seat: int, action: int) -> int:
    """Compute the heuristic of one action, with the electors of all holders counted in one pass."""
    state = action % STATES
    held = held_by_all(s)
    theirs = held_by(held, s.holder[state])
    outlook = prospects(s, seat, state, held_by(held, seat), theirs, majority(s), all_cards(s))
    rival, worth, idle, block, decides = outlook
    return value(s, seat, action // STATES, state, rival, worth, idle, block, decides)


def heuristics(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Write the heuristic of each listed action; the prospects of a state are computed once for all sizes."""
    held = held_by_all(s)
    needed = majority(s)
    cards = all_cards(s)
    own = held_by(held, seat)
    for state in range(STATES):
        theirs = held_by(held, s.holder[state])
        rival, worth, idle, block, decides = prospects(s, seat, state, own, theirs, needed, cards)
        for each in range(SIZES):
            out[each * STATES + state] = value(s, seat, each, state, rival, worth, idle, block, decides)
    for k in range(size):
        out[k] = out[actions[k]]  # actions ascend, so no value is overwritten before it is read
