"""The viewers of a gathering, and whether their pages are visible."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

ARRIVAL = 20.0  # seconds in which the page of somebody who joins must open
Role = Literal["person", "asking", "teacher", "projector"]
Notice = TypeVar("Notice")
Told_contra = TypeVar("Told_contra", contravariant=True)


class Viewer(Protocol[Told_contra]):
    """A connection to a gathering; its methods must not block."""

    def tell(self, notice: Told_contra) -> None:
        """Queue a message for the client."""

    def removed(self) -> None:
        """End the connection, because the gathering or the person is gone."""

    def moved(self) -> None:
        """End the connection, because another process holds the gathering now."""


@dataclass(eq=False, slots=True)
class Looker(Generic[Notice]):
    """A viewer of a gathering.

    mark     the digest of their token; None for the projector.
    looking  whether the page is visible: that of a locked phone is not.
    shown    the last message they were sent, which is not sent again.
    views    the last view of each table that a projector was sent, by the table's number.
    """

    viewer: Viewer[Notice]
    role: Role
    mark: str | None
    looking: bool = True
    shown: Notice | None = None
    views: dict[int, Notice] = field(default_factory=dict)


class Presence:
    """Knows which people have their page open and visible; two tabs of a browser count as one person.

    people: the numbers of the people of the gathering so far, by the digests of their tokens.
    unproven: those of them whose page may never have been open; they count as new.
    """

    def __init__(self, people: dict[str, int], unproven: Iterable[int] = ()) -> None:
        self.lookers: list[Looker[Any]] = []
        self._people = people
        self._left: dict[int, float] = {}
        self._new = dict.fromkeys(unproven, time.monotonic())  # people whose page was never open, and when they joined

    def know(self, people: dict[str, int]) -> None:
        """Update the people of the gathering."""
        before, known = self.there, self._people.values()
        now = time.monotonic()
        self._new |= {number: now for number in people.values() if number not in known}
        self._people = people
        self._note_left(before)
        self._note_open()

    def strangers(self) -> list[int]:
        """Return the people whose page was not opened within `ARRIVAL` seconds of their joining, oldest first."""
        now = time.monotonic()
        return [number for number, joined in self._new.items() if now - joined >= ARRIVAL]

    def _note_open(self) -> None:
        for looker in self.lookers:
            self._new.pop(self._people.get(looker.mark or "", 0), None)

    @property
    def there(self) -> frozenset[int]:
        """The numbers of the people whose page is open and visible."""
        marks = (looker.mark for looker in self.lookers if looker.looking and looker.role == "person")
        return frozenset(self._people[mark] for mark in marks if mark in self._people)

    def away(self, person: int) -> float | None:
        """Return the seconds since a person's page was last visible, or None while it is visible."""
        return None if person in self.there else time.monotonic() - self._left.setdefault(person, time.monotonic())

    def add(self, looker: Looker[Any]) -> None:
        """Add a viewer."""
        self.lookers.append(looker)
        self._note_open()

    def remove(self, looker: Looker[Any]) -> None:
        """Remove a viewer."""
        if looker in self.lookers:
            before = self.there
            self.lookers.remove(looker)
            self._note_left(before)

    def look(self, looker: Looker[Any], looking: bool) -> None:
        """Note whether a viewer's page is visible."""
        before = self.there
        looker.looking = looking
        self._note_left(before)

    def _note_left(self, before: frozenset[int]) -> None:
        self._left.update(dict.fromkeys(before - self.there, time.monotonic()))
