"""Public knowledge about hands, and uniform sampling of hands that fit it.

Three kinds of facts are public and kept in the record:

lacks   a seat that drew because it had to, or passed, held nothing that bordered its side (PO-6). Its side only grows,
        so what bordered then borders now, and the seat still holds none of it: what it drew since was played at once or
        did not border either, or else there was a newer draw.
room    where a draw may be voluntary it says something of one card only, the one drawn and kept. With n cards that
        came before the side had e states, m of them played since and bordering at e, a hand holds at most n - m cards
        that bordered at e. By Hall's theorem a hand can have come about exactly when it obeys all these limits (the
        cards that may stand in for each other form a chain). In the same way a nominator who had to draw (PO-4)
        holds no more cards of his party than he has drawn and kept since, less those he played.
task    a seat that owes a play when the extra cards are gone can play, one that owes a pass cannot; the card just drawn
        that is to be played borders.

The sampler deals hand after hand, the most restricted first. To a hand it deals a card with a number below `most`, the
largest count of suitable cards that any earlier dealing could have left; when the number is not below the count there
is now, it begins again. So whatever was dealt before, each suitable card comes with probability 1 / most, and a whole
deal with the product of all these, which is the same for every deal. Deals that break a limit of the second or third
kind are thrown away whole, which leaves the others equally likely.
"""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.politics.cards import ALL_CARDS, CARDS, OF_PARTY
from hustings.games.politics.moves import side_of
from hustings.games.politics.record import EVER, MOST_SEATS, NO, NOMINATE, NOMINATORS, PARTY_ROOM, PASS, PLAY, SIDES

FRESH = MOST_SEATS  # the card just drawn, dealt by itself after the hands 0-5
PARTS = MOST_SEATS + 1


def suits(v: State, seat: int) -> int:
    """Return the possible cards of a seat as a bit mask, from facts about single cards."""
    mask = ALL_CARDS & ~v.lacks[seat]
    if seat < NOMINATORS and v.bare[seat] and v.room[PARTY_ROOM + seat, EVER] == 0:
        mask &= ~OF_PARTY[v.party[seat]]
    if v.task == PASS and seat == v.mover:
        mask &= ~v.border[side_of(seat)]
    if v.must_play == NO:
        side = side_of(seat)
        last = 0
        for size in range(1, v.states[side] + 1):
            if v.room[seat, size] == 0:
                last = size
        for card in range(CARDS):
            if 0 < v.since[side, card] <= last:
                mask &= ~(1 << card)
    return mask


def suits_fresh(v: State) -> int:
    """Return the possible cards of the fresh draw: in the election it must border the side."""
    return ALL_CARDS if v.task == NOMINATE else v.border[side_of(v.mover)]


def wanted(v: State, part: int, viewer: int) -> int:
    """Return how many cards a part (a seat's hand, or FRESH) is to be dealt."""
    fresh = 1 if v.fresh and v.mover != viewer else 0
    if part == FRESH:
        return fresh
    if part == viewer or part >= v.seats:
        return 0
    return v.held[part] - (fresh if part == v.mover else 0)


def suitable(v: State, part: int, pool: int) -> int:
    """Return the cards of the pool that may go to a part; during sampling `hand` holds each hand's suitable cards."""
    return pool & (suits_fresh(v) if part == FRESH else v.hand[part])


def next_part(v: State, viewer: int, pool: int, done: int) -> int:
    """Return the undealt part with the fewest spare cards; PARTS if all are dealt."""
    best = PARTS
    least = CARDS + 1
    for part in range(PARTS):
        count = wanted(v, part, viewer)
        if count == 0 or (done >> part) & 1:
            continue
        spare = size_of(suitable(v, part, pool)) - count
        if spare < least:
            best = part
            least = spare
    return best


def most_left(v: State, viewer: int, pool: int, done: int, part: int) -> int:
    """Return an upper bound on the suitable cards left to a part after the parts in `done`.

    Each of them took at least what it cannot have found elsewhere, and so did all of them together.
    """
    mine = suitable(v, part, pool)
    elsewhere = 0
    one_by_one = 0
    together = 0
    for other in range(PARTS):
        if (done >> other) & 1:
            away = suitable(v, other, pool) & ~mine
            count = wanted(v, other, viewer)
            one_by_one += max(0, count - size_of(away))
            together += count
            elsewhere |= away
    return size_of(mine) - max(one_by_one, together - size_of(elsewhere))


def order_of(v: State, viewer: int, pool: int) -> int:
    """Return the order of dealing, three bits for each part, PARTS after the last."""
    order = 0
    done = 0
    shift = 0
    part = next_part(v, viewer, pool, done)
    while part < PARTS:
        order |= part << shift
        shift += 3
        done |= 1 << part
        part = next_part(v, viewer, pool, done)
    return order | PARTS << shift


def most_of_all(v: State, viewer: int, pool: int, order: int) -> int:
    """Return `most_left` of each part in that order, six bits each."""
    found = 0
    done = 0
    shift = 0
    rest = order
    while rest & 7 < PARTS:
        part = rest & 7
        found |= most_left(v, viewer, pool, done, part) << shift
        shift += 6
        done |= 1 << part
        rest >>= 3
    return found


