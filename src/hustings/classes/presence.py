"""Presence: the viewers of a class and whether their pages are visible."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, Protocol

from hustings.classes.updates import ClassNotice

Role = Literal["person", "asking", "teacher", "projector"]


class ClassViewer(Protocol):
    """A connection to a class; its methods must not block."""

    def show(self, notice: ClassNotice) -> None:
        """Show a notice after earlier ones."""

    def removed(self) -> None:
        """The class, or the person, is gone."""

    def moved(self) -> None:
        """Another process holds the class now."""


@dataclass(eq=False, slots=True)
class Looker:
    """A viewer of a class.

    mark     the digest of their token, None for the projector.
    looking  whether the page is in front of somebody: a locked phone's is not.
    shown    the last notice they were shown, which they are not shown again.
    views    the views the projector was shown, by table.
    """

    viewer: ClassViewer
    role: Role
    mark: str | None
    looking: bool = True
    shown: ClassNotice | None = None
    views: dict[int, object] | None = None


class Presence:
    """Connected people with visible pages, by number; two tabs of a browser are one person."""

    def __init__(self) -> None:
        self.lookers: list[Looker] = []
        self._people: dict[str, int] = {}  # by the digest of their token
        self._left: dict[int, float] = {}

    def know(self, people: dict[str, int]) -> None:
        """Update the people's tokens."""
        before = self.there
        self._people = people
        self._note_left(before)

    @property
    def there(self) -> frozenset[int]:
        """Return the people whose page is open and visible."""
        marks = (looker.mark for looker in self.lookers if looker.looking and looker.role == "person")
        return frozenset(self._people[mark] for mark in marks if mark in self._people)

    def away(self, person: int) -> float | None:
        """Return the seconds since a person was last connected; None while connected."""
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
