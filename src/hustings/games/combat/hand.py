"""The course of a hand of Combat: laying cards, the stack of situations, winning cards, the next hand, the count.

In each hand one player, the layer, lays five cards face down; the opener turns the first. A record has a stack of
situations, called frames; the topmost frame decides which task is due. Each player's won cards lie in a pile.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.games.combat import events
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NO_CARD, NUMBERED, VOTES
from hustings.games.combat.record import State

# --- small questions


def value_of(s: State, card: int) -> int:
    """Return the votes printed on a card; wild cards have none."""
    return int(VOTES[s.votes, card])


def is_wild(card: int) -> bool:
    """Return True if a card is one of the five wild cards, which have no number."""
    return NUMBERED <= card < CARDS


def other(seat: int) -> int:
    """Return the other player."""
    return 1 - seat


def best_place(s: State, seat: int) -> int:
    """Return the place of the highest face-up card that a seat turned; PLACES if it turned none (EC-5, EC-23)."""
    best = r.PLACES
    for place in range(r.PLACES):
        if s.lies[place] == r.UP and s.turner[place] == seat:
            if best == r.PLACES or value_of(s, s.card[place]) > value_of(s, s.card[best]):
                best = place
    return best


def count_lying(s: State, what: int) -> int:
    """Return the number of places in a condition: empty, face down or face up."""
    count = 0
    for place in range(r.PLACES):
        count += s.lies[place] == what
    return count


def count_where(s: State, where: int) -> int:
    """Return the number of cards in a location."""
    count = 0
    for card in range(CARDS):
        count += s.where[card] == where
    return count


def unseen_weight(s: State) -> int:
    """Return the weight of an unseen card among those that a face-down place may hold (EC-4); see `added_weight`."""
    added = count_where(s, r.ADDED)
    return count_lying(s, r.DOWN) - added if added else 1


def added_weight(s: State) -> int:
    """Return the weight of an added card among those that a face-down place may hold (EC-4).

    With d face-down cards, each added card among them has the probability 1/d; unseen cards share the rest equally.
    """
    return count_where(s, r.UNSEEN) if count_lying(s, r.DOWN) > count_where(s, r.ADDED) else 1


def weight_of(s: State, card: int) -> int:
    """Return the weight of a card among those that a face-down place may hold (EC-4)."""
    unseen = (s.where[card] == r.UNSEEN) * unseen_weight(s)
    return unseen + (s.where[card] == r.ADDED) * added_weight(s)


def higher_weight(s: State, seat: int) -> int:
    """Return the weight of the cards that are higher than the highest card which a seat shows."""
    highest = value_of(s, s.card[best_place(s, seat)])
    weight = 0
    for card in range(NUMBERED):
        if value_of(s, card) > highest:
            weight += weight_of(s, card)
    return weight


def wild_weight(s: State) -> int:
    """Return the weight of the wild cards."""
    weight = 0
    for card in range(NUMBERED, CARDS):
        weight += weight_of(s, card)
    return weight


def all_weight(s: State) -> int:
    """Return the weight of all cards that a face-down place may hold."""
    weight = 0
    for card in range(CARDS):
        weight += weight_of(s, card)
    return weight


def majority(s: State) -> int:
    """Return the number of votes that wins: more than half of the deck's, so 270 of 538 (EC-21)."""
    total = 0
    for card in range(NUMBERED):
        if s.where[card] != r.ABSENT:
            total += value_of(s, card)
    return total // 2 + 1


# --- cards from place to place


def into_pile(s: State, card: int, seat: int) -> None:
    """Put a card on a player's pile; wild cards have no votes there (EC-8, EC-21)."""
    s.where[card] = r.PILE + seat
    s.piles[seat] |= 1 << card
    s.tally[seat] += value_of(s, card)


def out_of_pile(s: State, card: int, seat: int) -> None:
    """Take a card from a player's pile to add it to the last hand that the player lays (EC-19)."""
    s.where[card] = r.ADDED
    s.added |= 1 << card
    s.piles[seat] ^= 1 << card
    s.tally[seat] -= value_of(s, card)


def now_seen(s: State, card: int) -> None:
    """Record that a card has been seen."""
    s.unseen &= ~(1 << card)
    s.added &= ~(1 << card)


# --- frames


def push(s: State, kind: int, seat: int) -> None:
    """Push a situation that belongs to `seat` onto the stack."""
    s.frame[s.depth] = kind
    s.frame_seat[s.depth] = seat
    s.frame_step[s.depth] = 0
    s.depth += 1


def pop(s: State) -> None:
    """Pop the topmost situation from the stack."""
    top = s.depth - 1
    s.frame[top] = 0
    s.frame_seat[top] = r.NOBODY
    s.frame_step[top] = 0
    s.depth = top


def ask(s: State, task: int, seat: int) -> None:
    """Ask a seat to carry out a task."""
    s.task = task
    s.mover = seat


