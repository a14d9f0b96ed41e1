"""Kills and restarts of three processes behind the proxy: a small run of what `tests/web/fleet.py` does by hundreds."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.fleet import kill, restart

MOST = 20.0  # seconds; how long it is really is for the program to say, on a machine that does nothing else


def test_kills_under_load_lose_and_double_nothing(tmp_path: Path) -> None:
    ledger = asyncio.run(kill(tmp_path, 3, rooms=6))
    assert len(ledger.acks) > 24
    assert ledger.lost > 0
    assert ledger.waited < MOST


def test_a_rolling_restart_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    ledger = asyncio.run(restart(tmp_path, 1, rooms=6))
    assert len(ledger.acks) > 12
    assert ledger.lost >= 12
    assert ledger.waited < MOST
