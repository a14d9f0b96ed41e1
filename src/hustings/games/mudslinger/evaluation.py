"""The values in the bots' rule of thumb, in hundredths of an electoral point, from what a seat may know.

The runner is the seat whose turn it is. In a contest, the runner bids dollars to raise the rating of success, rivals
sling mud to lower it, and then three dice decide.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import TRADE_VALUE
from hustings.games.mudslinger.contest import wins
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.standing import (
    clear_leader,
    decides,
    states_left,
    surplus,
    surplus_for_mud,
    takes_the_lead,
    turns_left,
)
from hustings.games.mudslinger.table import (
    base_of,
    cap_of,
    fits,
    in_truce,
    is_gagged,
    mate_worth,
    rating_with,
    situation,
    takes_part,
)

SCALE = 100
SUMS = [sum(dice) for dice in product(range(1, 7), repeat=3)]
ROLLS = len(SUMS)
#: by rating, from 0 to 16: the number of the 216 rolls of three dice that win
WINNING = np.array([sum(wins(total, rating) for total in SUMS) for rating in range(r.HIGHEST_CAP + 1)], np.int64)
MEAN_POINTS = 1070  # the mean points of a state, in hundredths
DEAREST, CHEAPEST = 130, 5  # bounds of a dollar's worth; a dollar changes the odds by an eighth at most
USUAL_DOLLAR = 40  # a dollar's worth to a seat whose prospects are only estimated
UNKNOWN_CARD = 3  # the worth of an unknown card in dollars
CARD_THREAT = 3  # the cost of each unknown card of a rival in a contest, in hundredths of the prize
USUAL_SPENDING = 3  # dollars that a seat is expected to bid in a contest
ROUNDS = 4  # the most rounds of bid and mud that an outlasted seat fights on
LARGE = 80  # a state's points have a weight of LARGE + 2 * points percent, so ten points have 100 percent

_KEPT = {
    "ATTACK": 7, "OCTOBER": 8, "SURGE": 5, "RECOUNT": 6, "SPIN": 4, "SCANDAL": 4, "LEAK": 4, "SLUSH": 4, "DONOR": 4,
    "WALKOUT": 4, "DUMP": 4, "WHISTLE": 5, "GAG": 4, "DEBATE": 4, "EXITPOLL": 4, "GERRY": 4, "DEFECT": 5,
}  # fmt: skip
#: the worth in dollars of an action card in the hand, by kind
KEPT = np.array([_KEPT[code] for code in c.KIND_CODES], np.int64)


def chance(rating: int) -> int:
    """Return the number of the 216 rolls that win with a rating (MS-12)."""
    return WINNING[max(0, min(rating, len(WINNING) - 1))]


def odds() -> dict[int, Fraction]:
    """Return the probability to win for each rating from 0 to the highest cap (MS-12)."""
    return {rating: Fraction(chance(rating), ROLLS) for rating in range(r.HIGHEST_CAP + 1)}


def dollar(s: State, seat: int) -> int:
    """Return how much one dollar is worth to the seat.

    It is two thirds of the seat's part of the points left, divided by the dollars that the seat can expect.
    """
    return dollar_with(s, seat, s.money[seat])


def dollar_with(s: State, seat: int, money: int) -> int:
    """Return how much one dollar would be worth to the seat if the seat had `money` dollars."""
    funds = money + s.income[seat] * turns_left(s) + 8
    return max(CHEAPEST, min(DEAREST, MEAN_POINTS * states_left(s) * 2 // (3 * s.seats * funds)))


def kept(s: State, seat: int, kind: int) -> int:
    """Return the worth of keeping an action card in the hand; less if few states are left."""
    dollars = KEPT[kind] if states_left(s) > s.seats else min(KEPT[kind], 2)
    return dollars * dollar(s, seat)


def support_worth(s: State, seat: int, points: int) -> int:
    """Return the worth of a bonus on the base rating of all later contests: a dollar for each point and turn."""
    return points * turns_left(s) * dollar(s, seat)


def card_worth(s: State, seat: int, card: int) -> int:
    """Return the worth of a group, mate or manager for a player."""
    if c.SORT[card] == c.GROUP:
        return c.DOLLARS[card] * turns_left(s) * dollar(s, seat)
    if c.SORT[card] == c.MATE:
        old = mate_worth(s, seat, s.mate[seat] - 1) if s.mate[seat] else 0
        return support_worth(s, seat, mate_worth(s, seat, card) - old)
    return support_worth(s, seat, 1)


def strength(s: State, seat: int) -> int:
    """Return the strength of a seat from public information: states held, income and staff."""
    staff = s.managers[seat] + 2 * (s.mate[seat] > 0)
    return MEAN_POINTS * s.won[seat] + (s.income[seat] + staff) * turns_left(s) * USUAL_DOLLAR


def grudge(s: State, seat: int, rival: int) -> int:
    """Return the worth to a seat of a rival's loss, in hundredths of the loss.

    All seats but the rival have an equal part in the loss, because a state that the rival does not win is open to them.
    Half of the seat's part counts, because each seat has only one attempt a turn. This worth is doubled against the
    strongest rival, and halved against a rival weaker than the seat.
    """
    share = SCALE // (2 * (s.seats - 1))
    theirs = strength(s, rival)
    if theirs < strength(s, seat):
        return share // 2
    for other in range(s.seats):
        if other != rival and other != seat and strength(s, other) > theirs:
            return share
    return 2 * share


def prize(s: State, state: int) -> int:
    """Return the worth of winning a state: its points, less the part that the seat could expect anyway.

    Large states count for more than their points, because they decide which player wins the game.
    """
    points = c.POINTS[s.votes, state]
    return points * (LARGE + 2 * points) * (s.seats - 1) // s.seats


def attempt_worth(s: State, seat: int, state: int) -> int:
    """Return the worth of an attempt at a state with the best bid, if nobody slings mud."""
    return backed(s, seat, state, base_of(s, seat, state))


def backed(s: State, seat: int, state: int, rating: int) -> int:
    """Return what a contest at this rating is worth to its runner, who bids as well as possible."""
    price = dollar(s, seat)
    worth = prize(s, state)
    best = worth * chance(rating) // ROLLS
    for dollars in range(1, min(s.money[seat], cap_of(s) - rating) + 1):
        best = max(best, worth * chance(rating + dollars) // ROLLS - dollars * price)
    return best


def best_attempt(s: State, seat: int, without: int) -> int:
    """Return the worth of the best attempt at an open state other than `without` (ALL_STATES to exclude none)."""
    best = 0
    for state in range(c.ALL_STATES):
        if s.lies[state] == r.OPEN and state != without:
            best = max(best, attempt_worth(s, seat, state))
    return best


def lobby_worth(s: State, seat: int, card: int) -> int:
    """Return the worth of lobbying for a card, less that of the unknown card and the attempt given up for it (MS-4)."""
    return card_worth(s, seat, card) - UNKNOWN_CARD * dollar(s, seat) - best_attempt(s, seat, c.ALL_STATES)


def reach(s: State, seat: int) -> int:
    """Return the probability, in hundredths, that the state is still open at the seat's turn if the runner fails."""
    left = SCALE
    player = (s.runner + 1) % s.seats
    while player != seat:
        rating = base_of(s, player, s.contest - 1) + min(USUAL_SPENDING, s.money[player])
        left -= left * chance(min(rating, cap_of(s))) // ROLLS
        player = (player + 1) % s.seats
    return left


