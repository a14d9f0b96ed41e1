"""Draw a table of each game as notebooks show it: docs/images/table-GAME.svg, with --check compared to what is there.

$ python scripts/table_pictures.py
"""

from __future__ import annotations

import sys
from random import Random

import hustings
from generated import ROOT, main

MOVES = {"combat": 27, "mudslinger": 300, "politics": 24, "president": 24}  # moves played before the picture
SEATS = {"combat": 2, "mudslinger": 4, "politics": 4, "president": 4}
NAMES = ("Ann", "Bo", "Cy", "Dee")


def picture(name: str) -> str:
    """A table in the middle of a game of random moves, as a spectator sees it."""
    random = Random(name)
    table = hustings.game(name).start(seats=SEATS[name], seed=7)
    for _ in range(MOVES[name]):
        if not table.over:
            table.play(random.choice(table.legal(min(table.owes))))
    return table.picture(names=NAMES[: SEATS[name]]) + "\n"


if __name__ == "__main__":
    sys.exit(main(__doc__, {ROOT / "docs" / "images" / f"table-{name}.svg": picture(name) for name in SEATS}))
