"""The command `hustings warm`: compile the rules ahead of time."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(warm)


def warm() -> None:
    """Compile the rules ahead of time."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from hustings.arena.warming import plan, warmed
    from hustings.engine.installed import game_names

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
