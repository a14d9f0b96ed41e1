"""The answers to a class's open question.

Each is stored beside the class's log before it is acknowledged. When the question closes, the last answer of each
person goes to the log. So nobody's changes of mind are stored.
"""

from __future__ import annotations

from collections.abc import Mapping

from hustings.classes import records as r
from hustings.classes.state import ClassState, Question
from hustings.gatherings.beside import Beside
from hustings.rooms.stores.store import Store


class Answers:
    """Stores the answers to the open question, and knows them.

    Args:
        store: The store of the class's log.
        key: The name of the log in the store.
    """

    def __init__(self, store: Store, key: str) -> None:
        self._given: Beside[tuple[int, int]] = Beside(store, key, "answer", _text, _pair)  # question and answer

    def to(self, question: Question) -> Mapping[int, int]:
        """Return the answers to a question, by person: those in the log and those stored beside it."""
        if not question.open:
            return question.given
        given = self._given.found.items()
        return question.given | {int(who): answer for who, (number, answer) in given if number == question.number}

    async def give(self, question: int, person: int, answer: int) -> None:
        """Store a person's answer in the place of an earlier one. Raises StoreError."""
        await self._given.lay(person, (question, answer))

    async def recall(self, state: ClassState) -> None:
        """Read the answers to the open question from the store, also those that another process has stored."""
        if state.question is not None and state.question.open:
            await self._given.recall(state.people)

    async def last(self, state: ClassState) -> list[r.Answered]:
        """Return the records of the last answers to the open question that are not in the log yet."""
        await self.recall(state)
        question = state.question
        if question is None or not question.open:
            return []
        return [
            r.Answered(question.number, person, answer)
            for person, answer in sorted(self.to(question).items())
            if question.given.get(person) != answer
        ]


def _text(given: tuple[int, int]) -> str:
    return f"{given[0]} {given[1]}"


def _pair(stored: str) -> tuple[int, int]:
    question, answer = map(int, stored.split())
    return question, answer
