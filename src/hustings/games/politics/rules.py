"""The verbs of Politics."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell
from hustings.games.politics.cards import ALL_CARDS, CARDS, DEMOCRAT, REPUBLICAN, VOTES
from hustings.games.politics.election import (
    all_passed,
    ask,
    bare_of_party,
    begin,
    card_dealt,
    card_drawn,
    hand_known,
    lay,
    next_turn,
    played_known,
    turn,
    unseen,
)
from hustings.games.politics.events import CHOSE, DREW, NOMINATED, PASSED, PLAYED
from hustings.games.politics.moves import (
    DRAW_ID,
    NOMINATE_ID,
    PASS_ID,
    PLAY_ID,
    SIDE_ID,
    refusal,
    side_of,
)
from hustings.games.politics.record import (
    DEAL,
    DRAW,
    MOST_SEATS,
    NO,
    NO_CHANCE,
    NO_SIDE,
    NOBODY,
    NOMINATE,
    NOMINATORS,
    NOTHING,
    PASS,
)

HAND, HAND_OF_SIX = 8, 6


def start(s: State) -> None:
    """PO-1: all cards are dealt from."""
    begin(s, ALL_CARDS, HAND_OF_SIX if s.seats == MOST_SEATS else HAND)


def owes(s: State) -> int:
    """The mover."""
    return 0 if s.task == NOTHING else 1 << s.mover


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry a move out, or say by number why not."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    if action < NOMINATE_ID:
        choose_party(s, seat, REPUBLICAN + action - SIDE_ID, note)
    elif action < PLAY_ID:
        nominate(s, seat, action - NOMINATE_ID, note)
    elif action < DRAW_ID:
        play(s, seat, action - PLAY_ID, note)
    elif action == DRAW_ID:
        draw_extra(s, seat, note)
    else:
        pass_on(s, seat, note)
    return 0


def choose_party(s: State, seat: int, party: int, note: Numbers) -> None:
    """PO-2: P1 of two chooses a party; the other side is the other one's."""
    s.party[0] = party
    s.party[1] = REPUBLICAN + DEMOCRAT - party
    tell(note, CHOSE, seat, party, 0, 0, 0)
    ask(s, NOMINATE, seat)


def nominate(s: State, seat: int, card: int, note: Numbers) -> None:
    """PO-3: the side's first state. P2 follows P1, and the seat left of P2 has the first turn."""
    lay(s, seat, card)
    s.nominee[seat] = card + 1
    s.fresh = 0
    s.drawn[seat] = 0
    hand_known(s, seat)
    tell(note, NOMINATED, seat, card, VOTES[s.votes, card], card, 0)
    if seat == 0:
        ask(s, NOMINATE, 1)
    else:
        turn(s, NOMINATORS % s.seats)


def play(s: State, seat: int, card: int, note: Numbers) -> None:
    """PO-5: one card a turn."""
    lay(s, seat, card)
    if s.fresh:
        s.drawn[seat] = 0
    else:
        played_known(s, seat, card)
    tell(note, PLAYED, seat, card, VOTES[s.votes, card], s.tally[side_of(seat)], 0)
    next_turn(s, seat)


def draw_extra(s: State, seat: int, note: Numbers) -> None:
    """PO-4, PO-6: an extra card; a player who must draw has shown what their hand lacks."""
    if s.task == NOMINATE:
        bare_of_party(s, seat)
    elif s.must_play != NO:
        s.lacks[seat] = s.border[side_of(seat)]
    s.drawn[seat] = 0
    s.fresh = 0
    s.last = seat
    s.passes = 0
    s.pending = DRAW
    s.dealing = seat
    s.task = NOTHING
    s.mover = NOBODY
    tell(note, DREW, seat, s.stock - 1, 0, 0, 0)


def pass_on(s: State, seat: int, note: Numbers) -> None:
    """PO-6, PO-7: nothing to play and nothing to draw: everybody knows what the hand lacks."""
    s.lacks[seat] = s.border[side_of(seat)]
    s.passes += 1
    tell(note, PASSED, seat, 0, 0, 0, 0)
    if s.passes == s.seats:
        all_passed(s, note)
    else:
        next_turn(s, seat)


def forced(s: State) -> int:
    """PO-6: a pass is made for the player."""
    return 1 + PASS_ID if s.task == PASS else 0


def chances(s: State, weights: Numbers) -> int:
    """PO-1: each card nobody holds is as likely."""
    if s.pending == NO_CHANCE:
        return 0
    mask = unseen(s)
    for card in range(CARDS):
        weights[card] = (mask >> card) & 1
    return s.stock


def settle(s: State, outcome: int, note: Numbers) -> None:
    """The pending card goes to its seat."""
    if s.pending == DEAL:
        card_dealt(s, outcome, note)
    else:
        card_drawn(s, outcome, note)


def over(s: State) -> bool:
    """PO-8: after the count."""
    return s.finished != 0


def payoff(s: State, out: Numbers) -> None:
    """PO-8: the winning side's seats share the whole; in a draw all do. A seat's score is its side's votes."""
    for seat in range(s.seats):
        side = side_of(seat)
        out[0, seat] = s.winner == side or s.winner == NO_SIDE
        out[1, seat] = s.tally[side]
