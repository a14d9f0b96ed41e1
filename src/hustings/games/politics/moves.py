"""The moves and events of Politics, and `refusal`, the function that decides whether a move is legal."""

from __future__ import annotations

from hustings.engine.declared import LEGAL, EventTable, Members, MoveTable, OutcomeTable, Terms, Words, members
from hustings.games.politics.cards import CARDS, CODES, NOMINEES, NONE_OR_CARD, OF_PARTY, PARTIES
from hustings.games.politics.record import (
    FRONTS,
    NO,
    NO_MARKET,
    NOMINATE,
    NONE_OR_PARTY,
    NOTHING,
    PASS,
    PLAY,
    SEAT_OR_NONE,
    SIDE,
    SIDE_OR_NONE,
    TASK,
    State,
)

MOVES = MoveTable("side R", "nominate NY", 'nominate NY "Charles Evans Hughes"', "play PA", "draw", "take PA")
SIDE_ID = MOVES.add("side", Words("party", PARTIES), when=SIDE)
NOMINATE_ID = MOVES.add("nominate", Words("state", CODES), remark=True, when=NOMINATE)
PLAY_ID = MOVES.add("play", Words("state", CODES), when=PLAY)
DRAW_ID = MOVES.add("draw", when=(NOMINATE, PLAY))
PASS_ID = MOVES.add("pass", when=PASS)  # made by the program, never by a player
TAKE_ID = MOVES.add("take", Words("state", CODES), when=PLAY)
ACTIONS = MOVES.count
WHEN = MOVES.when
MOST_LEGAL = CARDS + 1

CARD = OutcomeTable(CODES, "P1 NY", what="state", seat="dealing")

CARD_SET = Members(CODES, "none")
PARTY = Terms(NONE_OR_PARTY)
REASONS = EventTable()
GAME_IS_OVER = REASONS.add("game_over")
NO_SUCH_ACTION = REASONS.add("no_such_action")
CARDS_COME_FIRST = REASONS.add("cards_come_first")
NOT_YOUR_TURN = REASONS.add("not_your_turn", mover=SEAT_OR_NONE, task=Terms(TASK))
WRONG_TASK = REASONS.add("wrong_task", mover=SEAT_OR_NONE, task=Terms(TASK))
NOT_IN_HAND = REASONS.add("not_in_hand", card=CODES, hand=CARD_SET)
NO_SUCH_NOMINEE = REASONS.add("no_such_nominee", card=CODES, hand=CARD_SET)
WRONG_PARTY = REASONS.add("wrong_party", card=CODES, party=PARTY, nominees=CARD_SET)
DRAW_A_NOMINEE = REASONS.add("draw_a_nominee", card=CODES, party=PARTY, stock=None)
HAS_A_NOMINEE = REASONS.add("has_a_nominee", party=PARTY, nominees=CARD_SET)
NOT_BORDERING = REASONS.add("not_bordering", card=CODES, borders=CARD_SET, states=CARD_SET)
PLAY_THE_DRAWN = REASONS.add("play_the_drawn", drawn=NONE_OR_CARD)
CAN_PLAY = REASONS.add("can_play", playable=CARD_SET)
NO_EXTRA_CARDS = REASONS.add("no_extra_cards")
MAY_NOT_PASS = REASONS.add("may_not_pass")
TAKE_AN_OPEN = REASONS.add("take_an_open", open=CARD_SET)
NOT_OPEN = REASONS.add("not_open", open=CARD_SET, card=CODES)

PARTY_NAMES = (None, "Republican", "Democratic")  # by the number of the party in the record

EVENTS = EventTable()
GOT = EVENTS.add("got", small=True, card=CODES, votes=None)
HANDS_DEALT = EVENTS.add("dealt", part="unit", small=True, stock=None)
CHOSE = EVENTS.add("chose", party=PARTY_NAMES)
NOMINATED = EVENTS.add("nominated", big=0, remark=True, card=CODES, votes=None, nominee=NOMINEES)
DREW = EVENTS.add("drew", small=True, stock=None)
DREW_CARD = EVENTS.add("drew_card", small=True, card=CODES, votes=None)
KEPT = EVENTS.add("kept", small=True)
PLAYED = EVENTS.add("played", part="unit", big=27, card=CODES, votes=None, total=None)
PASSED = EVENTS.add("passed", small=True)
NO_MORE_EXTRA = EVENTS.add("no_more_extra", small=True)
#: each: the cards that every seat gets; more: how many seats, from P1 on, get one more (PO-7)
THIRD_PARTY = EVENTS.add("third_party", big=0, cards=None, next=SEAT_OR_NONE, each=None, more=None)
STUCK_AGAIN = EVENTS.add("stuck_again", big=0, cards=None)
ALL_PLAYED = EVENTS.add("all_played", big=0)
COUNTED = EVENTS.add("counted", side=SIDE_OR_NONE, party=PARTY_NAMES, votes=None, states=None)
WON = EVENTS.add("won", party=PARTY_NAMES, seats=members(SEAT_OR_NONE), votes=None, other=None)
DRAWN_GAME = EVENTS.add("drawn", votes=None, states=None)
WALLED_IN = EVENTS.add("walled_in", big=0, party=PARTY_NAMES, seats=members(SEAT_OR_NONE))
OPENED = EVENTS.add("opened", small=True, card=CODES, votes=None, stock=None)
#: fits: 1 if the card is played at once
TOOK = EVENTS.add("took", small=True, card=CODES, votes=None, fits=None)
NEW_FRONT = EVENTS.add("new_front", big=0, card=CODES, votes=None)


