"""The hand: laying it, the frame stack, who wins which card, turning won cards up, the next hand, the count."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell
from hustings.games.combat import events
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED, VOTES

# --- small questions


def value_of(s: State, card: int) -> int:
    """The votes printed on a card; wild cards have none."""
    return int(VOTES[s.votes, card])


def is_wild(card: int) -> bool:
    """Return whether a card is one of the five without a number."""
    return NUMBERED <= card < CARDS


def other(seat: int) -> int:
    """The other player."""
    return 1 - seat


def count_lying(s: State, what: int) -> int:
    """Return how many places hold something that lies so."""
    count = 0
    for place in range(r.PLACES):
        count += s.lies[place] == what
    return count


def count_where(s: State, where: int) -> int:
    """Return how many cards are there."""
    count = 0
    for card in range(CARDS):
        count += s.where[card] == where
    return count


def majority(s: State) -> int:
    """Return the votes that win: more than half of the deck's, 270 of 538 (EC-21)."""
    total = 0
    for card in range(NUMBERED):
        if s.where[card] != r.ABSENT:
            total += value_of(s, card)
    return total // 2 + 1


# --- cards from place to place


def into_pile(s: State, card: int, seat: int) -> None:
    """A card joins a pile; wild cards are worth nothing there (EC-8, EC-21)."""
    s.where[card] = r.PILE + seat
    s.piles[seat] |= 1 << card
    s.tally[seat] += value_of(s, card)


def out_of_pile(s: State, card: int, seat: int) -> None:
    """A card leaves a pile to be added to the layer's last hand (EC-19)."""
    s.where[card] = r.ADDED
    s.added |= 1 << card
    s.piles[seat] ^= 1 << card
    s.tally[seat] -= value_of(s, card)


def now_seen(s: State, card: int) -> None:
    """A card has turned up: nobody need guess it any more."""
    s.unseen &= ~(1 << card)
    s.added &= ~(1 << card)


# --- frames


def push(s: State, kind: int, seat: int) -> None:
    """Begin a situation of `seat` on top of the stack."""
    s.frame[s.depth] = kind
    s.frame_seat[s.depth] = seat
    s.frame_step[s.depth] = 0
    s.depth += 1


def pop(s: State) -> None:
    """End the topmost situation."""
    top = s.depth - 1
    s.frame[top] = 0
    s.frame_seat[top] = r.NOBODY
    s.frame_step[top] = 0
    s.depth = top


def ask(s: State, task: int, seat: int) -> None:
    """From now on `seat` owes `task`."""
    s.task = task
    s.mover = seat


def turn_for_chance(s: State, place: int, seat: int) -> None:
    """Nobody owes anything: chance shows the card on a place, which `seat` turns."""
    ask(s, r.NOTHING, r.NOBODY)
    s.pending = place + 1
    s.pending_seat = seat


# --- winning cards


def clear_place(s: State, place: int) -> None:
    """Nothing lies there any more."""
    s.lies[place] = r.EMPTY
    s.card[place] = NO_CARD
    s.turner[place] = r.NOBODY
    s.winner[place] = r.NOBODY


def discard(s: State, place: int) -> None:
    """A played wild card leaves the game (EC-9)."""
    s.where[s.card[place]] = r.GONE
    clear_place(s, place)


def award(s: State, place: int, seat: int) -> None:
    """An exposed card goes to the seat's pile; a face-down one is marked, to be turned up (EC-8)."""
    if s.lies[place] == r.UP:
        into_pile(s, s.card[place], seat)
        clear_place(s, place)
    elif s.lies[place] == r.DOWN:
        s.winner[place] = seat


def award_split(s: State, mask: int, seat: int, note: Numbers) -> None:
    """The places in `mask` go to `seat`, the rest to the other; then the won face-down cards are turned up (EC-8)."""
    for turn in range(2):
        taker = seat if turn == 0 else other(seat)
        cards = 0
        places = 0
        for place in range(r.PLACES):
            if ((mask >> place) & 1) == (turn == 0) and s.lies[place] != r.EMPTY:
                if s.lies[place] == r.UP:
                    cards |= 1 << s.card[place]
                else:
                    places |= 1 << place
                award(s, place, taker)
        if cards or places:
            tell(note, events.TOOK if turn == 0 else events.GOT, taker, cards, places, 0, 0)
    turn_up_won(s, seat, note)


def award_all(s: State, seat: int, note: Numbers) -> None:
    """Every card of the hand not yet won goes to `seat`, the face-down ones turned up by place (EC-18)."""
    tell(note, events.WON_ALL, seat, 0, 0, 0, 0)
    for place in range(r.PLACES):
        award(s, place, seat)
    turn_up_won(s, seat, note)


def next_won(s: State, chooser: int) -> int:
    """Return the place to turn up next, the chooser's first, each by place; PLACES when none is left (EC-8)."""
    found = r.PLACES
    for place in range(r.PLACES):
        winner = s.winner[place]
        if winner == chooser:
            return place
        if winner != r.NOBODY and found == r.PLACES:
            found = place
    return found


