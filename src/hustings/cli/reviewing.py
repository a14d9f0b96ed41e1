"""The command `hustings review`: the decisions that mattered in a saved game, and each seat's luck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hustings.cli.asking import figures_asked, saved_in
from hustings.cli.files import SavedFile
from hustings.cli.progress import bars

if TYPE_CHECKING:
    from hustings.arena import Decision, Review

#: the words for shares of a game, each with the least share that they are used for
WORTH = (
    (1.5, "more than a whole game"),
    (0.85, "a whole game"),
    (0.6, "most of a game"),
    (0.42, "half a game"),
    (0.29, "a third of a game"),
    (0.225, "a quarter of a game"),
    (0.15, "a fifth of a game"),
    (0.075, "a tenth of a game"),
    (0.035, "a twentieth of a game"),
    (0.015, "a fiftieth of a game"),
)
LEAST_LUCK, SOME_LUCK, MUCH_LUCK = 0.05, 0.15, 0.35  # shares of a game


def review(
    file: SavedFile,
    iterations: Annotated[int, typer.Option(min=10, help="Worlds searched for each decision.")] = 2000,
    all_decisions: Annotated[bool, typer.Option("--all", help="Show every decision, with its loss.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write all decisions as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all decisions as Parquet.")] = None,
) -> None:
    """Review a saved game with the strongest search: the decisions that mattered, better moves, and luck."""
    from hustings.arena import figures
    from hustings.arena import review as reviewed
    from hustings.engine import saved
    from hustings.engine.game import game

    files = figures_asked(out, parquet)
    with saved_in(file):
        source = saved.read(file)
        with bars() as tell:
            found = reviewed(source, iterations, progress=lambda done, total: tell("entries", done, total))
    played = game(source["game"], **source["options"])
    about = figures.origin(played, rules=source["rules"], iterations=iterations, seed="review")
    for path in files:
        figures.write(found.columns(), path, about)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
    else:
        _print(found, all_decisions)


def _print(found: Review, all_decisions: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from hustings.engine.moves import seat_label

    console = Console(highlight=False)
    for seat, luck in enumerate(found.luck):
        console.print(f"{seat_label(seat)}  luck: {luck_words(luck, found.luck_error[seat])}")
        for decision in (each for entry in found.matters[seat] for each in found.decisions if each.entry == entry):
            console.print(f"  {decision.entry}. {decision.move}: {verdict(decision)}")
            if because := why(decision):
                console.print(f"     [dim]{because}[/dim]")
        if not found.matters[seat]:
            console.print("  No decision made much of a difference.")
    if all_decisions:
        table = Table("entry", "move", "lost", "", "better", box=None, pad_edge=False)
        for decision in found.decisions:
            better = decision.best.partition(" ")[2] if decision.loss else ""
            table.add_row(str(decision.entry), decision.move, f"{decision.loss:.2f}", decision.slip, better)
        console.print(table)
    console.print("A decision is judged from what its seat knew. Small differences may be chance.")


def worth(share: float) -> str:
    """Return a share of a game in words, such as "half a game"."""
    return next((words for least, words in WORTH if share >= least), "next to nothing")


def luck_words(gained: float, error: float) -> str:
    """Describe a seat's luck in words; luck within twice its standard error is called "even"."""
    size = abs(gained)
    if size < LEAST_LUCK or size <= 2 * error:
        return "even"
    how = "very " if size >= MUCH_LUCK else "a little " if size < SOME_LUCK else ""
    return f"{how}lucky (worth {worth(size)})" if gained > 0 else f"{how}unlucky (cost {worth(size)})"


def verdict(decision: Decision) -> str:
    """Return a sentence that names the better move and its worth, or praises the move played if it was the best."""
    if decision.loss:
        return f"{decision.best.partition(' ')[2]} was better, worth {worth(decision.loss)}."
    return f"the best choice, worth {worth(decision.gain)} more than {decision.runner_up.partition(' ')[2]}."


def why(decision: Decision) -> str:
    """Describe the results that the better move led to more often than the move played, in the search's games."""
    parts = [
        f"{lead.state} held in {lead.better * 100:.0f} of 100 games, not {lead.played * 100:.0f}"
        for lead in decision.leads
    ]
    if decision.scores is not None and decision.scores[0] >= decision.scores[1] + 1:
        parts.append(f"{decision.scores[0]:g} at the end on average, not {decision.scores[1]:g}")
    return "; ".join(parts)