def side_of(seat: int) -> int:
    """Return the side of a seat; partners sit alternately (PO-1)."""
    return seat % 2


def playable(s: State, seat: int) -> int:
    """Return the cards of a hand that border the seat's own side, as a bit mask (PO-5)."""
    return s.hand[seat] & s.border[seat % 2]


def is_front(s: State, seat: int, card: int) -> int:
    """Return 1 if an open card that borders none of the side's states would be played as a new front (PO-12).

    The player must be stuck: no card in the hand and no open card borders the side.
    """
    side = seat % 2
    if s.market < FRONTS or (s.hand[seat] | s.open) & s.border[side]:
        return 0
    return int(OF_PARTY[s.party[side]] >> card) & 1


def lands(s: State, seat: int, card: int) -> int:
    """Return 1 if an open card is played at once when a seat takes it, as it fits or is a new front (PO-10, PO-12)."""
    return int(s.border[seat % 2] >> card) & 1 or is_front(s, seat, card)


def nominees(s: State, seat: int) -> int:
    """Return the cards that a nominator may choose, as a bit mask (PO-3, PO-4).

    They are the party's cards in the hand. If there are none and no extra card can be drawn, they are the whole hand.
    """
    own = s.hand[seat] & OF_PARTY[s.party[seat % 2]]
    if own or s.stock:
        return own
    return s.hand[seat]


def layable(s: State, seat: int) -> int:
    """Return the cards that the mover may nominate or play now, as a bit mask."""
    if s.task == NOMINATE:
        return nominees(s, seat)
    if s.task != PLAY:
        return 0
    if s.fresh:
        return 1 << (s.drawn[seat] - 1) if s.drawn[seat] else 0
    return playable(s, seat)


def may_draw(s: State, seat: int) -> int:
    """Return LEGAL if the mover may draw a face-down card, otherwise the number of the reason against it."""
    if s.task == PLAY and s.market != NO_MARKET and s.open:
        return TAKE_AN_OPEN
    if s.stock == 0:
        return NO_EXTRA_CARDS
    if s.task == NOMINATE:
        return HAS_A_NOMINEE if nominees(s, seat) else LEGAL
    if s.fresh:
        return PLAY_THE_DRAWN
    return LEGAL if s.must_play == NO or playable(s, seat) == 0 else CAN_PLAY


def may_take(s: State, seat: int, card: int) -> int:
    """Return LEGAL if the mover may take an open card, otherwise the number of the reason against it (PO-10)."""
    if (s.open >> card) & 1 == 0:
        return NOT_OPEN
    return LEGAL if s.must_play == NO or playable(s, seat) == 0 else CAN_PLAY


def refused_card(s: State, seat: int, card: int) -> int:
    """Return LEGAL if the mover may nominate or play a card, otherwise the reason against it (PO-3 to PO-6)."""
    if (s.hand[seat] >> card) & 1 == 0:
        return NO_SUCH_NOMINEE if s.task == NOMINATE else NOT_IN_HAND
    if (layable(s, seat) >> card) & 1:
        return LEGAL
    if s.task == NOMINATE:
        return WRONG_PARTY if nominees(s, seat) else DRAW_A_NOMINEE
    return PLAY_THE_DRAWN if s.fresh else NOT_BORDERING


def refusal(s: State, seat: int, action: int) -> int:
    """Return LEGAL if the seat may do the action now, otherwise the number of the reason against it."""
    if action < 0 or action >= ACTIONS or seat < 0 or seat >= s.seats:
        return NO_SUCH_ACTION
    if s.finished:
        return GAME_IS_OVER
    if s.task == NOTHING:
        return CARDS_COME_FIRST
    if seat != s.mover:
        return NOT_YOUR_TURN
    if action == DRAW_ID and s.task != SIDE:
        return may_draw(s, seat)
    if action == PASS_ID and s.task == PLAY:
        return MAY_NOT_PASS
    if PLAY_ID <= action < DRAW_ID and s.task == PASS:
        return refused_card(s, seat, action - PLAY_ID)
    if not int(WHEN[action]) >> s.task & 1:
        return WRONG_TASK
    if s.task == NOMINATE:
        return refused_card(s, seat, action - NOMINATE_ID)
    if action >= TAKE_ID:
        return may_take(s, seat, action - TAKE_ID)
    return refused_card(s, seat, action - PLAY_ID) if s.task == PLAY else LEGAL


def task(s: State) -> int:
    """Return the mover's task."""
    return s.task


def candidates(s: State, seat: int, first: int, shared: int) -> int:
    """Return the moves of a kind that may be legal, as a bit mask: for cards, those that the mover may use."""
    if seat != s.mover:
        return 0
    if first == TAKE_ID:
        return s.open
    return layable(s, seat) if first == NOMINATE_ID or first == PLAY_ID else -1
