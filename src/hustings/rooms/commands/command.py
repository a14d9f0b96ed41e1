"""Commands from seats, each of which is written to the log, acknowledged, and then shown."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.clients import Client
from hustings.rooms.commands.registry import Incoming
from hustings.rooms.errors import FloodError, MovedError, OvertakenError, RefusalKind, RoomError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.live import job
from hustings.rooms.log.log_events import CommandId, Played, Record, Voted
from hustings.rooms.log.state import RoomState

if TYPE_CHECKING:
    from hustings.rooms.room import Room

REFUSALS_KEPT = 64  # per token: a repeated command gets the same answer
Refusals = dict[str, OrderedDict[str, Refused]]  #: of a room: by token, then by the command's id
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
    def record(self, state: RoomState, client: Client) -> Record:
        """Check the command and return the record to be written to the log.

        Only a command without a pace may change the table here, as a move does.

        Raises:
            RoomError: If the room refuses the command.
            IllegalMove: If the rules of the game refuse it.
        """

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show the viewers the change after the acknowledgement; by default, send new remarks and marks."""
        broadcast.tell_remarks_and_marks()


class Query(Incoming, ABC):
    """A seat's question to its room, which changes nothing."""

    id: CommandId

    @abstractmethod
    async def ask(self, room: Room, client: Client) -> None:
        """Send the client the answer, now or later. Raises HustingsError to refuse the question."""


@job
async def carry_out(room: Room, client: Client, command: Command, asked: float) -> None:
    """Acknowledge or refuse a seat's command, then show everybody the change.

    A repeated command gets the same answer. asked: when the command arrived.
    """
    if _is_repeated(room, client, command):
        return
    record = await _judge(room, client, command)
    if record is None:
        return
    try:
        await room.write([record])
    except (OvertakenError, MovedError):
        raise  # the command is checked again, or another process takes over
    except RoomError as error:
        if _is_repeated(room, client, command):  # the store failed after the record was on disk
            _count(room, record, asked)
        else:
            _send_refusal(room, client, refusal(command.id, error, "store"))
        return
    client.tell(Acknowledged(command.id, room.state.seq))
    _count(room, record, asked)
    await asyncio.sleep(0)  # the acknowledgement goes out before what others see is made
    if isinstance(record, Played):
        await room.moves.make_forced()
    command.show(room.broadcast, record)


def _count(room: Room, written: Record, asked: float) -> None:
    """Count an acknowledged command; asked: when it arrived."""
    room.context.metrics.answer_seconds.observe(time.monotonic() - asked)
    if isinstance(written, Played):
        room.moves.count("person")
    elif isinstance(written, Voted):
        room.turns.count_votes(written.chair)


def _is_repeated(room: Room, client: Client, command: Command) -> bool:
    """Return whether a command is in the log already; if so, acknowledge it."""
    chairs = room.state.chairs_of(client.token)
    seq = room.state.answered[chairs[0]].get(command.id) if chairs else None
    if seq is not None:
        client.tell(Acknowledged(command.id, seq))
    return seq is not None


async def _judge(room: Room, client: Client, command: Command) -> Record | None:
    """Return the record of a command, or refuse the command and return None."""
    known = room.refusals.get(client.token or "")
    refused = known.get(command.id) if known else None
    if refused is None:
        try:
            return await _record_of(room, client, command)
        except HustingsError as error:
            refused = refusal(command.id, error)
        if client.token and refused.kind not in PASSING:
            known = room.refusals.setdefault(client.token, OrderedDict())
            known[command.id] = refused
            if len(known) > REFUSALS_KEPT:
                known.popitem(last=False)
    _send_refusal(room, client, refused)
    return None


async def _record_of(room: Room, client: Client, command: Command) -> Record:
    state = room.state
    if command.slow:
        _need_pace(room, client, command)
        return await in_background(command.record, state, client)
    record = command.record(state, client)
    _need_pace(room, client, command)  # a refused command does not count
    return record


def _need_pace(room: Room, client: Client, command: Command) -> None:
    """Raise FloodError if the seat sends too many of these commands."""
    mark = f"{type(command).__name__} {client.token}"
    if command.pace and not room.broadcast.bucket(mark, command.pace).take():
        raise FloodError(command.too_fast)


def _send_refusal(room: Room, client: Client, refused: Refused) -> None:
    room.refuse(client, refused)
    if refused.kind == "stale":
        room.broadcast.show(client)


def refusal(command_id: str | None, error: HustingsError, kind: RefusalKind | None = None) -> Refused:
    """Return the message that refuses a command because of an error; kind: replaces the error's own kind."""
    clause = error.clause if isinstance(error, RoomError) else None
    kind = kind or (error.kind if isinstance(error, RoomError) else "rule")
    text = str(error)
    if isinstance(error, IllegalMove):
        text, clause = error.reason.text, error.reason.clause
    return Refused(command_id, text, clause, kind, **(error.message.as_dict() if error.message else {}))
