"""The numbers behind texts of U.S. President: for refusals, results, effects of moves and holders of states."""

from __future__ import annotations

from hustings.engine.declared import EventTable, members
from hustings.engine.kernels import Numbers, tell, unheard
from hustings.engine.kernels.verbs import legal
from hustings.engine.telling import NOBODYS, OUT_OF_PLAY, FactTable, Phrases, Telling
from hustings.games.president.moves import ACTIONS
from hustings.games.president.record import (
    ABSENT,
    CODES,
    ELECTORS,
    FLORIDA,
    FORECASTS_FROM,
    MOST_IN_STATE,
    NOBODY,
    SEAT_OR_NONE,
    SIZE_NAMES,
    SIZES,
    STATES,
    State,
)
from hustings.games.president.rules import (
    count,
    count_to_the_end,
    florida_counts,
    lead,
    majority,
    next_holder,
    packed_holders,
    pieces,
    undo_count,
)

FACTS = FactTable(
    week=None,
    weeks=None,
    to_deal=None,
    size=(*SIZE_NAMES, None),
    stock=Phrases("some", "count", "size", SIZE_NAMES),
    states=members(CODES),
)
WEEK, ALL_WEEKS, TO_DEAL, SIZE, STOCK = range(5)
PRESENT = STOCK + SIZES

ENDINGS = EventTable()
NO_WINNER = ENDINGS.add("no_winner", needed=None, counts=None)
FIRST_COUNT = ENDINGS.add("first_count", needed=None, counts=None, winner=SEAT_OR_NONE, electors=None)
LATER_COUNT = ENDINGS.add("later_count", needed=None, counts=None, winner=SEAT_OR_NONE, electors=None)

EFFECTS = (
    "wasted",
    "takes",
    "leads",
    "behind",
    "tied",
    "aside",
    "counts",
    "void",
    "elects",
    "total",
    "next_total",
    "nobody",
)
WASTED, TAKES, LEADS, BEHIND, TIED, ASIDE, VALID, VOID, ELECTS, TOTAL, NEXT_TOTAL, NO_PRESIDENT = range(len(EFFECTS))


def facts(s: State, seat: int, action: int, out: Numbers) -> None:
    """Write the facts that a refusal's sentence may mention; the seat knows all of them."""
    out[WEEK] = s.week
    out[ALL_WEEKS] = s.weeks
    out[TO_DEAL] = s.to_deal
    out[SIZE] = action // STATES if 0 <= action < ACTIONS else SIZES
    for size in range(SIZES):
        out[STOCK + size] = s.stock[seat, size] if 0 <= seat < s.seats else 0
    present = 0
    for state in range(STATES):
        present |= (s.holder[state] != ABSENT) << state
    out[PRESENT] = present


def ending(s: State, note: Numbers) -> None:
    """Write the result (UP-10, UP-12)."""
    if s.winner >= s.seats:
        tell(note, NO_WINNER, NOBODY, majority(s), s.counts, 0, 0)
    else:
        how = FIRST_COUNT if s.counts == 1 else LATER_COUNT
        tell(note, how, s.winner, majority(s), s.counts, s.winner, s.electors[s.winner])


def effects(v: State, seat: int, action: int, out: Numbers) -> int:
    """Return a choice's effects as a bit mask, as if nobody else plays in its state this week (UP-4 to UP-8).

    WASTED: the pyramid leaves the game. TAKES, LEADS: the seat takes or keeps the state; the number is its lead.
    BEHIND: the number is the seat that leads alone. TIED: the leaders tie, and the number is the seat that holds the
    state. ASIDE: the leaders tie, and nobody holds it. VALID, VOID: Florida's electors count or do not count for the
    seat that holds it, which is the number. From the first week with a forecast on, `count_then` adds the count.
    """
    state = action % STATES
    points = v.points[seat, state]
    before = v.holder[state]
    out[WASTED] = 1
    if pieces(v, seat, state) == MOST_IN_STATE:
        return 1 << WASTED | count_then(v, out)
    v.points[seat, state] += action // STATES + 1
    leader, best, following = lead(v, state)
    v.holder[state] = next_holder(v, state, leader, best, following)
    found = outcome(v, seat, state, before, out)
    if state == FLORIDA and v.holder[state] != NOBODY:
        which = VALID if florida_counts(v) else VOID
        out[which] = v.holder[state]
        found |= 1 << which
    found |= count_then(v, out)
    v.points[seat, state] = points
    v.holder[state] = before
    return found


