"""The bots' side: which choices differ, and the rule of thumb for the worth of a pyramid this week."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.chance import draw
from hustings.engine.kernels.verbs import legal
from hustings.games.president.cards import ELECTORS, FLORIDA, SIZES, STATES
from hustings.games.president.count import electors_of, florida_counts, majority
from hustings.games.president.moves import best_of_others, pieces
from hustings.games.president.record import FLORIDA_MARGIN, MOST_IN_STATE, NOBODY

SCALE = 100  # heuristics are whole numbers: hundredths of an elector
DECIDES = 100 * SCALE  # more than any state is worth: a majority is made or prevented
WASTED = -10 * DECIDES
PRICE = 30  # what a victory point spent is worth elsewhere
FANCY = 60  # hundredths of a state's worth by which tastes differ where there are three players or more


def choices(s: State, seat: int, out: Numbers) -> int:
    """As `legal`, but of the placements that only remove a pyramid (UP-4) one for each size: they do the same."""
    size = legal(s, seat, out)
    count = 0
    wasted = 0
    for k in range(size):
        action = out[k]
        if pieces(s, seat, action % STATES) == MOST_IN_STATE:
            if (wasted >> action // STATES) & 1:
                continue
            wasted |= 1 << action // STATES
        out[count] = action
        count += 1
    return count


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


def blocking(s: State, state: int, worth: int, has: int, needed: int) -> int:
    """The worth of taking a state from its holder, who `has` so many electors: everything if that breaks a majority."""
    if s.holder[state] >= NOBODY:
        return 0
    lost = 0 if state == FLORIDA and not florida_counts(s) else ELECTORS[s.votes, state]
    if has >= needed:
        return DECIDES if has - lost < needed else worth
    return worth * has // (2 * needed)


def taking(s: State, state: int, after: int, rival: int, worth: int, idle: bool, block: int, made: bool) -> int:
    """The pyramid goes to a state that somebody else, or nobody, holds; `after` points against `rival`."""
    denied = 0
    if state == FLORIDA and florida_counts(s) and s.points[s.holder[FLORIDA], FLORIDA] - after < FLORIDA_MARGIN:
        denied = block  # UP-8: the holder's lead becomes too small
    if idle:
        return denied
    if after < rival:
        return denied + worth * after // (3 * rival)
    if after == rival:
        holder = s.holder[state]
        broken = holder < NOBODY and s.overtaken == 0 and s.points[holder, state] < rival
        return denied + worth // 3 + (block // 2 if broken else 0)
    value = worth
    if state == FLORIDA and after - rival < FLORIDA_MARGIN:
        value = worth // 2
    elif made:
        value += DECIDES // 2
    firm = SIZES - danger(after - rival)
    return value + block + worth * firm // 12


def holding(state: int, before: int, after: int, rival: int, worth: int, idle: bool, made: bool) -> int:
    """The pyramid goes to a state the seat holds already: it makes the lead safer, and in Florida valid (UP-8)."""
    if idle and state != FLORIDA:
        return 0
    value = worth * (danger(before - rival) - danger(after - rival)) // 6
    if state == FLORIDA and before - rival < FLORIDA_MARGIN <= after - rival:
        value += worth
    return value * 2 if made else value


def all_cards(s: State) -> int:
    """Who holds each card, as one number."""
    cards = 0
    for state in range(STATES):
        cards = 8 * cards + s.holder[state]
    return cards


def taste(s: State, seat: int, state: int, cards: int) -> int:
    """How much a seat fancies a state this week, about SCALE: without it, rivals who think alike all go to one place.

    It follows from the cards, the week, the seat and the state. With one rival only there is no crowd to avoid.
    """
    if s.seats == 2:
        return SCALE
    return SCALE - FANCY + draw(cards, seat, s.week * STATES + state) % (2 * FANCY + 1)


def facts(
    s: State, seat: int, state: int, has: int, holder_has: int, needed: int, cards: int
) -> tuple[int, int, bool, int, bool]:
    """Return the facts that all sizes in a state share, for a seat that `has` so many electors.

    The most points of any other; what the electors are worth to the seat this week, by its taste, in hundredths;
    whether nobody can overtake the seat there, or it can overtake nobody; what it is worth to take the state from its
    holder; whether the state makes the seat's majority.
    """
    rival = best_of_others(s, seat, state)
    votes = ELECTORS[s.votes, state]
    worth = votes * taste(s, seat, state, cards)
    if s.holder[state] == seat:
        return rival, worth, s.points[seat, state] >= others_reach(s, seat, state), 0, has >= needed > has - votes
    idle = reach(s, seat, state) <= rival
    return rival, worth, idle, blocking(s, state, worth, holder_has, needed), has + votes >= needed


def value(
    s: State, seat: int, size: int, state: int, rival: int, worth: int, idle: bool, block: int, made: bool
) -> int:
    """Of a pyramid, from what all sizes in its state have in common."""
    if pieces(s, seat, state) == MOST_IN_STATE:
        return WASTED - size
    before = s.points[seat, state]
    after = before + size + 1
    if s.holder[state] == seat:
        return holding(state, before, after, rival, worth, idle, made) - PRICE * (size + 1)
    return taking(s, state, after, rival, worth, idle, block, made) - PRICE * (size + 1)


def heuristic(s: State, seat: int, action: int) -> int:
    """Hundredths of electors a choice is likely to bring or to deny this week, less the price of the pyramid."""
    state = action % STATES
    holder_has = electors_of(s, s.holder[state])
    common = facts(s, seat, state, electors_of(s, seat), holder_has, majority(s), all_cards(s))
    return value(s, seat, action // STATES, state, *common)
