"""Mudslinger in a terminal: a player's base and odds in each state, the decks, the contest and the offer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.games.mudslinger.cards import STATES
from hustings.games.mudslinger.table import base_of
from hustings.terminal.drawing import Drawing, percent


class MudslingerDrawing(Drawing):
    """Adds a player's base in each state, the decks, the contest over a state, and the offer of a deal."""

    def worth(self, row: Row, seat: int | None, code: str) -> str:
        """Return the points of a card; for a state also the seat's base rating there (MS-9)."""
        text = super().worth(row, seat, code)
        if seat is None or code not in STATES or self.look(row)["party"][seat] is None:
            return text
        return f"{text}, your base {self._base(row, seat, code)}"

    def notes(self, row: Row, seat: int | None) -> list[str]:
        view = self.look(row)
        pile = [code for code in view["pile"] if code]
        top = f"{pile[-1]} {self.deck[pile[-1]]['name']}" if pile else "nothing"
        notes = [f"Deck: {view['deck']} cards; {view['unseen']} states. On the discard pile: {top}."]
        if state := view["contest"]:
            of = f", held by {self.who(view['defender'])}" if view["defender"] else ""
            rating = f"rating {view['rating']}, base {view['base_rating']}, {self._percent(view['rating'])}"
            notes.append(f"{self.who(view['runner'])} in {state} ({self.deck[state]['value']}{of}): {rating}")
        if view["offerer"]:
            giver, taker = self.who(view["offerer"]), self.who(view["offered_to"])
            notes.append(f"{giver} offers {taker} {view['gives']} for {view['wants'] or '...'}.")
        return notes

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """Return a sentence with the chance to win the contest with the current rating."""
        view = self.look(row)
        if view["contest"] is None or not all(text.startswith("dice") for text in odds):
            return ""
        return f"{self._percent(view['rating'])} to win with a rating of {view['rating']}"

    def _base(self, row: Any, seat: int, state: str) -> int:
        return int(base_of(row, seat, STATES.index(state)))

    def _percent(self, rating: int) -> str:
        return percent(self.chance("rating", rating))
