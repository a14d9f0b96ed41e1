"""Verbs rewritten for the interpreter do the same as the verbs games wrote, byte by byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hustings.engine.bound import BoundGame
from hustings.engine.game import game
from hustings.engine.installed import rulebook
from hustings.engine.kernels import Note, verbs
from hustings.engine.record import Row
from hustings.engine.ruling import Ruling, Standing, standing

STEPS = 100


def moment(book: BoundGame, ruling: Ruling | Asked, row: Row, seat: int, draw: int) -> list[object]:
    """All that a ruling says of a position, and the records and events it makes of it."""
    said: list[object] = []
    now, legal = ruling.look(row), ruling.legal(row, seat)
    said += [now, legal]
    for action in [*legal[:2], *legal[-1:], book.actions - 1]:
        trial = row.copy()
        said += [ruling.act(trial, seat, action), trial.tobytes()]
    if not now.owes and not now.over:
        outcome, trial = ruling.roll(row, draw), row.copy()
        said += [outcome, ruling.settle(trial, outcome), trial.tobytes()]
    return said


def told_in(note: Any, count: int) -> list[Note]:
    """The first events that stand in an array."""
    return list(map(tuple, note[1 : count + 1].tolist()))


class Asked:
    """The verbs as their games wrote them, over NumPy records."""

    def __init__(self, book: BoundGame) -> None:
        self.buffers = book.buffers()

    def look(self, row: Row) -> Standing:
        owes, over = verbs.owes(row), bool(verbs.over(row))
        forced = verbs.forced(row) if owes and not over else 0
        return standing(owes, verbs.may(row), over, forced, 0 if owes or over else verbs.stream(row))

    def legal(self, row: Row, seat: int) -> list[int]:
        actions: list[int] = self.buffers.actions[: verbs.legal(row, seat, self.buffers.actions)].tolist()
        return actions

    def act(self, row: Row, seat: int, action: int) -> tuple[int, list[Note], Standing | None]:
        self.buffers.note[0, 0] = 0
        reason = verbs.act(row, seat, action, self.buffers.note)
        return reason, told_in(self.buffers.note, int(self.buffers.note[0, 0])), None if reason else self.look(row)

    def roll(self, row: Row, number: int) -> int:
        return verbs.roll(row, number, self.buffers.weights)

    def settle(self, row: Row, outcome: int) -> tuple[list[Note], Standing]:
        self.buffers.note[0, 0] = 0
        verbs.settle(row, outcome, self.buffers.note)
        return told_in(self.buffers.note, int(self.buffers.note[0, 0])), self.look(row)


@pytest.mark.parametrize("name", ["combat", "mudslinger", "politics", "president"])
def test_verbs_do_the_same_however_they_are_written(name: str) -> None:
    book, chance = rulebook(name), random.Random(name)
    plain, row = book.ruling, game(name).start_row(book.seats[0])
    other = Asked(book)
    for _ in range(STEPS):
        before, seat, draw = row.tobytes(), chance.randrange(book.seats[0]), chance.getrandbits(63)
        said = moment(book, plain, row, seat, draw)
        assert moment(book, other, row, seat, draw) == said
        assert row.tobytes() == before
        now = plain.look(row)
        if now.over:
            row = game(name).start_row(book.seats[0])
        elif now.owes:
            mover = min(now.owes)
            plain.act(row, mover, chance.choice(plain.legal(row, mover)))
        else:
            plain.settle(row, plain.roll(row, draw))


def test_tables_play_the_same_game_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    book, logs = rulebook("president"), []
    for ruling in (book.ruling, Asked(book)):
        monkeypatch.setitem(book.__dict__, "ruling", ruling)
        assert book.ruling is ruling
        table, chance = game("president").start(seats=3, seed=11), random.Random(3)
        while not table.over:
            seat = min(table.owes)
            table.play(chance.choice(table.legal(seat)))
        logs.append((table.log, [event.as_dict() for event in table.events()], table.result))
    assert logs[0] == logs[1]
