"""The verbs of Mudslinger: the functions that the engine calls to play the game.

`note` is the array that a verb writes its events into.
"""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, tell
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import (
    accept,
    answers_go_on,
    asks_for,
    deal,
    debated,
    decline,
    play,
    poll,
    take_card,
    trade,
)
from hustings.games.mudslinger.contest import (
    ask_after,
    bid,
    campaign,
    contest_over,
    roll_window_goes_on,
    rolled,
)
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.refusals import POLL_PRICE, refusal, refused_poll
from hustings.games.mudslinger.scoring import points_of, winners_of
from hustings.games.mudslinger.table import is_asked, is_open_moment, situation
from hustings.games.mudslinger.turns import (
    deal_next_candidate,
    draw_card,
    draw_states,
    drew,
    end_turn,
    gets_candidate,
    give_groups,
    is_first_group,
    lobby,
    picked,
    replaced,
    rolled_first,
    turned_up,
)

OUTCOMES = m.CHANCE.count  # equal to the number of ordered rolls of three dice
DEALING, DICE = range(2)  # streams of random numbers
OPENING_ROUNDS = 2  # the turns of each player in which no large state is turned up (MS-23)


def start(s: State) -> None:
    """Begin the set-up, without candidates, money and groups (MS-1)."""
    for seat in range(r.SEATS):
        s.candidate[seat] = c.NO_CANDIDATE
        s.party[seat] = c.NO_PARTY
    s.runner = r.NOBODY
    s.defender = r.NOBODY
    s.offerer = r.NOBODY
    s.offered_to = r.NOBODY
    s.pending_seat = r.NOBODY
    s.deck = c.ALL_CARDS
    s.unseen = c.ALL_STATES
    for level in range(r.FRAMES):
        s.frame_seat[level] = r.NOBODY
        s.frame_by[level] = r.NOBODY
        s.frame_target[level] = r.NOBODY
    s.depth = 1
    if s.length:
        draw_states(s)
    else:
        deal_next_candidate(s, 0)


def owes(s: State) -> int:
    """Return the asked seat as a bit mask."""
    return 0 if s.pending or s.finished else 1 << s.frame_seat[s.depth - 1]


