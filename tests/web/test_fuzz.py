"""Nonsense, and half sense: a small run of what `tests/web/fuzz.py` does for as long as one likes."""

from __future__ import annotations

from tests.web.fuzz import fuzzed

MESSAGES = 1500


def test_nonsense_breaks_nothing_and_tells_nothing() -> None:
    seen = fuzzed(MESSAGES, seed=20)
    assert seen["sockets left"] == 0
    assert not any(name.startswith("http 5") for name in seen)
    for expected in ("http 200", "http 403", "http 409", "http 422", "told ack", "told state", "told refused"):
        assert seen[expected] > 0, seen
