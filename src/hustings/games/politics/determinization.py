"""Public knowledge about hands, and uniform random sampling of hands that agree with it.

Three kinds of facts are public and stored in the record:

lacks   A seat that passed, or drew because it had to, held no card that bordered its side then (PO-6). The side only
        grows, so these cards border it now as well. The seat still holds none of them: a drawn card that borders is
        played at once, and each later forced draw updates the fact.
room    A draw that may be voluntary reveals only that the card drawn and kept did not border the side. Suppose n cards
        came to a hand before its side had e states, and the seat has since played m cards that bordered the side at
        that size. Then at most n - m cards in the hand bordered it at that size. By Hall's theorem, a hand is possible
        exactly if it obeys all these limits, because the sets of cards form a chain. In the same way, a nominator who
        had to draw (PO-4) holds at most as many cards of his party as he drew and kept since, less those he played.
task    If the extra cards are gone, a seat whose task is to play has a card that fits, and a seat whose task is to pass
        has none. A card just drawn that is to be played borders the side.

The sampler deals the hands one after another, the most restricted hand first. For each card it draws a number below
`most`: the largest number of suitable cards that any dealing of the earlier hands could have left. The number selects
one of the suitable cards that are left; if it is too large, the whole deal starts again. Each suitable card therefore
has the probability 1 / most, no matter which cards were dealt before, and all complete deals are equally likely. Deals
that break a limit of the second or third kind are rejected, which leaves the other deals equally likely.
"""

from __future__ import annotations

from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.politics.cards import ALL_CARDS, CARDS, OF_PARTY
from hustings.games.politics.moves import side_of
from hustings.games.politics.record import (
    EVER,
    MOST_SEATS,
    NO,
    NOMINATE,
    NOMINATORS,
    PARTY_ROOM,
    PASS,
    PLAY,
    SIDES,
    State,
)

FRESH = MOST_SEATS  # the part of a deal that is the card just drawn; parts 0 to 5 are the seats' hands
PARTS = MOST_SEATS + 1


def suits(v: State, seat: int) -> int:
    """Return as a bit mask the cards that no public fact about a single card excludes from a seat's hand."""
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
    """Return the cards that the card just drawn may be; after the nominations it must border the mover's side."""
    return ALL_CARDS if v.task == NOMINATE else v.border[side_of(v.mover)]


def wanted(v: State, part: int, viewer: int) -> int:
    """Return the number of cards to deal to a part (a seat's hand, or FRESH)."""
    fresh = 1 if v.fresh and v.mover != viewer else 0
    if part == FRESH:
        return fresh
    if part == viewer or part >= v.seats:
        return 0
    return v.held[part] - size_of(v.taken[part]) - (fresh if part == v.mover else 0)


def suitable(v: State, part: int, pool: int) -> int:
    """Return the cards of the pool that may go to a part.

    During sampling, the record's field `hand` holds the cards that suit each hand.
    """
    return pool & (suits_fresh(v) if part == FRESH else v.hand[part])


def next_part(v: State, viewer: int, pool: int, done: int) -> int:
    """Return the part (a hand, or FRESH) to deal next: the one with the fewest suitable cards to spare.

    Returns PARTS if all parts are dealt.
    """
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
    """Return an upper bound on the number of suitable cards that the parts in `done` leave to another part.

    Each of these parts took at least as many of the cards as it needs beyond its other suitable cards; the same holds
    for all of them together.
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
    """Return the order in which the parts are dealt, three bits for each part, with PARTS after the last."""
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
    """Return `most_left` of each part in the order of dealing, six bits for each."""
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
    """Deal all parts from the pool into the field `holder`; return the index of the next unused random number.

    The random numbers are those from index `used` on. If the deal must start again, the result is the bitwise
    complement of the index, a negative number.
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
    """Return the cards that a deal has given a seat in the field `holder`, as a bit mask."""
    mask = 0
    for card in range(CARDS):
        if (pool >> card) & 1 and v.holder[card] == seat + 1:
            mask |= 1 << card
    return mask


def counted(v: State, row: int, size: int, cards: int) -> int:
    """Return as a bit mask those of some cards that the limit room[row, size] counts.

    These are the cards that bordered the side when it had `size` states; in a nominator's row of the party, only cards
    of his party count.
    """
    seat = row if row < PARTY_ROOM else row - PARTY_ROOM
    side = side_of(seat)
    found = cards if row < PARTY_ROOM else cards & OF_PARTY[v.party[side]]
    if size == EVER:
        return found
    rest = found & v.border[side]
    found = rest
    while rest:
        since = v.since[side, lowest(rest)]
        if since == 0 or since > size:  # 0 if draws are never voluntary, so that `since` is not recorded
            found &= ~(rest & -rest)
        rest &= rest - 1
    return found


def within_limits(v: State, seat: int, hand: int) -> bool:
    """Return True if a hand (without a card just drawn or taken openly) obeys all limits of `room` (PO-4, PO-6)."""
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
    """Return True if a seat must hold a playable card, because its task is to play and it cannot draw (PO-6)."""
    return v.task == PLAY and v.mover == seat and v.stock == 0 and v.open == 0 and v.fresh == 0


def fits(v: State, viewer: int, pool: int) -> bool:
    """Return True if the dealt hands obey all limits, and the mover can play if this is known (PO-6)."""
    for seat in range(v.seats):
        bare = seat < NOMINATORS and v.bare[seat]
        if seat == viewer or not (bare or v.must_play == NO or must_hold(v, seat)):
            continue
        hand = dealt_to(v, seat, pool)
        if not within_limits(v, seat, hand):
            return False
        if must_hold(v, seat) and (hand | v.taken[seat]) & v.border[side_of(seat)] == 0:
            return False
    return True


def write_hands(v: State, viewer: int, pool: int) -> None:
    """Update the other fields of the view from the dealt cards in `holder`."""
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
    for card in range(CARDS):
        if v.taker[card]:
            seat = v.taker[card] - 1
            v.hand[seat] |= 1 << card
            v.holder[card] = seat + 1
            v.seen[card] = 1 << seat


def unknown(v: State, seat: int) -> int:
    """Return as a bit mask the cards whose place a seat does not know; seat -1 is a spectator.

    Everybody knows the cards that are played or open, and those that a seat took from the open cards (PO-10).
    """
    pool = v.deck & ~(v.network[0] | v.network[1] | v.open)
    for player in range(v.seats):
        pool &= ~v.taken[player]
    return pool & ~v.hand[seat] if seat >= 0 else pool


def known(s: State) -> bool:
    """Return True if every player knows all hands: there are two players and no cards to draw (PO-1)."""
    return s.seats == SIDES and s.stock == 0


def imagine(v: State, seat: int, key: int) -> None:
    """Sample rivals' hands uniformly among those that agree with public knowledge (PO-6, "What anybody knows")."""
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
