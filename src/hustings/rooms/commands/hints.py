"""Hints: the strongest bot's best moves, for people who play against bots only.

The request is in the room's log before the bot thinks, so a result always shows who had hints.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hustings.bots.levels import Advice
from hustings.engine.errors import HustingsError
from hustings.engine.record import Row
from hustings.rooms.broadcast.updates import HintInfo, Hints
from hustings.rooms.clients import Client
from hustings.rooms.commands.command import refusal
from hustings.rooms.commands.play import need_moves, table_in_play
from hustings.rooms.commands.queries import Query
from hustings.rooms.commands.registry import Decision
from hustings.rooms.errors import FloodError, NotAllowedError, RoomError, StaleError
from hustings.rooms.eventlog.live import job
from hustings.rooms.log.log_events import Hinted
from hustings.rooms.log.state import RoomState

if TYPE_CHECKING:
    from hustings.rooms.room import Room

PACE = (6.0, 0.5)  # how many requests a seat may send at once, and then per second


class AskHints(Query):
    """Ask for the strongest bot's move; only in games against bots. hint: the number of the open decision."""

    hint: Decision

    async def ask(self, room: Room, client: Client) -> None:
        """Start to search for hints."""
        await ask(room, client, self.id, self.hint)


@job
async def ask(room: Room, client: Client, command: str, decision: int) -> None:
    """Start to search for hints on the viewer's open decision; hints are sent later, a refusal at once."""
    state = room.state
    try:
        seat = advised(state, client, decision)
        chair = state.order[seat]
        if chair in room.advising:
            raise RoomError("room.hint_under_way")
        if not room.broadcast.bucket(f"hints {client.token}", PACE).take():
            raise FloodError("room.hinted_too_fast")
        if decision not in state.hints.get(chair, ()):
            await room.write([Hinted(chair, decision)])
            room.broadcast.gather()
    except HustingsError as error:
        room.refuse(client, refusal(command, error))
        return
    assert state.table is not None
    view = state.table.view_row(seat)  # now, for others may move
    room.advising[chair] = asyncio.create_task(_advise(room, client, command, decision, seat, view))


async def _advise(room: Room, client: Client, command: str, decision: int, seat: int, view: Row) -> None:
    """Search for hints in a worker process, using only what the seat can see, and send them to the client."""
    state, pool = room.state, room.context.bot_pool
    game, chair = state.games, state.order[seat]
    key = f"hints {state.code} {game} {seat} {decision}"  # no secret; the same request gets the same hints
    advice: list[Advice] | None = None
    try:
        advice = await pool.advise(state.game_name, view, seat, key, room=state.code)
    except Exception as error:  # a worker process can fail in many ways; the player gets an answer in any case
        pool.warn_of_hint(error, state.game_name)
    finally:
        del room.advising[chair]
    now = room.state
    try:
        advised(now, client, decision)
        if advice is None:
            raise RoomError("room.hint_failed")
        assert now.table is not None
        if now.games != game or any(now.table.why_not(each.move) for each in advice):
            raise StaleError("room.stale")  # others have moved meanwhile
    except HustingsError as error:
        room.refuse(client, refusal(command, error))
    except Exception as error:  # the search found something that is no move here
        pool.warn_of_hint(error, state.game_name)
        room.refuse(client, refusal(command, RoomError("room.hint_failed")))
    else:
        hints = [HintInfo(each.move, each.share, each.weight, each.deal) for each in advice]
        client.tell(Hints(command, decision, hints))


def advised(state: RoomState, client: Client, decision: int) -> int:
    """Return the seat for which a viewer may have hints.

    Raises RoomError if hints are not allowed, for example because the viewer plays against people.
    """
    if client.seat is None or not state.chairs_of(client.token):
        raise NotAllowedError("room.watchers_get_no_hints")
    if not state.settings.hints:
        raise RoomError("room.hints_off")
    chair = state.order[client.seat]
    others = [other for number, other in enumerate(state.chairs) if number != chair]
    if state.of_class is not None or state.chairs[chair].team or any(other.kind != "bot" for other in others):
        raise RoomError("room.hints_against_people")
    if client.model:
        raise RoomError("room.hints_for_models")
    table = table_in_play(state)
    need_moves(state)
    if decision != state.decisions[chair]:
        raise StaleError("room.stale")
    if client.seat not in table.owes:
        raise RoomError("room.hint_nothing_owed")
    if len(table.legal(client.seat)) < 2:
        raise RoomError("room.hint_one_move")
    return client.seat
