"""The command `hustings warm`: compile the rules ahead of time."""

from __future__ import annotations

import typer

from hustings.cli.progress import bars


def warm() -> None:
    """Compile the rules ahead of time."""
    from hustings.arena.warming import plan, warmed
    from hustings.engine.installed import game_names

    steps, spent = len(plan(game_names())), 0.0
    with bars() as tell:
        tell("compiling", 0, steps)
        for number, step in enumerate(warmed(game_names()), 1):
            spent += step.seconds
            tell("compiling", number, steps)
    typer.echo(f"{steps} kernels of {', '.join(game_names())} are compiled and kept ({spent:.1f} s).")
