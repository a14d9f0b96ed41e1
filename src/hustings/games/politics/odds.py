"""Exact odds of a draw, counted over all worlds that fit the seat's knowledge.

The worlds are those `imagine` picks from, each as likely (see determinization.py), and the facts are the same: which
cards suit a hand, and the limits of `room`. Only numbers of cards matter, so no world is listed. Rivals' hands are
places for the cards the seat does not see; a place without any restriction is as good as the stock, and two with the
same are as good as one. The cards that something restricts go to the places, or are left over, one by one, and all that
is remembered of those before is how many more each place takes and each limit allows. Python integers keep the counts
exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod
from typing import Any

from hustings.games.politics.cards import CARDS
from hustings.games.politics.determinization import counted, suits, unknown, wanted
from hustings.games.politics.election import give
from hustings.games.politics.moves import DRAW_ID, nominees, playable, refusal, side_of
from hustings.games.politics.record import EVER, NOMINATE, NOMINATORS, PARTY_ROOM

FITS, KEPT = "fits", "does not fit"
BITS = 6  # of each number remembered: none is above 45
DIGIT = (1 << BITS) - 1


@dataclass(frozen=True, slots=True)
class Place:
    """A destination of cards: the allowed cards (a bit mask), their number, and limits on sets of them."""

    cards: int
    count: int
    limits: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One card to place. A state packs the places' free numbers and the limits' rests, BITS for each.

    ways   for each place the card may go to: the numbers that must not be 0 (as bit masks), and what is subtracted.
    least  for each limit that counts the card: where its number begins, and how many of its cards are still to come.
    """

    ways: tuple[tuple[tuple[int, ...], int], ...]
    least: tuple[tuple[int, int], ...]


def move_odds(v: Any, seat: int, action: int) -> Mapping[int, int] | None:
    """Return the weight of each card that a seat's own draw may bring, or None for other moves (PO-4, PO-6).

    v  the seat's view. A card's chance is its weight in the sum of all.
    """
    if action != DRAW_ID or refusal(v, seat, action):
        return None
    pool = int(unknown(v, seat))
    return weighed(pool, tuple(places_of(v, seat, pool)))


def kind_of(v: Any, seat: int, card: int) -> str:
    """Return whether a card that a seat draws now can be laid open at once; else it is kept (PO-4, PO-6)."""
    after = v.copy()
    give(after, seat, card)
    fit = nominees(after, seat) if after.task == NOMINATE else playable(after, seat)
    return FITS if fit >> card & 1 else KEPT


def places_of(v: Any, viewer: int, pool: int) -> list[Place]:
    """Return the rivals' hands with equal ones merged and unrestricted ones left out, which are like the stock."""
    alike: dict[int, int] = {}
    found = []
    for seat in range(v.seats):
        count = wanted(v, seat, viewer)
        cards = pool & int(suits(v, seat))
        limits = limits_of(v, seat, cards, count)
        if count and limits:
            found.append(Place(cards, count, limits))
        elif count and cards != pool:
            alike[cards] = alike.get(cards, 0) + count
    return found + [Place(cards, count) for cards, count in alike.items()]


def limits_of(v: Any, seat: int, cards: int, count: int) -> tuple[tuple[int, int], ...]:
    """Return the limits of `room` on a hand: sets of cards with the allowed number (PO-4, PO-6)."""
    sizes = range(1, v.states[side_of(seat)] + 1)
    rooms = [(seat, size) for size in sizes]
    if seat < NOMINATORS:
        rooms += [(PARTY_ROOM + seat, size) for size in (*sizes, EVER)]
    told = {(int(counted(v, row, size, cards)), int(v.room[row, size])) for row, size in rooms}
    bearing = [(few, most) for few, most in told if min(few.bit_count(), count) > most]
    return tuple(sorted(one for one in bearing if not any(implies(other, one) for other in bearing)))


