"""Exact odds of a draw, counted over all worlds (arrangements of the hidden cards) that fit a seat's knowledge.

The worlds are those from which `imagine` samples, all equally likely (see determinization.py), with the same facts: the
cards that suit a hand, and the limits of `room`. The count never lists worlds, because only numbers of cards matter.

A place is a rival's hand, which takes cards that the seat does not see. A place without restrictions is equivalent to
the stock, and places with equal restrictions are merged into one. The cards that some restriction concerns are assigned
one by one to a place, or left over for the stock. All that matters about the assigned cards is how many more cards each
place takes and each limit allows. These numbers, called fields, are a state.

A state packs its fields into one integer. Above each field is a guard bit, which is set unless the field is negative.
All data are in one array `m`, which contains zeros at first and has one of the sizes in `MEMORY`.
"""

from __future__ import annotations

from math import comb

import numpy as np

from hustings.engine.kernels import Numbers
from hustings.engine.kernels.bits import lowest, size_of
from hustings.engine.kernels.wide import add, add_product, divide, multiply, put, subtract
from hustings.games.politics.cards import CARDS
from hustings.games.politics.determinization import counted, suits, unknown, wanted
from hustings.games.politics.election import give
from hustings.games.politics.moves import DRAW_ID, nominees, playable, refusal, side_of
from hustings.games.politics.record import EVER, MOST_SEATS, NOMINATE, NOMINATORS, PARTY_ROOM, State

KINDS = ("fits", "does not fit")
FITS, KEPT = range(2)
#: the number of sets with a size that can be chosen from a number of cards, by [cards, size]
SETS_OF = np.array([[comb(cards, size) for size in range(CARDS + 1)] for cards in range(CARDS + 1)], np.int64)

MOST_BITS = 62  # the most bits of a state
MOST_FIELDS = 128  # room for two limits for each size of a side, and for the fields of earlier hands
MOST_WAYS = MOST_SEATS  # the most ways of a card: left over, or assigned to one of the rivals
SPREAD, SHIFT = 0x9E3779B97F4A7C15 >> 2, 40  # the hash function that spreads states over the table
TOO_MANY = -1  # the result if there are more states than the memory has room for
NOWHERE = -1

# The parts of the memory by their first index; weights and numbers of ways take two entries each. Weights are at 0.
SET = 2 * CARDS  # by field: the cards that a limit counts, or that a place may take
NUMBER = SET + MOST_FIELDS  # by field: its number in the first state
PLACE = NUMBER + MOST_FIELDS  # by field: the place that a limit belongs to; a place's own field
BIT = PLACE + MOST_FIELDS  # by field: its first bit in a state; after the last field, the end of all
CARDS_OF = BIT + MOST_FIELDS  # by class: the cards that the same fields restrict
SIGN = CARDS_OF + CARDS + 1  # by class: these fields, as a bit mask
LAYER = SIGN + CARDS + 1  # by layer (the number of cards assigned): the index of its first state
WAYS = LAYER + CARDS + 2  # by layer: the number of ways for the next card
TAKEN = WAYS + CARDS + 2  # by way of one card: the number to subtract from a state
GUARDS = TAKEN + MOST_WAYS  # the guard bits of all fields
TABLE = GUARDS + 1  # a hash table from states to their indices, two slots for each state; then the states

# The parts of a state by their offset; the number of ways to reach the state is at 0.
BACK = 2  # the number of ways to assign the remaining cards from this state
KEY = 4  # the packed fields
NEXT = 5  # by way of the next card: the index of the state after it
STATE = NEXT + MOST_WAYS + 1

