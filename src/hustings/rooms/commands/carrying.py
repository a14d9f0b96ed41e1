"""Carry out commands from seats: check each, write it to the log, acknowledge it, and show its effect."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.clients import Client
from hustings.rooms.commands.command import Command, refusal
from hustings.rooms.errors import FloodError, MovedError, OvertakenError, RoomError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.live import job
from hustings.rooms.log.log_events import Played, Record, Voted

if TYPE_CHECKING:
    from hustings.rooms.room import Room

REFUSALS_KEPT = 64  # per token: a repeated command gets the same answer
Refusals = dict[str, OrderedDict[str, Refused]]  #: of a room: by token, then by the command's id
PASSING = ("store", "flood")  # kinds of refusals that are not kept, because a second try may succeed


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
            if command.slow:
                _need_pace(room, client, command)
                return await in_background(command.record, room.state, client)
            record = command.record(room.state, client)
            _need_pace(room, client, command)  # a refused command does not count
            return record
        except HustingsError as error:
            refused = refusal(command.id, error)
        if client.token and refused.kind not in PASSING:
            known = room.refusals.setdefault(client.token, OrderedDict())
            known[command.id] = refused
            if len(known) > REFUSALS_KEPT:
                known.popitem(last=False)
    _send_refusal(room, client, refused)
    return None


def _need_pace(room: Room, client: Client, command: Command) -> None:
    """Raise FloodError if the seat sends too many of these commands."""
    mark = f"{type(command).__name__} {client.token}"
    if command.pace and not room.broadcast.bucket(mark, command.pace).take():
        raise FloodError(command.too_fast)


def _send_refusal(room: Room, client: Client, refused: Refused) -> None:
    room.refuse(client, refused)
    if refused.kind == "stale":
        room.broadcast.show(client)
