"""The command `hustings match`: matches between bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hustings.cli.asking import Cluster, Players, entrant_asked, figures_asked, game_asked, seed_asked
from hustings.cli.progress import bars
from hustings.cli.studying import print_table

if TYPE_CHECKING:
    from hustings.arena import Match, Pairing

SAID = {"above": "surely above fair", "below": "surely below fair", "even": "surely near fair", "": "nothing sure"}


def match(
    context: typer.Context,
    seats: Annotated[
        str,
        typer.Option(metavar="A,B,...", help="The entrants: levels, search:NAME=VALUE+NAME=VALUE, or module:function."),
    ],
    games: Annotated[int, typer.Option(min=2, help="The most games; whole deals, at least one.")] = 200,
    players: Players = None,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards.")] = "match",
    stop: Annotated[
        float,
        typer.Option(
            min=0, max=0.5, help="Stop once the first entrant is surely not even, or within this of even; 0: never."
        ),
    ] = 0.0,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every game as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every game as Parquet.")] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Store finished deals in this file and continue from it.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Games at a time; by default one for each processor.")
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play one another.

    Every deal is played with each entrant in every seat. The last entrant takes the remaining seats. If there are more
    entrants than seats, every pair of entrants plays.
    """
    from hustings import arena

    chosen = game_asked(context.args)
    entrants = [entrant_asked(name) for name in seats.split(",")]
    files = figures_asked(out, parquet)
    with bars() as tell:
        played = arena.match(
            chosen,
            entrants,
            games,
            seats=players,
            seed=seed_asked(seed) or "",
            stop=stop,
            keep=keep,
            workers=workers,
            cluster=cluster,
            progress=tell,
        )
    for path in files:
        played.write(path)
    _report(played)


def _report(played: Match) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    _, heads, rows = played.summary()
    print_table(console, heads, rows)
    several = len(played.pairings) > 1
    for pairing, sure in zip(played.pairings, played.sure, strict=True):
        console.print(_line(pairing, several, sure), soft_wrap=True)
    if several:
        console.print(f"surely: corrected for all {len(played.pairings)} pairings")
    rules = played.about["stopping"]
    if len(rules) > 1:
        told = "; ".join(f"{one['games']} games, stop {one['stop']:g} from deal {one['deals']} on" for one in rules)
        console.print(f"the stopping rule has changed, so the intervals may be too narrow: {told}", soft_wrap=True)
    console.print(f"fair is {played.fair:.3f}")


def _line(pairing: Pairing, several: bool, sure: int) -> str:
    """Return a line about a pairing.

    It has the numbers of deals and games, and the first entrant's share if there are several pairings. It ends with the
    interval by which the pairing was stopped, or in a match without `stop` says whether the difference is certain.
    """
    first, *others = (entrant.name for entrant in pairing.plan.entrants)
    line = f"{pairing.deals} deals, {pairing.games} games"
    if several:
        low, high = pairing.bounds(0)
        line = f"{first} against {', '.join(others)}: {pairing.mean(0):.3f} ({low:.3f} to {high:.3f}) in {line}"
    if pairing.interval:
        low, high = pairing.interval
        line += f"; {SAID[pairing.verdict]}: {low:.3f} to {high:.3f} whenever one stops"
    elif several and sure:
        line += f"; {SAID['above' if sure > 0 else 'below']}"
    return line
