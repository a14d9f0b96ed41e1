"""How long a game takes a class by its clock: decisions in a row, counted in games between rule-of-thumb bots.

    $ python bench/lesson_clock.py                     every game at the table sizes of the lesson sheets
    $ python bench/lesson_clock.py --games 500 combat

People who owe a move at the same time decide together, so a table waits once for them. Three figures a column, of the
games: a tenth have fewer, half have, nine tenths have.

  waits    how often a table waits for somebody to move, be there a choice or not
  each     how many moves one person makes
  minutes  of all waits by the strict clock that the lesson sheet proposes (seconds a decision in brackets), used up
           every time; who is only asked to react has less, as in rooms

Nobody's reading, thinking or quarrelling is in these figures: no class of people was timed.
"""

from __future__ import annotations

import argparse
from statistics import quantiles

import hustings
from hustings import bots
from hustings.engine.moves import seat_label
from hustings.rooms.automation.clocks import REACTIONS_IN_A_TURN, SHORTEST

SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
CLOCKS = {
    "combat": 20,
    "president": 75,
    "politics": 20,
    "mudslinger": 20,
}  # the sheets' (client/src/classroom/lessons.ts)


def length_of(game: str, seed: int) -> tuple[int, float, float]:
    """How often a table waits in one game, how many moves a seat makes, and the minutes by the clock, used up."""
    table = hustings.game(game).start(seats=SIZES[game], seed=seed)
    whole = CLOCKS[game]
    reaction, short = table.game.book.reaction, min(whole, max(SHORTEST, whole / REACTIONS_IN_A_TURN))
    waits, moves, seconds = 0, 0, 0.0
    while not table.over:
        waits += 1
        reacting = bool(reaction) and all(
            table.why_not(f"{seat_label(seat)} {reaction}") is None for seat in table.owes
        )
        seconds += short if reacting else whole
        for seat in sorted(table.owes):
            table.play(bots.choose(table, seat, "thumb", key=f"{seed} {table.length}"))
            moves += 1
            if table.over:
                break
    return waits, moves / SIZES[game], seconds / 60


def middle(values: list[float]) -> str:
    """What a tenth, half and nine tenths of the values do not exceed."""
    parts = quantiles(values, n=10)
    return " ".join(f"{parts[place]:4.0f}" for place in (0, 4, 8))


def main() -> None:
    """Print a line for each game."""
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("game", nargs="*", help=", ".join(SIZES))
    asking.add_argument("--games", type=int, default=200)
    asked = asking.parse_args()
    print("game        people           waits             each          minutes")
    for game in asked.game or SIZES:
        waits, each, minutes = zip(*(length_of(game, seed) for seed in range(asked.games)), strict=True)
        counted = "   ".join(middle(list(values)) for values in (waits, each, minutes))
        print(f"{game:12}{SIZES[game]:4}    {counted}   ({CLOCKS[game]})", flush=True)


if __name__ == "__main__":
    main()
