"""Whether each action card of Mudslinger is worth more played than traded in, by paired games among rule-of-thumb bots.

A game of five is played to a turn drawn by lot. The seat whose turn it is gets one card of a kind out of the deck and
plays on. At the moment its rule of thumb would play the card the game is doubled: in one copy it plays it, in the other
it trades it in for three dollars. Both copies go on with the same dice, by turn, and the same order of the cards and
states, so that little but the card makes the difference. Of that difference, in electoral points and in wins, the mean
and its standard error are printed.

Most of what is left is the luck of the dice, and that can be told exactly: at every roll of a contest, the points at
stake times what came less what was to be expected. Its mean is zero whatever is played, so the share of the difference
that goes with it (least squares) is taken off before the mean is formed.

    python bench/mudslinger_cards.py [--games 1000] [--kinds "SPIN LEAK"] [--seed 0]
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

import hustings
from hustings.engine.installed import rulebook
from hustings.engine.kernels import compiled, playout, verbs
from hustings.engine.kernels.chance import draw
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger.cards import COPIES, GERRY, KIND_CODES, POINTS
from hustings.games.mudslinger.evaluation import chance
from hustings.games.mudslinger.record import ROLL_CONTEST, ROLL_DEBATE, ROLL_FIRST

SEATS = 5
LAST_TURN = 100  # about as many as a game has
CHUNK = 5000  # games held in memory at a time
SURE = 2.0  # standard errors from zero
FOREVER = 1 << 30
NO_KIND = -2
PENDINGS = 7  # kinds of chance
ROLLS = 216  # of three dice
TURNS, COPIES_AT_MOST = 1024, 8  # more than there are
PLAY, TRADE, GIVE, PLAY_GERRY, SLOTS = m.PLAY, m.TRADE, m.GIVE, m.PLAY_GERRY, m.TARGET_SLOTS

Records = npt.NDArray[Any]
Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

GAME = rulebook("mudslinger")
compiled.activate()
_compile = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
_thumb_action = playout.thumb_action
_lowest_seat = playout.lowest_seat


@_compile
def act_one(records, row, seat, action, note):
    """`act` on one record of an array."""
    return verbs.act(records[row], seat, action, note)


@_compile
def _brought(s: Any, key: Any, turn: int, counts: Any, weights: Any) -> int:
    """What chance brings: dice of their own in each turn, and a deck whose order `key` fixes from the beginning."""
    pending = s.pending
    if pending in (ROLL_FIRST, ROLL_CONTEST, ROLL_DEBATE):
        counts[pending] += 1
        return draw(key, pending * TURNS + turn, counts[pending]) % ROLLS
    verbs.chances(s, weights)
    first = np.int64(-1)
    brought = 0
    for outcome in range(len(weights)):
        for copy in range(weights[outcome]):
            place = draw(key, pending, outcome * COPIES_AT_MOST + copy)
            if first < 0 or place < first:
                first, brought = place, outcome
    return brought


@_compile
def _lucky(s: Any, outcome: int) -> int:
    """The points of the contest, times ROLLS, that the runner has by this roll above what was to be expected."""
    total = 3 + outcome // 36 + outcome // 6 % 6 + outcome % 6
    won = ROLLS if total <= s.rating else 0
    return POINTS[s.votes, s.contest - 1] * (won - chance(s.rating))


@_compile
def _kind_of(action: int) -> int:
    """The kind of card an action plays, or trades in; -1 for any other action."""
    if action < TRADE or action >= GIVE:
        return -1
    if action < PLAY:
        return action - TRADE
    return GERRY if action >= PLAY_GERRY else (action - PLAY) // SLOTS


@_compile
def _play_on(
    records: Any, keys: Any, until: Any, watched: Any, kinds: Any, found: Any, luck: Any, results: Any, buffers: Any
) -> None:
    """Play each record to its end, to a turn, or to where the watched seat would play or trade in its card.

    found    receives that action, or -1.
    luck     receives the points that fell by luck to the watched seat, and to its rivals, times ROLLS.
    results  the payoffs, where the game is over.
    """
    note, weights, actions, counts = buffers
    for k in range(len(records)):
        s = records[k]
        found[k] = -1
        turn = -1
        decisions = 0
        while not verbs.over(s) and s.turn < until[k]:
            if s.turn != turn:
                turn = s.turn
                counts[:] = 0
                decisions = turn * TURNS
            mask = verbs.owes(s)
            if mask == 0:
                brought = _brought(s, keys[k], turn, counts, weights)
                if s.pending == ROLL_CONTEST:
                    luck[k, 0 if s.runner == watched[k] else 1] += _lucky(s, brought)
                verbs.settle(s, brought, note)
                continue
            seat = _lowest_seat(mask)
            action = _thumb_action(s, seat, keys[k], decisions, actions)
            if seat == watched[k] and _kind_of(action) == kinds[k]:
                found[k] = action
                break
            verbs.act(s, seat, action, note)
            decisions += 1
        verbs.payoff(s, results[k])


def play_on(
    records: Records, keys: Integers, until: Integers, watched: Integers, kinds: Integers
) -> tuple[Integers, Integers, Integers]:
    """Play records on, in place; what was found, the luck, and the payoffs, shaped (games, 2, seats)."""
    luck = np.zeros((len(records), 2), np.int64)
    found = np.zeros(len(records), np.int64)
    results = np.zeros((len(records), 2, SEATS), np.int64)
    book = GAME.buffers(note_rows=1)
    buffers = (book.note, book.weights, book.actions, np.zeros(PENDINGS, np.int64))
    _play_on(records, keys.astype(np.uint64), until, watched, kinds, found, luck, results, buffers)
    return found, luck, results


def to_the_end(records: Records, keys: Integers, seats: Integers) -> tuple[Numbers, Numbers]:
    """One seat's points and share of the win, in per cent, at the end of each game, and the luck; shaped (games, 2)."""
    games = len(records)
    _, luck, results = play_on(records, keys, np.full(games, FOREVER), seats, np.full(games, NO_KIND))
    rows = np.arange(games)
    wins = results[:, 0] / results[:, 0].sum(1, keepdims=True)
    return np.stack([results[rows, 1, seats].astype(np.float64), 100 * wins[rows, seats]], 1), luck / ROLLS


