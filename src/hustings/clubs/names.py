"""The names of a club's members, which lie beside its log so that they can be erased."""

from __future__ import annotations

from hustings.clubs.state import ClubState
from hustings.rooms.stores.store import Store


class Names:
    """Stores the name of each member under the key that the log has for it.

    Args:
        store: The store of the club's log.
        log: The name of the log in the store.
    """

    def __init__(self, store: Store, log: str) -> None:
        self._store, self._log = store, log
        self._found: dict[str, str] = {}

    async def give(self, key: str, name: str) -> None:
        """Store a name in the place of an earlier one; an empty name erases it. Raises StoreError."""
        await self._store.lay_beside(self._log, place_of(key), name)
        self._found[key] = name

    async def recall(self, state: ClubState) -> None:
        """Read the names of members from the store; erase those of former members that a crash has left there."""
        for member in state.people.values():
            name = await self._store.beside(self._log, place_of(member.key)) or ""
            if member.gone and name:
                await self.give(member.key, "")
            elif not member.gone:
                self._found[member.key] = name
        self.fill(state)

    def fill(self, state: ClubState) -> None:
        """Give the members of a state their names."""
        for member in state.present_people():
            member.name = self._found.get(member.key, "")


def place_of(key: str) -> str:
    """Return the name under which a member's name is stored."""
    return f"name {key}"
