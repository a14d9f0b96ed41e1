"""The bots' rule of thumb for deals between players, which weighs the gains of both sides (MS-17).

A deal is worth making if the seat gets more than it gives, by a margin, even after the harm that the partner can do
with its item. The rule looks only at public information, so of the partner's cards it uses the number alone. Worths and
gains are hundredths of an electoral point (`evaluation`). An item is dollars, a card, or a truce: the promise to sling
no mud in this contest.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import pick_up, put_down
from hustings.games.mudslinger.evaluation import (
    ROLLS,
    SCALE,
    answered,
    answered_bid,
    best_attempt,
    best_sling,
    can_sling,
    can_spare,
    chance,
    comes_up,
    contest_worth,
    dollar,
    dollar_with,
    grudge,
    kept,
    moment,
    mud_stakes,
    mud_worth,
    outlasts_runner,
    prize,
    rating_gain,
    reroll_gain,
    trick,
)
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.standing import states_left
from hustings.games.mudslinger.table import (
    cap_of,
    in_truce,
    is_money,
    is_question,
    may_promise_truce,
    situation,
    takes_part,
)

NOTHING = -1  # given in place of an item
NO_DEAL = -1_000_000
CAUTION = 6  # a deal must gain at least 1/6 more than the worth of the item given
GRUDGES = 8  # the number of kept truces that make up for a broken one
LAST_STATES = 3  # no deals if so few states are left, because a card or a dollar may have no more use


def effect_now(s: State, seat: int, kind: int) -> int:
    """Return the seat's gain if anybody plays a card of this kind now with effect; negative for a loss."""
    if c.RATING_CHANGE[kind]:
        return rating_gain(s, seat, c.RATING_CHANGE[kind])
    if c.SPECIAL[kind] == c.REROLL:
        return reroll_gain(s, seat)
    if c.SPECIAL[kind] == c.AGAIN and moment(s) == r.WHISTLING:
        again = best_attempt(s, s.runner, c.ALL_STATES)
        return again if seat == s.runner else -again * grudge(s, seat, s.runner) // SCALE
    return 0


def used_now(s: State, seat: int, kind: int) -> bool:
    """Return True if the seat would play a card of this kind at once if it had one."""
    return comes_up(s, seat) and effect_now(s, seat, kind) > kept(s, seat, kind)


def card_worth_now(s: State, seat: int, kind: int) -> int:
    """Return the worth of an action card to a seat, which keeps it or plays it at once."""
    worth = kept(s, seat, kind)
    return max(worth, effect_now(s, seat, kind)) if comes_up(s, seat) else worth


def worth_got(s: State, seat: int, partner: int, item: int) -> int:
    """Return the worth of receiving an item from a partner; 0 for NOTHING. Each further dollar is worth less."""
    if item == NOTHING:
        return 0
    if item == r.TRUCE:
        return truce_worth(s, partner) * trust(s, partner) // SCALE
    if is_money(item):
        return (item + 1) * dollar_with(s, seat, s.money[seat] + item + 1)
    return card_worth_now(s, seat, item - r.MOST_DOLLARS)


def worth_given(s: State, seat: int, item: int) -> int:
    """Return the cost of giving dollars or a card, or of keeping a truce; 0 for NOTHING.

    If the seat made the offer, its money already excludes the dollars that it offers.
    """
    if item == NOTHING:
        return 0
    if item == r.TRUCE:
        return truce_price(s, seat)
    if is_money(item):
        dollars = item + 1
        return dollars * dollar_with(s, seat, s.money[seat] - (0 if s.offerer == seat else dollars))
    return card_worth_now(s, seat, item - r.MOST_DOLLARS)