def turn_for_chance(s: State, place: int, seat: int) -> None:
    """Make a chance step due, which draws the card that `seat` turns on a place."""
    ask(s, r.NOTHING, r.NOBODY)
    s.pending = place + 1
    s.pending_seat = seat


# --- campaign stops


def second_turned(s: State, leader: int) -> None:
    """Ask the player who shows less about a stop (EC-23), or else ask the leader what to take (EC-5)."""
    trailer = other(leader)
    if s.stops_left[trailer] > 0 and count_lying(s, r.DOWN) > 0 and not stop_is_idle(s, trailer):
        s.frame_step[s.depth - 1] = r.HAND_STOPS
        ask(s, r.CAMPAIGN, trailer)
        return
    if s.frame_step[s.depth - 1] != r.HAND_STOPS:
        s.frame_step[s.depth - 1] = r.HAND_TAKE
    ask(s, r.TAKE, leader)


def stop_is_idle(s: State, seat: int) -> bool:
    """Return True if a stop can change nothing: not the result, the highest card or the rival's choice (EC-23)."""
    if sure_majority(s) != r.NOBODY:
        return True
    down = count_lying(s, r.DOWN)
    limits = s.stops_left[seat] > 1 if down > r.SEATS else down == r.SEATS or count_lying(s, r.UP) == r.SEATS
    return not limits and higher_weight(s, other(seat)) + wild_weight(s) == 0


def campaign(s: State, place: int, seat: int, note: Numbers) -> None:
    """Spend a stop to turn one more card (EC-23)."""
    s.stops_left[seat] -= 1
    tell(note, events.CAMPAIGNED, seat, place, s.stops_left[seat], 0, 0)
    turn_for_chance(s, place, seat)


def campaigned(s: State, seat: int) -> None:
    """Compare the highest cards after a stop; with equal cards the rival still leads (EC-23)."""
    own = value_of(s, s.card[best_place(s, seat)])
    against = value_of(s, s.card[best_place(s, other(seat))])
    second_turned(s, seat if own > against else other(seat))


def stand(s: State, seat: int, note: Numbers) -> None:
    """Let the cards stand, so that the rival chooses (EC-23, EC-24)."""
    tell(note, events.STOOD, seat, 0, 0, 0, 0)
    ask(s, r.TAKE, other(seat))


# --- winning cards


def clear_place(s: State, place: int) -> None:
    """Mark a place as empty."""
    s.lies[place] = r.EMPTY
    s.card[place] = NO_CARD
    s.turner[place] = r.NOBODY
    s.winner[place] = r.NOBODY


def discard(s: State, place: int) -> None:
    """Remove a played wild card from the game (EC-9)."""
    s.where[s.card[place]] = r.GONE
    clear_place(s, place)


def award(s: State, place: int, seat: int) -> None:
    """Give a seat the card on a place; a face-down card is marked as won and turned up later (EC-8)."""
    if s.lies[place] == r.UP:
        into_pile(s, s.card[place], seat)
        clear_place(s, place)
    elif s.lies[place] == r.DOWN:
        s.winner[place] = seat


def award_split(s: State, mask: int, seat: int, note: Numbers) -> None:
    """Give the cards on the places in `mask` to `seat` and the rest to the other player (EC-8).

    Won cards that lie face down are turned up next.
    """
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
    """Give `seat` all cards of the hand that are not won yet; face-down cards are turned up in order (EC-18)."""
    tell(note, events.WON_ALL, seat, 0, 0, 0, 0)
    for place in range(r.PLACES):
        award(s, place, seat)
    turn_up_won(s, seat, note)


def next_won(s: State, chooser: int) -> int:
    """Return the place of the won card to turn up next, first those of `chooser`; PLACES if none is left (EC-8)."""
    found = r.PLACES
    for place in range(r.PLACES):
        winner = s.winner[place]
        if winner == chooser:
            return place
        if winner != r.NOBODY and found == r.PLACES:
            found = place
    return found


def turn_up_won(s: State, chooser: int, note: Numbers) -> None:
    """Begin to turn up the won face-down cards; if there are none, end the hand (EC-8)."""
    place = next_won(s, chooser)
    if place == r.PLACES:
        end_hand(s, note)
    else:
        push(s, r.WON, chooser)
        turn_for_chance(s, place, s.winner[place])


