"""The course of a game of Politics: dealing, playing, drawing, turns, the third-party vote, the count.

If all seats pass, the cards left in hands are dealt once more; the rules call this deal the third-party vote.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell, tell_only
from hustings.engine.kernels.bits import lowest, size_of
from hustings.games.politics.cards import CARDS, DEMOCRAT, KEY_STATES, NEIGHBOURS, OF_PARTY, REPUBLICAN, VOTES
from hustings.games.politics.moves import (
    ALL_PLAYED,
    COUNTED,
    DRAWN_GAME,
    DREW_CARD,
    GOT,
    HANDS_DEALT,
    KEPT,
    NO_MORE_EXTRA,
    OPENED,
    STUCK_AGAIN,
    THIRD_PARTY,
    WALLED_IN,
    WON,
    playable,
    side_of,
)
from hustings.games.politics.record import (
    ABSENT,
    DEAL,
    DRAW,
    EVEN,
    EVER,
    FRONTS,
    MARKET,
    MOST_SEATS,
    NO,
    NO_CHANCE,
    NO_LIMIT,
    NO_SIDE,
    NOBODY,
    NOMINATE,
    NOMINATORS,
    NOTHING,
    ON_SIDE,
    OPEN,
    OPENING,
    PARTY_ROOM,
    PASS,
    PLAY,
    ROOMS,
    SIDE,
    SIDES,
    SIZES,
    UNPLAYED,
    State,
)


def begin(s: State, deck: int, dealt: int) -> None:
    """Begin a game with a deck (a bit mask of cards) and `dealt` cards for each hand (PO-1, PO-11)."""
    s.deck = deck
    s.dealt = dealt
    for card in range(CARDS):
        s.where[card] = UNPLAYED if (deck >> card) & 1 else ABSENT
    if s.seats > SIDES:
        s.party[0] = REPUBLICAN + s.side
        s.party[1] = DEMOCRAT - s.side
    s.mover = NOBODY
    s.last = NOBODY
    s.winner = NO_SIDE
    s.next_dealer = NOBODY
    s.stock = size_of(deck)
    forget(s)
    extra = s.market >= FRONTS and size_of(deck) > s.seats * dealt
    begin_deal(s, s.seats * dealt + extra)


def begin_deal(s: State, cards: int) -> None:
    """Begin to deal a number of cards, one at a time from P1 on (PO-1, PO-7)."""
    s.to_deal = cards
    s.pending = DEAL
    s.dealing = 0
    s.task = NOTHING
    s.mover = NOBODY


def forget(s: State) -> None:
    """Reset the public knowledge about hands before a deal."""
    for seat in range(MOST_SEATS):
        s.lacks[seat] = 0
    for side in range(NOMINATORS):
        s.bare[side] = 0
    for row in range(ROOMS):
        for size in range(SIZES):
            s.room[row, size] = NO_LIMIT


def unplayed(s: State) -> int:
    """Return as a bit mask the cards that nobody has played."""
    return s.deck & ~(s.network[0] | s.network[1])


def unseen(s: State) -> int:
    """Return as a bit mask the face-down cards: those that nobody holds and nobody has played or opened."""
    mask = unplayed(s) & ~s.open
    for seat in range(s.seats):
        mask &= ~s.hand[seat]
    return mask


def coming(s: State) -> int:
    """Return as a bit mask the face-down cards of which chance brings the next one (PO-1, PO-13)."""
    mask = unseen(s)
    if s.market != EVEN or s.pending == DRAW or s.redealt or s.states[0]:
        return mask
    keys = mask & KEY_STATES
    others = mask & ~KEY_STATES
    seat = s.dealing
    if s.pending == OPENING or s.held[seat] == s.dealt:
        return others if others else mask
    if side_of(seat) == 0:
        return mask if size_of(keys) > 1 or others == 0 else others
    follows = size_of(s.hand[seat - 1] & KEY_STATES) > size_of(s.hand[seat] & KEY_STATES)
    return keys if follows and keys else others if others else mask


def give(s: State, seat: int, card: int) -> None:
    """Put an unseen card into a hand."""
    hold(s, seat, card)
    s.stock -= 1


def hold(s: State, seat: int, card: int) -> None:
    """Add a card to a hand, wherever the card comes from."""
    s.hand[seat] |= 1 << card
    s.holder[card] = seat + 1
    s.seen[card] = 1 << seat
    s.held[seat] += 1


def take(s: State, seat: int, card: int) -> None:
    """Take a card from a hand."""
    s.hand[seat] &= ~(1 << card)
    s.taken[seat] &= ~(1 << card)
    s.taker[card] = 0
    s.holder[card] = 0
    s.seen[card] = 0
    s.held[seat] -= 1


def lay(s: State, seat: int, card: int) -> None:
    """Play a card from the hand, which adds the state to the network of the seat's side (PO-3, PO-5)."""
    side = side_of(seat)
    take(s, seat, card)
    s.network[side] |= 1 << card
    s.where[card] = ON_SIDE + side
    s.states[side] += 1
    s.tally[side] += VOTES[s.votes, card]
    fresh = NEIGHBOURS[s.waters, card] & ~s.border[side]
    s.border[side] |= fresh
    if s.must_play == NO:
        while fresh:
            s.since[side, lowest(fresh)] = s.states[side]
            fresh &= fresh - 1
    s.last = seat
    s.passes = 0


