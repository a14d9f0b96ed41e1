"""Read arguments that several commands share: a game with its options, a number of seats, a seed, a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hustings.engine.errors import OptionError, SavedGameError

if TYPE_CHECKING:
    from hustings.arena import Entrant
    from hustings.engine.game import Game

#: settings for commands that take a game, because the command does not know the game's own options
GAME_SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True}
GAME_USAGE = "GAME [--GAME-OPTION VALUE]... [OPTIONS]"

Players = Annotated[int | None, typer.Option(help="The number of players; by default the fewest.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local: Ray on this machine.")
]


def game_asked(words: Sequence[str]) -> Game:
    """Return the game that a command's remaining arguments name, with its options and sizes.

    Options are written --name value or --name=value; dashes and underscores are equivalent.
    Raises OptionError if the game or an option is wrong; the message lists what is allowed.
    """
    from hustings.engine.game import game
    from hustings.engine.installed import game_names, rulebook

    positional, options = _parted(words)
    if not positional:
        raise OptionError(f"no game was named; installed are {', '.join(game_names())}")
    name = positional[0]
    book = rulebook(name)
    known = {_plain(option.name): (option.name, option.values) for option in book.options}
    known |= {_plain(size): (size, ()) for size in book.sizes}
    if len(positional) > 1:
        raise OptionError(f"{positional[1]!r} came after the game {name!r}; options are written --name value")
    chosen: dict[str, str] = {}
    for asked, value in options:
        if _plain(asked) not in known:
            return game(name, **{asked: value})  # raises, naming the existing options
        option, values = known[_plain(asked)]
        if option in chosen:
            raise OptionError(f"option --{asked} was given twice")
        alike = {_plain(allowed): allowed for allowed in values}
        chosen[option] = alike.get(_plain(value), value)
    return game(name, **chosen)


def _plain(text: str) -> str:
    return text.replace("-", "_")


def _parted(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Split arguments into plain words and options with their values."""
    positional: list[str] = []
    options: list[tuple[str, str]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        if not word.startswith("--") or word == "--":
            raise OptionError(f"unknown option {word}; options of a game are written --name value")
        name, given, value = word.removeprefix("--").partition("=")
        if not given:
            if not rest or rest[0].startswith("--"):
                raise OptionError(f"option {word} needs a value: {word} VALUE")
            value = rest.pop(0)
        options.append((name, value))
    return positional, options


def seats_asked(game: Game, seats: int | None) -> int:
    """Return the number of seats, by default the fewest possible; raise OptionError if the game does not allow it."""
    chosen = game.seats_allowed[0] if seats is None else seats
    game.start_row(chosen)
    return chosen


def entrant_asked(text: str) -> Entrant:
    """Return the entrant of a match that a text names; a module:function can be in the current folder."""
    from hustings.arena import Entrant

    look_here()
    return Entrant.read(text.strip().replace("+", ","))


def look_here() -> None:
    """Add the current folder to the import path, as `python` does."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)


def seed_asked(text: str | None) -> int | str | None:
    """Return a seed as a number if it is a whole number, else as text."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text


def folder_asked(folder: Path, mode: int = 0o777) -> Path:
    """Return the folder, created with this file mode if it is missing; raise OptionError if that fails."""
    with trying("create this folder", folder):
        folder.mkdir(mode, parents=True, exist_ok=True)
    return folder


def figures_asked(*files: Path | None) -> list[Path]:
    """Return the files for figures; raise an error now, before hours of work, if one of them cannot be written."""
    from hustings.arena import figures

    chosen = [file for file in files if file is not None]
    for file in chosen:
        figures.can_be_written(file)
    return chosen


@contextmanager
def trying(what: str, path: Path) -> Iterator[None]:
    """Turn an error of the system into an OptionError that names the path and what was tried."""
    try:
        yield
    except OSError as error:
        raise OptionError(f"{path}: cannot {what}: {error.strerror}") from None


@contextmanager
def saved_in(file: Path) -> Iterator[None]:
    """Add the file's name to an error of its saved game."""
    try:
        yield
    except SavedGameError as error:
        raise SavedGameError(f"{file}: {error}") from None
