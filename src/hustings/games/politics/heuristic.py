"""The bots' rule of thumb in Politics: nominate near many states, keep the network open, take contested states.

The weights were measured in whole games against random moves. The nomination matters most, and extra cards if a seat
may draw instead of playing, because nobody can take a card out of a hand. The order of plays matters little, because
nobody else can play a seat's cards.
"""

from __future__ import annotations

from hustings.engine.kernels.bits import lowest, size_of
from hustings.games.politics.cards import NEIGHBOURS, OF_PARTY, REPUBLICAN, VOTES
from hustings.games.politics.moves import DRAW_ID, NOMINATE_ID, PASS_ID, PLAY_ID, SIDE_ID, TAKE_ID, lands, side_of
from hustings.games.politics.record import State

NEAR = 3  # the worth in votes of each state within two borders of the nominee
OPENED = 3  # the worth in votes of each state that a card brings within reach
CONTESTED = 2  # the worth in votes of playing a state that the other side borders, too
EXTRA_CARD = 1000  # the worth of a draw, more than any play, because the extra cards run out
KEPT, FULL = 4, 5  # an open card that does not fit yet counts as 4/5 of its votes
LINKED = 2  # the worth in votes of each card in the hand that an open card borders
WORST = -1


def near(s: State, card: int) -> int:
    """Return the number of unplayed states within two borders of a card, including the card itself."""
    unplayed = s.deck & ~(s.network[0] | s.network[1])
    found = NEIGHBOURS[s.waters, card] & unplayed
    rest = found
    while rest:
        found |= NEIGHBOURS[s.waters, lowest(rest)] & unplayed
        rest &= rest - 1
    return size_of(found)


def promise(s: State, card: int) -> int:
    """Return the worth of a nominee's state as the start of a network (PO-3)."""
    return VOTES[s.votes, card] + NEAR * near(s, card)


def best_promise(s: State, seat: int, party: int) -> int:
    """Return the worth of the best nominee of a party in the hand (PO-2)."""
    best = WORST
    rest = s.hand[seat] & OF_PARTY[party]
    while rest:
        best = max(best, promise(s, lowest(rest)))
        rest &= rest - 1
    return best


def worth_of_open(s: State, seat: int, card: int) -> int:
    """Return the worth of taking an open card: what it brings if played, else less of its votes (PO-10, PO-12)."""
    if lands(s, seat, card):
        return worth_of_play(s, seat, card)
    links = size_of(NEIGHBOURS[s.waters, card] & s.hand[seat])
    return VOTES[s.votes, card] * KEPT // FULL + LINKED * links


def heuristic(s: State, seat: int, action: int) -> int:
    """Return the expected gain of a move for the seat's side, in votes."""
    if action < NOMINATE_ID:
        return best_promise(s, seat, REPUBLICAN + action - SIDE_ID)
    if action < PLAY_ID:
        return promise(s, action - NOMINATE_ID)
    if DRAW_ID <= action <= PASS_ID:
        return EXTRA_CARD
    if action >= TAKE_ID:
        return EXTRA_CARD + worth_of_open(s, seat, action - TAKE_ID)
    return worth_of_play(s, seat, action - PLAY_ID)


def worth_of_play(s: State, seat: int, card: int) -> int:
    """Return the worth of playing a card, from the hand or the open cards (PO-5, PO-10)."""
    side = side_of(seat)
    unplayed = s.deck & ~(s.network[0] | s.network[1] | s.hand[seat])
    opened = size_of(NEIGHBOURS[s.waters, card] & unplayed & ~s.border[side])
    contested = (s.border[1 - side] >> card) & 1
    return VOTES[s.votes, card] + OPENED * opened + CONTESTED * contested
