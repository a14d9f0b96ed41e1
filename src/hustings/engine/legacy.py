"""Bridges for games that still read and write their notation by hand; goes when the last of them is converted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.engine.declared import MoveTable, OutcomeTable
from hustings.engine.messages import Message


class HandMoves(MoveTable):
    def __init__(self, words: Any, count: int, remarks: Mapping[str, int] | None = None) -> None:
        super().__init__()
        self._words, self.count, self.remarks = words, count, dict(remarks or {})

    def write(self, s: Any, action: int) -> str:
        return str(self._words.write_move(s, action))

    def read(self, s: Any, verb: str, args: Sequence[str]) -> int:
        return int(self._words.read_move(s, verb, args))


class HandOutcomes(OutcomeTable):
    def __init__(self, words: Any, count: int) -> None:
        super().__init__(())
        self._words, self.count = words, count

    def write(self, s: Any, outcome: int) -> str:
        return str(self._words.write_outcome(s, outcome))

    def read(self, s: Any, text: str) -> int:
        return int(self._words.read_outcome(s, text))


class HandTexts:
    def __init__(self, words: Any) -> None:
        self._words = words
        self.explain, self.cards = words.explain, words.cards

    def facts(self, s: Any, seat: int, action: int) -> dict[str, Any]:
        return {}

    def result(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
        return Message("", {"text": self._words.result_text(s, winners, scores)})
