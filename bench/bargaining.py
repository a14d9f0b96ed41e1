"""The worth of bargaining in Mudslinger: the baseline of the environments with and without deals, compiled.

$ python bench/bargaining.py [--deals 4000] [--seats 3] [--seed 1]
$ python bench/bargaining.py --rates    random play with windows, a batch beside PettingZoo

All seats play the rule of thumb with reaction windows; one of them makes no deals, or makes them only in its turn.
Every deal is played once with each seat as that one, which gets an even share if bargaining is worth nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import cache
from statistics import median
from typing import Any

import numpy as np

import hustings
from hustings.arena.stats import mean_error
from hustings.batch import Batch
from hustings.bots.search.quick import quick_or_wait, reserved_action
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.kernels.playout import advance
from hustings.engine.kernels.verbs import act, payoff
from hustings.engine.kernels.windows import asked_seat, passed_after
from hustings.games.mudslinger import moves as m

DEALS, IN_TURN, SILENT = range(3)
NAMES = {SILENT: "makes no deals", IN_TURN: "deals only in its turn"}
OFFERS, GIFTS, ACCEPTED, WINDOWS = range(4)
WAIT = -1


def play(records: Any, keys: Any, manners: Any, work: Any, results: Any, told: Any) -> None:
    """Play games to their end, with the windows of `hustings.envs.windows`; all entrants play the rule of thumb.

    manners  per game and seat DEALS, IN_TURN or SILENT.
    told     the numbers of OFFERS, GIFTS, ACCEPTED and WINDOWS are added to it.
    """
    note, weights, actions, counts = work
    for k in range(len(records)):
        s, key, turn, passed = records[k], keys[k], 0, 0
        counts[:] = 0
        mask = advance(s, key, counts, weights, note)
        while mask:
            seat = asked_seat(s, mask, passed)
            manner, reacts = manners[k, seat], (mask >> seat) & 1 == 0
            passed = passed_after(s, seat, mask, passed)
            told[WINDOWS] += reacts
            if reacts and manner != DEALS:
                action = WAIT
            elif manner == SILENT:
                action = reserved_action(s, seat, 0.0, key, turn, actions)
            else:
                action = quick_or_wait(s, seat, mask, WAIT, 0.0, key, turn, actions)
            if action != WAIT:
                act(s, seat, action, note)
                told[OFFERS] += m.OFFER <= action < m.PROMISE
                told[GIFTS] += m.GIVE <= action < m.OFFER
                told[ACCEPTED] += action == m.ACCEPT
            turn += 1
            mask = advance(s, key, counts, weights, note)
        payoff(s, results[k])


@cache
def compiled_play() -> Any:
    """Return `play`, compiled."""
    from hustings.engine.kernels import compiled

    compiled.activate()
    return compiled.entry(play)


def measure(game: hustings.Game, seats: int, deals: int, manner: int, seed: int) -> tuple[Any, Any]:
    """Return the mean share of the other seat in each deal, and the numbers told by `play` for one game."""
    buffers = game.book.buffers(note_rows=1)
    records = np.repeat(game.start_row(seats).array, deals * seats)
    keys = np.repeat(np.array([draw(key_of(seed), 0, deal) for deal in range(deals)], np.int64), seats)
    manners = np.tile(np.where(np.eye(seats, dtype=bool), manner, DEALS), (deals, 1))
    results, told = np.zeros((len(keys), 2, seats), np.int64), np.zeros(4, np.int64)
    work = (buffers.note, buffers.weights, buffers.actions, buffers.counts)
    compiled_play()(records, keys, manners, work, results, told)
    shares = results[:, 0] / results[:, 0].sum(1, keepdims=True)
    return shares[manners == manner].reshape(deals, seats).mean(1), told / len(keys)


def timed(turn: Callable[[], int], seconds: float = 0.5) -> float:
    """Return the decisions per second of this thread's processor time."""
    began, decisions = time.thread_time(), 0
    while time.thread_time() - began < seconds:
        decisions += turn()
    return decisions / (time.thread_time() - began)


def rates(seats: int, seed: int, rounds: int = 7) -> None:
    """Print decisions a second of random play with windows, masks and observations, by a batch and by PettingZoo."""
    from hustings.envs.pettingzoo import aec_env

    batch = Batch("mudslinger", 1024, seats, seed=seed, mask=True, bargaining=True, truces="yes")
    env = aec_env("mudslinger", seats, bargaining=True, truces="yes")
    env.reset(seed=seed)

    def step_batch() -> int:
        batch.step(batch.choose("random"))
        return batch.n

    def step_env() -> int:
        _, _, ended, _, info = env.last()
        if ended:
            env.reset()
        else:
            env.step(env.action_space(env.agent_selection).sample(info["action_mask"]))
        return 1

    for _ in range(400):
        step_batch()
    found = [(timed(step_batch), timed(step_env)) for _ in range(rounds)]
    fast, slow = (median(each) for each in zip(*found, strict=True))
    ratio = median(one / other for one, other in found)
    print(f"batch {fast:,.0f} decisions a second, PettingZoo {slow:,.0f}; median ratio {ratio:.0f}")


def main() -> None:
    """Print the share of the seat that deals less, its 95 % interval by deal, and how much was dealt."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rates", action="store_true")
    asked = parser.parse_args()
    if asked.rates:
        rates(asked.seats, asked.seed)
        return
    game = hustings.game("mudslinger", truces="yes")
    for manner, name in NAMES.items():
        shares, told = measure(game, asked.seats, asked.deals, manner, asked.seed)
        print(f"{name}: {shares.mean():.4f} ± {mean_error(shares):.4f}, even {1 / asked.seats:.4f}", end="; ")
        offers, gifts, accepted, windows = told
        print(f"a game: {windows:.0f} windows, {offers:.1f} offers, {accepted:.1f} accepted, {gifts:.1f} gifts")


if __name__ == "__main__":
    main()
