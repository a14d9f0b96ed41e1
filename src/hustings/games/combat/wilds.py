"""The five wild cards: situations on the stack of frames that continue with each card, call, throw or pick.

As in the rules, the player who turned the wild card is called F (Fake News), C (Celebrity Endorsement) or R (Recount),
and the other player O.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.games.combat import events, hand
from hustings.games.combat import record as r
from hustings.games.combat.cards import CELEB, FAKE, NO_CARD, RECOUNT, RUSSIA, SWING
from hustings.games.combat.record import State

# The steps of Fake News (EC-11), Recount (EC-13, EC-14) and Swing State (EC-15).
FAKE_REFERENCE, FAKE_CALL, FAKE_SHOW, FAKE_SUM_CALL, FAKE_SUM_SHOW = range(5)
RECOUNT_FIRST, RECOUNT_SECOND, RECOUNT_TIE, RECOUNT_THROWN = range(4)


def wild_turned(s: State, place: int, seat: int, note: Numbers) -> None:
    """Play a wild card that was turned; the second one of a hand wins the hand (EC-9, EC-10)."""
    card = s.card[place]
    hand.discard(s, place)
    s.wild = card
    s.wilds += 1
    if s.wilds > 1:
        tell(note, events.SECOND_WILD, seat, place, card, 0, 0)
        hand.award_all(s, seat, note)
        return
    tell(note, events.WILD_TURNED, seat, place, card, 0, 0)
    if card == FAKE:
        begin_fake_news(s, seat, note)
    elif card == CELEB:
        hand.push(s, r.CELEBRITY, seat)
        celebrity_goes_on(s, note)
    elif card == RECOUNT:
        begin_recount(s, seat, note)
    elif card == SWING:
        hand.push(s, r.SWING_WILD, seat)
        swing_goes_on(s, note)
    elif card == RUSSIA:
        hand.push(s, r.RUSSIA_WILD, seat)
        collusion_goes_on(s, note)


def only_card_up(s: State) -> int:
    """Return the face-up card on the lowest place; NO_CARD if no card is face up."""
    for place in range(r.PLACES):
        if s.lies[place] == r.UP:
            return s.card[place]
    return NO_CARD


def sum_up(s: State) -> int:
    """Return the sum of the votes on all face-up cards."""
    total = 0
    for place in range(r.PLACES):
        if s.lies[place] == r.UP:
            total += hand.value_of(s, s.card[place])
    return total


def ask_turn(s: State, step: int, seat: int) -> None:
    """Go to a step of the wild card in which `seat` turns a card."""
    s.frame_step[s.depth - 1] = step
    hand.ask(s, r.TURN, seat)


# --- Fake News


def begin_fake_news(s: State, seat: int, note: Numbers) -> None:
    """Begin Fake News: F compares with a tie's two cards, with O's card, or with a card that F turns (EC-11, EC-25)."""
    stopped = s.frame_step[s.depth - 1] == r.HAND_STOPS
    hand.push(s, r.FAKE_NEWS, seat)
    exposed = 1 if stopped else hand.count_lying(s, r.UP)
    s.first = s.card[hand.best_place(s, hand.other(seat))] if stopped else only_card_up(s)
    if exposed == 2:
        ask_call(s, FAKE_SUM_CALL)
    elif exposed == 1 and hand.count_lying(s, r.DOWN) > 0:
        ask_call(s, FAKE_CALL)
    elif exposed == 1:
        hand.award_split(s, 0, seat, note)
    else:
        fake_news_goes_on(s, note)


def ask_call(s: State, step: int) -> None:
    """Go to a step of Fake News in which F must call higher, lower or equal for the next card."""
    top = s.depth - 1
    s.frame_step[top] = step
    s.call = r.NO_CALL
    hand.ask(s, r.CALL, s.frame_seat[top])


def fake_news_goes_on(s: State, note: Numbers) -> None:
    """Ask F to turn a new card to compare with; O gets a single last card face down (EC-11, EC-20)."""
    seat = s.frame_seat[s.depth - 1]
    down = hand.count_lying(s, r.DOWN)
    s.first = NO_CARD
    s.call = r.NO_CALL
    if down == 0:
        hand.end_hand(s, note)
    elif down == 1:
        hand.award_split(s, 0, seat, note)
    else:
        ask_turn(s, FAKE_REFERENCE, seat)


def reference_of(s: State) -> int:
    """Return the number that a call compares with: the reference card's votes, doubled after a tie (EC-11)."""
    value = hand.value_of(s, s.first)
    return 2 * value if s.frame_step[s.depth - 1] >= FAKE_SUM_CALL else value


