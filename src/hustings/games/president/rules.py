"""The verbs of U.S. President: the deal, the twelve weeks and who leads where (UP-1 to UP-7); then comes the count."""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, State, tell
from hustings.engine.kernels.bits import lowest
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.president.cards import ELECTORS, OF_EACH_SIZE, SIZES, STATES
from hustings.games.president.count import count_to_the_end, electors_of
from hustings.games.president.events import ASIDE, DEALT_CARD, KEPT, LED, NEW_WEEK, PLACED, REMOVED, SEALED
from hustings.games.president.moves import ACTIONS, lead, pieces, refusal, refused_choice
from hustings.games.president.record import ABSENT, MOST_IN_STATE, MOST_SEATS, NOBODY, WEEKS


def start(s: State) -> None:
    """UP-1, UP-2: every player has all pyramids; the cards are to be dealt."""
    s.weeks = WEEKS
    s.week = 1
    s.winner = NOBODY
    for seat in range(s.seats):
        s.remaining[seat] = 1
        for size in range(SIZES):
            s.stock[seat, size] = OF_EACH_SIZE
    for state in range(STATES):
        s.holder[state] = NOBODY
    begin_deal(s)


def begin_deal(s: State) -> None:
    """UP-2: how many cards are to be dealt, in whole rounds from P1: as many as there can be, or one."""
    states = 0
    for state in range(STATES):
        states += s.holder[state] != ABSENT
    rounds = states // s.seats
    s.to_deal = s.seats * (rounds if s.dealt == 0 else min(1, rounds))
    s.dealing = 0 if s.to_deal else NOBODY


def chances(s: State, weights: Numbers) -> int:
    """UP-2: each card not yet dealt is as likely."""
    if s.to_deal == 0:
        return 0
    total = 0
    for state in range(STATES):
        weights[state] = s.holder[state] == NOBODY
        total += weights[state]
    return total


def settle(s: State, outcome: int, note: Numbers) -> None:
    """UP-2: the next card goes to the seat whose turn it is; the dealt cards are open."""
    seat = s.dealing
    s.holder[outcome] = seat
    s.to_deal -= 1
    if s.to_deal == 0:
        s.dealing = NOBODY
    else:
        s.dealing = seat + 1 if seat + 1 < s.seats else 0
    tell(note, DEALT_CARD, seat, outcome, ELECTORS[s.votes, outcome], 0, 0)


def owes(s: State) -> int:
    """UP-3: everyone who has not chosen this week."""
    if s.finished or s.to_deal:
        return 0
    mask = 0
    for seat in range(s.seats):
        mask |= (1 - s.sealed[seat]) << seat
    return mask


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """UP-3: seal a choice, or say by number why not; the last one reveals the week."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    s.choice[seat] = action + 1
    s.sealed[seat] = 1
    tell(note, SEALED, seat, s.week, 0, 0, 0)
    if owes(s) == 0:
        end_week(s, note)
    return 0


def end_week(s: State, note: Numbers) -> None:
    """UP-3: reveal the choices; after the last week comes the count."""
    reveal(s, note)
    if s.week < s.weeks:
        s.week += 1
        tell(note, NEW_WEEK, NOBODY, s.week, 0, 0, 0)
    else:
        count_to_the_end(s, note)


def reveal(s: State, note: Numbers) -> None:
    """UP-3 to UP-7: all choices are placed at once; then the leads of the states that changed are judged, once."""
    changed = 0
    for seat in range(s.seats):
        choice = s.choice[seat] - 1
        s.choice[seat] = 0
        s.sealed[seat] = 0
        changed |= place(s, seat, choice // STATES, choice % STATES, note)
    while changed:
        judge(s, lowest(changed), note)
        changed &= changed - 1


def place(s: State, seat: int, size: int, state: int, note: Numbers) -> int:
    """UP-4: a pyramid stands in the state, or as the fourth leaves the game; the changed state as a bit mask."""
    s.stock[seat, size] -= 1
    if pieces(s, seat, state) == MOST_IN_STATE:
        s.removed[seat] += 1
        tell(note, REMOVED, seat, size, state, 0, 0)
        return 0
    s.placed[seat, state, size] += 1
    s.points[seat, state] += size + 1
    tell(note, PLACED, seat, size, state, s.points[seat, state], 0)
    return 1 << state


def judge(s: State, state: int, note: Numbers) -> None:
    """UP-5 to UP-7: the card goes to the sole leader; a holder with as many points as the best keeps it."""
    leader, best, following = lead(s, state)
    holder = s.holder[state]
    own = s.points[holder, state] if holder != NOBODY else 0
    if own == best:
        return
    if best > following:
        s.holder[state] = leader
        tell(note, LED, leader, state, holder, best, following)
    elif holder != NOBODY and s.overtaken == 0:
        s.holder[state] = NOBODY
        tell(note, ASIDE, holder, state, own, best, 0)
    elif holder != NOBODY:
        tell(note, KEPT, holder, state, own, best, 0)


def over(s: State) -> bool:
    """UP-12: after the count."""
    return s.finished != 0


def payoff(s: State, out: Numbers) -> None:
    """UP-9, UP-12: the president has the whole share; without a winner all have equal ones; scores are electors.

    Before the end they are those of the cards each seat holds, which a count would give it.
    """
    for seat in range(s.seats):
        out[0, seat] = s.winner == seat or s.winner == NOBODY
        out[1, seat] = s.electors[seat] if over(s) else electors_of(s, seat)


def imagine(v: State, seat: int, key: int) -> None:
    """UP-3: the only blanks are rivals' sealed choices; each of a rival's legal ones is as likely."""
    for player in range(MOST_SEATS):
        if v.sealed[player] and v.choice[player] == 0:
            count = 0
            for action in range(ACTIONS):
                count += refused_choice(v, player, action // STATES, action % STATES) == LEGAL
            rest = draw(key, CHOICE_STREAM + player, 0) % count
            while rest >= 0:
                rest -= refused_choice(v, player, v.choice[player] // STATES, v.choice[player] % STATES) == LEGAL
                v.choice[player] += 1


def unseal(v: State, seat: int) -> None:
    """UP-3: rivals who have chosen choose again."""
    for player in range(MOST_SEATS):
        if player != seat:
            v.sealed[player] = 0
            v.choice[player] = 0
