"""Action cards, the window for answers to them, and deals between players (MS-14 to MS-17).

A record has a stack of situations, called frames. The lowest frame is the turn's own question; an action card or an
offer pushes a frame onto it and pops the frame when it is settled. The seat in the top frame is asked.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.contest import (
    ask_after,
    break_truce,
    roll_dice,
    roll_window_goes_on,
    support_lost,
)
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import in_contest, is_gagged, is_money, rating_with, situation, takes_part
from hustings.games.mudslinger.turns import (
    ask,
    await_chance,
    end_turn,
    join,
    leave,
    to_pile,
)

TRADE_VALUE = 3


def push(s: State, kind: int, seat: int, by: int, card: int, target: int) -> None:
    """Push a frame that asks `seat` onto the stack, caused by a card that `by` played on `target`."""
    top = s.depth
    s.depth = top + 1
    s.frame[top] = kind
    s.frame_seat[top] = seat
    s.frame_by[top] = by
    s.frame_kind[top] = card
    s.frame_target[top] = target


def pop(s: State) -> None:
    """Pop the top frame from the stack."""
    top = s.depth - 1
    s.depth = top
    s.frame[top] = 0
    s.frame_seat[top] = r.NOBODY
    s.frame_by[top] = r.NOBODY
    s.frame_kind[top] = 0
    s.frame_target[top] = r.NOBODY


def play(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """Put a played action card on the pile, then ask the other seats for answers (MS-14)."""
    s.hand[seat, kind] -= 1
    s.cards[seat] -= 1
    to_pile(s, c.PEOPLE + kind)
    told = m.PLAYED_ON_STATE if c.NAMES_WHOM[kind] == c.ON_STATE else m.PLAYED
    tell(note, told, seat, kind, target, 0, 0)
    if s.frame[0] == r.BIDDING:
        s.passes = 0
        if c.RATING_CHANGE[kind] < 0:
            break_truce(s, seat, note)
    push(s, r.ANSWER, seat, seat, kind + 1, target)
    answers_go_on(s, note)


def answers_go_on(s: State, note: Numbers) -> None:
    """Ask the next seat to answer the top card; after the last seat, carry out this card and those below it (MS-15)."""
    while situation(s) == r.ANSWER:
        top = s.depth - 1
        seat = (s.frame_seat[top] + 1) % s.seats
        while seat != s.frame_by[top] and not may_answer(s, seat):
            seat = (seat + 1) % s.seats
        if seat != s.frame_by[top]:
            s.frame_seat[top] = seat
            return
        take_effect(s, note)


def may_answer(s: State, seat: int) -> bool:
    """Return True if the seat is asked for an answer to a card (MS-15, MS-19)."""
    if not in_contest(s):
        return s.cards[seat] > 0
    if not takes_part(s, seat) and not is_answered_by_all(s):
        return False
    return s.cards[seat] > 0 and not is_gagged(s, seat)


def is_answered_by_all(s: State) -> bool:
    """Return whether bystanders of an attack may answer the latest card (MS-19)."""
    if s.attack_cards or s.frame_by[s.depth - 1] == s.runner:
        return False
    when = c.WHEN[s.frame_kind[1] - 1]  # when the card that all others answer may be played
    return when != c.IN_CONTEST and when != c.AFTER_ROLL


def take_effect(s: State, note: Numbers) -> None:
    """Carry out the topmost card, which no Spin card has cancelled."""
    top = s.depth - 1
    seat = s.frame_by[top]
    kind = s.frame_kind[top] - 1
    target = s.frame_target[top]
    pop(s)
    if c.SPECIAL[kind] == c.CANCEL:
        below = s.depth - 1
        kind = s.frame_kind[below] - 1
        player = s.frame_by[below]
        pop(s)
        tell(note, m.SPUN, seat, kind, player, 0, 0)
        go_on(s, player, kind, False, note)
        return
    plain_effect(s, seat, kind, target, note)
    special_effect(s, seat, kind, target, note)
    go_on(s, seat, kind, True, note)


def go_on(s: State, seat: int, kind: int, effective: bool, note: Numbers) -> None:
    """Resume the situation below a card; a card that was played as the answer to a question counts as the answer."""
    when = c.WHEN[kind]
    if when == c.IN_CONTEST:
        ask_after(s, seat)
    elif when == c.AFTER_ROLL:
        if not effective:
            roll_window_goes_on(s, seat, note)
    elif when == c.AFTER_FAILURE and not effective and s.cards[seat] == 0:
        end_turn(s, note)


def plain_effect(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """Carry out a card's plain effects: on the rating, dollars from the bank or a rival, a dropped card, a debate."""
    if c.RATING_CHANGE[kind]:
        s.rating = rating_with(s, c.RATING_CHANGE[kind])
        tell(note, m.RATED, s.runner, s.rating, s.base_rating, 0, 0)
    if c.FROM_BANK[kind]:
        s.money[seat] += c.FROM_BANK[kind]
        tell(note, m.BANKED, seat, c.FROM_BANK[kind], 0, 0, 0)
    if c.TAKES[kind]:
        take_money(s, seat, target, c.TAKES[kind], note)
    if c.DROP[kind] != c.DROP_NOTHING:
        drop(s, target, c.DROP[kind], note)
    if c.STAKE[kind]:
        push(s, r.DEBATING, r.NOBODY, seat, kind + 1, target)
        await_chance(s, r.ROLL_DEBATE, seat)