def turned_against(s: State, seat: int, partner: int, item: int) -> int:
    """Return the cost to the seat if the partner uses the received item against it in the current contest."""
    if item == NOTHING or item == r.TRUCE or not comes_up(s, partner):
        return 0
    if not is_money(item):
        kind = item - r.MOST_DOLLARS
        return max(0, -effect_now(s, seat, kind)) if used_now(s, partner, kind) else 0
    if moment(s) != r.BIDDING:
        return 0
    dollars = item + 1 if partner == s.runner else -(item + 1)
    rating = max(s.base_rating, min(cap_of(s), s.rating + dollars))
    return max(0, -contest_worth(s, seat) * (chance(rating) - chance(s.rating)) // ROLLS)


def gain_by(s: State, seat: int, partner: int, gets: int, gives: int) -> int:
    """Return the gain of a deal, above 0 if it is worth making; either item may be NOTHING.

    From the seat's own gain, the cost of the partner's gain is subtracted, and a margin because estimates may be wrong.
    A truce's worth to the runner (the seat whose turn it is) is part of its price already. Dollars that the runner pays
    for a truce come back as mud if the partner breaks it.
    """
    given = worth_given(s, seat, gives)
    theirs = 0 if gives == r.TRUCE else worth_got(s, partner, seat, gives)
    theirs -= 0 if gets == r.TRUCE else worth_given(s, partner, gets)
    cost = max(0, theirs) * grudge(s, seat, partner) // SCALE
    turned = turned_against(s, seat, partner, gives)
    if gets == r.TRUCE:
        turned = turned * (SCALE - trust(s, partner)) // SCALE
    return worth_got(s, seat, partner, gets) - given - max(cost, turned) - given // CAUTION - 1


def asking_gain(s: State, seat: int, partner: int, gives: int, wants: int) -> int:
    """Return the gain of asking for one item in return for another, or NO_DEAL if the partner would decline.

    The partner is assumed to judge by the same values. Cards are never asked for, because the seat cannot know whether
    the partner holds the card.
    """
    if not is_money(wants) and wants != r.TRUCE:
        return NO_DEAL
    if is_money(wants) and s.money[partner] <= wants:
        return NO_DEAL
    if gain_by(s, partner, seat, gives, wants) <= 0:
        return NO_DEAL
    return gain_by(s, seat, partner, wants, gives)


def offer_gain(s: State, seat: int, partner: int, item: int) -> int:
    """Return the gain of offering an item at the best price: dollars for a card or a truce, a truce for dollars."""
    best = NO_DEAL
    if is_money(item):
        if not may_promise_truce(s, partner, seat):
            return best
        offerer = s.offerer
        put_down(s, seat, item)  # as when the seat names the price; undone below
        s.offerer = seat
        best = asking_gain(s, seat, partner, item, r.TRUCE)
        s.offerer = offerer
        pick_up(s, seat, item)
        return best
    for dollars in range(min(r.MOST_DOLLARS, s.money[partner])):
        best = max(best, asking_gain(s, seat, partner, item, dollars))
    return best


def gift_gain(s: State, seat: int, partner: int, item: int) -> int:
    """Return the gain of giving dollars to one side of a contest between other seats, which will bid them."""
    if not is_money(item) or situation(s) != r.BIDDING or takes_part(s, seat) or not comes_up(s, partner):
        return NO_DEAL
    dollars = item + 1 if partner == s.runner else -(item + 1)
    rating = s.rating + dollars
    if rating > cap_of(s) or rating < s.base_rating:
        return NO_DEAL
    turned = prize(s, s.contest - 1) * (chance(rating) - chance(s.rating)) // ROLLS
    liked = grudge(s, seat, s.defender) - grudge(s, seat, s.runner)
    price = worth_given(s, seat, item)
    return turned * liked // SCALE - price - price // CAUTION


def deal_hunch(s: State, seat: int, action: int) -> int:
    """Return the gain of a gift or offer; 0 for a promise."""
    if action >= m.PROMISE:
        return 0
    first = m.OFFER if action >= m.OFFER else m.GIVE
    partner, item = (action - first) // r.ITEMS, (action - first) % r.ITEMS
    return offer_gain(s, seat, partner, item) if first == m.OFFER else gift_gain(s, seat, partner, item)


def bargaining(s: State) -> int:
    """Return 1 + the action that withdraws or declines the waiting offer, or 0 if no offer waits (MS-17)."""
    if s.pending or s.finished or s.depth == 0:
        return 0
    if situation(s) == r.WANTING:
        return 1 + m.WITHDRAW
    return 1 + m.DECLINE if situation(s) == r.OFFERED else 0


def bargains(s: State, seat: int, out: Numbers) -> int:
    """List the gifts and offers that bots consider; none if the seat has started a deal in this turn."""
    if s.pending or s.finished or s.deals[seat] or states_left(s) <= LAST_STATES:
        return 0
    top = situation(s)
    if not is_question(top) and top != r.BIDDING and top != r.ROLLING:
        return 0
    count = 0
    for partner in range(s.seats):
        if partner != seat:
            count = list_bargains(s, seat, partner, out, count)
    return count


def list_bargains(s: State, seat: int, partner: int, out: Numbers, count: int) -> int:
    """List deals with one partner: offers to sell a card or a truce, offers to buy a truce, and gifts of dollars."""
    purse = min(r.MOST_DOLLARS, s.money[seat])
    in_contest = situation(s) == r.BIDDING or situation(s) == r.ROLLING
    if in_contest and not takes_part(s, seat):
        for item in range(purse):
            out[count] = m.GIVE + partner * r.ITEMS + item
            count += 1
        return count
    if may_promise_truce(s, partner, seat):
        for item in range(purse):
            out[count] = m.OFFER + partner * r.ITEMS + item
            count += 1
    if s.money[partner]:
        for kind in range(c.KINDS):
            if s.hand[seat, kind]:
                out[count] = m.OFFER + partner * r.ITEMS + r.MOST_DOLLARS + kind
                count += 1
        if may_promise_truce(s, seat, partner):
            out[count] = m.OFFER + partner * r.ITEMS + r.TRUCE
            count += 1
    return count


# --- truces: a seat sells its promise to sling no mud in the current contest (MS-17)


def trust(s: State, seat: int) -> int:
    """Return the trust in a seat's promises, in hundredths: 50 at first, more for each kept truce, 0 after a breach.

    Trust returns only after many kept truces. Where few truces are left, a breach can still pay (docs/training.md).
    """
    kept, broken = s.kept[seat], s.broken[seat]
    return SCALE * (1 + kept) // (2 + kept + GRUDGES * broken) if GRUDGES * broken <= kept else 0


def truce_worth(s: State, seat: int) -> int:
    """Return the worth of a truce to the runner if the seat is certain to keep it."""
    return mud_to_come(s, seat, True)


def truce_price(s: State, seat: int) -> int:
    """Return the cost to a seat of slinging no mud in this contest; 0 if the mud would be in vain."""
    return mud_to_come(s, seat, False)


def mud_to_come(s: State, seat: int, to_runner: bool) -> int:
    """Return the worth of the mud that a seat would sling after the runner's best bid.

    If `to_runner` is True, it is the cost to the runner: worse odds, or the dollars that undo the mud if the runner
    outlasts the seat. Otherwise it is the gain to the seat.
    """
    if not may_sling(s, seat):
        return 0
    bid = answered_bid(s)
    mud = best_sling(s, seat, s.rating + bid)
    if not outlasts_runner(s, seat, bid):
        return mud * dollar(s, s.runner) if to_runner and can_spare(s, seat) else 0
    worse = chance(answered(s, bid))
    s.truce ^= 1 << seat  # as after the promise; undone below
    raised = answered_bid(s)
    better = chance(answered(s, raised)) - worse
    s.truce ^= 1 << seat
    if to_runner:
        return max(0, prize(s, s.contest - 1) * better // ROLLS - (raised - bid) * dollar(s, s.runner))
    return max(0, mud_stakes(s, seat) * better // ROLLS - mud * dollar(s, seat))


def may_sling(s: State, seat: int) -> bool:
    """Return True if the seat will be asked about mud in this contest and has promised no truce."""
    return moment(s) == r.BIDDING and comes_up(s, seat) and can_sling(s, seat)


def temptation(s: State, seat: int, action: int) -> int:
    """Return 1 + the gain of an action that breaks the seat's truce, by mud or a card; 0 for all others (MS-17)."""
    if s.finished or not in_truce(s, seat):
        return 0
    if m.SLING <= action < m.TAKE:
        return 1 + max(0, mud_worth(s, seat, action - m.SLING + 1))
    if not m.PLAY <= action < m.PLAY_GERRY:
        return 0
    kind = (action - m.PLAY) // m.TARGET_SLOTS
    return 1 + max(0, trick(s, seat, kind, s.runner)) if c.RATING_CHANGE[kind] < 0 else 0
