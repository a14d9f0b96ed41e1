"""Faster forms of Mudslinger's verbs (rule functions); without this file the same games are played, but slower.

`may`, `interrupts`, `legal` and `choices` replace the verbs of the same names; the other functions help them.
"""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.heuristic import unasked_hunch
from hustings.games.mudslinger.refusals import (
    question_of,
    refusal,
    refused_answer,
    refused_campaign,
    refused_deal,
    refused_gerry,
    refused_play,
    refused_poll,
    refused_timing,
)
from hustings.games.mudslinger.table import in_truce, is_asked, is_open_moment, situation

CHECKED = "a596183d1ae96329"


def may(s: State) -> int:
    """Return the seats that may act out of turn, by testing one move of each kind instead of all moves."""
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


def interrupts(s: State, out: Numbers) -> int:
    """Return the seats with a card that pays at once, by testing only the kinds of cards in each hand."""
    mask = 0
    if s.pending or s.finished or not is_open_moment(s):
        return mask
    for seat in range(s.seats):
        if s.cards[seat] and not is_asked(s, seat):
            for k in range(list_cards(s, seat, out, 0, kinds_held(s, seat), False)):
                mask |= (unasked_hunch(s, seat, out[k]) > 0) << seat
    return mask


def legal(s: State, seat: int, out: Numbers) -> int:
    """List the legal moves, by testing only the kinds of moves that the situation allows."""
    return listed(s, seat, out, True)


def choices(s: State, seat: int, out: Numbers) -> int:
    """List the moves that bots consider, without listing deals and paid polls first."""
    count = listed(s, seat, out, False)
    return count if count else last_resort(s, seat, out)


def last_resort(s: State, seat: int, out: Numbers) -> int:
    """List promises for a seat that has no other move, or the paid poll if it can make no promise."""
    if s.finished or seat >= s.seats or not is_open_moment(s):
        return 0
    if s.deals[seat] < r.MOST_DEALS:
        return list_promises(s, seat, out, 0)
    if refused_poll(s, seat) == LEGAL:
        out[0] = m.POLL
        return 1
    return 0


def listed(s: State, seat: int, out: Numbers, with_talk: bool) -> int:
    """List the seat's moves, with deals and paid polls only if `with_talk` is True; return the number of moves."""
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
    """Return the kinds of action cards in a hand as a bit mask."""
    held = 0
    if s.cards[seat]:
        for kind in range(c.KINDS):
            held |= (s.hand[seat, kind] > 0) << kind
    return held


def list_low(s: State, seat: int, out: Numbers, top: int) -> int:
    """List the asked seat's answers whose action ids are below WITHDRAW."""
    count = 0
    for action in range(m.WITHDRAW):
        if question_of(s, action) == top and refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


def list_range(s: State, seat: int, out: Numbers, count: int, first: int, end: int) -> int:
    """List the asked seat's answers from `first` to before `end`."""
    for action in range(first, end):
        if refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


def list_campaigns(s: State, seat: int, out: Numbers, count: int) -> int:
    """List the states that can be fought for (MS-8, MS-19)."""
    for state in range(m.SPEND - m.CAMPAIGN):
        if refused_campaign(s, seat, state) == LEGAL:
            out[count] = m.CAMPAIGN + state
            count += 1
    return count


def list_high(s: State, seat: int, out: Numbers, count: int, top: int, faithful: bool) -> int:
    """List the asked seat's answers whose action ids are RUN or higher; no mud if `faithful` is True."""
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
    """List trades and plays of held kinds of cards; no cards that act like mud if `faithful` is True (MS-14)."""
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
    """List an action for each kind in a hand; `first` is the action of kind 0."""
    rest = held
    while rest:
        out[count] = first + lowest(rest)
        rest &= rest - 1
        count += 1
    return count


def list_deals(s: State, seat: int, out: Numbers, count: int, held: int) -> int:
    """List gifts, offers and promises (MS-17)."""
    for first in (m.GIVE, m.OFFER):
        for partner in range(s.seats):
            if partner != seat:
                count = list_items(s, seat, out, count, held, first + partner * r.ITEMS)
    return list_promises(s, seat, out, count)


def list_promises(s: State, seat: int, out: Numbers, count: int) -> int:
    """List a promise to every other seat (MS-17)."""
    for partner in range(s.seats):
        if partner != seat:
            out[count] = m.PROMISE + partner
            count += 1
    return count


def list_items(s: State, seat: int, out: Numbers, count: int, held: int, first: int) -> int:
    """List gifts or offers to one partner; `first` is the action of giving or offering $1 (MS-17).

    Either all sums that the seat has are legal or none is, and likewise for cards in its hand, so one test is enough.
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