def called(s: State, seat: int, call: int, note: Numbers) -> None:
    """Record F's call and let F turn the next card; after a tie without cards left, the sum is 0 (EC-11, EC-20)."""
    s.call = call
    tell(note, events.CALLED, seat, call, reference_of(s), 0, 0)
    if s.frame_step[s.depth - 1] == FAKE_CALL:
        ask_turn(s, FAKE_SHOW, seat)
    else:
        s.frame_step[s.depth - 1] = FAKE_SUM_SHOW
        fake_sum_goes_on(s, note)


def call_holds(call: int, value: int, reference: int) -> bool:
    """Return True if a call (higher, lower or equal) is right for a value compared with the reference."""
    if call == r.HIGHER:
        return value > reference
    if call == r.LOWER:
        return value < reference
    return call == r.EQUAL and value == reference


def judge_call(s: State, value: int, note: Numbers) -> int:
    """Emit whether the call was right and return the winner: F if it was, otherwise O (EC-11)."""
    seat = s.frame_seat[s.depth - 1]
    right = call_holds(s.call, value, reference_of(s))
    tell(note, events.CALL_RIGHT if right else events.CALL_WRONG, seat, value, reference_of(s), 0, 0)
    return seat if right else hand.other(seat)


def fake_sum_goes_on(s: State, note: Numbers) -> None:
    """Let F turn the face-down cards one by one, then compare the sums (EC-11 a)."""
    if hand.count_lying(s, r.DOWN) > 0:
        ask_turn(s, FAKE_SUM_SHOW, s.frame_seat[s.depth - 1])
    else:
        hand.award_all(s, judge_call(s, sum_up(s) - reference_of(s), note), note)


def fake_news_turned(s: State, card: int, note: Numbers) -> None:
    """Continue Fake News after a numbered card: a new reference, the called card, or a part of the sum (EC-11)."""
    step = s.frame_step[s.depth - 1]
    if step == FAKE_REFERENCE:
        s.first = card
        ask_call(s, FAKE_CALL)
    elif step == FAKE_SHOW:
        winner = judge_call(s, hand.value_of(s, card), note)
        for place in range(r.PLACES):
            if s.lies[place] == r.UP:
                hand.award(s, place, winner)
        fake_news_goes_on(s, note)
    else:
        fake_sum_goes_on(s, note)


# --- Celebrity Endorsement


def celebrity_goes_on(s: State, note: Numbers) -> None:
    """Go on with Celebrity Endorsement: show the next face-down card, or after the last divide the cards (EC-12)."""
    for place in range(r.PLACES):
        if s.lies[place] == r.DOWN:
            hand.turn_for_chance(s, place, s.frame_seat[s.depth - 1])
            return
    celebrity_shares(s, note)


def celebrity_shares(s: State, note: Numbers) -> None:
    """Give C the lowest card and O the rest; if a wild card was shown, C gets all numbered cards (EC-12)."""
    seat = s.frame_seat[s.depth - 1]
    lowest = r.PLACES
    wild = False
    for place in range(r.PLACES):
        if s.lies[place] == r.UP and hand.is_wild(s.card[place]):
            wild = True
            hand.discard(s, place)
        elif s.lies[place] == r.UP and (
            lowest == r.PLACES or hand.value_of(s, s.card[place]) < hand.value_of(s, s.card[lowest])
        ):
            lowest = place
    if wild:
        hand.award_all(s, seat, note)
    else:
        hand.award_split(s, 1 << lowest, seat, note)


# --- Recount


def begin_recount(s: State, seat: int, note: Numbers) -> None:
    """Begin the Recount: R turns a card to compare with O's face-up card (EC-13), or both turn a card (EC-14)."""
    hand.push(s, r.RECOUNT_WILD, seat)
    if s.edition == 0 and hand.count_lying(s, r.UP) > 0:
        s.first = s.card[hand.best_place(s, hand.other(seat))]
        recount_turn(s, RECOUNT_SECOND, seat)
    elif s.edition == 0:
        recount_turn(s, RECOUNT_FIRST, hand.other(seat))
    else:
        recount_turn(s, RECOUNT_FIRST, seat)


def recount_turn(s: State, step: int, seat: int) -> None:
    """Ask a seat to turn a card for the Recount; if none is left, both throw for the hand (EC-13, EC-14, EC-20)."""
    s.frame_step[s.depth - 1] = step
    if hand.count_lying(s, r.DOWN) > 0:
        hand.ask(s, r.TURN, seat)
    else:
        begin_throw(s)


