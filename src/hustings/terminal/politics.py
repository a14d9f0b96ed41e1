"""Politics in a terminal: the two sides, the map of 1904 with their networks, and the viewer's hand."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hustings.engine.messages import joined
from hustings.engine.moves import Move, seat_label
from hustings.engine.record import Row
from hustings.terminal.drawing import SEAT_STYLES, Drawing, Look
from hustings.terminal.grid import tile_map

SIDES = 2
PARTIES = {"R": "Republicans", "D": "Democrats", None: "party not chosen yet"}
TERRITORY = "··"


class PoliticsDrawing(Drawing):
    """Draws one table of Politics."""

    # --- the table

    def picture(self, row: Row, seat: int | None) -> RenderableType:
        """Heading, the two sides, the map with their networks, who holds how many cards, and the hand."""
        view = self.look(row)
        return Group(
            self._heading(view),
            self._sides(view),
            Text(""),
            self._map(view, seat),
            self._legend(view, seat),
            self._hands(view),
            *([self._hand(view, seat)] if seat is not None and self._held(view, seat) else []),
        )

    def _heading(self, view: Look) -> Text:
        if view["finished"]:
            won = view["winner"]
            return Text(f"{self._party(view, int(won[-1]) - 1)} win" if won else "A draw", style="bold")
        if view["pending"] == "deal":
            return Text("The third-party vote is dealt" if view["redealt"] else "The cards are dealt", style="bold")
        if view["task"] in ("side", "nominate"):
            return Text("The nominations", style="bold")
        heading = Text("The election", style="bold")
        after = "after the third-party vote" if view["redealt"] else f"{view['stock']} extra cards"
        heading.append(f", {after}", "not bold")
        return heading

    def _sides(self, view: Look) -> Grid:
        grid = Grid(box=None, show_header=False, pad_edge=False)
        for side in range(SIDES):
            players = joined([self.names[seat] for seat in range(side, view["seats"], SIDES)])
            nominee = view["nominee"][side]
            grid.add_row(
                Text(f" {side + 1} ", SEAT_STYLES[side]),
                Text(self._party(view, side), "bold"),
                Text(f"{view['tally'][side]} votes"),
                Text("1 state" if view["states"][side] == 1 else f"{view['states'][side]} states"),
                Text(f"from {nominee}" if nominee else "no nominee yet", "dim"),
                Text(players),
            )
        return grid

    def _map(self, view: Look, seat: int | None) -> Text:
        held = set(self._held(view, seat)) if seat is not None else set()

        def tile(code: str) -> tuple[str, str]:
            where = view["where"].get(code, "absent")
            for side in range(SIDES):
                if where == f"side {side + 1}":
                    return f"{code}{side + 1}", SEAT_STYLES[side]
            if where == "absent":
                return TERRITORY, "dim"
            return (f"{code}*", "bold reverse") if code in held else (code, "")

        return tile_map(tile)

    def _legend(self, view: Look, seat: int | None) -> Text:
        legend = Text()
        for side in range(SIDES):
            legend.append(f"NY{side + 1} ", SEAT_STYLES[side])
            legend.append(f" {self._party(view, side)}  ", "not bold")
        if seat is not None:
            legend.append("NY* ", "bold reverse")
            legend.append(" in your hand  ", "not bold")
        legend.append(TERRITORY, "dim")
        legend.append(" no card", "not bold")
        legend.append("\nStates side by side need not border each other; the list of moves names the borders.", "dim")
        return legend

    def _hands(self, view: Look) -> Text:
        counts = [f"{self.names[seat]} {view['held'][seat]}" for seat in range(view["seats"])]
        return Text(f"Cards held: {', '.join(counts)}")

    def _hand(self, view: Look, seat: int) -> Text:
        cards = [f"{code} ({self._votes(code)} {self.deck[code]['party']})" for code in self._held(view, seat)]
        return Text(f"Your hand: {', '.join(cards)}", style="bold")

    # --- words

    def gloss(self, row: Row, move: Move) -> str:
        """A card's name, votes and borders, and the states it would bring within reach of its side."""
        view = self.look(row)
        if move.verb == "draw":
            return f"one of {view['stock']} extra cards"
        if move.verb not in ("play", "nominate"):
            return ""
        code = move.args[0]
        opened = self._opened(view, move.seat % SIDES, code)
        borders = " ".join(self.deck[code]["borders"]) or "no state"
        text = f"{self.deck[code]['name']}, {self._votes(code)} votes; borders {borders}"
        return f"{text}; brings {' '.join(opened)} within reach" if opened else text

    def _opened(self, view: Look, side: int, code: str) -> list[str]:
        """Unplayed states that border this one and none of the side's states so far."""
        own = [other for other, where in view["where"].items() if where == f"side {side + 1}"]
        reached = {near for other in own for near in self.deck[other]["borders"]}
        borders: list[str] = self.deck[code]["borders"]
        return [near for near in borders if near not in reached and view["where"][near] == "unplayed"]

    def _held(self, view: Look, seat: int) -> list[str]:
        return [code for code, holder in view["holder"].items() if holder == seat_label(seat)]

    def _party(self, view: Look, side: int) -> str:
        return PARTIES[view["party"][side]]

    def _votes(self, code: Any) -> int:
        return int(self.deck[code]["value"])
