"""Short ways to lead tables, whichever game is played, and to look at them.

Chance is asked at every table here, so a card comes up where the test names it, and nowhere else.
"""

from __future__ import annotations

from typing import Any

import pytest

import hustings
from hustings.engine.errors import IllegalMove, Reason
from hustings.engine.kernels import verbs
from hustings.engine.moves import CHANCE_MARK
from hustings.engine.record import Row
from hustings.engine.table import Table

Told = tuple[int | None, dict[str, Any]]


def unbegun(game: hustings.Game, seats: int) -> Any:
    """A record with nothing in it but its seats and all options of its game."""
    row: Any = game.book.schema.new()
    row.seats, *chosen = game.start_options(seats).tolist()
    for option, value in zip(game.book.options, chosen, strict=True):
        setattr(row, option.name, value)
    return row


def table_over(game: hustings.Game, row: Row) -> Table:
    """A table in a prepared position, which must be sound."""
    table = Table(game, row, draw=refuse_to_draw, asked=True)
    assert_sound(table)
    return table


def refuse_to_draw(stream: str, count: int) -> int:
    """Chance that must never be drawn: at these tables it is asked."""
    raise AssertionError(f"chance {stream}:{count} was drawn at a table where it is asked")


def assert_sound(table: Table, after: str = "") -> None:
    """No invariant of the record is broken."""
    broken = verbs.check(table._row)
    assert broken == 0, (after, table.game.book.broken[broken])


def enter(table: Table, entries: str, between: str = ";") -> Table:
    """Carry out entries as a log holds them, moves and chance outcomes alike; the record is sound after each."""
    for entry in filter(None, map(str.strip, entries.split(between))):
        if entry.startswith(CHANCE_MARK):
            table.settle(entry)
        else:
            table.play(entry)
        assert_sound(table, entry)
    return table


def moves_of(table: Table, label: str) -> list[str]:
    """A player's legal moves without their label, by alphabet."""
    return sorted(str(move).split(" ", 1)[1] for move in table.legal(int(label[1]) - 1))


def told(table: Table, name: str, seat: int | None = None) -> list[Told]:
    """The seat and the arguments of every event of a name, in order, as far as a seat (None: a spectator) is told."""
    return [(event.seat, event.args) for event in table.events(seat=seat) if event.event == name]


def story(table: Table, since: int = 0) -> list[str]:
    """The names of all events after an entry, in order."""
    return [event.event for event in table.events(since=since)]


def refused(table: Table, move: str | hustings.Move) -> Reason:
    """The reason a move is refused; `why_not` and `play` give the same, and the record keeps its bytes."""
    before = table._row.tobytes()
    reason = table.why_not(move)
    assert reason is not None, f"{move} is legal"
    with pytest.raises(IllegalMove) as caught:
        table.play(move)
    assert caught.value.reason == reason
    assert str(caught.value) == f"{reason.text} ({reason.clause})"
    assert table._row.tobytes() == before
    return reason
