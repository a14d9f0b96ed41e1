"""The invariants of a record of U.S. President: `check` names the first one broken."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.president.cards import OF_EACH_SIZE, SIZES, STATES
from hustings.games.president.count import best_of_others, electors_of, majority
from hustings.games.president.moves import ACTIONS, pieces
from hustings.games.president.record import ABSENT, MOST_IN_STATE, MOST_SEATS, NOBODY, WEEKS

INVARIANTS = {
    1: "the number of seats or an option is out of range",
    2: "the week does not exist",
    3: "more or fewer cards are to be dealt than there can be, or to nobody",
    4: "a stock of pyramids is out of range",
    5: "the pyramids in a state are fewer than none or more than three",
    6: "the points in a state are not those of the pyramids there",
    7: "the pyramids removed are out of range",
    8: "pyramids of one size are more than four",
    9: "a player has placed another number of pyramids than weeks have passed",
    10: "a state card is held by nobody who plays",
    11: "a seat that does not play has pyramids, points or electors",
    12: "a pyramid stands in a state that is not in the game",
    13: "a choice is marked by neither 0 nor 1, or does not exist",
    14: "a choice and its mark disagree",
    15: "all have chosen and nothing was revealed",
    16: "something is sealed during the deal or after the end",
    17: "a sealed choice is of a size the player has no more of, or of a state not in the game",
    18: "a player has left before the count",
    19: "there are electors or counts before the end, or none after it",
    20: "the game is over in the middle of it",
    21: "the winner has no majority, or does not exist",
    22: "a player without a majority remains although nobody won",
    23: "the electors of a remaining player are not those of his cards",
    24: "a card is held by somebody others have more points than, who are alone in the lead",
    25: "a pyramid was placed before the cards were dealt",
}


def check(s: State) -> int:
    """0, or the number of the first broken invariant in INVARIANTS."""
    broken = check_setting(s)
    if broken == 0:
        broken = check_pyramids(s)
    if broken == 0:
        broken = check_cards(s)
    if broken == 0:
        broken = check_choices(s)
    return broken if broken else check_end(s)


@kernel
def check_setting(s: State) -> int:
    """Seats, options, weeks and the deal."""
    options = 0 <= s.dealt <= 1 and 0 <= s.overtaken <= 1 and 0 <= s.votes <= 1
    if not options or s.seats < 2 or s.seats > MOST_SEATS:
        return 1
    if s.weeks < 1 or s.weeks > WEEKS or s.week < 1 or s.week > s.weeks:
        return 2
    free = 0
    for state in range(STATES):
        free += s.holder[state] == NOBODY
    if s.to_deal < 0 or s.to_deal > free or s.dealing < 0 or s.dealing > NOBODY:
        return 3
    return 3 if (s.to_deal > 0) != (s.dealing < s.seats) else 0


@kernel
def check_pyramids(s: State) -> int:
    """UP-1, UP-4: the pyramids of each seat are in stock, on the map or removed; the points are theirs."""
    for seat in range(MOST_SEATS):
        used = 0
        for size in range(SIZES):
            standing = 0
            for state in range(STATES):
                standing += s.placed[seat, state, size]
            left = s.stock[seat, size]
            if left < 0 or left > OF_EACH_SIZE:
                return 4
            if seat < s.seats and standing + left > OF_EACH_SIZE:
                return 8
            used += standing
        broken = check_states(s, seat)
        if broken:
            return broken
        if s.removed[seat] < 0 or s.removed[seat] > WEEKS - MOST_IN_STATE:
            return 7
        if seat >= s.seats and (used or s.removed[seat] or stock_of(s, seat) or s.electors[seat]):
            return 11
        if seat < s.seats:
            used += s.removed[seat]
            weeks = s.week if s.finished else s.week - 1
            if s.to_deal and used:
                return 25
            if used != weeks or used + stock_of(s, seat) != WEEKS:
                return 9
    return 0


@kernel
def stock_of(s: State, seat: int) -> int:
    """How many pyramids a seat has left."""
    return s.stock[seat, 0] + s.stock[seat, 1] + s.stock[seat, 2]


@kernel
def check_states(s: State, seat: int) -> int:
    """UP-4: a seat's pyramids in every state, and their points."""
    for state in range(STATES):
        points = 0
        for size in range(SIZES):
            if s.placed[seat, state, size] < 0:
                return 5
            points += s.placed[seat, state, size] * (size + 1)
        if pieces(s, seat, state) > MOST_IN_STATE:
            return 5
        if points != s.points[seat, state]:
            return 6
        if points and s.holder[state] == ABSENT:
            return 12
    return 0


@kernel
def check_cards(s: State) -> int:
    """UP-5 to UP-7: every card has a place; a sole leader holds his card while the weeks last."""
    for state in range(STATES):
        holder = s.holder[state]
        if holder < 0 or holder > ABSENT or s.seats <= holder < NOBODY:
            return 10
        if holder == ABSENT or s.finished:
            continue
        for seat in range(s.seats):
            if seat != holder and s.points[seat, state] > best_of_others(s, seat, state):
                return 24
    return 0


@kernel
def check_choices(s: State) -> int:
    """UP-3: marks and choices."""
    sealed = 0
    for seat in range(MOST_SEATS):
        mark = s.sealed[seat]
        if mark < 0 or mark > 1 or s.choice[seat] < 0 or s.choice[seat] > ACTIONS:
            return 13
        if (mark == 1) != (s.choice[seat] > 0) or (mark and seat >= s.seats):
            return 14
        sealed += mark
        if mark:
            choice = s.choice[seat] - 1
            if s.stock[seat, choice // STATES] == 0 or s.holder[choice % STATES] == ABSENT:
                return 17
    if sealed and (s.finished or s.to_deal):
        return 16
    return 15 if sealed == s.seats else 0


@kernel
def check_end(s: State) -> int:
    """UP-9 to UP-12: nobody leaves before the end; after it there is a majority, or nobody remains."""
    if s.finished < 0 or s.finished > 1 or (s.finished and (s.to_deal or s.week != s.weeks)):
        return 20
    if s.winner < 0 or s.winner > NOBODY or s.seats <= s.winner < NOBODY:
        return 21
    for seat in range(MOST_SEATS):
        if s.remaining[seat] < 0 or s.remaining[seat] > 1 or (s.remaining[seat] and seat >= s.seats):
            return 18
        if not s.finished and seat < s.seats and not s.remaining[seat]:
            return 18
        if not s.finished and s.electors[seat]:
            return 19
        if s.finished and s.remaining[seat] and s.electors[seat] != electors_of(s, seat):
            return 23
        if s.finished and s.remaining[seat] and s.winner == NOBODY:
            return 22
    if (s.counts > 0) != (s.finished == 1) or s.counts < 0 or s.counts > s.seats:
        return 19
    if s.winner != NOBODY:
        won = s.finished == 1 and s.remaining[s.winner] and s.electors[s.winner] >= majority(s)
        return 0 if won else 21
    return 0
