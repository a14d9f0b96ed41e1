"""The contest: bidding, the roll, what it brings, and hot streaks (MS-9 to MS-13, MS-19)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import events
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.play_rules import any_under
from hustings.games.mudslinger.rules.table import base_of, could_bid, in_truce, in_window, is_gagged, takes_part
from hustings.games.mudslinger.rules.turns import ask, await_chance, end_turn, finish

ALWAYS_LOSES = 17
HOT = 5  # a sum up to this is a hot streak


def everybody(s: State) -> int:
    """The bit mask of all seats."""
    return (1 << s.seats) - 1


def campaign(s: State, seat: int, state: int, note: Numbers) -> None:
    """MS-8, MS-9, MS-19: a contest begins; the runner is asked first."""
    s.contest = state + 1
    s.passes = 0
    s.gagged = 0
    s.truce = 0
    s.base_rating = base_of(s, seat, state)
    s.rating = s.base_rating
    points = c.POINTS[s.votes, state]
    if s.lies[state] == r.HELD:
        s.defender = s.holder[state] - 1
        s.shown[state] = everybody(s)
        s.seen[state] = everybody(s)
        tell(note, events.ATTACKS, seat, state, points, s.base_rating, s.defender)
    else:
        tell(note, events.CAMPAIGNS, seat, state, points, s.base_rating, 0)
    s.frame[0] = r.BIDDING
    ask_bidder(s, seat)


def ask_bidder(s: State, first: int) -> None:
    """MS-10: the next seat from `first` on that can answer is asked; those that cannot count as having passed."""
    for k in range(s.seats):
        seat = (first + k) % s.seats
        if takes_part(s, seat) and not is_gagged(s, seat) and (s.cards[seat] > 0 or could_bid(s, seat)):
            s.frame_seat[0] = seat
            return
        s.passes += 1
        if s.passes >= s.seats:
            break
    roll_dice(s)


def ask_after(s: State, seat: int) -> None:
    """MS-10: the bidder after `seat` is asked, unless all have passed."""
    if s.passes >= s.seats:
        roll_dice(s)
    else:
        ask_bidder(s, (seat + 1) % s.seats)


def roll_dice(s: State) -> None:
    """MS-12: the runner rolls."""
    ask(s, r.ROLLING, r.NOBODY)
    await_chance(s, r.ROLL_CONTEST, r.NOBODY)


def rating_after(s: State, action: int) -> int | None:
    """MS-10, MS-11: the rating after a bid; None for an action that is none."""
    if m.SPEND <= action < m.SLING:
        return int(s.rating) + action - m.SPEND + 1
    if m.SLING <= action < m.TAKE:
        return int(s.rating) - (action - m.SLING + 1)
    return None


def bid(s: State, seat: int, dollars: int, change: int, note: Numbers) -> None:
    """MS-10, MS-11: dollars to the bank move the rating up or down."""
    s.money[seat] -= dollars
    s.rating += change
    s.passes = 0
    tell(note, events.SPENT if change > 0 else events.SLUNG, seat, dollars, s.rating, 0, 0)
    if change < 0:
        break_truce(s, seat, note)
    ask_after(s, seat)


def break_truce(s: State, seat: int, note: Numbers) -> None:
    """MS-17: mud, or a card that does as mud does, breaks the seat's truce, if it has promised one."""
    if in_truce(s, seat):
        s.truce &= ~(1 << seat)
        s.broken[seat] = min(r.OFTEN[1], s.broken[seat] + 1)
        tell(note, events.BROKE_TRUCE, seat, s.runner, 0, 0, 0)


def keep_truces(s: State, note: Numbers) -> None:
    """MS-17: the contest is over: whoever promised no mud, and slung none, has kept it."""
    for seat in range(s.seats):
        if in_truce(s, seat):
            s.kept[seat] = min(r.OFTEN[1], s.kept[seat] + 1)
            tell(note, events.KEPT_TRUCE, seat, s.runner, 0, 0, 0)
    s.truce = 0


def rolled(s: State, first: int, second: int, third: int, note: Numbers) -> None:
    """MS-13: the dice lie; the roll window opens."""
    s.dice[0] = first
    s.dice[1] = second
    s.dice[2] = third
    tell(note, events.ROLLED, s.runner, first, second, third, s.rating)
    ask_roll_window(s, 0, note)


def ask_roll_window(s: State, steps: int, note: Numbers) -> None:
    """MS-13: the next seat, from `steps` after the runner on, is asked; after the last the roll takes effect."""
    for k in range(steps, s.seats):
        seat = (s.runner + k) % s.seats
        if in_window(s, seat):
            s.frame_seat[0] = seat
            return
    roll_counts(s, note)


def roll_window_goes_on(s: State, seat: int, note: Numbers) -> None:
    """MS-13: the seat after `seat` is asked."""
    ask_roll_window(s, (seat - s.runner + s.seats) % s.seats + 1, note)


def wins(total: int, rating: int) -> bool:
    """MS-12: whether a roll of this sum wins at this rating."""
    return total <= rating and total < ALWAYS_LOSES


def roll_counts(s: State, note: Numbers) -> None:
    """MS-12: the roll takes effect: the state moves or it does not."""
    total = s.dice[0] + s.dice[1] + s.dice[2]
    state = s.contest - 1
    won = wins(total, s.rating)
    points = c.POINTS[s.votes, state]
    tell(note, events.WON if won else events.FAILED, s.runner, state, points, total, s.rating)
    keep_truces(s, note)
    was_open = s.lies[state] == r.OPEN
    if won:
        take_state(s, state)
    s.contest = 0
    s.defender = r.NOBODY
    s.gagged = 0
    s.passes = 0
    s.base_rating = 0
    s.rating = 0
    if won and was_open:
        if s.unseen or any_under(s):
            ask(s, r.SETTLED, r.NOBODY)
            await_chance(s, r.TURN_UP, r.NOBODY)
            return
        if s.open_count == 0:
            finish(s, note)
            return
    contest_over(s, won, total, note)


def take_state(s: State, state: int) -> None:
    """MS-1, MS-18, MS-19: the runner holds the state now; who else knows depends on `open_states`."""
    if s.lies[state] == r.OPEN:
        s.open_count -= 1
    else:
        s.won[s.defender] -= 1
    s.lies[state] = r.HELD
    s.won[s.runner] += 1
    s.holder[state] = s.runner + 1
    s.shown[state] = everybody(s) if s.open_states else 0
    s.seen[state] = s.shown[state] | (1 << s.runner)
    s.displayed[state] = s.runner + 1 if s.open_states else 0


def contest_over(s: State, won: bool, total: int, note: Numbers) -> None:
    """MS-19, and what follows a contest: another attempt, the end of the turn, or question 3."""
    s.streak = 0
    if s.hot_streak and total <= HOT:
        s.streak = 1
        tell(note, events.STREAK, s.runner, total, 0, 0, 0)
        ask(s, r.ATTEMPT, s.runner)
    elif won or s.cards[s.runner] == 0:
        end_turn(s, note)
    else:
        ask(s, r.WHISTLING, s.runner)


def support_lost(s: State, seat: int, old_base: int, note: Numbers) -> None:
    """MS-9: while bidding goes on, base and rating fall with a lost mate or manager."""
    if s.frame[0] != r.BIDDING or seat != s.runner:
        return
    s.base_rating = base_of(s, seat, s.contest - 1)
    s.rating -= old_base - s.base_rating
    tell(note, events.RATED, seat, s.rating, s.base_rating, 0, 0)