def count_then(v: State, out: Numbers) -> int:
    """Write whom a count of the electors would elect now, as some of `effects` (UP-9 to UP-12).

    ELECTS: the number is the president's seat. TOTAL, NEXT_TOTAL: the president's electors at the last count and the
    most of the others still in it, if any. NO_PRESIDENT: nobody is elected. Without forecasts there are none of these.
    """
    if v.week < FORECASTS_FROM:
        return 0
    holders = packed_holders(v)
    count_to_the_end(v, unheard(v.points))
    winner = v.winner
    following = -1
    for seat in range(v.seats):
        if seat != winner and v.remaining[seat]:
            following = max(following, v.electors[seat])
    out[ELECTS] = winner
    out[TOTAL] = v.electors[winner] if winner != NOBODY else 0
    out[NEXT_TOTAL] = following
    out[NO_PRESIDENT] = 1
    undo_count(v, holders)
    if winner == NOBODY:
        return 1 << NO_PRESIDENT
    return 1 << ELECTS | 1 << TOTAL | (following >= 0) << NEXT_TOTAL


def outcome(v: State, seat: int, state: int, before: int, out: Numbers) -> int:
    """Write who holds a state after a choice for it, as one of `effects`; before: who held the state until then."""
    leader, best, following = lead(v, state)
    holder = v.holder[state]
    if holder == NOBODY:
        out[ASIDE] = 1
        return 1 << ASIDE
    if best == following:
        out[TIED] = holder
        return 1 << TIED
    if leader != seat:
        out[BEHIND] = leader
        return 1 << BEHIND
    which = LEADS if before == seat else TAKES
    out[which] = best - following
    return 1 << which


def foresee(v: State, seat: int, out: Numbers) -> int:
    """List the choices that a seat will have next week, without the pyramid that it has sealed now (UP-3)."""
    if v.week >= v.weeks:
        return 0
    if v.choice[seat]:
        v.stock[seat, (v.choice[seat] - 1) // STATES] -= 1
    v.sealed[seat] = 0
    return legal(v, seat, out)


def held(s: State, out: Numbers) -> None:
    """Write the holder of each state card and its electors; without a large enough lead nobody holds Florida (UP-8)."""
    for state in range(STATES):
        holder = s.holder[state]
        out[state] = OUT_OF_PLAY if holder == ABSENT else NOBODYS if holder == NOBODY else holder
        if state == FLORIDA and holder < NOBODY and not florida_counts(s):
            out[state] = NOBODYS
        out[STATES + state] = ELECTORS[s.votes, state]


def recount(s: State, holder: Numbers, note: Numbers) -> None:
    """Repeat the first count of electors as if each player held only the cards in `holder` (UP-8, UP-9)."""
    for state in range(STATES):
        if s.holder[state] != ABSENT:
            s.holder[state] = NOBODY if holder[state] == NOBODYS else holder[state]
    for seat in range(s.seats):
        s.remaining[seat] = 1
        s.electors[seat] = 0
    s.counts = 0
    s.winner = NOBODY
    count(s, majority(s), note)


TELLING = Telling(
    facts=facts,
    fact_table=FACTS,
    ending=ending,
    endings=ENDINGS,
    effects=effects,
    effect_names=EFFECTS,
    foresee=foresee,
    majority=majority,
    states=CODES,
    held=held,
    recount=recount,
    first_count=("counted", "count", "states"),
    last_count=("counted", "count", "electors"),
)
