"""How a table is drawn in a terminal: a drawing for any game, and where a game's own drawing is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, Protocol

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hustings.engine.game import Game
from hustings.engine.moves import Move, seat_label
from hustings.terminal.sentences import joined

#: strong, party-neutral colours by seat; a letter or number always says the same, so colour is never the only sign
SEAT_STYLES = (
    "bold white on dark_cyan",
    "bold black on orange1",
    "bold white on purple",
    "bold black on green3",
    "bold white on deep_pink4",
    "bold black on yellow3",
)
LONGEST_LIST = 60  # moves shown; more can be typed

Look = Mapping[str, Any]


class Drawing(Protocol):
    """What a game may draw itself; `terminal/<game>.py` has a class `Drawing` of this shape."""

    def __init__(self, game: Game, names: Sequence[str]) -> None: ...
    def picture(self, view: Look, seat: int | None) -> RenderableType:
        """The table as `seat` (None: a spectator) sees it."""

    def gloss(self, view: Look, move: Move) -> str:
        """A few words on what a legal move means now; empty when its notation says it all."""

    def odds_note(self, view: Look, move: Move, odds: Mapping[str, Fraction]) -> str:
        """What the odds after a move come to in this situation, in a sentence; empty when nothing is to be said."""

    def card_words(self) -> dict[str, str]:
        """How card codes read in sentences, where not as themselves."""


#: the modules of the games that are drawn in their own way
DRAWN = {
    "combat": "hustings.terminal.combat",
    "mudslinger": "hustings.terminal.mudslinger",
    "politics": "hustings.terminal.politics",
    "president": "hustings.terminal.president",
}


def drawing_of(game: Game, names: Sequence[str]) -> Drawing:
    """The game's own drawing, or the one that serves any game."""
    if game.name in DRAWN:
        drawing: Drawing = import_module(DRAWN[game.name]).Drawing(game, names)
        return drawing
    return PlainDrawing(game, names)


class PlainDrawing:
    """Any game: what the seat may know, field by field."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.names = names
        self.fields = game.book.schema.by_name
        self.fixed = {"seats", *game.options}
        self.deck = {str(card["code"]): card for card in game.cards()}

    def picture(self, view: Look, seat: int | None) -> RenderableType:
        """The fields of the view that say something, each with its value and its meaning."""
        grid = Grid(box=None, pad_edge=False)
        grid.add_column("what", style="bold", no_wrap=True)
        grid.add_column("now", overflow="fold", min_width=24, max_width=60)
        grid.add_column("meaning", style="dim", no_wrap=True, overflow="ellipsis", max_width=32)
        for name, value in view.items():
            field = self.fields[name]
            shown = "" if name in self.fixed else said(value, by_seat=bool(field.axes) and field.axes[0] == "seat")
            if shown:
                grid.add_row(Text(name.replace("_", " ")), Text(shown), Text(field.meaning))
        who = "as a spectator sees it" if seat is None else f"as {self.names[seat]} sees it"
        return Group(Text(f"The table, {who}", style="italic"), grid)

    def gloss(self, view: Look, move: Move) -> str:
        """The names of the cards a move mentions, where the game has names for them."""
        return joined([str(self.deck[code]["name"]) for code in move.args if code in self.deck])

    def odds_note(self, view: Look, move: Move, odds: Mapping[str, Fraction]) -> str:
        """Nothing: only a game knows what its odds are good for."""
        return ""

    def card_words(self) -> dict[str, str]:
        """The names of all cards but states, which everybody knows by their codes."""
        return {code: str(card["name"]) for code, card in self.deck.items() if card["kind"] != "state"}


def said(value: Any, by_seat: bool = False) -> str:
    """A field's value on one line: dicts by what their keys share, empty and null parts left out.

    by_seat  whether a list has one element for each seat.
    """
    if isinstance(value, Mapping):
        groups: dict[str, list[str]] = {}
        for key, part in value.items():
            shown = said(part)
            if shown and shown != "0":
                groups.setdefault(shown, []).append(str(key))
        return "; ".join(f"{shown}: {' '.join(keys)}" for shown, keys in groups.items())
    if isinstance(value, list):
        parts = [said(part) or "-" for part in value]
        if by_seat:
            parts = [f"{seat_label(seat)} {part}" for seat, part in enumerate(parts) if part not in ("-", "0")]
            return ", ".join(parts)
        return "  ".join(parts) if any(part not in ("-", "0") for part in parts) else ""
    return "" if value is None else str(value)


def share(chance: Fraction) -> str:
    """A probability for people: "1 in 56 (1.8 %)", "31.2 %"."""
    whole = chance.numerator == 1 and chance != 1
    return f"1 in {chance.denominator} ({percent(chance)})" if whole else percent(chance)


def percent(chance: Fraction) -> str:
    """A probability as "31.2 %"."""
    return f"{float(chance) * 100:.1f} %"
