"""The command `hustings play`: play a game in the terminal."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.asking import Players, game_asked, look_here, saved_in, seats_asked, seed_asked, trying
from hustings.engine.errors import HustingsError, OptionError, SavedGameError

if TYPE_CHECKING:
    from hustings.engine.table import Table
    from hustings.terminal.seats import Chair


def play(
    context: typer.Context,
    seats: Players = None,
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same cards.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help='A bot on one of the last seats: Canvasser, "Ward captain", module:function ...; can be repeated.',
        ),
    ] = None,
    player: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A person's name; can be repeated.")] = None,
    people: Annotated[
        int | None, typer.Option(help="The number of people at this keyboard; by default one, or all that are named.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="The new file to save to.")] = None,
) -> None:
    """Play in this terminal.

    People take turns at the keyboard. Without --bot, bots take all other seats. Type `quit` to save the game, and
    continue it with --resume.
    """
    from rich.console import Console

    from hustings.terminal.session import Session

    if sys.stdin is None or sys.stdout is None:
        raise HustingsError("playing needs an open input and output; one of them is closed")
    look_here()
    if resume is None:
        game = game_asked(context.args)
        table = game.start(seats=seats_asked(game, seats), seed=seed_asked(seed))
        chairs = _chairs(table, bot, player or [], people)
    else:
        if context.args or seats is not None:
            raise OptionError("--resume takes the game, options and seats from its file; leave them out")
        table, chairs = _resumed(resume, seed_asked(seed), bot, player, people)
    path = _free(save or Path(f"{table.game.name}-{datetime.now():%Y%m%d-%H%M%S}.json"))
    session = Session(table, chairs, Console(), key="" if seed is None else seed)
    try:
        finished = session.play()
    except KeyboardInterrupt:
        _keep(table, chairs, path)
        raise
    if not finished or save is not None:
        _keep(table, chairs, path)


def _chairs(table: Table, bots: list[str] | None, names: list[str], people: int | None) -> tuple[Chair, ...]:
    """Return the seats of a new table: with the requested people and bots, by default one person and bots."""
    from hustings.terminal.seats import chairs, usual_bots

    if bots is None:
        return chairs(table.seats, usual_bots(table.game.name, table.seats, people, len(names)), names)
    if people is not None and people + len(bots) != table.seats:
        raise OptionError(f"{people} people and {len(bots)} bots do not fill a table of {table.seats} seats")
    return chairs(table.seats, bots, names)


def _resumed(
    file: Path, seed: int | str | None, bots: list[str] | None, names: list[str] | None, people: int | None
) -> tuple[Table, tuple[Chair, ...]]:
    """Return the table of a saved game and its seats: the saved ones, unless other people or bots are requested."""
    from hustings.engine.saved import load, read
    from hustings.terminal.seats import chairs_again

    with saved_in(file):
        data = read(file)
        table = load(data, seed)
        asked = bots is not None or names is not None or people is not None
        before = None if asked else chairs_again(data["seats"], data.get("bots"))
    if table.over:
        raise SavedGameError(f"{file}: this game is over; `hustings replay` shows how it ended")
    if before is not None:
        return table, before
    return table, _chairs(table, bots, names or [], people)


def _free(path: Path) -> Path:
    """Return the path if a new file can be created there; raise OptionError otherwise."""
    if path.exists():
        raise OptionError(f"{path} already exists; --save needs a new file")
    if not path.parent.is_dir():
        raise OptionError(f"{path}: the folder {path.parent} does not exist")
    return path


def _keep(table: Table, chairs: tuple[Chair, ...], path: Path) -> None:
    """Save the game and print the path; raise HustingsError if it cannot be written."""
    data: dict[str, Any] = table.save([chair.name for chair in chairs])
    if not any(entry.startswith("P") for entry in data["log"]):
        typer.echo("Nothing was played, so nothing was saved.")
        return
    data["bots"] = [chair.bot for chair in chairs]
    with trying("save the game", path), path.open("x", encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False)
        file.write("\n")
    going_on = "replay it with: hustings replay" if table.over else "go on with: hustings play --resume"
    typer.echo(f"Saved; {going_on} {path}")
