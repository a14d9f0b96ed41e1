"""`hustings play`: a game in the terminal."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.asking import GAME_SETTINGS, GAME_USAGE, game_asked, look_here, seats_asked, seed_asked
from hustings.engine.errors import HustingsError, OptionError, SavedGameError

if TYPE_CHECKING:
    from hustings.engine.table import Table
    from hustings.terminal.seats import Chair


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command(context_settings=GAME_SETTINGS, options_metavar=GAME_USAGE)(play)


def play(
    context: typer.Context,
    seats: Annotated[
        int | None, typer.Option(help="The number of players; the fewest the game allows by default.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same cards.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help="A bot on one of the last seats: random, thumb ..., module:function ...; can be repeated.",
        ),
    ] = None,
    player: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A person's name; can be repeated.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="The new file to save to.")] = None,
) -> None:
    """Play in this terminal.

    People take turns at the keyboard; bots play by themselves. `hustings games` lists the games and their options.
    Without --bot every seat is for a person. `quit` saves the game; --resume continues it.
    """
    from rich.console import Console

    from hustings.terminal.session import Session

    if sys.stdin is None or sys.stdout is None:
        raise HustingsError("playing needs an open input and output; one of them is closed")
    look_here()
    if resume is None:
        game = game_asked(context.args)
        table = game.start(seats=seats_asked(game, seats), seed=seed_asked(seed))
        chairs = _chairs(table.seats, bot or [], player or [])
    else:
        if context.args or seats is not None:
            raise OptionError("--resume goes on with the game, options and seats of its file; name none beside it")
        table, chairs = _resumed(resume, seed_asked(seed), bot, player)
    path = _free(save or Path(f"{table.game.name}-{datetime.now():%Y%m%d-%H%M%S}.json"))
    session = Session(table, chairs, Console(), key="" if seed is None else seed)
    try:
        finished = session.play()
    except KeyboardInterrupt:
        _keep(table, chairs, path)
        raise
    if not finished or save is not None:
        _keep(table, chairs, path)


def _chairs(seats: int, bots: list[str], people: list[str]) -> tuple[Chair, ...]:
    from hustings.terminal.seats import chairs

    return chairs(seats, bots, people)


def _resumed(
    file: Path, seed: int | str | None, bots: list[str] | None, people: list[str] | None
) -> tuple[Table, tuple[Chair, ...]]:
    """The table of a saved game and its seats, as they were saved or as requested now."""
    from hustings.engine.saved import load, read
    from hustings.terminal.seats import chairs, chairs_again

    try:
        data = read(file)
        table = load(data, seed)
        before = chairs_again(data["seats"], data.get("bots")) if bots is None and people is None else None
    except SavedGameError as error:
        raise SavedGameError(f"{file}: {error}") from None
    if table.over:
        raise SavedGameError(f"{file}: this game is over; `hustings replay` shows how it ended")
    if before is not None:
        return table, before
    return table, chairs(table.seats, bots or [], people or [])


def _free(path: Path) -> Path:
    """A path for a new file; OptionError if the file exists or its folder does not."""
    if path.exists():
        raise OptionError(f"{path}: there is such a file already; --save takes the name of a new one")
    if not path.parent.is_dir():
        raise OptionError(f"{path}: there is no folder {path.parent} to save in")
    return path


def _keep(table: Table, chairs: tuple[Chair, ...], path: Path) -> None:
    """Save the game and say where; HustingsError where it cannot be written."""
    data: dict[str, Any] = table.save([chair.name for chair in chairs])
    if not any(entry.startswith("P") for entry in data["log"]):
        typer.echo("Nothing was played, so nothing was saved.")
        return
    data["bots"] = [chair.bot for chair in chairs]
    try:
        with path.open("x", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
            file.write("\n")
    except OSError as error:
        raise HustingsError(f"{path}: the game could not be saved: {error.strerror}") from None
    going_on = "replay it with: hustings replay" if table.over else "go on with: hustings play --resume"
    typer.echo(f"Saved; {going_on} {path}")