def dealt_out(v: State, viewer: int, pool: int, order: int, mosts: int, key: int, used: int) -> int:
    """Deal all parts from the pool into `holder` with random numbers from `used` on; return the next unused.

    The bitwise complement of that (a negative number) says that it has to begin again.
    """
    left = pool
    rest = order
    most = mosts
    while rest & 7 < PARTS:
        part = rest & 7
        mine = suitable(v, part, pool)
        for dealt in range(wanted(v, part, viewer)):
            number = draw(key, CHOICE_STREAM, used) % ((most & 63) - dealt)
            used += 1
            if number >= size_of(mine & left):
                return ~used
            card = member(mine & left, number)
            left &= ~(1 << card)
            v.holder[card] = part + 1
        rest >>= 3
        most >>= 6
    return used


def dealt_to(v: State, seat: int, pool: int) -> int:
    """Return a seat's cards in `holder` as a bit mask."""
    mask = 0
    for card in range(CARDS):
        if (pool >> card) & 1 and v.holder[card] == seat + 1:
            mask |= 1 << card
    return mask


def counted(v: State, row: int, size: int, cards: int) -> int:
    """Return as a bit mask the cards that the limit room[row, size] counts: those bordering the side at this size."""
    seat = row if row < PARTY_ROOM else row - PARTY_ROOM
    side = side_of(seat)
    found = cards if row < PARTY_ROOM else cards & OF_PARTY[v.party[side]]
    if size == EVER:
        return found
    rest = found & v.border[side]
    found = rest
    while rest:
        since = v.since[side, lowest(rest)]
        if since == 0 or since > size:  # 0: not kept, where nobody is free to draw
            found &= ~(rest & -rest)
        rest &= rest - 1
    return found


def within_limits(v: State, seat: int, hand: int) -> bool:
    """Return whether a hand (without a card just drawn) obeys every limit of `room` (PO-4, PO-6)."""
    side = side_of(seat)
    nominator = seat < NOMINATORS and v.bare[seat] == 1
    if nominator and size_of(counted(v, PARTY_ROOM + seat, EVER, hand)) > v.room[PARTY_ROOM + seat, EVER]:
        return False
    if v.must_play != NO or v.redealt:
        return True
    for size in range(1, v.states[side] + 1):
        if size_of(counted(v, seat, size, hand)) > v.room[seat, size]:
            return False
        if nominator and size_of(counted(v, PARTY_ROOM + seat, size, hand)) > v.room[PARTY_ROOM + seat, size]:
            return False
    return True


def must_hold(v: State, seat: int) -> bool:
    """Return whether a seat must hold a playable card: it owes a play and cannot draw (PO-6)."""
    return v.task == PLAY and v.mover == seat and v.stock == 0 and v.fresh == 0


def fits(v: State, viewer: int, pool: int) -> bool:
    """Return whether the dealt hands obey all limits, and the mover can play if known to (PO-6)."""
    for seat in range(v.seats):
        bare = seat < NOMINATORS and v.bare[seat]
        if seat == viewer or not (bare or v.must_play == NO or must_hold(v, seat)):
            continue
        hand = dealt_to(v, seat, pool)
        if not within_limits(v, seat, hand):
            return False
        if must_hold(v, seat) and hand & v.border[side_of(seat)] == 0:
            return False
    return True


def write_hands(v: State, viewer: int, pool: int) -> None:
    """Update all other fields from `holder`."""
    for seat in range(v.seats):
        if seat != viewer:
            v.hand[seat] = 0
    for card in range(CARDS):
        if (pool >> card) & 1 and v.holder[card]:
            seat = v.holder[card] - 1
            if seat == FRESH:
                seat = v.mover
                v.drawn[seat] = card + 1
                v.holder[card] = seat + 1
            v.hand[seat] |= 1 << card
            v.seen[card] = 1 << seat


def unknown(v: State, seat: int) -> int:
    """Return as a bit mask the unplayed cards that a seat (a spectator: -1) does not hold."""
    pool = v.deck & ~(v.network[0] | v.network[1])
    return pool & ~v.hand[seat] if seat >= 0 else pool


def known(s: State) -> bool:
    """Return whether all hands are known: two players and no cards left to draw (PO-1)."""
    return s.seats == SIDES and s.stock == 0


def imagine(v: State, seat: int, key: int) -> None:
    """Sample rivals' hands uniformly among those that fit public knowledge (PO-6, "What anybody knows")."""
    pool = unknown(v, seat)
    for player in range(v.seats):
        if player != seat:
            v.hand[player] = suits(v, player)
    order = order_of(v, seat, pool)
    mosts = most_of_all(v, seat, pool, order)
    used = dealt_out(v, seat, pool, order, mosts, key, 0)
    while used < 0 or not fits(v, seat, pool):
        if used < 0:
            used = ~used
        for card in range(CARDS):
            if (pool >> card) & 1:
                v.holder[card] = 0
        used = dealt_out(v, seat, pool, order, mosts, key, used)
    write_hands(v, seat, pool)
