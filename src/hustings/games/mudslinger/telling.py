"""Write the numbers that texts of Mudslinger show: in refusals, results, ratings after a bid, and holders of states."""

from __future__ import annotations

from hustings.engine.declared import EventTable, Terms, members
from hustings.engine.kernels import Numbers, tell
from hustings.engine.telling import OUT_OF_PLAY, FactTable, Telling
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.actions import TRADE_VALUE
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.refusals import POLL_PRICE
from hustings.games.mudslinger.scoring import points_of, winners_of
from hustings.games.mudslinger.table import base_of, cap_of, rating_with, support
from hustings.games.mudslinger.turns import bidder_from, wins

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
EVEN, GOOD = 10, 12  # the lowest ratings that win half, and 74 %, of all rolls

FACTS = FactTable(
    seats=None,
    asked=r.SEAT_OR_NONE,
    task=Terms(r.FRAME),
    runner=r.SEAT_OR_NONE,
    when=Terms((*(f"when_{when}" for when in c.WHENS), None)),
    top=c.CODE_OR_NONE,
    open=members(c.STATES),
    money=None,
    cap=None,
    rating=None,
    base=None,
    price=None,
    deals=None,
    offerer=r.SEAT_OR_NONE,
    offered_to=r.SEAT_OR_NONE,
    wants=r.ITEM_OR_NONE,
)
ENDINGS = EventTable()
WON = ENDINGS.add("won", winner=members(r.SEAT_LABELS), points=None, states=None)
BY_STATES = ENDINGS.add("by_states", winner=members(r.SEAT_LABELS), points=None, states=None)
SHARED = ENDINGS.add("shared", winner=members(r.SEAT_LABELS), points=None, states=None)


def facts(s: State, seat: int, action: int, out: Numbers) -> None:
    """Write the facts that a refusal's sentence may mention; the seat knows all of them."""
    out[0] = s.seats
    out[1] = r.NOBODY if s.finished else s.frame_seat[s.depth - 1]
    out[2] = 0 if s.finished else s.frame[s.depth - 1]
    out[3] = s.runner
    out[4] = when(action)
    out[5] = s.pile[s.pile_size - 1] if s.pile_size else 0
    out[6] = 0
    for state in range(c.ALL_STATES):
        out[6] |= (s.lies[state] == r.OPEN) << state
    out[7] = s.money[seat] if 0 <= seat < s.seats else 0
    out[8] = cap_of(s)
    out[9] = s.rating
    out[10] = s.base_rating
    out[11] = POLL_PRICE
    out[12] = r.MOST_DEALS
    out[13] = s.offerer
    out[14] = s.offered_to
    out[15] = s.wants


def when(action: int) -> int:
    """Return when the played card may be played, as an index of `cards.WHENS`; its length if no card is played."""
    if not m.PLAY <= action < m.GIVE:
        return len(c.WHENS)
    kind = c.GERRY if action >= m.PLAY_GERRY else (action - m.PLAY) // m.TARGET_SLOTS
    return c.WHEN[kind]


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
    facts=facts,
    fact_table=FACTS,
    ending=ending,
    endings=ENDINGS,
    effect=effect,
    effects=EFFECTS,
    prospects=prospects,
    states=c.STATES,
    held=held,
    recount=recount,
)
