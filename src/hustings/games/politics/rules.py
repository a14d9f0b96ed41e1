"""The verbs of Politics: the functions that the engine calls to play the game.

`note` is the array that a verb writes its events into.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.bits import member, size_of
from hustings.games.politics.cards import ALL_CARDS, CARDS, DEMOCRAT, REPUBLICAN, VOTES
from hustings.games.politics.election import (
    all_passed,
    ask,
    bare_of_party,
    begin,
    card_dealt,
    card_drawn,
    card_opened,
    coming,
    fill_market,
    hand_known,
    hold,
    lay,
    next_turn,
    played_known,
    tell_walls,
    turn,
    walled_in,
)
from hustings.games.politics.moves import (
    CHOSE,
    DRAW_ID,
    DREW,
    NEW_FRONT,
    NO_MORE_EXTRA,
    NOMINATE_ID,
    NOMINATED,
    PASS_ID,
    PASSED,
    PLAY_ID,
    PLAYED,
    SIDE_ID,
    TAKE_ID,
    TOOK,
    is_front,
    lands,
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
    OPENING,
    PASS,
    UNPLAYED,
    State,
)

HAND, HAND_OF_SIX = 8, 6


def start(s: State) -> None:
    """Begin a game with a deal from all 45 cards (PO-1)."""
    begin(s, ALL_CARDS, HAND_OF_SIX if s.seats == MOST_SEATS else HAND)


def owes(s: State) -> int:
    """Return the mover, as a bit mask."""
    return 0 if s.task == NOTHING else 1 << s.mover


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry out a move, or return the reason against it."""
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
    elif action == PASS_ID:
        pass_on(s, seat, note)
    else:
        take_open(s, seat, action - TAKE_ID, note)
    return 0


def choose_party(s: State, seat: int, party: int, note: Numbers) -> None:
    """Choose P1's party in a game of two, which gives P2 the other party (PO-2)."""
    s.party[0] = party
    s.party[1] = REPUBLICAN + DEMOCRAT - party
    tell(note, CHOSE, seat, party, 0, 0, 0)
    ask(s, NOMINATE, seat)


def nominate(s: State, seat: int, card: int, note: Numbers) -> None:
    """Play a side's first state, its nominee's; P2 follows P1, then the seat to the left of P2 begins (PO-3)."""
    before = walled_in(s)
    lay(s, seat, card)
    s.nominee[seat] = card + 1
    s.fresh = 0
    s.drawn[seat] = 0
    hand_known(s, seat)
    tell(note, NOMINATED, seat, card, VOTES[s.votes, card], card, 0)
    tell_walls(s, before, note)
    if seat == 0:
        ask(s, NOMINATE, 1)
    else:
        turn(s, NOMINATORS % s.seats)


def play(s: State, seat: int, card: int, note: Numbers) -> None:
    """Play the turn's card (PO-5)."""
    before = walled_in(s)
    is_known = (s.taken[seat] >> card) & 1
    lay(s, seat, card)
    if s.fresh:
        s.drawn[seat] = 0
    elif is_known == 0:
        played_known(s, seat, card)
    tell(note, PLAYED, seat, card, VOTES[s.votes, card], s.tally[side_of(seat)], 0)
    tell_walls(s, before, note)
    next_turn(s, seat)


def draw_extra(s: State, seat: int, note: Numbers) -> None:
    """Begin to draw an extra card; a player who must draw reveals which cards the hand lacks (PO-4, PO-6)."""
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


def take_open(s: State, seat: int, card: int, note: Numbers) -> None:
    """Take an open card and play it at once if it fits, otherwise hold it; an extra card replaces it (PO-10, PO-12)."""
    side = side_of(seat)
    front = is_front(s, seat, card)
    fits = lands(s, seat, card)
    if s.must_play != NO or front:
        s.lacks[seat] = s.border[side]
    before = walled_in(s)
    s.open &= ~(1 << card)
    s.where[card] = UNPLAYED
    hold(s, seat, card)
    s.last = seat
    s.passes = 0
    tell(note, TOOK, seat, card, VOTES[s.votes, card], fits, 0)
    if front:
        tell(note, NEW_FRONT, seat, card, VOTES[s.votes, card], 0, 0)
    if fits:
        lay(s, seat, card)
        tell(note, PLAYED, seat, card, VOTES[s.votes, card], s.tally[side], 0)
    else:
        s.taken[seat] |= 1 << card
        s.taker[card] = seat + 1
    tell_walls(s, before, note)
    if s.stock == 0 and s.open == 0:
        tell(note, NO_MORE_EXTRA, NOBODY, 0, 0, 0, 0)
    fill_market(s)


def pass_on(s: State, seat: int, note: Numbers) -> None:
    """Pass for a seat that can neither play nor draw; the pass reveals which cards its hand lacks (PO-6, PO-7)."""
    s.lacks[seat] = s.border[side_of(seat)]
    s.passes += 1
    tell(note, PASSED, seat, 0, 0, 0, 0)
    if s.passes == s.seats:
        all_passed(s, note)
    else:
        next_turn(s, seat)


def forced(s: State) -> int:
    """Return 1 + the action that the program makes for a player who must pass, or 0 (PO-6)."""
    return 1 + PASS_ID if s.task == PASS else 0


def chances(s: State, weights: Numbers) -> int:
    """Give each card that can come the same weight (PO-1, PO-13)."""
    if s.pending == NO_CHANCE:
        return 0
    mask = coming(s)
    for card in range(CARDS):
        weights[card] = (mask >> card) & 1
    return size_of(mask)


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the card that a random number selects among those that can come (PO-1, PO-13)."""
    mask = coming(s)
    return member(mask, number % size_of(mask))


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Give the card that chance brings to the seat that receives it."""
    if s.pending == DEAL:
        card_dealt(s, outcome, note)
    elif s.pending == OPENING:
        card_opened(s, outcome, note)
    else:
        card_drawn(s, outcome, note)


def payoff(s: State, out: Numbers) -> None:
    """Write equal shares for the winning side's seats, or all seats in a draw; scores are the side's votes (PO-8)."""
    for seat in range(s.seats):
        side = side_of(seat)
        out[0, seat] = s.winner == side or s.winner == NO_SIDE
        out[1, seat] = s.tally[side]
