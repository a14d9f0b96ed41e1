"""The bots' rule of thumb in Combat: a player who counts the votes of the cards not seen yet."""

from __future__ import annotations

from hustings.engine.kernels import Numbers
from hustings.engine.kernels.verbs import legal
from hustings.games.combat import moves
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import (
    added_weight,
    best_place,
    count_lying,
    count_where,
    is_wild,
    unseen_weight,
    value_of,
)
from hustings.games.combat.moves import ADD_ID, PICK_ID, TAKE_ID, TURN_ID, places_lying
from hustings.games.combat.record import ADDS, CAMPAIGN, DOWN, PICK, TAKE, State
from hustings.games.combat.wilds import call_holds, reference_of

SCALE = 100  # heuristics are whole numbers in hundredths of a vote
KEPT = 50  # the worth of keeping the last stop, for each hand to come


def mean_unseen(s: State) -> int:
    """Return the mean votes of a face-down card, in hundredths (EC-4)."""
    unseen = unseen_weight(s)
    added = added_weight(s)
    votes = 0
    for card in range(CARDS):
        votes += value_of(s, card) * ((s.where[card] == r.UNSEEN) * unseen + (s.where[card] == r.ADDED) * added)
    return SCALE * votes // max(1, count_where(s, r.UNSEEN) * unseen + count_where(s, r.ADDED) * added)


def place_hunch(s: State, place: int) -> int:
    """Return the votes of the card on a place, or the mean of unseen cards if it is face down, in hundredths."""
    if s.lies[place] == r.UP:
        return SCALE * value_of(s, s.card[place])
    return mean_unseen(s) if s.lies[place] == r.DOWN else 0


def call_hunch(s: State, call: int) -> int:
    """Return the probability, in ten-thousandths, that a call of higher, lower or equal is right (EC-11)."""
    reference = reference_of(s)
    if 2 * value_of(s, s.first) == reference and count_lying(s, r.UP) == 2:
        return pair_call_hunch(s, call, reference)
    unseen = unseen_weight(s)
    added = added_weight(s)
    right = 0
    for card in range(NUMBERED):
        weight = (s.where[card] == r.UNSEEN) * unseen + (s.where[card] == r.ADDED) * added
        right += weight * call_holds(call, value_of(s, card), reference)
    return right * SCALE * SCALE // max(1, count_where(s, r.UNSEEN) * unseen + count_where(s, r.ADDED) * added)


def pair_call_hunch(s: State, call: int, reference: int) -> int:
    """Return the probability, in ten-thousandths, that a call about the sum of two face-down cards is right (EC-11 a).

    The added cards are among the two.
    """
    added = count_where(s, r.ADDED)
    right = 0
    pairs = 0
    for first in range(CARDS):
        if s.where[first] != r.UNSEEN and s.where[first] != r.ADDED:
            continue
        for second in range(first + 1, CARDS):
            if s.where[second] != r.UNSEEN and s.where[second] != r.ADDED:
                continue
            if (s.where[first] == r.ADDED) + (s.where[second] == r.ADDED) == added:
                pairs += 1
                right += call_holds(call, value_of(s, first) + value_of(s, second), reference)
    return right * SCALE * SCALE // max(1, pairs)


# --- campaign stops


def chooser_takes(s: State, highest: int, others: int, least: int, down: int, mean: int) -> int:
    """Return the votes that the player with the highest card takes by the best choice, in hundredths (EC-6, EC-24).

    Args:
        s: The record, for the edition and the objective.
        highest: The votes of the highest card.
        others: The most votes of the other face-up cards; least: the fewest. All in hundredths.
        down: The number of face-down cards.
        mean: The mean votes of a face-down card.
    """
    sign = 1 if s.objective == 0 else -1
    other = others if sign > 0 else least
    best = sign * (highest + (mean if down > 0 and s.edition > 0 else other))
    if down > 0 and s.edition == 0:
        best = max(best, sign * (highest + mean))
    if down > 1:
        best = max(best, sign * (other + 2 * mean))
    return sign * best


