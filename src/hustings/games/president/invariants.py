"""The conditions that every record of U.S. President satisfies; `check` returns the number of the first broken one."""

from __future__ import annotations

from hustings.games.president import record as r
from hustings.games.president.record import State
from hustings.games.president.rules import electors_of, lead, majority, pieces

INVARIANTS = {
    1: "a card is held by a seat that does not play, or more cards are to be dealt than there are, or to nobody",
    2: "a player leads a state alone before the count and does not hold its card",
    3: "the pyramids in stock, on the map and removed are not those of the weeks played",
    4: "the points in a state are not those of at most three pyramids there, or the state is not in the game",
    5: "a choice and its mark disagree, or the choice cannot be placed",
    6: "all choices are sealed and none is revealed, or one is sealed during the deal or after the end",
    7: "the week does not exist, or the game ends before the last one",
    8: "a player leaves or electors are counted before the end, or no count follows it",
    9: "the winner has no majority, or does not exist, or others remain although nobody won",
    10: "the electors of a remaining player are not those of their cards",
}


def check(s: State) -> int:
    """Return the number of the first broken invariant, or 0; the fields' bounds have been checked before."""
    return check_cards(s) or check_pyramids(s) or check_choices(s) or check_end(s)


def check_cards(s: State) -> int:
    """Check that every card has a valid holder, and that sole leaders hold their states' cards (UP-2, UP-5 to UP-7)."""
    aside = 0
    for state in range(r.STATES):
        holder = s.holder[state]
        aside += holder == r.NOBODY
        if s.seats <= holder < r.NOBODY:
            return 1
        leader, best, following = lead(s, state)
        if best > following and holder != leader and not s.finished:
            return 2
    return 1 if s.to_deal > aside or (s.to_deal > 0) != (s.dealing < s.seats) else 0


def check_pyramids(s: State) -> int:
    """Check that each seat's pyramids are in stock, on the map or removed, and that its points match (UP-1, UP-4)."""
    weeks = s.week if s.finished else s.week - 1
    for seat in range(r.MOST_SEATS):
        plays = seat < s.seats
        used = s.removed[seat]
        left = 0
        for size in range(r.SIZES):
            standing = 0
            for state in range(r.STATES):
                standing += s.placed[seat, state, size]
            if standing + s.stock[seat, size] > r.OF_EACH_SIZE:
                return 3
            used += standing
            left += s.stock[seat, size]
        if used != weeks * plays or used + left != r.WEEKS * plays or (s.to_deal and used):
            return 3
        for state in range(r.STATES):
            points = s.placed[seat, state, 0] + 2 * s.placed[seat, state, 1] + 3 * s.placed[seat, state, 2]
            absent = points and s.holder[state] == r.ABSENT
            if pieces(s, seat, state) > r.MOST_IN_STATE or points != s.points[seat, state] or absent:
                return 4
    return 0


def check_choices(s: State) -> int:
    """Check that sealed choices can be placed, and that at least one seat has not chosen yet (UP-3)."""
    sealed = 0
    for seat in range(r.MOST_SEATS):
        choice = s.choice[seat] - 1
        if s.sealed[seat] != (choice >= 0):
            return 5
        if choice >= 0:
            sealed += 1
            absent = s.holder[choice % r.STATES] == r.ABSENT
            if seat >= s.seats or absent or s.stock[seat, choice // r.STATES] == 0:
                return 5
    return 6 if sealed == s.seats or (sealed and (s.finished or s.to_deal)) else 0


def check_end(s: State) -> int:
    """Check that no player is out before the end, and that at the end one has won or all are out (UP-9 to UP-12)."""
    if s.week > s.weeks or (s.finished and (s.to_deal or s.week != s.weeks)):
        return 7
    if (s.counts > 0) != (s.finished == 1) or s.counts > s.seats:
        return 8
    for seat in range(r.MOST_SEATS):
        plays = seat < s.seats
        remains = s.remaining[seat] == 1
        if (remains and not plays) or (s.electors[seat] and not (plays and s.finished)):
            return 8
        if plays and not s.finished and not remains:
            return 8
        if s.finished and remains and s.winner == r.NOBODY:
            return 9
        if s.finished and remains and s.electors[seat] != electors_of(s, seat):
            return 10
    won = s.winner < s.seats and s.finished and s.remaining[s.winner] and s.electors[s.winner] >= majority(s)
    return 0 if won or s.winner == r.NOBODY else 9
