"""The count after the last week: electors, eliminations, where the leavers' cards go (UP-8 to UP-12)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell
from hustings.games.president import events
from hustings.games.president.cards import ELECTORS, FLORIDA, STATES
from hustings.games.president.moves import best_of_others, lead
from hustings.games.president.record import ABSENT, FLORIDA_MARGIN, NOBODY


def majority(s: State) -> int:
    """UP-9: more than half of the electors on all state cards: 73 of 145, or 74 of 146."""
    total = 0
    for state in range(STATES):
        total += (s.holder[state] != ABSENT) * ELECTORS[s.votes, state]
    return total // 2 + 1


def florida_counts(s: State) -> bool:
    """UP-8: whether the holder of Florida leads there by enough; only remaining players' pyramids count."""
    holder = s.holder[FLORIDA]
    if holder >= NOBODY:
        return False
    return s.points[holder, FLORIDA] - best_of_others(s, holder, FLORIDA) >= FLORIDA_MARGIN


def electors_of(s: State, seat: int) -> int:
    """UP-8, UP-9: the electors of the cards a seat holds."""
    held = 0
    votes = s.votes
    for state in range(STATES):
        held += ELECTORS[votes, state] if s.holder[state] == seat else 0
    if s.holder[FLORIDA] == seat and not florida_counts(s):
        held -= ELECTORS[votes, FLORIDA]
    return held


def count_all(s: State, note: Numbers) -> int:
    """UP-9: count the electors of every remaining player; a majority wins. Returns the lowest number among them."""
    s.counts += 1
    needed = majority(s)
    tell(note, events.COUNT, NOBODY, s.counts, needed, 0, 0)
    for seat in range(s.seats):
        s.electors[seat] *= 1 - s.remaining[seat]
    for state in range(STATES):
        holder = s.holder[state]
        if holder < NOBODY and (state != FLORIDA or florida_counts(s)):
            s.electors[holder] += ELECTORS[s.votes, state]
    lowest = 1000
    for seat in range(s.seats):
        if s.remaining[seat]:
            tell_counted(s, seat, note)
            lowest = min(lowest, s.electors[seat])
            if s.electors[seat] >= needed:
                s.winner = seat
    return lowest


def tell_counted(s: State, seat: int, note: Numbers) -> None:
    """UP-8, UP-9: emit a player's electors and the cards that brought them."""
    held = 0
    for state in range(STATES):
        held |= (s.holder[state] == seat) << state
    if s.holder[FLORIDA] == seat and not florida_counts(s):
        held &= ~(1 << FLORIDA)
        tell(note, events.FLORIDA_VOID, seat, s.points[seat, FLORIDA], best_of_others(s, seat, FLORIDA), 0, 0)
    tell(note, events.COUNTED, seat, s.electors[seat], held, s.counts, 0)


def eliminate(s: State, lowest: int, note: Numbers) -> int:
    """UP-10, UP-11: all with the lowest number leave at once, and cards move; returns how many remain."""
    rest = 0
    last = NOBODY
    for seat in range(s.seats):
        if s.remaining[seat] and s.electors[seat] == lowest:
            s.remaining[seat] = 0
            tell(note, events.LEFT, seat, lowest, s.counts, 0, 0)
        rest += s.remaining[seat]
        if s.remaining[seat]:
            last = seat
    heir = last if rest == 1 and s.empty_states == 0 else NOBODY
    for state in range(STATES):
        holder = s.holder[state]
        if holder == NOBODY or (holder < NOBODY and not s.remaining[holder]):
            inherit(s, state, holder, heir, note)
    return rest


def inherit(s: State, state: int, holder: int, heir: int, note: Numbers) -> None:
    """Pass on a card without a remaining holder, to who leads there alone, else to the heir, else aside (UP-11)."""
    leader, best, following = lead(s, state)
    if best > following:
        s.holder[state] = leader
        if holder == NOBODY:
            tell(note, events.CLAIMED, leader, state, best, following, 0)
        else:
            tell(note, events.INHERITED, leader, state, holder, best, following)
    elif heir != NOBODY:
        s.holder[state] = heir
        tell(note, events.UNOPPOSED, heir, state, holder, 0, 0)
    elif holder != NOBODY:
        s.holder[state] = NOBODY
        tell(note, events.LAID_ASIDE, holder, state, events.TIE if best else events.NO_POINTS, best, 0)


def count_to_the_end(s: State, note: Numbers) -> None:
    """UP-9 to UP-12: count, eliminate, count again, until one player has the majority or none remains."""
    rest = s.seats
    while rest and s.winner == NOBODY:
        lowest = count_all(s, note)
        rest = eliminate(s, lowest, note) if s.winner == NOBODY else 0
    if s.winner == NOBODY:
        tell(note, events.NO_WINNER, NOBODY, s.counts, majority(s), 0, 0)
    else:
        tell(note, events.ELECTED, s.winner, s.electors[s.winner], majority(s), s.counts, 0)
    s.finished = 1
