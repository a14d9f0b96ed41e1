"""Kernel and second implementation, game after game: run as a program, it prints what agreed and where they parted.

    $ python -m tests.harness.long --game mudslinger --games 2000 --first 0

The option sets are those of the shared suite (`bench.variants`). Each gets as many games, with the numbers of seats in
turn; game N is the same in every run, so a difference is met again with `--first N --games 1`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import hustings
from hustings.engine.rulebook import game_names
from tests.harness.bench import Variant, variants
from tests.harness.compare import compare_game
from tests.harness.positions import CompiledPosition

TELL_EVERY = 10.0  # seconds between two lines of progress


@dataclass
class Tally:
    """What became of one option set: games and entries that agreed, and the first difference."""

    game: hustings.Game
    games: int = 0
    entries: int = 0
    difference: str = ""

    @property
    def line(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.game.chosen)
        return f"{chosen}: {self.games} games, {self.entries} entries, {self.difference or 'no difference'}"

    def compare(self, number: int, seats: int) -> None:
        """Compare one game more, unless two have differed already."""
        if self.difference:
            return
        variant = Variant(self.game, seats)
        position = CompiledPosition(variant.book, variant.rows())
        reference = variant.bench.reference(seats, self.game.options)
        try:
            self.entries += compare_game(variant.bench, position, reference, variant.random(f"long {number}"))
            self.games += 1
        except Exception as error:  # whatever either of them stumbles over is a difference
            self.difference = f"game {number} with {seats} seats differs: {type(error).__name__}: {error}"


def option_sets(name: str) -> list[Tally]:
    """The option sets of a game that the shared suite plays, each once."""
    found = {variant.game.chosen: variant.game for variant in variants() if variant.game.name == name}
    return [Tally(game) for game in found.values()]


def run(name: str, games: int, first: int) -> Iterator[str]:
    """Compare so many games of each option set, by number; yields progress, then a line for each set."""
    tallies, told = option_sets(name), time.monotonic()
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
        raise SystemExit(f"{name}: {differing} of {len(tallies)} option sets differ")


def main(words: list[str] | None = None) -> None:
    """Read the command line, compare, print. Leaves with an error where anything differed."""
    parser = argparse.ArgumentParser(prog="python -m tests.harness.long", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=game_names(), required=True)
    parser.add_argument("--games", type=int, default=100, help="of each option set")
    parser.add_argument("--first", type=int, default=0, help="the first game's number")
    chosen = parser.parse_args(words)
    start = time.process_time()
    for line in run(chosen.game, chosen.games, chosen.first):
        print(line, flush=True)
    print(f"{time.process_time() - start:.1f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main()
