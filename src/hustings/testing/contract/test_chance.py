"""The contract of chance: weights are exact, streams are used in order, and no index is out of bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from scipy.stats import chisquare

from hustings.engine.kernels import chance, verbs
from hustings.testing.game_suite import NO_CHANCE, GameSuite, Variant
from hustings.testing.positions import Position

_UNLIKELY = 1e-5
_LONGEST_ROLL = 4000  # up to this sum of weights, every number is tried
_MOST_GAMES = 200  # the most random games to play until one has a chance step


def _chance_steps(variant: Variant, random: Random) -> Iterator[Position]:
    """Yield the positions with a chance step in a random game; play several games if the first have none."""
    found = False
    for _ in range(_MOST_GAMES):
        position = Position(variant.book, variant.rows())
        for _ in variant.walk(position, random):
            if position.weights():
                found = True
                yield position
        if found:
            return


@pytest.mark.needs("chance")
def test_every_roll_follows_the_weights_exactly(variant: Variant) -> None:
    """At every chance step, consecutive numbers select each outcome as often as its weight says."""
    random = variant.random("rolls")
    scratch = variant.book.buffers().weights
    whole = 0
    for position in _chance_steps(variant, random):
        weights = position.weights()
        total = sum(weights.values())
        assert verbs.chances(position.row, scratch) == total
        assert 0 <= verbs.stream(position.row) < len(variant.book.streams)
        assert set(weights) <= set(range(variant.book.outcomes))
        before = position.row.tobytes()
        if total <= _LONGEST_ROLL:
            start = random.randrange(1 << 62)
            rolled = Counter(verbs.roll(position.row, number, scratch) for number in range(start, start + total))
            assert rolled == weights
            whole += 1
        else:
            for number in (random.getrandbits(63) for _ in range(200)):
                assert verbs.roll(position.row, number, scratch) in weights
        assert position.row.tobytes() == before
    assert whole, NO_CHANCE


@pytest.mark.needs("chance")
def test_the_seeded_tables_draw_as_the_odds_say(plain: Variant) -> None:
    """Over many seeds, the outcomes of the first chance step are distributed as its odds say."""
    odds = plain.game.start(seats=plain.seats, chance="asked").odds()
    table = plain.game.start(seats=plain.seats, chance="asked")
    while not table.odds():
        assert not table.over, NO_CHANCE
        table.play(table.legal(min(table.owes))[0])
    odds, moves = table.odds(), table.log
    games = max(1000, 12 * len(odds))
    counts: Counter[str] = Counter()
    for seed in range(games):
        other = plain.game.start(seats=plain.seats, seed=seed)
        for move in moves:
            other.play(move)
        counts[other.log[len(moves)].removeprefix("* ")] += 1
    assert counts.keys() <= odds.keys()
    if len(odds) > 1:
        observed = [counts[text] for text in odds]
        assert chisquare(observed, [games * float(odd) for odd in odds.values()]).pvalue > _UNLIKELY


@pytest.mark.needs("chance")
def test_counts_of_streams_are_used_one_by_one(plain: Variant) -> None:
    """A table draws each number of each stream once, in order, from 0."""
    asked: list[tuple[str, int]] = []

    def draw(stream: str, count: int) -> int:
        asked.append((stream, count))
        return chance.draw(11, plain.book.streams.index(stream), count)

    table = plain.game.start(seats=plain.seats, draw=draw)
    random = plain.random("streams")
    while not table.over:
        table.play(random.choice(table.legal(min(table.owes))))
    for stream in plain.book.streams:
        counts = [count for name, count in asked if name == stream]
        assert counts == list(range(len(counts)))
    assert len(asked) == sum(entry.startswith("* ") for entry in table.log)


_CHECKED = """
import sys
from itertools import product
import numpy as np
from hustings import game
from hustings.engine.installed import rulebook
book = rulebook(sys.argv[1])
from hustings.engine.kernels import compiled
from numba import config
assert config.BOUNDSCHECK == 1
for seats in book.seats:
    for level in (0, 1):
        options = game(sys.argv[1]).start_options(seats)
        results, decisions = compiled.random_games(book, options, np.arange(40, dtype=np.uint64), np.full(seats, level))
        print(seats, level, decisions, results.tolist())
    for chosen in product(*book.sizes.values()):
        sizes = dict(zip(book.sizes, chosen))
        results, decisions = compiled.random_games(book, options, np.arange(4, dtype=np.uint64), np.zeros(seats), sizes)
        print(seats, sizes, decisions, results.tolist())
"""


@pytest.mark.slow
def test_whole_games_with_every_index_checked(suite: GameSuite, tmp_path: Path) -> None:
    """Games of every size touch nothing outside an array, and play like games compiled without bounds checks."""
    told = []
    for checked in (True, False):
        env = {**os.environ}
        if checked:
            env |= {"NUMBA_BOUNDSCHECK": "1", "HUSTINGS_CACHE": str(tmp_path)}
        program = _CHECKED if checked else _CHECKED.replace("== 1", "!= 1")
        done = subprocess.run(
            [sys.executable, "-c", program, suite.name], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0]
