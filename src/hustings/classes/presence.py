"""The viewers of a class, and whether their pages are visible."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, Protocol

from hustings.classes.updates import ClassNotice, ScreenView

Role = Literal["person", "asking", "teacher", "projector"]


class ClassViewer(Protocol):
    """A connection to a class; its methods must not block."""

    def show(self, notice: ClassNotice) -> None:
        """Queue a message for the client."""

    def removed(self) -> None:
        """End the connection, because the class or the person is gone."""

    def moved(self) -> None:
        """End the connection, because another process holds the class now."""


@dataclass(eq=False, slots=True)
class Looker:
    """A viewer of a class.

    mark     the digest of their token; None for the projector.
    looking  whether the page is visible: that of a locked phone is not.
    shown    the last message they were sent, which is not sent again.
    views    the last view of each table that the projector was sent, by the table's number.
    """

    viewer: ClassViewer
    role: Role
    mark: str | None
    looking: bool = True
    shown: ClassNotice | None = None
    views: dict[int, ScreenView] | None = None


class Presence:
    """Knows which people have their page open and visible; two tabs of a browser count as one person."""

    def __init__(self) -> None:
        self.lookers: list[Looker] = []
        self._people: dict[str, int] = {}  # by the digest of the token: the person's number
        self._left: dict[int, float] = {}

    def know(self, people: dict[str, int]) -> None:
        """Update the people of the class; people: their numbers, by the digests of their tokens."""
        before = self.there
        self._people = people
        self._note_left(before)

    @property
    def there(self) -> frozenset[int]:
        """The numbers of the people whose page is open and visible."""
        marks = (looker.mark for looker in self.lookers if looker.looking and looker.role == "person")
        return frozenset(self._people[mark] for mark in marks if mark in self._people)

    def away(self, person: int) -> float | None:
        """Return the seconds since a person's page was last visible, or None while it is visible."""
        return None if person in self.there else time.monotonic() - self._left.setdefault(person, time.monotonic())

    def add(self, looker: Looker) -> None:
        """Add a viewer."""
        self.lookers.append(looker)

    def remove(self, looker: Looker) -> None:
        """Remove a viewer."""
        if looker in self.lookers:
            before = self.there
            self.lookers.remove(looker)
            self._note_left(before)

    def look(self, looker: Looker, looking: bool) -> None:
        """Note whether a viewer's page is visible."""
        before = self.there
        looker.looking = looking
        self._note_left(before)

    def _note_left(self, before: frozenset[int]) -> None:
        self._left.update(dict.fromkeys(before - self.there, time.monotonic()))
