"""Commands from seats, and the pipeline that writes each to the log, acknowledges it, and shows its effect."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.errors import FloodError, MovedError, OvertakenError, RefusalKind, RoomError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.log.log_events import CommandId, Played, Record
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.state import RoomState

REFUSALS_KEPT = 64  # per token: a repeated command gets the same answer
PASSING = ("store", "flood")  # kinds of refusals that are not kept, because a second try may succeed


@dataclass(slots=True)
class Command(ABC):
    """A seat's command to its room, and the message that asks for it: its fields are those of the message.

    A new kind of command is a subclass with the methods below, and a member of `ClientMessage`.

    id    chosen by the sender; the same id gets the same answer, however often it is sent.
    pace  how many of these commands a seat may send at once, and then per second; None: no limit of its own.
    too_fast  the error key for a command that comes too fast.
    slow  whether `record` may take long, for example because it replays the game; it then runs in a thread.
    """

    id: CommandId
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True}
    pace: ClassVar[tuple[float, float] | None] = None
    too_fast: ClassVar[str] = ""
    slow: ClassVar[bool] = False

    @abstractmethod
    def record(self, state: RoomState, watcher: Watcher) -> Record:
        """Check the command and return the record to be written to the log.

        Only a command without a pace may change the table here, as a move does.

        Raises:
            RoomError: If the room refuses the command.
            IllegalMove: If the rules of the game refuse it.
        """

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show the viewers the change after the acknowledgement; by default, send new remarks and marks."""
        broadcast.tell_remarks_and_marks()


class Pipeline:
    """The steps of every command: check it, commit its record, acknowledge it, show its effect.

    refuse  sends a refusal to a viewer.
    follow  makes the forced moves that follow a move, before the move is shown.
    """

    def __init__(
        self,
        log: RoomLog,
        broadcast: Broadcast,
        refuse: Callable[[Watcher, Refused], None],
        follow: Callable[[], Awaitable[None]],
    ) -> None:
        self._log, self._broadcast, self._refuse, self._follow = log, broadcast, refuse, follow
        self._refusals: dict[str, OrderedDict[str, Refused]] = {}  # by token, then by the command's id

    async def carry_out(self, watcher: Watcher, command: Command, acknowledged: Callable[[Record], None]) -> None:
        """Carry a command out; `acknowledged` is called with its record after the acknowledgement."""
        if self._is_repeated(watcher, command):
            return
        record = await self._judge(watcher, command)
        if record is None:
            return
        try:
            await self._log.write([record])
        except (OvertakenError, MovedError):
            raise  # the command is checked again, or another process takes over
        except RoomError as error:
            if self._is_repeated(watcher, command):  # the store failed after the record was on disk
                acknowledged(record)
            else:
                self._send_refusal(watcher, refusal(command.id, error, "store"))
            return
        watcher.viewer.tell(Acknowledged(command.id, self._log.state.seq))
        acknowledged(record)
        await asyncio.sleep(0)  # the acknowledgement goes out before what others see is made
        if isinstance(record, Played):
            await self._follow()
        command.show(self._broadcast, record)

    def _is_repeated(self, watcher: Watcher, command: Command) -> bool:
        """Return whether a command is in the log already; if so, acknowledge it."""
        chairs = watcher.chairs(self._log.state)
        seq = self._log.state.answered[chairs[0]].get(command.id) if chairs else None
        if seq is not None:
            watcher.viewer.tell(Acknowledged(command.id, seq))
        return seq is not None

    async def _judge(self, watcher: Watcher, command: Command) -> Record | None:
        """Return the record of a command, or refuse the command and return None."""
        known = self._refusals.get(watcher.token or "")
        refused = known.get(command.id) if known else None
        if refused is None:
            try:
                return await self._record_of(watcher, command)
            except HustingsError as error:
                refused = refusal(command.id, error)
            if watcher.token and refused.kind not in PASSING:
                known = self._refusals.setdefault(watcher.token, OrderedDict())
                known[command.id] = refused
                if len(known) > REFUSALS_KEPT:
                    known.popitem(last=False)
        self._send_refusal(watcher, refused)
        return None

    async def _record_of(self, watcher: Watcher, command: Command) -> Record:
        state = self._log.state
        if command.slow:
            self._need_pace(watcher, command)
            return await in_background(command.record, state, watcher)
        record = command.record(state, watcher)
        self._need_pace(watcher, command)  # a refused command does not count
        return record

    def _need_pace(self, watcher: Watcher, command: Command) -> None:
        """Raise FloodError if the seat sends too many of these commands."""
        mark = f"{type(command).__name__} {watcher.token}"
        if command.pace and not self._broadcast.bucket(mark, command.pace).take():
            raise FloodError(command.too_fast)

    def _send_refusal(self, watcher: Watcher, refused: Refused) -> None:
        self._refuse(watcher, refused)
        if refused.kind == "stale":
            self._broadcast.show(watcher)


def refusal(command_id: str | None, error: HustingsError, kind: RefusalKind | None = None) -> Refused:
    """Return the message that refuses a command because of an error; kind: replaces the error's own kind."""
    clause = error.clause if isinstance(error, RoomError) else None
    kind = kind or (error.kind if isinstance(error, RoomError) else "rule")
    text = str(error)
    if isinstance(error, IllegalMove):
        text, clause = error.reason.text, error.reason.clause
    return Refused(command_id, text, clause, kind, **(error.message.as_dict() if error.message else {}))
