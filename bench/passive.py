"""Whether sitting still wins in Mudslinger: a player who never spends against three bots of a level, and its share.

$ python bench/passive.py [--games 300] [--level canvasser]
"""

from __future__ import annotations

import argparse

from hustings import arena
from hustings.bots import choose
from hustings.engine.moves import Move
from hustings.engine.table import Table

SEATS = 4
STILL = ("pass", "decline", "withdraw", "draw")


def passive(table: Table, seat: int, key: int) -> Move:
    """Draw, pass and decline; campaign where the rule of thumb would."""
    legal = table.legal(seat)
    still = [move for move in legal if move.verb in STILL]
    return still[0] if still else choose(table, seat, "thumb", key)


def main() -> None:
    """Print the share, its 95 % interval and an even share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--level", default="canvasser")
    asked = parser.parse_args()
    played = arena.match("mudslinger", [passive, asked.level], games=asked.games, seats=SEATS, workers=1)
    found = played.pairings[0]
    print(f"never spends, among three of {asked.level}: {found.mean(0):.3f} ± {found.error(0):.3f}, even {played.fair}")


if __name__ == "__main__":
    main()
