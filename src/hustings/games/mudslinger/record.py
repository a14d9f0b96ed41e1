"""The record of a game of Mudslinger."""

from __future__ import annotations

from hustings.engine.field import SEES_OWN, Field
from hustings.engine.record import Schema
from hustings.games.mudslinger.cards import (
    ALL_CARDS,
    ALL_STATES,
    APPORTIONMENTS,
    CANDIDATES,
    CODE_OR_NONE,
    GROUPS,
    KIND_CODES,
    KINDS,
    PARTIES,
    PEOPLE,
    PEOPLE_CODES,
    STATES,
)

SEATS = 6
NOBODY = SEATS
SEAT_OR_NONE = ("P1", "P2", "P3", "P4", "P5", "P6", None)
NONE_OR_SEAT = (None, "P1", "P2", "P3", "P4", "P5", "P6")
FRAMES = 6

CAPS = ("16", "15")
SWITCH = ("off", "on")
DEALS = ("random", "chosen")
YES_NO = ("no", "yes")

# Where a group, mate or manager is; WITH_SEAT + seat is that player's table.
IN_DECK, IN_PILE, WITH_SEAT = range(3)
WHERE = ("deck", "pile", "P1", "P2", "P3", "P4", "P5", "P6")

# Where a state is; ABSENT ones only make a shorter game for tests.
UNSEEN, OPEN, HELD, UNDER, ABSENT = range(5)
LIES = ("deck", "open", "held", "under the deck", "not in play")

# The situations. The lowest frame holds one of the first eight, the others lie on top of it.
CHOOSE, NAME_PARTY, FIRST_ROLL, OPENING, CARD, REPLACING, ATTEMPT, WHISTLING, BIDDING, ROLLING, SETTLED = range(1, 12)
ANSWER, TAKING, WANTING, OFFERED, DEBATING = range(12, 17)
FRAME = (
    None,
    "choose",
    "party",
    "first roll",
    "opening",
    "card",
    "replace",
    "attempt",
    "again",
    "bidding",
    "roll",
    "settled",
    "answer",
    "take",
    "want",
    "offer",
    "debate",
)

# What chance is to bring.
NO_CHANCE, DEAL_CANDIDATE, ROLL_FIRST, TURN_UP, DRAW_CARD, ROLL_CONTEST, ROLL_DEBATE = range(7)
PENDING = (None, "candidate", "first dice", "state", "card", "dice", "debate dice")

MOST_DOLLARS = 10  # in one gift or one side of an offer
ITEMS = MOST_DOLLARS + KINDS
ITEM_OR_NONE: tuple[str | None, ...] = (None, *(f"${n + 1}" for n in range(MOST_DOLLARS)), *KIND_CODES)
MOST_DEALS = 3  # a seat starts in one turn

