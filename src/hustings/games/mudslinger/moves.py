"""Which moves of Mudslinger are allowed: one predicate, `refusal`, and the list made with it."""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import reasons
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.play_rules import refused_gerry, refused_look, refused_play, refused_timing
from hustings.games.mudslinger.rules.table import (
    cap_of,
    fits,
    in_truce,
    is_asked,
    is_money,
    is_open_moment,
    may_promise_truce,
    situation,
)

POLL_PRICE = 5


def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= m.ACTIONS or seat >= s.seats:
        return reasons.NO_SUCH_ACTION
    if s.finished:
        return reasons.GAME_IS_OVER
    if s.pending:
        return reasons.CHANCE_IS_DUE
    if action >= m.TRADE or action == m.POLL or action == m.WITHDRAW:
        return refused_unasked(s, seat, action)
    if situation(s) != question_of(s, action):
        return reasons.WRONG_QUESTION
    if not is_asked(s, seat):
        return reasons.NOT_ASKED
    return refused_answer(s, seat, action)


def question_of(s: State, action: int) -> int:
    """The situation an answering move belongs to; for `pass` the present one where it can be passed, else none."""
    if action >= m.FOR:
        return r.WANTING
    if action >= m.TAKE:
        return r.TAKING
    if action >= m.SPEND:
        return r.BIDDING
    if action >= m.CAMPAIGN or action == m.REST:
        return r.ATTEMPT
    if action >= m.PARTY:
        return r.NAME_PARTY
    if action >= m.RUN:
        return r.CHOOSE
    if action >= m.ACCEPT:
        return r.OFFERED
    if action >= m.REPLACE:
        return r.REPLACING
    if action == m.PASS:
        return situation(s) if can_pass(situation(s)) else 0
    return r.CARD


def can_pass(top: int) -> bool:
    """Whether the situation is one of the windows, bidding, or the question after a failure."""
    return top == r.ANSWER or top == r.ROLLING or top == r.WHISTLING or top == r.BIDDING


def refused_answer(s: State, seat: int, action: int) -> int:
    """Why the asked seat cannot answer so; the situation is the right one."""
    if action == m.LOBBY:
        return refused_lobby(s, seat)
    if action == m.ACCEPT:
        return LEGAL if holds(s, seat, s.wants - 1) else reasons.CANNOT_ACCEPT
    if action < m.RUN:
        return LEGAL
    if action < m.PARTY:
        return refused_candidate(s, action - m.RUN)
    if action < m.CAMPAIGN:
        return LEGAL
    if action < m.SPEND:
        return refused_campaign(s, seat, action - m.CAMPAIGN)
    if action < m.SLING:
        return refused_spend(s, seat, action - m.SPEND + 1)
    if action < m.TAKE:
        return refused_sling(s, seat, action - m.SLING + 1)
    if action < m.FOR:
        return LEGAL if s.leaked[seat, action - m.TAKE] else reasons.NOT_SHOWN
    return refused_for(s, action - m.FOR)


def refused_candidate(s: State, candidate: int) -> int:
    """MS-1: why a candidate cannot be chosen."""
    if candidate == c.ANY and s.seats < r.SEATS:
        return reasons.CANDIDATE_ABSENT
    for seat in range(s.seats):
        if s.candidate[seat] == candidate:
            return reasons.CANDIDATE_TAKEN
    return LEGAL


def refused_lobby(s: State, seat: int) -> int:
    """MS-4: why the top of the pile cannot be taken."""
    if s.pile_size == 0:
        return reasons.PILE_EMPTY
    card = s.pile[s.pile_size - 1] - 1
    if c.SORT[card] == c.ACTION:
        return reasons.TOP_IS_ACTION
    if not fits(s, seat, card):
        return reasons.TOP_DOES_NOT_FIT
    if c.SORT[card] == c.MATE and s.mate[seat] and not s.replace_mate:
        return reasons.SECOND_MATE
    return LEGAL


