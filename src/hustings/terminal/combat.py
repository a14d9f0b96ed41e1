"""Electoral College Combat in a terminal: the worth of choices, wild cards, the odds of the next card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hustings.engine.messages import joined
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.games.combat.hand import majority
from hustings.terminal.drawing import Drawing, Look, percent


class CombatDrawing(Drawing):
    """Adds the votes that a choice takes and leaves to the other player, and the text of the wild card in play."""

    def notes(self, row: Any, seat: int | None) -> list[str]:
        view = self.look(row)
        added = [code for code, where in view["where"].items() if where == "added"]
        notes = [f"Among the face-down cards: {joined([self._priced(code) for code in added])}."] if added else []
        if self.game.options["objective"] == "book-deal":
            left = [int(majority(row)) - 1 - sum(map(self._votes, self._pile(view, player))) for player in range(2)]
            safe = [f"{max(0, votes)} for {name}" for votes, name in zip(left, self.names, strict=True)]
            notes.append(f"More votes that are safe: {joined(safe)}.")
        if view["wild"]:
            notes.append(f"{self.deck[view['wild']]['name']}: {self.words['cards'][view['wild']]['text']}")
        return notes

    def gloss(self, row: Row, move: Move) -> str:
        """Return the votes that a choice certainly takes, and those that go to the other player."""
        if move.verb == "add":
            return joined([self._priced(code) for code in move.args])
        if move.verb not in ("take", "pick"):
            return ""
        mine = [code for code in move.args if not code.isdigit()]
        down = len(move.args) - len(mine)
        text = self._worth(mine, down)
        if move.verb == "pick":
            return text
        view = self.look(row)
        rest = [code for code in self._up(view) if code not in mine]
        return f"{text}; leaves {self._worth(rest, view['lies'].count('down') - down)}"

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """Return the odds that the next card beats the card to beat: the first card, else the highest card shown."""
        if move.verb != "turn":
            return ""
        view = self.look(row)
        shown = [view["first"]] if view["first"] else [code for code in self._up(view) if self._votes(code)]
        wild = sum((chance for code, chance in odds.items() if not self._votes(code)), Fraction(0))
        parts = [f"a wild card {percent(wild)}"] if wild else []
        if not shown:
            return f"{''.join(parts)}.".capitalize() if parts else ""
        against = max(shown, key=self._votes)
        bar = self._votes(against)
        higher = sum((chance for code, chance in odds.items() if self._votes(code) > bar), Fraction(0))
        equal = sum((chance for code, chance in odds.items() if self._votes(code) == bar), Fraction(0))
        lower = 1 - higher - equal - wild
        beats = f"beats {against} ({bar}) {percent(higher)}, ties {percent(equal)}, falls short {percent(lower)}"
        return f"The card {', '.join([beats, *parts])}."

    def _worth(self, codes: Sequence[str], down: int) -> str:
        parts = [f"{sum(map(self._votes, codes))} votes"] if codes else []
        if down:
            parts.append(f"{down} face down")
        return " + ".join(parts) or "nothing"

    def _priced(self, code: str) -> str:
        return f"{code} ({self._votes(code)})" if self._votes(code) else str(self.deck[code]["name"])

    def _pile(self, view: Look, player: int) -> list[str]:
        return [code for code, where in view["where"].items() if where == f"pile {player + 1}"]

    def _up(self, view: Look) -> list[str]:
        return [code for code, lies in zip(view["card"], view["lies"], strict=True) if code and lies == "up"]

    def _votes(self, code: str) -> int:
        return int(self.deck[code]["value"])
