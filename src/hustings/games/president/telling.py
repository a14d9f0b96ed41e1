"""Facts of refusals, results, effects and the outlook of U.S. President."""

from __future__ import annotations

from hustings.engine.declared import EndingTable, FactTable, Phrases, Telling, members
from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.verbs import allowed
from hustings.games.president.moves import ACTIONS
from hustings.games.president.record import (
    ABSENT,
    CODES,
    ELECTORS,
    FLORIDA,
    FLORIDA_MARGIN,
    MOST_IN_STATE,
    NOBODY,
    SEAT_OR_NONE,
    SIZE_NAMES,
    SIZES,
    STATES,
)
from hustings.games.president.rules import best_of_others, count, florida_counts, majority, pieces

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

COUNTS = {"needed": None, "counts": None}
ENDINGS = EndingTable()
NO_WINNER = ENDINGS.add("no_winner", **COUNTS)
FIRST_COUNT = ENDINGS.add("first_count", **COUNTS, winner=SEAT_OR_NONE, electors=None)
LATER_COUNT = ENDINGS.add("later_count", **COUNTS, winner=SEAT_OR_NONE, electors=None)

EFFECTS = ("wasted", "counts", "void")
WASTED, VALID, VOID = 1, 2, 4
NOBODYS, OUT_OF_PLAY = -1, -2  # instead of the side that holds a state


def facts(s: State, seat: int, action: int, out: Numbers) -> None:
    """Write the facts for a refusal; only the seat's own knowledge."""
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


def ending(s: State, out: Numbers) -> int:
    """Write how the count ended."""
    out[0] = majority(s)
    out[1] = s.counts
    out[2] = s.winner
    if s.winner >= s.seats:
        return NO_WINNER
    out[3] = s.electors[s.winner]
    return FIRST_COUNT if s.counts == 1 else LATER_COUNT


def effects(v: State, seat: int, action: int, out: Numbers) -> int:
    """Write the effect of a choice if no one else plays in its state this week (UP-4, UP-8).

    wasted  1 for a pyramid that leaves the game.
    counts  1 if the electors of Florida would count for the seat; void: 1 if they would not.
    """
    for k in range(3):
        out[k] = 1
    if pieces(v, seat, action % STATES) == MOST_IN_STATE:
        return WASTED
    if action % STATES != FLORIDA:
        return 0
    points = v.points[seat, FLORIDA] + action // STATES + 1
    return VALID if points - best_of_others(v, seat, FLORIDA) >= FLORIDA_MARGIN else VOID


def foresee(v: State, seat: int, out: Numbers) -> int:
    """List the choices that a seat may have next week, when the pyramid it has sealed now is gone (UP-3)."""
    if v.week >= v.weeks:
        return 0
    if v.choice[seat]:
        v.stock[seat, (v.choice[seat] - 1) // STATES] -= 1
    v.sealed[seat] = 0
    return allowed(v, seat, 0, ACTIONS, out)


def held(s: State, out: Numbers) -> None:
    """Write who holds each state card, Florida only with enough of a lead (UP-8), and its electors."""
    for state in range(STATES):
        holder = s.holder[state]
        out[state] = OUT_OF_PLAY if holder == ABSENT else NOBODYS if holder == NOBODY else holder
        if state == FLORIDA and holder < NOBODY and not florida_counts(s):
            out[state] = NOBODYS
        out[STATES + state] = ELECTORS[s.votes, state]


def recount(s: State, holder: Numbers, note: Numbers) -> None:
    """Count the electors for the first time as if each player held these cards alone (UP-8, UP-9)."""
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
)
