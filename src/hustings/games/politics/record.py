"""The record of a game of Politics."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Matrix, Record, Vector, field, option
from hustings.games.politics.cards import ALL_CARDS, CARDS, CODES, NONE_OR_CARD, PARTIES, VOTE_YEARS, VOTES

NO_YES = ("no", "yes")
YES_NO = ("yes", "no")
YES, NO = range(2)  # the values of the option `must_play`
# the values of the option `market`; each adds to the one before it (PO-10, PO-11 and PO-12, PO-13)
MARKETS = ("0", "3", "fronts", "even")
NO_MARKET, FRONTS, EVEN = 0, 2, 3
MARKET = (0, 3, 3, 3)  # how many extra cards lie open, by the value of the option
SIDES = 2
MOST_SEATS = 6

NOBODY = MOST_SEATS
SEAT_OR_NONE = ("P1", "P2", "P3", "P4", "P5", "P6", None)
NONE_OR_SEAT = (None, *SEAT_OR_NONE[:MOST_SEATS])
NONE_OR_PARTY = (None, *PARTIES)

# The tasks of the seat that must move.
NOTHING, SIDE, NOMINATE, PLAY, PASS = range(5)
TASK = (None, "side", "nominate", "play", "pass")

# The kinds of chance outcomes that can be pending.
NO_CHANCE, DEAL, DRAW, OPENING = range(4)
PENDING = (None, "deal", "draw", "open")

# The place of a card, as far as everybody knows it. ON_SIDE + side is that side's network.
UNPLAYED, ON_SIDE, _ON_SIDE_2, ABSENT, OPEN = range(5)
WHERE = ("unplayed", "side 1", "side 2", "absent", "open")

# The winning side.
NO_SIDE = SIDES
SIDE_OR_NONE = ("side 1", "side 2", None)

SIZES = CARDS + 1  # the number of sizes that a network can have, 0 to 45
EVER = CARDS  # the last size, which stands for cards whether or not they border the side
NOMINATORS = 2  # P1 and P2
PARTY_ROOM = MOST_SEATS  # the row of `room` that limits P1's cards of his party; the next row limits P2's
ROOMS = MOST_SEATS + NOMINATORS
NO_LIMIT = 127

BY_SEAT, BY_SIDE, BY_CARD = (MOST_SEATS,), (SIDES,), (CARDS,)
CARD_SET = (0, ALL_CARDS)  # bounds of a bit mask of cards
UP_TO_ALL = (0, CARDS)  # bounds of a number of cards


class State(Record):
    """A game of Politics in progress."""

    # The wide numbers first, so that no byte of the record is padding.
    hand: Vector = field(
        "i8", BY_SEAT, "the cards held, as bit masks", SEES_OWN, None, ("seat",), False, bounds=CARD_SET
    )
    deck: int = field("i8", (), "the cards of this game, as a bit mask", shown=False, bounds=CARD_SET)
    open: int = field("i8", (), "the open cards, as a bit mask (PO-10)", shown=False, bounds=CARD_SET)
    taken: Vector = field(
        "i8",
        BY_SEAT,
        "cards a seat took from the open ones and holds, as bit masks (PO-10)",
        axes=("seat",),
        shown=False,
        bounds=CARD_SET,
    )
    network: Vector = field("i8", BY_SIDE, "each side's states, as bit masks", shown=False, bounds=CARD_SET)
    border: Vector = field("i8", BY_SIDE, "all states that border them, as bit masks", shown=False, bounds=CARD_SET)
    lacks: Vector = field(
        "i8",
        BY_SEAT,
        "cards a seat is known not to hold (PO-6), as bit masks",
        axes=("seat",),
        shown=False,
        bounds=CARD_SET,
    )
    tally: Vector = field(
        "i2", BY_SIDE, "votes on each side's states", axes=("side",), bounds=(0, int(VOTES.sum(axis=1).max()))
    )
    states: Vector = field("i1", BY_SIDE, "states each side has", axes=("side",), bounds=UP_TO_ALL)
    seats: int = field("i1", (), "how many play: 2, 4 or 6", bounds=(2, MOST_SEATS))
    side: int = option("party of P1's side with four or six (PO-2)", PARTIES)
    votes: int = option("the year whose votes are on the cards", VOTE_YEARS)
    waters: int = option("whether borders through a lake or sound count", NO_YES)
    must_play: int = option("whether who can play must (PO-6)", YES_NO)
    market: int = option("open cards (PO-10), new fronts (PO-12) and the kind of deal (PO-13)", MARKETS)
    dealt: int = field("i1", (), "cards each hand is dealt at first (PO-1)", bounds=(1, CARDS))
    party: Vector = field("i1", BY_SIDE, "the party of each side", unit=NONE_OR_PARTY, axes=("side",))
    nominee: Vector = field("i1", BY_SIDE, "each side's first state (PO-3)", unit=NONE_OR_CARD, axes=("side",))
    where: Vector = field("i1", BY_CARD, "where each card lies", unit=WHERE, axes=(CODES,), seat_word="side ")
    seen: Vector = field(
        "i1",
        BY_CARD,
        "bit mask of the seat that sees it",
        "seen",
        axes=(CODES,),
        shown=False,
        bounds=(0, 1 << (MOST_SEATS - 1)),
    )
    holder: Vector = field("i1", BY_CARD, "who holds it", "seen", unit=NONE_OR_SEAT, axes=(CODES,))
    taker: Vector = field(
        "i1", BY_CARD, "who took it from the open cards and holds it", unit=NONE_OR_SEAT, axes=(CODES,)
    )
    held: Vector = field("i1", BY_SEAT, "cards in each hand", axes=("seat",), bounds=UP_TO_ALL)
    stock: int = field(
        "i1", (), "face-down cards: extra cards, or the third-party vote while it is dealt", bounds=UP_TO_ALL
    )
    to_deal: int = field("i1", (), "cards still to be dealt", bounds=UP_TO_ALL)
    pending: int = field("i1", (), "what chance is to bring", unit=PENDING)
    dealing: int = field("i1", (), "who gets the next card", unit=SEAT_OR_NONE)
    task: int = field("i1", (), "what is owed now", unit=TASK)
    mover: int = field("i1", (), "who owes the task", unit=SEAT_OR_NONE)
    fresh: int = field("i1", (), "1 while the card just drawn is the mover's to nominate or play", bounds=FLAG)
    drawn: Vector = field("i1", BY_SEAT, "the card just drawn", SEES_OWN, unit=NONE_OR_CARD, axes=("seat",))
    passes: int = field("i1", (), "passes in a row", bounds=(0, MOST_SEATS))
    last: int = field("i1", (), "who last played or drew (PO-7)", unit=SEAT_OR_NONE)
    redealt: int = field("i1", (), "1 once the third-party vote was dealt (PO-7)", bounds=FLAG)
    bare: Vector = field("i1", (NOMINATORS,), "1 for a nominator who had to draw (PO-4)", axes=("seat",), bounds=FLAG)
    since: Matrix = field(
        "i1", (SIDES, CARDS), "how many states the side had when each began to border it", shown=False, bounds=UP_TO_ALL
    )
    room: Matrix = field(
        "i1", (ROOMS, SIZES), "how many cards that bordered then a seat can hold", shown=False, bounds=(0, NO_LIMIT)
    )
    winner: int = field("i1", (), "the side that won", unit=SIDE_OR_NONE, seat_word="side ")
    next_dealer: int = field("i1", (), "who deals the next game (PO-9)", unit=SEAT_OR_NONE)
    finished: int = field("i1", (), "1 when the votes are counted", bounds=FLAG)


SCHEMA = Schema("politics", State)
