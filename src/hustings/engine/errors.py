"""Errors: one sentence on the attempt, the alternatives, and the clause or option."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from hustings.engine.messages import Fact, Message

NEAR = 0.6  # how alike two words must be for one to be meant by the other, from 0 to 1
_HOUSE_KEY = re.compile(r"[a-z_]+\.[a-z_]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like a mistyped one, or None if none is similar.

    >>> nearest("comabt", ["combat", "politics"]), nearest("tx", ["CA", "TX"])
    ('combat', 'TX')
    """
    folded = {each.casefold(): each for each in known}
    found = get_close_matches(word.casefold(), folded, 1, NEAR)
    return folded[found[0]] if found else None


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a refusal: the clause that forbids the move, and a sentence with the facts.

    key, facts  the same in no language: the key stands among the "reasons" of the game's words, a key with a dot among
                the engine's own.
    """

    clause: str
    text: str
    key: str = field(default="", compare=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class HustingsError(Exception):
    """The base class of every error that Hustings raises on purpose.

    `HustingsError("engine.no_such_game", name="whist", games=["combat"])` reads as the English of that key; `message`
    has the key and the facts. A sentence instead of a key is told as it is, and then there is no message.

    key    the message's key.
    words  the game's words, where a fact is a phrase of the game.
    """

    message: Message | None

    def __init__(self, key: str, words: Mapping[str, Any] | None = None, /, **facts: Fact) -> None:
        self.message = Message(key, facts) if _HOUSE_KEY.fullmatch(key) else None
        super().__init__(self.message.english(words) if self.message else key)

    def in_words(self, words: Mapping[str, Any]) -> HustingsError:
        """Return the same error in a game's words, with a suggestion for a mistyped word."""
        if self.message is None:
            return self
        facts = dict(self.message.facts)
        text, known = facts.get("text"), facts.get("known")
        if "near" not in facts and isinstance(text, str) and isinstance(known, list):
            facts["near"] = nearest(text, map(str, known))
        return type(self)(self.message.key, words, **facts)


class OptionError(HustingsError, ValueError):
    """An unknown game, option, value or number of seats; the text lists the known ones.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").start(seats=3)
        Traceback (most recent call last):
        ...
        hustings.engine.errors.OptionError: Electoral College Combat was asked for with 3 seats; it is played with 2
    """


class NotationError(HustingsError, ValueError):
    """A text that is not a move or chance outcome of this game; the message shows an example."""


class IllegalMove(HustingsError, ValueError):
    """A move that the rules refuse now; the table is as it was.

    Attributes:
        reason: The clause that forbids it and a sentence that explains it.

    Examples:
        >>> import hustings
        >>> table = hustings.game("combat").start(seats=2, seed=7)
        >>> try:
        ...     table.play("P2 turn 3")
        ... except hustings.IllegalMove as error:
        ...     error.reason.clause
        'EC-3'
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.message = Message(reason.key, reason.facts) if reason.key else None

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Reason]]:
        return type(self), (self.reason,)


class SavedGameError(HustingsError, ValueError):
    """A saved game that cannot be read or does not replay; the text names the entry, counted from 1."""
