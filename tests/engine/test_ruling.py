"""The verbs as tables call them: compiled, they say and do what the plain functions do, byte by byte."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hustings.engine.game import game
from hustings.engine.kernels.compiled_ruling import Compiled
from hustings.engine.record import Row
from hustings.engine.rulebook import Buffers, Rulebook, rulebook
from hustings.engine.ruling import INTERPRETED, Ruling

STEPS = 100


def moment(book: Rulebook, ruling: Ruling, buffers: Buffers, row: Row, seat: int, draw: int) -> list[object]:
    """All that a ruling says of a position, and the records and notes it makes of it."""
    said: list[object] = []
    now = ruling.look(row)
    count = ruling.legal(row, seat, buffers.actions)
    said += [now, buffers.actions[:count].tolist()]
    for action in [*buffers.actions[: min(count, 2)].tolist(), book.actions - 1]:
        trial = row.copy()
        buffers.note[:] = 0
        said += [ruling.act(trial, seat, action, buffers.note), trial.tobytes(), buffers.note.tobytes()]
    if not now.owes and not now.over:
        outcome, trial = ruling.roll(row, draw, buffers.weights), row.copy()
        buffers.note[:] = 0
        ruling.settle(trial, outcome, buffers.note)
        said += [outcome, trial.tobytes(), buffers.note.tobytes()]
    return said


@pytest.mark.parametrize("name", ["combat", "mudslinger", "politics", "president"])
def test_compiled_verbs_do_what_the_plain_ones_do(name: str) -> None:
    book, chance = rulebook(name), random.Random(name)
    compiled, buffers, row = Compiled(book), book.buffers(note_rows=64), game(name).start_row(book.seats[0])
    for _ in range(STEPS):
        before, seat, draw = row.tobytes(), chance.randrange(book.seats[0]), chance.getrandbits(63)
        plain = moment(book, INTERPRETED, buffers, row, seat, draw)
        assert moment(book, compiled, buffers, row, seat, draw) == plain
        assert row.tobytes() == before
        now = INTERPRETED.look(row)
        if now.over:
            row = game(name).start_row(book.seats[0])
        elif now.owes:
            mover = min(now.owes)
            count = INTERPRETED.legal(row, mover, buffers.actions)
            INTERPRETED.act(row, mover, int(buffers.actions[chance.randrange(count)]), buffers.note)
        else:
            INTERPRETED.settle(row, INTERPRETED.roll(row, draw, buffers.weights), buffers.note)


def test_tables_play_the_same_game_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    book, logs = rulebook("president"), []
    for ruling in (INTERPRETED, Compiled(book)):
        monkeypatch.setitem(book.__dict__, "_rulings", [ruling])
        assert book.ruling is ruling
        table, chance = game("president").start(seats=3, seed=11), random.Random(3)
        while not table.over:
            seat = min(table.owes)
            table.play(chance.choice(table.legal(seat)))
        logs.append((table.log, [event.as_dict() for event in table.events()], table.result))
    assert logs[0] == logs[1]


def test_numbers_come_back_as_plain_ones() -> None:
    book = rulebook("president")
    compiled, row = Compiled(book), game("president").start_row(2)
    now = compiled.look(row)
    assert (type(now.over), type(now.forced), type(now.stream)) == (bool, int, int)
    assert type(compiled.legal(row, 0, np.zeros(book.most_legal, np.int64))) is int
