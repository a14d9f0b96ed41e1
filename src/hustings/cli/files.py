"""Commands for saved games: `hustings replay`, `verify`, `debrief`, `dataset` and `random`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.asking import Players, folder_asked, game_asked, saved_in, seats_asked, trying
from hustings.engine.board import counted
from hustings.engine.errors import OptionError

if TYPE_CHECKING:
    from hustings.engine.table import Table

SavedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)]


def replay(
    file: SavedFile, as_json: Annotated[bool, typer.Option("--json", help="Print the end as JSON.")] = False
) -> None:
    """Replay and verify a saved game, and print how it ended."""
    from hustings.engine import saved

    with saved_in(file):
        for _, _, step in saved.replay(file):
            table = step
    ending = _ending(table)
    if as_json:
        typer.echo(json.dumps(ending, ensure_ascii=False))
        return
    typer.echo(ending["result"])
    typer.echo(f"{ending['log_length']} entries, all by the rules of {table.game.title}.")


def _ending(table: Table) -> dict[str, Any]:
    """Return the end of a replayed game as data; an unfinished game has equal shares, no winners and no scores."""
    from hustings.engine.messages import joined
    from hustings.engine.moves import seat_label

    result = table.result
    if result is not None:
        facts = result.as_dict()
        text, winners, shares, scores = (facts[key] for key in ("text", "winners", "shares", "scores"))
    else:
        waiting = joined([seat_label(seat) for seat in sorted(table.owes)])
        text = f"The game goes on: {waiting + ' must move' if waiting else 'chance must settle what comes up'}."
        winners, scores = [], []
        shares = [float(Fraction(1, table.seats))] * table.seats
    return {
        "over": table.over,
        "winners": winners,
        "shares": shares,
        "scores": scores,
        "log_length": len(table.log),
        "result": text,
    }


def verify(file: SavedFile) -> None:
    """Check that a room dealt fairly.

    Every chance outcome in the saved game must follow from the secret that the room revealed at the end.
    """
    from hustings.engine import saved
    from hustings.rooms import fair_deal

    with saved_in(file):
        data = saved.read(file)
        fair_deal.verify(data)
    given = fair_deal.given(data)
    since = f" after the {given} entries that the room was given" if given else ""
    typer.echo(f"Fair: all {fair_deal.draws(data)} draws{since} match the sealed secret.")


def debrief(
    file: SavedFile, as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False
) -> None:
    """Count the votes of a finished game by other rules."""
    from rich.console import Console
    from rich.table import Table as Columns

    from hustings.debrief import debrief as counts_of
    from hustings.engine import saved
    from hustings.engine.messages import joined

    with saved_in(file):
        table = saved.load(file)
    found = counts_of(table)
    if found is None:
        raise OptionError(f"{file}: only a finished game with a map can be counted again.")
    told = found.as_dict()
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    names = [joined(side) for side in told["sides"]]
    columns = Columns("count", *names, "first", "turned by")
    for count in [told["played"], *told["others"]]:
        first = joined([names[side] for side in count["winners"]]) or "nobody"
        marked = f"[bold]{first}[/bold]" if count["changed"] else first
        turned = ", ".join(count["flips"][:4]) + (" ..." if len(count["flips"]) > 4 else "")
        totals = [f"{total:g}" if total < 1000 else f"{total:,.0f}" for total in count["totals"]]
        columns.add_row(count["name"], *totals, marked, turned)
    Console().print(columns)
    typer.echo(told["caution"]["text"])


def random_games(
    context: typer.Context,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the files; created if it is missing.")],
    games: Annotated[int, typer.Option(min=0, help="The number of games.")] = 1,
    seed: Annotated[int, typer.Option(help="The first game's seed; each further game takes the next number.")] = 1,
    seats: Players = None,
    legal: Annotated[
        bool, typer.Option("--legal", help="Add the possible entries before each entry of the log.")
    ] = False,
) -> None:
    """Write random games as saved games.

    Each game is a JSON file named by its seed: 1.json, 2.json ...
    """
    from hustings.arena.random_games import random_game

    game = game_asked(context.args)
    players = seats_asked(game, seats)
    folder = folder_asked(out)
    for number in range(seed, seed + games):
        text = json.dumps(random_game(game, players, number, with_legal=legal), ensure_ascii=False)
        path = folder / f"{number}.json"
        with trying("write this file", path):
            path.write_text(text + "\n", encoding="utf-8")
    typer.echo(f"{counted(games, 'game')} of {game.title} in {folder}")


def dataset(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the files; created if it is missing.")],
    games: Annotated[
        int | None,
        typer.Option(min=1, help="The number of games of each file; by default 10000, fewer at slow levels."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "dataset",
    levels: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="The levels; by default all, searching ones included.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="The games; by default all installed ones.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Games at a time; by default one for each processor.")
    ] = None,
) -> None:
    """Write whole games of every game and level as Parquet.

    The folder gets a file GAME-LEVEL.parquet for each game and level, and dataset.json with the seed, the versions and
    a digest of each file's games. After an interruption the same command goes on with the missing files.
    """
    from hustings.arena import data_set
    from hustings.bots import LEVELS
    from hustings.cli.progress import bars
    from hustings.engine.installed import game_names

    names = only.split(",") if only else game_names()
    chosen = levels.split(",") if levels else list(LEVELS)
    with bars() as tell:
        files = data_set.write(folder_asked(out), names, chosen, games, seed, workers, tell)
    for one in files:
        typer.echo(f"{one['file']}: {one['games']:,} games, {one['entries']:,} entries, sha256 {one['sha256'][:16]}")
