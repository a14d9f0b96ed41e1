"""The record of a game of Electoral College Combat."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Field, option
from hustings.games.combat.cards import APPORTIONMENTS, CARD_OR_NONE, CARDS, CODES, VOTES

EDITIONS = ("prose", "illustrated")
OBJECTIVES = ("president", "book-deal")
PLACES = 5
SEATS = 2
FRAMES = 4
LAST_STEP = 4  # the highest step of any frame

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
NOTHING, TURN, TAKE, CALL, THROWS, PICK, ADDS = range(7)
TASK = (None, "turn", "take", "call", "throw", "pick", "add")

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

SCHEMA = Schema(
    "combat",
    [
        Field("seats", "i1", (), "how many play: always 2", bounds=(SEATS, SEATS)),
        option("edition", "which text's differences apply", EDITIONS),
        option("objective", "who wins: the majority, or (book-deal) the other", OBJECTIVES),
        option("votes", "the apportionment printed on the cards", APPORTIONMENTS),
        Field("hands", "i1", (), "hands in the whole game (EC-2)", bounds=(SEATS, HANDS)),
        Field("hand", "i1", (), "the hand being played, from 1", bounds=(1, HANDS)),
        Field("layer", "i1", (), "who laid this hand (EC-2)", unit=SEAT_OR_NONE),
        Field("opener", "i1", (), "who turns its first card (EC-3)", unit=SEAT_OR_NONE),
        Field("stack", "i1", BY_SEAT, "cards left in each stack", axes=("seat",), bounds=(0, STACK)),
        Field(
            "where",
            "i1",
            (CARDS,),
            "where each card is; nobody knows the unseen ones",
            unit=WHERE,
            axes=(CODES,),
            seat_word="pile ",
        ),
        Field("unseen", "i8", (), "the unseen cards as a bit mask", shown=False, bounds=CARD_SET),
        Field("added", "i8", (), "the added cards still face down, as a bit mask", shown=False, bounds=CARD_SET),
        Field(
            "piles", "i8", BY_SEAT, "the cards in each pile, as bit masks", axes=("seat",), shown=False, bounds=CARD_SET
        ),
        Field("tally", "i2", BY_SEAT, "the votes in each pile", axes=("seat",), bounds=ALL_VOTES),
        Field("lies", "i1", BY_PLACE, "what lies on each place", unit=LIES),
        Field("card", "i1", BY_PLACE, "the card that lies face up there", unit=CARD_OR_NONE),
        Field("turner", "i1", BY_PLACE, "who turned it", unit=SEAT_OR_NONE),
        Field("winner", "i1", BY_PLACE, "who won the face-down card there, about to be turned up", unit=SEAT_OR_NONE),
        Field("depth", "i1", (), "frames on the stack", bounds=(0, FRAMES)),
        Field("frame", "i1", BY_FRAME, "the situation, and what it is nested in", unit=FRAME),
        Field("frame_seat", "i1", BY_FRAME, "whose situation that is", unit=SEAT_OR_NONE),
        Field("frame_step", "i1", BY_FRAME, "how far it has come", bounds=(0, LAST_STEP)),
        Field("pending", "i1", (), "1 + the place whose card chance is about to show, 0 when none", bounds=(0, PLACES)),
        Field("pending_seat", "i1", (), "who turns it", unit=SEAT_OR_NONE),
        Field("task", "i1", (), "what is owed now", unit=TASK),
        Field("mover", "i1", (), "who owes the task (for a throw: see `thrown`)", unit=SEAT_OR_NONE),
        Field("first", "i1", (), "the card to compare with: a reference, or the first of two", unit=CARD_OR_NONE),
        Field("call", "i1", (), "what Fake News called (EC-11)", unit=(*CALLS, None)),
        Field("wilds", "i1", (), "wild cards played in this hand (EC-10)", bounds=(0, 2)),
        Field("wild", "i1", (), "the wild card in play", unit=CARD_OR_NONE),
        Field("thrown", "i1", BY_SEAT, "1 where a throw is sealed (EC-17)", axes=("seat",), bounds=FLAG),
        Field("throw", "i1", BY_SEAT, "the sealed throw", sees=SEES_OWN, unit=(None, *SIGNS), axes=("seat",)),
        Field("finished", "i1", (), "1 when all hands are over", bounds=FLAG),
    ],
)