def refused_campaign(s: State, seat: int, state: int) -> int:
    """MS-8, MS-19: why a state cannot be fought for; in a hot streak also a rival's can."""
    if s.lies[state] == r.OPEN:
        return LEGAL
    if not s.streak:
        return reasons.STATE_NOT_OPEN
    if s.lies[state] != r.HELD:
        return reasons.STATE_IN_DECK
    return reasons.STATE_OWN if s.holder[state] == seat + 1 else LEGAL


def refused_spend(s: State, seat: int, dollars: int) -> int:
    """MS-10, MS-11: why so much cannot be spent on the runner."""
    if dollars > s.money[seat]:
        return reasons.TOO_LITTLE_MONEY
    return reasons.ABOVE_CAP if s.rating + dollars > cap_of(s) else LEGAL


def refused_sling(s: State, seat: int, dollars: int) -> int:
    """MS-10, MS-11: why so much mud cannot be slung."""
    if seat == s.runner:
        return reasons.RUNNER_SLINGS
    if dollars > s.money[seat]:
        return reasons.TOO_LITTLE_MONEY
    return reasons.BELOW_BASE if s.rating - dollars < s.base_rating else LEGAL


def refused_for(s: State, item: int) -> int:
    """MS-17: why the offerer cannot ask for this."""
    if is_money(item):
        if is_money(s.gives - 1):
            return reasons.MONEY_FOR_MONEY
        return LEGAL if s.money[s.offered_to] > item else reasons.RIVAL_HAS_LESS
    if item == r.TRUCE:
        return LEGAL if may_promise_truce(s, s.offered_to, s.offerer) else refused_truce(s)
    return LEGAL if s.cards[s.offered_to] else reasons.RIVAL_HAS_NO_CARD


def refused_truce(s: State) -> int:
    """MS-17: why no truce can be promised here: under this option never, else not now or not so."""
    return reasons.NO_TRUCE if s.truces else reasons.TRUCES_OFF


def refused_unasked(s: State, seat: int, action: int) -> int:
    """Why a move that may come unasked cannot come now."""
    if action == m.WITHDRAW:
        waits = situation(s) == r.WANTING or situation(s) == r.OFFERED
        return LEGAL if waits and s.offerer == seat else reasons.NO_OFFER
    if m.PLAY <= action < m.GIVE:
        return refused_card(s, seat, action)
    if not is_open_moment(s):
        return reasons.NOT_OPEN
    if action == m.POLL:
        return refused_poll(s, seat)
    if action < m.PLAY:
        return LEGAL if s.hand[seat, action - m.TRADE] else reasons.NOT_IN_HAND
    return refused_deal(s, seat, action)


def refused_card(s: State, seat: int, action: int) -> int:
    """MS-14: why an action card cannot be played so."""
    if action >= m.PLAY_GERRY:
        late = refused_timing(s, seat, c.GERRY)
        return late if late else refused_gerry(s, action - m.PLAY_GERRY)
    kind = (action - m.PLAY) // m.TARGET_SLOTS
    late = refused_timing(s, seat, kind)
    return late if late else refused_play(s, seat, kind, (action - m.PLAY) % m.TARGET_SLOTS)


def refused_poll(s: State, seat: int) -> int:
    """MS-16: why no poll can be paid for."""
    if s.money[seat] < POLL_PRICE:
        return reasons.POLL_TOO_DEAR
    return refused_look(s, seat)


def holds(s: State, seat: int, item: int) -> bool:
    """Whether the seat has the dollars or the card; it was seen already that the seat can promise a truce."""
    if is_money(item):
        return s.money[seat] > item
    if item == r.TRUCE:
        return True
    return s.hand[seat, item - r.MOST_DOLLARS] > 0


