"""Play random games at a `Table`, as users of the library would, and read everything that it shows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from random import Random
from typing import Any

from hustings import Move, Table
from hustings.engine.kernels.verbs import legal
from hustings.engine.notation import write_move


def random_move(table: Table, random: Random) -> Move:
    """Return a random legal move of a seat that must or may act."""
    seat = random.choice(sorted(table.owes | table.may))
    book, row = table.game.book, table.record()
    out = book.scratch.actions
    return write_move(book, row, seat, random.choice(out[: legal(row, seat, out)].tolist()))


def step(table: Table, random: Random) -> None:
    """Make a random step: settle the chance step by its odds if one is due, else play a legal move."""
    odds = table.odds()
    if odds:
        table.settle(random.choices(list(odds), [float(odd) for odd in odds.values()])[0])
    else:
        table.play(random_move(table, random))


def walk(table: Table, random: Random, looked_at: Iterator[bool] | None = None) -> Iterator[int]:
    """Play a random game to its end; yield the number of log entries before each step to check, and at the end.

    looked_at  for each step, whether to check it; by default all are checked.
    """
    for look in looked_at or repeat(True):
        if table.over:
            yield len(table.log)
            return
        if look:
            yield len(table.log)
        step(table, random)


def state(table: Table) -> tuple[Any, ...]:
    """Return everything that can be observed of a table, for comparison: bytes, log, views, events, moves, result."""
    everybody = [None, *range(table.seats)]
    return (
        table.view_row(0).tobytes(),
        table.record().tobytes(),
        table.log,
        as_json([table.view(seat) for seat in everybody]),
        as_json([[event.as_dict() for event in table.events(0, seat)] for seat in everybody]),
        tuple(table.legal(seat) for seat in range(table.seats)),
        table.owes,
        table.may,
        table.over,
        table.result,
    )


def as_json(value: Any) -> str:
    """Return a value as JSON text with sorted keys; raise TypeError if it contains anything that JSON does not have."""
    return json.dumps(value, sort_keys=True)


def replayed(table: Table, log: Iterable[str]) -> Table:
    """Return a new table of the same game at which another log has been carried out, with asked chance."""
    other = table.game.start(seats=table.seats, chance="asked")
    for entry in log:
        other.enter(entry)
    return other


def words_in(value: Any) -> Iterator[str]:
    """Yield every key, text and number in a JSON value, as text."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)
    else:
        yield str(value)
