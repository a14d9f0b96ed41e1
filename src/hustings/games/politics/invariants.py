"""The conditions that every record of Politics satisfies; `check` returns the number of the first broken one."""

from __future__ import annotations

from hustings.engine.kernels.bits import lowest, size_of
from hustings.games.politics.cards import CARDS, DEMOCRAT, NEIGHBOURS, OF_PARTY, REPUBLICAN, VOTES
from hustings.games.politics.determinization import within_limits
from hustings.games.politics.election import unseen
from hustings.games.politics.moves import playable, side_of
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
    NO_MARKET,
    NO_SIDE,
    NOBODY,
    NOMINATE,
    NOMINATORS,
    NOTHING,
    ON_SIDE,
    OPEN,
    OPENING,
    PASS,
    PLAY,
    SIDE,
    SIDES,
    UNPLAYED,
    State,
)

INVARIANTS = {
    1: "the number of seats does not exist",
    2: "a set of cards holds what is no card of this game",
    3: "hands are dealt more cards than the deck has",
    4: "a card is in two places",
    5: "where a card lies is not told as it is",
    6: "who holds a card is not told as it is",
    7: "the number of cards in a hand is not that of its cards",
    8: "the number of cards nobody holds is wrong",
    9: "a side's states or votes are miscounted",
    10: "what borders a side is wrong",
    11: "the states of a side do not hang together",
    12: "the parties of the sides are not two, or not those of the option",
    13: "a nominee is not the side's first state, or P2 nominated before P1",
    14: "a seat that does not play has something",
    15: "what chance is to bring does not fit what is to be dealt",
    16: "a move is owed and chance waits, or neither while the game goes on",
    17: "what is owed does not fit how far the game has come",
    18: "a pass is owed by who can play or draw, or a play by who cannot",
    19: "the card just drawn is not there, or there is one where none is",
    20: "a seat holds a card it is known not to hold",
    21: "a seat is said to lack what never bordered its side",
    22: "a hand holds more cards of a kind than it can",
    23: "there are more passes than can be in a row",
    24: "who last played or drew does not exist",
    25: "the third-party vote is dealt before its time",
    26: "when a state began to border a side is wrong",
    27: "a nominator is said to have drawn who has not",
    28: "the game is over without a count, or counted and not over",
    29: "the open cards are not those that the option asks for",
    30: "a card is said to be taken that its seat does not hold",
}


def check(s: State) -> int:
    """Return the number of the first broken invariant, or 0; the fields' bounds have been checked before."""
    return check_setting(s) or check_cards(s) or check_sides(s) or check_turn(s) or check_known(s) or check_end(s)


def check_setting(s: State) -> int:
    """Check the number of seats and that all sets contain only cards of this game."""
    if s.seats != 2 and s.seats != 4 and s.seats != 6:
        return 1
    if (s.network[0] | s.network[1]) & ~s.deck:
        return 2
    for seat in range(MOST_SEATS):
        if s.hand[seat] & ~s.deck:
            return 2
        if seat >= s.seats and (s.hand[seat] or s.held[seat] or s.lacks[seat] or s.drawn[seat]):
            return 14
    return 3 if s.dealt * s.seats > size_of(s.deck) else 0


def check_cards(s: State) -> int:
    """Check that every card is in exactly one place, and that the public fields agree (PO-1)."""
    met = s.network[0]
    if met & s.network[1]:
        return 4
    met |= s.network[1]
    if met & s.open:
        return 4
    met |= s.open
    for seat in range(s.seats):
        if met & s.hand[seat]:
            return 4
        met |= s.hand[seat]
        if size_of(s.hand[seat]) != s.held[seat]:
            return 7
    if size_of(unseen(s)) != s.stock:
        return 8
    for card in range(CARDS):
        where = UNPLAYED if (s.deck >> card) & 1 else ABSENT
        if (s.open >> card) & 1:
            where = OPEN
        for side in range(SIDES):
            if (s.network[side] >> card) & 1:
                where = ON_SIDE + side
        holder = 0
        for seat in range(s.seats):
            holder += ((s.hand[seat] >> card) & 1) * (seat + 1)
        if s.where[card] != where:
            return 5
        if s.holder[card] != holder or s.seen[card] != (1 << holder) >> 1:
            return 6
    return check_open(s)


