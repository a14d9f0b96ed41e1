"""The bots' rule of thumb in U.S. President: the worth of placing a pyramid in a state this week."""

from __future__ import annotations

from hustings.engine.kernels import Numbers
from hustings.engine.kernels.chance import draw
from hustings.engine.kernels.verbs import legal
from hustings.games.president.record import (
    ELECTORS,
    FLORIDA,
    FLORIDA_MARGIN,
    MOST_IN_STATE,
    NOBODY,
    SIZES,
    STATES,
    State,
)
from hustings.games.president.rules import best_of_others, florida_counts, majority, pieces

BITS = 8  # the bits for each holder in the number that `held_by_all` returns
SCALE = 100  # heuristics are whole numbers in hundredths of an elector
DECIDES = 100 * SCALE  # the worth of making or preventing a majority; more than any state is worth
WASTED = -10 * DECIDES
PRICE = 30  # the least cost of a victory point, because it could be worth something elsewhere
WEEKLY = 80  # each week but the next may add up to this to the cost
LARGE = 10  # electors for each hundredth of `sight`, which must stay far below a victory point's cost
FANCY = 60  # `taste` varies a state's worth by up to this many hundredths among three players or more


def choices(s: State, seat: int, out: Numbers) -> int:
    """List the actions to consider: all legal ones, but for each size only one that removes a fourth pyramid (UP-4)."""
    count = 0
    wasted = 0
    for k in range(legal(s, seat, out)):
        action = out[k]
        size = 1 << action // STATES
        if pieces(s, seat, action % STATES) == MOST_IN_STATE:
            if wasted & size:
                continue
            wasted |= size
        out[count] = action
        count += 1
    return count


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
    """Return the electors that a choice may win or deny to others this week, less its cost, in hundredths."""
    state = action % STATES
    held = held_by_all(s)
    theirs = held_by(held, s.holder[state])
    outlook = prospects(s, seat, state, held_by(held, seat), theirs, majority(s), all_cards(s))
    rival, worth, idle, block, decides = outlook
    price = thrift(s, seat, all_cards(s))
    return value(s, seat, action // STATES, state, rival, worth, idle, block, decides, price)


def heuristics(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Write the heuristic of each listed action; the prospects of a state are computed once for all sizes."""
    held = held_by_all(s)
    needed = majority(s)
    cards = all_cards(s)
    own = held_by(held, seat)
    price = thrift(s, seat, cards)
    for state in range(STATES):
        theirs = held_by(held, s.holder[state])
        rival, worth, idle, block, decides = prospects(s, seat, state, own, theirs, needed, cards)
        for each in range(SIZES):
            out[each * STATES + state] = value(s, seat, each, state, rival, worth, idle, block, decides, price)
    for k in range(size):
        out[k] = out[actions[k]]  # actions ascend, so no value is overwritten before it is read


def prospects(
    s: State, seat: int, state: int, own: int, theirs: int, needed: int, cards: int
) -> tuple[int, int, bool, int, bool]:
    """Return the part of `heuristic` that all sizes in a state share.

    Args:
        own, theirs: The electors of the seat and of the state's holder.
        needed: The electors that make a majority.
        cards: The holders of all cards, from `all_cards`.

    Returns:
        Five values: the most points of any other seat there; the worth of the state's electors by the seat's taste;
        True if the state is already safe for the seat or lost; the worth of taking the state from its holder; True if
        the state makes the seat's majority.
    """
    rival = best_of_others(s, seat, state)
    votes = ELECTORS[s.votes, state]
    worth = votes * taste(s, seat, state, cards)
    if s.holder[state] == seat:
        return rival, worth, s.points[seat, state] >= others_reach(s, seat, state), 0, own >= needed > own - votes
    block = blocking(s, state, worth, theirs, needed)
    return rival, worth, reach(s, seat, state) <= rival, block, own + votes >= needed


def value(
    s: State,
    seat: int,
    size: int,
    state: int,
    rival: int,
    worth: int,
    idle: bool,
    block: int,
    decides: bool,
    price: int,
) -> int:
    """Return the heuristic of placing a size in a state, from the state's prospects and less `price` for each point."""
    if pieces(s, seat, state) == MOST_IN_STATE:
        return WASTED - size
    before = s.points[seat, state]
    after = before + size + 1
    cost = price * (size + 1)
    seen = sight(s, seat, state, after, rival, idle)
    if s.holder[state] == seat:
        return holding(state, before - rival, after - rival, worth, idle, decides) - cost + seen
    return taking(s, state, after, rival, worth, idle, block, decides) - cost + seen


def sight(s: State, seat: int, state: int, after: int, rival: int, idle: bool) -> int:
    """Return a small bonus for a choice that people understand; it decides among choices of nearly equal worth.

    Such a choice takes, holds or threatens a state that is still open, and rather a large one. If there is none, two
    players make a safe lead larger. Among three or more, points in a lost state are better: they may inherit its card
    from a holder who drops out (UP-11).
    """
    large = int(ELECTORS[s.votes, state]) // LARGE
    mine = s.holder[state] == seat
    if idle:
        return large if mine == (s.seats == 2) else 0
    return large + 1 if mine or after > rival - SIZES else 0


def holding(state: int, before: int, after: int, worth: int, safe: bool, decides: bool) -> int:
    """Return the worth of a larger margin in a state the seat holds: a safer lead, in Florida a valid one (UP-8)."""
    if safe and state != FLORIDA:
        return 0
    value = worth * (danger(before) - danger(after)) // 6
    if state == FLORIDA and before < FLORIDA_MARGIN <= after:
        value += worth
    return value * 2 if decides else value


def taking(s: State, state: int, after: int, rival: int, worth: int, lost: bool, block: int, decides: bool) -> int:
    """Return the worth of reaching `after` points in a state not held by the seat; rival: the most points of others."""
    denied = 0
    if state == FLORIDA and florida_counts(s) and s.points[s.holder[FLORIDA], FLORIDA] - after < FLORIDA_MARGIN:
        denied = block  # the holder's lead becomes too small (UP-8)
    if lost:
        return denied
    if after < rival:
        return denied + worth * after // (3 * rival)
    if after == rival:
        holder = s.holder[state]
        broken = holder < NOBODY and s.overtaken == 0 and s.points[holder, state] < rival
        return denied + worth // 3 + (block // 2 if broken else 0)
    firm = block + worth * (SIZES - danger(after - rival)) // 12
    if state == FLORIDA and after - rival < FLORIDA_MARGIN:
        return worth // 2 + firm
    return worth + firm + (DECIDES // 2 if decides else 0)


def blocking(s: State, state: int, worth: int, theirs: int, needed: int) -> int:
    """Return the worth of taking a state from its holder; DECIDES if this takes away the holder's majority."""
    if s.holder[state] >= NOBODY:
        return 0
    if theirs < needed:
        return worth * theirs // (2 * needed)
    lost = 0 if state == FLORIDA and not florida_counts(s) else ELECTORS[s.votes, state]
    return DECIDES if theirs - lost < needed else worth


def danger(margin: int) -> int:
    """Return how many of the three sizes overtake a holder who leads by `margin` points (UP-6)."""
    return min(SIZES, max(0, SIZES - margin))


def reach(s: State, seat: int, state: int) -> int:
    """Return the most points that a seat can still reach in a state, given its pyramids, places and weeks left."""
    places = min(MOST_IN_STATE - pieces(s, seat, state), s.weeks - s.week + 1)
    points = s.points[seat, state]
    for size in range(SIZES - 1, -1, -1):
        used = min(places, s.stock[seat, size])
        points += used * (size + 1)
        places -= used
    return points


def others_reach(s: State, seat: int, state: int) -> int:
    """Return the most points that any other seat can still reach in a state."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, reach(s, other, state))
    return best


def all_cards(s: State) -> int:
    """Return the holders of all cards packed into one number, as a random seed for `taste`."""
    cards = 0
    for state in range(STATES):
        cards = 8 * cards + s.holder[state]
    return cards


def thrift(s: State, seat: int, cards: int) -> int:
    """Return what a victory point costs a seat this week: pseudorandom like `taste`, so that its sizes are no habit."""
    later = max(0, s.weeks - s.week - 1)
    return PRICE + draw(cards, seat, (s.weeks + 1) * STATES + s.week) % (WEEKLY * later + 1)


def taste(s: State, seat: int, state: int, cards: int) -> int:
    """Return how much a seat likes a state this week: a number around SCALE.

    It is pseudorandom, from the cards, the week, the seat and the state, so that rivals do not all choose the same
    state. Between two players it is always SCALE.
    """
    if s.seats == 2:
        return SCALE
    return SCALE - FANCY + draw(cards, seat, s.week * STATES + state) % (2 * FANCY + 1)
