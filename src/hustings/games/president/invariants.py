"""The invariants of a record of U.S. President: `check` names the first one broken."""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.games.president.cards import OF_EACH_SIZE, SIZES, STATES
from hustings.games.president.count import electors_of, majority
from hustings.games.president.moves import best_of_others, pieces
from hustings.games.president.record import ABSENT, MOST_IN_STATE, MOST_SEATS, NOBODY, WEEKS

INVARIANTS = {
    1: "the week does not exist, or more cards are to be dealt than there can be, or to nobody",
    2: "a state card is held by a seat that does not play",
    3: "the pyramids in a state are more than three",
    4: "the points in a state are not those of the pyramids there",
    5: "pyramids of one size are more than four",
    6: "a player has placed another number of pyramids than weeks have passed, or before the cards were dealt",
    7: "a seat that does not play has pyramids, points or electors, or remains",
    8: "a pyramid stands in a state that is not in the game",
    9: "a choice and its mark disagree",
    10: "all have chosen and nothing was revealed, or something is sealed during the deal or after the end",
    11: "a sealed choice is of a size the player has no more of, or of a state not in the game",
    12: "a player has left, or there are electors or counts, before the end, or no count after it",
    13: "the game is over in the middle of it",
    14: "the winner has no majority, or does not exist, or others remain although nobody won",
    15: "the electors of a remaining player are not those of their cards",
    16: "a card is held by a player others have more points than, who are alone in the lead",
}


def check(s: State) -> int:
    """0, or the number of the first broken invariant; every number is within its field's bounds."""
    return check_cards(s) or check_pyramids(s) or check_choices(s) or check_end(s)


def check_cards(s: State) -> int:
    """UP-2, UP-5 to UP-7: every card has a place; a sole leader holds its card while the weeks last."""
    free = 0
    for state in range(STATES):
        holder = s.holder[state]
        free += holder == NOBODY
        if s.seats <= holder < NOBODY:
            return 2
        for seat in range(s.seats):
            robbed = seat != holder != ABSENT and s.points[seat, state] > best_of_others(s, seat, state)
            if robbed and not s.finished:
                return 16
    return 1 if s.week > s.weeks or s.to_deal > free or (s.to_deal > 0) != (s.dealing < s.seats) else 0


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
        for state in range(STATES):
            points = s.placed[seat, state, 0] + 2 * s.placed[seat, state, 1] + 3 * s.placed[seat, state, 2]
            if pieces(s, seat, state) > MOST_IN_STATE:
                return 3
            if points != s.points[seat, state]:
                return 4
            if points and s.holder[state] == ABSENT:
                return 8
        if seat >= s.seats and (used or left or s.electors[seat]):
            return 7
        if seat < s.seats and (used != weeks or used + left != WEEKS or (s.to_deal and used)):
            return 6
    return 0


def check_choices(s: State) -> int:
    """UP-3: marks and choices."""
    sealed = 0
    for seat in range(MOST_SEATS):
        mark = s.sealed[seat]
        if mark != (s.choice[seat] > 0) or (mark and seat >= s.seats):
            return 9
        sealed += mark
        choice = s.choice[seat] - 1
        if mark and (s.stock[seat, choice // STATES] == 0 or s.holder[choice % STATES] == ABSENT):
            return 11
    return 10 if sealed == s.seats or (sealed and (s.finished or s.to_deal)) else 0


def check_end(s: State) -> int:
    """UP-9 to UP-12: nobody leaves before the end; after it there is a majority, or nobody remains."""
    if s.finished and (s.to_deal or s.week != s.weeks):
        return 13
    for seat in range(MOST_SEATS):
        plays = seat < s.seats
        remains = s.remaining[seat] == 1
        if not s.finished and (remains != plays or s.electors[seat]):
            return 12
        if remains and not plays:
            return 7
        if s.finished and remains and s.winner == NOBODY:
            return 14
        if s.finished and remains and s.electors[seat] != electors_of(s, seat):
            return 15
    if (s.counts > 0) != (s.finished == 1) or s.counts > s.seats:
        return 12
    won = s.winner < s.seats and s.finished and s.remaining[s.winner] and s.electors[s.winner] >= majority(s)
    return 0 if won or s.winner == NOBODY else 14