def refused_deal(s: State, seat: int, action: int) -> int:
    """MS-17: why a gift, an offer or a promise cannot be made."""
    if action >= m.PROMISE:
        return refused_partner(s, seat, action - m.PROMISE)
    if action >= m.OFFER:
        partner = (action - m.OFFER) // r.ITEMS
        item = (action - m.OFFER) % r.ITEMS
    else:
        partner = (action - m.GIVE) // r.ITEMS
        item = (action - m.GIVE) % r.ITEMS
    refused = refused_partner(s, seat, partner)
    if refused:
        return refused
    if item == r.TRUCE and not (action >= m.OFFER and may_promise_truce(s, seat, partner)):
        return refused_truce(s)
    if not holds(s, seat, item):
        return reasons.DEAL_TOO_DEAR if is_money(item) else reasons.DEAL_NOT_IN_HAND
    return refused_offer(s, seat, partner, item) if action >= m.OFFER else LEGAL


def refused_partner(s: State, seat: int, partner: int) -> int:
    """MS-17: why nothing can be agreed with this seat now."""
    if partner >= s.seats:
        return reasons.NO_SUCH_PARTNER
    if partner == seat:
        return reasons.OWN_PARTNER
    return reasons.TOO_MANY_DEALS if s.deals[seat] >= r.MOST_DEALS else LEGAL


def refused_offer(s: State, seat: int, partner: int, item: int) -> int:
    """MS-17: one offer waits at a time, and there must be something to ask for."""
    if situation(s) == r.OFFERED:
        return reasons.OFFER_WAITS
    if s.cards[partner] or (not is_money(item) and s.money[partner]) or may_promise_truce(s, partner, seat):
        return LEGAL
    return reasons.NOTHING_TO_ASK


# --- the list


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    return listed(s, seat, out, True)


def choices(s: State, seat: int, out: Numbers) -> int:
    """What bots consider: no gifts, offers or paid polls, and no mud in a truce of theirs.

    Promises in words, which bind nobody, where there is nothing else.
    """
    count = listed(s, seat, out, False)
    return count if count else last_resort(s, seat, out)


def last_resort(s: State, seat: int, out: Numbers) -> int:
    """What a seat that is not asked can do when it has no card: promise something, or else have a poll taken."""
    if s.finished or seat >= s.seats or not is_open_moment(s):
        return 0
    if s.deals[seat] < r.MOST_DEALS:
        return list_promises(s, seat, out, 0)
    if refused_poll(s, seat) == LEGAL:
        out[0] = m.POLL
        return 1
    return 0


def listed(s: State, seat: int, out: Numbers, with_talk: bool) -> int:
    """The seat's moves, ascending, with or without deals and paid polls; returns how many."""
    if s.finished or s.pending or seat >= s.seats:
        return 0
    top = situation(s)
    talk = with_talk and is_open_moment(s)
    asked = is_asked(s, seat)
    faithful = not with_talk and in_truce(s, seat)
    count = 0
    if asked:
        count = list_low(s, seat, out, top)
    if refusal(s, seat, m.WITHDRAW) == LEGAL:
        out[count] = m.WITHDRAW
        count += 1
    if talk and refused_poll(s, seat) == LEGAL:
        out[count] = m.POLL
        count += 1
    if asked:
        count = list_high(s, seat, out, count, top, faithful)
    held = kinds_held(s, seat)
    if held:
        count = list_cards(s, seat, out, count, held, faithful)
    if talk and s.deals[seat] < r.MOST_DEALS:
        count = list_deals(s, seat, out, count, held)
    return count


def kinds_held(s: State, seat: int) -> int:
    """The kinds of action cards in a hand as a bit mask: few of the many there are."""
    held = 0
    if s.cards[seat]:
        for kind in range(c.KINDS):
            held |= (s.hand[seat, kind] > 0) << kind
    return held


def list_low(s: State, seat: int, out: Numbers, top: int) -> int:
    """The asked seat's answers below WITHDRAW."""
    count = 0
    for action in range(m.WITHDRAW):
        if question_of(s, action) == top and refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


def list_range(s: State, seat: int, out: Numbers, count: int, first: int, end: int) -> int:
    """The asked seat's answers from `first` to before `end`, all belonging to the situation."""
    for action in range(first, end):
        if refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


