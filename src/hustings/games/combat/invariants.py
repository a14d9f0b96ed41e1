"""The conditions that every record of Combat satisfies; `check` returns the number of the first broken one."""

from __future__ import annotations

from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED
from hustings.games.combat.hand import best_place, count_lying, count_where, is_wild, other, value_of
from hustings.games.combat.record import State

INVARIANTS = {
    1: "a numbered card has left the game",
    2: "a pile's mask does not match where the cards are, or its tally is not the sum of their votes",
    3: "the mask of the unseen or the added cards does not match where they are",
    4: "the unseen and added cards are not as many as lie face down or in the stacks",
    5: "there are more added cards than face-down places, or than can be added",
    6: "an exposed card and its place disagree, or nobody turned it",
    7: "a place without an exposed card names a card or a turner",
    8: "a wild card lies exposed outside Celebrity Endorsement",
    9: "a winner is marked where nothing is being turned up",
    10: "the hand, its layer or its opener do not fit",
    11: "the stacks do not fit the hand",
    12: "the frame stack is not well formed",
    13: "the task does not belong to the topmost situation",
    14: "there is no mover where one is needed, or one where none is",
    15: "chance is pending at a place without a face-down card, or while a move is owed",
    16: "a throw is sealed outside a round of throws, or its mark and its sign disagree",
    17: "the wild cards of this hand are miscounted",
    18: "the reference is a wild card",
    19: "the finished game still holds cards in play, or the running one holds none",
    20: "more campaign stops are left than the game gives, or a player is asked about one who may not spend it",
}


def check(s: State) -> int:
    """Return the number of the first broken invariant, or 0; the fields' bounds have been checked before."""
    return (
        check_cards(s)
        or check_places(s)
        or check_hand(s)
        or check_frames(s)
        or check_task(s)
        or check_rest(s)
        or check_stops(s)
    )


def check_cards(s: State) -> int:
    """Check that piles, sets of cards and votes match the place of every card, and the number of unseen cards."""
    for card in range(NUMBERED):
        if s.where[card] == r.GONE:
            return 1
    for seat in range(r.SEATS):
        if s.tally[seat] != votes_in_pile(s, seat) or s.piles[seat] != cards_where(s, r.PILE + seat):
            return 2
    if s.unseen != cards_where(s, r.UNSEEN) or s.added != cards_where(s, r.ADDED):
        return 3
    down = count_lying(s, r.DOWN)
    added = count_where(s, r.ADDED)
    if count_where(s, r.UNSEEN) + added != s.stack[0] + s.stack[1] + down:
        return 4
    return 5 if added > min(2, down) else 0


def votes_in_pile(s: State, seat: int) -> int:
    """Return the votes of a pile, counted from the places of all cards (EC-21)."""
    votes = 0
    for card in range(NUMBERED):
        if s.where[card] == r.PILE + seat:
            votes += value_of(s, card)
    return votes


def cards_where(s: State, where: int) -> int:
    """Return the cards in a location as a bit mask, from the places of all cards."""
    mask = 0
    for card in range(CARDS):
        if s.where[card] == where:
            mask |= 1 << card
    return mask


def check_places(s: State) -> int:
    """Check that the places on the table agree with the cards on them."""
    exposed = 0  # as a bit mask
    topmost = s.frame[max(0, s.depth - 1)]
    for place in range(r.PLACES):
        card = 1 * s.card[place]
        if s.lies[place] == r.UP:
            if card == NO_CARD or s.where[card] != r.TABLE or exposed >> card & 1 or s.turner[place] == r.NOBODY:
                return 6
            exposed |= 1 << card
            if is_wild(card) and topmost != r.CELEBRITY:
                return 8
        elif card != NO_CARD or s.turner[place] != r.NOBODY:
            return 7
        if s.winner[place] != r.NOBODY and (s.lies[place] != r.DOWN or topmost != r.WON):
            return 9
    return 6 if exposed != cards_where(s, r.TABLE) else 0


