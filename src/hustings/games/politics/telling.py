"""The numbers behind texts of Politics: for refusals, results, moves to prepare, odds and holders of states."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import EventTable
from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.bits import lowest, size_of
from hustings.engine.telling import NOBODYS, OUT_OF_PLAY, Telling
from hustings.games.politics import moves as m
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, NONE_OR_CARD, OF_PARTY, VOTES
from hustings.games.politics.election import count_votes, fronts_to_come, unplayed
from hustings.games.politics.moves import (
    DRAW_ID,
    NOMINATE_ID,
    PARTY,
    PLAY_ID,
    SIDE_ID,
    TAKE_ID,
    is_front,
    lands,
    nominees,
    playable,
    side_of,
)
from hustings.games.politics.odds import KINDS, MEMORY, kind_of, odds
from hustings.games.politics.record import (
    ABSENT,
    EVEN,
    NO,
    NO_MARKET,
    NO_SIDE,
    NOMINATORS,
    ON_SIDE,
    OPEN,
    PLAY,
    SEAT_OR_NONE,
    SIDES,
    UNPLAYED,
    State,
)

#: begins: the seat on the left of the dealer of the next game, which begins it (PO-2, PO-9)
COUNT: dict[str, Any] = {"votes": None, "states": None, "dealer": SEAT_OR_NONE, "begins": SEAT_OR_NONE}
WINNERS: dict[str, Any] = {"first": SEAT_OR_NONE, "second": SEAT_OR_NONE, "third": SEAT_OR_NONE, "party": PARTY}
ENDINGS = EventTable()
DRAW = ENDINGS.add("draw", **COUNT)
BY_VOTES = ENDINGS.add("votes", **COUNT, **WINNERS, nominee=NONE_OR_CARD, other=None, fewer=None)
BY_STATES = ENDINGS.add("states", **COUNT, **WINNERS, nominee=NONE_OR_CARD, other=None, fewer=None)
NO_SEAT = len(SEAT_OR_NONE) - 1

EFFECTS = EventTable()
OPENS = EFFECTS.add("opens", number=None)  # how many unplayed states a card is the side's first to border
OPENS_VOTES = EFFECTS.add("opens_votes", number=None)  # their votes
OPENS_HELD = EFFECTS.add("opens_held", number=None)  # the votes of those in the seat's hand
CUTS = EFFECTS.add("cuts", number=None)  # how many other states the move puts out of the other side's reach for good
CUTS_VOTES = EFFECTS.add("cuts_votes", number=None)  # their votes
WALLS = EFFECTS.add("walls", number=None)  # 1: the move walls the other side in
FRONT = EFFECTS.add("front", number=None)  # 1: an open card becomes a new front
LEAVES = EFFECTS.add("leaves", number=None)  # the votes that an open card, left there, would open to the other side
HOME = EFFECTS.add("home", number=None)  # for a party, the card that would open most votes as its home state
BEATEN = EFFECTS.add("beaten", number=None)  # for a play, draw or take: 1 if the side can no longer win
SAFE = EFFECTS.add("safe", number=None)  # likewise: 1 if the side can no longer lose


def explain(s: State, seat: int, action: int, reason: int, note: Numbers) -> None:
    """Write what the sentence of a refusal mentions: public facts and the seat's own hand."""
    card = action - TAKE_ID if action >= TAKE_ID else (action - NOMINATE_ID) % CARDS
    side = side_of(seat)
    if reason in (m.NOT_YOUR_TURN, m.WRONG_TASK):
        tell(note, reason, seat, s.mover, s.task, 0, 0)
    elif reason in (m.NOT_IN_HAND, m.NO_SUCH_NOMINEE):
        tell(note, reason, seat, card, s.hand[seat], 0, 0)
    elif reason == m.WRONG_PARTY:
        tell(note, reason, seat, card, s.party[side], nominees(s, seat), 0)
    elif reason == m.DRAW_A_NOMINEE:
        tell(note, reason, seat, card, s.party[side], s.stock, 0)
    elif reason == m.HAS_A_NOMINEE:
        tell(note, reason, seat, s.party[side], nominees(s, seat), 0, 0)
    elif reason == m.NOT_BORDERING:
        tell(note, reason, seat, card, NEIGHBOURS[s.waters, card], s.network[side], 0)
    elif reason == m.PLAY_THE_DRAWN:
        tell(note, reason, seat, s.drawn[seat], 0, 0, 0)
    elif reason == m.CAN_PLAY:
        tell(note, reason, seat, playable(s, seat), 0, 0, 0)
    elif reason in (m.TAKE_AN_OPEN, m.NOT_OPEN):
        tell(note, reason, seat, s.open, card, 0, 0)


