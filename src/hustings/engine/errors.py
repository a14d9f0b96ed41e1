"""The errors that Hustings raises: each is one sentence on what was tried and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from hustings.engine.messages import Fact, Message

NEAR = 0.6  # the least similarity, from 0 to 1, at which a known word is suggested for a mistyped one
_HOUSE_KEY = re.compile(r"[a-z_]+\.[a-z_]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like a mistyped one, or None if no word is similar.

    >>> nearest("comabt", ["combat", "politics"]), nearest("tx", ["CA", "TX"])
    ('combat', 'TX')
    """
    folded = {each.casefold(): each for each in known}
    found = get_close_matches(word.casefold(), folded, 1, NEAR)
    return folded[found[0]] if found else None


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for refusing a move: the clause that forbids it, and a sentence about this move.

    key, facts  the sentence in a form to translate. A key without a dot is one of the "reasons" in the game's words;
                a key with a dot belongs to the engine.
    """

    clause: str
    text: str
    key: str = field(default="", compare=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class HustingsError(Exception):
    """The base class of every error that Hustings raises on purpose.

    The text of `HustingsError("engine.no_such_game", name="whist", games=["combat"])` is the English for that key;
    `message` has the key and the facts. If `key` is a whole sentence, it is the text, and `message` is None.

    key    the key of a message, or a sentence.
    words  the game's words, needed if a fact is a phrase of the game.
    """

    message: Message | None

    def __init__(self, key: str, words: Mapping[str, Any] | None = None, /, **facts: Fact) -> None:
        self.message = Message(key, facts) if _HOUSE_KEY.fullmatch(key) else None
        super().__init__(self.message.english(words) if self.message else key)

    def in_words(self, words: Mapping[str, Any]) -> HustingsError:
        """Return this error with phrases from a game's words, and with a suggestion for a mistyped word."""
        if self.message is None:
            return self
        facts = dict(self.message.facts)
        text, known = facts.get("text"), facts.get("known")
        if "near" not in facts and isinstance(text, str) and isinstance(known, list):
            facts["near"] = nearest(text, map(str, known))
        return type(self)(self.message.key, words, **facts)


class OptionError(HustingsError, ValueError):
    """An unknown game, option, value or number of seats; the text lists what is allowed.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").start(seats=3)
        Traceback (most recent call last):
        ...
        hustings.engine.errors.OptionError: Electoral College Combat was asked for with 3 seats; it is played with 2
    """


class NotationError(HustingsError, ValueError):
    """A text that is no move or chance outcome of this game; the message shows an example of one."""


class IllegalMove(HustingsError, ValueError):
    """A move that the rules do not allow now; the table is unchanged.

    Attributes:
        reason: The clause that forbids the move and a sentence that explains why.

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
    """A saved game that cannot be read or replayed; the text names the log entry that failed, counted from 1."""
