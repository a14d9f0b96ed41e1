"""Draw a table in a terminal, from the board and the map that its game declares, or else field by field.

A package can add information that only its game has, such as the worth of a move. It defines a subclass of `Drawing`
and an entry point with the game's name:

    [project.entry-points."hustings.terminal"]
    combat = "hustings.terminal.combat:CombatDrawing"
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from hustings.atlas.states import tiles
from hustings.engine.board import DOWN, EMPTY, Board, Laid, Shelf
from hustings.engine.entry_points import contest, providers
from hustings.engine.events import Sentences
from hustings.engine.game import Game
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import tally_seen
from hustings.engine.messages import joined, printable
from hustings.engine.moves import Move, seat_label
from hustings.engine.position import SPECTATOR
from hustings.engine.record import Row
from hustings.engine.record.plain import HIDDEN, lines_of
from hustings.engine.table import Table

ENTRY_POINTS = "hustings.terminal"
#: strong colours by seat that suggest no party; a letter or number always accompanies them
SEAT_STYLES = (
    "bold white on dark_cyan",
    "bold black on orange1",
    "bold white on purple",
    "bold black on green3",
    "bold white on deep_pink4",
    "bold black on yellow3",
)
LONGEST_LIST = 60  # the most moves shown; others can be typed
BAR = 16  # the characters of a progress bar
NOTHING, OUTSIDE = "·", "··"

Look = Mapping[str, Any]
logger = logging.getLogger(__name__)


def drawing_of(game: Game, names: Sequence[str]) -> Drawing:
    """Return the drawing of the game's entry point, or the general one if there is none or it cannot be loaded."""
    points = providers(ENTRY_POINTS).get(game.name)
    if points is None:
        return Drawing(game, names)
    wrong = contest(points)
    if not wrong:
        try:
            drawing: Drawing = points[0].load()(game, names)
        except (Exception, SystemExit) as error:
            wrong = f"{type(error).__name__}: {error}"
        else:
            return drawing
    logger.warning("the drawing of %r is installed but cannot be used: %s", game.name, wrong)
    return Drawing(game, names)


