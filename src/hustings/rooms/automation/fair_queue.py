"""A queue that serves rooms in turn, so that a room with many thoughts does not keep the others waiting."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by room: each room's in the order they came, one room after the other."""

    def __init__(self) -> None:
        self._rooms: dict[str, deque[Item]] = {}  # the next room first

    def __bool__(self) -> bool:
        return bool(self._rooms)

    def add(self, room: str, item: Item) -> None:
        """Add an item of a room; a room that had none comes last."""
        self._rooms.setdefault(room, deque()).append(item)

    def discard(self, room: str, item: Item) -> None:
        """Remove an item if it still waits."""
        if item in self._rooms.get(room, ()):
            self._rooms[room].remove(item)
            if not self._rooms[room]:
                del self._rooms[room]

    def pop(self) -> tuple[Item, float]:
        """Remove the next item; return it with its share of all the work there is, counting rooms alike."""
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
