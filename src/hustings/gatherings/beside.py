"""Values of people beside a gathering's log, so that they can be replaced and erased and nobody can fill the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from hustings.rooms.stores.store import Store

Value = TypeVar("Value")


class Beside(Generic[Value]):
    """Stores a value for each person, in the place of an earlier one, and knows all of them.

    Args:
        store: The store of the gathering's log.
        log: The name of the log in the store.
        kind: The beginning of the names under which the values are stored.
        write: Encodes a value as text.
        read: Decodes a value.

    Attributes:
        found: The values, by the number of the person or another key.
    """

    def __init__(
        self, store: Store, log: str, kind: str, write: Callable[[Value], str], read: Callable[[str], Value]
    ) -> None:
        self._store, self._log, self._kind, self._text_of, self._read = store, log, kind, write, read
        self.found: dict[int | str, Value] = {}

    async def lay(self, key: int | str, value: Value) -> None:
        """Store a value. Raises StoreError."""
        await self._store.lay_beside(self._log, f"{self._kind} {key}", self._text_of(value))
        self.found[key] = value

    async def recall(self, keys: Iterable[int | str]) -> None:
        """Read values from the store, also those that another process has stored."""
        for key in keys:
            stored = await self._store.beside(self._log, f"{self._kind} {key}")
            if stored is not None:
                self.found[key] = self._read(stored)
