"""`hustings review`: the losses of each decision of a saved game, and its luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hustings.cli.files import SavedFile
from hustings.cli.progress import bars
from hustings.engine.errors import SavedGameError

if TYPE_CHECKING:
    from hustings.arena import Decision, Review


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(review)


def review(
    file: SavedFile,
    iterations: Annotated[int, typer.Option(min=10, help="Worlds searched for each decision.")] = 2000,
    all_decisions: Annotated[bool, typer.Option("--all", help="Show every decision, not only slips.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write all decisions as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all decisions as Parquet.")] = None,
) -> None:
    """Review a saved game with the strongest search: slips, better moves, and luck."""
    from hustings.arena import figures
    from hustings.arena import review as reviewed

    files = [path for path in (out, parquet) if path is not None]
    for path in files:
        figures.can_be_written(path)
    try:
        with bars() as tell:
            found = reviewed(file, iterations, progress=lambda done, total: tell("entries", done, total))
    except SavedGameError as error:
        raise SavedGameError(f"{file}: {error}") from None
    for path in files:
        figures.write(found.columns(), path)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
    else:
        _print(found, all_decisions)


def _print(found: Review, all_decisions: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from hustings.engine.moves import seat_label

    console = Console(highlight=False)
    seats = Table("seat", "accuracy", "lost", "luck", box=None, pad_edge=False)
    for seat, accuracy in enumerate(found.accuracy):
        shown = "-" if accuracy is None else f"{accuracy:.1f}"
        luck = f"{found.luck[seat]:+.2f} ± {1.96 * found.luck_error[seat]:.2f}"
        seats.add_row(seat_label(seat), shown, f"{found.lost[seat]:.2f}", luck)
    console.print(seats)
    told = [decision for decision in found.decisions if all_decisions or decision.slip]
    if not told:
        console.print(f"No slip in {len(found.decisions)} decisions.")
        return
    slips = Table("entry", "move", "lost", "", "better", box=None, pad_edge=False)
    for decision in told:
        better = decision.best.partition(" ")[2] if decision.loss else ""
        slips.add_row(str(decision.entry), decision.move, f"{decision.loss:.2f}", decision.slip, better)
        if decision.slip:
            slips.add_row("", "", "", "", f"[dim]{why(decision)}[/dim]")
    console.print(slips)
    console.print("Shares of a game; ± is a 95 % interval. A decision is judged from what its seat knew.")


def why(decision: Decision) -> str:
    """Describe in a sentence where the better move leads."""
    parts = [
        f"{lead.state} held in {lead.better * 100:.0f} of 100 games, not {lead.played * 100:.0f}"
        for lead in decision.leads
    ]
    if decision.scores is not None and decision.scores[0] > decision.scores[1]:
        parts.append(f"{decision.scores[0]:g} at the end on average, not {decision.scores[1]:g}")
    return "; ".join(parts)
