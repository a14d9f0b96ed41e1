"""A game's rules on a terminal: the clauses that apply under the chosen options."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from hustings.engine.game import Game
from hustings.engine.rulebook import Clause


def clause(game: Game, name: str) -> Clause | None:
    """Return the clause with this id if it applies under the game's options, else None."""
    return next((clause for clause in game.clauses() if clause.id == name), None)


def one(clause: Clause) -> RenderableType:
    heading = Text(f"{clause.id}  ", style="bold")
    heading.append(clause.title)
    return Group(heading, Padding(Text(clause.text), (0, 0, 0, 4)))


def whole(game: Game) -> RenderableType:
    """Format a game's rules: its title, summary and options, then all clauses that apply."""
    words = game.words
    parts: list[RenderableType] = [Rule(Text(game.title, style="bold"))]
    if "about" in words and not game.sizes:
        parts.append(Text(str(words["about"])))
    for name, value in game.options.items():
        label = words.get("options", {}).get(name, {})
        shown = label.get("values", {}).get(value, value)
        parts.append(Text(f"{label.get('label', name)}: {shown}", style="italic"))
    described = [(code, card) for code, card in words.get("cards", {}).items() if "text" in card]
    cards = [Text(f"{card['name']} ({code}): {card['text']}") for code, card in described]
    return Group(*parts, Text(""), *(one(clause) for clause in game.clauses()), Text(""), *cards)