def turn_up_won(s: State, chooser: int, note: Numbers) -> None:
    """Begin to turn up the face-down cards that were won; with none, the hand is over (EC-8)."""
    place = next_won(s, chooser)
    if place == r.PLACES:
        end_hand(s, note)
    else:
        push(s, r.WON, chooser)
        turn_for_chance(s, place, s.winner[place])


def won_card_shown(s: State, place: int, card: int, note: Numbers) -> None:
    """A won card turns up: a numbered one into the pile, a wild one is collected there, unplayed (EC-8)."""
    seat = s.winner[place]
    chooser = s.frame_seat[s.depth - 1]
    now_seen(s, card)
    into_pile(s, card, seat)
    clear_place(s, place)
    if is_wild(card):
        tell(note, events.COLLECTED, seat, place, card, 0, 0)
    else:
        tell(note, events.TURNED_UP, seat, place, card, value_of(s, card), 0)
    following = next_won(s, chooser)
    if following == r.PLACES:
        end_hand(s, note)
    else:
        turn_for_chance(s, following, s.winner[following])


# --- from hand to hand


def begin(s: State) -> None:
    """Stacks from the cards in the deck, and the first hand laid (EC-1, EC-2)."""
    cards = count_where(s, r.UNSEEN)
    s.unseen = 0
    for card in range(CARDS):
        if s.where[card] == r.UNSEEN:
            s.unseen |= 1 << card
    for seat in range(r.SEATS):
        s.stack[seat] = cards // r.SEATS
    s.hands = r.SEATS * ((cards // r.SEATS - 1) // r.PLACES) + r.SEATS
    for place in range(r.PLACES):
        clear_place(s, place)
    for frame in range(r.FRAMES):
        s.frame_seat[frame] = r.NOBODY
    s.pending_seat = r.NOBODY
    clear_hand(s, 1)
    put_down(s, r.PLACES if s.hands > r.SEATS else s.stack[0], 0)


def clear_hand(s: State, hand: int) -> None:
    """A hand with its layer and its opener, nothing laid yet (EC-2, EC-3)."""
    s.hand = hand
    s.wilds = 0
    s.wild = NO_CARD
    s.first = NO_CARD
    s.call = r.NO_CALL
    s.layer = (hand - 1) % r.SEATS
    s.opener = s.layer if s.edition == 0 else other(s.layer)


def next_hand(s: State, note: Numbers) -> None:
    """EC-2: the next hand; in the last two the layer first adds cards of their pile (EC-19). After them the count."""
    if s.hand == s.hands:
        s.finished = 1
        s.layer = r.NOBODY
        s.opener = r.NOBODY
        ask(s, r.NOTHING, r.NOBODY)
        tell(note, events.GAME_OVER, r.NOBODY, s.tally[0], s.tally[1], winner_of(s), 0)
        return
    clear_hand(s, s.hand + 1)
    if s.hand <= s.hands - r.SEATS:
        lay(s, r.PLACES, 0, note)
    elif s.piles[s.layer]:
        push(s, r.ADD, s.layer)
        ask(s, r.ADDS, s.layer)
    else:
        lay(s, s.stack[s.layer], 0, note)


def put_down(s: State, from_stack: int, added: int) -> None:
    """Cards from the stack and the added ones lie face down, shuffled together; the opener turns (EC-2, EC-19)."""
    s.stack[s.layer] -= from_stack
    for place in range(from_stack + added):
        s.lies[place] = r.DOWN
    push(s, r.HAND, s.layer)
    ask(s, r.TURN, s.opener)


def lay(s: State, from_stack: int, added: int, note: Numbers) -> None:
    """Lay a hand and emit the event (EC-2, EC-19)."""
    put_down(s, from_stack, added)
    tell(note, events.LAID, s.layer, s.hand, from_stack + added, s.opener, 0)


def add_cards(s: State, first: int, second: int, note: Numbers) -> None:
    """The layer adds one or two cards of their pile (NO_CARD: only one) to their last hand (EC-19)."""
    seat = s.mover
    mask = 1 << first
    out_of_pile(s, first, seat)
    count = 1
    if second != NO_CARD:
        mask |= 1 << second
        out_of_pile(s, second, seat)
        count = 2
    pop(s)
    tell(note, events.ADDED_CARDS, seat, mask, 0, 0, 0)
    lay(s, s.stack[seat], count, note)


def end_hand(s: State, note: Numbers) -> None:
    """All cards of the hand are won or gone: the next one."""
    while s.depth > 0:
        pop(s)
    s.pending = 0
    s.pending_seat = r.NOBODY
    tell(note, events.HAND_OVER, r.NOBODY, s.hand, s.tally[0], s.tally[1], 0)
    next_hand(s, note)


def winner_of(s: State) -> int:
    """Return the winner, or NOBODY for a draw (EC-21, EC-22)."""
    needed = majority(s)
    for seat in range(r.SEATS):
        if s.tally[seat] >= needed:
            return seat if s.objective == 0 else other(seat)
    return r.NOBODY


def shown_on_table(s: State, place: int, card: int, seat: int) -> None:
    """A card lies face up on its place."""
    now_seen(s, card)
    s.where[card] = r.TABLE
    s.lies[place] = r.UP
    s.card[place] = card
    s.turner[place] = seat
