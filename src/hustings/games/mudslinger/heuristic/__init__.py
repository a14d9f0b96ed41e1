"""The rule of thumb: bids by the odds of three dice, plays cards that are worth more than a trade, bargains.

Values are hundredths of an electoral point (evaluation.py). An action card or a trade answers no question, so one that
pays comes before any answer, and one that does not comes after all.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.heuristic.bargains import asking_gain, deal_hunch, gain_by
from hustings.games.mudslinger.heuristic.card_heuristic import trick
from hustings.games.mudslinger.heuristic.evaluation import (
    ROLLS,
    attempt_worth,
    card_worth,
    chance,
    dollar,
    kept,
    lobby_worth,
    mud_worth,
    prize,
    states_left,
)
from hustings.games.mudslinger.moves import kinds_held, list_cards
from hustings.games.mudslinger.rules.deals import TRADE_VALUE
from hustings.games.mudslinger.rules.table import cap_of, is_asked, is_open_moment, situation

FIRST = 1_000_000  # more than anything is worth: before every answer
NEVER = -FIRST
CHANGE_OF_MIND = 1  # a swap of equals is not worth the talk


def heuristic(s: State, seat: int, action: int) -> int:
    """How good an action looks to the seat, in hundredths of an electoral point."""
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
    """Moves of one word, and the choices of the set-up, which are all alike."""
    if action == m.LOBBY:
        return lobby_hunch(s, seat)
    if action == m.REPLACE:
        return card_worth(s, seat, s.fresh - 1) - CHANGE_OF_MIND
    if action == m.ACCEPT:
        gained = gain_by(s, seat, s.offerer, s.gives - 1, s.wants - 1)
        return gained if gained > 0 else gained - CHANGE_OF_MIND
    return 0


def lobby_hunch(s: State, seat: int) -> int:
    """MS-4: the card on the pile against an unknown one and the attempt, most of which comes round again."""
    if s.pile_size == 0:
        return NEVER
    return lobby_worth(s, seat, s.pile[s.pile_size - 1] - 1)


def campaign_hunch(s: State, seat: int, state: int) -> int:
    """MS-8: an attempt costs nothing; the state with the best odds for its points. An attack also hurts its owner."""
    worth = attempt_worth(s, seat, state)
    return worth + worth // 4 if s.lies[state] == r.HELD else worth


def bid_hunch(s: State, seat: int, action: int) -> int:
    """MS-10: what the change of the odds is worth, less the dollars; nobody spends on a rival."""
    if action >= m.SLING:
        return mud_worth(s, seat, action - m.SLING + 1)
    if seat != s.runner:
        return NEVER
    dollars = action - m.SPEND + 1
    price = dollar(s, seat)
    worth = prize(s, s.contest - 1)
    return worth * (chance(s.rating + dollars) - chance(s.rating)) // ROLLS - dollars * price


def unasked_hunch(s: State, seat: int, action: int) -> int:
    """MS-14: trades and plays: before any answer when they pay, never otherwise."""
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
    """MS-14: three dollars for a card: for the last states, or when they turn this contest and the card does not."""
    if (
        c.RATING_CHANGE[kind]
        and (c.RATING_CHANGE[kind] > 0) == (seat == s.runner)
        and trick(s, seat, kind, s.runner) > 0
    ):
        return 0
    if states_left(s) <= s.seats // 2 and kind < c.KINDS:
        return 1
    if situation(s) != r.BIDDING or seat != s.runner or s.money[seat] >= cap_of(s) - s.rating:
        return 0
    mine = s.rating + s.money[seat]
    more = min(cap_of(s), mine + TRADE_VALUE)
    return prize(s, s.contest - 1) * (chance(more) - chance(mine)) // ROLLS - kept(s, seat, kind)


def interrupts(s: State, out: Numbers) -> int:
    """MS-15: the seats that are not asked and hold a card which pays at once."""
    mask = 0
    if s.pending or s.finished or not is_open_moment(s):
        return mask
    for seat in range(s.seats):
        if s.cards[seat] and not is_asked(s, seat):
            for k in range(list_cards(s, seat, out, 0, kinds_held(s, seat), False)):
                mask |= (unasked_hunch(s, seat, out[k]) > 0) << seat
    return mask
