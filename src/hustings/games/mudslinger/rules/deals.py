"""Deals between players: gifts, offers, promises, and trades with the bank (MS-14, MS-17)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import events
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.actions import move_card, pop, push
from hustings.games.mudslinger.rules.table import is_money
from hustings.games.mudslinger.rules.turns import to_pile

TRADE_VALUE = 3


def trade(s: State, seat: int, kind: int, note: Numbers) -> None:
    """MS-14: an action card goes on the pile for three dollars."""
    s.hand[seat, kind] -= 1
    s.cards[seat] -= 1
    s.money[seat] += TRADE_VALUE
    to_pile(s, c.PEOPLE + kind)
    tell(note, events.TRADED, seat, kind, TRADE_VALUE, 0, 0)


def deal(s: State, seat: int, action: int, note: Numbers) -> None:
    """MS-17: a gift, an offer or a promise."""
    s.deals[seat] += 1
    if action >= m.PROMISE:
        tell(note, events.PROMISED, seat, action - m.PROMISE, 0, 0, 0)
    elif action >= m.OFFER:
        offer(s, seat, (action - m.OFFER) // r.ITEMS, (action - m.OFFER) % r.ITEMS, note)
    else:
        give(s, seat, (action - m.GIVE) // r.ITEMS, (action - m.GIVE) % r.ITEMS, note)


def give(s: State, seat: int, partner: int, item: int, note: Numbers) -> None:
    """MS-17: a gift; the kind of a card is told to the two alone."""
    if is_money(item):
        s.money[seat] -= item + 1
        s.money[partner] += item + 1
        tell(note, events.GAVE_MONEY, seat, item + 1, partner, 0, 0)
        return
    kind = item - r.MOST_DOLLARS
    move_card(s, seat, partner, kind)
    tell(note, events.GAVE_CARD, seat, partner, 0, 0, 0)
    tell_only(note, (1 << seat) | (1 << partner), events.GAVE_KIND, seat, partner, kind, 0, 0)


def put_down(s: State, seat: int, item: int) -> None:
    """Dollars or a card leave a player; a truce is words, and nobody lacks it."""
    if is_money(item):
        s.money[seat] -= item + 1
    elif item != r.TRUCE:
        s.hand[seat, item - r.MOST_DOLLARS] -= 1
        s.cards[seat] -= 1


def pick_up(s: State, seat: int, item: int) -> None:
    """Dollars or a card come to a player."""
    if is_money(item):
        s.money[seat] += item + 1
    elif item != r.TRUCE:
        s.hand[seat, item - r.MOST_DOLLARS] += 1
        s.cards[seat] += 1


def offer(s: State, seat: int, partner: int, item: int, note: Numbers) -> None:
    """MS-17: the thing given lies on the table until the offer is dealt with."""
    put_down(s, seat, item)
    s.offerer = seat
    s.offered_to = partner
    s.gives = item + 1
    push(s, r.WANTING, seat, seat, 0, partner)
    tell(note, events.OFFERED_ITEM, seat, partner, item + 1, 0, 0)


def asks_for(s: State, seat: int, item: int, note: Numbers) -> None:
    """MS-17: the other half of the offer; now the partner is asked."""
    s.wants = item + 1
    top = s.depth - 1
    s.frame[top] = r.OFFERED
    s.frame_seat[top] = s.offered_to
    tell(note, events.ASKED_FOR, seat, s.offered_to, s.gives, item + 1, 0)


def close_offer(s: State) -> None:
    """No offer waits any more."""
    pop(s)
    s.offerer = r.NOBODY
    s.offered_to = r.NOBODY
    s.gives = 0
    s.wants = 0


def accept(s: State, seat: int, note: Numbers) -> None:
    """MS-17: both things change hands at once; who gives a truce is in it from now on."""
    tell(note, events.ACCEPTED, seat, s.offerer, s.gives, s.wants, 0)
    pick_up(s, seat, s.gives - 1)
    put_down(s, seat, s.wants - 1)
    if s.gives - 1 == r.TRUCE:
        s.truce |= 1 << s.offerer
    elif s.wants - 1 == r.TRUCE:
        s.truce |= 1 << seat
    pick_up(s, s.offerer, s.wants - 1)
    close_offer(s)


def decline(s: State, seat: int, note: Numbers) -> None:
    """MS-17: the thing goes back; the partner declined or the offerer withdrew."""
    if seat == s.offerer:
        tell(note, events.WITHDREW, seat, 0, 0, 0, 0)
    else:
        tell(note, events.DECLINED, seat, s.offerer, 0, 0, 0)
    pick_up(s, s.offerer, s.gives - 1)
    close_offer(s)
