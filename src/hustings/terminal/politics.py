"""Politics in a terminal: the states that a card brings within reach."""

from __future__ import annotations

from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.terminal.drawing import Drawing

SIDES = 2
FREE = ("unplayed", "open")


class PoliticsDrawing(Drawing):
    """Adds the states that playing a card would bring within reach of the player's side."""

    def gloss(self, row: Row, move: Move) -> str:
        view = self.look(row)
        if move.verb == "draw":
            return f"one of {view['stock']} extra cards"
        text = super().gloss(row, move)
        if move.verb not in ("play", "nominate", "take"):
            return text
        own = [code for code, where in view["where"].items() if where == f"side {move.seat % SIDES + 1}"]
        reached = {near for code in own for near in self.deck[code]["borders"]}
        if move.verb == "take" and move.args[0] not in reached:
            return text
        borders = self.deck[move.args[0]]["borders"]
        opened = [near for near in borders if near not in reached and view["where"][near] in FREE]
        return f"{text}; brings {' '.join(opened)} within reach" if opened else text
