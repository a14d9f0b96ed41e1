"""A queue that serves rooms in turn, so that a room with many waiting items does not delay the others."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue that takes one item from each room in turn; a room's own items keep their order."""

    def __init__(self) -> None:
        self._rooms: dict[str, deque[Item]] = {}  # in the order in which rooms are served

    def __bool__(self) -> bool:
        return bool(self._rooms)

    def add(self, room: str, item: Item) -> None:
        """Add an item for a room; a room without waiting items is served last."""
        self._rooms.setdefault(room, deque()).append(item)

    def discard(self, room: str, item: Item) -> None:
        """Remove an item if it still waits."""
        if item in self._rooms.get(room, ()):
            self._rooms[room].remove(item)
            if not self._rooms[room]:
                del self._rooms[room]

    def pop(self) -> tuple[Item, float]:
        """Remove the next item; return it with its share of the workers' time (0 to 1).

        All rooms that wait have equal shares, and the items of a room divide its share equally.
        """
        room, items = next(iter(self._rooms.items()))
        share = 1 / (len(self._rooms) * len(items))
        del self._rooms[room]
        item = items.popleft()
        if items:
            self._rooms[room] = items
        return item, share

    def clear(self) -> list[Item]:
        """Remove all items and return them."""
        items = [item for waiting in self._rooms.values() for item in waiting]
        self._rooms.clear()
        return items
