"""The connection checks of a class's phones, so that a teacher sees before the lesson who can play.

The last report of each person is stored beside the class's log, so that nobody can fill the log with reports.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import TypeAdapter

from hustings.classes.records import PhoneCheck
from hustings.rooms.stores.store import Store

_CHECK = TypeAdapter(PhoneCheck)


class Checks:
    """Stores the last report of each person, and knows them.

    Args:
        store: The store of the class's log.
        key: The name of the log in the store.
    """

    def __init__(self, store: Store, key: str) -> None:
        self._store, self._key = store, key
        self._found: dict[int, PhoneCheck] = {}

    def of(self, person: int) -> PhoneCheck | None:
        """Return the last report of a person, or None."""
        return self._found.get(person)

    async def report(self, person: int, check: PhoneCheck) -> None:
        """Store a person's report in the place of an earlier one. Raises StoreError."""
        await self._store.lay_beside(self._key, _place(person), _CHECK.dump_json(check).decode())
        self._found[person] = check

    async def recall(self, people: Iterable[int]) -> None:
        """Read the reports of people from the store."""
        for person in people:
            stored = await self._store.beside(self._key, _place(person))
            if stored is not None:
                self._found[person] = _CHECK.validate_json(stored)


def _place(person: int) -> str:
    """Return the name under which a person's report is stored."""
    return f"check {person}"
