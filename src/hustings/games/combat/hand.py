"""The hand: laying it, the frame stack, who wins which card, turning won cards up, the next hand, the count."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel, tell
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED, VOTES
from hustings.games.combat.events import (
    ADDED_CARDS,
    COLLECTED,
    GAME_OVER_EVENT,
    GOT,
    HAND_OVER,
    LAID,
    TOOK,
    TURNED_UP,
    WON_ALL,
)
from hustings.games.combat.record import (
    ABSENT,
    ADD,
    ADDED,
    ADDS,
    DOWN,
    EMPTY,
    FRAMES,
    GONE,
    HAND,
    NO_CALL,
    NOBODY,
    NOTHING,
    PILE,
    PLACES,
    SEATS,
    TABLE,
    TURN,
    UNSEEN,
    UP,
    WON,
)

# --- small questions


@kernel
def value_of(s: State, card: int) -> int:
    """The votes printed on a card; wild cards have none."""
    return int(VOTES[s.votes, card])


@kernel
def is_wild(card: int) -> bool:
    """Whether a card is one of the five without a number."""
    return NUMBERED <= card < CARDS


@kernel
def other(seat: int) -> int:
    """The other player."""
    return 1 - seat


@kernel
def count_lying(s: State, what: int) -> int:
    """How many places hold something that lies so."""
    count = 0
    for place in range(PLACES):
        count += s.lies[place] == what
    return count


@kernel
def count_where(s: State, where: int) -> int:
    """How many cards are there."""
    count = 0
    for card in range(CARDS):
        count += s.where[card] == where
    return count


@kernel
def majority(s: State) -> int:
    """The votes that win: more than half of those in the deck, 270 of 538 (EC-21)."""
    total = 0
    for card in range(NUMBERED):
        if s.where[card] != ABSENT:
            total += value_of(s, card)
    return total // 2 + 1


# --- cards from place to place


@kernel
def into_pile(s: State, card: int, seat: int) -> None:
    """EC-8, EC-21: a card joins a pile; wild cards are worth nothing there."""
    s.where[card] = PILE + seat
    s.piles[seat] |= 1 << card
    s.tally[seat] += value_of(s, card)


@kernel
def out_of_pile(s: State, card: int, seat: int) -> None:
    """EC-19: a card leaves a pile to be added to the layer's last hand."""
    s.where[card] = ADDED
    s.added |= 1 << card
    s.piles[seat] ^= 1 << card
    s.tally[seat] -= value_of(s, card)


@kernel
def now_seen(s: State, card: int) -> None:
    """A card has turned up: nobody need guess it any more."""
    s.unseen &= ~(1 << card)
    s.added &= ~(1 << card)


# --- frames


@kernel
def push(s: State, kind: int, seat: int) -> None:
    """Begin a situation of `seat` on top of the stack."""
    s.frame[s.depth] = kind
    s.frame_seat[s.depth] = seat
    s.frame_step[s.depth] = 0
    s.depth += 1


@kernel
def pop(s: State) -> None:
    """End the topmost situation."""
    top = s.depth - 1
    s.frame[top] = 0
    s.frame_seat[top] = NOBODY
    s.frame_step[top] = 0
    s.depth = top


@kernel
def ask(s: State, task: int, seat: int) -> None:
    """From now on `seat` owes `task`."""
    s.task = task
    s.mover = seat


@kernel
def turn_for_chance(s: State, place: int, seat: int) -> None:
    """Nobody owes anything: chance shows the card on a place, which `seat` turns."""
    ask(s, NOTHING, NOBODY)
    s.pending = place + 1
    s.pending_seat = seat


# --- winning cards


@kernel
def clear_place(s: State, place: int) -> None:
    """Nothing lies there any more."""
    s.lies[place] = EMPTY
    s.card[place] = NO_CARD
    s.turner[place] = NOBODY
    s.winner[place] = NOBODY


@kernel
def discard(s: State, place: int) -> None:
    """EC-9: a played wild card leaves the game."""
    s.where[s.card[place]] = GONE
    clear_place(s, place)


@kernel
def award(s: State, place: int, seat: int) -> None:
    """EC-8: an exposed card goes to the seat's pile; a face-down one is marked, to be turned up."""
    if s.lies[place] == UP:
        into_pile(s, s.card[place], seat)
        clear_place(s, place)
    elif s.lies[place] == DOWN:
        s.winner[place] = seat


@kernel
def award_split(s: State, mask: int, seat: int, note: Numbers) -> None:
    """The places in `mask` go to `seat`, the rest to the other; then the won face-down cards are turned up (EC-8)."""
    for turn in range(2):
        taker = seat if turn == 0 else other(seat)
        cards = 0
        places = 0
        for place in range(PLACES):
            if ((mask >> place) & 1) == (turn == 0) and s.lies[place] != EMPTY:
                if s.lies[place] == UP:
                    cards |= 1 << s.card[place]
                else:
                    places |= 1 << place
                award(s, place, taker)
        if cards or places:
            tell(note, TOOK if turn == 0 else GOT, taker, cards, places, 0, 0)
    turn_up_won(s, seat, note)


@kernel
def award_all(s: State, seat: int, note: Numbers) -> None:
    """EC-18: every card of the hand not yet won goes to `seat`, the face-down ones turned up by place."""
    tell(note, WON_ALL, seat, 0, 0, 0, 0)
    for place in range(PLACES):
        award(s, place, seat)
    turn_up_won(s, seat, note)


