"""The rule of thumb: how good a move looks to a player who can count the votes still out, and no further."""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.games.combat import moves
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import count_lying, count_where, value_of
from hustings.games.combat.wilds import call_holds, reference_of

SCALE = 100  # heuristics are whole numbers: hundredths of a vote


def mean_unseen(s: State) -> int:
    """The mean votes of a card nobody has seen, in hundredths."""
    votes = 0
    cards = 0
    for card in range(CARDS):
        if s.where[card] == r.UNSEEN or s.where[card] == r.ADDED:
            votes += value_of(s, card)
            cards += 1
    return SCALE * votes // max(1, cards)


def place_hunch(s: State, place: int) -> int:
    """What the card on a place is worth, or may be, in hundredths of a vote."""
    if s.lies[place] == r.UP:
        return SCALE * value_of(s, s.card[place])
    return mean_unseen(s) if s.lies[place] == r.DOWN else 0


def call_hunch(s: State, call: int) -> int:
    """EC-11: of the cards (or pairs of them) that may come, how many in ten thousand make the call right."""
    reference = reference_of(s)
    if 2 * value_of(s, s.first) == reference and count_lying(s, r.UP) == 2:
        return pair_call_hunch(s, call, reference)
    right = 0
    for card in range(NUMBERED):
        if s.where[card] == r.UNSEEN or s.where[card] == r.ADDED:
            right += call_holds(call, value_of(s, card), reference)
    return right * SCALE * SCALE // max(1, count_where(s, r.UNSEEN) + count_where(s, r.ADDED))


def pair_call_hunch(s: State, call: int, reference: int) -> int:
    """EC-11 a: the same for the sum of two cards; with fewer face down the shortfall counts as nothing."""
    right = 0
    pairs = 0
    for first in range(CARDS):
        if s.where[first] != r.UNSEEN and s.where[first] != r.ADDED:
            continue
        for second in range(first + 1, CARDS):
            if s.where[second] == r.UNSEEN or s.where[second] == r.ADDED:
                pairs += 1
                right += call_holds(call, value_of(s, first) + value_of(s, second), reference)
    return right * SCALE * SCALE // max(1, pairs)


def heuristic(s: State, seat: int, action: int) -> int:
    """Votes that a choice brings, in hundredths; for a call its chance; turned round when fewer votes win (EC-22)."""
    if action < moves.CALL_ID or moves.THROW_ID <= action < moves.PICK_ID:
        return 0
    if action < moves.THROW_ID:
        likely = call_hunch(s, action - moves.CALL_ID)
        return likely if s.objective == 0 else -likely
    votes = 0
    if action < moves.TAKE_ID:
        votes = place_hunch(s, action - moves.PICK_ID)
    elif action < moves.ADD_ID:
        for place in range(r.PLACES):
            if ((action - moves.TAKE_ID) >> place) & 1 and s.lies[place] != r.EMPTY:
                votes += place_hunch(s, place)
    else:
        pair = action - moves.ADD_ID
        votes = -SCALE * value_of(s, pair // PAIR)
        if pair % PAIR != NO_CARD:
            votes -= SCALE * value_of(s, pair % PAIR)
    return votes if s.objective == 0 else -votes