def recount_turned(s: State, card: int, seat: int, note: Numbers) -> None:
    """Continue the Recount after a numbered card is turned (EC-13, EC-14)."""
    step = s.frame_step[s.depth - 1]
    owner = s.frame_seat[s.depth - 1]
    if step == RECOUNT_FIRST:
        s.first = card
        recount_turn(s, RECOUNT_SECOND, hand.other(seat))
    elif step == RECOUNT_SECOND:
        own = hand.value_of(s, card)
        against = hand.value_of(s, s.first)
        tell(note, events.COMPARED, seat, own, against, 0, 0)
        if own != against:
            hand.award_all(s, seat if own < against else hand.other(seat), note)
        elif s.edition == 0:
            recount_turn(s, RECOUNT_TIE, hand.other(owner))
        else:
            s.frame_step[s.depth - 1] = RECOUNT_THROWN
            begin_throw(s)
    else:
        value = hand.value_of(s, card)
        tell(note, events.COUNTED, seat, value, value % 2 == 0, 0, 0)
        hand.award_all(s, seat if value % 2 == 0 else hand.other(seat), note)


# --- Swing State


def swing_goes_on(s: State, note: Numbers) -> None:
    """Go on with Swing State: both turn a card in the edition's order, then the sum of all cards decides (EC-15)."""
    top = s.depth - 1
    seat = s.frame_seat[top]
    step = s.frame_step[top]
    if step < r.SEATS and hand.count_lying(s, r.DOWN) > 0:
        hand.ask(s, r.TURN, hand.other(seat) if (s.edition == 0) == (step == 0) else seat)
        return
    total = sum_up(s)
    tell(note, events.COUNTED, seat, total, total % 2 == 0, 0, 0)
    hand.award_all(s, seat if total % 2 == 0 else hand.other(seat), note)


def swing_turned(s: State, note: Numbers) -> None:
    """Continue Swing State after one of its two cards is turned (EC-15)."""
    s.frame_step[s.depth - 1] += 1
    swing_goes_on(s, note)


# --- Russian Collusion, and throws


def collusion_goes_on(s: State, note: Numbers) -> None:
    """Go on with Russian Collusion: ask for a throw while cards are left, otherwise end the hand (EC-16)."""
    if hand.count_lying(s, r.EMPTY) < r.PLACES:
        begin_throw(s)
    else:
        hand.end_hand(s, note)


def picked(s: State, place: int, seat: int, note: Numbers) -> None:
    """Give the winner of a throw the card it picked; a face-down card is turned first (EC-16)."""
    if s.lies[place] == r.UP:
        award_pick(s, place, seat, note)
    else:
        hand.turn_for_chance(s, place, seat)


def award_pick(s: State, place: int, seat: int, note: Numbers) -> None:
    """Put the picked card on the pile and begin the next throw (EC-16)."""
    tell(note, events.TOOK, seat, 1 << s.card[place], 0, 0, 0)
    hand.award(s, place, seat)
    collusion_goes_on(s, note)


def begin_throw(s: State) -> None:
    """Ask both players for a sealed throw of rock, paper or scissors (EC-17)."""
    hand.push(s, r.THROW, r.NOBODY)
    hand.ask(s, r.THROWS, r.NOBODY)


def thrown(s: State, seat: int, sign: int, note: Numbers) -> None:
    """Seal a throw (1 rock, 2 paper, 3 scissors); after both, one player wins or both throw again (EC-17)."""
    s.throw[seat] = sign
    s.thrown[seat] = 1
    tell(note, events.SEALED, seat, 0, 0, 0, 0)
    if not (s.thrown[0] and s.thrown[1]):
        return
    lead = (s.throw[0] - s.throw[1]) % 3
    winner = r.NOBODY
    if lead:
        winner = 0 if lead == 1 else 1
    tell(note, events.THREW, r.NOBODY, s.throw[0], s.throw[1], winner, 0)
    for player in range(r.SEATS):
        s.throw[player] = 0
        s.thrown[player] = 0
    if winner != r.NOBODY:
        hand.pop(s)
        throw_won(s, winner, note)


def throw_won(s: State, seat: int, note: Numbers) -> None:
    """Let the winner of a throw pick a card (EC-16), turn a tie-breaker (EC-14), or win the hand without cards left."""
    top = s.depth - 1
    if s.frame[top] == r.RUSSIA_WILD:
        hand.ask(s, r.PICK, seat)
    elif s.frame_step[top] == RECOUNT_THROWN and hand.count_lying(s, r.DOWN) > 0:
        ask_turn(s, RECOUNT_TIE, seat)
    else:
        hand.award_all(s, seat, note)
