"""The contest: bids, the roll, what it decides, and what becomes of truces (MS-8 to MS-13, MS-17, MS-19)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.refusals import any_under
from hustings.games.mudslinger.scoring import finish, tell_decided, uncatchable
from hustings.games.mudslinger.table import base_of, could_bid, in_truce, in_window, is_gagged, takes_part
from hustings.games.mudslinger.turns import ask, await_chance, end_turn

ALWAYS_LOSES = 17
HOT = 5  # the largest sum that starts a hot streak


def everybody(s: State) -> int:
    """Return all seats as a bit mask."""
    return (1 << s.seats) - 1


def campaign(s: State, seat: int, state: int, note: Numbers) -> None:
    """Begin a contest; the runner is asked first (MS-8, MS-9, MS-19)."""
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
        tell(note, m.ATTACKS, seat, state, points, s.base_rating, s.defender)
    else:
        tell(note, m.CAMPAIGNS, seat, state, points, s.base_rating, 0)
    s.frame[0] = r.BIDDING
    ask_bidder(s, seat)


def bidder_from(s: State, first: int, passes: int) -> int:
    """Return the next seat from `first` on that can bid or play a card, or NOBODY if all have passed by then (MS-10).

    Skipped seats count as passing. passes: how many have passed in a row before.
    """
    for k in range(s.seats - passes):
        seat = (first + k) % s.seats
        if takes_part(s, seat) and not is_gagged(s, seat) and (s.cards[seat] > 0 or could_bid(s, seat)):
            return seat
    return r.NOBODY


def ask_bidder(s: State, first: int) -> None:
    """Ask the next seat from `first` on that can bid or play a card, or roll if all have passed (MS-10)."""
    seat = bidder_from(s, first, s.passes)
    if seat == r.NOBODY:
        s.passes = s.seats
        roll_dice(s)
    else:
        s.passes += (seat - first) % s.seats
        s.frame_seat[0] = seat


def ask_after(s: State, seat: int) -> None:
    """Ask the bidder after `seat` (MS-10)."""
    ask_bidder(s, (seat + 1) % s.seats)


def roll_dice(s: State) -> None:
    """Let the runner roll (MS-12)."""
    ask(s, r.ROLLING, r.NOBODY)
    await_chance(s, r.ROLL_CONTEST, r.NOBODY)


def bid(s: State, seat: int, dollars: int, change: int, note: Numbers) -> None:
    """Pay dollars to the bank to raise or lower the rating (MS-10, MS-11)."""
    s.money[seat] -= dollars
    s.rating += change
    s.passes = 0
    tell(note, m.SPENT if change > 0 else m.SLUNG, seat, dollars, s.rating, 0, 0)
    if change < 0:
        break_truce(s, seat, note)
    ask_after(s, seat)


def break_truce(s: State, seat: int, note: Numbers) -> None:
    """Record that a seat broke its truce, if it promised one, by mud or a card with the same effect (MS-17)."""
    if in_truce(s, seat):
        s.truce &= ~(1 << seat)
        s.broken[seat] = min(r.OFTEN[1], s.broken[seat] + 1)
        tell(note, m.BROKE_TRUCE, seat, s.runner, 0, 0, 0)


def keep_truces(s: State, note: Numbers) -> None:
    """Record the truces that were kept until the end of the contest (MS-17)."""
    for seat in range(s.seats):
        if in_truce(s, seat):
            s.kept[seat] = min(r.OFTEN[1], s.kept[seat] + 1)
            tell(note, m.KEPT_TRUCE, seat, s.runner, 0, 0, 0)
    s.truce = 0


def rolled(s: State, first: int, second: int, third: int, note: Numbers) -> None:
    """Record the runner's roll and open the roll window, in which seats may play cards (MS-13)."""
    s.dice[0] = first
    s.dice[1] = second
    s.dice[2] = third
    tell(note, m.ROLLED, s.runner, first, second, third, s.rating)
    ask_roll_window(s, 0, note)


def ask_roll_window(s: State, steps: int, note: Numbers) -> None:
    """Ask the next seat in the roll window, from `steps` after the runner on; after all, the roll counts (MS-13)."""
    for k in range(steps, s.seats):
        seat = (s.runner + k) % s.seats
        if in_window(s, seat):
            s.frame_seat[0] = seat
            return
    roll_counts(s, note)


def roll_window_goes_on(s: State, seat: int, note: Numbers) -> None:
    """Ask the next seat after `seat` in the roll window (MS-13)."""
    ask_roll_window(s, (seat - s.runner + s.seats) % s.seats + 1, note)


def wins(total: int, rating: int) -> bool:
    """Return whether a roll of this sum wins at this rating (MS-12)."""
    return total <= rating and total < ALWAYS_LOSES


def roll_counts(s: State, note: Numbers) -> None:
    """Carry out the roll: the runner takes the state or fails (MS-12)."""
    total = s.dice[0] + s.dice[1] + s.dice[2]
    state = s.contest - 1
    won = wins(total, s.rating)
    points = c.POINTS[s.votes, state]
    tell(note, m.WON if won else m.FAILED, s.runner, state, points, total, s.rating)
    keep_truces(s, note)
    was_open = s.lies[state] == r.OPEN
    if won:
        leader = uncatchable(s)
        take_state(s, state)
        tell_decided(s, leader, note)
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
    """Give a state to the runner; others see this only with the option `open_states` (MS-1, MS-18, MS-19)."""
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
    """Continue after a contest: a new attempt in a hot streak, the turn's end, or a question for a card (MS-19)."""
    s.streak = 0
    if s.hot_streak and total <= HOT:
        s.streak = 1
        tell(note, m.STREAK, s.runner, total, 0, 0, 0)
        ask(s, r.ATTEMPT, s.runner)
    elif won or s.cards[s.runner] == 0:
        end_turn(s, note)
    else:
        ask(s, r.WHISTLING, s.runner)


def support_lost(s: State, seat: int, old_base: int, note: Numbers) -> None:
    """Lower the base and the rating if the runner loses a mate or manager during the bidding (MS-9)."""
    if s.frame[0] != r.BIDDING or seat != s.runner:
        return
    s.base_rating = base_of(s, seat, s.contest - 1)
    s.rating -= old_base - s.base_rating
    tell(note, m.RATED, seat, s.rating, s.base_rating, 0, 0)