def check_open(s: State) -> int:
    """Check that as many cards lie open as the option asks for, and who took which (PO-10)."""
    if s.open & ~s.deck:
        return 2
    opened = s.pending != DEAL and s.pending != OPENING
    most = MARKET[s.market]
    if size_of(s.open) > most or (opened and size_of(s.open) < most and s.stock):
        return 29
    if s.pending == OPENING and (size_of(s.open) == most or s.stock == 0):
        return 29
    if s.pending == DEAL and s.open:
        return 29
    for seat in range(MOST_SEATS):
        if s.taken[seat] & ~s.hand[seat] or (s.taken[seat] and s.market == NO_MARKET):
            return 30
    for card in range(CARDS):
        taker = 0
        for seat in range(MOST_SEATS):
            taker += ((s.taken[seat] >> card) & 1) * (seat + 1)
        if s.taker[card] != taker:
            return 30
    return 0


def reached(s: State, side: int, first: int) -> int:
    """Return as a bit mask the states of a side that are connected to its first state, or to a new front (PO-12)."""
    found = 1 << first
    if s.market >= FRONTS:
        found |= s.network[side] & OF_PARTY[s.party[side]]
    rest = found
    while rest:
        card = lowest(rest)
        fresh = NEIGHBOURS[s.waters, card] & s.network[side] & ~found
        found |= fresh
        rest = (rest & (rest - 1)) | fresh
    return found


def check_sides(s: State) -> int:
    """Check the sides' parties, nominees, networks and borders (PO-2, PO-3, PO-5)."""
    if s.party[0] + s.party[1] != (REPUBLICAN + DEMOCRAT if s.party[0] else 0):
        return 12
    if s.seats > SIDES and s.party[0] != REPUBLICAN + s.side:
        return 12
    for side in range(SIDES):
        votes = 0
        border = 0
        rest = s.network[side]
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            votes += VOTES[s.votes, card]
            border |= NEIGHBOURS[s.waters, card]
        if s.states[side] != size_of(s.network[side]) or s.tally[side] != votes:
            return 9
        if s.border[side] != border:
            return 10
        nominee = s.nominee[side]
        if (nominee > 0) != (s.states[side] > 0):
            return 13
        if nominee and (s.network[side] >> (nominee - 1)) & 1 == 0:
            return 13
        if nominee and reached(s, side, nominee - 1) != s.network[side]:
            return 11
    return 13 if s.nominee[1] and not s.nominee[0] else 0


def check_turn(s: State) -> int:
    """Check the current task, or the chance outcome that is due, and its seat (PO-2 to PO-7)."""
    if s.to_deal > s.stock:
        return 15
    receives = s.pending == DEAL or s.pending == DRAW
    if receives != (s.dealing < s.seats) or (not receives and s.dealing != NOBODY):
        return 15
    if (s.pending == DEAL) != (s.to_deal > 0) or (s.pending == DRAW and s.stock == 0):
        return 15
    if (s.task > 0) != (s.mover < s.seats):
        return 16
    if s.task == NOTHING and s.mover != NOBODY:
        return 16
    if (s.task > 0) + (s.pending > 0) + s.finished != 1:
        return 16
    return check_task(s) if s.task else check_pause(s)


