"""The invariants of a record of U.S. President: `check` names the first one broken."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.president.cards import OF_EACH_SIZE, SIZES, STATES
from hustings.games.president.count import best_of_others, electors_of, majority
from hustings.games.president.moves import pieces
from hustings.games.president.record import ABSENT, MOST_IN_STATE, MOST_SEATS, NOBODY, WEEKS

INVARIANTS = {
    1: "the week does not exist",
    2: "more cards are to be dealt than there can be, or to nobody",
    3: "the pyramids in a state are more than three",
    4: "the points in a state are not those of the pyramids there",
    5: "pyramids of one size are more than four",
    6: "a player has placed another number of pyramids than weeks have passed",
    7: "a state card is held by nobody who plays",
    8: "a seat that does not play has pyramids, points or electors",
    9: "a pyramid stands in a state that is not in the game",
    10: "a choice and its mark disagree",
    11: "all have chosen and nothing was revealed",
    12: "something is sealed during the deal or after the end",
    13: "a sealed choice is of a size the player has no more of, or of a state not in the game",
    14: "a player has left before the count",
    15: "there are electors or counts before the end, or none after it",
    16: "the game is over in the middle of it",
    17: "the winner has no majority, or does not exist",
    18: "a player without a majority remains although nobody won",
    19: "the electors of a remaining player are not those of their cards",
    20: "a card is held by a player others have more points than, who are alone in the lead",
    21: "a pyramid was placed before the cards were dealt",
}


def check(s: State) -> int:
    """0, or the number of the first broken invariant; every number is within its field's bounds."""
    return check_setting(s) or check_pyramids(s) or check_cards(s) or check_choices(s) or check_end(s)


@kernel
def check_setting(s: State) -> int:
    """Weeks and the deal."""
    free = 0
    for state in range(STATES):
        free += s.holder[state] == NOBODY
    if s.to_deal > free or (s.to_deal > 0) != (s.dealing < s.seats):
        return 2
    return 1 if s.week > s.weeks else 0


@kernel
def check_pyramids(s: State) -> int:
    """UP-1, UP-4: the pyramids of each seat are in stock, on the map or removed; the points are theirs."""
    weeks = s.week if s.finished else s.week - 1
    for seat in range(MOST_SEATS):
        used = s.removed[seat]
        left = 0
        for size in range(SIZES):
            standing = 0
            for state in range(STATES):
                standing += s.placed[seat, state, size]
            if standing + s.stock[seat, size] > OF_EACH_SIZE:
                return 5
            used += standing
            left += s.stock[seat, size]
        broken = check_states(s, seat)
        if broken:
            return broken
        if seat >= s.seats and (used or left or s.electors[seat]):
            return 8
        if s.to_deal and used:
            return 21
        if seat < s.seats and (used != weeks or used + left != WEEKS):
            return 6
    return 0


@kernel
def check_states(s: State, seat: int) -> int:
    """UP-4: a seat's pyramids in every state, and their points."""
    for state in range(STATES):
        points = 0
        for size in range(SIZES):
            points += s.placed[seat, state, size] * (size + 1)
        if pieces(s, seat, state) > MOST_IN_STATE:
            return 3
        if points != s.points[seat, state]:
            return 4
        if points and s.holder[state] == ABSENT:
            return 9
    return 0


@kernel
def check_cards(s: State) -> int:
    """UP-5 to UP-7: every card has a place; a sole leader holds its card while the weeks last."""
    for state in range(STATES):
        holder = s.holder[state]
        if s.seats <= holder < NOBODY:
            return 7
        if holder == ABSENT or s.finished:
            continue
        for seat in range(s.seats):
            if seat != holder and s.points[seat, state] > best_of_others(s, seat, state):
                return 20
    return 0


@kernel
def check_choices(s: State) -> int:
    """UP-3: marks and choices."""
    sealed = 0
    for seat in range(MOST_SEATS):
        mark = s.sealed[seat]
        if mark != (s.choice[seat] > 0) or (mark and seat >= s.seats):
            return 10
        sealed += mark
        choice = s.choice[seat] - 1
        if mark and (s.stock[seat, choice // STATES] == 0 or s.holder[choice % STATES] == ABSENT):
            return 13
    if sealed and (s.finished or s.to_deal):
        return 12
    return 11 if sealed == s.seats else 0


@kernel
def check_end(s: State) -> int:
    """UP-9 to UP-12: nobody leaves before the end; after it there is a majority, or nobody remains."""
    if s.finished and (s.to_deal or s.week != s.weeks):
        return 16
    if s.seats <= s.winner < NOBODY:
        return 17
    for seat in range(MOST_SEATS):
        if s.remaining[seat] and seat >= s.seats:
            return 14
        if not s.finished and s.electors[seat]:
            return 15
        if not s.finished and seat < s.seats and not s.remaining[seat]:
            return 14
        if s.finished and s.remaining[seat] and s.electors[seat] != electors_of(s, seat):
            return 19
        if s.finished and s.remaining[seat] and s.winner == NOBODY:
            return 18
    if (s.counts > 0) != (s.finished == 1) or s.counts > s.seats:
        return 15
    if s.winner != NOBODY and not (s.finished and s.remaining[s.winner] and s.electors[s.winner] >= majority(s)):
        return 17
    return 0
