"""Commands that show the games, their decks and their rules: `hustings games`, `cards` and `rules`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from hustings.cli.asking import game_asked

COLUMNS = ("code", "name", "value", "kind")  # columns for every game; a game's cards can have more
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def games(as_json: AsJson = False) -> None:
    """List the games and their options."""
    from hustings.engine.game import game
    from hustings.engine.installed import game_names as installed

    found = [game(name) for name in installed()]
    if as_json:
        typer.echo(json.dumps([_described(one) for one in found], ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for one in found:
        heading = Text(f"{one.name}  ", style="bold")
        heading.append(f"{one.title}, {' or '.join(map(str, one.seats_allowed))} players", "not bold")
        console.print(heading)
        console.print(Text(f"    {one.words.get('line', '')}"))
        for option in one.book.options:
            label = one.words.get("options", {}).get(option.name, {}).get("label", "")
            flag = f"--{option.name.replace('_', '-')}"
            console.print(Text(f"    {flag}  {label}: {', '.join(option.values)}", style="dim"))


def _described(one: Any) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "players": list(one.seats_allowed),
        "line": one.words.get("line", ""),
        "options": [{"name": option.name, "values": list(option.values)} for option in one.book.options],
    }


def cards(context: typer.Context, as_json: AsJson = False) -> None:
    """Show a game's deck."""
    deck = game_asked(context.args).cards()
    if as_json:
        typer.echo(json.dumps(deck, ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        grid.add_column(column, no_wrap=True, justify="right" if column == "value" else "left")
    more = [key for key in dict.fromkeys(key for card in deck for key in card) if key not in COLUMNS]
    for column in more:
        grid.add_column(column, overflow="fold")
    for card in deck:
        grid.add_row(*(Text(_shown(card.get(column, ""))) for column in (*COLUMNS, *more)))
    Console(highlight=False).print(grid)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {part}" for key, part in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def rules(context: typer.Context) -> None:
    """Print a game's rules under the chosen options."""
    from rich.console import Console

    from hustings.terminal.rulesheet import whole

    Console(highlight=False).print(whole(game_asked(context.args)))