def stop_hunch(s: State, seat: int) -> int:
    """Return how many votes more than standing a stop brings in this hand, in hundredths (EC-23)."""
    mean = mean_unseen(s)
    down = count_lying(s, DOWN)
    leader = best_place(s, 1 - seat)
    highest = SCALE * value_of(s, s.card[leader])
    others, least, total = 0, highest, down * mean
    for place in range(r.PLACES):
        if s.lies[place] == r.UP:
            shown = SCALE * value_of(s, s.card[place])
            total += shown
            least = min(least, shown)
            if place != leader:
                others = max(others, shown)
    stands = total - chooser_takes(s, highest, others, least, down, mean)
    unseen = unseen_weight(s)
    added = added_weight(s)
    weights = 0
    votes = 0
    for card in range(CARDS):
        weight = (s.where[card] == r.UNSEEN) * unseen + (s.where[card] == r.ADDED) * added
        if weight:
            weights += weight
            votes += weight * after_stop(s, card, highest, others, least, mean, total - mean)
    return votes // max(1, weights) - stands


def after_stop(s: State, card: int, highest: int, others: int, least: int, mean: int, rest: int) -> int:
    """Return the votes of the hand for a player whose stop turns a card, in hundredths; a wild card brings half."""
    if is_wild(card):
        return rest // 2
    votes = SCALE * value_of(s, card)
    down = count_lying(s, DOWN) - 1
    if votes > highest:
        return chooser_takes(s, votes, highest, least, down, mean)
    return rest + votes - chooser_takes(s, highest, max(others, votes), min(least, votes), down, mean)


def reserve(s: State, seat: int) -> int:
    """Return the worth of a stop that is kept for a later hand, in hundredths of a vote (EC-23)."""
    return KEPT * (s.hands - s.hand) // s.stops_left[seat]


def heuristic(s: State, seat: int, action: int) -> int:
    """Return the votes that a choice brings or the probability of a right call; below 0 if fewer votes win (EC-22)."""
    if s.task == CAMPAIGN:
        if action == moves.STAND_ID:
            return reserve(s, seat)
        return stop_hunch(s, seat) if s.objective == 0 else -stop_hunch(s, seat)
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


# --- one move of each group of equivalent moves: face-down cards are alike, and so are states with equal votes


def first_of_its_votes(s: State, seat: int, card: int, beside: int) -> int:
    """Return 1 if no earlier state in the pile except `beside`, the other added card, has the same votes (EC-19)."""
    if card == NO_CARD or is_wild(card):
        return 1
    for other in range(min(card, NUMBERED)):
        if other != beside and (s.piles[seat] >> other) & 1 and value_of(s, other) == value_of(s, card):
            return 0
    return 1


def lowest_down(down: int, places: int) -> int:
    """Return 1 if the face-down places in a set are the lowest of all face-down places (EC-4)."""
    rest = down & ~places
    return (places & down) < (rest & -rest) or rest == 0


def distinct(s: State, seat: int, action: int, down: int) -> int:
    """Return 1 if a legal action represents its group of equivalent actions."""
    if s.task == ADDS:
        first = (action - ADD_ID) // PAIR
        second = (action - ADD_ID) % PAIR
        return first_of_its_votes(s, seat, first, second) and first_of_its_votes(s, seat, second, first)
    if s.task == TAKE:
        return lowest_down(down, action - TAKE_ID)
    if action < moves.CALL_ID:
        return lowest_down(down, 1 << (action - TURN_ID))
    if s.task == PICK:
        return lowest_down(down, 1 << (action - PICK_ID))
    return 1


def choices(s: State, seat: int, out: Numbers) -> int:
    """List one legal action of each group of equivalent actions."""
    size = legal(s, seat, out)
    down = places_lying(s, DOWN)
    count = 0
    for k in range(size):
        action = out[k]
        out[count] = action
        count += distinct(s, seat, action, down) != 0
    return count
