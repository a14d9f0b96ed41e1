"""The shapes of a game's module `words.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hustings.engine.messages import Fact, Message


class Deck(Protocol):
    """The shape of the module `words.py` in a game with a `Telling`: it only lists the cards."""

    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the deck under these options: the code, name, value and kind of every card."""


class Texts(Deck, Protocol):
    """The shape of the module `words.py` in a game without a `Telling`: it writes its texts as keys and facts."""

    def facts(self, s: Any, seat: int, action: int) -> Mapping[str, Fact]:
        """Return the facts that a refusal may mention besides {tried} and {seat}: only what the seat may know."""

    def result(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
        """Return the sentence about the result; its key is one of "results". `winners` is empty if all seats tie."""
