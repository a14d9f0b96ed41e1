"""The record of a game of Electoral College Combat."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Record, Vector, field, option
from hustings.games.combat.cards import APPORTIONMENTS, CARD_OR_NONE, CARDS, CODES, VOTES

EDITIONS = ("prose", "illustrated")
OBJECTIVES = ("president", "book-deal")
PLACES = 5
SEATS = 2
FRAMES = 4
LAST_STEP = 4  # the highest step of any frame

# The values of the option `stops`, and how many campaign stops they give each player for the whole game (EC-23).
STOP_COUNTS = ("0", "3")
STOPS = tuple(map(int, STOP_COUNTS))

# The steps of an ordinary hand: the first card, the second card, a tie-breaker, taking cards, campaign stops. After the
# first question about a stop the step stays, so that the choice that follows is known to be that of EC-24.
HAND_FIRST, HAND_SECOND, HAND_THIRD, HAND_TAKE, HAND_STOPS = range(5)

# The location of a card. PILE + seat is that seat's pile.
UNSEEN, TABLE, PILE, _PILE_2, GONE, ADDED, ABSENT = range(7)
WHERE = ("unseen", "table", "pile 1", "pile 2", "gone", "added", "absent")

# The condition of a place on the table.
EMPTY, DOWN, UP = range(3)
LIES = ("empty", "down", "up")

# The kinds of frames (situations) on the stack; the topmost decides which task is due. Each has a seat and a step.
ADD, HAND, FAKE_NEWS, CELEBRITY, RECOUNT_WILD, SWING_WILD, RUSSIA_WILD, THROW, WON = range(1, 10)
FRAME = (None, "add", "hand", "fake news", "celebrity", "recount", "swing state", "collusion", "throw", "won")

# The tasks of the seat that must move.
NOTHING, TURN, TAKE, CALL, THROWS, PICK, ADDS, CAMPAIGN = range(8)
TASK = (None, "turn", "take", "call", "throw", "pick", "add", "campaign")

CALLS = ("higher", "lower", "equal")
HIGHER, LOWER, EQUAL = range(3)
NO_CALL = len(CALLS)
SIGNS = ("rock", "paper", "scissors")
NOBODY = SEATS
SEAT_OR_NONE = ("P1", "P2", None)

BY_SEAT, BY_PLACE, BY_FRAME = (SEATS,), (PLACES,), (FRAMES,)
STACK = CARDS // SEATS
HANDS = SEATS * (-(-STACK // PLACES))
CARD_SET, ALL_VOTES = (0, (1 << CARDS) - 1), (0, int(VOTES.sum(axis=1).max()))


class State(Record):
    """A game of Electoral College Combat in progress."""

    seats: int = field("i1", (), "how many play: always 2", bounds=(SEATS, SEATS))
    edition: int = option("which text's differences apply", EDITIONS)
    objective: int = option("who wins: the majority, or (book-deal) the other", OBJECTIVES)
    votes: int = option("the apportionment printed on the cards", APPORTIONMENTS)
    stops: int = option("how many campaign stops each player has (EC-23)", STOP_COUNTS)
    hands: int = field("i1", (), "hands in the whole game (EC-2)", bounds=(SEATS, HANDS))
    hand: int = field("i1", (), "the hand being played, from 1", bounds=(1, HANDS))
    layer: int = field("i1", (), "who laid this hand (EC-2)", unit=SEAT_OR_NONE)
    opener: int = field("i1", (), "who turns its first card (EC-3)", unit=SEAT_OR_NONE)
    stack: Vector = field("i1", BY_SEAT, "cards left in each stack", axes=("seat",), bounds=(0, STACK))
    stops_left: Vector = field("i1", BY_SEAT, "campaign stops left (EC-23)", axes=("seat",), bounds=(0, STOPS[-1]))
    where: Vector = field(
        "i1", (CARDS,), "where each card is; nobody knows the unseen ones", unit=WHERE, axes=(CODES,), seat_word="pile "
    )
    unseen: int = field("i8", (), "the unseen cards as a bit mask", shown=False, bounds=CARD_SET)
    added: int = field("i8", (), "the added cards still face down, as a bit mask", shown=False, bounds=CARD_SET)
    piles: Vector = field(
        "i8", BY_SEAT, "the cards in each pile, as bit masks", axes=("seat",), shown=False, bounds=CARD_SET
    )
    tally: Vector = field("i2", BY_SEAT, "the votes in each pile", axes=("seat",), bounds=ALL_VOTES)
    lies: Vector = field("i1", BY_PLACE, "what lies on each place", unit=LIES)
    card: Vector = field("i1", BY_PLACE, "the card that lies face up there", unit=CARD_OR_NONE)
    turner: Vector = field("i1", BY_PLACE, "who turned it", unit=SEAT_OR_NONE)
    winner: Vector = field("i1", BY_PLACE, "who won the face-down card there, about to be turned up", unit=SEAT_OR_NONE)
    depth: int = field("i1", (), "frames on the stack", bounds=(0, FRAMES))
    frame: Vector = field("i1", BY_FRAME, "the situation, and what it is nested in", unit=FRAME)
    frame_seat: Vector = field("i1", BY_FRAME, "whose situation that is", unit=SEAT_OR_NONE)
    frame_step: Vector = field("i1", BY_FRAME, "how far it has come", bounds=(0, LAST_STEP))
    pending: int = field("i1", (), "1 + the place whose card chance is about to show, 0 when none", bounds=(0, PLACES))
    pending_seat: int = field("i1", (), "who turns it", unit=SEAT_OR_NONE)
    task: int = field("i1", (), "what is owed now", unit=TASK)
    mover: int = field("i1", (), "who owes the task (for a throw: see `thrown`)", unit=SEAT_OR_NONE)
    first: int = field("i1", (), "the card to compare with: a reference, or the first of two", unit=CARD_OR_NONE)
    call: int = field("i1", (), "what Fake News called (EC-11)", unit=(*CALLS, None))
    wilds: int = field("i1", (), "wild cards played in this hand (EC-10)", bounds=(0, 2))
    wild: int = field("i1", (), "the wild card in play", unit=CARD_OR_NONE)
    thrown: Vector = field("i1", BY_SEAT, "1 where a throw is sealed (EC-17)", axes=("seat",), bounds=FLAG)
    throw: Vector = field("i1", BY_SEAT, "the sealed throw", sees=SEES_OWN, unit=(None, *SIGNS), axes=("seat",))
    finished: int = field("i1", (), "1 when all hands are over", bounds=FLAG)


SCHEMA = Schema("combat", State)
