"""The levels a bot can play at, from one a child beats upwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hustings.engine import verbs
from hustings.engine.chance import key_of
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.moves import Move, write_move
from hustings.engine.playout import random_action, thumb_action
from hustings.engine.record import Row
from hustings.engine.rulebook import Buffers, Rulebook
from hustings.engine.table import Table

Chooser = Callable[[Row, int, int, Buffers], int]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to play at: its name in commands, its name for people, and one line about it."""

    name: str
    title: str
    line: str
    chooser: Chooser


def _random(view: Row, seat: int, key: int, buffers: Buffers) -> int:
    return int(random_action(view, seat, key, 0, buffers.actions))


def _thumb(view: Row, seat: int, key: int, buffers: Buffers) -> int:
    return int(thumb_action(view, seat, key, 0, buffers.actions))


LEVELS = {
    level.name: level
    for level in (
        Level("random", "Newcomer", "Plays any legal move; a child can beat it.", _random),
        Level("thumb", "Ward captain", "Plays by a rule of thumb: sensible, quick, not deep.", _thumb),
    )
}


def levels() -> tuple[Level, ...]:
    """All levels, the weakest first."""
    return tuple(LEVELS.values())


def level(name: str) -> Level:
    """The level of that name; OptionError names those there are."""
    if name not in LEVELS:
        raise OptionError(f"there is no bot level {name!r}; there are {', '.join(LEVELS)}")
    return LEVELS[name]


def choose(table: Table, seat: int, name: str = "thumb", key: int | str = 0) -> Move:
    """The move a bot of that level makes for `seat`, from `table.view_row(seat)` alone.

    key  where its own chance comes from; the table's chance is never touched.
    Raises HustingsError when the seat owes nothing and may do nothing.
    """
    return choose_in_view(table.game.book, table.view_row(seat), seat, name, key)


def choose_in_view(book: Rulebook, view: Row, seat: int, name: str = "thumb", key: int | str = 0) -> Move:
    """As `choose`, for a view that came from elsewhere, such as another process."""
    buffers = book.buffers(note_rows=1)
    if not verbs.legal(view, seat, buffers.actions):
        raise HustingsError(f"a bot was asked to move for seat {seat}, which has nothing to do")
    return write_move(book, view, seat, level(name).chooser(view, seat, key_of(key), buffers))
