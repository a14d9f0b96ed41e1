"""How a table is drawn in a terminal: a drawing for any game, and where a game's own drawing is found.

A package gives its game a drawing by an entry point named as the game is:

    [project.entry-points."hustings.terminal"]
    combat = "hustings.terminal.combat:CombatDrawing"
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import metadata
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hustings.engine.game import Game
from hustings.engine.messages import joined
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.engine.record.field import Field
from hustings.engine.record.plain import HIDDEN, SILENT, said
from hustings.engine.table.core import SPECTATOR

ENTRY_POINTS = "hustings.terminal"
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
logger = logging.getLogger(__name__)


def drawing_of(game: Game, names: Sequence[str]) -> Drawing:
    """The drawing that the game's entry point names, or the one that serves any game."""
    for point in metadata.entry_points(group=ENTRY_POINTS, name=game.name):
        try:
            drawing: Drawing = point.load()(game, names)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
            logger.warning("the drawing of %r is installed but cannot be used: %s", game.name, wrong)
        else:
            return drawing
    return Drawing(game, names)


class Drawing:
    """Draws a table of any game, field by field; a game's own drawing overrides what it draws better.

    game   the game with its options.
    names  one per seat, as people read them.
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        self.words = game.words
        self.deck = {str(card["code"]): card for card in game.cards()}

    def look(self, row: Row) -> Look:
        """A seat's view of the record in words, by field name."""
        return self.game.book.schema.as_json(row)

    def picture(self, row: Row, seat: int | None) -> RenderableType:
        """The table as `seat` (None: a spectator) sees it.

        row  the seat's view: the record with what it may not know set to zero.
        """
        who = "as a spectator sees it" if seat is None else f"as {self.names[seat]} sees it"
        shown = list(self._shown(row, seat))
        return Group(
            Text(f"The table, {who}", style="italic"),
            self._of_all(part for part in shown if not _by_seat(part[0])),
            self._of_seats(part for part in shown if _by_seat(part[0])),
        )

    def gloss(self, row: Row, move: Move) -> str:
        """A few words on what a legal move means now; empty when its notation says it all."""
        cards = [self.deck[code] for code in move.args if code in self.deck]
        return joined([f"{card['name']} ({card['value']})" for card in cards])

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """What the odds after a move come to in this situation, in a sentence; empty when nothing is to be said."""
        return ""

    def card_words(self) -> dict[str, str]:
        """How card codes read in sentences, where not as themselves: states are known by their codes."""
        return {code: str(card["name"]) for code, card in self.deck.items() if card["kind"] != "state"}

    # --- field by field

    def _shown(self, row: Row, seat: int | None) -> Iterator[tuple[Field, Any]]:
        """The fields the seat knows something of, each with its value; what it may not know reads HIDDEN."""
        schema, view = self.game.book.schema, self.look(row)
        known = schema.hidden(row, SPECTATOR if seat is None else seat).view(schema.dtype)
        for name, value in view.items():
            if name not in {schema.seats_field, *self.game.options} and np.any(known[name]):
                yield schema.by_name[name], _with_gaps(value, known[name][0])

    def _of_all(self, shown: Iterator[tuple[Field, Any]]) -> Grid:
        """The fields that are nobody's own and say something, each with its value and its meaning."""
        grid = Grid(box=None, pad_edge=False)
        grid.add_column("what", style="bold", no_wrap=True)
        grid.add_column("now", overflow="fold", min_width=24, max_width=60)
        grid.add_column("meaning", style="dim", no_wrap=True, overflow="ellipsis", max_width=32)
        for field, value in shown:
            text = said(value)
            if text:
                grid.add_row(Text(field.name.replace("_", " ")), Text(text), Text(field.meaning))
        return grid

    def _of_seats(self, shown: Iterator[tuple[Field, Any]]) -> Grid:
        """The fields with a value for each seat: a column for each seat, a row for each field that says something."""
        grid = Grid(box=None, pad_edge=False)
        grid.add_column("", style="bold", no_wrap=True)
        for seat, name in enumerate(self.names):
            grid.add_column(Text(f" {name} ", SEAT_STYLES[seat % len(SEAT_STYLES)]), overflow="fold", max_width=30)
        grid.add_column("meaning", style="dim", no_wrap=True, overflow="ellipsis", max_width=32)
        for field, values in shown:
            texts = [said(value) for value in values]
            if any(text not in SILENT for text in texts):
                cells = (Text(text or "-", "dim" if text in ("", HIDDEN) else "") for text in texts)
                grid.add_row(Text(field.name.replace("_", " ")), *cells, Text(field.meaning))
        return grid


def _by_seat(field: Field) -> bool:
    return bool(field.axes) and field.axes[0] == "seat"


def _with_gaps(value: Any, known: Any) -> Any:
    """A field's value with HIDDEN for each number that is not known."""
    if not np.any(known):
        return HIDDEN
    if isinstance(value, Mapping):
        return {key: _with_gaps(part, known[place]) for place, (key, part) in enumerate(value.items())}
    if isinstance(value, list):
        return [_with_gaps(part, known[place]) for place, part in enumerate(value)]
    return value


def share(chance: Fraction) -> str:
    """A probability for people: "1 in 56 (1.8%)", "31.2%"."""
    whole = chance.numerator == 1 and chance != 1
    return f"1 in {chance.denominator} ({percent(chance)})" if whole else percent(chance)


def percent(chance: Fraction) -> str:
    """A probability as "31.2%"."""
    return f"{float(chance) * 100:.1f}%"