def list_campaigns(s: State, seat: int, out: Numbers, count: int) -> int:
    """MS-8, MS-19: the states that can be fought for."""
    for state in range(m.SPEND - m.CAMPAIGN):
        if refused_campaign(s, seat, state) == LEGAL:
            out[count] = m.CAMPAIGN + state
            count += 1
    return count


def list_high(s: State, seat: int, out: Numbers, count: int, top: int, faithful: bool) -> int:
    """The asked seat's answers from RUN on; faithful: without mud."""
    if top == r.ATTEMPT:
        return list_campaigns(s, seat, out, count)
    if top == r.BIDDING:
        most = min(m.MOST_BID, s.money[seat])
        count = list_range(s, seat, out, count, m.SPEND, m.SPEND + most)
        return count if faithful else list_range(s, seat, out, count, m.SLING, m.SLING + most)
    if top == r.TAKING:
        return list_range(s, seat, out, count, m.TAKE, m.FOR)
    if top == r.WANTING:
        return list_range(s, seat, out, count, m.FOR, m.TRADE)
    if top == r.CHOOSE:
        return list_range(s, seat, out, count, m.RUN, m.RUN + len(c.CANDIDATES))
    if top == r.NAME_PARTY:
        return list_range(s, seat, out, count, m.PARTY, m.PARTY + len(c.PARTIES))
    return count


def list_cards(s: State, seat: int, out: Numbers, count: int, held: int, faithful: bool) -> int:
    """MS-14: trades and plays of the kinds in the hand; faithful: without those that do as mud does."""
    if is_open_moment(s):
        count = list_kinds(held, out, count, m.TRADE)
    rest = held & ~(1 << c.GERRY)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if refused_timing(s, seat, kind):
            continue
        if faithful and c.RATING_CHANGE[kind] < 0:
            continue
        for target in range(m.TARGET_SLOTS):
            if refused_play(s, seat, kind, target) == LEGAL:
                out[count] = m.PLAY + kind * m.TARGET_SLOTS + target
                count += 1
    if (held >> c.GERRY) & 1 and refused_timing(s, seat, c.GERRY) == LEGAL:
        for state in range(c.ALL_STATES):
            if refused_gerry(s, state) == LEGAL:
                out[count] = m.PLAY_GERRY + state
                count += 1
    return count


def list_kinds(held: int, out: Numbers, count: int, first: int) -> int:
    """An action for each kind in a hand; `first` is that of the first kind there is."""
    rest = held
    while rest:
        out[count] = first + lowest(rest)
        rest &= rest - 1
        count += 1
    return count


def list_deals(s: State, seat: int, out: Numbers, count: int, held: int) -> int:
    """MS-17: gifts, offers, promises."""
    for first in (m.GIVE, m.OFFER):
        for partner in range(s.seats):
            if partner != seat:
                count = list_items(s, seat, out, count, held, first + partner * r.ITEMS)
    return list_promises(s, seat, out, count)


def list_promises(s: State, seat: int, out: Numbers, count: int) -> int:
    """MS-17: a promise to every other seat."""
    for partner in range(s.seats):
        if partner != seat:
            out[count] = m.PROMISE + partner
            count += 1
    return count


def list_items(s: State, seat: int, out: Numbers, count: int, held: int, first: int) -> int:
    """MS-17: what can be given or offered to one partner; `first` is the action of giving or offering them $1.

    All sums that the seat has are refused or let through alike, and so are all cards in its hand: the first is asked.
    """
    money = min(r.MOST_DOLLARS, s.money[seat])
    if money and refused_deal(s, seat, first) == LEGAL:
        for item in range(money):
            out[count] = first + item
            count += 1
    if held:
        cards = first + r.MOST_DOLLARS
        if refused_deal(s, seat, cards + lowest(held)) != LEGAL:
            return count
        count = list_kinds(held, out, count, cards)
    if s.truces and s.frame[0] == r.BIDDING and refused_deal(s, seat, first + r.TRUCE) == LEGAL:
        out[count] = first + r.TRUCE
        count += 1
    return count
