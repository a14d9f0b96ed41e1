"""Entrants that are functions, for tests: other processes read them by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from hustings import Move, Table
from hustings.bots import choose

NUMBER = 7
ONCE = "HUSTINGS_TEST_KILLED"  # the file that tells that a process was killed already


def first_legal(table: Table, seat: int, key: int) -> Move:
    """The first legal move."""
    return table.legal(seat)[0]


def rule_of_thumb(table: Table, seat: int, key: int) -> str:
    """The level `thumb`, as text."""
    return str(choose(table, seat, "thumb", key))


def cheat(table: Table, seat: int, key: int) -> str:
    """A move that is none."""
    return "P1 win"


def stumbling(table: Table, seat: int, key: int) -> str:
    """A fault of the entrant's own."""
    raise LookupError("no idea")


def killed_once(table: Table, seat: int, key: int) -> Move:
    """The first legal move, but the first process that is asked is killed."""
    mark = Path(os.environ[ONCE])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return first_legal(table, seat, key)


def killed_always(table: Table, seat: int, key: int) -> Move:
    """Never a move: the process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
