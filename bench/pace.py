"""How fast moves are from Python, a `legal` and a `play` each, beside python-chess doing the same, or older code.

    $ python bench/pace.py                   beside python-chess (`pip install chess`)
    $ python bench/pace.py --old CHECKOUT    beside the code of another checkout, too

Every round runs each side once, in a process of its own, in turns; told is the median of the rounds' ratios. Processor
time counts, so that other programs disturb little.
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
WARM, MEASURED = 0.3, 1.5  # seconds of processor time


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


def pace(play: Callable[[int], int], seconds: float) -> float:
    """Moves for each second of processor time."""
    began, moves, seed = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        moves, seed = moves + play(seed), seed + 1
    return moves / spent


def measured(name: str, checkout: Path) -> float:
    """One side's pace, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, __file__, "--side", name]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure in turns and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--old", type=Path, help="another checkout")
    parser.add_argument("--side", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.side:
        play = chess_game() if asked.side == "chess" else our_game(asked.side)
        pace(play, WARM)
        print(pace(play, MEASURED))
        return
    peers = {"an older checkout": asked.old} if asked.old else {}
    with_chess = importlib.util.find_spec("chess") is not None
    if not with_chess:
        print("python-chess is not installed (pip install chess), so nothing is measured beside it")
    ratios: dict[tuple[str, str], list[float]] = {}
    for _ in range(asked.rounds if peers or with_chess else 0):
        theirs = measured("chess", ROOT) if with_chess else 0.0
        for game in GAMES:
            ours = measured(game, ROOT)
            if with_chess:
                ratios.setdefault((game, "python-chess"), []).append(ours / theirs)
            for what, checkout in peers.items():
                ratios.setdefault((game, what), []).append(ours / measured(game, checkout))
    for (game, what), found in ratios.items():
        told = ", ".join(f"{ratio:.2f}" for ratio in sorted(found))
        print(f"{game:12} {statistics.median(found):5.2f} of {what} ({told})")


if __name__ == "__main__":
    main()
