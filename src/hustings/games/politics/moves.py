"""The moves of Politics, and the one predicate that says why one is refused."""

from __future__ import annotations

from hustings.engine.declared import LEGAL, MoveTable, OutcomeTable, ReasonTable, Words
from hustings.engine.kernels import Numbers, State
from hustings.games.politics.cards import CARDS, CODES, OF_PARTY, PARTIES
from hustings.games.politics.record import NO, NOMINATE, NOTHING, PASS, PLAY, SIDE

MOVES = MoveTable("side R", "nominate NY", 'nominate NY "Charles Evans Hughes"', "play PA", "draw")
SIDE_ID = MOVES.add("side", Words("party", PARTIES))
NOMINATE_ID = MOVES.add("nominate", Words("state", CODES), remark=True)
PLAY_ID = MOVES.add("play", Words("state", CODES))
DRAW_ID = MOVES.add("draw")
PASS_ID = MOVES.add("pass")  # the program's
ACTIONS = MOVES.count
MOST_LEGAL = CARDS + 1

CARD = OutcomeTable(CODES, "P1 NY", what="state", seat="dealing")

REASONS = ReasonTable()
GAME_IS_OVER = REASONS.add("game_over")
NO_SUCH_ACTION = REASONS.add("no_such_action")
CARDS_COME_FIRST = REASONS.add("cards_come_first")
NOT_YOUR_TURN = REASONS.add("not_your_turn")
WRONG_TASK = REASONS.add("wrong_task")
NOT_IN_HAND = REASONS.add("not_in_hand")
NO_SUCH_NOMINEE = REASONS.add("no_such_nominee")
WRONG_PARTY = REASONS.add("wrong_party")
DRAW_A_NOMINEE = REASONS.add("draw_a_nominee")
HAS_A_NOMINEE = REASONS.add("has_a_nominee")
NOT_BORDERING = REASONS.add("not_bordering")
PLAY_THE_DRAWN = REASONS.add("play_the_drawn")
CAN_PLAY = REASONS.add("can_play")
NO_EXTRA_CARDS = REASONS.add("no_extra_cards")
MAY_NOT_PASS = REASONS.add("may_not_pass")


def side_of(seat: int) -> int:
    """PO-1: partners sit alternately."""
    return seat % 2


def playable(s: State, seat: int) -> int:
    """PO-5: the cards of a hand that border the seat's own side, as a bit mask."""
    return s.hand[seat] & s.border[seat % 2]


def nominees(s: State, seat: int) -> int:
    """PO-3, PO-4: the cards a nominator may lay open: those of their party; any when the extra cards ran out."""
    own = s.hand[seat] & OF_PARTY[s.party[seat % 2]]
    if own or s.stock:
        return own
    return s.hand[seat]


def layable(s: State, seat: int) -> int:
    """The cards the mover may lay open now, as a bit mask."""
    if s.task == NOMINATE:
        return nominees(s, seat)
    if s.task != PLAY:
        return 0
    if s.fresh:
        return 1 << (s.drawn[seat] - 1) if s.drawn[seat] else 0
    return playable(s, seat)


def may_draw(s: State, seat: int) -> int:
    """0 when the mover may draw an extra card, else why not."""
    if s.stock == 0:
        return NO_EXTRA_CARDS
    if s.task == NOMINATE:
        return HAS_A_NOMINEE if nominees(s, seat) else LEGAL
    if s.fresh:
        return PLAY_THE_DRAWN
    return LEGAL if s.must_play == NO or playable(s, seat) == 0 else CAN_PLAY


def task_of(action: int) -> int:
    """The task an action fulfils; a draw may do for two, and counts as PLAY here."""
    if action < NOMINATE_ID:
        return SIDE
    if action < PLAY_ID:
        return NOMINATE
    return PLAY if action < PASS_ID else PASS


def refused_card(s: State, seat: int, card: int) -> int:
    """PO-3 to PO-6: why the mover cannot lay this card open."""
    if (s.hand[seat] >> card) & 1 == 0:
        return NO_SUCH_NOMINEE if s.task == NOMINATE else NOT_IN_HAND
    if (layable(s, seat) >> card) & 1:
        return LEGAL
    if s.task == NOMINATE:
        return WRONG_PARTY if nominees(s, seat) else DRAW_A_NOMINEE
    return PLAY_THE_DRAWN if s.fresh else NOT_BORDERING


def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
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
    if task_of(action) == PLAY and s.task == PASS:
        return refused_card(s, seat, action - PLAY_ID)
    if task_of(action) != s.task:
        return WRONG_TASK
    if s.task == NOMINATE:
        return refused_card(s, seat, action - NOMINATE_ID)
    return refused_card(s, seat, action - PLAY_ID) if s.task == PLAY else LEGAL


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    count = 0
    for action in range(ACTIONS):
        if refusal(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count