def ending(s: State, note: Numbers) -> None:
    """Write the result, and in a game with a winner also the side that won and what the other one has (PO-8, PO-9)."""
    side = 0 if s.winner == NO_SIDE else s.winner
    other = SIDES - 1 - side
    how = DRAW if s.winner == NO_SIDE else BY_VOTES if s.tally[side] != s.tally[other] else BY_STATES
    tell(note, how, side, s.tally[side], s.states[side], s.next_dealer, (s.next_dealer + 1) % s.seats)
    if how != DRAW:
        second = side + SIDES if side + SIDES < s.seats else NO_SEAT
        third = side + 2 * SIDES if side + 2 * SIDES < s.seats else NO_SEAT
        tell(note, how, side, side, second, third, s.party[side])
        tell(note, how, side, s.nominee[side], s.tally[other], s.states[other], 0)


def opened_by(v: State, seat: int, card: int) -> int:
    """Return the unplayed states that border a card's state and none of the side's states yet, as a bit mask."""
    return NEIGHBOURS[v.waters, card] & unplayed(v) & ~v.border[side_of(seat)]


def known_with(v: State, side: int, seat: int) -> int:
    """Return the cards that the seat knows to be in the hands of a side, as a bit mask.

    If no card lies face down, the only rival holds all cards that the seat does not see.
    """
    if side_of(seat) != side and v.seats == SIDES and v.stock == 0:
        return unplayed(v) & ~v.hand[seat] & ~v.open
    cards = v.hand[seat] if side_of(seat) == side else 0
    for player in range(side, v.seats, SIDES):
        cards |= v.taken[player]
    return cards


def reach(v: State, side: int, free: int) -> int:
    """Return the states among `free` that a side could play one after the other with every card, as a bit mask."""
    found = v.border[side] & free
    fresh = found
    while fresh:
        more = NEIGHBOURS[v.waters, lowest(fresh)] & free & ~found
        found |= more
        fresh = (fresh & (fresh - 1)) | more
    return found


def votes_of(v: State, states: int) -> int:
    """Return the votes of a bit mask of states."""
    total = 0
    while states:
        total += VOTES[v.votes, lowest(states)]
        states &= states - 1
    return total


def least(v: State, side: int, seat: int) -> int:
    """Return the votes that a side cannot lose, as far as the seat knows, from its states and kept cards (PO-5)."""
    keeps = known_with(v, side, seat) if v.market == EVEN or v.redealt else 0
    return v.tally[side] + votes_of(v, reach(v, side, keeps))


def most(v: State, side: int, seat: int) -> int:
    """Return the votes that a side has with every state still open to it, as far as the seat knows (PO-5, PO-12)."""
    free = unplayed(v)
    if v.market == EVEN or v.redealt:
        free &= ~known_with(v, SIDES - 1 - side, seat)
    return v.tally[side] + votes_of(v, free if fronts_to_come(v) else reach(v, side, free))


def tell_outlook(v: State, seat: int, note: Numbers) -> None:
    """Write whether a side can no longer win, or no longer lose, by what the seat knows (PO-8)."""
    side = side_of(seat)
    other = SIDES - 1 - side
    if most(v, side, seat) < least(v, other, seat):
        tell(note, BEATEN, seat, 1, 0, 0, 0)
    elif least(v, side, seat) > most(v, other, seat):
        tell(note, SAFE, seat, 1, 0, 0, 0)


def best_home(v: State, seat: int, party: int) -> int:
    """Return the card of a party in the seat's hand that opens most votes; -1 if the hand has none (PO-3)."""
    best = -1
    most = -1
    cards = v.hand[seat] & OF_PARTY[party]
    while cards:
        votes = votes_of(v, opened_by(v, seat, lowest(cards)))
        if votes > most:
            best = lowest(cards)
            most = votes
        cards &= cards - 1
    return best


