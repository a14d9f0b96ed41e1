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
    """The result of a game: winners (seats; empty for a draw), shares (they sum to 1), scores, and a sentence.

    key, facts  the sentence in a form to translate: the key is one of the game's "results".
    """

    winners: tuple[int, ...]
    shares: tuple[Fraction, ...]
    scores: tuple[int, ...]
    text: str
    key: str = field(default="", compare=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as JSON for saved games: winners as P-labels, shares as decimals."""
        return {
            "winners": [seat_label(seat) for seat in self.winners],
            "shares": [float(share) for share in self.shares],
            "scores": list(self.scores),
            "text": self.text,
        }

    def as_message(self) -> dict[str, Any]:
        """Return `as_dict` with the key and the facts of the sentence."""
        return {**self.as_dict(), "key": self.key, "facts": facts_as_json(self.facts)}
