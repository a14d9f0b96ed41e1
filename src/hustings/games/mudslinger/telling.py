"""Write the numbers that texts of Mudslinger show: in refusals, results, ratings after a bid, and holders of states."""

from __future__ import annotations

from hustings.engine.declared import EventTable, members
from hustings.engine.kernels import Numbers, tell
from hustings.engine.telling import OUT_OF_PLAY, Telling
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import TRADE_VALUE
from hustings.games.mudslinger.contest import bidder_from, wins
from hustings.games.mudslinger.outlook import is_hopeless
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.refusals import POLL_PRICE
from hustings.games.mudslinger.scoring import is_beaten, points_of, winners_of
from hustings.games.mudslinger.table import base_of, cap_of, rating_with, support

EFFECTS = EventTable()
RATING = EFFECTS.add("rating", number=None)  # after a bid or a card, or at the start of a campaign
WINS = EFFECTS.add("wins", number=None)  # for a pass: 1 if the dice that lie there win, 0 if not
DOLLARS = EFFECTS.add("dollars", number=None)  # what a traded card brings
STAFF = EFFECTS.add("staff", number=None)  # the part of a start that mate and managers bring, if any
ROLLS = EFFECTS.add("rolls", number=None)  # 1 if nobody else is asked, so that a pass rolls the dice, or 0
NEXT = EFFECTS.add("next", number=None)  # the dollars that lift a start to even odds, or to about three in four
NEXT_RATING = EFFECTS.add("next_rating", number=None)  # the rating then
MOST = EFFECTS.add("most", number=None)  # the dollars that lift a start to the cap
MOST_RATING = EFFECTS.add("most_rating", number=None)  # the rating then
#: for a draw, a pass or a rest: 1 if the seat can no longer win, 2 if its chance to win is below 3 percent
BEATEN = EFFECTS.add("beaten", number=None)
EVEN, GOOD = 10, 12  # the lowest ratings that win half, and 74 %, of all rolls

ENDINGS = EventTable()
WON = ENDINGS.add("won", winner=members(r.SEAT_LABELS), points=None, states=None)
BY_STATES = ENDINGS.add("by_states", winner=members(r.SEAT_LABELS), points=None, states=None)
SHARED = ENDINGS.add("shared", winner=members(r.SEAT_LABELS), points=None, states=None)


def explain(s: State, seat: int, action: int, reason: int, note: Numbers) -> None:
    """Write what the sentence of a refusal mentions; the seat knows all of it."""
    if reason in (m.NO_SUCH_SEAT, m.NO_SUCH_PARTNER, m.CANDIDATE_ABSENT):
        tell(note, reason, seat, s.seats, 0, 0, 0)
    elif reason in (m.NOT_ASKED, m.WRONG_QUESTION, m.NOT_OPEN):
        tell(note, reason, seat, s.frame_seat[s.depth - 1], s.frame[s.depth - 1], 0, 0)
    elif reason in (m.TOP_IS_ACTION, m.TOP_DOES_NOT_FIT, m.SECOND_MATE):
        tell(note, reason, seat, s.pile[s.pile_size - 1], 0, 0, 0)
    elif reason in (m.STATE_NOT_OPEN, m.STATE_IN_DECK):
        states = 0
        for state in range(c.ALL_STATES):
            states |= (s.lies[state] == r.OPEN) << state
        tell(note, reason, seat, states, 0, 0, 0)
    elif reason in (m.TOO_LITTLE_MONEY, m.DEAL_TOO_DEAR, m.POLL_TOO_DEAR):
        tell(note, reason, seat, s.money[seat], POLL_PRICE, 0, 0)
    elif reason in (m.ABOVE_CAP, m.AT_THE_CAP):
        tell(note, reason, seat, s.rating, cap_of(s), 0, 0)
    elif reason == m.BELOW_BASE:
        tell(note, reason, seat, s.rating, s.base_rating, 0, 0)
    elif reason == m.WRONG_TIME:
        kind = c.GERRY if action >= m.PLAY_GERRY else (action - m.PLAY) // m.TARGET_SLOTS
        tell(note, reason, seat, c.WHEN[kind], 0, 0, 0)
    elif reason in (m.AGAINST_RUNNER, m.NOT_THE_RUNNER):
        tell(note, reason, seat, s.runner, 0, 0, 0)
    elif reason == m.TOO_MANY_DEALS:
        tell(note, reason, seat, r.MOST_DEALS, 0, 0, 0)
    elif reason in (m.OFFER_WAITS, m.RIVAL_HAS_LESS, m.RIVAL_HAS_NO_CARD):
        tell(note, reason, seat, s.offered_to, s.offerer, 0, 0)
    elif reason == m.CANNOT_ACCEPT:
        tell(note, reason, seat, s.wants, 0, 0, 0)