def effect(v: State, seat: int, action: int, note: Numbers) -> None:
    """Write the effects of a move that leads to a first state, or of a play (PO-2, PO-3, PO-5).

    A state opens to a side only while its card can still come to it: not if the other side is known to hold it. For the
    choice of a party, they are those of the card in the hand that would open most votes, and that card. An open card
    that is taken and not played opens nothing, and one that is left can open states to the other side if it borders
    that side (PO-10). No side is walled in while a new front can open (PO-12).
    """
    if v.task == PLAY:
        tell_outlook(v, seat, note)
    if DRAW_ID <= action < TAKE_ID:
        return
    card = (action - NOMINATE_ID) % CARDS if action >= NOMINATE_ID else best_home(v, seat, action - SIDE_ID + 1)
    if action >= TAKE_ID:
        card = action - TAKE_ID
    if card < 0:
        return
    if action < NOMINATE_ID:
        tell(note, HOME, seat, card, 0, 0, 0)
    side = side_of(seat)
    other = SIDES - 1 - side
    if action < TAKE_ID or lands(v, seat, card):
        opened = opened_by(v, seat, card) & ~known_with(v, other, seat)
        tell(note, OPENS, seat, size_of(opened), 0, 0, 0)
        tell(note, OPENS_VOTES, seat, votes_of(v, opened), 0, 0, 0)
        tell(note, OPENS_HELD, seat, votes_of(v, opened & v.hand[seat]), 0, 0, 0)
    if action >= TAKE_ID and is_front(v, seat, card):
        tell(note, FRONT, seat, 1, 0, 0, 0)
    if action < NOMINATE_ID or v.states[other] == 0:
        return
    if action >= TAKE_ID and (v.border[other] >> card) & 1:
        tell(note, LEAVES, seat, votes_of(v, opened_by(v, other, card) & ~known_with(v, side, seat)), 0, 0, 0)
    left = unplayed(v) & ~(1 << card)
    cut = reach(v, other, unplayed(v)) & left & ~reach(v, other, left)
    if cut:
        tell(note, CUTS, seat, size_of(cut), 0, 0, 0)
        tell(note, CUTS_VOTES, seat, votes_of(v, cut), 0, 0, 0)
    if v.border[other] & left == 0 and (v.border[other] >> card) & 1 and not fronts_to_come(v):
        tell(note, WALLS, seat, 1, 0, 0, 0)


def foresee(v: State, seat: int, out: Numbers) -> int:
    """List the plays that a seat can prepare: all cards in its hand, because any may border the side by then (PO-5)."""
    if v.task != PLAY:
        return 0
    hand = v.hand[seat]
    count = 0
    while hand:
        out[count] = PLAY_ID + lowest(hand)
        hand &= hand - 1
        count += 1
    return count


def alike(v: State) -> int:
    """Return 1 if in any order each side plays the same cards (PO-5, PO-6, PO-7, PO-8).

    This is so once no extra card is left: whatever a player can play then is played before the third-party vote is
    dealt, and after it. With two players who must play if they can, and no open cards, it is so after the nominations:
    a player draws only after all cards that can be played, and so receives the same extra cards.
    """
    if v.nominee[NOMINATORS - 1] == 0:
        return 0
    return int(
        (v.stock == 0 and v.open == 0) or (v.seats == NOMINATORS and v.must_play != NO and v.market == NO_MARKET)
    )


def held(s: State, out: Numbers) -> None:
    """Write the side to which each state was played, and the state's votes."""
    for card in range(CARDS):
        where = s.where[card]
        is_free = where == UNPLAYED or where == OPEN
        out[card] = OUT_OF_PLAY if where == ABSENT else NOBODYS if is_free else where - ON_SIDE
        out[CARDS + card] = VOTES[s.votes, card]


def recount(s: State, holder: Numbers, note: Numbers) -> None:
    """Count the votes as if each side had played only the states in `holder` (PO-8)."""
    for side in range(SIDES):
        s.tally[side] = 0
        s.states[side] = 0
    for card in range(CARDS):
        if holder[card] >= 0:
            s.tally[holder[card]] += VOTES[s.votes, card]
            s.states[holder[card]] += 1
    count_votes(s, note)


TELLING = Telling(
    ending=ending,
    endings=ENDINGS,
    explain=explain,
    effect=effect,
    effects=EFFECTS,
    foresee=foresee,
    alike=alike,
    states=CODES,
    held=held,
    recount=recount,
    odds=odds,
    odds_memory=MEMORY,
    kind=kind_of,
    kinds=KINDS,
)
