"""The rule of thumb: what a pyramid does for this week's leads, and whom it keeps from the majority."""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.engine.kernels.chance import draw
from hustings.games.president.cards import ELECTORS, FLORIDA, SIZES, STATES
from hustings.games.president.count import electors_of, florida_counts, majority
from hustings.games.president.moves import best_of_others, pieces
from hustings.games.president.record import FLORIDA_MARGIN, MOST_IN_STATE, NOBODY

SCALE = 100  # heuristics are whole numbers: hundredths of an elector
DECIDES = 100 * SCALE  # more than any state is worth: a majority is made or prevented
WASTED = -10 * DECIDES
PRICE = 30  # what a victory point spent is worth elsewhere
FANCY = 60  # hundredths of a state's worth by which tastes differ where there are three players or more


def danger(margin: int) -> int:
    """In thirds, how easily one pyramid overtakes a holder who is `margin` points ahead (UP-6: a tie is no loss)."""
    return min(SIZES, max(0, SIZES - margin))


def reach(s: State, seat: int, state: int) -> int:
    """The most points a seat can still get in a state: pyramids left, places left and weeks left allow no more."""
    places = min(MOST_IN_STATE - pieces(s, seat, state), s.weeks - s.week + 1)
    points = s.points[seat, state]
    for turn in range(SIZES):
        size = SIZES - 1 - turn
        used = min(places, s.stock[seat, size])
        points += used * (size + 1)
        places -= used
    return points


def others_reach(s: State, seat: int, state: int) -> int:
    """The most points any other seat can still get in a state."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, reach(s, other, state))
    return best


def blocking(s: State, state: int, worth: int) -> int:
    """What it is worth to take a state from its holder: everything when that breaks his majority."""
    holder = s.holder[state]
    if holder >= NOBODY:
        return 0
    held = electors_of(s, holder)
    lost = 0 if state == FLORIDA and not florida_counts(s) else ELECTORS[s.votes, state]
    needed = majority(s)
    if held >= needed:
        return DECIDES if held - lost < needed else worth
    return worth * held // (2 * needed)


def taking(s: State, seat: int, state: int, after: int, rival: int) -> int:
    """The pyramid goes to a state that somebody else, or nobody, holds; `after` points against `rival`."""
    hopeless = reach(s, seat, state) <= rival
    if hopeless and state != FLORIDA:
        return 0
    worth = fancied(s, seat, state)
    denied = 0
    if state == FLORIDA and florida_counts(s) and s.points[s.holder[FLORIDA], FLORIDA] - after < FLORIDA_MARGIN:
        denied = blocking(s, state, worth)  # UP-8: the holder's lead becomes too small
    if hopeless:
        return denied
    if after < rival:
        return denied + worth * after // (3 * rival)
    holder = s.holder[state]
    if after == rival:
        broken = holder < NOBODY and s.overtaken == 0 and s.points[holder, state] < rival
        return denied + worth // 3 + (blocking(s, state, worth) // 2 if broken else 0)
    value = worth
    if state == FLORIDA and after - rival < FLORIDA_MARGIN:
        value = worth // 2
    elif electors_of(s, seat) + ELECTORS[s.votes, state] >= majority(s):
        value += DECIDES // 2
    firm = SIZES - danger(after - rival)
    return value + blocking(s, state, worth) + worth * firm // 12


def holding(s: State, seat: int, state: int, after: int, rival: int) -> int:
    """The pyramid goes to a state the seat holds already: it makes the lead safer, and in Florida valid (UP-8)."""
    before = s.points[seat, state]
    if before >= others_reach(s, seat, state) and state != FLORIDA:
        return 0
    worth = fancied(s, seat, state)
    value = worth * (danger(before - rival) - danger(after - rival)) // 6
    if state == FLORIDA and before - rival < FLORIDA_MARGIN <= after - rival:
        value += worth
    held = electors_of(s, seat)
    if held >= majority(s) > held - ELECTORS[s.votes, state]:
        value *= 2
    return value


def fancied(s: State, seat: int, state: int) -> int:
    """What a state's electors are worth to the seat this week, by its taste, in hundredths."""
    return ELECTORS[s.votes, state] * taste(s, seat, state)


def taste(s: State, seat: int, state: int) -> int:
    """How much a seat fancies a state this week, about SCALE: without it, rivals who think alike all go to one place.

    It follows from the cards, the week, the seat and the state. With one rival only there is no crowd to avoid.
    """
    if s.seats == 2:
        return SCALE
    cards = 0
    for each in range(STATES):
        cards = 8 * cards + s.holder[each]
    return SCALE - FANCY + draw(cards, seat, s.week * STATES + state) % (2 * FANCY + 1)


def heuristic(s: State, seat: int, action: int) -> int:
    """Hundredths of electors a choice is likely to bring or to deny this week, less the price of the pyramid."""
    size = action // STATES
    state = action % STATES
    if pieces(s, seat, state) == MOST_IN_STATE:
        return WASTED - size
    rival = best_of_others(s, seat, state)
    after = s.points[seat, state] + size + 1
    if s.holder[state] == seat:
        return holding(s, seat, state, after, rival) - PRICE * (size + 1)
    return taking(s, seat, state, after, rival) - PRICE * (size + 1)
