"""The contract of compiled rules: with the same keys, compiled and interpreted games have equal bytes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hustings.engine.kernels import playout, verbs
from hustings.testing.game_suite import Variant
from hustings.testing.positions import CompiledPosition, Position

_KEYS = [1 << 63, (1 << 64) - 2, (1 << 64) - 1]  # the greatest keys of 64 bits
_GAMES = 3
_NOTES = 2048


@pytest.mark.parametrize("level", [playout.RANDOM, playout.THUMB], ids=["random", "thumb"])
def test_whole_games_end_in_the_same_bytes(variant: Variant, level: int) -> None:
    """With the same keys, whole games have the same records, payoffs, decisions and events, compiled or interpreted."""
    from hustings.engine.kernels import compiled
    from hustings.testing import kernels

    book, options = variant.book, variant.game.start_options(variant.seats)
    games = _GAMES if level == playout.RANDOM else 1
    keys = np.array(_KEYS[-games:], np.uint64)
    levels = np.full(variant.seats, level, np.int64)
    records = np.zeros(games, book.schema.dtype)
    rows = []
    for k in range(games):
        records[k]["seats"] = variant.seats
        for field, value in zip(book.schema.options, options.tolist()[1:], strict=True):
            records[k][field.name] = value
        kernels.start_one(records, k)
        rows.append(variant.rows())
        assert records[k : k + 1].tobytes() == rows[k].tobytes()
    results = np.zeros((2, games, 2, variant.seats), np.int64)
    played: list[Any] = []
    for kind, (run, given) in enumerate([(compiled.playouts, records), (playout.playouts, rows)]):
        buffers = book.buffers(note_rows=_NOTES)
        decisions = run(
            given, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results[kind]
        )
        played.append((int(decisions), buffers.note.tobytes(), buffers.counts.tolist()))
    assert played[0] == played[1]
    assert played[0][0] > 0
    assert results[0].tolist() == results[1].tolist()
    assert [records[k : k + 1].tobytes() for k in range(games)] == [row.tobytes() for row in rows]


def test_every_step_leaves_the_same_bytes(variant: Variant) -> None:
    """At every step, seats to move, legal moves, outcomes, records, events and imagined worlds are equal."""
    from hustings.testing import kernels

    random = variant.random("steps")
    book = variant.book
    one = CompiledPosition(book, variant.rows())
    two = Position(book, one.row.copy())
    salt = random.getrandbits(32)
    for left, right in zip(variant.walk(one, Random(salt)), variant.walk(two, Random(salt)), strict=True):
        assert left == right
        assert one.row.tobytes() == two.row.tobytes()
        assert (
            one.buffers.note[: one.buffers.note[0, 0] + 1].tolist()
            == two.buffers.note[: two.buffers.note[0, 0] + 1].tolist()
        )
        assert (one.owes(), one.may(), one.over(), one.check()) == (two.owes(), two.may(), two.over(), two.check())
        assert one.weights() == two.weights()
        for seat in range(one.seats):
            assert one.legal(seat) == two.legal(seat)
            view, key = book.schema.blanked(two.row, seat), random.getrandbits(63)
            records = view.copy().array  # with all bytes, unlike NumPy's copy, which omits the padding between fields
            kernels.imagine_one(records, 0, seat, key)
            verbs.imagine(view, seat, key)
            assert records.tobytes() == view.tobytes()