def implies(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether one limit implies another: no more cards, of a larger set."""
    return one != other and other[0] & ~one[0] == 0 and one[1] <= other[1]


@lru_cache(maxsize=64)  # in the middle of a game of six it may take a quarter of a second, and be asked again and again
def weighed(pool: int, places: tuple[Place, ...]) -> Mapping[int, int]:
    """Return for each card of the pool the number of ways to fill the places without it; zeros are omitted.

    Forward it is counted in how many ways each state comes about, backward in how many the rest can be done from it.
    """
    special = sorted((card for card in members(pool) if restricted(card, places)), key=lambda card: rank(card, places))
    free = pool.bit_count() - len(special)
    steps = steps_of(special, places)
    start = sum(number << BITS * index for index, number in enumerate(numbers(places)))
    layers, leads = [{start: 1}], []
    for step in steps:
        leads.append({state: leading(state, step) for state in layers[-1]})
        layers.append(onward(layers[-1], leads[-1]))
    after = {state: filled(state, len(places), free) for state in layers[-1]}
    weights: dict[int, int] = {}
    for card, lead in zip(reversed(special), reversed(leads), strict=True):
        layers.pop()
        weights[card] = sum(ways * after[lead[state][0]] for state, ways in layers[-1].items())
        after = {state: sum([after[there] for there in lead[state]]) for state in layers[-1]}
    left = pool.bit_count() - sum(place.count for place in places)
    rest = after[start] * left - sum(weights.values())
    weights |= {card: rest // free for card in members(pool) if card not in weights}
    return {card: weight for card, weight in sorted(weights.items()) if weight}


def members(cards: int) -> list[int]:
    """Return the cards of a bit mask."""
    return [card for card in range(CARDS) if cards >> card & 1]


def restricted(card: int, places: Sequence[Place]) -> bool:
    """Return whether some place does not take the card, or counts it."""
    return any(not place.cards >> card & 1 or limits_on(card, place) for place in places)


def limits_on(card: int, place: Place) -> list[int]:
    """Return the numbers of a place's limits that count a card."""
    return [number for number, (cards, _) in enumerate(place.limits) if cards >> card & 1]


def rank(card: int, places: Sequence[Place]) -> tuple[Any, ...]:
    """Return a sort key of a card: small sets first, equal cards together."""
    sizes = [cards.bit_count() for place in places for cards, _ in place.limits if cards >> card & 1]
    alike = [(place.cards >> card & 1, limits_on(card, place)) for place in places]
    return min(sizes, default=CARDS), alike


def steps_of(special: Sequence[int], places: Sequence[Place]) -> list[Step]:
    """Return the steps that place the cards, in their order."""
    steps = []
    for number, card in enumerate(special):
        first = len(places)
        ways, least = [], []
        for index, place in enumerate(places):
            counts = [BITS * (first + limit) for limit in limits_on(card, place)]
            to_come = [sum(cards >> later & 1 for later in special[number + 1 :]) for cards, _ in place.limits]
            least += [(where, to_come[where // BITS - first]) for where in counts]
            if place.cards >> card & 1:
                needed = (BITS * index, *counts)
                ways.append((tuple(DIGIT << where for where in needed), sum(1 << where for where in needed)))
            first += len(place.limits)
        steps.append(Step(tuple(ways), tuple(least)))
    return steps


def numbers(places: Sequence[Place]) -> list[int]:
    """Return the numbers of the first state: each place, then each limit."""
    return [place.count for place in places] + [most for place in places for _, most in place.limits]


def leading(state: int, step: Step) -> list[int]:
    """Return the states after a card: first without placing it, then with it in each place that takes it."""
    found = [state]
    for masks, taken in step.ways:
        for mask in masks:
            if not state & mask:
                break
        else:
            found.append(state - taken)
    return [clipped(there, step) for there in found] if step.least else found


def clipped(state: int, step: Step) -> int:
    """Return a state with limits clipped to the cards still to come, so that equivalent states merge."""
    for where, to_come in step.least:
        allowed = state >> where & DIGIT
        if allowed > to_come:
            state -= (allowed - to_come) << where
    return state


def onward(layer: Mapping[int, int], lead: Mapping[int, list[int]]) -> dict[int, int]:
    """Return each state's number of ways after one more card."""
    found: dict[int, int] = {}
    for state, ways in layer.items():
        for there in lead[state]:
            found[there] = found.get(there, 0) + ways
    return found


def filled(state: int, places: int, free: int) -> int:
    """Return the number of ways in which unrestricted cards fill the rest of the places."""
    needs = [state >> BITS * index & DIGIT for index in range(places)]
    left = free - sum(needs)
    return 0 if left < 0 else factorial(free) // prod(factorial(need) for need in (*needs, left))