def failure_worth(s: State, seat: int) -> int:
    """Return the worth of the runner's failure to a rival: the runner's loss, and the chance to try for the state.

    This chance counts half, because a new state is turned up in place of a state that is won. If everybody begins with
    an action card, the loss is worth more in a contest for the lead or for a place.
    """
    state = s.contest - 1
    worth = mud_stakes(s, seat) if s.start >= r.FIRST_CARD else prize(s, state) * against_runner(s, seat) // SCALE
    if s.defender != r.NOBODY:
        return worth
    better = attempt_worth(s, seat, state) - best_attempt(s, seat, state)
    return worth + better * reach(s, seat) // (2 * SCALE) if better > 0 else worth


def against_runner(s: State, seat: int) -> int:
    """Return the worth of the runner's failure to a seat, in hundredths of the prize; the defender gains all of it."""
    return SCALE if seat == s.defender else grudge(s, seat, s.runner)


def mud_worth(s: State, seat: int, dollars: int) -> int:
    """Return the gain of slinging some dollars of mud now, less the worth of the dollars (MS-10).

    There is no gain if the runner would outlast the seat and buy the rating back, unless the seat has dollars to spare.
    A dollar without other use costs a hundredth of a point.
    """
    free = surplus_for_mud(s, seat)
    cost = max(0, dollars - free) * dollar(s, seat) + min(dollars, free)
    if dollars > free and not outlasts_runner(s, seat, 0) and not can_spare(s, seat):
        return -cost
    return mud_stakes(s, seat) * (chance(s.rating) - chance(s.rating - dollars)) // ROLLS - cost