@kernel
def next_won(s: State, chooser: int) -> int:
    """EC-8: the place to turn up next, the chooser's first, each by place; PLACES when none is left."""
    best = 2 * PLACES
    for place in range(PLACES):
        if s.winner[place] != NOBODY:
            best = min(best, place + PLACES * (s.winner[place] != chooser))
    return best if best < PLACES else PLACES if best == 2 * PLACES else best - PLACES


@kernel
def turn_up_won(s: State, chooser: int, note: Numbers) -> None:
    """EC-8: begin to turn up the face-down cards that were won; with none, the hand is over."""
    place = next_won(s, chooser)
    if place == PLACES:
        end_hand(s, note)
    else:
        push(s, WON, chooser)
        turn_for_chance(s, place, s.winner[place])


@kernel
def won_card_shown(s: State, place: int, card: int, note: Numbers) -> None:
    """EC-8: a won card turns up: a numbered one into the pile, a wild one is collected there, unplayed."""
    seat = s.winner[place]
    chooser = s.frame_seat[s.depth - 1]
    now_seen(s, card)
    into_pile(s, card, seat)
    clear_place(s, place)
    if is_wild(card):
        tell(note, COLLECTED, seat, place, card, 0, 0)
    else:
        tell(note, TURNED_UP, seat, place, card, value_of(s, card), 0)
    following = next_won(s, chooser)
    if following == PLACES:
        end_hand(s, note)
    else:
        turn_for_chance(s, following, s.winner[following])


# --- from hand to hand


@kernel
def begin(s: State) -> None:
    """EC-1, EC-2: stacks from the cards in the deck, and the first hand laid."""
    cards = count_where(s, UNSEEN)
    s.unseen = 0
    for card in range(CARDS):
        if s.where[card] == UNSEEN:
            s.unseen |= 1 << card
    for seat in range(SEATS):
        s.stack[seat] = cards // SEATS
    s.hands = SEATS * ((cards // SEATS - 1) // PLACES) + SEATS
    for place in range(PLACES):
        clear_place(s, place)
    for frame in range(FRAMES):
        s.frame_seat[frame] = NOBODY
    s.pending_seat = NOBODY
    clear_hand(s, 1)
    put_down(s, PLACES if s.hands > SEATS else s.stack[0], 0)


@kernel
def clear_hand(s: State, hand: int) -> None:
    """EC-2, EC-3: a hand with its layer and its opener, nothing laid yet."""
    s.hand = hand
    s.wilds = 0
    s.wild = NO_CARD
    s.first = NO_CARD
    s.call = NO_CALL
    s.layer = (hand - 1) % SEATS
    s.opener = s.layer if s.edition == 0 else other(s.layer)


@kernel
def next_hand(s: State, note: Numbers) -> None:
    """EC-2: the next hand; in the last two the layer first adds cards from his pile (EC-19). After them the count."""
    if s.hand == s.hands:
        s.finished = 1
        s.layer = NOBODY
        s.opener = NOBODY
        ask(s, NOTHING, NOBODY)
        tell(note, GAME_OVER_EVENT, NOBODY, s.tally[0], s.tally[1], winner_of(s), 0)
        return
    clear_hand(s, s.hand + 1)
    if s.hand <= s.hands - SEATS:
        lay(s, PLACES, 0, note)
    elif s.piles[s.layer]:
        push(s, ADD, s.layer)
        ask(s, ADDS, s.layer)
    else:
        lay(s, s.stack[s.layer], 0, note)


@kernel
def put_down(s: State, from_stack: int, added: int) -> None:
    """EC-2, EC-19: cards from the stack and the added ones lie face down, shuffled together; the opener turns."""
    s.stack[s.layer] -= from_stack
    for place in range(from_stack + added):
        s.lies[place] = DOWN
    push(s, HAND, s.layer)
    ask(s, TURN, s.opener)


@kernel
def lay(s: State, from_stack: int, added: int, note: Numbers) -> None:
    """EC-2, EC-19: lay a hand, and say so."""
    put_down(s, from_stack, added)
    tell(note, LAID, s.layer, s.hand, from_stack + added, s.opener, 0)


@kernel
def add_cards(s: State, first: int, second: int, note: Numbers) -> None:
    """EC-19: the layer adds one or two cards of his pile (NO_CARD: only one) to his last hand."""
    seat = s.mover
    mask = 1 << first
    out_of_pile(s, first, seat)
    count = 1
    if second != NO_CARD:
        mask |= 1 << second
        out_of_pile(s, second, seat)
        count = 2
    pop(s)
    tell(note, ADDED_CARDS, seat, mask, 0, 0, 0)
    lay(s, s.stack[seat], count, note)


@kernel
def end_hand(s: State, note: Numbers) -> None:
    """All cards of the hand are won or gone: the next one."""
    while s.depth > 0:
        pop(s)
    s.pending = 0
    s.pending_seat = NOBODY
    tell(note, HAND_OVER, NOBODY, s.hand, s.tally[0], s.tally[1], 0)
    next_hand(s, note)


@kernel
def winner_of(s: State) -> int:
    """EC-21, EC-22: who wins; NOBODY for a draw."""
    needed = majority(s)
    for seat in range(SEATS):
        if s.tally[seat] >= needed:
            return seat if s.objective == 0 else other(seat)
    return NOBODY


@kernel
def shown_on_table(s: State, place: int, card: int, seat: int) -> None:
    """A card lies face up on its place."""
    now_seen(s, card)
    s.where[card] = TABLE
    s.lies[place] = UP
    s.card[place] = card
    s.turner[place] = seat
