"""Measure random games and the search beside OpenSpiel's, and random games beside a plain C program.

$ python bench/playouts.py [--game GAME ...] [--seconds 2] [--no-starts]
"""

from __future__ import annotations

import argparse

from _games import report
from _limit import report_limit
from _search import report_search

from hustings import game_names


def main() -> None:
    """Print the three tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=game_names(), help="measure only this game")
    parser.add_argument("--seconds", type=float, default=2.0, help="the shortest time of each measurement")
    parser.add_argument("--no-starts", action="store_true", help="leave out compiling and start-up")
    asked = parser.parse_args()
    names = tuple(asked.game or game_names())
    report(names, asked.seconds, not asked.no_starts)
    report_limit(names, asked.seconds)
    report_search(names, asked.seconds)


if __name__ == "__main__":
    main()
