"""`hustings match`: entrants against one another, over as many games as it takes."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.asking import GAME_SETTINGS, GAME_USAGE, game_asked, seats_asked, seed_asked

if TYPE_CHECKING:
    from hustings.arena.match import Match, Played, Tally

COLUMNS = ("match", "deal", "seat", "entrant", "share", "score")


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command(context_settings=GAME_SETTINGS, options_metavar=GAME_USAGE)(match)


def match(
    context: typer.Context,
    seats: Annotated[
        str,
        typer.Option(metavar="A,B,...", help="The entrants: levels, search:NAME=VALUE;NAME=VALUE, or module:function."),
    ],
    games: Annotated[int, typer.Option(min=2, help="How many games at most; whole deals, at least one.")] = 200,
    players: Annotated[int | None, typer.Option(help="How many play; the fewest when left out.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards.")] = "match",
    stop: Annotated[
        float, typer.Option(min=0, max=0.5, help="Stop when the first entrant is surely so far from fair; 0: never.")
    ] = 0.0,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every game there.")] = None,
) -> None:
    """Let bots play one another.

    Every deal is played with each entrant in every seat in turn; the last one named takes the seats that are left.
    More entrants than seats play every two of them.
    """
    from hustings.arena.match import Entrant, matches

    chosen = game_asked(context.args)
    entrants = [Entrant.read(name.strip().replace("+", ",")) for name in seats.split(",")]
    with _written(out) as write:
        for number, one in enumerate(matches(chosen, seats_asked(chosen, players), entrants, seed_asked(seed) or "")):
            tally = one.tally()
            for played in _shown(one, tally, games, stop):
                for row in _rows(one, played):
                    write((number, *row))
            _report(tally)


def _shown(one: Match, tally: Tally, games: int, stop: float) -> Iterator[Played]:
    """The games as they are played, a bar beside them."""
    from rich.console import Console
    from rich.progress import Progress

    deals = max(1, games // len(one.seatings))
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(" : ".join(entrant.name for entrant in one.entrants), total=deals)
        for deal in range(deals):
            yield from one.play(1, tally, deal)
            progress.update(task, advance=1)
            if stop and tally.decided(stop):
                return


def _rows(one: Match, played: Played) -> Iterator[tuple[Any, ...]]:
    for seat, who in enumerate(played.seating):
        yield played.deal, seat + 1, one.entrants[who].name, played.shares[seat], played.scores[seat]


def _report(tally: Tally) -> None:
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None, pad_edge=False)
    for heading in ("entrant", "share", "95%"):
        grid.add_column(heading, justify="left" if heading == "entrant" else "right")
    for number, entrant in enumerate(tally.entrants):
        grid.add_row(entrant.name, f"{tally.mean(number):.3f}", f"± {tally.error(number):.3f}")
    console = Console(highlight=False)
    console.print(grid)
    console.print(f"{len(tally.deals)} deals; fair is {tally.fair:.3f}")


@contextmanager
def _written(path: Path | None) -> Iterator[Any]:
    """What writes a row into the file; into nothing where there is none."""
    if path is None:
        yield lambda row: None
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        yield writer.writerow
