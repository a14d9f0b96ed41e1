"""The commands `hustings daily` and `hustings daily verify`: the ballot of a day."""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.asking import saved_in, trying
from hustings.cli.files import SavedFile
from hustings.engine.errors import HustingsError, OptionError

if TYPE_CHECKING:
    from hustings.daily import Ballot, Placing
    from hustings.engine.table import Table

FOLDER = "ballots"  # in the user's folder for data

daily = typer.Typer(
    help="""Play today's ballot: the same cards and the same bots for everybody, and one try.

    The ballot is written down before its first card and after every choice, so `quit` loses nothing. The end shows what
    each level of bots makes of the same cards.""",
    invoke_without_command=True,
    add_completion=False,
)


@daily.callback()
def play(
    context: typer.Context,
    number: Annotated[int | None, typer.Option(help="An earlier ballot; it does not count for the streak.")] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = "P1",
) -> None:
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    from hustings.daily import ballot, begin, number_on, resume
    from hustings.daily.playing import save
    from hustings.engine.folders import data_folder
    from hustings.engine.messages import printable
    from hustings.terminal.ballot import BallotSession

    if sys.stdin is None or sys.stdout is None:
        raise HustingsError("playing needs an open input and output; one of them is closed")
    today = number_on(date.today())  # the date of the user's own calendar
    if number is not None and number > today:
        raise OptionError(f"ballot {number} is not out yet; today's is {today}")
    one = ballot(today if number is None else number)
    path = data_folder() / FOLDER / f"{one.number}.json"
    before = _kept(path)
    table = begin(one) if before is None else resume(one, before["log"])
    on_time = one.number == today if before is None else bool(before.get("on_time"))

    def keep() -> None:
        _write(path, {**save(one, table, printable(name)), "on_time": on_time})

    if not table.over:
        keep()
        if not BallotSession(one, table, printable(name), Console(), keep).play():
            typer.echo("Kept; go on with: hustings daily" + (f" --number {number}" if number is not None else ""))
            return
        keep()
    _tell(one, table, path.parent, today, on_time)


@daily.command()
def verify(file: SavedFile) -> None:
    """Check a saved ballot.

    Every card and every answer of the bots must follow from the ballot's number. The check proves that the game is
    possible; it cannot prove that it was the first try.
    """
    from hustings.daily import PERSON
    from hustings.daily import verify as verified
    from hustings.engine.moves import seat_label

    with saved_in(file):
        one, table = verified(file)
    own = f"{seat_label(PERSON)} "
    others = sum(not entry.startswith(own) for entry in table.log)
    ended = f" {table.result.text}" if table.result is not None else " The game goes on."
    typer.echo(f"Possible: all {others} cards and answers are those of ballot {one.number}.{ended}")
    typer.echo("This does not prove that it was the first try.")


def _kept(path: Path) -> dict[str, Any] | None:
    from hustings.engine import saved

    return saved.read(path) if path.exists() else None


def _write(path: Path, data: dict[str, Any]) -> None:
    """Replace a file as a whole, so that an interruption leaves the old one or the new one."""
    fresh = path.with_suffix(".new")
    with trying("keep the ballot", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(fresh, path)


def _tell(one: Ballot, table: Table, folder: Path, today: int, on_time: bool) -> None:
    """Print what the levels make of the same cards, and the line to share."""
    from hustings.daily import PERSON, field, streak
    from hustings.engine.knowledge import tally_seen

    assert table.result is not None
    share, scores = float(table.result.shares[PERSON]), tally_seen(table)
    placings = field(one.number)
    worse = sum(_key(placing) < (share, scores[PERSON]) for placing in placings)
    for placing in placings:
        typer.echo(f"{placing.title:>14}  {_outcome(placing.share, placing.scores)}")
    typer.echo(f"{'You':>14}  {_outcome(share, scores)}: better than {worse} of {len(placings)} levels")
    played = {int(path.stem) for path in folder.glob("*.json") if _counts(path)}
    ended = f"Streak {streak(played, today)}." if on_time else "Late."
    typer.echo(f"Hustings {one.number}, {table.game.title}: {_outcome(share, scores)}. {ended}")


def _key(placing: Placing) -> tuple[float, int]:
    from hustings.daily import PERSON

    return placing.share, placing.scores[PERSON]


def _counts(path: Path) -> bool:
    """Return whether a kept ballot was played to its end on its day."""
    if not path.stem.isdecimal():
        return False
    data = _kept(path) or {}
    return bool(data.get("on_time") and data.get("result"))


def _outcome(share: float, scores: tuple[int, ...]) -> str:
    """Return a result in words, the person's score first: "won 76 to 69"."""
    from hustings.daily import PERSON

    own = scores[PERSON]
    others = sorted((score for seat, score in enumerate(scores) if seat != PERSON), reverse=True)
    verdict = "won" if share == 1 else "lost" if share == 0 else "shared it"
    return f"{verdict} {own} to {' and '.join(map(str, others))}"
