"""The invariants of a record of Electoral College Combat: `check` names the first one broken."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED
from hustings.games.combat.hand import count_lying, count_where, is_wild, value_of
from hustings.games.combat.record import (
    ABSENT,
    ADD,
    ADDED,
    ADDS,
    CALL,
    CELEBRITY,
    DOWN,
    EMPTY,
    FAKE_NEWS,
    FRAMES,
    GONE,
    HAND,
    NO_CALL,
    NOBODY,
    NOTHING,
    PICK,
    PILE,
    PLACES,
    RECOUNT_WILD,
    RUSSIA_WILD,
    SEATS,
    SWING_WILD,
    TABLE,
    TAKE,
    THROW,
    THROWS,
    TURN,
    UNSEEN,
    UP,
    WON,
)

INVARIANTS = {
    1: "an option or the number of seats is out of range",
    2: "a card is somewhere that does not exist",
    3: "a numbered card has left the game",
    4: "the unseen and added cards are not as many as lie face down or in the stacks",
    5: "an exposed card and its place disagree",
    6: "a place without an exposed card names a card or a turner",
    7: "a winner is marked where nothing is being turned up",
    8: "the hand, its layer or its opener do not fit",
    9: "the stacks do not fit the hand",
    10: "the frame stack is not well formed",
    11: "the task does not belong to the topmost situation",
    12: "the mover is not a seat where one is needed, or is one where none is",
    13: "chance is pending at a place without a face-down card, or while a move is owed",
    14: "a throw is sealed outside a round of throws, or its mark and its sign disagree",
    15: "the wild cards of this hand are miscounted",
    16: "the finished game still holds cards in play",
    17: "the reference or the call does not exist",
    18: "there are more added cards than face-down places, or than can be added",
    19: "more cards lie exposed than a hand has, or one turned by nobody",
    20: "a wild card lies exposed outside Celebrity Endorsement",
    21: "a pile's mask does not match where the cards are, or its tally is not the sum of their votes",
    22: "the mask of the unseen or the added cards does not match where they are",
}


def check(s: State) -> int:
    """0, or the number of the first broken invariant in INVARIANTS."""
    broken = check_cards(s)
    if broken == 0:
        broken = check_places(s)
    if broken == 0:
        broken = check_hand(s)
    if broken == 0:
        broken = check_frames(s)
    if broken == 0:
        broken = check_task(s)
    return broken if broken else check_rest(s)


@kernel
def check_cards(s: State) -> int:
    """Options in range; every card in one place; as many unseen as lie unseen."""
    in_range = s.seats == SEATS and 0 <= s.edition <= 1 and 0 <= s.objective <= 1 and 0 <= s.votes <= 6
    if not in_range:
        return 1
    for card in range(CARDS):
        if s.where[card] < UNSEEN or s.where[card] > ABSENT:
            return 2
        if s.where[card] == GONE and not is_wild(card):
            return 3
    for seat in range(SEATS):
        if s.tally[seat] != votes_in_pile(s, seat) or s.piles[seat] != cards_where(s, PILE + seat):
            return 21
    if s.unseen != cards_where(s, UNSEEN) or s.added != cards_where(s, ADDED):
        return 22
    hidden = count_where(s, UNSEEN) + count_where(s, ADDED)
    if hidden != s.stack[0] + s.stack[1] + count_lying(s, DOWN):
        return 4
    added = count_where(s, ADDED)
    if added > 2 or added > count_lying(s, DOWN):
        return 18
    return 0


@kernel
def votes_in_pile(s: State, seat: int) -> int:
    """EC-21: the votes on the cards of a pile, counted afresh."""
    votes = 0
    for card in range(NUMBERED):
        if s.where[card] == PILE + seat:
            votes += value_of(s, card)
    return votes


@kernel
def cards_where(s: State, where: int) -> int:
    """The cards that are there, looked up afresh, as a bit mask."""
    mask = 0
    for card in range(CARDS):
        if s.where[card] == where:
            mask |= 1 << card
    return mask


@kernel
def check_places(s: State) -> int:
    """Places and the cards on them agree."""
    exposed = 0  # as a bit mask
    for place in range(PLACES):
        if s.lies[place] < EMPTY or s.lies[place] > UP:
            return 5
        if s.lies[place] == UP:
            card = 1 * s.card[place]
            if not 0 <= card < CARDS or s.where[card] != TABLE or exposed >> card & 1:
                return 5
            exposed |= 1 << card
            if s.turner[place] != 0 and s.turner[place] != 1:
                return 19
            if is_wild(s.card[place]) and s.frame[max(0, s.depth - 1)] != CELEBRITY:
                return 20
        elif s.card[place] != NO_CARD or s.turner[place] != NOBODY:
            return 6
        if s.winner[place] < 0 or s.winner[place] > NOBODY:
            return 7
        if s.winner[place] != NOBODY and (s.lies[place] != DOWN or s.frame[max(0, s.depth - 1)] != WON):
            return 7
    return 5 if exposed != cards_where(s, TABLE) else 0


@kernel
def check_hand(s: State) -> int:
    """The hand, its layer and opener, and the stacks fit each other (EC-2, EC-3)."""
    if s.finished:
        return 0 if s.hand == s.hands and s.layer == NOBODY and s.opener == NOBODY else 8
    if not 1 <= s.hand <= s.hands or s.layer != (s.hand - 1) % SEATS:
        return 8
    if s.opener != (s.layer if s.edition == 0 else 1 - s.layer):
        return 8
    laying = s.frame[0] == ADD
    for seat in range(SEATS):
        ordinary = s.hands // SEATS - 1
        laid = min(ordinary, (s.hand + (1 if seat == 0 else 0)) // SEATS)
        last = s.hands - 1 + seat
        rest = 0 if s.hand > last or (s.hand == last and not laying) else last_cards(s)
        if s.stack[seat] != (ordinary - laid) * PLACES + rest:
            return 9
    return 0


@kernel
def last_cards(s: State) -> int:
    """EC-2: how many cards of a stack the ordinary hands leave."""
    deck = CARDS - count_where(s, ABSENT)
    return deck // SEATS - PLACES * (s.hands // SEATS - 1)


@kernel
def check_frames(s: State) -> int:
    """The stack: one situation at least while the game goes on, each where it can be, seats that exist."""
    if s.depth < (0 if s.finished else 1) or s.depth > FRAMES or (s.finished and s.depth != 0):
        return 10
    for level in range(FRAMES):
        kind = s.frame[level]
        if level >= s.depth:
            if kind != 0 or s.frame_seat[level] != NOBODY or s.frame_step[level] != 0:
                return 10
            continue
        if kind < ADD or kind > WON or s.frame_step[level] < 0 or s.frame_step[level] > 4:
            return 10
        base = kind == ADD or kind == HAND
        if base != (level == 0) or (kind == ADD and s.depth > 1):
            return 10
        has_seat = s.frame_seat[level] == 0 or s.frame_seat[level] == 1
        if has_seat == (kind == THROW):
            return 10
        if (kind == THROW or kind == WON) and level != s.depth - 1:
            return 10
    return 0


@kernel
def task_fits(frame: int, task: int) -> bool:
    """Whether a situation can owe a task."""
    if frame == HAND:
        return task == TURN or task == TAKE
    if frame == ADD:
        return task == ADDS
    if frame == FAKE_NEWS:
        return task == TURN or task == CALL
    if frame == RECOUNT_WILD or frame == SWING_WILD:
        return task == TURN
    if frame == RUSSIA_WILD:
        return task == PICK
    return frame == THROW and task == THROWS


@kernel
def check_task(s: State) -> int:
    """What is owed belongs to the situation; chance and moves are never owed at once."""
    if s.pending < 0 or s.pending > PLACES:
        return 13
    if s.pending:
        if s.lies[s.pending - 1] != DOWN or s.task != NOTHING or s.mover != NOBODY:
            return 13
        return 13 if s.pending_seat != 0 and s.pending_seat != 1 else 0
    if s.pending_seat != NOBODY:
        return 13
    if s.finished:
        return 0 if s.task == NOTHING and s.mover == NOBODY else 11
    if not task_fits(s.frame[s.depth - 1], s.task):
        return 11
    has_mover = s.mover == 0 or s.mover == 1
    return 12 if has_mover == (s.task == THROWS) else 0


@kernel
def check_rest(s: State) -> int:
    """Throws, wild cards of the hand, reference and call, and the end."""
    for seat in range(SEATS):
        sealed = s.thrown[seat]
        if s.throw[seat] < 0 or s.throw[seat] > 3 or sealed < 0 or sealed > 1:
            return 14
        if (s.throw[seat] != 0) != (sealed == 1) or (sealed and s.task != THROWS):
            return 14
    if s.wilds < 0 or s.wilds > 2 or (s.wilds > 0) != (NUMBERED <= s.wild < NO_CARD):
        return 15
    if s.wilds == 0 and s.wild != NO_CARD:
        return 15
    if not 0 <= s.first <= NO_CARD or is_wild(s.first) or s.call < 0 or s.call > NO_CALL:
        return 17
    if s.finished:
        in_play = count_where(s, UNSEEN) + count_where(s, ADDED) + count_where(s, TABLE)
        return 16 if in_play else 0
    in_piles = count_where(s, PILE) + count_where(s, PILE + 1)
    return 16 if in_piles + count_where(s, GONE) == CARDS - count_where(s, ABSENT) and s.frame[0] != ADD else 0
