"""How fast moves are from Python, a `legal` and a `play` each, beside python-chess doing the same, or older code.

    $ python bench/pace.py                   beside python-chess (`pip install chess`)
    $ python bench/pace.py --old CHECKOUT    beside the code of another checkout, too

Each side plays in a process of its own, which lasts; every round has each of them play for a moment, in turns. Told is
the median of the rounds' ratios. Processor time counts, so that other programs disturb little. python-chess makes the
list of its moves, without their text, and pushes one; we make the list, and the text of the move that is played.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("combat", "mudslinger", "politics", "president")
LONGEST = 400  # moves after which a game is left
WARM, MEASURED = 0.5, 0.3  # seconds of processor time


def our_game(name: str) -> Callable[[int], int]:
    """What plays a game of ours with random moves, and returns how many a player chose."""
    import hustings

    game, choice = hustings.game(name), random.Random(5)

    def play(seed: int) -> int:
        table, moves = game.start(seats=game.facts.seats[0], seed=seed), 0
        while not table.over and moves < LONGEST:
            table.play(choice.choice(table.legal(min(table.owes))))
            moves += 1
        return moves

    return play


def chess_game() -> Callable[[int], int]:
    """The same of python-chess."""
    import chess

    choice = random.Random(5)

    def play(seed: int) -> int:
        board, moves = chess.Board(), 0
        while not board.is_game_over() and moves < LONGEST:
            board.push(choice.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def serve(play: Callable[[int], int]) -> None:
    """Play for a moment for every line that comes in, and answer how many moves there were in a second."""
    seed = 0
    for line in sys.stdin:
        began, moves = time.process_time(), 0
        while (spent := time.process_time() - began) < float(line):
            moves, seed = moves + play(seed), seed + 1
        print(moves / spent, flush=True)


class Side:
    """One side of the comparison, in a process of its own."""

    def __init__(self, name: str, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, __file__, "--side", name]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pace(WARM)

    def pace(self, seconds: float = MEASURED) -> float:
        """Its moves for each second of processor time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(seconds, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End its process."""
        self._process.communicate()


def main() -> None:
    """Measure in turns and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--old", type=Path, help="another checkout")
    parser.add_argument("--side", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.side:
        serve(chess_game() if asked.side == "chess" else our_game(asked.side))
        return
    if importlib.util.find_spec("chess") is None:
        print("python-chess is not installed (pip install chess), so nothing is measured beside it")
    sides = {("chess", "python-chess"): Side("chess", ROOT)} if importlib.util.find_spec("chess") else {}
    sides |= {(game, ""): Side(game, ROOT) for game in GAMES}
    sides |= {(game, "an older checkout"): Side(game, asked.old) for game in GAMES} if asked.old else {}
    ratios: dict[tuple[str, str], list[float]] = {}
    for _ in range(asked.rounds):
        paces = {side: each.pace() for side, each in sides.items()}
        for (name, what), theirs in paces.items():
            for game in GAMES if what == "python-chess" else [name] if what else []:
                ratios.setdefault((game, what), []).append(paces[game, ""] / theirs)
    for each in sides.values():
        each.close()
    for (game, what), found in ratios.items():
        print(f"{game:12} {statistics.median(found):5.2f} of {what} ({min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()