SLOTS = (1 << 11, 1 << 15, 1 << 18)
MEMORY = tuple(TABLE + slots + slots // 2 * STATE for slots in SLOTS)


def odds(v: State, seat: int, action: int, m: Numbers) -> int:
    """Write the weight of each card that a seat may draw, if the action is a draw (PO-4, PO-6).

    A card's probability is its weight divided by the sum of all weights.

    Args:
        v: The seat's view.
        seat: The seat.
        action: The action.
        m: The memory, all zeros; the weights are written to its beginning.

    Returns:
        1, or 0 for an action that is not a legal draw, or TOO_MANY if the memory is too small.
    """
    if action != DRAW_ID or refusal(v, seat, action):
        return 0
    pool = unknown(v, seat)
    return weigh(pool, places_of(v, seat, pool, m), m)


def kind_of(v: State, seat: int, card: int) -> int:
    """Return FITS if a seat can nominate or play a card at once when it draws it now, else KEPT (PO-4, PO-6)."""
    give(v, seat, card)
    fit = nominees(v, seat) if v.task == NOMINATE else playable(v, seat)
    return FITS if (fit >> card) & 1 else KEPT


def places_of(v: State, viewer: int, pool: int, m: Numbers) -> int:
    """Write the fields of the rivals' hands and return their number.

    Hands with equal restrictions share one place; a hand without restrictions gets none, like the stock.
    """
    fields = 0
    for seat in range(v.seats):
        count = wanted(v, seat, viewer)
        cards = pool & suits(v, seat) if count else pool
        end = limits_of(v, seat, cards, count, fields + 1, m)
        if end == fields + 1:
            if cards == pool:
                continue
            same = place_like(fields, cards, m)
            if same < fields:
                m[NUMBER + same] += count
                continue
        m[SET + fields] = cards
        m[NUMBER + fields] = count
        for field in range(fields, end):
            m[PLACE + field] = fields
        fields = end
        if fields > MOST_BITS // 2:
            return TOO_MANY
    return fields


def place_like(fields: int, cards: int, m: Numbers) -> int:
    """Return the field of an earlier place without limits that takes the same cards, or `fields` if no place does."""
    m[PLACE + fields] = fields
    for field in range(fields):
        if m[SET + field] == cards and m[PLACE + field] == field and m[PLACE + field + 1] != field:
            return field
    return fields


def limits_of(v: State, seat: int, cards: int, count: int, first: int, m: Numbers) -> int:
    """Write as fields, from `first` on, how `room` limits a hand; return the field after the last (PO-4, PO-6).

    A limit is a set of cards together with the largest number of them that the hand may hold.
    """
    end = first
    last = v.states[side_of(seat)]
    for row in range(seat, PARTY_ROOM + NOMINATORS, PARTY_ROOM):
        for size in range(1, last + 1):
            if v.room[row, size] < count:
                end = limit(counted(v, row, size, cards), v.room[row, size], first, end, m)
        if row >= PARTY_ROOM and v.room[row, EVER] < count:
            end = limit(counted(v, row, EVER, cards), v.room[row, EVER], first, end, m)
    return end


def limit(few: int, most: int, first: int, end: int, m: Numbers) -> int:
    """Add the limit "at most `most` of the cards `few`" to a hand's limits `first` to `end` - 1; return the new end.

    A limit is dropped if another one implies it, which has a larger set and a number that is not larger.
    """
    if size_of(few) <= most:
        return end
    for field in range(first, end):
        if few & ~m[SET + field] == 0 and m[NUMBER + field] <= most:
            return end
    kept = first
    for field in range(first, end):
        if m[SET + field] & ~few or m[NUMBER + field] < most:
            m[SET + kept] = m[SET + field]
            m[NUMBER + kept] = m[NUMBER + field]
            kept += 1
    m[SET + kept] = few
    m[NUMBER + kept] = most
    return kept + 1


def weigh(pool: int, fields: int, m: Numbers) -> int:
    """Write for each card of the pool the number of ways to fill all places without it; return 1 or TOO_MANY.

    A forward pass counts the ways to reach each state, a backward pass the ways to assign the remaining cards from it.
    """
    start = TABLE + (len(m) - TABLE) // (STATE + 2) * 2
    if fields == TOO_MANY or first_state(fields, start, m) == TOO_MANY:
        return TOO_MANY
    classes = classes_of(pool, fields, m)
    layer = 0
    later = pool & ~m[CARDS_OF]
    for number in range(1, classes):
        ways = ways_of(number, fields, m)
        cards = m[CARDS_OF + number]
        while cards:
            later &= ~(1 << lowest(cards))
            m[WAYS + layer] = ways
            if onward(layer, m[SIGN + number], later, fields, m) == TOO_MANY:
                return TOO_MANY
            layer += 1
            cards &= cards - 1
    free = size_of(m[CARDS_OF])
    for state in range(m[LAYER + layer], m[LAYER + layer + 1], STATE):
        fill(state, fields, free, m)
    for number in range(classes - 1, 0, -1):
        layer = backward(layer, m[CARDS_OF + number], m)
    share_rest(pool, start, fields, m)
    return 1


def first_state(fields: int, start: int, m: Numbers) -> int:
    """Choose the bits of the fields and write the first state; return TOO_MANY if the fields need too many bits."""
    bit = 0
    key = 0
    for field in range(fields):
        width = 1
        while m[NUMBER + field] >> width:
            width += 1
        m[BIT + field] = bit
        if bit + width >= MOST_BITS:
            return TOO_MANY
        key |= m[NUMBER + field] << bit
        bit += width + 1
        m[GUARDS] |= 1 << (bit - 1)
    m[BIT + fields] = bit
    m[start + KEY] = key | m[GUARDS]
    put(m, start, 1)
    m[LAYER] = start
    m[LAYER + 1] = start + STATE
    return 0


def number_in(state: int, field: int, m: Numbers) -> int:
    """Return a field's number in a state."""
    return (state >> m[BIT + field]) & ((1 << (m[BIT + field + 1] - m[BIT + field] - 1)) - 1)


def classes_of(pool: int, fields: int, m: Numbers) -> int:
    """Write the classes of cards and return their number.

    Class 0 has the cards that no field restricts; the others are sorted by the smallest limit that counts them.
    """
    m[CARDS_OF] = pool
    classes = 1
    for field in range(fields):
        is_place = m[PLACE + field] == field
        for number in range(classes):
            cards = m[CARDS_OF + number]
            part = cards & (~m[SET + field] if is_place else m[SET + field])
            if part == 0:
                continue
            if part == cards and number:
                m[SIGN + number] |= 1 << field
                continue
            m[CARDS_OF + number] = cards & ~part
            m[CARDS_OF + classes] = part
            m[SIGN + classes] = m[SIGN + number] | 1 << field
            classes += 1
    for number in range(2, classes):
        cards, sign = m[CARDS_OF + number], m[SIGN + number]
        smallest = smallest_limit(sign, fields, m)
        place = number
        while place > 1 and smallest_limit(m[SIGN + place - 1], fields, m) > smallest:
            m[CARDS_OF + place] = m[CARDS_OF + place - 1]
            m[SIGN + place] = m[SIGN + place - 1]
            place -= 1
        m[CARDS_OF + place] = cards
        m[SIGN + place] = sign
    return classes


def smallest_limit(sign: int, fields: int, m: Numbers) -> int:
    """Return the size of the smallest set of a limit that counts a class of cards; CARDS if no limit counts it."""
    smallest = CARDS
    for field in range(fields):
        if (sign >> field) & 1 and m[PLACE + field] != field:
            smallest = min(smallest, size_of(m[SET + field]))
    return smallest


def ways_of(number: int, fields: int, m: Numbers) -> int:
    """Write the number that each way of a card subtracts from a state, and return the number of ways.

    The first way leaves the card over; the others assign it to each place that may take it.
    """
    m[TAKEN] = 0
    ways = 1
    for field in range(fields):
        if m[PLACE + field] != field:
            if (m[SIGN + number] >> field) & 1 and (m[SIGN + number] >> m[PLACE + field]) & 1 == 0:
                m[TAKEN + ways - 1] += 1 << m[BIT + field]
        elif (m[SIGN + number] >> field) & 1 == 0:
            m[TAKEN + ways] = 1 << m[BIT + field]
            ways += 1
    return ways


def onward(layer: int, sign: int, later: int, fields: int, m: Numbers) -> int:
    """Assign one more card: store each resulting state and the number of ways to reach it; return 0 or TOO_MANY.

    Args:
        layer: The number of cards assigned before.
        sign: The fields that restrict the card, as a bit mask.
        later: The cards that are assigned after this one, as a bit mask.
        fields: The number of fields.
        m: The memory.
    """
    first, last, ways, guards = m[LAYER + layer], m[LAYER + layer + 1], m[WAYS + layer], m[GUARDS]
    slots = m[LAYER] - TABLE
    is_limited = smallest_limit(sign, fields, m) < CARDS
    end = last
    for state in range(first, last, STATE):
        for way in range(ways):
            there = m[state + KEY] - m[TAKEN + way]
            found = NOWHERE
            if there & guards == guards:
                if is_limited:
                    there = clipped(there, sign, later, fields, m)
                slot = ((there * SPREAD) >> SHIFT) & (slots - 1)
                found = m[TABLE + slot]
                while found >= last and m[found + KEY] != there:
                    slot = (slot + 1) & (slots - 1)
                    found = m[TABLE + slot]
                if found < last:
                    if end + STATE > len(m):
                        return TOO_MANY
                    found = end
                    end += STATE
                    m[TABLE + slot] = found
                    m[found + KEY] = there
                add(m, found, state)
            m[state + NEXT + way] = found
    m[LAYER + layer + 2] = end
    return 0


def clipped(state: int, sign: int, later: int, fields: int, m: Numbers) -> int:
    """Return a state with its limits lowered to the number of cards still to come, so that equivalent states merge."""
    found = state
    for field in range(fields):
        if (sign >> field) & 1 and m[PLACE + field] != field:
            spare = number_in(state, field, m) - size_of(m[SET + field] & later)
            if spare > 0:
                found -= spare << m[BIT + field]
    return found


def fill(state: int, fields: int, free: int, m: Numbers) -> None:
    """Write the number of ways in which unrestricted cards fill what a state of the last layer leaves open."""
    left = free
    put(m, state + BACK, 1)
    for field in range(fields):
        if m[PLACE + field] == field:
            need = number_in(m[state + KEY], field, m)
            if need > left:
                put(m, state + BACK, 0)
                return
            multiply(m, state + BACK, int(SETS_OF[left, need]))
            left -= need


def backward(layer: int, cards: int, m: Numbers) -> int:
    """Do the backward pass for the cards of a class and write their weights; return the layer before the class."""
    first_card = lowest(cards)
    for number in range(size_of(cards)):
        before = layer - 1 - number
        for state in range(m[LAYER + before], m[LAYER + before + 1], STATE):
            if number == 0:
                add_product(m, 2 * first_card, state, m[state + NEXT] + BACK)
            for way in range(m[WAYS + before]):
                there = m[state + NEXT + way]
                if there != NOWHERE:
                    add(m, state + BACK, there + BACK)
    copy_weight(cards, m)
    return layer - size_of(cards)


def share_rest(pool: int, start: int, fields: int, m: Numbers) -> None:
    """Write the weights of the unrestricted cards, which share equally what the other weights leave of the total."""
    free = m[CARDS_OF]
    if free == 0:
        return
    left = size_of(pool)
    for field in range(fields):
        if m[PLACE + field] == field:
            left -= m[NUMBER + field]
    at = 2 * lowest(free)
    add(m, at, start + BACK)
    multiply(m, at, left)
    special = pool & ~free
    while special:
        subtract(m, at, 2 * lowest(special))
        special &= special - 1
    divide(m, at, size_of(free))
    copy_weight(free, m)


def copy_weight(cards: int, m: Numbers) -> None:
    """Copy the weight of the first card in a set to the other cards."""
    rest = cards & (cards - 1)
    while rest:
        add(m, 2 * lowest(rest), 2 * lowest(cards))
        rest &= rest - 1
