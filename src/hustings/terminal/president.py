"""U.S. President in a terminal: the pyramids in each state and their consequences."""

from __future__ import annotations

from typing import Any

from hustings.engine.messages import joined
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.games.president.record import CODES, HOLDER, MOST_IN_STATE, SIZE_NAMES
from hustings.games.president.rules import florida_counts
from hustings.terminal.drawing import Drawing, Look


class PresidentDrawing(Drawing):
    """Adds the pyramids that make up a player's points, and notes on full states and on Florida's void electors."""

    def pieces(self, view: Look, side: int, code: str) -> str:
        """Return the sizes of a side's pyramids in a state, the largest first: "31" for a large and a small one."""
        placed = view["placed"][side][code]
        return "".join(str(worth) * placed[size] for worth, size in enumerate(SIZE_NAMES, 1))[::-1]

    def notes(self, row: Any, seat: int | None) -> list[str]:
        view = self.look(row)
        notes = ["In each state: a player's points, then the pyramids that make them."]
        holder = view["holder"]["FL"]
        if holder in HOLDER[: view["seats"]] and not florida_counts(row):
            notes.append(f"Florida's electors are void now: {self.who(holder)} does not lead there by two points.")
        if seat is not None and not view["finished"]:
            full = [code for code in CODES if sum(view["placed"][seat][code].values()) == MOST_IN_STATE]
            if full:
                notes.append(f"{self.names[seat]} has three pyramids in {joined(full)}; a fourth would leave the game.")
        return notes

    def gloss(self, row: Row, move: Move) -> str:
        """Return "": without words about each move, its 33 moves are listed in columns, which are easier to read."""
        return ""