SCHEMA = Schema(
    "mudslinger",
    [
        # The wide numbers first, so that no byte of the record is padding.
        Field("turn", "i4", (), "which turn it is, from 1; 0 during the set-up"),
        Field("money", "i4", (SEATS,), "dollars", axes=("seat",)),
        Field("income", "i2", (SEATS,), "dollars the groups bring each turn", axes=("seat",)),
        Field("seats", "i1", (), "how many play: 3 to 6"),
        Field("cap", "i1", (), "the highest rating", unit=CAPS, option=True),
        Field(
            "hot_streak",
            "i1",
            (),
            "whether a natural 3, 4 or 5 brings another attempt (MS-19)",
            unit=SWITCH,
            option=True,
        ),
        Field("candidates", "i1", (), "how candidates are given out (MS-1)", unit=DEALS, option=True),
        Field(
            "replace_mate",
            "i1",
            (),
            "whether a second running mate may replace the first (MS-7)",
            unit=YES_NO,
            option=True,
        ),
        Field(
            "open_states", "i1", (), "whether states are shown to all without a poll (MS-18)", unit=YES_NO, option=True
        ),
        Field("votes", "i1", (), "the apportionment printed on the state cards", unit=APPORTIONMENTS, option=True),
        Field("candidate", "i1", (SEATS,), "each player's candidate", unit=(*CANDIDATES, None), axes=("seat",)),
        Field("party", "i1", (SEATS,), "each player's party", unit=(*PARTIES, None), axes=("seat",)),
        Field("first_roll", "i1", (SEATS,), "the sum rolled for who begins; 0 before", axes=("seat",)),
        Field("runner", "i1", (), "whose turn it is", unit=SEAT_OR_NONE),
        Field("chain_length", "i1", (SEATS,), "groups in each chain", axes=("seat",)),
        Field("chain", "i1", (SEATS, GROUPS), "the groups, in order", unit=CODE_OR_NONE, axes=("seat", None)),
        Field("mate", "i1", (SEATS,), "the running mate", unit=CODE_OR_NONE, axes=("seat",)),
        Field("managers", "i1", (SEATS,), "campaign managers", axes=("seat",)),
        Field("where", "i1", (PEOPLE,), "where each group, mate and manager is", unit=WHERE, axes=(PEOPLE_CODES,)),
        Field("deck", "i1", (), "cards in the deck"),
        Field("pile_size", "i1", (), "cards on the discard pile"),
        Field("pile", "i1", (ALL_CARDS,), "the discard pile from the bottom", unit=CODE_OR_NONE),
        Field("played", "i1", (KINDS,), "action cards on the pile, by kind", axes=(KIND_CODES,)),
        Field("cards", "i1", (SEATS,), "action cards each player holds", axes=("seat",)),
        Field("hand", "i1", (SEATS, KINDS), "which ones", sees=SEES_OWN, axes=("seat", KIND_CODES)),
        Field("leaked", "i1", (SEATS, KINDS), "the hand a Leak shows him", sees=SEES_OWN, axes=("seat", KIND_CODES)),
        Field("lies", "i1", (ALL_STATES,), "where each state is", unit=LIES, axes=(STATES,)),
        Field("under", "i1", (ALL_STATES,), "states under the deck: the order they were put there", axes=(STATES,)),
        Field("under_count", "i1", (), "how many were ever put there"),
        Field("unseen", "i1", (), "states in the deck nobody has seen"),
        Field("open_count", "i1", (), "states open on the table"),
        Field("won", "i1", (SEATS,), "states each player holds", axes=("seat",)),
        Field("shown", "i1", (ALL_STATES,), "bit mask of the seats a poll has shown its owner", axes=(STATES,)),
        Field("seen", "i1", (ALL_STATES,), "that and the owner himself", sees="seen", axes=(STATES,)),
        Field("holder", "i1", (ALL_STATES,), "who holds it", sees="seen", unit=NONE_OR_SEAT, axes=(STATES,)),
        Field(
            "displayed",
            "i1",
            (ALL_STATES,),
            "who holds it, where that is shown to all",
            unit=NONE_OR_SEAT,
            axes=(STATES,),
        ),
        Field("deals", "i1", (SEATS,), "deals each player has started in this turn", axes=("seat",)),
        Field("contest", "i1", (), "the state fought for", unit=(None, *STATES)),
        Field("defender", "i1", (), "the owner of a state under attack (MS-19)", unit=SEAT_OR_NONE),
        Field("base_rating", "i1", (), "the base of the contest (MS-9), at most the cap"),
        Field("rating", "i1", (), "the rating in the contest"),
        Field("passes", "i1", (), "passes in a row"),
        Field("gagged", "i1", (), "bit mask of the seats gagged in this contest"),
        Field("dice", "i1", (3,), "the runner's last roll"),
        Field("streak", "i1", (), "1 while the attempt at hand comes from a hot streak"),
        Field("debate_roll", "i1", (), "what the player of Debate Night rolled; 0 before"),
        Field("offerer", "i1", (), "whose offer waits", unit=SEAT_OR_NONE),
        Field("offered_to", "i1", (), "to whom", unit=SEAT_OR_NONE),
        Field("gives", "i1", (), "what he gives: it lies on the table", unit=ITEM_OR_NONE),
        Field("wants", "i1", (), "what he wants for it", unit=ITEM_OR_NONE),
        Field("depth", "i1", (), "frames on the stack"),
        Field("frame", "i1", (FRAMES,), "the situation, and what lies on top of it", unit=FRAME),
        Field("frame_seat", "i1", (FRAMES,), "who is asked there", unit=SEAT_OR_NONE),
        Field("frame_by", "i1", (FRAMES,), "whose action card it is about", unit=SEAT_OR_NONE),
        Field("frame_kind", "i1", (FRAMES,), "which kind of card", unit=(None, *KIND_CODES)),
        Field(
            "frame_target", "i1", (FRAMES,), "the seat it names (Gerrymander: the state's number), or 1 past the last"
        ),
        Field("pending", "i1", (), "what chance is to bring", unit=PENDING),
        Field("pending_seat", "i1", (), "for whom", unit=SEAT_OR_NONE),
        Field("fresh", "i1", (), "1 + the mate just drawn, to be replaced or kept", unit=CODE_OR_NONE),
        Field("finished", "i1", (), "1 when all states are held"),
    ],
)
