"""Action cards: the answer window and what each card does (MS-14, MS-15), from the effects table."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import events
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.contest import (
    ask_after,
    break_truce,
    roll_dice,
    roll_window_goes_on,
    support_lost,
)
from hustings.games.mudslinger.rules.table import cap_of, in_contest, is_gagged, situation, takes_part
from hustings.games.mudslinger.rules.turns import ask, await_chance, end_turn, join, leave, to_pile


def push(s: State, kind: int, seat: int, by: int, card: int, target: int) -> None:
    """A frame on top of the stack."""
    top = s.depth
    s.depth = top + 1
    s.frame[top] = kind
    s.frame_seat[top] = seat
    s.frame_by[top] = by
    s.frame_kind[top] = card
    s.frame_target[top] = target


def pop(s: State) -> None:
    """The top frame goes."""
    top = s.depth - 1
    s.depth = top
    s.frame[top] = 0
    s.frame_seat[top] = r.NOBODY
    s.frame_by[top] = r.NOBODY
    s.frame_kind[top] = 0
    s.frame_target[top] = r.NOBODY


def play(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """MS-14: a card is laid on the pile; then it may be answered."""
    s.hand[seat, kind] -= 1
    s.cards[seat] -= 1
    to_pile(s, c.PEOPLE + kind)
    told = events.PLAYED_ON_STATE if c.NAMES_WHOM[kind] == c.ON_STATE else events.PLAYED
    tell(note, told, seat, kind, target, 0, 0)
    if s.frame[0] == r.BIDDING:
        s.passes = 0
        if c.RATING_CHANGE[kind] < 0:
            break_truce(s, seat, note)
    push(s, r.ANSWER, seat, seat, kind + 1, target)
    answers_go_on(s, note)


def answers_go_on(s: State, note: Numbers) -> None:
    """MS-15: the next seat is asked for its answer; when none is left, the card takes effect, and so on downwards."""
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
    """Return whether the answer window asks the seat (MS-15, MS-19)."""
    if not in_contest(s):
        return s.cards[seat] > 0
    if not takes_part(s, seat) and not is_answered_by_all(s):
        return False
    return s.cards[seat] > 0 and not is_gagged(s, seat)


def is_answered_by_all(s: State) -> bool:
    """Return whether bystanders of an attack may answer the latest card (MS-19)."""
    if s.attack_cards or s.frame_by[s.depth - 1] == s.runner:
        return False
    when = c.WHEN[s.frame_kind[1] - 1]  # of the card that the other cards answer
    return when != c.IN_CONTEST and when != c.AFTER_ROLL


def take_effect(s: State, note: Numbers) -> None:
    """The topmost card was not spun: it does what it says."""
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
        tell(note, events.SPUN, seat, kind, player, 0, 0)
        go_on(s, player, kind, False, note)
        return
    plain_effect(s, seat, kind, target, note)
    special_effect(s, seat, kind, target, note)
    go_on(s, seat, kind, True, note)


def go_on(s: State, seat: int, kind: int, effective: bool, note: Numbers) -> None:
    """What was going on goes on: a card that answered a question counts as the answer."""
    when = c.WHEN[kind]
    if when == c.IN_CONTEST:
        ask_after(s, seat)
    elif when == c.AFTER_ROLL:
        if not effective:
            roll_window_goes_on(s, seat, note)
    elif when == c.AFTER_FAILURE and not effective and s.cards[seat] == 0:
        end_turn(s, note)


def plain_effect(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """The columns of numbers: rating, bank, taken money, dropped card."""
    if c.RATING_CHANGE[kind]:
        s.rating = min(cap_of(s), s.rating + c.RATING_CHANGE[kind])
        tell(note, events.RATED, s.runner, s.rating, s.base_rating, 0, 0)
    if c.FROM_BANK[kind]:
        s.money[seat] += c.FROM_BANK[kind]
        tell(note, events.BANKED, seat, c.FROM_BANK[kind], 0, 0, 0)
    if c.TAKES[kind]:
        take_money(s, seat, target, c.TAKES[kind], note)
    if c.DROP[kind] != c.DROP_NOTHING:
        drop(s, target, c.DROP[kind], note)
    if c.STAKE[kind]:
        push(s, r.DEBATING, r.NOBODY, seat, kind + 1, target)
        await_chance(s, r.ROLL_DEBATE, seat)


def take_money(s: State, seat: int, target: int, most: int, note: Numbers) -> None:
    """As many dollars as there are, at most `most`, change hands."""
    dollars = min(most, s.money[target])
    s.money[target] -= dollars
    s.money[seat] += dollars
    tell(note, events.TOOK_MONEY, seat, dollars, target, 0, 0)


def drop(s: State, target: int, sort: int, note: Numbers) -> None:
    """A rival discards the last group, the mate, or a manager."""
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
    tell(note, events.LOST_CARD, target, card, 0, 0, 0)


def last_manager(s: State, seat: int) -> int:
    """The manager with the highest code on a player's table."""
    card = c.FIRST_MANAGER + c.MANAGERS - 1
    while s.where[card] != r.WITH_SEAT + seat:
        card -= 1
    return card