class Drawing:
    """Draws a table of any game; a game's own subclass overrides `worth`, `pieces`, `notes`, `gloss` or `odds_note`.

    Args:
        game: The game with its options.
        names: A name for each seat.
    """

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = [printable(name) for name in names]
        self.words = game.words
        self.deck = {str(card["code"]): card for card in game.cards()}
        self.sentences = Sentences(game.words, names, self.card_words())

    def look(self, row: Row) -> Look:
        """Return a record, usually a seat's view, as plain data by field name."""
        return self.game.book.schema.as_json(row)

    def picture(self, table: Table, seat: int | None) -> RenderableType:
        """Draw the table as `seat` (None: a spectator) sees it."""
        book, row = self.game.book, table.view_row(seat)
        if book.board is None:
            return self._fields(row, seat)
        board = book.board(row, seat)
        held = book.holdings(row, table.events(0, seat)) if book.holdings else None
        sides = held.sides if held else tuple((player,) for player in range(table.seats))
        parts: list[RenderableType] = [Text(board.now, "bold"), self._seats(table, board, sides), Text("")]
        if held and held.points:
            parts.append(self._points(self.look(row), held))
        elif held:
            parts += self._map(board, held, seat)
        parts += [self._shelf(shelf, row, seat) for shelf in board.shelves if _is_shown(shelf)]
        return Group(*parts, *(Text(note, "italic") for note in self.notes(row, seat)))

    # --- methods that a game can override

    def worth(self, row: Row, seat: int | None, code: str) -> str:
        """Return the text in brackets after an open card: by default its value and its party."""
        card = self.deck[code]
        return " ".join(str(card[name]) for name in ("value", "party") if card.get(name))

    def pieces(self, view: Look, side: int, code: str) -> str:
        """Return a text on the pieces that make up a side's points in a state; by default ""."""
        return ""

    def notes(self, row: Row, seat: int | None) -> list[str]:
        """Return sentences about the position, to be shown below the picture; by default none."""
        return []

    def gloss(self, row: Row, move: Move) -> str:
        """Return a few words about a legal move: by default its cards, their borders and its odds."""
        cards = [self.deck[code] for code in move.args if code in self.deck]
        parts = [joined([f"{card['name']} ({card['value']})" if card["value"] else card["name"] for card in cards])]
        parts += [f"borders {' '.join(card['borders']) or 'no state'}" for card in cards if "borders" in card]
        after = self.game.book.effects_of(row.copy(), move.seat, move.action) if self.game.book.odds else {}
        parts += [
            f"{name} {after[name]}: {percent(self.chance(name, after[name]))}"
            for name in after
            if name in self.game.book.odds
        ]
        return "; ".join(filter(None, parts))

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """Return a sentence that sums up the odds after a move; by default ""."""
        return ""

    def card_words(self) -> dict[str, str]:
        """Return the words for codes that events mention: names of cards that are no states, and the game's terms."""
        told = {key: str(said) for key, said in self.words.get("event_words", {}).items() if key != "nobody"}
        return told | {code: str(card["name"]) for code, card in self.deck.items() if card["kind"] != "state"}

    def chance(self, name: str, value: int) -> Fraction:
        """Return the chance of success if the field `name`, on which the game's odds depend, has this value."""
        odds = self.game.book.odds[name]
        return odds[max(min(odds), min(value, max(odds)))]

    def who(self, label: str) -> str:
        """Return the name of the seat with a label such as P1."""
        return self.names[int(label[1:]) - 1]

    # --- the board

    def _seats(self, table: Table, board: Board, sides: Sequence[Sequence[int]]) -> Grid:
        """Draw a line for each seat: its side, name, score, progress towards the majority, and notes."""
        grid = Grid(box=None, show_header=False, pad_edge=False)
        needed, scores = table.majority, tally_seen(table)
        for seat, name in enumerate(self.names):
            side = next(number for number, seats in enumerate(sides) if seat in seats)
            score = scores[seat]
            cells = [Text(f" {side + 1} ", SEAT_STYLES[side]), Text(f"{name:<12.12}")]
            if needed:
                full = max(0, min(BAR, score * BAR // needed))
                bar = Text("━" * full, SEAT_STYLES[side].split()[-1])
                bar.append("─" * (BAR - full), "dim")
                cells += [Text(f"{score:>3} of {needed}"), bar]
            else:
                cells.append(Text(board.scores[seat] if board.scores and not table.over else str(score)))
            won = table.result is not None and seat in table.result.winners
            notes = ("\n" if needed else " · ").join(filter(None, board.notes[seat]))
            grid.add_row(*cells, Text("wins" if won else "", "bold"), Text(notes))
        return grid

    def _map(self, board: Board, held: Holdings, seat: int | None) -> list[RenderableType]:
        """Draw the map with the holder of each state, and the map's legend."""
        hand = {laid.code for shelf in board.shelves if seat is not None and shelf.whole for laid in shelf.cards}

        def tile(code: str) -> tuple[str, str]:
            if code not in held.holder:
                return OUTSIDE, "dim"
            side = held.holder[code]
            marked = side is None and (code in board.asked or code in hand)
            style = SEAT_STYLES[side] if side is not None else "bold reverse" if marked else ""
            mark = str(side + 1) if side is not None else "*" if marked else "?" if code in board.veiled else ""
            return f"{code}{mark}{'★' if code in board.starred else ''}", style

        legend = Text()
        for side, seats in enumerate(held.sides):
            legend.append(f"NY{side + 1} ", SEAT_STYLES[side])
            legend.append(f" {joined([self.names[player] for player in seats])}  ")
        if hand & held.holder.keys():
            legend.append("NY* ", "bold reverse")
            legend.append(" in your hand  ")
        if not held.holder.keys() >= tiles().keys():
            legend.append(f"{OUTSIDE} no card  ")
        if board.veiled and "Grey" not in board.legend:
            legend.append("NY? held, and not shown by whom")
        told = []
        if board.asked or board.veiled or board.starred:
            meaning = board.legend.replace("Outlined", "NY*").replace("Starred", "★").replace("Grey", "NY?")
            told.append(Text(meaning, "dim"))
        if any("borders" in card for card in self.deck.values()):
            told.append(Text("States side by side need not border each other; the list of moves names borders.", "dim"))
        return [tile_map(tile), legend, *told]

    def _points(self, view: Look, held: Holdings) -> Grid:
        """Draw a table of the states with their votes, their holders and the points of each side."""
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for title in ("state", "", "votes", "held"):
            grid.add_column(title, justify="right" if title == "votes" else "left")
        for side in range(len(held.sides)):
            grid.add_column(Text(f" {side + 1} ", SEAT_STYLES[side]))
        for code in sorted(held.points, key=lambda code: -held.votes[code]):
            holder = held.holder[code]
            owner = Text(NOTHING, "dim") if holder is None else Text(f" {holder + 1} ", SEAT_STYLES[holder])
            cells = []
            for number, points in enumerate(held.points[code]):
                cell = Text(str(points) if points else NOTHING, "bold" if points else "dim")
                cells.append(
                    cell.append(f" {pieces}", "not bold") if (pieces := self.pieces(view, number, code)) else cell
                )
            grid.add_row(Text(code, "bold"), Text(self.deck[code]["name"]), Text(str(held.votes[code])), owner, *cells)
        return grid

    def _shelf(self, shelf: Shelf, row: Row, seat: int | None) -> RenderableType:
        """Draw the cards of a shelf: as boxes with numbers if moves name their places, else as text."""
        if shelf.numbered:
            boxes = [self._box(laid, str(number)) for number, laid in enumerate(shelf.cards, 1)]
            return Columns(boxes, padding=(0, 1))
        title = self.sentences.named(shelf.title)
        named = not shelf.small and all(
            "text" in self.words.get("cards", {}).get(laid.code, {}) for laid in shelf.cards
        )
        if shelf.cards and named:
            return Text("\n".join([f"{title}:", *(f"  {self._described(laid)}" for laid in shelf.cards)]))
        return Text(f"{title}: {', '.join(self._laid(laid, row, seat) for laid in shelf.cards) or 'none'}")

    def _laid(self, laid: Laid, row: Row, seat: int | None) -> str:
        name = self.deck[laid.code]["name"] if self.deck[laid.code]["kind"] != "state" else ""
        told = ", ".join(filter(None, (name, self.worth(row, seat, laid.code))))
        return f"{laid.code} ({told})" if told else laid.code

    def _described(self, laid: Laid) -> str:
        many = f"{laid.count} x " if laid.count > 1 else ""
        return f"{many}{laid.code}  {self.deck[laid.code]['name']}: {self.words['cards'][laid.code]['text']}"

    def _box(self, laid: Laid, title: str) -> Panel:
        """Draw a card or an empty place as a box with its number as title."""
        if laid.face == EMPTY:
            return Panel(Text("\n\n"), title=title, box=box.SQUARE, width=14, border_style="dim")
        if laid.face == DOWN:
            return Panel(Text("\n".join(["░░░░░░░░"] * 3), justify="center"), title=title, box=box.ROUNDED, width=14)
        card, value = Text(justify="center"), self.deck[laid.code]["value"]
        card.append(f"{laid.code}\n", "bold")
        card.append(f"{value} votes\n" if value else f"{self.deck[laid.code]['kind']} card\n")
        style = "dim"
        if laid.seat is not None:
            style, name = SEAT_STYLES[laid.seat].split()[-1], self.names[laid.seat]
            card.append(f"by {name if len(name) <= 7 else seat_label(laid.seat)}")
        return Panel(card, title=title, box=box.HEAVY, width=14, border_style=style)

    # --- field by field

    def _fields(self, row: Row, seat: int | None) -> RenderableType:
        """Draw the fields of the record, for a game that declares no board: name, value and meaning."""
        who = "as a spectator sees it" if seat is None else f"as {self.names[seat]} sees it"
        grid = Grid(box=None, pad_edge=False)
        grid.add_column("what", style="bold", no_wrap=True)
        grid.add_column("now", overflow="fold", min_width=24, max_width=60)
        grid.add_column("meaning", style="dim", no_wrap=True, overflow="ellipsis", max_width=32)
        schema = self.game.book.schema
        known = schema.hidden(row, SPECTATOR if seat is None else seat).view(schema.dtype)
        view = {name: _with_gaps(value, known[name][0]) for name, value in self.look(row).items()}
        for field, name, text in lines_of(schema, view, seat):
            grid.add_row(Text(name), Text(self.sentences.named(text)), Text(field.meaning))
        return Group(Text(f"The table, {who}", style="italic"), grid)


def _is_shown(shelf: Shelf) -> bool:
    """Return whether to draw a shelf: an empty one is left out if it is small or if moves name its places."""
    return any(laid.face != EMPTY for laid in shelf.cards) or not (shelf.numbered or shelf.small)


def _with_gaps(value: Any, known: Any) -> Any:
    """Return a field's value with each hidden number replaced by HIDDEN; known: a mask of the numbers not hidden."""
    if not np.any(known):
        return HIDDEN
    if isinstance(value, Mapping):
        return {key: _with_gaps(part, known[place]) for place, (key, part) in enumerate(value.items())}
    if isinstance(value, list):
        return [_with_gaps(part, known[place]) for place, part in enumerate(value)]
    return value


def share(chance: Fraction) -> str:
    """Write a probability for people: "1 in 56 (1.8%)", "31.2%"."""
    whole = chance.numerator == 1 and chance != 1
    return f"1 in {chance.denominator} ({percent(chance)})" if whole else percent(chance)


def percent(chance: Fraction) -> str:
    """Write a probability as "31.2%"."""
    return f"{float(chance) * 100:.1f}%"


def tile_map(tile: Callable[[str], tuple[str, str]]) -> Text:
    """Draw the United States with a tile for each state.

    Args:
        tile: Returns the text of a tile, three or four characters, and its style, from the state's code.
    """
    states = {place: code for code, place in tiles().items()}
    columns, rows = (1 + max(place[axis] for place in states) for axis in range(2))
    text = Text(no_wrap=True)
    for row in range(rows):
        if row:
            text.append("\n")
        for column in range(columns):
            code = states.get((column, row))
            if code is None:
                text.append("     ")
            else:
                shown, style = tile(code)
                text.append(f"{shown:^4}", style)
                text.append(" ")
    text.rstrip()
    return text