def fronts_to_come(s: State) -> bool:
    """Return True while extra cards are left that a new front can be opened with (PO-12)."""
    return s.market >= FRONTS and (s.open != 0 or s.stock > 0) and s.redealt == 0


def walled_in(s: State) -> int:
    """Return as a bit mask the sides that can never grow (PO-5).

    Their states border no unplayed state, and no new front can open any more (PO-12).
    """
    if fronts_to_come(s):
        return 0
    free = unplayed(s)
    found = 0
    for side in range(SIDES):
        found |= (s.states[side] > 0 and s.border[side] & free == 0) << side
    return found


def tell_walls(s: State, before: int, note: Numbers) -> None:
    """Report the sides that are walled in and were not `before`, as long as there are unplayed states (PO-5)."""
    fresh = walled_in(s) & ~before
    for side in range(SIDES):
        if (fresh >> side) & 1 and unplayed(s):
            tell(note, WALLED_IN, NOBODY, s.party[side], seats_of(s, side), 0, 0)


# --- public knowledge about hands (see determinization.py)


def shift_room(s: State, row: int, first: int, by: int) -> None:
    """Add `by` to a hand's limits, a row of `room`, for all sizes of its side from `first` up."""
    for size in range(first, SIZES):
        s.room[row, size] += by


def bare_of_party(s: State, seat: int) -> None:
    """Record the public fact that a nominator holds no card of his party, since he had to draw (PO-4)."""
    s.bare[seat] = 1
    for size in range(SIZES):
        s.room[PARTY_ROOM + seat, size] = 0


def hand_known(s: State, seat: int) -> None:
    """Set a hand's limits to its number of cards when play begins; only needed if draws may be voluntary."""
    if s.must_play == NO:
        for size in range(SIZES):
            s.room[seat, size] = s.held[seat]


def kept_known(s: State, seat: int) -> None:
    """Record that a seat kept a drawn card, which therefore does not border its side now (PO-6)."""
    states = s.states[side_of(seat)]
    if s.must_play == NO:
        shift_room(s, seat, states + 1, 1)
    if seat < NOMINATORS and s.bare[seat]:
        shift_room(s, PARTY_ROOM + seat, states + 1, 1)


def played_known(s: State, seat: int, card: int) -> None:
    """Record that an unknown card has left a hand, which lowers the limits of all sizes at which it bordered."""
    first = s.since[side_of(seat), card]
    if s.must_play == NO and s.redealt == 0:
        shift_room(s, seat, first, -1)
    if seat < NOMINATORS and s.bare[seat] and (OF_PARTY[s.party[seat]] >> card) & 1:
        shift_room(s, PARTY_ROOM + seat, first if first else EVER, -1)


# --- turns


def ask(s: State, task: int, seat: int) -> None:
    """Ask a seat to carry out a task."""
    s.task = task
    s.mover = seat


def turn(s: State, seat: int) -> None:
    """Begin a seat's turn; its task is to pass if it can neither play nor draw (PO-6)."""
    s.fresh = 0
    ask(s, PASS if s.stock == 0 and s.open == 0 and playable(s, seat) == 0 else PLAY, seat)


def next_turn(s: State, seat: int) -> None:
    """Begin the turn of the next seat to the left."""
    turn(s, (seat + 1) % s.seats)


