"""What can go wrong, in one sentence each: what was tried, what is allowed, by which clause or option."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused: the clause of the rules that forbids it, and one sentence with the numbers."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class HustingsError(Exception):
    """The base of every error this package raises on purpose."""


class OptionError(HustingsError, ValueError):
    """A game, option, value or number of seats that does not exist; the text names those that do."""


class NotationError(HustingsError, ValueError):
    """A text that is no move or chance outcome of this game; the text says what one looks like."""


class IllegalMove(HustingsError, ValueError):
    """A move the rules refuse now. `reason` has the clause; the table is as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class SavedGameError(HustingsError, ValueError):
    """A saved game that cannot be read or does not replay; the text names the entry, counted from 1."""
