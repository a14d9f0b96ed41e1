"""The record of a game of Mudslinger."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Matrix, Record, Vector, field, option
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
LENGTHS = (str(c.ALL_STATES), str(c.SHORT))
# Each value also brings what those before it bring.
STARTS = ("source", "first_group", "small_first", "first_card", "three_cards")
SMALL_FIRST, FIRST_CARD = STARTS.index("small_first"), STARTS.index("first_card")

# The place of a group, mate or manager; WITH_SEAT + seat is on that player's table.
IN_DECK, IN_PILE, WITH_SEAT = range(3)
WHERE = ("deck", "pile", *SEAT_LABELS)

# The place of a state; only games with fewer states than 50 have ABSENT states.
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


class State(Record):
    """A game of Mudslinger in progress."""

    # The wide numbers first, so that no byte of the record is padding.
    turn: int = field("i4", (), "which turn it is, from 1; 0 during the set-up", bounds=UNLIMITED, told_to=TOLD_TO)
    money: Vector = field("i4", BY_SEAT, "dollars", axes=SEAT, bounds=UNLIMITED, told_to=TOLD_TO)
    income: Vector = field("i2", BY_SEAT, "dollars the groups bring each turn", axes=SEAT, bounds=DOLLARS_A_TURN)
    seats: int = field("i1", (), "how many play", bounds=(3, SEATS))
    cap: int = option("the highest rating", CAPS)
    hot_streak: int = option("whether a sum of 3, 4 or 5 brings another attempt (MS-19)", SWITCH)
    attack_cards: int = option("which cards others play while a held state is attacked (MS-19)", ATTACK_CARDS)
    candidates: int = option("how candidates are given out (MS-1)", DEALS)
    replace_mate: int = option("whether a second mate may replace the first (MS-7)", YES_NO)
    open_states: int = option("whether states are shown to all without a poll (MS-18)", YES_NO)
    votes: int = option("the apportionment printed on the state cards", c.APPORTIONMENTS)
    truces: int = option("whether an offer may hold a truce (MS-17)", YES_NO)
    length: int = option("how many states are in play (MS-21)", LENGTHS)
    start: int = option("what each player begins with (MS-22 to MS-24)", STARTS)
    candidate: Vector = field("i1", BY_SEAT, "each player's candidate", unit=(*c.CANDIDATES, None), axes=SEAT)
    party: Vector = field("i1", BY_SEAT, "each player's party", unit=(*c.PARTIES, None), axes=SEAT)
    first_roll: Vector = field("i1", BY_SEAT, "the sum rolled for who begins; 0 before", axes=SEAT, bounds=SUM)
    runner: int = field("i1", (), "whose turn it is", unit=SEAT_OR_NONE)
    chain_length: Vector = field("i1", BY_SEAT, "groups in each chain", axes=SEAT, bounds=(0, c.GROUPS))
    chain: Matrix = field(
        "i1", (SEATS, c.GROUPS), "the groups, in order", unit=c.CODE_OR_NONE, axes=("seat", None), bounds=(0, c.GROUPS)
    )
    mate: Vector = field("i1", BY_SEAT, "the running mate", unit=c.CODE_OR_NONE, axes=SEAT, bounds=(0, c.FIRST_MANAGER))
    managers: Vector = field("i1", BY_SEAT, "campaign managers", axes=SEAT, bounds=(0, c.MANAGERS))
    where: Vector = field(
        "i1", (c.PEOPLE,), "where each group, mate and manager is", unit=WHERE, axes=(c.PEOPLE_CODES,)
    )
    deck: int = field("i1", (), "cards in the deck", bounds=(0, c.ALL_CARDS))
    pile_size: int = field("i1", (), "cards on the discard pile", bounds=(0, c.ALL_CARDS))
    pile: Vector = field("i1", (c.ALL_CARDS,), "the discard pile from the bottom", unit=c.CODE_OR_NONE)
    played: Vector = field(
        "i1", (c.KINDS,), "action cards on the pile, by kind", axes=(c.KIND_CODES,), bounds=HELD_CARDS
    )
    cards: Vector = field("i1", BY_SEAT, "action cards each player holds", axes=SEAT, bounds=HELD_CARDS)
    hand: Matrix = field(
        "i1", BY_KIND, "action cards in the hand, by kind", sees=SEES_OWN, axes=HAND, bounds=HELD_CARDS
    )
    leaked: Matrix = field("i1", BY_KIND, "the hand a Leak shows", sees=SEES_OWN, axes=HAND, bounds=HELD_CARDS)
    lies: Vector = field("i1", BY_STATE, "where each state is", unit=LIES, axes=STATE)
    under: Vector = field(
        "i1", BY_STATE, "states under the deck: the order they were put there", axes=STATE, bounds=OFTEN
    )
    under_count: int = field("i1", (), "how many were ever put there", bounds=OFTEN)
    unseen: int = field("i1", (), "states in the deck nobody has seen", bounds=(0, c.ALL_STATES))
    open_count: int = field("i1", (), "states open on the table", bounds=(0, STATES_OPEN))
    won: Vector = field("i1", BY_SEAT, "states each player holds", axes=SEAT, bounds=(0, c.ALL_STATES))
    shown: Vector = field(
        "i1", BY_STATE, "bit mask of the seats a poll has shown its owner", axes=STATE, bounds=MASK, seat_bits=True
    )
    seen: Vector = field(
        "i1",
        BY_STATE,
        "the owner and the seats a poll has shown its owner",
        sees="seen",
        axes=STATE,
        bounds=MASK,
        seat_bits=True,
    )
    holder: Vector = field(
        "i1", BY_STATE, "who holds it", sees="seen", public="displayed", unit=NONE_OR_SEAT, axes=STATE
    )
    displayed: Vector = field("i1", BY_STATE, "who holds it, where that is shown to all", unit=NONE_OR_SEAT, axes=STATE)
    deals: Vector = field(
        "i1", BY_SEAT, "deals each player has started in this turn", axes=SEAT, bounds=(0, MOST_DEALS)
    )
    contest: int = field("i1", (), "the state fought for", unit=(None, *c.STATES))
    defender: int = field("i1", (), "the owner of a state under attack (MS-19)", unit=SEAT_OR_NONE)
    base_rating: int = field("i1", (), "the base of the contest (MS-9), at most the cap", bounds=(0, HIGHEST_CAP))
    rating: int = field("i1", (), "the rating in the contest", bounds=(LOWEST_RATING, HIGHEST_CAP))
    passes: int = field("i1", (), "passes in a row", bounds=(0, SEATS))
    gagged: int = field("i1", (), "bit mask of the seats gagged in this contest", bounds=MASK, seat_bits=True)
    truce: int = field(
        "i1", (), "bit mask of the seats that promised no mud in this contest", bounds=MASK, seat_bits=True
    )
    kept: Vector = field("i1", BY_SEAT, "truces each player kept; 127 for more", axes=SEAT, bounds=OFTEN)
    broken: Vector = field("i1", BY_SEAT, "truces each player broke; 127 for more", axes=SEAT, bounds=OFTEN)
    dice: Vector = field("i1", (3,), "the runner's last roll", bounds=(0, 6))
    streak: int = field("i1", (), "1 while the attempt at hand comes from a hot streak", bounds=FLAG)
    debate_roll: int = field("i1", (), "what the player of Debate Night rolled; 0 before", bounds=SUM)
    offerer: int = field("i1", (), "whose offer waits", unit=SEAT_OR_NONE)
    offered_to: int = field("i1", (), "who may accept the offer", unit=SEAT_OR_NONE)
    gives: int = field("i1", (), "what the offerer gives; it lies on the table", unit=ITEM_OR_NONE)
    wants: int = field("i1", (), "what the offerer wants for it", unit=ITEM_OR_NONE)
    depth: int = field("i1", (), "frames on the stack", bounds=(0, FRAMES))
    frame: Vector = field("i1", BY_FRAME, "the situation, and what lies on top of it", unit=FRAME)
    frame_seat: Vector = field("i1", BY_FRAME, "who must answer in the situation", unit=SEAT_OR_NONE)
    frame_by: Vector = field("i1", BY_FRAME, "whose action card caused the situation", unit=SEAT_OR_NONE)
    frame_kind: Vector = field("i1", BY_FRAME, "the kind of that card", unit=(None, *c.KIND_CODES))
    frame_target: Vector = field(
        "i1",
        BY_FRAME,
        "the seat that the card names (Gerrymander: the state's number), or 1 past the last",
        bounds=(0, c.ALL_STATES - 1),
    )
    pending: int = field("i1", (), "what chance is to bring", unit=PENDING)
    pending_seat: int = field("i1", (), "the seat for which chance is due", unit=SEAT_OR_NONE)
    fresh: int = field(
        "i1", (), "1 + the mate just drawn, to be replaced or kept", unit=c.CODE_OR_NONE, bounds=(0, c.FIRST_MANAGER)
    )
    finished: int = field("i1", (), "1 when all states are held", bounds=FLAG)


SCHEMA = Schema("mudslinger", State)
