"""The verbs of Electoral College Combat: the functions that the engine calls to play the game.

`note` is the array that a verb writes its events into.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.bits import member, size_of
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.combat import events, hand, moves, wilds
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, PAIR
from hustings.games.combat.record import State


def start(s: State) -> None:
    """Begin a game with all cards unseen (EC-1)."""
    for card in range(CARDS):
        s.where[card] = r.UNSEEN
    hand.begin(s)


def owes(s: State) -> int:
    """Return as a bit mask the mover, or in a throw the players who have not thrown yet (EC-17)."""
    if s.task == r.THROWS:
        return (1 - s.thrown[0]) + 2 * (1 - s.thrown[1])
    return 0 if s.task == r.NOTHING else 1 << s.mover


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry out a move, or return the reason against it."""
    reason = moves.refusal(s, seat, action)
    if reason:
        return reason
    if s.task == r.TURN:
        hand.turn_for_chance(s, action - moves.TURN_ID, seat)
    elif s.task == r.CAMPAIGN and action == moves.STAND_ID:
        hand.stand(s, seat, note)
    elif s.task == r.CAMPAIGN:
        hand.campaign(s, action - moves.TURN_ID, seat, note)
    elif s.task == r.CALL:
        wilds.called(s, seat, action - moves.CALL_ID, note)
    elif s.task == r.THROWS:
        wilds.thrown(s, seat, action - moves.THROW_ID + 1, note)
    elif s.task == r.PICK:
        wilds.picked(s, action - moves.PICK_ID, seat, note)
    elif s.task == r.TAKE:
        hand.award_split(s, action - moves.TAKE_ID, seat, note)
    else:
        pair = action - moves.ADD_ID
        hand.add_cards(s, pair // PAIR, pair % PAIR, note)
    return 0


def chances(s: State, weights: Numbers) -> int:
    """Write the weights of the cards that the pending place may show; return their sum (EC-4)."""
    if s.pending == 0:
        return 0
    unseen = hand.unseen_weight(s)
    added = hand.added_weight(s)
    for card in range(CARDS):
        weights[card] = (s.where[card] == r.UNSEEN) * unseen + (s.where[card] == r.ADDED) * added
    return hand.count_where(s, r.UNSEEN) * unseen + hand.count_where(s, r.ADDED) * added


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the card that a random number selects by the weights of `chances`, added cards first (EC-4)."""
    down = hand.count_lying(s, r.DOWN)
    if s.added == 0:
        return member(s.unseen, number % (s.stack[0] + s.stack[1] + down))
    added = size_of(s.added)
    unseen = size_of(s.unseen)
    if down == added:
        return member(s.added, number % added)
    rest = number % (down * unseen)
    if rest < added * unseen:
        return member(s.added, rest // unseen)
    return member(s.unseen, (rest - added * unseen) // (down - added))


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Turn up a card on the pending place and continue the situation."""
    place = s.pending - 1
    seat = s.pending_seat
    s.pending = 0
    s.pending_seat = r.NOBODY
    if s.frame[s.depth - 1] == r.WON:
        hand.won_card_shown(s, place, outcome, note)
        return
    hand.shown_on_table(s, place, outcome, seat)
    tell(note, events.TURNED, seat, place, outcome, hand.value_of(s, outcome), 0)
    if s.frame[s.depth - 1] == r.CELEBRITY:
        if hand.is_wild(outcome):
            tell(note, events.WILD_SHOWN, seat, place, outcome, 0, 0)
        wilds.celebrity_goes_on(s, note)
    elif hand.is_wild(outcome):
        wilds.wild_turned(s, place, seat, note)
    else:
        numbered_turned(s, place, outcome, seat, note)


def numbered_turned(s: State, place: int, card: int, seat: int, note: Numbers) -> None:
    """Continue the topmost frame of the stack after a numbered card is turned."""
    frame = s.frame[s.depth - 1]
    if frame == r.HAND:
        hand_turned(s, seat, note)
    elif frame == r.FAKE_NEWS:
        wilds.fake_news_turned(s, card, note)
    elif frame == r.RECOUNT_WILD:
        wilds.recount_turned(s, card, seat, note)
    elif frame == r.SWING_WILD:
        wilds.swing_turned(s, note)
    elif frame == r.RUSSIA_WILD:
        wilds.award_pick(s, place, seat, note)


def hand_turned(s: State, seat: int, note: Numbers) -> None:
    """Continue an ordinary hand after its first card, second card, tie-breaker or campaign stop (EC-3 to EC-23)."""
    top = s.depth - 1
    step = s.frame_step[top]
    if step == r.HAND_STOPS:
        hand.campaigned(s, seat)
        return
    s.frame_step[top] = step + 1
    if step == r.HAND_FIRST:
        hand.ask(s, r.TURN, hand.other(seat))
        return
    highest = moves.higher_place(s)
    value = hand.value_of(s, s.card[highest])
    equals = 0
    for place in range(r.PLACES):
        equals += s.lies[place] == r.UP and hand.value_of(s, s.card[place]) == value
    if step == r.HAND_SECOND and equals == r.SEATS:
        tell(note, events.TIED, r.NOBODY, value, 0, 0, 0)
        hand.ask(s, r.TURN, s.opener)
    elif step == r.HAND_THIRD and equals > 1:
        tie_unbroken_from_above(s, equals, note)
    elif step == r.HAND_THIRD:
        s.frame_step[top] = r.HAND_TAKE
        hand.ask(s, r.TAKE, s.turner[highest])
    else:
        hand.second_turned(s, s.turner[highest])


def tie_unbroken_from_above(s: State, equals: int, note: Numbers) -> None:
    """Divide the cards if the third card does not break a tie from above (EC-7 a, c).

    The opener gets all three cards if they are equal. If the third is lower, the opener gets it and those face down.
    """
    mask = 0
    lowest = r.PLACES
    for place in range(r.PLACES):
        if s.lies[place] == r.UP and (
            lowest == r.PLACES or hand.value_of(s, s.card[place]) < hand.value_of(s, s.card[lowest])
        ):
            lowest = place
    for place in range(r.PLACES):
        if s.lies[place] == (r.UP if equals > r.SEATS else r.DOWN) or (equals == r.SEATS and place == lowest):
            mask |= 1 << place
    hand.award_split(s, mask, s.opener, note)


def payoff(s: State, out: Numbers) -> None:
    """Write shares and scores: the winner's share is 1, or both have half; scores are votes (EC-21, EC-22)."""
    winner = hand.winner_of(s)
    for seat in range(r.SEATS):
        out[0, seat] = winner in (seat, r.NOBODY)
        out[1, seat] = s.tally[seat]


def imagine(v: State, seat: int, key: int) -> None:
    """Draw a rival's sealed throw at random, the only thing that a view hides (EC-17)."""
    for player in range(r.SEATS):
        if v.thrown[player] and v.throw[player] == 0:
            v.throw[player] = 1 + draw(key, CHOICE_STREAM, player) % len(r.SIGNS)


def unseal(v: State, seat: int) -> None:
    """Remove the rival's sealed throw, so that the rival throws again (EC-17)."""
    v.thrown[1 - seat] = 0
    v.throw[1 - seat] = 0