def special_effect(s: State, seat: int, kind: int, target: int, note: Numbers) -> None:
    """The cards whose effect is no number."""
    special = c.SPECIAL[kind]
    if special == c.REROLL:
        roll_dice(s)
    elif special == c.SHOW_HAND:
        show_hand(s, seat, target, note)
    elif special == c.AGAIN:
        tell(note, events.AGAIN, seat, 0, 0, 0, 0)
        ask(s, r.ATTEMPT, seat)
    elif special == c.GAGS:
        s.gagged |= 1 << target
        tell(note, events.GAGGED, seat, target, 0, 0, 0)
    elif special == c.POLLS:
        poll(s, seat, 0, note)
    elif special == c.SWAPS:
        s.under_count += 1
        s.under[target] = s.under_count
        s.lies[target] = r.UNDER
        s.open_count -= 1
        tell(note, events.SWAPPED, seat, target, 0, 0, 0)
        await_chance(s, r.TURN_UP, r.NOBODY)
    elif special == c.DEFECTS:
        card = leave(s, target)
        join(s, seat, card)
        tell(note, events.DEFECTED, seat, card + 1, target, 0, 0)


def show_hand(s: State, seat: int, target: int, note: Numbers) -> None:
    """Leak: the player sees the hand and must take a card, if there still is one."""
    if s.cards[target] == 0:
        return
    packed = 0
    for kind in range(c.KINDS):
        s.leaked[seat, kind] = s.hand[target, kind]
        packed += s.hand[target, kind] << (2 * kind)
    tell_only(note, 1 << seat, events.SAW_HAND, seat, target, packed, 0, 0)
    push(s, r.TAKING, seat, seat, 0, target)


def take_card(s: State, seat: int, kind: int, note: Numbers) -> None:
    """Leak: the card taken changes hands; the rest is hidden again."""
    target = s.frame_target[s.depth - 1]
    pop(s)
    for other in range(c.KINDS):
        s.leaked[seat, other] = 0
    move_card(s, target, seat, kind)
    tell(note, events.TOOK_CARD, seat, target, 0, 0, 0)
    tell_only(note, (1 << seat) | (1 << target), events.TOOK_KIND, seat, target, kind, 0, 0)


def move_card(s: State, source: int, seat: int, kind: int) -> None:
    """An action card changes hands."""
    s.hand[source, kind] -= 1
    s.cards[source] -= 1
    s.hand[seat, kind] += 1
    s.cards[seat] += 1


def poll(s: State, seat: int, dollars: int, note: Numbers) -> None:
    """MS-16: the payer alone sees who holds which state at this moment."""
    s.money[seat] -= dollars
    tell(note, events.POLLED, seat, dollars, 0, 0, 0)
    for state in range(c.ALL_STATES):
        if s.lies[state] == r.HELD:
            if s.holder[state] != seat + 1 and not (s.shown[state] >> seat) & 1:
                tell_only(note, 1 << seat, events.SAW_STATE, seat, state, s.holder[state], 0, 0)
            s.shown[state] |= 1 << seat
            s.seen[state] |= 1 << seat


def debated(s: State, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """Debate Night: the player's roll, then the other's; the lower takes money, a tie nothing."""
    top = s.depth - 1
    total = first + second + third
    player = s.frame_by[top]
    target = s.frame_target[top]
    tell(note, events.DEBATED, seat, first, second, third, total)
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
