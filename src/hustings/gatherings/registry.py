"""All gatherings of one kind of a server: create, find, load and delete them."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from inspect import iscoroutinefunction
from typing import Any, Generic, TypeVar

from hustings.engine.errors import HustingsError
from hustings.gatherings.gathering import Gathering
from hustings.rooms.commands.registry import Incoming
from hustings.rooms.commands.registry import Registry as Commands
from hustings.rooms.errors import MovedError, NoRoomError, RoomError, SealedError, SequenceTakenError
from hustings.rooms.eventlog.records import LogKind
from hustings.rooms.eventlog.registry import Registry
from hustings.rooms.keys import new_code
from hustings.rooms.registry import OWNERS, TRIES, Rooms

logger = logging.getLogger(__name__)
PREFIXES = ("", *OWNERS)  # of the keys of rooms and of all gatherings, whose codes differ
Group = TypeVar("Group", bound=Gathering[Any, Any, Any, Any])


class Gatherings(Registry[Group], Generic[Group]):
    """All gatherings of one kind.

    Args:
        kind: The kind of their logs.
        rooms: All rooms of the server.
        quiet: Seconds without a new record after which a gathering is past its time.
    """

    def __init__(self, kind: LogKind[Any, Any], rooms: Rooms, quiet: float = 0.0) -> None:
        super().__init__(kind, rooms.context, quiet)
        self._rooms = rooms
        self._store = rooms.context.store

    @abstractmethod
    def _new(self, state: Any) -> Group:
        """Return a gathering in memory with a state."""

    @abstractmethod
    async def delete(self, gathering: Group) -> None:
        """Delete a gathering and all its tables."""

    async def _first(
        self, token: str, opened: Callable[[str], Any], state: Callable[[str, Any], Any], beside: Mapping[str, str]
    ) -> Group:
        """Write the first record of a gathering under a free code.

        Args:
            token: The token of its maker.
            opened: Makes the record from the code.
            state: Makes the state from the code and the record.
            beside: Texts to store beside the log, by name.
        """
        for _ in range(TRIES):
            code = new_code()
            key = self._kind.key(code)
            if await self._taken(code):  # people type all codes into the same field
                continue
            first = opened(code)
            await self._store.seal(key, key)
            try:
                await self._store.append(key, 1, [self._kind.write(first)])
            except SequenceTakenError:
                continue
            await self._store.entrust(key, token)
            for name, text in beside.items():
                await self._store.lay_beside(key, name, text)
            gathering = self._new(state(code, first))
            if self.context.leases is None:
                self._live[code] = gathering
            else:  # the process that the proxy chooses takes the lease
                await gathering.close()
            return gathering
        raise RoomError(f"{self._kind.name}.no_free_code")

    async def _taken(self, code: str) -> bool:
        return any([await self._store.read(prefix + code, most=1) for prefix in PREFIXES])

    async def find(self, code: str, token: str | None = None) -> Group:
        """Return the gathering of a code, read from the store if it is not in memory.

        Args:
            code: The code of the gathering.
            token: A token of the gathering, which restores the log's key after a crash of the database (see `seals`).

        Raises:
            NoRoomError, RoomDamagedError, MovedError: As in `Registry.find`.
            SealedError: If the key is lost and the token is not of the gathering.
        """
        try:
            return await super().find(code)
        except SealedError:
            if token is None or not await self._store.reopen(self._kind.key(code), token):
                raise
        return await super().find(code)

    async def _wake(self, state: Any) -> Group:
        gathering = self._new(state)
        try:
            await self._recall(gathering)
            await gathering.arrange()
        except BaseException:
            await gathering.close()
            raise
        return gathering

    async def _recall(self, gathering: Group) -> None:
        """Read what lies beside the log."""

    async def _command(self, gathering: Group, commands: Commands, request: Incoming, **given: Any) -> None:
        """Carry out a command: a method of the registry, one of the gathering, or a change.

        given: further arguments.
        """
        wish = commands.call(request)
        if wish.func in vars(type(self)).values():
            await wish(self, gathering, **given)
        elif iscoroutinefunction(wish.func):
            await wish(gathering, **given)
        else:
            await gathering.change(lambda state: wish(state, **given))

    async def _dissolve(self, gathering: Group) -> None:
        """Delete a gathering and all rooms of its log at once, and leave no trace of them in the store."""
        state = gathering.state
        self._forget(state.code, gathering)
        await gathering.dismiss()
        await self._rooms.remove([*state.rooms(), self._kind.key(state.code)])

    async def look_again(self, code: str) -> None:
        """Drop a gathering from memory, with its tables, if the operator has removed it from the store."""
        gathering = self._live.get(code)
        if gathering is not None and not await self._store.read(self._kind.key(code), most=1):
            self._forget(code, gathering)
            await gathering.dismiss()
            for table in gathering.state.rooms():
                await self._rooms.look_again(table)

    async def _remove_expired(self, codes: Sequence[str]) -> list[str]:
        expired = []
        for code in codes:
            try:
                gathering = await self.find(code)
            except (NoRoomError, MovedError):
                continue  # somebody has deleted it, or opened it in another process
            except HustingsError as error:  # nobody can read it; its tables expire by themselves
                logger.warning("an expired log is removed unread (%s)", type(error).__name__)
                await self._rooms.remove([self._kind.key(code)])
                expired.append(code)
            else:
                if await self._past(gathering):
                    await self.delete(gathering)
                    expired.append(code)
        return expired

    async def _past(self, gathering: Group) -> bool:
        """Return whether a gathering is past its time."""
        return self._kind.key(gathering.state.code) in await self._store.past(self.quiet, self._kind.prefix)
