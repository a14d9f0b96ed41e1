"""The verbs of Mudslinger."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel, tell
from hustings.games.mudslinger import events, ids
from hustings.games.mudslinger.cards import (
    ALL_CARDS,
    ALL_STATES,
    CANDIDATES,
    COPIES,
    GERRY,
    KINDS,
    PEOPLE,
)
from hustings.games.mudslinger.moves import POLL_PRICE, refusal, refused_poll
from hustings.games.mudslinger.record import (
    BIDDING,
    DEAL_CANDIDATE,
    DRAW_CARD,
    FRAMES,
    IN_DECK,
    MOST_DEALS,
    NO_CHANCE,
    NOBODY,
    OFFERED,
    ROLL_CONTEST,
    ROLL_DEBATE,
    ROLL_FIRST,
    ROLLING,
    SEATS,
    SETTLED,
    TURN_UP,
    UNDER,
    UNSEEN,
)
from hustings.games.mudslinger.rules.actions import answers_go_on, debated, play, poll, take_card
from hustings.games.mudslinger.rules.contest import ask_after, bid, campaign, contest_over, roll_window_goes_on, rolled
from hustings.games.mudslinger.rules.deals import accept, asks_for, deal, decline, trade
from hustings.games.mudslinger.rules.table import is_asked, is_open_moment, situation
from hustings.games.mudslinger.rules.turns import (
    NO_CANDIDATE,
    NO_PARTY,
    deal_next_candidate,
    draw_card,
    drew,
    end_turn,
    gets_candidate,
    lobby,
    points_of,
    replaced,
    roll_first,
    rolled_first,
    turned_up,
    winners_of,
)

ROLLS = 216  # ordered rolls of three dice
OUTCOMES = ROLLS
DEALING, DICE = range(2)  # streams


def start(s: State) -> None:
    """MS-1: nobody has a candidate, money or groups."""
    for seat in range(SEATS):
        s.candidate[seat] = NO_CANDIDATE
        s.party[seat] = NO_PARTY
    s.runner = NOBODY
    s.defender = NOBODY
    s.offerer = NOBODY
    s.offered_to = NOBODY
    s.pending_seat = NOBODY
    s.deck = ALL_CARDS
    s.unseen = ALL_STATES
    for level in range(FRAMES):
        s.frame_seat[level] = NOBODY
        s.frame_by[level] = NOBODY
        s.frame_target[level] = NOBODY
    s.depth = 1
    deal_next_candidate(s, 0)


def owes(s: State) -> int:
    """The one seat that is asked."""
    return 0 if s.pending or s.finished else 1 << s.frame_seat[s.depth - 1]


def may(s: State) -> int:
    """MS-15: the other seats that can do something at an open moment: trade, poll, start a deal, or withdraw."""
    if not is_open_moment(s):
        return 0
    mask = 0
    for seat in range(s.seats):
        if is_asked(s, seat):
            continue
        free = s.deals[seat] < MOST_DEALS or s.cards[seat] > 0 or refused_poll(s, seat) == 0
        if free or (situation(s) == OFFERED and s.offerer == seat):
            mask |= 1 << seat
    return mask


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry a move out, or say by number why not."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    if action >= ids.GIVE_ID:
        deal(s, seat, action, note)
    elif action >= ids.GERRY_ID:
        play(s, seat, GERRY, action - ids.GERRY_ID, note)
    elif action >= ids.PLAY_ID:
        slot = action - ids.PLAY_ID
        play(s, seat, slot // ids.TARGET_SLOTS, slot % ids.TARGET_SLOTS, note)
    elif action >= ids.TRADE_ID:
        trade(s, seat, action - ids.TRADE_ID, note)
    elif action >= ids.RUN_ID:
        act_named(s, seat, action, note)
    else:
        act_plain(s, seat, action, note)
    return 0


@kernel
def act_named(s: State, seat: int, action: int, note: Numbers) -> None:
    """Answers that name a thing or a number."""
    if action >= ids.FOR_ID:
        asks_for(s, seat, action - ids.FOR_ID, note)
    elif action >= ids.TAKE_ID:
        take_card(s, seat, action - ids.TAKE_ID, note)
    elif action >= ids.SLING_ID:
        dollars = action - ids.SLING_ID + 1
        bid(s, seat, dollars, -dollars, note)
    elif action >= ids.SPEND_ID:
        dollars = action - ids.SPEND_ID + 1
        bid(s, seat, dollars, dollars, note)
    elif action >= ids.CAMPAIGN_ID:
        campaign(s, seat, action - ids.CAMPAIGN_ID, note)
    elif action >= ids.PARTY_ID:
        s.party[seat] = action - ids.PARTY_ID
        tell(note, events.NAMED_PARTY, seat, action - ids.PARTY_ID, 0, 0, 0)
        roll_first(s, 0)
    else:
        gets_candidate(s, seat, action - ids.RUN_ID, note)


@kernel
def act_plain(s: State, seat: int, action: int, note: Numbers) -> None:
    """Moves of one word."""
    if action == ids.DRAW:
        draw_card(s, seat, note)
    elif action == ids.LOBBY:
        lobby(s, seat, note)
    elif action == ids.REST:
        tell(note, events.RESTED, seat, 0, 0, 0, 0)
        end_turn(s, note)
    elif action == ids.PASS:
        tell(note, events.PASSED, seat, 0, 0, 0, 0)
        passed(s, seat, note)
    elif action == ids.POLL:
        poll(s, seat, POLL_PRICE, note)
    elif action == ids.ACCEPT:
        accept(s, seat, note)
    elif action == ids.DECLINE or action == ids.WITHDRAW:
        decline(s, seat, note)
    else:
        replaced(s, seat, action == ids.REPLACE, note)


@kernel
def passed(s: State, seat: int, note: Numbers) -> None:
    """A pass in bidding, in a window, or after a failure."""
    top = situation(s)
    if top == BIDDING:
        s.passes += 1
        ask_after(s, seat)
    elif top == ROLLING:
        roll_window_goes_on(s, seat, note)
    elif s.depth > 1:
        answers_go_on(s, note)
    else:
        end_turn(s, note)


def stream(s: State) -> int:
    """Dice have their own stream; all cards come from the other."""
    return DICE if s.pending == ROLL_FIRST or s.pending == ROLL_CONTEST or s.pending == ROLL_DEBATE else DEALING


def chances(s: State, weights: Numbers) -> int:
    """What may come: a candidate, a state, a card of the deck, or one of 216 rolls."""
    pending = s.pending
    if pending == NO_CHANCE:
        return 0
    if pending == ROLL_FIRST or pending == ROLL_CONTEST or pending == ROLL_DEBATE:
        for outcome in range(OUTCOMES):
            weights[outcome] = 1
        return ROLLS
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if pending == DRAW_CARD:
        return card_chances(s, weights)
    if pending == TURN_UP:
        return state_chances(s, weights)
    return candidate_chances(s, weights)


@kernel
def candidate_chances(s: State, weights: Numbers) -> int:
    """MS-1: each candidate left is as likely; `ANY` is only dealt to six."""
    total = 0
    for candidate in range(len(CANDIDATES)):
        weights[candidate] = 1 if candidate < len(CANDIDATES) - 1 or s.seats == SEATS else 0
    for seat in range(s.seats):
        if s.candidate[seat] < NO_CANDIDATE:
            weights[s.candidate[seat]] = 0
    for candidate in range(len(CANDIDATES)):
        total += weights[candidate]
    return total


@kernel
def state_chances(s: State, weights: Numbers) -> int:
    """Each unseen state is as likely; those put under the deck come last, in their order."""
    if s.unseen:
        for state in range(ALL_STATES):
            weights[state] = s.lies[state] == UNSEEN
        return s.unseen
    first = ALL_STATES
    for state in range(ALL_STATES):
        if s.lies[state] == UNDER and (first == ALL_STATES or s.under[state] < s.under[first]):
            first = state
    weights[first] = 1
    return 1


@kernel
def card_chances(s: State, weights: Numbers) -> int:
    """MS-3: each card in the deck is as likely."""
    for card in range(PEOPLE):
        weights[card] = s.where[card] == IN_DECK
    for kind in range(KINDS):
        left = COPIES[kind] - s.played[kind]
        for seat in range(s.seats):
            left -= s.hand[seat, kind]
        weights[PEOPLE + kind] = left
    return s.deck


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Chance has brought `outcome`."""
    pending = s.pending
    seat = s.pending_seat
    s.pending = NO_CHANCE
    s.pending_seat = NOBODY
    if pending == DRAW_CARD:
        drew(s, seat, outcome, note)
    elif pending == TURN_UP:
        turned_up(s, outcome, note)
        if s.frame[0] == SETTLED:
            contest_over(s, True, s.dice[0] + s.dice[1] + s.dice[2], note)
    elif pending == DEAL_CANDIDATE:
        gets_candidate(s, seat, outcome, note)
    else:
        dice_fell(s, pending, seat, outcome // 36 + 1, outcome // 6 % 6 + 1, outcome % 6 + 1, note)


@kernel
def dice_fell(s: State, pending: int, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """Three dice: for who begins, in a contest, or in a debate."""
    if pending == ROLL_FIRST:
        rolled_first(s, seat, first, second, third, note)
    elif pending == ROLL_CONTEST:
        rolled(s, first, second, third, note)
    else:
        debated(s, seat, first, second, third, note)


def over(s: State) -> int:
    """MS-20: when all 50 states are held."""
    return s.finished != 0


def payoff(s: State, out: Numbers) -> None:
    """MS-20: the winners share; scores are electoral points."""
    winners = winners_of(s)
    for seat in range(s.seats):
        out[0, seat] = (winners >> seat) & 1
        out[1, seat] = points_of(s, seat)
