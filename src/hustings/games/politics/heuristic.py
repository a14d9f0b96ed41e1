"""The rule of thumb: nominate in open country, keep the network open, take states the others want.

Whole games played by it against random moves measured what is worth how much. By far the most comes from the
nomination, and from extra cards where one may draw instead of playing: a card in hand is safe, those on the table are
not. The order in which cards are played counts for little, since nobody else can play them.
"""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.engine.kernels.bits import lowest, size_of
from hustings.games.politics.cards import CARDS, NEIGHBOURS, OF_PARTY, REPUBLICAN, VOTES
from hustings.games.politics.moves import DRAW_ID, NOMINATE_ID, PLAY_ID, SIDE_ID, side_of

NEAR = 3  # votes that a state within two borders of the nominee is worth
OPENED = 3  # votes that a state which the card brings within reach is worth
CONTESTED = 2  # votes that it is worth to play a card which the other side borders, too
EXTRA_CARD = 1000  # more than any card on the table: extra cards run out
WORST = -1


def near(s: State, card: int) -> int:
    """Return the number of unplayed states within two borders of a card, itself included."""
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
    """Return the best nominee of a party in the hand (PO-2)."""
    best = WORST
    rest = s.hand[seat] & OF_PARTY[party]
    while rest:
        best = max(best, promise(s, lowest(rest)))
        rest &= rest - 1
    return best


def heuristic(s: State, seat: int, action: int) -> int:
    """Return the expected gain of a move for the seat's side, in votes."""
    if action < NOMINATE_ID:
        return best_promise(s, seat, REPUBLICAN + action - SIDE_ID)
    if action < PLAY_ID:
        return promise(s, action - NOMINATE_ID)
    if action >= DRAW_ID:
        return EXTRA_CARD
    card = (action - PLAY_ID) % CARDS
    side = side_of(seat)
    unplayed = s.deck & ~(s.network[0] | s.network[1] | s.hand[seat])
    opened = size_of(NEIGHBOURS[s.waters, card] & unplayed & ~s.border[side])
    contested = (s.border[1 - side] >> card) & 1
    return VOTES[s.votes, card] + OPENED * opened + CONTESTED * contested
