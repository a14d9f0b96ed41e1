"""Levels of play for bots, the weakest first, and the choice of a bot's move."""

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
    """A strength that bots play at.

    Attributes:
        name: Its name in commands and in the protocol.
        title: Its name for people.
        line: A sentence about how it plays.
        chooser: Picks an action id from a seat's view; called with the view, the seat, a key and buffers.
    """

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
"""All levels by name, the weakest first."""


def levels() -> tuple[Level, ...]:
    """All levels, the weakest first.

    Examples:
        >>> from hustings import bots
        >>> [level.name for level in bots.levels()][0]
        'random'
    """
    return tuple(LEVELS.values())


def level(name: str) -> Level:
    """The level called `name`.

    Raises:
        OptionError: There is no such level; the message names those there are.

    Examples:
        >>> from hustings import bots
        >>> bots.level("thumb").title
        'Ward captain'
    """
    if name not in LEVELS:
        raise OptionError("bot.no_such_level", level=name, levels=list(LEVELS))
    return LEVELS[name]


def choose(table: Table, seat: int, name: str = "thumb", key: int | str = 0) -> Move:
    """Choose a move for `seat` from its view of the table; the table stays as it is.

    Args:
        table: A game in progress.
        seat: The seat to choose for, counted from 0; it must have a legal move.
        name: The level to play at.
        key: Seed of the bot's own chance; the table's chance is never touched.

    Raises:
        OptionError: There is no such level.
        HustingsError: The seat has nothing to decide.

    Examples:
        >>> import hustings
        >>> from hustings import bots
        >>> table = hustings.game("combat").start(seed=7)
        >>> bots.choose(table, 0, "thumb", key=1) in table.legal(0)
        True
    """
    return choose_in_view(table.game.book, table.view_row(seat), seat, name, key)


def choose_in_view(book: Rulebook, view: Row, seat: int, name: str = "thumb", key: int | str = 0) -> Move:
    """Choose a move as `choose` does, from a view that came from elsewhere, such as another process."""
    buffers = book.buffers(note_rows=1)
    if not verbs.legal(view, seat, buffers.actions):
        raise HustingsError("bot.nothing_to_do", seat=seat)
    return write_move(book, view, seat, level(name).chooser(view, seat, key_of(key), buffers))