def won_card_shown(s: State, place: int, card: int, note: Numbers) -> None:
    """Put a won card on its winner's pile once it is turned up; a wild card has no effect then (EC-8)."""
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
    """Split the deck into the players' stacks and lay the first hand (EC-1, EC-2)."""
    cards = count_where(s, r.UNSEEN)
    s.unseen = 0
    for card in range(CARDS):
        if s.where[card] == r.UNSEEN:
            s.unseen |= 1 << card
    for seat in range(r.SEATS):
        s.stack[seat] = cards // r.SEATS
        s.stops_left[seat] = r.STOPS[s.stops]
    s.hands = r.SEATS * ((cards // r.SEATS - 1) // r.PLACES) + r.SEATS
    for place in range(r.PLACES):
        clear_place(s, place)
    for frame in range(r.FRAMES):
        s.frame_seat[frame] = r.NOBODY
    s.pending_seat = r.NOBODY
    clear_hand(s, 1)
    put_down(s, r.PLACES if s.hands > r.SEATS else s.stack[0], 0)


def clear_hand(s: State, hand: int) -> None:
    """Prepare a hand that has no cards yet: its number, layer and opener (EC-2, EC-3)."""
    s.hand = hand
    s.wilds = 0
    s.wild = NO_CARD
    s.first = NO_CARD
    s.call = r.NO_CALL
    s.layer = (hand - 1) % r.SEATS
    s.opener = s.layer if s.edition == 0 else other(s.layer)


def next_hand(s: State, note: Numbers) -> None:
    """Begin the next hand; the last two get added cards, and after the last the game is over (EC-2, EC-19)."""
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
        following = other(s.layer) if s.hand < s.hands and s.piles[other(s.layer)] else r.NOBODY
        tell(note, events.STAKES, s.layer, s.hand, following, 0, 0)
        tell_decided(s, other(s.layer), note)
    else:
        lay(s, s.stack[s.layer], 0, note)


def sure_majority(s: State) -> int:
    """Return the player whose pile has a majority in the last hand and who stakes nothing more, or NOBODY (EC-19)."""
    if s.hand < s.hands:
        return r.NOBODY
    staker = s.layer if s.task == r.ADDS else r.NOBODY
    enough = majority(s)
    for seat in range(r.SEATS):
        if seat != staker and s.tally[seat] >= enough:
            return seat
    return r.NOBODY


def keeps_majority(s: State, seat: int, cheaply: bool) -> bool:
    """Return True if a stake cannot cost a player the majority (EC-19, EC-21).

    Args:
        s: The record.
        seat: The player.
        cheaply: Whether the player will stake the lowest card beside the highest one.
    """
    highest = 0
    second = 0
    lowest = majority(s)
    for card in range(CARDS):
        if s.where[card] == r.PILE + seat:
            votes = value_of(s, card)
            second = max(second, min(highest, votes))
            highest = max(highest, votes)
            lowest = min(lowest, votes)
    last = s.hands - r.SEATS + 1 + seat
    stakes = s.hand < last or (s.hand == last and s.task == r.ADDS)
    risk = highest + (lowest if cheaply else second) if stakes else 0
    return s.tally[seat] - risk >= majority(s)


def tell_decided(s: State, seat: int, note: Numbers) -> None:
    """Emit the event that the last hand can change nothing if `seat` has a sure majority."""
    if sure_majority(s) == seat:
        tell(note, events.DECIDED, seat, s.hand, s.tally[seat], 0, 0)


def put_down(s: State, from_stack: int, added: int) -> None:
    """Lay cards from the stack and the added cards, shuffled and face down, and ask the opener (EC-2, EC-19)."""
    s.stack[s.layer] -= from_stack
    for place in range(from_stack + added):
        s.lies[place] = r.DOWN
    push(s, r.HAND, s.layer)
    ask(s, r.TURN, s.opener)


def lay(s: State, from_stack: int, added: int, note: Numbers) -> None:
    """Lay the cards of a hand and emit the event (EC-2, EC-19)."""
    put_down(s, from_stack, added)
    tell(note, events.LAID, s.layer, s.hand, from_stack + added, s.opener, 0)


def add_cards(s: State, first: int, second: int, note: Numbers) -> None:
    """Add one or two cards of the layer's pile to the layer's last hand; `second` may be NO_CARD (EC-19)."""
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
    tell_decided(s, seat, note)


def end_hand(s: State, note: Numbers) -> None:
    """End a hand whose cards are all won or gone, and begin the next one."""
    while s.depth > 0:
        pop(s)
    s.pending = 0
    s.pending_seat = r.NOBODY
    tell(note, events.HAND_OVER, r.NOBODY, s.hand, s.tally[0], s.tally[1], 0)
    next_hand(s, note)


def winner_of(s: State) -> int:
    """Return the winner by the votes so far, or NOBODY for a draw (EC-21, EC-22)."""
    needed = majority(s)
    for seat in range(r.SEATS):
        if s.tally[seat] >= needed:
            return seat if s.objective == 0 else other(seat)
    return r.NOBODY


def shown_on_table(s: State, place: int, card: int, seat: int) -> None:
    """Record that a seat turned a card, which now lies face up on its place."""
    now_seen(s, card)
    s.where[card] = r.TABLE
    s.lies[place] = r.UP
    s.card[place] = card
    s.turner[place] = seat
