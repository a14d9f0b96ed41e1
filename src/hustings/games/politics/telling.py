"""The numbers behind texts of Politics: for refusals, results, moves to prepare, odds and holders of states."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import EventTable, Members, Terms
from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.bits import lowest, size_of
from hustings.engine.telling import NOBODYS, OUT_OF_PLAY, FactTable, Telling
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, NONE_OR_CARD, OF_PARTY, VOTES
from hustings.games.politics.election import count_votes, unplayed
from hustings.games.politics.moves import (
    ACTIONS,
    DRAW_ID,
    NOMINATE_ID,
    PLAY_ID,
    SIDE_ID,
    TAKE_ID,
    nominees,
    playable,
    side_of,
)
from hustings.games.politics.odds import KINDS, MEMORY, kind_of, odds
from hustings.games.politics.record import (
    ABSENT,
    NO,
    NO_MARKET,
    NO_SIDE,
    NOMINATORS,
    NONE_OR_PARTY,
    ON_SIDE,
    OPEN,
    PLAY,
    SEAT_OR_NONE,
    SIDES,
    TASK,
    UNPLAYED,
    State,
)

CARD_SET = Members(CODES, "none")
PARTY = Terms(NONE_OR_PARTY)
FACTS = FactTable(
    mover=SEAT_OR_NONE,
    stock=None,
    task=Terms(TASK),
    card=NONE_OR_CARD,
    borders=CARD_SET,
    party=PARTY,
    hand=CARD_SET,
    playable=CARD_SET,
    nominees=CARD_SET,
    drawn=NONE_OR_CARD,
    states=CARD_SET,
    open=CARD_SET,
)
OWN, OPEN_FACT = 5, 11  # the indices of the first fact about the seat and its side, and of the open cards

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


def facts(s: State, seat: int, action: int, out: Numbers) -> None:
    """Write the facts that a refusal's sentence may mention: public facts and the seat's own hand."""
    out[0] = s.mover
    out[1] = s.stock
    out[2] = s.task
    out[3] = 0
    out[4] = 0
    out[OPEN_FACT] = s.open
    if NOMINATE_ID <= action < DRAW_ID or TAKE_ID <= action < ACTIONS:
        card = action - TAKE_ID if action >= TAKE_ID else (action - NOMINATE_ID) % CARDS
        out[3] = card + 1
        out[4] = NEIGHBOURS[s.waters, card]
    for k in range(OWN, OWN + 6):
        out[k] = 0
    if 0 <= seat < s.seats:
        out[OWN] = s.party[side_of(seat)]
        out[OWN + 1] = s.hand[seat]
        out[OWN + 2] = playable(s, seat)
        out[OWN + 3] = nominees(s, seat)
        out[OWN + 4] = s.drawn[seat]
        out[OWN + 5] = s.network[side_of(seat)]


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

    For the choice of a party, they are those of the card in the hand that would open most votes. An open card that is
    taken and does not fit opens nothing (PO-10).
    """
    if DRAW_ID <= action < TAKE_ID:
        return
    card = (action - NOMINATE_ID) % CARDS if action >= NOMINATE_ID else best_home(v, seat, action - SIDE_ID + 1)
    if action >= TAKE_ID:
        card = action - TAKE_ID
    if card < 0:
        return
    side = side_of(seat)
    if action < TAKE_ID or (v.border[side] >> card) & 1:
        opened = opened_by(v, seat, card)
        tell(note, OPENS, seat, size_of(opened), 0, 0, 0)
        tell(note, OPENS_VOTES, seat, votes_of(v, opened), 0, 0, 0)
        tell(note, OPENS_HELD, seat, votes_of(v, opened & v.hand[seat]), 0, 0, 0)
    other = SIDES - 1 - side
    if action < NOMINATE_ID or v.states[other] == 0:
        return
    left = unplayed(v) & ~(1 << card)
    cut = reach(v, other, unplayed(v)) & left & ~reach(v, other, left)
    if cut:
        tell(note, CUTS, seat, size_of(cut), 0, 0, 0)
        tell(note, CUTS_VOTES, seat, votes_of(v, cut), 0, 0, 0)
    if v.border[other] & left == 0 and (v.border[other] >> card) & 1:
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
    facts=facts,
    fact_table=FACTS,
    ending=ending,
    endings=ENDINGS,
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
