"""Faster forms of Combat's verbs (rule functions); without this file the same games are played, but slower."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.games.combat import record as r
from hustings.games.combat.cards import NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import is_wild, value_of
from hustings.games.combat.moves import (
    ADD_ID,
    NUMBERED_MASK,
    PLACES_IN,
    addable,
    first_of_task,
    higher_place,
    highest_in_pile,
    may_take,
    places_lying,
)

CHECKED = "0a95a4af42fb9dda"
ALL_PLACES, ALL_CALLS, ALL_SIGNS = ((1 << count) - 1 for count in (r.PLACES, len(r.CALLS), len(r.SIGNS)))


def takes(edition: int, up: int, down: int, highest: int) -> int:
    """Return all sets of places that may be taken: bit k is set if the set with the bit mask k may be taken.

    The arguments are those of `may_take`.
    """
    third = int(PLACES_IN[up]) > r.SEATS
    lying = int(PLACES_IN[down])
    sets = 0
    for taken in range(1 << r.PLACES):
        sets |= may_take(edition, taken, up, down, third, lying, highest) << taken
    return sets


def highest_cards(s: State, seat: int) -> int:
    """Return as a bit mask the numbered cards of a pile that have the most votes in it."""
    highest = highest_in_pile(s, seat)
    pile = s.piles[seat]
    cards = 0
    for card in range(NUMBERED):
        if (pile >> card) & 1:
            cards |= (value_of(s, card) == highest) << card
    return cards


def seconds(pile: int, first: int, best: int, needed: int) -> int:
    """Return as a bit mask the cards that may be added with `first`, the lower of two cards; NO_CARD for no second one.

    Args:
        pile: The cards of the pile, as a bit mask.
        first: The first card.
        best: The cards with the most votes, from `highest_cards`.
        needed: The number of cards that must be added.
    """
    suits = best == 0 or (best >> first) & 1
    if needed < 2:
        return suits << NO_CARD if needed else 0
    others = (pile if suits else best) & ~((2 << first) - 1)
    return others & NUMBERED_MASK if is_wild(first) else others


def legal_adds(s: State, seat: int, out: Numbers) -> int:
    """List every pair of cards in the pile (or every single card) that may be added to the last hand."""
    best = highest_cards(s, seat)
    needed = addable(s, seat)
    count = 0
    firsts = s.piles[seat]
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        beside = seconds(s.piles[seat], first, best, needed)
        while beside:
            out[count] = ADD_ID + first * PAIR + lowest(beside)
            beside &= beside - 1
            count += 1
    return count


def any_add(s: State, seat: int, number: int) -> int:
    """Return the action at index `number` (modulo their number) of those that `legal_adds` would list."""
    best = highest_cards(s, seat)
    needed = addable(s, seat)
    pile = s.piles[seat]
    count = 0
    firsts = pile
    while firsts:
        count += size_of(seconds(pile, lowest(firsts), best, needed))
        firsts &= firsts - 1
    left = number % count
    firsts = pile
    first = lowest(pile)
    size = size_of(seconds(pile, first, best, needed))
    while left >= size:
        left -= size
        firsts &= firsts - 1
        first = lowest(firsts)
        size = size_of(seconds(pile, first, best, needed))
    return ADD_ID + first * PAIR + member(seconds(pile, first, best, needed), left)


def options(s: State) -> int:
    """Return the legal options for the current task as a bit mask; for every task but adding cards."""
    if s.task == r.TAKE:
        return takes(s.edition, places_lying(s, r.UP), places_lying(s, r.DOWN), 1 << higher_place(s))
    if s.task == r.TURN:
        return places_lying(s, r.DOWN)
    if s.task == r.PICK:
        return ALL_PLACES & ~places_lying(s, r.EMPTY)
    return ALL_CALLS if s.task == r.CALL else ALL_SIGNS


def legal(s: State, seat: int, out: Numbers) -> int:
    """List the legal actions, reading them from bit masks."""
    if s.finished or s.task == r.NOTHING or (s.thrown[seat] if s.task == r.THROWS else s.mover != seat):
        return 0
    if s.task == r.ADDS:
        return legal_adds(s, seat, out)
    first = first_of_task(s.task)
    rest = options(s)
    count = 0
    while rest:
        out[count] = first + lowest(rest)
        rest &= rest - 1
        count += 1
    return count


def any_legal(s: State, seat: int, number: int, out: Numbers) -> int:
    """Return the legal action at index `number` modulo the number of legal actions, without making a list."""
    if s.task == r.ADDS:
        return any_add(s, seat, number)
    mask = options(s)
    return first_of_task(s.task) + member(mask, number % size_of(mask))
