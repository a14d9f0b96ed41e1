"""Exact odds of a draw, counted over all worlds that fit the seat's knowledge.

The worlds are those `imagine` picks from, each as likely (see determinization.py), and the facts are the same: which
cards suit a hand, and the limits of `room`. Only numbers of cards matter, so no world is listed. Rivals' hands are
places for the cards the seat does not see; a place without any restriction is as good as the stock, and two with the
same are as good as one. The cards that something restricts go to the places, or are left over, one by one, and all that
is remembered of those before is how many more each place takes and each limit allows: a state.

A state packs these numbers, the fields, into one: each with a bit above it that is always set, unless the field is
less than 0. Everything lies in one array, `m`, of one of the sizes in `MEMORY`, all zeros at first.
"""

from __future__ import annotations

from math import comb

import numpy as np

from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest, size_of
from hustings.engine.kernels.wide import add, add_product, divide, multiply, put, subtract
from hustings.games.politics.cards import CARDS
from hustings.games.politics.determinization import counted, suits, unknown, wanted
from hustings.games.politics.election import give
from hustings.games.politics.moves import DRAW_ID, nominees, playable, refusal, side_of
from hustings.games.politics.record import EVER, MOST_SEATS, NOMINATE, NOMINATORS, PARTY_ROOM

KINDS = ("fits", "does not fit")
FITS, KEPT = range(2)
#: how many sets of so many cards there are, by [cards, size]
SETS_OF = np.array([[comb(cards, size) for size in range(CARDS + 1)] for cards in range(CARDS + 1)], np.int64)

MOST_BITS = 62  # of a state
MOST_FIELDS = 128  # of a hand two for each size a side can have, and those of the hands before
MOST_WAYS = MOST_SEATS  # of a card: it is left over, or goes to one of the rivals
SPREAD, SHIFT = 0x9E3779B97F4A7C15 >> 2, 40  # spread states over the table
TOO_MANY = -1  # more states than the memory has room for
NOWHERE = -1

# The parts of the memory: the weight of each card, in two places, then
SET = 2 * CARDS  # the cards that a field counts; of a place: those that it takes
NUMBER = SET + MOST_FIELDS  # the field's number at first
PLACE = NUMBER + MOST_FIELDS  # the place of a limit; of a place: itself
BIT = PLACE + MOST_FIELDS  # where the field begins in a state; after the last: where they end
CARDS_OF = BIT + MOST_FIELDS  # classes of cards that the same fields restrict
SIGN = CARDS_OF + CARDS + 1  # these fields, as a bit mask
LAYER = SIGN + CARDS + 1  # where the states of each layer begin
WAYS = LAYER + CARDS + 2  # of each layer: how many ways a card has from there
TAKEN = WAYS + CARDS + 2  # of each way of one card: what it takes from a state
GUARDS = TAKEN + MOST_WAYS  # the bits above the fields
TABLE = GUARDS + 1  # from states to where they lie, with two slots for each, then the states themselves

# The parts of a state: in how many ways it comes about, in two places, then
BACK = 2  # in how many ways the rest can be done from there, in two places
KEY = 4  # its fields
NEXT = 5  # the state after each way of a card
STATE = NEXT + MOST_WAYS + 1

SLOTS = (1 << 11, 1 << 15, 1 << 18)
MEMORY = tuple(TABLE + slots + slots // 2 * STATE for slots in SLOTS)


def odds(v: State, seat: int, action: int, m: Numbers) -> int:
    """Write the weight of each card that a seat's own draw may bring; return 0 for other moves (PO-4, PO-6).

    v  the seat's view. A card's chance is its weight in the sum of all. Returns TOO_MANY if the memory is too small.
    """
    if action != DRAW_ID or refusal(v, seat, action):
        return 0
    pool = unknown(v, seat)
    return weigh(pool, places_of(v, seat, pool, m), m)


def kind_of(v: State, seat: int, card: int) -> int:
    """Return whether a card that a seat draws now can be laid open at once; else it is kept (PO-4, PO-6)."""
    give(v, seat, card)
    fit = nominees(v, seat) if v.task == NOMINATE else playable(v, seat)
    return FITS if (fit >> card) & 1 else KEPT


def places_of(v: State, viewer: int, pool: int, m: Numbers) -> int:
    """Write the fields of the rivals' hands; equal hands become one, and those like the stock none; return how many."""
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
    """Return the place without limits that takes the same cards, or `fields` if there is none."""
    m[PLACE + fields] = fields
    for field in range(fields):
        if m[SET + field] == cards and m[PLACE + field] == field and m[PLACE + field + 1] != field:
            return field
    return fields


def limits_of(v: State, seat: int, cards: int, count: int, first: int, m: Numbers) -> int:
    """Write the limits of `room` on a hand from a field on: sets of cards and the allowed number (PO-4, PO-6)."""
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
    """Add a limit to a hand's from `first` to before `end`, without those that another implies; return the new end.

    A limit implies another with fewer cards in the set and no smaller number.
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
    """Write for each card of the pool the number of ways to fill the places without it; return 1 or TOO_MANY.

    Forward it is counted in how many ways each state comes about, backward in how many the rest can be done from it.
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
    """Lay the fields out in a state and write the first one; return TOO_MANY if it has no room for them."""
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
    """Write the classes of cards, those that nothing restricts first, then by the smallest limit; return how many."""
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
    """Return the size of the smallest limited set that a class is in; CARDS if it is in none."""
    smallest = CARDS
    for field in range(fields):
        if (sign >> field) & 1 and m[PLACE + field] != field:
            smallest = min(smallest, size_of(m[SET + field]))
    return smallest


def ways_of(number: int, fields: int, m: Numbers) -> int:
    """Write what each way of a card takes from a state: left over first, then in each place that takes it."""
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
    """Write the states after one more card, and in how many ways each comes about; return TOO_MANY if there is no room.

    later  the cards that are placed after this one.
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
    """Return a state with limits clipped to the cards still to come, so that equivalent states merge."""
    found = state
    for field in range(fields):
        if (sign >> field) & 1 and m[PLACE + field] != field:
            spare = number_in(state, field, m) - size_of(m[SET + field] & later)
            if spare > 0:
                found -= spare << m[BIT + field]
    return found


def fill(state: int, fields: int, free: int, m: Numbers) -> None:
    """Write the number of ways in which unrestricted cards fill the rest of the places after the last layer."""
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
    """Count the ways from the states before the cards of a class, and write their weights; return the layer before."""
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
    """Write the weights of the cards that nothing restricts: the rest, in equal parts."""
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
    """Write the weight of the first card of a set for the others."""
    rest = cards & (cards - 1)
    while rest:
        add(m, 2 * lowest(rest), 2 * lowest(cards))
        rest &= rest - 1
