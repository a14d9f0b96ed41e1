"""The bots' rule of thumb in Mudslinger: it values bids by the odds, cards by their worth, and bargains.

Values are hundredths of an electoral point (`evaluation`). Most action cards and trades do not answer the question that
the seat is asked. If such a move pays, its value is above all answers; if not, it is below all answers.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers
from hustings.engine.kernels.listing import lister
from hustings.engine.kernels.verbs import legal
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import TRADE_VALUE
from hustings.games.mudslinger.bargains import asking_gain, deal_hunch, gain_by
from hustings.games.mudslinger.evaluation import (
    ROLLS,
    attempt_worth,
    bid_worth,
    card_worth,
    chance,
    kept,
    lobby_worth,
    mud_worth,
    prize,
    runner_outlasts,
    trick,
)
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.standing import is_decided, is_settled
from hustings.games.mudslinger.table import cap_of, in_truce, is_asked, situation

FIRST = 1_000_000  # larger than any worth; added to moves that should come before every answer
NEVER = -FIRST
CHANGE_OF_MIND = 1  # a cost that prevents exchanges between equal worths


#: lists the legal moves without paid polls and deals
without_talk = lister(m.MOVES, without=(m.POLL, m.GIVE, m.OFFER, m.PROMISE))


def choices(s: State, seat: int, out: Numbers) -> int:
    """List the moves that bots consider: no gifts, offers or paid polls, no futile bids, no mud during their own truce.

    For a seat that has no such move, list promises, which bind nobody; if it has none of them either, the paid poll.
    """
    size = without_talk(s, seat, out)
    faithful = in_truce(s, seat)
    settled = is_settled(s, seat) or is_decided(s)
    count = 0
    for k in range(size):
        if not ((faithful and is_mud(out[k])) or is_futile(s, seat, out[k], settled)):
            out[count] = out[k]
            count += 1
    return count if count else last_resort(s, seat, out)


def is_futile(s: State, seat: int, action: int, settled: bool) -> bool:
    """Return True for a bid that changes nothing for the seat (MS-10, MS-12).

    It leaves the chance of the dice as it is, or it is a bid in a rival's contest that is vain for the seat.

    settled: whether the winner is known or the seat's place is settled. The runner's own bids still bring points.
    """
    if not m.SPEND <= action < m.TAKE:
        return False
    if settled and seat != s.runner:
        return True
    change = action - m.SPEND + 1 if action < m.SLING else m.SLING - action - 1
    return chance(s.rating + change) == chance(s.rating)


def last_resort(s: State, seat: int, out: Numbers) -> int:
    """List promises for a seat that has no other move, or the paid poll if it can make no promise."""
    size = legal(s, seat, out)
    polls = size > 0 and out[0] == m.POLL
    count = 0
    for k in range(size):
        if out[k] >= m.PROMISE:
            out[count] = out[k]
            count += 1
    if count == 0 and polls:
        out[0] = m.POLL
        count = 1
    return count


def is_mud(action: int) -> bool:
    """Return True if a move would break a truce: mud, or a card that lowers the rating (MS-17)."""
    if m.PLAY <= action < m.PLAY_GERRY:
        return c.RATING_CHANGE[(action - m.PLAY) // m.TARGET_SLOTS] < 0
    return m.SLING <= action < m.TAKE


def heuristic(s: State, seat: int, action: int) -> int:
    """Return the worth of an action to the seat, in hundredths of an electoral point."""
    if action >= m.GIVE:
        return deal_hunch(s, seat, action)
    if action == m.POLL:
        return NEVER
    if action >= m.TRADE:
        return unasked_hunch(s, seat, action)
    if action >= m.FOR:
        return asking_gain(s, seat, s.offered_to, s.gives - 1, action - m.FOR)
    if action >= m.TAKE:
        return kept(s, seat, action - m.TAKE)
    if action >= m.SPEND:
        return bid_hunch(s, seat, action)
    if action >= m.CAMPAIGN:
        return campaign_hunch(s, seat, action - m.CAMPAIGN)
    return plain_hunch(s, seat, action)


def plain_hunch(s: State, seat: int, action: int) -> int:
    """Return the worth of a move of one word, or 0 for a choice in the set-up."""
    if action == m.LOBBY:
        return lobby_hunch(s, seat)
    if action == m.REPLACE:
        return card_worth(s, seat, s.fresh - 1) - CHANGE_OF_MIND
    if action == m.ACCEPT:
        gained = gain_by(s, seat, s.offerer, s.gives - 1, s.wants - 1)
        return gained if gained > 0 else gained - CHANGE_OF_MIND
    return 0


def lobby_hunch(s: State, seat: int) -> int:
    """Return the worth of lobbying for the top of the pile (MS-4)."""
    if s.pile_size == 0:
        return NEVER
    return lobby_worth(s, seat, s.pile[s.pile_size - 1] - 1)


def campaign_hunch(s: State, seat: int, state: int) -> int:
    """Return the worth of an attempt at a state; a quarter more for an attack, which also hurts the owner (MS-8)."""
    worth = attempt_worth(s, seat, state)
    return worth + worth // 4 if s.lies[state] == r.HELD else worth


def bid_hunch(s: State, seat: int, action: int) -> int:
    """Return the worth of a bid, less the dollars; NEVER for spending on a rival (MS-10)."""
    if action >= m.SLING:
        return mud_worth(s, seat, action - m.SLING + 1)
    if seat != s.runner:
        return NEVER
    return bid_worth(s, action - m.SPEND + 1)


def unasked_hunch(s: State, seat: int, action: int) -> int:
    """Return the worth of a trade or play, which may come out of turn; NEVER if it does not pay (MS-14)."""
    if action < m.PLAY:
        worth = trade_hunch(s, seat, action - m.TRADE)
        return worth + FIRST if worth > 0 else NEVER
    kind = c.GERRY if action >= m.PLAY_GERRY else (action - m.PLAY) // m.TARGET_SLOTS
    target = action - m.PLAY_GERRY if action >= m.PLAY_GERRY else (action - m.PLAY) % m.TARGET_SLOTS
    worth = trick(s, seat, kind, target)
    if worth <= 0:
        return NEVER
    answers = c.WHEN[kind] == c.IN_CONTEST or c.WHEN[kind] == c.IN_ANSWER
    return worth if answers else worth + FIRST


def trade_hunch(s: State, seat: int, kind: int) -> int:
    """Return the worth of trading a card; above 0 if the dollars matter now (MS-14)."""
    if (
        c.RATING_CHANGE[kind]
        and (c.RATING_CHANGE[kind] > 0) == (seat == s.runner)
        and trick(s, seat, kind, s.runner) > 0
    ):
        return 0
    if situation(s) != r.BIDDING or seat != s.runner or s.money[seat] >= cap_of(s) - s.rating:
        return 0
    if not runner_outlasts(s, -TRADE_VALUE):
        return 0
    mine = s.rating + s.money[seat]
    more = min(cap_of(s), mine + TRADE_VALUE)
    return prize(s, s.contest - 1) * (chance(more) - chance(mine)) // ROLLS - kept(s, seat, kind)


def interrupts(s: State, out: Numbers) -> int:
    """Return the seats that are not asked but hold a card that pays at once, as a bit mask (MS-15)."""
    mask = 0
    for seat in range(s.seats):
        if s.cards[seat] and not is_asked(s, seat):
            for k in range(without_talk(s, seat, out)):
                mask |= (out[k] >= m.TRADE and unasked_hunch(s, seat, out[k]) > 0) << seat
    return mask
