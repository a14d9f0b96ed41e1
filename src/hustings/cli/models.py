"""The commands `hustings mcp` and `hustings eval`: language models play at a table."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hustings.cli.asking import Cluster, Players, game_asked, look_here, seed_asked
from hustings.cli.progress import bars
from hustings.cli.studying import print_sections
from hustings.engine.errors import OptionError

EVAL_USAGE = "--game GAME --seats A,B,... [--GAME-OPTION VALUE]... [OPTIONS]"

Entrants = Annotated[
    list[str],
    typer.Option(
        metavar="A,B,...",
        help="The entrants: model:URL#MODEL, cmd:COMMAND, mcp, mcp:PORT, script:FILE, or entrants of a match; can be "
        "repeated.",
        show_default=False,
    ),
]


def mcp(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a room.", show_default=False)],
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a seat, from the host.", show_default=False)],
) -> None:
    """Let a language model play a seat, by the Model Context Protocol on standard input and output."""
    import asyncio

    if find_spec("mcp") is None:
        raise OptionError('hustings mcp needs the extra "mcp"; in a checkout: pip install ".[mcp]".')
    from hustings.models.server import serve_stdio

    asyncio.run(serve_stdio(link, code))


def evaluate(
    context: typer.Context,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game.", show_default=False)],
    seats: Entrants,
    games: Annotated[int, typer.Option(min=1, help="The most games of a pairing; whole deals, at least one.")] = 20,
    players: Players = None,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards.")] = "eval",
    attempts: Annotated[
        int, typer.Option(min=1, help="Replies to a question before a random legal move without a deal is made.")
    ] = 3,
    unasked: Annotated[
        bool, typer.Option("--unasked", help="Also ask seats that may act while another seat is asked.")
    ] = False,
    keep: Annotated[
        Path, typer.Option(metavar="FILE", help="The transcript as JSON lines; an evaluation goes on from it.")
    ] = Path("eval.jsonl"),
    parallel: Annotated[
        int | None, typer.Option(min=1, help="Games at a time, each with connections of its own; by default one.")
    ] = None,
    cluster: Cluster = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="The time a command may take for a reply.")
    ] = 300.0,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report as a page: *.html or *.md.")
    ] = None,
) -> None:
    """Let language models play bots or one another.

    Every deal is played with each entrant in every seat. Only the endpoints and commands that --seats names are asked.
    """
    from rich.console import Console

    from hustings.models.evaluation import evaluate as played
    from hustings.models.evaluation import report as reports

    look_here()
    chosen = game_asked([game, *context.args])
    entrants = [name.strip() for given in seats for name in given.split(",")]
    if report is not None:
        reports.can_be_written(report)
    with bars() as tell:
        found = played(
            chosen,
            entrants,
            games,
            seats=players,
            seed=seed_asked(seed) or "",
            attempts=attempts,
            unasked=unasked,
            keep=keep,
            parallel=parallel,
            cluster=cluster,
            timeout=timeout,
            progress=tell,
        )
    if report is not None:
        reports.write(found, report)
    shown = [section for section in reports.sections(found) if section.name not in reports.LISTS]
    print_sections(Console(highlight=False, stderr="mcp" in entrants), shown)