def check_task(s: State) -> int:
    """Check that the mover's task fits the stage of the game (PO-2 to PO-6)."""
    nominated = (s.nominee[0] > 0) + (s.nominee[1] > 0)
    if (s.task >= PLAY) != (nominated == NOMINATORS) or (s.task == SIDE) != (s.party[0] == 0):
        return 17
    if s.task <= NOMINATE and s.mover != nominated:
        return 17
    if s.task >= PLAY and s.fresh == 0:
        stuck = s.stock == 0 and s.open == 0 and playable(s, s.mover) == 0
        if (s.task == PASS) != stuck:
            return 18
    return check_drawn(s)


def check_drawn(s: State) -> int:
    """Check that a card just drawn is in the mover's hand and may be played (PO-4, PO-6)."""
    for seat in range(s.seats):
        if (s.drawn[seat] != 0) != (s.fresh == 1 and seat == s.mover):
            return 19
    if s.fresh == 0:
        return 0
    if s.task < NOMINATE or s.task == PASS:
        return 19
    card = s.drawn[s.mover] - 1
    if (s.hand[s.mover] >> card) & 1 == 0:
        return 19
    if s.task == NOMINATE:
        return 0 if s.bare[s.mover] else 19
    return 0 if (s.border[side_of(s.mover)] >> card) & 1 else 19


def check_pause(s: State) -> int:
    """Check a record without a task: no card was just drawn, and a deal comes at the start or after passes."""
    if s.fresh:
        return 19
    for seat in range(s.seats):
        if s.drawn[seat]:
            return 19
    nominated = (s.nominee[0] > 0) + (s.nominee[1] > 0)
    if s.pending == DEAL and nominated != (NOMINATORS if s.redealt else 0):
        return 17
    return 17 if s.finished and nominated < NOMINATORS else 0


def check_known(s: State) -> int:
    """Check passes, and that the public knowledge about hands is true (PO-4, PO-6, PO-7)."""
    if s.redealt and (s.nominee[1] == 0 or s.to_deal != s.stock):
        return 25
    if s.passes > s.seats or (s.passes and (s.stock or s.open)) or (s.passes == s.seats) != (s.finished == 1):
        return 23
    if s.seats <= s.last < NOBODY or (s.last == NOBODY and s.nominee[0] > 0):
        return 24
    for side in range(NOMINATORS):
        if s.bare[side] and (s.party[side] == 0 or s.redealt):
            return 27
    broken = check_since(s)
    if broken:
        return broken
    for seat in range(s.seats):
        held = s.hand[seat] & ~(1 << (s.drawn[seat] - 1)) if s.drawn[seat] else s.hand[seat]
        if held & s.lacks[seat]:
            return 20
        if s.lacks[seat] & ~s.border[side_of(seat)]:
            return 21
        held &= ~s.taken[seat]
        if not within_limits(s, seat, held):
            return 22
        counted = s.must_play == NO and s.redealt == 0 and s.states[side_of(seat)] > 0
        if counted and s.room[seat, EVER] != size_of(held):
            return 22
    return 0


def check_since(s: State) -> int:
    """Check that `since`, the size of a side when a state began to border it, is set for bordering states only."""
    for side in range(SIDES):
        for card in range(CARDS):
            since = s.since[side, card]
            borders = s.must_play == NO and (s.border[side] >> card) & 1 == 1
            if since > s.states[side] or (since > 0) != borders:
                return 26
    return 0


def check_end(s: State) -> int:
    """Check the count and the next dealer (PO-8, PO-9)."""
    if s.finished == 0:
        return 0 if s.winner == NO_SIDE and s.next_dealer == NOBODY else 28
    ahead = s.tally[0] - s.tally[1]
    if ahead == 0:
        ahead = s.states[0] - s.states[1]
    winner = NO_SIDE if ahead == 0 else (0 if ahead > 0 else 1)
    if s.winner != winner or s.next_dealer != (winner if ahead else 0):
        return 28
    held = 0
    for seat in range(s.seats):
        held += s.held[seat]
    may_hold = s.redealt == 1 or s.market == EVEN  # otherwise cards in hand would be dealt again first (PO-7)
    return 28 if held and not may_hold else 0