def may(s: State) -> int:
    """Return the seats that are not asked but have a legal move, as a bit mask (MS-15)."""
    if not is_open_moment(s):
        return 0
    mask = 0
    for seat in range(s.seats):
        if is_asked(s, seat):
            continue
        free = s.deals[seat] < r.MOST_DEALS or s.cards[seat] > 0 or refused_poll(s, seat) == LEGAL
        if free or (situation(s) == r.OFFERED and s.offerer == seat):
            mask |= 1 << seat
    return mask


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry out a move, or return the reason against it."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    if action >= m.GIVE:
        deal(s, seat, action, note)
    elif action >= m.PLAY_GERRY:
        play(s, seat, c.GERRY, action - m.PLAY_GERRY, note)
    elif action >= m.PLAY:
        slot = action - m.PLAY
        play(s, seat, slot // m.TARGET_SLOTS, slot % m.TARGET_SLOTS, note)
    elif action >= m.TRADE:
        trade(s, seat, action - m.TRADE, note)
    elif action >= m.RUN:
        act_named(s, seat, action, note)
    else:
        act_plain(s, seat, action, note)
    return 0


def act_named(s: State, seat: int, action: int, note: Numbers) -> None:
    """Carry out an answer whose move has an argument, such as a state or a number of dollars."""
    if action >= m.FOR:
        asks_for(s, seat, action - m.FOR, note)
    elif action >= m.TAKE:
        take_card(s, seat, action - m.TAKE, note)
    elif action >= m.SLING:
        dollars = action - m.SLING + 1
        bid(s, seat, dollars, -dollars, note)
    elif action >= m.SPEND:
        dollars = action - m.SPEND + 1
        bid(s, seat, dollars, dollars, note)
    elif action >= m.CAMPAIGN:
        campaign(s, seat, action - m.CAMPAIGN, note)
    elif action >= m.PARTY:
        s.party[seat] = action - m.PARTY
        tell(note, m.NAMED_PARTY, seat, action - m.PARTY, 0, 0, 0)
        give_groups(s, 0)
    else:
        gets_candidate(s, seat, action - m.RUN, note)


def act_plain(s: State, seat: int, action: int, note: Numbers) -> None:
    """Carry out a move of one word."""
    if action == m.DRAW:
        draw_card(s, seat, note)
    elif action == m.LOBBY:
        lobby(s, seat, note)
    elif action == m.REST:
        tell(note, m.RESTED, seat, 0, 0, 0, 0)
        end_turn(s, note)
    elif action == m.PASS:
        tell(note, m.PASSED, seat, 0, 0, 0, 0)
        passed(s, seat, note)
    elif action == m.POLL:
        poll(s, seat, POLL_PRICE, note)
    elif action == m.ACCEPT:
        accept(s, seat, note)
    elif action == m.DECLINE or action == m.WITHDRAW:
        decline(s, seat, note)
    else:
        replaced(s, seat, action == m.REPLACE, note)


def passed(s: State, seat: int, note: Numbers) -> None:
    """Carry out a pass: in bidding, in a roll window, in answers to a card, or after a failure."""
    top = situation(s)
    if top == r.BIDDING:
        s.passes += 1
        ask_after(s, seat)
    elif top == r.ROLLING:
        roll_window_goes_on(s, seat, note)
    elif s.depth > 1:
        answers_go_on(s, note)
    else:
        end_turn(s, note)


def stream(s: State) -> int:
    """Return the stream of random numbers for the pending outcome: one is for dice, the other for cards."""
    return DICE if s.pending == r.ROLL_FIRST or s.pending == r.ROLL_CONTEST or s.pending == r.ROLL_DEBATE else DEALING


def chances(s: State, weights: Numbers) -> int:
    """Write the weights of the possible outcomes (candidates, states, cards or 216 rolls); return their sum."""
    pending = s.pending
    if pending == r.NO_CHANCE:
        return 0
    if pending == r.ROLL_FIRST or pending == r.ROLL_CONTEST or pending == r.ROLL_DEBATE:
        for outcome in range(OUTCOMES):
            weights[outcome] = 1
        return OUTCOMES
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if pending == r.DRAW_CARD:
        return card_chances(s, weights)
    if pending == r.TURN_UP:
        return state_chances(s, weights)
    return candidate_chances(s, weights)


def candidate_chances(s: State, weights: Numbers) -> int:
    """Give each candidate left the same weight; `ANY` is only dealt at a table of six (MS-1)."""
    total = 0
    for candidate in range(len(c.CANDIDATES)):
        weights[candidate] = 1 if candidate < len(c.CANDIDATES) - 1 or s.seats == r.SEATS else 0
    for seat in range(s.seats):
        if s.candidate[seat] < c.NO_CANDIDATE:
            weights[s.candidate[seat]] = 0
    for candidate in range(len(c.CANDIDATES)):
        total += weights[candidate]
    return total


def state_chances(s: State, weights: Numbers) -> int:
    """Give each unseen state the same weight; states put under the deck come last, in their order.

    In the short game, the states in play are drawn two from each pile, and the first to be turned up is a large one. If
    small states come first, it is the first after the opening rounds.
    """
    if s.length and s.frame[0] == r.CHOOSE:
        return pile_chances(s, weights)
    total = 0
    if s.start >= r.SMALL_FIRST:
        total = sized_chances(s, weights)
    elif s.length and s.frame[0] == r.OPENING and s.open_count == 0:
        total = large_pile_chances(s, weights)
    if total:
        return total
    if s.unseen:
        for state in range(c.ALL_STATES):
            weights[state] = s.lies[state] == r.UNSEEN
        return s.unseen
    first = c.ALL_STATES
    for state in range(c.ALL_STATES):
        if s.lies[state] == r.UNDER and (first == c.ALL_STATES or s.under[state] < s.under[first]):
            first = state
    weights[first] = 1
    return 1


def pile_chances(s: State, weights: Numbers) -> int:
    """Give each state of the pile that is drawn from next the same weight (MS-21)."""
    total = 0
    for state in range(c.ALL_STATES):
        weights[state] = s.lies[state] == r.ABSENT and c.PILE_OF[state] == s.unseen // c.FROM_EACH_PILE
        total += weights[state]
    return total


def large_pile_chances(s: State, weights: Numbers) -> int:
    """Give each unseen state of the piles with the largest the same weight (MS-21)."""
    total = 0
    for state in range(c.ALL_STATES):
        weights[state] = s.lies[state] == r.UNSEEN and c.PILE_OF[state] < c.LARGE_PILES
        total += weights[state]
    return total


def sized_chances(s: State, weights: Numbers) -> int:
    """Give each small state the same weight in the opening rounds, then each large one until one is out (MS-23).

    Returns 0 if the rule leaves no state or no longer applies.
    """
    opening = s.turn <= OPENING_ROUNDS * s.seats
    large_out = False
    total = 0
    for state in range(c.ALL_STATES):
        is_large = c.POINTS[s.votes, state] >= c.LARGE
        large_out |= is_large and s.lies[state] != r.UNSEEN and s.lies[state] != r.ABSENT
        weights[state] = s.lies[state] == r.UNSEEN and is_large != opening
        total += weights[state]
    return total if opening or not large_out else 0


def first_group_chances(s: State, weights: Numbers) -> int:
    """Give each group that a player may begin with the same weight (MS-22)."""
    total = 0
    for card in range(c.PEOPLE):
        weights[card] = is_first_group(s, s.pending_seat, card)
        total += weights[card]
    return total


def action_chances(s: State, weights: Numbers) -> int:
    """Give each action card in the deck the same weight (MS-3, MS-24)."""
    total = 0
    for kind in range(c.KINDS):
        left = c.COPIES[kind] - s.played[kind]
        for seat in range(s.seats):
            left -= s.hand[seat, kind]
        weights[c.PEOPLE + kind] = left
        total += left
    return total


def card_chances(s: State, weights: Numbers) -> int:
    """Give each card in the deck the same weight; in the set-up, each that a player may begin with (MS-3)."""
    if s.frame[0] == r.FIRST_ROLL and s.chain_length[s.pending_seat] == 0:
        return first_group_chances(s, weights)
    actions = action_chances(s, weights)
    if s.frame[0] == r.FIRST_ROLL:
        return actions
    for card in range(c.PEOPLE):
        weights[card] = s.where[card] == r.IN_DECK
    return s.deck


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Carry out the outcome of the pending chance step."""
    pending = s.pending
    seat = s.pending_seat
    s.pending = r.NO_CHANCE
    s.pending_seat = r.NOBODY
    if pending == r.DRAW_CARD:
        drew(s, seat, outcome, note)
    elif pending == r.TURN_UP and s.frame[0] == r.CHOOSE:
        picked(s, outcome, note)
    elif pending == r.TURN_UP:
        turned_up(s, outcome, note)
        if s.frame[0] == r.SETTLED:
            contest_over(s, True, s.dice[0] + s.dice[1] + s.dice[2], note)
    elif pending == r.DEAL_CANDIDATE:
        gets_candidate(s, seat, outcome, note)
    else:
        dice_fell(s, pending, seat, outcome // 36 + 1, outcome // 6 % 6 + 1, outcome % 6 + 1, note)


def dice_fell(s: State, pending: int, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """Carry out a roll that decides who begins, a contest or a debate."""
    if pending == r.ROLL_FIRST:
        rolled_first(s, seat, first, second, third, note)
    elif pending == r.ROLL_CONTEST:
        rolled(s, first, second, third, note)
    else:
        debated(s, seat, first, second, third, note)


def payoff(s: State, out: Numbers) -> None:
    """Write equal shares for the winners, and electoral points as scores (MS-20)."""
    winners = winners_of(s)
    for seat in range(s.seats):
        out[0, seat] = (winners >> seat) & 1
        out[1, seat] = points_of(s, seat)