def moments(games: int, random: np.random.Generator) -> tuple[Records, Integers, Integers]:
    """Games at the beginning of a turn, the seat whose turn it is, and the keys they go on with."""
    records = np.repeat(hustings.game("mudslinger").start_row(SEATS).array, games)
    until = random.integers(1, LAST_TURN + 1, games)
    play_on(records, random.integers(0, 1 << 62, games), until, np.zeros(games, np.int64), np.full(games, NO_KIND))
    records = records[records["finished"] == 0]
    return records, records["runner"].astype(np.int64), random.integers(0, 1 << 62, len(records))


def compare(base: Records, seats: Integers, keys: Integers, kind: int) -> tuple[Numbers, Numbers, int]:
    """Played less traded in, in points and per cent of wins, and in luck, where the card was played; how many others.

    Others: the rule of thumb traded the card in, or the game ended before it was of use.
    """
    left = COPIES[kind] - base["played"][:, kind] - base["hand"][:, :, kind].sum(1)
    chosen = np.flatnonzero(left > 0)
    held, seats, keys = base[chosen].copy(), seats[chosen], keys[chosen]
    rows = np.arange(len(held))
    held["hand"][rows, seats, kind] += 1
    held["cards"][rows, seats] += 1
    held["deck"] -= 1
    found, _, _ = play_on(held, keys, np.full(len(held), FOREVER), seats, np.full(len(held), kind))
    hit = np.flatnonzero(found >= PLAY)
    played, traded = held[hit].copy(), held[hit].copy()
    note = GAME.buffers(note_rows=1).note
    for row, (seat, action) in enumerate(zip(seats[hit].tolist(), found[hit].tolist(), strict=True)):
        act_one(played, row, seat, action, note)
        act_one(traded, row, seat, TRADE + kind, note)
    (ends, luck), (other_ends, other_luck) = (to_the_end(one, keys[hit], seats[hit]) for one in (played, traded))
    return ends - other_ends, luck - other_luck, len(held) - len(hit)


def without_luck(gains: Numbers, luck: Numbers) -> Numbers:
    """The gains less what goes with the luck; luck has a mean of zero, so theirs is the same."""
    share = np.linalg.lstsq(luck - luck.mean(0), gains - gains.mean(0), rcond=None)[0]
    return np.asarray(gains - luck @ share, np.float64)


def told(code: str, found: Numbers, luck: Numbers, others: int) -> None:
    """Print one kind's line."""
    gains = without_luck(found, luck)
    (points, wins), errors = gains.mean(0), gains.std(0) / np.sqrt(len(gains))
    verdict = "more" if points > SURE * errors[0] else "LESS" if points < -SURE * errors[0] else "undecided"
    shares = f"{100 * len(gains) / (len(gains) + others):3.0f} % of {len(gains) + others} played"
    print(
        f"  {code:9} {points:+5.2f} points ± {errors[0]:.2f}   {wins:+5.2f} % of wins ± {errors[1]:.2f}"
        f"   {shares}   {verdict}",
        flush=True,
    )


def main() -> None:
    """Measure the kinds asked for, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each kind; 40000 to decide")
    parser.add_argument("--kinds", default=" ".join(KIND_CODES), help="which")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games")
    asked = parser.parse_args()
    print(f"action cards, played less traded in at the same moment, games of {SEATS}")
    random = np.random.default_rng(asked.seed)
    sizes = [min(CHUNK, asked.games - done) for done in range(0, asked.games, CHUNK)]
    bases = [moments(size, random) for size in sizes]
    for code in asked.kinds.split():
        parts = [compare(*base, KIND_CODES.index(code)) for base in bases]
        told(
            code,
            np.concatenate([gains for gains, _, _ in parts]),
            np.concatenate([luck for _, luck, _ in parts]),
            sum(others for _, _, others in parts),
        )


if __name__ == "__main__":
    main()
