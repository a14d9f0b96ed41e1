"""An edit of the predicate `refusal` is all that a new rule about moves needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hustings

SOURCES = Path(hustings.__file__).parent
RULE = "return LEGAL if s.must_play == NO or playable(s, seat) == 0 else CAN_PLAY"

#: looks for draws of an extra card by a seat that could play: in refusals, in lists, in compiled and in seeded games
DRAWS = """
import random, sys
import numpy as np
import hustings
assert hustings.__file__.startswith(sys.argv[1]), hustings.__file__
from hustings.engine.kernels import compiled
game = hustings.game("politics", must_play="no")
accepted = listed = drawn = 0
for seed in range(20):
    table, moves = game.start(seats=2, seed=seed), random.Random(seed)
    while not table.over:
        seat = min(table.owes)
        legal = [str(move) for move in table.legal(seat)]
        draw, chosen = f"P{seat + 1} draw", moves.choice(legal)
        if table.view(seat)["task"] == "play" and any(" play " in text for text in legal):
            accepted += table.why_not(draw) is None
            listed += draw in legal
            drawn += chosen == draw
        table.play(chosen)
print("accepted", accepted > 0)
print("listed", listed > 0, accepted == listed)
print("drawn", drawn > 0)
results, _ = compiled.random_games(game.book, game.start_options(2), np.arange(200, dtype=np.uint64), np.zeros(2, int))
print("playouts", results[:, 1].sum(axis=0).tolist())
"""


def _run(program: str, folder: Path) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(folder), "HUSTINGS_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_one_edit_of_a_predicate_is_followed_everywhere(tmp_path: Path) -> None:
    """Refusing to draw while a card can be played changes refusals, lists, compiled playouts and games."""
    target = tmp_path / "hustings"
    shutil.copytree(SOURCES, target, ignore=shutil.ignore_patterns("static", "__pycache__"))
    before = _run(DRAWS, tmp_path)
    moves = target / "games" / "politics" / "moves.py"
    assert RULE in moves.read_text()
    moves.write_text(moves.read_text().replace(RULE, "return CAN_PLAY if playable(s, seat) else LEGAL"))
    after = _run(DRAWS, tmp_path)
    assert before[:3] == ["accepted True", "listed True True", "drawn True"]
    assert after[:3] == ["accepted False", "listed False True", "drawn False"]
    assert before[3] != after[3]
