"""The verbs of Electoral College Combat."""

from __future__ import annotations

from hustings.engine.bits import member, size_of
from hustings.engine.chance import CHOICE_STREAM, draw
from hustings.engine.kernels import Numbers, State, kernel, tell
from hustings.games.combat.cards import CARDS
from hustings.games.combat.events import TIED, TURNED
from hustings.games.combat.hand import (
    add_cards,
    ask,
    award_split,
    begin,
    count_lying,
    count_where,
    is_wild,
    other,
    shown_on_table,
    turn_for_chance,
    value_of,
    winner_of,
    won_card_shown,
)
from hustings.games.combat.moves import (
    ADD_ID,
    CALL_ID,
    PAIR,
    PICK_ID,
    TAKE_ID,
    THROW_ID,
    TURN_ID,
    higher_place,
    refusal,
)
from hustings.games.combat.record import (
    ADDED,
    CALL,
    CELEBRITY,
    DOWN,
    FAKE_NEWS,
    HAND,
    NOBODY,
    NOTHING,
    PICK,
    PLACES,
    RECOUNT_WILD,
    RUSSIA_WILD,
    SEATS,
    SIGNS,
    SWING_WILD,
    TAKE,
    THROWS,
    TURN,
    UNSEEN,
    UP,
    WON,
)
from hustings.games.combat.wilds import (
    award_pick,
    called,
    celebrity_goes_on,
    fake_news_turned,
    picked,
    recount_turned,
    swing_turned,
    thrown,
    wild_turned,
)

# The steps of an ordinary hand.
HAND_FIRST, HAND_SECOND, HAND_THIRD, HAND_TAKE = range(4)


def start(s: State) -> None:
    """EC-1: all cards are unseen."""
    for card in range(CARDS):
        s.where[card] = UNSEEN
    begin(s)


def owes(s: State) -> int:
    """The mover; for a throw everyone who has not thrown (EC-17)."""
    if s.task == THROWS:
        return (1 - s.thrown[0]) + 2 * (1 - s.thrown[1])
    return 0 if s.task == NOTHING else 1 << s.mover


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry a move out, or say by number why not."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    if s.task == TURN:
        turn_for_chance(s, action - TURN_ID, seat)
    elif s.task == CALL:
        called(s, seat, action - CALL_ID, note)
    elif s.task == THROWS:
        thrown(s, seat, action - THROW_ID + 1, note)
    elif s.task == PICK:
        picked(s, action - PICK_ID, seat, note)
    elif s.task == TAKE:
        award_split(s, action - TAKE_ID, seat, note)
    else:
        pair = action - ADD_ID
        add_cards(s, pair // PAIR, pair % PAIR, note)
    return 0


def chances(s: State, weights: Numbers) -> int:
    """EC-4: what the pending place may show. Each added card still hidden lies there with 1/d, the rest is even."""
    if s.pending == 0:
        return 0
    down = count_lying(s, DOWN)
    added = count_where(s, ADDED)
    unseen = count_where(s, UNSEEN)
    added_weight = unseen if down > added else 1
    unseen_weight = down - added if added else 1
    for card in range(CARDS):
        weights[card] = (s.where[card] == UNSEEN) * unseen_weight + (s.where[card] == ADDED) * added_weight
    return unseen * unseen_weight + added * added_weight


def roll(s: State, number: int, weights: Numbers) -> int:
    """EC-4: as weighed by `chances`, the added cards first."""
    down = count_lying(s, DOWN)
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
    """The pending place shows `outcome`."""
    place = s.pending - 1
    seat = s.pending_seat
    s.pending = 0
    s.pending_seat = NOBODY
    if s.frame[s.depth - 1] == WON:
        won_card_shown(s, place, outcome, note)
        return
    shown_on_table(s, place, outcome, seat)
    tell(note, TURNED, seat, place, outcome, value_of(s, outcome), 0)
    if s.frame[s.depth - 1] == CELEBRITY:
        celebrity_goes_on(s, note)
    elif is_wild(outcome):
        wild_turned(s, place, seat, note)
    else:
        numbered_turned(s, place, outcome, seat, note)


@kernel
def numbered_turned(s: State, place: int, card: int, seat: int, note: Numbers) -> None:
    """A player turned a numbered card: the topmost situation goes on."""
    frame = s.frame[s.depth - 1]
    if frame == HAND:
        hand_turned(s, seat, note)
    elif frame == FAKE_NEWS:
        fake_news_turned(s, card, note)
    elif frame == RECOUNT_WILD:
        recount_turned(s, card, seat, note)
    elif frame == SWING_WILD:
        swing_turned(s, note)
    elif frame == RUSSIA_WILD:
        award_pick(s, place, seat, note)


@kernel
def hand_turned(s: State, seat: int, note: Numbers) -> None:
    """EC-3, EC-5, EC-7: the first card, the second, or the tie-breaker of an ordinary hand was turned."""
    top = s.depth - 1
    step = s.frame_step[top]
    s.frame_step[top] = step + 1
    if step == HAND_FIRST:
        ask(s, TURN, other(seat))
        return
    highest = higher_place(s)
    value = value_of(s, s.card[highest])
    equals = 0
    for place in range(PLACES):
        equals += s.lies[place] == UP and value_of(s, s.card[place]) == value
    if step == HAND_SECOND and equals == SEATS:
        tell(note, TIED, NOBODY, value, 0, 0, 0)
        ask(s, TURN, s.opener)
    elif step == HAND_THIRD and equals > 1:
        tie_unbroken_from_above(s, equals, note)
    else:
        s.frame_step[top] = HAND_TAKE
        ask(s, TAKE, s.turner[highest])


@kernel
def tie_unbroken_from_above(s: State, equals: int, note: Numbers) -> None:
    """EC-7 a, c: three equal: the opener takes them; third lower: he takes it and the face-down cards."""
    mask = 0
    lowest = PLACES
    for place in range(PLACES):
        if s.lies[place] == UP and (lowest == PLACES or value_of(s, s.card[place]) < value_of(s, s.card[lowest])):
            lowest = place
    for place in range(PLACES):
        if s.lies[place] == (UP if equals > SEATS else DOWN) or (equals == SEATS and place == lowest):
            mask |= 1 << place
    award_split(s, mask, s.opener, note)


def over(s: State) -> bool:
    """EC-2, EC-19: after the last hand."""
    return s.finished != 0


def payoff(s: State, out: Numbers) -> None:
    """EC-21, EC-22: the winner has the whole share, a draw halves it; scores are the piles' votes."""
    winner = winner_of(s)
    for seat in range(SEATS):
        out[0, seat] = winner in (seat, NOBODY)
        out[1, seat] = s.tally[seat]


def imagine(v: State, seat: int, key: int) -> None:
    """EC-17: the only blank there can be is a rival's sealed throw."""
    for player in range(SEATS):
        if v.thrown[player] and v.throw[player] == 0:
            v.throw[player] = 1 + draw(key, CHOICE_STREAM, player) % len(SIGNS)


def unseal(v: State, seat: int) -> None:
    """EC-17: a rival who has thrown throws again."""
    v.thrown[1 - seat] = 0
    v.throw[1 - seat] = 0