def mud_stakes(s: State, seat: int) -> int:
    """Return the worth of the runner's failure to a seat that thinks of mud: all if the contest decides its place.

    If somebody leads clearly, the leader's failure is worth twice the prize, and another rival's half as much as usual.
    """
    part = against_runner(s, seat)
    leader = clear_leader(s)
    if decides(s, seat):
        part = SCALE
    elif takes_the_lead(s):
        part = max(part, SCALE // 2)
    elif leader != r.NOBODY and not (seat == leader or seat == s.defender):
        part //= 2
    if s.runner == leader and seat != s.defender:
        part = 2 * SCALE
    return prize(s, s.contest - 1) * part // SCALE


def best_sling(s: State, seat: int, rating: int) -> int:
    """Return the dollars of mud that the seat would sling at a rating, from public information (MS-10)."""
    price = dollar(s, seat)
    stakes = mud_stakes(s, seat)
    best, most = 0, 0
    for dollars in range(1, min(s.money[seat], rating - s.base_rating) + 1):
        worth = stakes * (chance(rating) - chance(rating - dollars)) // ROLLS - dollars * price
        if worth > most:
            best, most = dollars, worth
    return best


def stamina(s: State, seat: int, stakes: int) -> int:
    """Return the most dollars that the seat would pay for the whole swing between floor and cap."""
    swing = chance(cap_of(s)) - chance(s.base_rating)
    return min(s.money[seat], stakes * swing // (ROLLS * dollar(s, seat)))


def outlasts_runner(s: State, seat: int, spent: int) -> bool:
    """Return True if a rival, or all rivals of a clear leader, would pay more than the runner who has `spent` more."""
    rivals = stamina(s, seat, mud_stakes(s, seat))
    if s.runner == clear_leader(s):
        for other in range(s.seats):
            if other != seat and can_sling(s, other):
                rivals += stamina(s, other, mud_stakes(s, other))
    return rivals > stamina(s, s.runner, prize(s, s.contest - 1)) - spent


def can_sling(s: State, seat: int) -> bool:
    """Return True if the seat is a rival that may sling mud and has promised no truce."""
    if seat == s.runner or not takes_part(s, seat):
        return False
    return not is_gagged(s, seat) and not in_truce(s, seat)


def runner_outlasts(s: State, spent: int) -> bool:
    """Return True if the runner, who has `spent` some more dollars, would pay at least as much as each rival."""
    for seat in range(s.seats):
        if can_sling(s, seat) and outlasts_runner(s, seat, spent):
            return False
    return True


def can_spare(s: State, seat: int) -> bool:
    """Return True if the seat has more dollars than it needs, so that it may fight on although it is outlasted.

    It needs the usual bids of its remaining turns. Of the rest, each round takes at most the dollars between floor and
    cap. The seat gives up at every fourth such sum, because the record does not tell how long a contest has been going.
    """
    whole = cap_of(s) - s.base_rating
    spare = s.money[seat] - USUAL_SPENDING * turns_left(s)
    return 0 < whole <= spare and spare // whole % ROUNDS != 0


def answered(s: State, dollars: int) -> int:
    """Return the rating after a bid of the runner and the mud of all rivals that outlast the runner."""
    rating = s.rating + dollars
    for seat in range(s.seats):
        if can_sling(s, seat) and outlasts_runner(s, seat, dollars):
            rating -= best_sling(s, seat, rating)
    return rating


def answered_bid(s: State) -> int:
    """Return the runner's best bid in dollars if rivals that outlast the runner answer it."""
    price = dollar(s, s.runner)
    worth = prize(s, s.contest - 1)
    best, most = 0, worth * chance(answered(s, 0)) // ROLLS
    for dollars in range(1, min(s.money[s.runner], cap_of(s) - s.rating) + 1):
        brought = worth * chance(answered(s, dollars)) // ROLLS - dollars * price
        if brought > most:
            best, most = dollars, brought
    return best


def bid_worth(s: State, dollars: int) -> int:
    """Return what a bid brings the runner, less the dollars, if no answer makes it vain (MS-10)."""
    free = surplus(s, s.runner)
    vain = dollars > free and not can_spare(s, s.runner)
    rating = answered(s, dollars) if vain else s.rating + dollars
    worth = prize(s, s.contest - 1) * (chance(rating) - chance(s.rating)) // ROLLS
    return worth - max(0, dollars - free) * dollar(s, s.runner) - min(dollars, free)


def trick(s: State, seat: int, kind: int, target: int) -> int:
    """Return the gain of playing a card now over keeping or trading it; negative if the seat should not play it."""
    return gain(s, seat, kind, target) - max(kept(s, seat, kind), TRADE_VALUE * dollar(s, seat))


def gain(s: State, seat: int, kind: int, target: int) -> int:
    """Return the worth of a card's effect to the seat that plays it, including dollars from the bank."""
    return c.FROM_BANK[kind] * dollar(s, seat) + effect_gain(s, seat, kind, target)


def effect_gain(s: State, seat: int, kind: int, target: int) -> int:
    """Return the worth of a card's effect, without dollars from the bank."""
    special = c.SPECIAL[kind]
    if c.RATING_CHANGE[kind]:
        return rating_gain(s, seat, c.RATING_CHANGE[kind])
    if special == c.REROLL:
        return reroll_gain(s, seat)
    if special == c.CANCEL:
        return spared(s, seat)
    if special == c.GAGS:
        return gag_gain(s, seat, target)
    if special == c.AGAIN:
        return best_attempt(s, seat, c.ALL_STATES)
    if special == c.SWAPS:
        return gerry_gain(s, seat, target)
    return rival_gain(s, seat, kind, target) if target < s.seats else 0


def moment(s: State) -> int:
    """Return the current situation, or the situation below an offer that waits."""
    top = situation(s)
    return s.frame[s.depth - 2] if top == r.WANTING or top == r.OFFERED else top


def comes_up(s: State, seat: int) -> bool:
    """Return True if the seat is certain to be asked again in this contest or about another attempt."""
    if not takes_part(s, seat) or is_gagged(s, seat):
        return False
    asked = s.frame_seat[0]
    if moment(s) == r.BIDDING:
        return s.passes + (seat - asked + s.seats) % s.seats < s.seats
    if moment(s) == r.ROLLING:
        return (seat - s.runner + s.seats) % s.seats >= (asked - s.runner + s.seats) % s.seats
    return moment(s) == r.WHISTLING and seat == s.runner


def rating_gain(s: State, seat: int, change: int) -> int:
    """Return the gain of a changed rating to the runner or a rival; 0 outside bidding (MS-10).

    For the runner, it is the worth of the contest with the best bid after the change, less its worth now. For a rival,
    the runner's best bid against the change is taken off: little is left while the runner has dollars.
    """
    if moment(s) != r.BIDDING:
        return 0
    if seat == s.runner:
        state = s.contest - 1
        return backed(s, seat, state, rating_with(s, change)) - prize(s, state) * chance(s.rating) // ROLLS
    return rated_otherwise(s, seat, change)


def rated_otherwise(s: State, seat: int, change: int) -> int:
    """Return the worth to a seat of a changed rating, assuming the runner's best bid after the change."""
    state = s.contest - 1
    to_runner = backed(s, s.runner, state, rating_with(s, change)) - backed(s, s.runner, state, s.rating)
    return contest_worth(s, seat) * to_runner // prize(s, state)


def reroll_gain(s: State, seat: int) -> int:
    """Return the gain to a seat if the runner must roll again (MS-13)."""
    if moment(s) != r.ROLLING:
        return 0
    failed = s.dice[0] + s.dice[1] + s.dice[2] > s.rating
    return contest_worth(s, seat) * (chance(s.rating) if failed else chance(s.rating) - ROLLS) // ROLLS


def gag_gain(s: State, seat: int, target: int) -> int:
    """Return the runner's gain from silencing a rival with a Gag Order; 0 for all other seats."""
    if situation(s) != r.BIDDING or seat != s.runner or target >= s.seats or not takes_part(s, target):
        return 0
    worth = prize(s, s.contest - 1)
    low = s.rating - best_sling(s, target, s.rating)
    return worth * (chance(s.rating) - chance(low)) // ROLLS + worth * s.cards[target] * CARD_THREAT // SCALE


def gerry_gain(s: State, seat: int, state: int) -> int:
    """Return the gain of replacing an open state by an unseen one (Gerrymander) before an attempt."""
    if situation(s) != r.ATTEMPT or seat != s.runner:
        return 0
    rest = best_attempt(s, seat, state)
    best = max(rest, attempt_worth(s, seat, state))
    total, unseen = 0, 0
    for other in range(len(s.lies)):
        if s.lies[other] == r.UNSEEN:
            total += max(rest, prize(s, other) * chance(base_of(s, seat, other)) // ROLLS)
            unseen += 1
    return total // unseen - best if unseen else 0


def rival_gain(s: State, seat: int, kind: int, target: int) -> int:
    """Return the gain of a card against a rival: what the seat takes, plus what the loss is worth to the seat."""
    price = dollar(s, seat)
    spite = grudge(s, seat, target)
    if c.TAKES[kind]:
        taken = min(c.TAKES[kind], s.money[target]) * price
        return taken + taken * spite // SCALE
    if c.STAKE[kind]:
        theirs, mine = min(c.STAKE[kind], s.money[target]), min(c.STAKE[kind], s.money[seat])
        return (theirs - mine) * price * 45 // SCALE + theirs * price * spite * 45 // (SCALE * SCALE)
    if c.SPECIAL[kind] == c.SHOW_HAND:
        return (4 + s.cards[target]) * price if s.cards[target] else 0
    if c.SPECIAL[kind] == c.DEFECTS:
        lost = loss(s, seat, kind, target)
        return lost + lost * spite // SCALE
    if c.DROP[kind] != c.DROP_NOTHING:
        return loss(s, seat, kind, target) * spite // SCALE + inherited(s, seat, kind, target)
    return 0


def inherited(s: State, seat: int, kind: int, target: int) -> int:
    """Return the worth of the card that a rival drops, because the next seat can lobby for it on the pile (MS-4).

    It is negative if another seat profits, above all if the rival can take the card back.
    """
    if c.DROP[kind] == c.DROP_GROUP:
        card = s.chain[target, s.chain_length[target] - 1] - 1
    elif c.DROP[kind] == c.DROP_MATE:
        card = s.mate[target] - 1
    else:
        card = c.FIRST_MANAGER
    heir = (s.runner + 1) % s.seats
    if situation(s) == r.CARD and s.runner == seat:
        heir = seat
    if heir != target:
        if not fits(s, heir, card) or (c.DROP[kind] == c.DROP_MATE and s.mate[heir] and not s.replace_mate):
            return 0
    worth = max(0, lobby_worth(s, heir, card))
    return worth if heir == seat else -worth * grudge(s, seat, heir) // SCALE


def loss(s: State, seat: int, kind: int, target: int) -> int:
    """Return the worth of the card that the target would lose, at the value that a dollar has for `seat`."""
    if c.DROP[kind] == c.DROP_GROUP or c.SPECIAL[kind] == c.DEFECTS:
        length = s.chain_length[target]
        return c.DOLLARS[s.chain[target, length - 1] - 1] * turns_left(s) * dollar(s, seat) if length else 0
    if c.DROP[kind] == c.DROP_MATE:
        lost = support_worth(s, seat, mate_worth(s, target, s.mate[target] - 1)) if s.mate[target] else 0
        return lost // 2  # the target may get another mate
    return support_worth(s, seat, 1)


def spared(s: State, seat: int) -> int:
    """Return the cost that the seat avoids by cancelling the card that waits for an answer (MS-15)."""
    if situation(s) != r.ANSWER:
        return 0
    top = s.depth - 1
    kind = s.frame_kind[top] - 1
    player = s.frame_by[top]
    if c.SPECIAL[kind] == c.CANCEL:
        return 5 * dollar(s, seat) if s.frame_by[top - 1] == seat else 0
    if s.frame[0] == r.BIDDING and c.RATING_CHANGE[kind] and player != seat:
        return -rated_otherwise(s, seat, c.RATING_CHANGE[kind])
    if s.frame[0] == r.ROLLING and c.SPECIAL[kind] == c.REROLL:
        if player == s.runner:
            return -contest_worth(s, seat) * chance(s.rating) // ROLLS
        return contest_worth(s, seat) * (ROLLS - chance(s.rating)) // ROLLS if seat == s.runner else 0
    return rival_loss(s, seat, kind) if s.frame_target[top] == seat else 0


def contest_worth(s: State, seat: int) -> int:
    """Return the worth of the runner's success to the seat; negative for a rival."""
    return prize(s, s.contest - 1) if seat == s.runner else -failure_worth(s, seat)


def rival_loss(s: State, seat: int, kind: int) -> int:
    """Return the cost to its target of the card that waits for an answer; dollars for a rival cost more."""
    price = dollar(s, seat)
    if c.TAKES[kind]:
        taken = min(c.TAKES[kind], s.money[seat]) * price
        return taken + taken * grudge(s, seat, s.frame_by[s.depth - 1]) // SCALE
    if c.SPECIAL[kind] == c.SHOW_HAND:
        return 5 * price if s.cards[seat] > 1 else 0
    if c.STAKE[kind]:
        return min(c.STAKE[kind], s.money[seat]) * price // 2
    if c.SPECIAL[kind] == c.DEFECTS or c.DROP[kind] != c.DROP_NOTHING:
        return loss(s, seat, kind, seat)
    return 0
