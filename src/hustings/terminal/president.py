"""U.S. President in a terminal: the race to the majority, and the eleven states with their pyramids."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hustings.engine.messages import joined
from hustings.engine.moves import Move, seat_label
from hustings.engine.record import Row
from hustings.games.president.cards import CODES, SIZE_NAMES
from hustings.games.president.count import electors_of, florida_counts, majority
from hustings.games.president.record import HOLDER, MOST_IN_STATE
from hustings.terminal.drawing import SEAT_STYLES, Drawing, Look

BAR = 20  # characters of a progress bar
NOTHING = "·"


class PresidentDrawing(Drawing):
    """Draws one table of U.S. President."""

    # --- the table

    def picture(self, row: Row, seat: int | None) -> RenderableType:
        """Heading, the race to the majority with the pyramids left, the states, and notes about them."""
        view = self.look(row)
        return Group(
            self._heading(view), self._race(view, row), Text(""), self._states(view), *self._notes(view, row, seat)
        )

    def _heading(self, view: Look) -> Text:
        if view["finished"]:
            winner = view["winner"]
            return Text(f"{self._who(winner)} is elected president" if winner else "Nobody is elected", style="bold")
        if view["to_deal"]:
            return Text("The state cards are dealt", style="bold")
        heading = Text(f"Week {view['week']} of {view['weeks']}", style="bold")
        chosen = [self.names[seat] for seat in range(view["seats"]) if view["sealed"][seat]]
        if chosen:
            heading.append(f", chosen so far: {joined(chosen)}", "not bold")
        return heading

    def _race(self, view: Look, row: Row) -> Grid:
        grid = Grid(box=None, show_header=False, pad_edge=False)
        needed = majority(row)
        for seat in range(view["seats"]):
            electors = int(view["electors"][seat]) if view["finished"] else electors_of(row, seat)
            full = min(BAR, electors * BAR // needed)
            bar = Text("━" * full, SEAT_STYLES[seat].split()[-1])
            bar.append("─" * (BAR - full), "dim")
            stock = ", ".join(f"{view['stock'][seat][size]} {size}" for size in SIZE_NAMES)
            grid.add_row(
                Text(f" {seat + 1} ", SEAT_STYLES[seat]),
                Text(f"{self.names[seat]:<12.12}"),
                Text(f"{electors:>3} of {needed}"),
                bar,
                Text(self._fate(view, seat) if view["finished"] else stock),
            )
        return grid

    def _fate(self, view: Look, seat: int) -> str:
        if view["winner"] == seat_label(seat):
            return "president"
        return "remained" if view["remaining"][seat] else "dropped out"

    def _states(self, view: Look) -> Grid:
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        grid.add_column("state")
        grid.add_column("")
        grid.add_column("electors", justify="right")
        grid.add_column("card", justify="center")
        for seat in range(view["seats"]):
            grid.add_column(Text(f" {seat + 1} ", SEAT_STYLES[seat]))
        for code in reversed(CODES):
            holder = view["holder"][code]
            if holder == "absent":
                continue
            card = self.deck[code]
            owner = Text(f" {holder[1:]} ", SEAT_STYLES[int(holder[1:]) - 1]) if holder else Text(NOTHING, "dim")
            cells = [self._standing(view, seat, code) for seat in range(view["seats"])]
            grid.add_row(Text(code, "bold"), Text(str(card["name"])), Text(str(card["value"])), owner, *cells)
        return grid

    def _standing(self, view: Look, seat: int, code: str) -> Text:
        """A player's points in a state, and the pyramids that make them, the largest first."""
        placed = view["placed"][seat][code]
        pyramids = "".join(str(worth) * placed[size] for worth, size in enumerate(SIZE_NAMES, 1))[::-1]
        if not pyramids:
            return Text(NOTHING, "dim")
        text = Text(str(view["points"][seat][code]), "bold")
        text.append(f" {pyramids}", "not bold dim")
        return text

    def _notes(self, view: Look, row: Row, seat: int | None) -> list[RenderableType]:
        notes = []
        holder = view["holder"]["FL"]
        if holder in HOLDER[: view["seats"]] and not florida_counts(row):
            notes.append(f"Florida's electors are void now: {self._who(holder)} does not lead there by two points.")
        if seat is not None and not view["finished"]:
            full = [code for code in CODES if sum(view["placed"][seat][code].values()) == MOST_IN_STATE]
            if full:
                notes.append(f"{self.names[seat]} has three pyramids in {joined(full)}; a fourth would leave the game.")
            if view["choice"][seat]:
                notes.append(f"{self.names[seat]} has chosen {view['choice'][seat]}.")
        legend = Text("In each state: a player's points, then the pyramids that make them.", "dim")
        return [legend, *(Text(note, "italic") for note in notes)]

    # --- words

    def gloss(self, row: Row, move: Move) -> str:
        """Empty: 33 moves are easier to read in columns, and their notation says it all."""
        return ""

    def card_words(self) -> dict[str, str]:
        """Why a card goes beside the map (UP-11), in words; states stay codes."""
        return {key: str(said) for key, said in self.words.get("event_words", {}).items() if key != "nobody"}

    def _who(self, label: str) -> str:
        return self.names[int(label[1:]) - 1]
