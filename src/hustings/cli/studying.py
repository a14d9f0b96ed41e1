"""The command `hustings study`: the fairness of seats, the effect of options, the worth of cards, and luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hustings.cli.asking import Cluster, entrant_asked, figures_asked, game_asked, seed_asked
from hustings.cli.progress import bars

if TYPE_CHECKING:
    from rich.console import Console

    from hustings.arena import Study
    from hustings.arena.studies.sections import Section

HTML = ".html"


def study(
    context: typer.Context,
    vary: Annotated[
        list[str] | None, typer.Option(metavar="OPTION", help="Measure the effect of this option; can be repeated.")
    ] = None,
    seats: Annotated[bool, typer.Option("--seats", help="Measure whether a seat is favoured.")] = False,
    cards: Annotated[bool, typer.Option("--cards", help="Measure what each card is worth.")] = False,
    luck: Annotated[bool, typer.Option("--luck", help="Measure how much is luck.")] = False,
    bot: Annotated[
        str | None, typer.Option(metavar="A", help="The bot; by default the strongest within --seconds.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games behind each number.")] = 10_000,
    deep: Annotated[int, typer.Option(min=0, help="Games of levels that think; 0: leave them out.")] = 100,
    seconds: Annotated[float, typer.Option(min=0, help="The time in which the chosen bot must play the games.")] = 30,
    players: Annotated[int | None, typer.Option(help="The number of players; by default every size of table.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed, bot and games give the same figures.")] = "study",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the fairness card, a page with plots.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the figures as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures as Parquet.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Games at a time; by default one for each processor.")
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Measure how fair a game is.

    Without --vary, --seats, --cards and --luck it measures all four, for every option.
    """
    from hustings import arena

    chosen = game_asked(context.args)
    wanted = {"seats": seats, "options": vary is not None, "cards": cards, "luck": luck}
    ask = [part for part, is_wanted in wanted.items() if is_wanted] or arena.PARTS
    files = figures_asked(out, parquet)
    if html is not None:
        _can_be_written(html)
    with bars() as tell:
        found = arena.study(
            chosen,
            ask,
            vary=vary,
            bot=None if bot is None else entrant_asked(bot),
            games=games,
            deep=deep,
            seconds=seconds,
            seats=players,
            seed=seed_asked(seed) or "",
            workers=workers,
            cluster=cluster,
            progress=tell,
        )
    for path in files:
        found.write(path)
    if html is not None:
        html.write_text(found.html(), encoding="utf-8")
    _report(found)


def _can_be_written(page: Path) -> None:
    """Raise an error if the page cannot be written or Matplotlib, for its plots, is missing: before hours of work."""
    from hustings.arena.studies import plots
    from hustings.engine.errors import OptionError

    if not page.parent.is_dir():
        raise OptionError(f"{page}: this folder does not exist")
    plots.needed()


def _report(found: Study) -> None:
    from rich.console import Console

    from hustings.arena.studies.sections import heading, sections

    console = Console(highlight=False)
    for line in heading(found):
        console.print(line.replace("`", ""), markup=False)
    print_sections(console, sections(found))


def print_sections(console: Console, sections: Iterable[Section]) -> None:
    """Print the sections of a report without their plots."""
    for section in sections:
        console.print(f"\n{section.title}", style="bold")
        for line in (section.intro, *section.lines):
            console.print(line, markup=False)
        print_table(console, section.heads, section.rows)


def print_table(console: Console, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table, without the marks of bold type."""
    from rich.markup import escape
    from rich.table import Table

    grid = Table(*heads, box=None, pad_edge=False)
    for row in rows:
        grid.add_row(*(escape(cell.replace("**", "")) for cell in row))
    console.print(grid)
