"""The clients of a gathering, and whether their pages are visible."""

from __future__ import annotations

import time
from collections.abc import Iterable

from hustings.rooms.clients import Client

ARRIVAL = 20.0  # seconds in which the page of somebody who joins must open


class Presence:
    """Knows which people have their page open and visible; two tabs of a browser count as one person.

    people: the numbers of the people of the gathering so far, by the digests of their tokens.
    unproven: those of them whose page may never have been open; they count as new.
    """

    def __init__(self, people: dict[str, int], unproven: Iterable[int] = ()) -> None:
        self.clients: list[Client] = []
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
        for client in self.clients:
            self._new.pop(self._people.get(client.token or "", 0), None)

    @property
    def there(self) -> frozenset[int]:
        """The numbers of the people whose page is open and visible."""
        marks = (client.token for client in self.clients if client.looking and client.role == "person")
        return frozenset(self._people[mark] for mark in marks if mark in self._people)

    def away(self, person: int) -> float | None:
        """Return the seconds since a person's page was last visible, or None while it is visible."""
        return None if person in self.there else time.monotonic() - self._left.setdefault(person, time.monotonic())

    def add(self, client: Client) -> None:
        """Add a client."""
        self.clients.append(client)
        self._note_open()

    def remove(self, client: Client) -> None:
        """Remove a client."""
        if client in self.clients:
            before = self.there
            self.clients.remove(client)
            self._note_left(before)

    def look(self, client: Client, looking: bool) -> None:
        """Note whether a client's page is visible."""
        before = self.there
        client.looking = looking
        self._note_left(before)

    def _note_left(self, before: frozenset[int]) -> None:
        self._left.update(dict.fromkeys(before - self.there, time.monotonic()))