def take_money(s: State, seat: int, target: int, most: int, note: Numbers) -> None:
    """Move the target's dollars, at most `most`, to the seat."""
    dollars = min(most, s.money[target])
    s.money[target] -= dollars
    s.money[seat] += dollars
    if dollars:
        tell(note, m.TOOK_MONEY, seat, dollars, target, 0, 0)


def drop(s: State, target: int, sort: int, note: Numbers) -> None:
    """Discard a rival's last group, running mate or campaign manager."""
    if sort == c.DROP_GROUP:
        card = leave(s, target)
    else:
        old_base = s.base_rating
        if sort == c.DROP_MANAGER:
            card = last_manager(s, target)
            s.managers[target] -= 1
        else:
            card = s.mate[target] - 1
            s.mate[target] = 0
        support_lost(s, target, old_base, note)
    to_pile(s, card)
    tell(note, m.LOST_CARD, target, card, 0, 0, 0)


def last_manager(s: State, seat: int) -> int:
    """Return a player's manager with the highest card number."""
    card = c.FIRST_MANAGER + c.MANAGERS - 1
    while s.where[card] != r.WITH_SEAT + seat:
        card -= 1
    return card


def special_effect(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """Carry out a card's special effect, if it has one, such as another roll or a look at a hand."""
    special = c.SPECIAL[kind]
    if special == c.REROLL:
        roll_dice(s)
    elif special == c.SHOW_HAND:
        show_hand(s, seat, target, note)
    elif special == c.AGAIN:
        tell(note, m.AGAIN, seat, 0, 0, 0, 0)
        ask(s, r.ATTEMPT, seat)
    elif special == c.GAGS:
        s.gagged |= 1 << target
        tell(note, m.GAGGED, seat, target, 0, 0, 0)
    elif special == c.POLLS:
        poll(s, seat, 0, note)
    elif special == c.SWAPS:
        s.under_count += 1
        s.under[target] = s.under_count
        s.lies[target] = r.UNDER
        s.open_count -= 1
        tell(note, m.SWAPPED, seat, target, 0, 0, 0)
        await_chance(s, r.TURN_UP, r.NOBODY)
    elif special == c.DEFECTS:
        card = leave(s, target)
        join(s, seat, card)
        tell(note, m.DEFECTED, seat, card + 1, target, 0, 0)


def show_hand(s: State, seat: int, target: int, note: Numbers) -> None:
    """Show a hand to the player of a Leak card, who must take a card from it unless it is empty."""
    if s.cards[target] == 0:
        return
    packed = 0
    for kind in range(c.KINDS):
        s.leaked[seat, kind] = s.hand[target, kind]
        packed += s.hand[target, kind] << (m.HAND_BITS * kind)
    tell_only(note, 1 << seat, m.SAW_HAND, seat, target, packed, 0, 0)
    push(s, r.TAKING, seat, seat, 0, target)


def take_card(s: State, seat: int, kind: int, note: Numbers) -> None:
    """Take the chosen card from a leaked hand and hide the rest again."""
    target = s.frame_target[s.depth - 1]
    pop(s)
    for other in range(c.KINDS):
        s.leaked[seat, other] = 0
    move_card(s, target, seat, kind)
    tell(note, m.TOOK_CARD, seat, target, 0, 0, 0)
    tell_only(note, (1 << seat) | (1 << target), m.TOOK_KIND, seat, target, kind, 0, 0)


def move_card(s: State, source: int, seat: int, kind: int) -> None:
    """Move an action card to another hand."""
    s.hand[source, kind] -= 1
    s.cards[source] -= 1
    s.hand[seat, kind] += 1
    s.cards[seat] += 1


def poll(s: State, seat: int, dollars: int, note: Numbers) -> None:
    """Show the payer alone who holds which state at this moment (MS-16)."""
    s.money[seat] -= dollars
    if dollars:
        tell(note, m.POLLED, seat, dollars, 0, 0, 0)
    else:
        tell(note, m.READ_POLL, seat, 0, 0, 0, 0)
    for state in range(c.ALL_STATES):
        if s.lies[state] == r.HELD:
            if s.holder[state] != seat + 1 and not (s.shown[state] >> seat) & 1:
                tell_only(note, 1 << seat, m.SAW_STATE, seat, state, s.holder[state], 0, 0)
            s.shown[state] |= 1 << seat
            s.seen[state] |= 1 << seat


def debated(s: State, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """Record a roll of a Debate Night; after the second, the lower roll takes money from the other, if they differ."""
    top = s.depth - 1
    total = first + second + third
    player = s.frame_by[top]
    target = s.frame_target[top]
    tell(note, m.DEBATED, seat, first, second, third, total)
    if seat == player:
        s.debate_roll = total
        await_chance(s, r.ROLL_DEBATE, target)
        return
    stake = c.STAKE[s.frame_kind[top] - 1]
    mine = s.debate_roll
    s.debate_roll = 0
    pop(s)
    if mine < total:
        take_money(s, player, target, stake, note)
    elif total < mine:
        take_money(s, target, player, stake, note)


# --- deals


def trade(s: State, seat: int, kind: int, note: Numbers) -> None:
    """Trade an action card for three dollars (MS-14)."""
    s.hand[seat, kind] -= 1
    s.cards[seat] -= 1
    s.money[seat] += TRADE_VALUE
    to_pile(s, c.PEOPLE + kind)
    tell(note, m.TRADED, seat, kind, TRADE_VALUE, 0, 0)


def deal(s: State, seat: int, action: int, note: Numbers) -> None:
    """Start a deal: a gift, an offer or a promise (MS-17)."""
    s.deals[seat] += 1
    if action >= m.PROMISE:
        tell(note, m.PROMISED, seat, action - m.PROMISE, 0, 0, 0)
    elif action >= m.OFFER:
        offer(s, seat, (action - m.OFFER) // r.ITEMS, (action - m.OFFER) % r.ITEMS, note)
    else:
        give(s, seat, (action - m.GIVE) // r.ITEMS, (action - m.GIVE) % r.ITEMS, note)


def give(s: State, seat: int, partner: int, item: int, note: Numbers) -> None:
    """Give dollars or a card to another seat; only the two seats learn the card's kind (MS-17)."""
    if is_money(item):
        s.money[seat] -= item + 1
        s.money[partner] += item + 1
        tell(note, m.GAVE_MONEY, seat, item + 1, partner, 0, 0)
        return
    kind = item - r.MOST_DOLLARS
    move_card(s, seat, partner, kind)
    tell(note, m.GAVE_CARD, seat, partner, 0, 0, 0)
    tell_only(note, (1 << seat) | (1 << partner), m.GAVE_KIND, seat, partner, kind, 0, 0)


def put_down(s: State, seat: int, item: int) -> None:
    """Take dollars or a card from a player for a deal; a truce is only a promise, so there is nothing to take."""
    if is_money(item):
        s.money[seat] -= item + 1
    elif item != r.TRUCE:
        s.hand[seat, item - r.MOST_DOLLARS] -= 1
        s.cards[seat] -= 1


def pick_up(s: State, seat: int, item: int) -> None:
    """Give dollars or a card of a deal to a player; for a truce there is nothing to give."""
    if is_money(item):
        s.money[seat] += item + 1
    elif item != r.TRUCE:
        s.hand[seat, item - r.MOST_DOLLARS] += 1
        s.cards[seat] += 1


def offer(s: State, seat: int, partner: int, item: int, note: Numbers) -> None:
    """Put the offered item on the table until the offer ends (MS-17)."""
    put_down(s, seat, item)
    s.offerer = seat
    s.offered_to = partner
    s.gives = item + 1
    push(s, r.WANTING, seat, seat, 0, partner)
    tell(note, m.OFFERED_ITEM, seat, partner, item + 1, 0, 0)


def asks_for(s: State, seat: int, item: int, note: Numbers) -> None:
    """Complete the offer with the wanted item and ask the partner (MS-17)."""
    s.wants = item + 1
    top = s.depth - 1
    s.frame[top] = r.OFFERED
    s.frame_seat[top] = s.offered_to
    tell(note, m.ASKED_FOR, seat, s.offered_to, s.gives, item + 1, 0)


def close_offer(s: State) -> None:
    """Clear the waiting offer."""
    pop(s)
    s.offerer = r.NOBODY
    s.offered_to = r.NOBODY
    s.gives = 0
    s.wants = 0


def accept(s: State, seat: int, note: Numbers) -> None:
    """Exchange the two items at once; a promised truce binds from now on (MS-17)."""
    tell(note, m.ACCEPTED, seat, s.offerer, s.gives, s.wants, 0)
    pick_up(s, seat, s.gives - 1)
    put_down(s, seat, s.wants - 1)
    if s.gives - 1 == r.TRUCE:
        s.truce |= 1 << s.offerer
    elif s.wants - 1 == r.TRUCE:
        s.truce |= 1 << seat
    pick_up(s, s.offerer, s.wants - 1)
    close_offer(s)


def decline(s: State, seat: int, note: Numbers) -> None:
    """Return the offered item to its owner after the partner declined or the offerer withdrew (MS-17)."""
    if seat == s.offerer:
        tell(note, m.WITHDREW, seat, 0, 0, 0, 0)
    else:
        tell(note, m.DECLINED, seat, s.offerer, 0, 0, 0)
    pick_up(s, s.offerer, s.gives - 1)
    close_offer(s)