def card_dealt(s: State, card: int, note: Numbers) -> None:
    """Deal a card to the next seat; the last card ends the deal (PO-1, PO-7, PO-11)."""
    seat = s.dealing
    give(s, seat, card)
    tell_only(note, 1 << seat, GOT, seat, card, VOTES[s.votes, card], 0, 0)
    s.to_deal -= 1
    if s.to_deal:
        dealer = s.seats - 1
        is_extra = s.redealt == 0 and s.held[dealer] == s.dealt
        s.dealing = dealer if is_extra else (seat + 1) % s.seats
        return
    s.pending = NO_CHANCE
    s.dealing = NOBODY
    if s.redealt:
        next_turn(s, s.last)
        return
    tell(note, HANDS_DEALT, NOBODY, s.stock, 0, 0, 0)
    for player in range(s.seats):
        hand_known(s, player)
    fill_market(s)


def fill_market(s: State) -> None:
    """Open an extra card if too few lie open, else ask the next seat to move (PO-10)."""
    if size_of(s.open) < MARKET[s.market] and s.stock:
        s.pending = OPENING
        s.task = NOTHING
        s.mover = NOBODY
    elif s.states[0]:
        next_turn(s, s.last)
    else:
        ask(s, SIDE if s.party[0] == 0 else NOMINATE, 0)


def card_opened(s: State, card: int, note: Numbers) -> None:
    """Lay an extra card open for all (PO-10)."""
    s.open |= 1 << card
    s.where[card] = OPEN
    s.stock -= 1
    s.pending = NO_CHANCE
    tell(note, OPENED, NOBODY, card, VOTES[s.votes, card], s.stock, 0)
    fill_market(s)


def card_drawn(s: State, card: int, note: Numbers) -> None:
    """Give a seat the extra card it draws, then ask for a nomination or a play, or go on (PO-4, PO-6)."""
    seat = s.dealing
    give(s, seat, card)
    s.pending = NO_CHANCE
    s.dealing = NOBODY
    tell_only(note, 1 << seat, DREW_CARD, seat, card, VOTES[s.votes, card], 0, 0)
    nominating = s.states[side_of(seat)] == 0
    if s.stock == 0:
        tell(note, NO_MORE_EXTRA, NOBODY, 0, 0, 0, 0)
    if nominating or (playable(s, seat) >> card) & 1:
        s.fresh = 1
        s.drawn[seat] = card + 1
        ask(s, NOMINATE if nominating else PLAY, seat)
        return
    kept_known(s, seat)
    tell(note, KEPT, seat, 0, 0, 0, 0)
    next_turn(s, seat)


# --- the third-party vote and the count


def all_passed(s: State, note: Numbers) -> None:
    """Deal the cards in hands again, as all seats passed; count if that was done, or if no card is left (PO-7, PO-8).

    An even deal has no second deal: a card kept from the rival stays kept (PO-13).
    """
    held = 0
    for seat in range(s.seats):
        held += s.held[seat]
    if s.redealt or s.market == EVEN or held == 0:
        tell(note, STUCK_AGAIN if held else ALL_PLAYED, NOBODY, held, 0, 0, 0)
        count_votes(s, note)
        return
    for seat in range(s.seats):
        while s.hand[seat]:
            take(s, seat, lowest(s.hand[seat]))
    s.stock = held
    s.redealt = 1
    s.passes = 0
    forget(s)
    tell(note, THIRD_PARTY, NOBODY, held, (s.last + 1) % s.seats, held // s.seats, held % s.seats)
    begin_deal(s, held)


def seats_of(s: State, side: int) -> int:
    """Return the seats of a side, as a bit mask (PO-1)."""
    seats = 0
    for seat in range(s.seats):
        seats |= (side_of(seat) == side) << seat
    return seats


def count_votes(s: State, note: Numbers) -> None:
    """End the game: more votes win, or more states in a tie; the winning nominator deals next (PO-8, PO-9)."""
    for side in range(SIDES):
        tell(note, COUNTED, NOBODY, side, s.party[side], s.tally[side], s.states[side])
    ahead = s.tally[0] - s.tally[1]
    if ahead == 0:
        ahead = s.states[0] - s.states[1]
    s.winner = NO_SIDE if ahead == 0 else (0 if ahead > 0 else 1)
    s.next_dealer = s.winner if ahead else 0
    s.finished = 1
    s.task = NOTHING
    s.mover = NOBODY
    if ahead == 0:
        tell(note, DRAWN_GAME, NOBODY, s.tally[0], s.states[0], 0, 0)
        return
    side = s.winner
    tell(note, WON, NOBODY, s.party[side], seats_of(s, side), s.tally[side], s.tally[1 - side])