def ending(s: State, note: Numbers) -> None:
    """Write the result (MS-20)."""
    winners = winners_of(s)
    best = 0
    while not (winners >> best) & 1:
        best += 1
    points = points_of(s, best)
    tied = 0
    for seat in range(s.seats):
        tied += points_of(s, seat) == points
    how = SHARED if winners != 1 << best else BY_STATES if tied > 1 else WON
    tell(note, how, best, winners, points, s.won[best], 0)


def effect(v: State, seat: int, action: int, note: Numbers) -> None:
    """Write an action's effects (MS-9 to MS-12, MS-14)."""
    asked = v.frame[v.depth - 1]
    if action in (m.DRAW, m.PASS, m.REST):
        if is_beaten(v, seat):
            tell(note, BEATEN, seat, 1, 0, 0, 0)
        elif is_hopeless(v, seat):
            tell(note, BEATEN, seat, 2, 0, 0, 0)
    if m.CAMPAIGN <= action < m.CAMPAIGN + c.ALL_STATES:
        start = base_of(v, seat, action - m.CAMPAIGN)
        staff = support(v, seat)
        tell(note, RATING, seat, start, 0, 0, 0)
        if staff > 0:
            tell(note, STAFF, seat, staff, 0, 0, 0)
        tell_prices(v, seat, start, note)
    elif action == m.PASS and asked == r.ROLLING:
        tell(note, WINS, seat, int(wins(v.dice[0] + v.dice[1] + v.dice[2], v.rating)), 0, 0, 0)
    elif action == m.PASS and asked == r.BIDDING:
        rolls = bidder_from(v, (seat + 1) % v.seats, v.passes + 1) == r.NOBODY
        tell(note, ROLLS, seat, int(rolls), 0, 0, 0)
    elif m.SPEND <= action < m.SLING:
        tell(note, RATING, seat, v.rating + 1 + action - m.SPEND, 0, 0, 0)
    elif m.SLING <= action < m.TAKE:
        tell(note, RATING, seat, v.rating - 1 - (action - m.SLING), 0, 0, 0)
    elif m.TRADE <= action < m.PLAY:
        tell(note, DOLLARS, seat, TRADE_VALUE, 0, 0, 0)
    elif m.PLAY <= action < m.PLAY_GERRY and asked == r.BIDDING:
        change = c.RATING_CHANGE[(action - m.PLAY) // m.TARGET_SLOTS]
        if change:
            tell(note, RATING, seat, rating_with(v, change), 0, 0, 0)


def tell_prices(v: State, seat: int, start: int, note: Numbers) -> None:
    """Write the dollars that lift a start to better odds and to the cap, and both ratings (MS-11)."""
    cap = cap_of(v)
    better = EVEN if start < EVEN else GOOD
    if start < better and better < cap:
        tell(note, NEXT, seat, better - start, 0, 0, 0)
        tell(note, NEXT_RATING, seat, better, 0, 0, 0)
    if start < cap:
        tell(note, MOST, seat, cap - start, 0, 0, 0)
        tell(note, MOST_RATING, seat, cap, 0, 0, 0)


def prospects(v: State, seat: int, out: Numbers) -> int:
    """List a seat's campaigns in the open states; all that decides how they start lies on the table (MS-9)."""
    count = 0
    for state in range(c.ALL_STATES):
        if v.lies[state] == r.OPEN and v.party[seat] < c.NO_PARTY:
            out[count] = m.CAMPAIGN + state
            count += 1
    return count


def held(s: State, out: Numbers) -> None:
    """Write the known holder of each state and the state's points (MS-18)."""
    for state in range(c.ALL_STATES):
        out[state] = OUT_OF_PLAY if s.lies[state] == r.ABSENT else s.holder[state] - 1
        out[c.ALL_STATES + state] = c.POINTS[s.votes, state]


def recount(s: State, holder: Numbers, note: Numbers) -> None:
    """Change the record as if each player held only the states in `holder` (MS-20)."""
    for seat in range(s.seats):
        s.won[seat] = 0
    for state in range(c.ALL_STATES):
        s.holder[state] = holder[state] + 1
        if holder[state] >= 0:
            s.won[holder[state]] += 1


TELLING = Telling(
    ending=ending,
    endings=ENDINGS,
    explain=explain,
    effect=effect,
    effects=EFFECTS,
    prospects=prospects,
    states=c.STATES,
    held=held,
    recount=recount,
)
