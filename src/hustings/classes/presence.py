"""Who is there and looking: the viewers of a class at this process, and the people at others."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, Protocol

from hustings.classes.updates import ClassNotice

Role = Literal["person", "asking", "teacher", "projector"]


class ClassViewer(Protocol):
    """A connection that looks at a class. Its methods must not wait."""

    def show(self, notice: ClassNotice) -> None:
        """Show a notice, after those shown before."""

    def removed(self) -> None:
        """The class, or the person, is gone."""


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
    """The people who are there and looking, by number; two tabs of one browser are one person."""

    def __init__(self) -> None:
        self.lookers: list[Looker] = []
        self.elsewhere: frozenset[int] = frozenset()
        self._people: dict[str, int] = {}  # by the digest of their token
        self._ceded: set[int] = set()  # who looks at another process as well, which says so
        self._left: dict[int, float] = {}

    def know(self, people: dict[str, int]) -> None:
        """Take the people's tokens into account as they are now."""
        before = self.there
        self._people = people
        self._note_left(before)

    @property
    def here(self) -> frozenset[int]:
        """The people who look at this process, and at no other since."""
        return self._looking() - self._ceded

    def _looking(self) -> frozenset[int]:
        marks = (looker.mark for looker in self.lookers if looker.looking and looker.role == "person")
        return frozenset(self._people[mark] for mark in marks if mark in self._people)

    @property
    def there(self) -> frozenset[int]:
        """The people who are there and looking, at any process."""
        return self._looking() | self.elsewhere

    def away(self, person: int) -> float | None:
        """The seconds since a person was last there; None while they are."""
        return None if person in self.there else time.monotonic() - self._left.setdefault(person, time.monotonic())

    def add(self, looker: Looker) -> None:
        """Add a viewer."""
        self.lookers.append(looker)
        self._claim(looker)

    def remove(self, looker: Looker) -> None:
        """Remove a viewer."""
        if looker in self.lookers:
            before = self.there
            self.lookers.remove(looker)
            self._note_left(before)

    def look(self, looker: Looker, looking: bool) -> None:
        """Note that a viewer looks, or does not any more."""
        before = self.there
        looker.looking = looking
        self._claim(looker)
        self._note_left(before)

    def seen_elsewhere(self, people: frozenset[int], moved: frozenset[int]) -> None:
        """Note who looks at other processes; moved: those of them who did so later than here."""
        before = self.there
        self._ceded = (self._ceded | moved) & people
        self.elsewhere = people
        self._note_left(before)

    def _claim(self, looker: Looker) -> None:
        if looker.looking and looker.mark in self._people:
            self._ceded.discard(self._people[looker.mark])

    def _note_left(self, before: frozenset[int]) -> None:
        self._left.update(dict.fromkeys(before - self.there, time.monotonic()))
