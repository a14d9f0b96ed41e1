"""A seat's command, and the pipeline every one of them goes through: commit, then acknowledge, then show."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.errors import FloodError, MovedError, OvertakenError, RefusalKind, RoomError
from hustings.rooms.log.log_events import Record
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.state import RoomState

REFUSALS_KEPT = 64  # per token: repeated within a session they get the same answer
PASSING = ("store", "flood")  # kinds of refusals that a second try may not meet again


@dataclass(slots=True)
class Command(ABC):
    """What a seat sends to its room. A new kind of command is a subclass with the methods below.

    id    chosen by the sender; the same id gets the same answer, however often it is sent.
    pace  how often a seat may send such a command: at once, and a second; None: as often as any message.
    too_fast  the key of the error that refuses more.
    """

    id: str
    pace: ClassVar[tuple[float, float] | None] = None
    too_fast: ClassVar[str] = ""

    @abstractmethod
    def check(self, state: RoomState, watcher: Watcher) -> None:
        """Raise RoomError where the room refuses the command; nothing is changed here."""

    @abstractmethod
    def record(self, state: RoomState, watcher: Watcher) -> Record:
        """Make the record to be written, a move at the table first. Raises IllegalMove where the rules refuse it."""

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Tell the viewers what the record changed, after the acknowledgement: remarks and marks, if no more."""
        broadcast.tell_remarks_and_marks()


class Pipeline:
    """The way of every seat's command through one room. refuse: tells a viewer a refusal."""

    def __init__(self, log: RoomLog, broadcast: Broadcast, refuse: Callable[[Watcher, Refused], None]) -> None:
        self._log, self._broadcast, self._refuse = log, broadcast, refuse
        self._refusals: dict[str, OrderedDict[str, Refused]] = {}  # by token, then by the command's id

    async def carry_out(self, watcher: Watcher, command: Command, answered: Callable[[Record], None]) -> None:
        """Judge a command, commit its record, acknowledge it, then show everybody what it changed.

        answered  called with a record when it has been acknowledged.
        """
        record = self.judge(watcher, command)
        if record is None:
            return
        try:
            await self._log.write([record])
        except (OvertakenError, MovedError):
            raise  # the room judges the command anew, or does no more
        except RoomError as error:
            if self._not_written(watcher, command, error):
                answered(record)
            return
        watcher.viewer.tell(Acknowledged(command.id, self._log.state.seq))
        answered(record)
        await asyncio.sleep(0)  # the acknowledgement goes out before what others see is made
        command.show(self._broadcast, record)

    def judge(self, watcher: Watcher, command: Command) -> Record | None:
        """The record to be written for a command; None for one that is answered here: refused, or a repetition."""
        known = self._answered(watcher, command)
        if known is not None:
            watcher.viewer.tell(known)
            return None
        kept = self._refusals.get(watcher.token or "")
        refused = kept.get(command.id) if kept else None
        if refused is None:
            try:
                return self._permitted(watcher, command)
            except HustingsError as error:
                refused = refusal(command.id, error)
            if watcher.token and refused.kind not in PASSING:
                kept = self._refusals.setdefault(watcher.token, OrderedDict())
                kept[command.id] = refused
                if len(kept) > REFUSALS_KEPT:
                    kept.popitem(last=False)
        self._tell(watcher, refused)
        return None

    def _not_written(self, watcher: Watcher, command: Command, error: HustingsError) -> bool:
        """Answer a command after the store failed; return whether its record was on disk before that."""
        written = self._answered(watcher, command)
        if written is None:
            self._tell(watcher, refusal(command.id, error, "store"))
            return False
        watcher.viewer.tell(written)
        return True

    def _tell(self, watcher: Watcher, refused: Refused) -> None:
        self._refuse(watcher, refused)
        if refused.kind == "stale":
            self._broadcast.show(watcher)

    def _answered(self, watcher: Watcher, command: Command) -> Acknowledged | None:
        """The acknowledgement of a command that stands in the log."""
        chairs = watcher.chairs(self._log.state)
        seq = self._log.state.answered[chairs[0]].get(command.id) if chairs else None
        return None if seq is None else Acknowledged(command.id, seq)

    def _permitted(self, watcher: Watcher, command: Command) -> Record:
        """The record of a command that is neither refused nor sent too fast."""
        command.check(self._log.state, watcher)
        if (
            command.pace
            and not self._broadcast.bucket(f"{type(command).__name__} {watcher.token}", command.pace).take()
        ):
            raise FloodError(command.too_fast)
        return command.record(self._log.state, watcher)


def refusal(command_id: str | None, error: HustingsError, kind: RefusalKind | None = None) -> Refused:
    """The refusal that tells an error; kind: another than the error's own."""
    clause = error.clause if isinstance(error, RoomError) else None
    kind = kind or (error.kind if isinstance(error, RoomError) else "rule")
    text = str(error)
    if isinstance(error, IllegalMove):
        text, clause = error.reason.text, error.reason.clause
    return Refused(command_id, text, clause, kind, **(error.message.as_dict() if error.message else {}))
