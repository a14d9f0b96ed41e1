"""`hustings warm` and `hustings bench`: compile the rules, and measure how fast they are."""

from __future__ import annotations

from typing import Annotated

import typer

from hustings.engine.errors import HustingsError, OptionError


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(warm)
    app.command()(bench)


def warm() -> None:
    """Compile the rules ahead of time."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from hustings.arena.warming import plan, warmed
    from hustings.engine.rulebook import game_names

    steps = plan(game_names())
    spent = 0.0
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )
    with progress:
        task = progress.add_task("starting", total=len(steps))
        for step in warmed(game_names()):
            spent += step.seconds
            progress.update(task, advance=1, description=f"{step.game}: {step.kernel}")
    typer.echo(f"{len(steps)} kernels of {', '.join(game_names())} are compiled and kept ({spent:.1f} s).")


def bench(
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Measure only this game; can be repeated.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="The shortest time each measurement runs.")] = 2.0,
    starts: Annotated[bool, typer.Option("--starts/--no-starts", help="Also time compiling and start-up.")] = True,
) -> None:
    """Measure the speed of whole random games and of the search, beside OpenSpiel's and a plain C program's."""
    from hustings.arena.bench import report
    from hustings.arena.limit import report_limit
    from hustings.arena.search_bench import report_search
    from hustings.engine.rulebook import game_names

    for name in game or []:
        if name not in game_names():
            raise OptionError(f"there is no game {name!r}; installed are {', '.join(game_names())}")
    try:
        names = tuple(game or game_names())
        report(names, seconds, starts)
        report_limit(names, seconds)
        report_search(names, seconds)
    except ImportError as error:
        raise HustingsError(f"the benchmark needs what is not installed: {error}") from None
