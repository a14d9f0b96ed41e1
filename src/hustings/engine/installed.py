"""Find the installed games by their entry points, and load them."""

from __future__ import annotations

import copyreg
import logging
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint

from hustings.engine.entry_points import OURS, contest, package_of, providers
from hustings.engine.errors import OptionError, nearest
from hustings.engine.record import Row
from hustings.engine.rulebook import EVENTS_NOW, Rulebook

ENTRY_POINTS = "hustings.games"
OLDER_TABLES = ("ReasonTable", "FactTable", "EndingTable")  # of older versions

logger = logging.getLogger(__name__)


def rulebook(name: str) -> Rulebook:
    """Return the rulebook of the game that an installed package registers under `name`.

    Raises:
        OptionError: There is no such game (the message lists the games), or it could not be loaded.
    """
    if str(name) not in _entry_points():
        games = game_names()
        raise OptionError("engine.no_such_game", name=str(name), near=nearest(str(name), games), games=list(games))
    book = _loaded(name)
    if isinstance(book, str):
        raise OptionError("engine.broken_game", name=name, text=book)
    return book


def game_names() -> tuple[str, ...]:
    """Return the names of the installed games that can be played, in alphabetical order.

    Examples:
        >>> import hustings
        >>> "combat" in hustings.game_names()
        True
    """
    return tuple(name for name in sorted(_entry_points()) if isinstance(_loaded(name), Rulebook))


def easiest_first() -> list[Rulebook]:
    """Return the rulebooks of all games in the order of the front page: ours from easy to hard, then all others.

    A game of another package that declares how easy it is has its place among the others, as the first page tells a
    newcomer to start with the first game.
    """
    return sorted(map(rulebook, game_names()), key=_place)


def _place(book: Rulebook) -> tuple[bool, float]:
    foreign = package_of(_entry_points()[book.name][0]) != OURS
    return foreign, book.words.get("ease", math.inf)


def broken_games() -> dict[str, str]:
    """Return the error of each installed game that could not be loaded, by the game's name."""
    return {name: wrong for name in sorted(_entry_points()) if isinstance(wrong := _loaded(name), str)}


def _entry_points() -> Mapping[str, tuple[EntryPoint, ...]]:
    return providers(ENTRY_POINTS)


@cache
def _loaded(name: str) -> Rulebook | str:
    """Load an installed game; return an error as text, so that a broken game does not affect the others."""
    points = _entry_points()[name]
    wrong = contest(points)
    if not wrong:
        try:
            return _registered(name, points[0].load().RULEBOOK)
        except (Exception, SystemExit) as error:
            wrong = f"{type(error).__name__}: {error}"
            if isinstance(error, ImportError) and any(f"name '{old}'" in wrong for old in OLDER_TABLES):
                wrong += f"; {EVENTS_NOW}"
    logger.warning("the game %r is installed but cannot be played: %s", name, wrong)
    return wrong


def _registered(name: str, book: object) -> Rulebook:
    """Register the game that a package declares; raise an error if the declaration cannot be used."""
    if not isinstance(book, Rulebook):
        raise TypeError(f"its RULEBOOK is a {type(book).__name__}")
    if (book.name, bool(book.words["title"])) != (name, True):
        raise ValueError(f"its rulebook is called {book.name!r}")
    if book.schema.game != name:
        raise ValueError(f"its record is called {book.schema.game!r}")
    book.register()
    copyreg.pickle(book.schema.row_type, _reduce_row)
    return book


def row_of(name: str, data: bytes) -> Row:
    """Return a record of an installed game, filled with the bytes `data`."""
    row = rulebook(name).schema.new()
    row.write(data)
    return row


def _reduce_row(row: Row) -> tuple[Callable[[str, bytes], Row], tuple[str, bytes]]:
    return row_of, (row.schema.game, row.tobytes())


def _reduce_game(book: Rulebook) -> tuple[Callable[[str], Rulebook], tuple[str]]:
    return rulebook, (book.name,)


copyreg.pickle(Rulebook, _reduce_game)
