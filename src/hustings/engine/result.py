"""The result of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hustings.engine.messages import Fact, facts_as_json
from hustings.engine.moves import seat_label


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    winners     the seats that win; empty for a draw.
    shares      each seat's part of the win; all shares sum to 1.
    scores      each seat's score by the rules, in the game's own points; tables show `knowledge.tally_seen` instead.
    text        a sentence about the result.
    key, facts  the sentence in a form to translate; the key is one of the game's "results".
    """

    winners: tuple[int, ...]
    shares: tuple[Fraction, ...]
    scores: tuple[int, ...]
    text: str
    key: str = field(default="", compare=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as data for saved games, with labels such as P1 for the winners and decimal shares."""
        return {
            "winners": [seat_label(seat) for seat in self.winners],
            "shares": [float(share) for share in self.shares],
            "scores": list(self.scores),
            "text": self.text,
        }

    def as_message(self) -> dict[str, Any]:
        """Return the dict of `as_dict`, and in it also the key and the facts of the sentence."""
        return {**self.as_dict(), "key": self.key, "facts": facts_as_json(self.facts)}
