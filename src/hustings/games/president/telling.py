"""The numbers behind texts of U.S. President: for refusals, results, effects of moves and holders of states."""

from __future__ import annotations

from hustings.engine.declared import EventTable
from hustings.engine.kernels import Numbers, tell, unheard
from hustings.engine.kernels.verbs import legal
from hustings.engine.telling import NOBODYS, OUT_OF_PLAY, Telling
from hustings.games.president.moves import ALREADY_CHOSEN, NONE_LEFT, NOT_IN_PLAY, STILL_DEALING
from hustings.games.president.record import (
    ABSENT,
    CODES,
    ELECTORS,
    FLORIDA,
    FORECASTS_FROM,
    MOST_IN_STATE,
    NOBODY,
    SEAT_OR_NONE,
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

ENDINGS = EventTable()
NO_WINNER = ENDINGS.add("no_winner", needed=None, counts=None)
FIRST_COUNT = ENDINGS.add("first_count", needed=None, counts=None, winner=SEAT_OR_NONE, electors=None)
LATER_COUNT = ENDINGS.add("later_count", needed=None, counts=None, winner=SEAT_OR_NONE, electors=None)

EFFECTS = EventTable()
WASTED = EFFECTS.add("wasted", number=None)  # 1: the pyramid leaves the game
TAKES = EFFECTS.add("takes", number=None)  # the seat's lead in the state that it takes
LEADS = EFFECTS.add("leads", number=None)  # the seat's lead in the state that it keeps
BEHIND = EFFECTS.add("behind", number=None)  # the seat that leads alone
TIED = EFFECTS.add("tied", number=None)  # the seat that holds the state although the leaders tie
ASIDE = EFFECTS.add("aside", number=None)  # 1: the leaders tie, and nobody holds the state
VALID = EFFECTS.add("counts", number=None)  # the seat for which Florida's electors count
VOID = EFFECTS.add("void", number=None)  # the seat that holds Florida, whose electors do not count
ELECTS = EFFECTS.add("elects", number=None)  # the seat that a count now would elect
TOTAL = EFFECTS.add("total", number=None)  # its electors at the last count
NEXT_TOTAL = EFFECTS.add("next_total", number=None)  # the most electors of the others still in the last count, if any
NO_PRESIDENT = EFFECTS.add("nobody", number=None)  # 1: a count now would elect nobody


def explain(s: State, seat: int, action: int, reason: int, note: Numbers) -> None:
    """Write what the sentence of a refusal mentions; the seat knows all of it."""
    if reason == STILL_DEALING:
        tell(note, reason, seat, s.to_deal, 0, 0, 0)
    elif reason == ALREADY_CHOSEN:
        tell(note, reason, seat, s.week, s.weeks, 0, 0)
    elif reason == NONE_LEFT:
        tell(note, reason, seat, action // STATES, s.stock[seat, 0], s.stock[seat, 1], s.stock[seat, 2])
    elif reason == NOT_IN_PLAY:
        present = 0
        for state in range(STATES):
            present |= (s.holder[state] != ABSENT) << state
        tell(note, reason, seat, present, 0, 0, 0)


def ending(s: State, note: Numbers) -> None:
    """Write the result (UP-10, UP-12)."""
    if s.winner >= s.seats:
        tell(note, NO_WINNER, NOBODY, majority(s), s.counts, 0, 0)
    else:
        how = FIRST_COUNT if s.counts == 1 else LATER_COUNT
        tell(note, how, s.winner, majority(s), s.counts, s.winner, s.electors[s.winner])


def effect(v: State, seat: int, action: int, note: Numbers) -> None:
    """Write a choice's effects, as if nobody else plays in its state this week (UP-4 to UP-12)."""
    state = action % STATES
    if pieces(v, seat, state) == MOST_IN_STATE:
        tell(note, WASTED, seat, 1, 0, 0, 0)
        tell_count(v, note)
        return
    points = v.points[seat, state]
    before = v.holder[state]
    v.points[seat, state] += action // STATES + 1
    leader, best, following = lead(v, state)
    v.holder[state] = next_holder(v, state, leader, best, following)
    tell_outcome(v, seat, state, before, note)
    if state == FLORIDA and v.holder[state] != NOBODY:
        tell(note, VALID if florida_counts(v) else VOID, seat, v.holder[state], 0, 0, 0)
    tell_count(v, note)
    v.points[seat, state] = points
    v.holder[state] = before


def tell_outcome(v: State, seat: int, state: int, before: int, note: Numbers) -> None:
    """Write who holds a state after a choice for it; before: who held the state until then."""
    leader, best, following = lead(v, state)
    holder = v.holder[state]
    if holder == NOBODY:
        tell(note, ASIDE, seat, 1, 0, 0, 0)
    elif best == following:
        tell(note, TIED, seat, holder, 0, 0, 0)
    elif leader != seat:
        tell(note, BEHIND, seat, leader, 0, 0, 0)
    else:
        tell(note, LEADS if before == seat else TAKES, seat, best - following, 0, 0, 0)


def tell_count(v: State, note: Numbers) -> None:
    """Write whom a count of the electors would elect now, from the first week with a forecast on (UP-9 to UP-12)."""
    if v.week < FORECASTS_FROM:
        return
    holders = packed_holders(v)
    count_to_the_end(v, unheard(v.points))
    winner = v.winner
    following = -1
    for seat in range(v.seats):
        if seat != winner and v.remaining[seat]:
            following = max(following, v.electors[seat])
    if winner == NOBODY:
        tell(note, NO_PRESIDENT, winner, 1, 0, 0, 0)
    else:
        tell(note, ELECTS, winner, winner, 0, 0, 0)
        tell(note, TOTAL, winner, v.electors[winner], 0, 0, 0)
        if following >= 0:
            tell(note, NEXT_TOTAL, winner, following, 0, 0, 0)
    undo_count(v, holders)


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
    ending=ending,
    endings=ENDINGS,
    explain=explain,
    effect=effect,
    effects=EFFECTS,
    foresee=foresee,
    majority=majority,
    states=CODES,
    held=held,
    recount=recount,
    first_count=("counted", "count", "states"),
    last_count=("counted", "count", "electors"),
)
