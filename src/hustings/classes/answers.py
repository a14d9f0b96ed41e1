"""The answers to a class's open question.

Each is stored beside the class's log, in the place of the person's earlier answer, before it is acknowledged. When the
question closes, the last answer of each person goes to the log. So nobody's changes of mind are stored, and nobody can
fill the log with them.
"""

from __future__ import annotations

from collections.abc import Mapping

from hustings.classes import records as r
from hustings.classes.state import ClassState, Question
from hustings.rooms.stores.store import Store


class Answers:
    """Stores the answers to the open question, and knows them.

    Args:
        store: The store of the class's log.
        key: The name of the log in the store.
    """

    def __init__(self, store: Store, key: str) -> None:
        self._store, self._key = store, key
        self._question = 0
        self._given: dict[int, int] = {}

    def to(self, question: Question) -> Mapping[int, int]:
        """Return the answers to a question, by person: those in the log and those stored beside it."""
        return question.given | self._given if question.open and question.number == self._question else question.given

    async def give(self, question: int, person: int, answer: int) -> None:
        """Store a person's answer in the place of an earlier one. Raises StoreError."""
        await self._store.lay_beside(self._key, _place(person), f"{question} {answer}")
        self._expect(question)
        self._given[person] = answer

    async def recall(self, state: ClassState) -> None:
        """Read the answers to the open question from the store, also those that another process has stored."""
        question = state.question
        if question is None or not question.open:
            return
        self._expect(question.number)
        for person in state.people:
            stored = await self._store.beside(self._key, _place(person))
            number, answer = (0, 0) if stored is None else map(int, stored.split())
            if number == question.number:
                self._given[person] = answer

    async def last(self, state: ClassState) -> list[r.Answered]:
        """Return the records of the last answers to the open question that are not in the log yet."""
        await self.recall(state)
        question = state.question
        if question is None or not question.open:
            return []
        return [
            r.Answered(question.number, person, answer)
            for person, answer in sorted(self._given.items())
            if question.given.get(person) != answer
        ]

    def _expect(self, question: int) -> None:
        if self._question != question:
            self._question, self._given = question, {}


def _place(person: int) -> str:
    """Return the name under which a person's answer is stored."""
    return f"answer {person}"
