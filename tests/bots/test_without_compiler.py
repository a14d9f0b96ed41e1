"""With NUMBA_DISABLE_JIT, bots think in plain Python, and what only compiled code can do says so."""

from __future__ import annotations

import os
import subprocess
import sys

BOTS = """
import hustings
from hustings import bots
from hustings.batch import Batch
table = hustings.game("president").start(seats=2, seed=7)
print(bots.choose(table, 0, "alderman", key=1))
batch = Batch("president", 2, seed=7)
print(batch.step_as("thumb")[2].tolist(), batch.actions.tolist())
"""
MATCH = """
import hustings
from hustings import arena
try:
    arena.match("president", ["thumb", "random"], games=2)
except hustings.HustingsError as error:
    print(error)
"""


def printed(program: str, disabled: str) -> str:
    """Run a program with or without Numba's compiler."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_bots_and_batches_play_the_same_moves_in_plain_python() -> None:
    assert printed(BOTS, "1") == printed(BOTS, "0")


def test_what_needs_the_compiler_says_so() -> None:
    assert printed(MATCH, "1") == "many games at once need Numba's compiler; unset NUMBA_DISABLE_JIT\n"