def check_hand(s: State) -> int:
    """Check that the hand, its layer and opener, and the stacks fit each other (EC-2, EC-3)."""
    if s.finished:
        return 0 if s.hand == s.hands and s.layer == r.NOBODY and s.opener == r.NOBODY else 10
    if s.hand > s.hands or s.layer != (s.hand - 1) % r.SEATS:
        return 10
    if s.opener != (s.layer if s.edition == 0 else other(s.layer)):
        return 10
    laying = s.frame[0] == r.ADD
    for seat in range(r.SEATS):
        ordinary = s.hands // r.SEATS - 1
        laid = min(ordinary, (s.hand + (1 if seat == 0 else 0)) // r.SEATS)
        last = s.hands - 1 + seat
        rest = 0 if s.hand > last or (s.hand == last and not laying) else last_cards(s)
        if s.stack[seat] != (ordinary - laid) * r.PLACES + rest:
            return 11
    return 0


def last_cards(s: State) -> int:
    """Return the number of cards that the ordinary hands leave in a stack for the last hand (EC-2)."""
    deck = CARDS - count_where(s, r.ABSENT)
    return deck // r.SEATS - r.PLACES * (s.hands // r.SEATS - 1)


def check_frames(s: State) -> int:
    """Check that the stack of situations is not empty during the game, and that their order is possible."""
    if (s.depth == 0) != (s.finished == 1):
        return 12
    for level in range(r.FRAMES):
        kind = s.frame[level]
        nobody = s.frame_seat[level] == r.NOBODY
        if level >= s.depth:
            if kind or not nobody or s.frame_step[level]:
                return 12
        elif kind == 0 or nobody != (kind == r.THROW) or (kind <= r.HAND) != (level == 0):
            return 12
        elif (kind == r.ADD or kind >= r.THROW) and level != s.depth - 1:
            return 12
    return 0


def task_fits(frame: int, task: int) -> bool:
    """Return True if a situation can ask for a task."""
    if frame == r.HAND:
        return task == r.TURN or task == r.TAKE or task == r.CAMPAIGN
    if frame == r.ADD:
        return task == r.ADDS
    if frame == r.FAKE_NEWS:
        return task == r.TURN or task == r.CALL
    if frame == r.RECOUNT_WILD or frame == r.SWING_WILD:
        return task == r.TURN
    if frame == r.RUSSIA_WILD:
        return task == r.PICK
    return frame == r.THROW and task == r.THROWS


def check_task(s: State) -> int:
    """Check that the task fits the situation, and that chance and moves are never due at once."""
    if (s.pending > 0) != (s.pending_seat != r.NOBODY):
        return 15
    if s.pending:
        return 15 if s.lies[s.pending - 1] != r.DOWN or s.task != r.NOTHING or s.mover != r.NOBODY else 0
    if s.finished:
        return 0 if s.task == r.NOTHING and s.mover == r.NOBODY else 13
    if not task_fits(s.frame[s.depth - 1], s.task):
        return 13
    return 14 if (s.mover == r.NOBODY) != (s.task == r.THROWS) else 0


def check_rest(s: State) -> int:
    """Check the throws, the wild cards of the hand, the reference card and the end of the game."""
    for seat in range(r.SEATS):
        sealed = s.thrown[seat] == 1
        if (s.throw[seat] > 0) != sealed or (sealed and s.task != r.THROWS):
            return 16
    if is_wild(s.wild) != (s.wilds > 0) or (s.wilds == 0 and s.wild != NO_CARD):
        return 17
    if is_wild(s.first):
        return 18
    in_play = count_where(s, r.UNSEEN) + count_where(s, r.ADDED) + count_where(s, r.TABLE)
    return 19 if (in_play > 0) != (s.finished == 0) and s.frame[0] != r.ADD else 0


def check_stops(s: State) -> int:
    """Check the campaign stops, and that a player who is asked about one has one and shows no more (EC-23)."""
    for seat in range(r.SEATS):
        if s.stops_left[seat] > r.STOPS[s.stops]:
            return 20
    if s.task != r.CAMPAIGN:
        return 0
    own = best_place(s, s.mover)
    against = best_place(s, other(s.mover))
    if own == r.PLACES or against == r.PLACES or s.frame_step[s.depth - 1] != r.HAND_STOPS:
        return 20
    ahead = value_of(s, s.card[own]) > value_of(s, s.card[against])
    return 20 if ahead or s.stops_left[s.mover] == 0 or count_lying(s, r.DOWN) == 0 else 0
