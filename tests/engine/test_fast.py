"""Fast forms can be deleted, and an edit of a rule takes them out of use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hustings

SOURCES = Path(hustings.__file__).parent
NAMES = ("combat", "mudslinger", "politics", "president")
MOST_ENTRIES = 200

PLAY = """
import random, sys
import hustings
assert hustings.__file__.startswith(sys.argv[1]), hustings.__file__
for name in {names}:
    game = hustings.game(name)
    for seed in range(3):
        table, moves = game.start(seats=game.seats_allowed[0], seed=seed), random.Random(seed)
        while not table.over and len(table.log) < {most}:
            table.play(moves.choice(table.legal(min(table.owes))))
        print(name, *table.log)
"""

FOURTH = """
import random, sys
import numpy as np
import hustings
from hustings.engine.kernels import compiled
game = hustings.game("president")
table = game.start(seats=2, seed=1)
for size in ("small", "medium", "large"):
    table.play(f"P1 place {size} MT")
    table.play("P2 place large FL")
print("refused", table.why_not("P1 place large MT") is not None)
print("listed", sum("MT" in str(move) for move in table.legal(0)))
results, _ = compiled.random_games(game.book, game.start_options(2), np.arange(200, dtype=np.uint64), np.zeros(2, int))
print("playouts", results[:, 1].sum(axis=0).tolist())
removed = 0
for seed in range(20):
    table, moves = game.start(seats=2, seed=seed), random.Random(seed)
    while not table.over:
        table.play(moves.choice(table.legal(min(table.owes))))
    removed += sum(event.event == "removed" for event in table.events())
print("removed", removed > 0)
"""


def _copy(folder: Path) -> Path:
    """Copy the package without the client and return its folder."""
    target = folder / "hustings"
    shutil.copytree(SOURCES, target, ignore=shutil.ignore_patterns("static", "__pycache__"))
    return target


def _run(program: str, folder: Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder), "HUSTINGS_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_fast_forms_the_same_games_are_played(tmp_path: Path) -> None:
    """Deleting every `fast.py` changes no game."""
    program = PLAY.format(names=NAMES, most=MOST_ENTRIES)
    target = _copy(tmp_path)
    with_forms = _run(program, tmp_path)
    for name in NAMES:
        (target / "games" / name / "fast.py").unlink()
    assert _run(program, tmp_path) == with_forms
    assert with_forms.count("president") == 3


@pytest.mark.slow
def test_one_edit_of_a_predicate_is_followed_everywhere(tmp_path: Path) -> None:
    """Refusing a fourth pyramid in `refusal` changes refusals, lists, compiled playouts and games."""
    target = _copy(tmp_path)
    before = _run(FOURTH, tmp_path).splitlines()
    rules = target / "games" / "president" / "rules.py"
    rule = "    if s.stock[seat, size] == 0:\n"
    fourth = "    if pieces(s, seat, state) == 3:\n        return moves.NOT_IN_PLAY\n"
    rules.write_text(rules.read_text().replace(rule, fourth + rule))
    after = _run(FOURTH, tmp_path).splitlines()
    assert [before[0], before[1], before[3]] == ["refused False", "listed 3", "removed True"]
    assert [after[0], after[1], after[3]] == ["refused True", "listed 0", "removed False"]
    assert before[2] != after[2]
