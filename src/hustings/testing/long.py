"""Compare the rules of games with their second implementations over any number of random games.

A program of two lines calls `main` with its games; that of our own games is

    $ python -m tests.games --game mudslinger --games 2000 --first 0

The option sets are those of the contract suite. Each is played equally often, with the numbers of seats in turn. Game N
is the same in every run, so `--first N --games 1` shows a difference again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hustings import Game
from hustings.testing.compare import compare_game
from hustings.testing.game_suite import GameSuite, Variant
from hustings.testing.positions import CompiledPosition

TELL_EVERY = 10.0  # seconds between two lines of progress


@dataclass
class Tally:
    """The comparison of one option set: the numbers of equal games and log entries, and the first difference."""

    suite: GameSuite
    game: Game
    games: int = 0
    entries: int = 0
    difference: str = ""

    @property
    def line(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.game.chosen)
        return f"{chosen}: {self.games} games, {self.entries} entries, {self.difference or 'no difference'}"

    def compare(self, number: int, seats: int) -> None:
        """Compare game number `number`, unless a difference was found before."""
        if self.difference:
            return
        variant = Variant(self.suite, self.game, seats)
        position, reference = CompiledPosition(variant.book, variant.rows()), variant.reference()
        try:
            self.entries += compare_game(self.suite, position, reference, variant.random(f"long {number}"))
            self.games += 1
        except Exception as error:  # any error of either implementation is a difference
            self.difference = f"game {number} with {seats} seats differs: {type(error).__name__}: {error}"


def option_sets(suite: GameSuite) -> list[Tally]:
    """Return an empty tally for each option set of a game that the contract suite plays."""
    return [Tally(suite, game) for game in dict.fromkeys(variant.game for variant in suite.variants)]


def run(suite: GameSuite, games: int, first: int) -> Iterator[str]:
    """Compare `games` games of each option set, numbered from `first`; yield progress, then a line for each set."""
    tallies, told = option_sets(suite), time.monotonic()
    for number in range(first, first + games):
        for place, tally in enumerate(tallies):
            seats = tally.game.seats_allowed
            tally.compare(number, seats[(number + place) % len(seats)])
            if time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                yield f"... game {number}: {sum(tally.games for tally in tallies)} games compared"
    yield from (tally.line for tally in tallies)
    differing = sum(bool(tally.difference) for tally in tallies)
    if differing:
        raise SystemExit(f"{suite.name}: {differing} of {len(tallies)} option sets differ")


def main(suites: Sequence[GameSuite], words: list[str] | None = None) -> None:
    """Run the comparison that the command line asks for and print it; exit with an error if anything differs."""
    by_name = {suite.name: suite for suite in suites if suite.has("reference")}
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=by_name, required=True)
    parser.add_argument("--games", type=int, default=100, help="of each option set")
    parser.add_argument("--first", type=int, default=0, help="the first game's number")
    chosen = parser.parse_args(words)
    start = time.process_time()
    for line in run(by_name[chosen.game], chosen.games, chosen.first):
        print(line, flush=True)
    print(f"{time.process_time() - start:.1f} s of processor time", file=sys.stderr)
