"""The record of a game of Mudslinger."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Field, option
from hustings.games.mudslinger import cards as c

SEATS = 6
NOBODY = SEATS
SEAT_LABELS = ("P1", "P2", "P3", "P4", "P5", "P6")
SEAT_OR_NONE = (*SEAT_LABELS, None)
NONE_OR_SEAT = (None, *SEAT_LABELS)
FRAMES = 6
STATES_OPEN = 4

CAPS = ("16", "15")
HIGHEST_CAP = max(map(int, CAPS))
SWITCH = ("off", "on")
DEALS = ("random", "chosen")
YES_NO = ("no", "yes")
ATTACK_CARDS = ("open", "closed")

# The place of a group, mate or manager; WITH_SEAT + seat is on that player's table.
IN_DECK, IN_PILE, WITH_SEAT = range(3)
WHERE = ("deck", "pile", *SEAT_LABELS)

# The place of a state; only smaller versions of the game have ABSENT states.
UNSEEN, OPEN, HELD, UNDER, ABSENT = range(5)
LIES = ("deck", "open", "held", "under the deck", "not in play")

# The situations in the stack of frames. The lowest frame holds one of the first group; the second group lies on top.
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

# The kinds of chance outcomes that can be pending.
NO_CHANCE, DEAL_CANDIDATE, ROLL_FIRST, TURN_UP, DRAW_CARD, ROLL_CONTEST, ROLL_DEBATE = range(7)
PENDING = (None, "candidate", "first dice", "state", "card", "dice", "debate dice")

MOST_DOLLARS = 10  # the most dollars in a gift or on one side of an offer
TRUCE = MOST_DOLLARS + c.KINDS  # the item that is a promise to sling no mud in the current contest
ITEMS = TRUCE + 1
ITEM_TEXTS = (*(f"${n + 1}" for n in range(MOST_DOLLARS)), *c.KIND_CODES, "TRUCE")
ITEM_OR_NONE = (None, *ITEM_TEXTS)
MOST_DEALS = 3  # the most deals that a seat can start in one turn

LOWEST_RATING = -40
BY_SEAT, BY_KIND, BY_STATE, BY_FRAME = (SEATS,), (SEATS, c.KINDS), (c.ALL_STATES,), (FRAMES,)
SEAT, HAND, STATE = ("seat",), ("seat", c.KIND_CODES), (c.STATES,)  # axes
MASK, SUM = (0, (1 << SEATS) - 1), (0, 18)
DOLLARS_A_TURN, HELD_CARDS = (0, int(c.DOLLARS.sum())), (0, int(c.COPIES.sum()))
UNLIMITED, OFTEN = (0, 2**31 - 1), (0, 127)  # bounds as wide as the field's type, from 0
TOLD_TO = 2**15 - 1  # the largest number in observations, which fit into 16 bits; no game comes close to it

SCHEMA = Schema(
    "mudslinger",
    [
        # The wide numbers first, so that no byte of the record is padding.
        Field("turn", "i4", (), "which turn it is, from 1; 0 during the set-up", bounds=UNLIMITED, told_to=TOLD_TO),
        Field("money", "i4", BY_SEAT, "dollars", axes=SEAT, bounds=UNLIMITED, told_to=TOLD_TO),
        Field("income", "i2", BY_SEAT, "dollars the groups bring each turn", axes=SEAT, bounds=DOLLARS_A_TURN),
        Field("seats", "i1", (), "how many play", bounds=(3, SEATS)),
        option("cap", "the highest rating", CAPS),
        option("hot_streak", "whether a sum of 3, 4 or 5 brings another attempt (MS-19)", SWITCH),
        option("attack_cards", "which cards others play while a held state is attacked (MS-19)", ATTACK_CARDS),
        option("candidates", "how candidates are given out (MS-1)", DEALS),
        option("replace_mate", "whether a second mate may replace the first (MS-7)", YES_NO),
        option("open_states", "whether states are shown to all without a poll (MS-18)", YES_NO),
        option("votes", "the apportionment printed on the state cards", c.APPORTIONMENTS),
        option("truces", "whether an offer may hold a truce (MS-17)", YES_NO),
        Field("candidate", "i1", BY_SEAT, "each player's candidate", unit=(*c.CANDIDATES, None), axes=SEAT),
        Field("party", "i1", BY_SEAT, "each player's party", unit=(*c.PARTIES, None), axes=SEAT),
        Field("first_roll", "i1", BY_SEAT, "the sum rolled for who begins; 0 before", axes=SEAT, bounds=SUM),
        Field("runner", "i1", (), "whose turn it is", unit=SEAT_OR_NONE),
        Field("chain_length", "i1", BY_SEAT, "groups in each chain", axes=SEAT, bounds=(0, c.GROUPS)),
        Field(
            "chain",
            "i1",
            (SEATS, c.GROUPS),
            "the groups, in order",
            unit=c.CODE_OR_NONE,
            axes=("seat", None),
            bounds=(0, c.GROUPS),
        ),
        Field("mate", "i1", BY_SEAT, "the running mate", unit=c.CODE_OR_NONE, axes=SEAT, bounds=(0, c.FIRST_MANAGER)),
        Field("managers", "i1", BY_SEAT, "campaign managers", axes=SEAT, bounds=(0, c.MANAGERS)),
        Field("where", "i1", (c.PEOPLE,), "where each group, mate and manager is", unit=WHERE, axes=(c.PEOPLE_CODES,)),
        Field("deck", "i1", (), "cards in the deck", bounds=(0, c.ALL_CARDS)),
        Field("pile_size", "i1", (), "cards on the discard pile", bounds=(0, c.ALL_CARDS)),
        Field("pile", "i1", (c.ALL_CARDS,), "the discard pile from the bottom", unit=c.CODE_OR_NONE),
        Field("played", "i1", (c.KINDS,), "action cards on the pile, by kind", axes=(c.KIND_CODES,), bounds=HELD_CARDS),
        Field("cards", "i1", BY_SEAT, "action cards each player holds", axes=SEAT, bounds=HELD_CARDS),
        Field("hand", "i1", BY_KIND, "action cards in the hand, by kind", sees=SEES_OWN, axes=HAND, bounds=HELD_CARDS),
        Field("leaked", "i1", BY_KIND, "the hand a Leak shows", sees=SEES_OWN, axes=HAND, bounds=HELD_CARDS),
        Field("lies", "i1", BY_STATE, "where each state is", unit=LIES, axes=STATE),
        Field(
            "under", "i1", BY_STATE, "states under the deck: the order they were put there", axes=STATE, bounds=OFTEN
        ),
        Field("under_count", "i1", (), "how many were ever put there", bounds=OFTEN),
        Field("unseen", "i1", (), "states in the deck nobody has seen", bounds=(0, c.ALL_STATES)),
        Field("open_count", "i1", (), "states open on the table", bounds=(0, STATES_OPEN)),
        Field("won", "i1", BY_SEAT, "states each player holds", axes=SEAT, bounds=(0, c.ALL_STATES)),
        Field(
            "shown",
            "i1",
            BY_STATE,
            "bit mask of the seats a poll has shown its owner",
            axes=STATE,
            bounds=MASK,
            seat_bits=True,
        ),
        Field(
            "seen",
            "i1",
            BY_STATE,
            "the owner and the seats a poll has shown its owner",
            sees="seen",
            axes=STATE,
            bounds=MASK,
            seat_bits=True,
        ),
        Field("holder", "i1", BY_STATE, "who holds it", sees="seen", public="displayed", unit=NONE_OR_SEAT, axes=STATE),
        Field("displayed", "i1", BY_STATE, "who holds it, where that is shown to all", unit=NONE_OR_SEAT, axes=STATE),
        Field("deals", "i1", BY_SEAT, "deals each player has started in this turn", axes=SEAT, bounds=(0, MOST_DEALS)),
        Field("contest", "i1", (), "the state fought for", unit=(None, *c.STATES)),
        Field("defender", "i1", (), "the owner of a state under attack (MS-19)", unit=SEAT_OR_NONE),
        Field("base_rating", "i1", (), "the base of the contest (MS-9), at most the cap", bounds=(0, HIGHEST_CAP)),
        Field("rating", "i1", (), "the rating in the contest", bounds=(LOWEST_RATING, HIGHEST_CAP)),
        Field("passes", "i1", (), "passes in a row", bounds=(0, SEATS)),
        Field("gagged", "i1", (), "bit mask of the seats gagged in this contest", bounds=MASK, seat_bits=True),
        Field(
            "truce", "i1", (), "bit mask of the seats that promised no mud in this contest", bounds=MASK, seat_bits=True
        ),
        Field("kept", "i1", BY_SEAT, "truces each player kept; 127 for more", axes=SEAT, bounds=OFTEN),
        Field("broken", "i1", BY_SEAT, "truces each player broke; 127 for more", axes=SEAT, bounds=OFTEN),
        Field("dice", "i1", (3,), "the runner's last roll", bounds=(0, 6)),
        Field("streak", "i1", (), "1 while the attempt at hand comes from a hot streak", bounds=FLAG),
        Field("debate_roll", "i1", (), "what the player of Debate Night rolled; 0 before", bounds=SUM),
        Field("offerer", "i1", (), "whose offer waits", unit=SEAT_OR_NONE),
        Field("offered_to", "i1", (), "who may accept the offer", unit=SEAT_OR_NONE),
        Field("gives", "i1", (), "what the offerer gives; it lies on the table", unit=ITEM_OR_NONE),
        Field("wants", "i1", (), "what the offerer wants for it", unit=ITEM_OR_NONE),
        Field("depth", "i1", (), "frames on the stack", bounds=(0, FRAMES)),
        Field("frame", "i1", BY_FRAME, "the situation, and what lies on top of it", unit=FRAME),
        Field("frame_seat", "i1", BY_FRAME, "who must answer in the situation", unit=SEAT_OR_NONE),
        Field("frame_by", "i1", BY_FRAME, "whose action card caused the situation", unit=SEAT_OR_NONE),
        Field("frame_kind", "i1", BY_FRAME, "the kind of that card", unit=(None, *c.KIND_CODES)),
        Field(
            "frame_target",
            "i1",
            BY_FRAME,
            "the seat that the card names (Gerrymander: the state's number), or 1 past the last",
            bounds=(0, c.ALL_STATES - 1),
        ),
        Field("pending", "i1", (), "what chance is to bring", unit=PENDING),
        Field("pending_seat", "i1", (), "the seat for which chance is due", unit=SEAT_OR_NONE),
        Field(
            "fresh",
            "i1",
            (),
            "1 + the mate just drawn, to be replaced or kept",
            unit=c.CODE_OR_NONE,
            bounds=(0, c.FIRST_MANAGER),
        ),
        Field("finished", "i1", (), "1 when all states are held", bounds=FLAG),
    ],
)
