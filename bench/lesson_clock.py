"""How long a game takes a class by its clock: decisions in a row, counted in games between rule-of-thumb bots.

    $ python bench/lesson_clock.py                     every game at the table sizes of the lesson sheets
    $ python bench/lesson_clock.py --games 500 combat

People who owe a move at the same time decide together, so a table waits once for them. Three figures a column, of the
games: a tenth have fewer, half have, nine tenths have.

  waits   how often a table waits for somebody to move, be there a choice or not
  each    how many moves one person makes
  min at  the minutes of all waits at so many seconds a decision; 60 is the class's own clock, used up every time

Nobody's reading, thinking or quarrelling is in these figures: no class of people was timed.
"""

from __future__ import annotations

import argparse
from statistics import quantiles

import hustings
from hustings import bots

SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
PACES = (5, 10, 20, 60)  # seconds a decision


def waits_of(game: str, seed: int) -> tuple[int, float]:
    """How often a table waits in one game, and how many moves a seat makes."""
    table = hustings.game(game).start(seats=SIZES[game], seed=seed)
    waits, moves = 0, 0
    while not table.over:
        waits += 1
        for seat in sorted(table.owes):
            table.play(bots.choose(table, seat, "thumb", key=f"{seed} {table.length}"))
            moves += 1
            if table.over:
                break
    return waits, moves / SIZES[game]


def middle(values: list[float]) -> tuple[float, float, float]:
    """What a tenth, half and nine tenths of the values do not exceed."""
    parts = quantiles(values, n=10)
    return parts[0], parts[4], parts[8]


def main() -> None:
    """Print a line for each game."""
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("game", nargs="*", help=", ".join(SIZES))
    asking.add_argument("--games", type=int, default=200)
    asked = asking.parse_args()
    print("game        people        waits         each   " + "".join(f"min at {pace:2} s   " for pace in PACES))
    for game in asked.game or SIZES:
        found = [waits_of(game, seed) for seed in range(asked.games)]
        low, mid, high = middle([waits for waits, _ in found])
        each = middle([own for _, own in found])
        minutes = "".join(f"{low * pace / 60:4.0f} {mid * pace / 60:4.0f} {high * pace / 60:4.0f}   " for pace in PACES)
        counted = f"{low:4.0f} {mid:4.0f} {high:4.0f}   {each[0]:3.0f} {each[1]:3.0f} {each[2]:3.0f}"
        print(f"{game:12}{SIZES[game]:4}   {counted}   {minutes}")


if __name__ == "__main__":
    main()
