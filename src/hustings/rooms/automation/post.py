"""Rounds by post in one room: take in sealed plans, make the moves that they lead to, and report on them.

A plan lies beside the room's log, so that it can be replaced and erased; the log says only who has planned. Nobody but
its own person is ever shown a plan, and it is erased when the game is over.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hustings.engine.errors import HustingsError
from hustings.engine.notation import write_move
from hustings.engine.post import Misfit, PlanLine
from hustings.engine.table import Table
from hustings.rooms.automation.bot_pool import STAND_IN, any_legal
from hustings.rooms.automation.moves import Moves
from hustings.rooms.automation.windows import SOON
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NotAllowedError, RoomError, StaleError
from hustings.rooms.eventlog.live import job
from hustings.rooms.keys import token_digest
from hustings.rooms.log.log_events import Played
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.rounds import is_closed, is_complete, post_of, round_now, unplanned
from hustings.rooms.log.windows import Collected, Planned
from hustings.rooms.stores.due import Due
from hustings.rooms.wire import Wire

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


class MisfitError(RoomError):
    """A part of a plan does not fit the game."""

    def __init__(self, misfit: Misfit) -> None:
        super().__init__("room.plan_misfit", part=misfit.part)
        self.clause = misfit.clause


@dataclass(frozen=True, slots=True)
class PlanInfo(Wire):
    """A seat's plan in a round by post, for its person alone.

    round: the round in progress; closed: the room makes its moves; ready: the seat has planned.
    plan: the plan for this round, also one that was taken back; null before the first.
    reported: the round before, if the seat had planned; lines: what became of each line of that plan.
    """

    round: int
    closed: bool
    ready: bool
    plan: Mapping[str, Any] | None
    reported: int | None
    lines: list[PlanLine]


@dataclass(frozen=True, slots=True)
class _Begun:
    """A round whose moves are due: its number, the log's length before it, the plans by chair, and a table to play."""

    number: int
    start: int
    plans: Mapping[int, Any]
    table: Table


class Post:
    """The rounds by post of one room."""

    def __init__(self, log: RoomLog, broadcast: Broadcast, context: RoomContext, moves: Moves) -> None:
        self._log, self._broadcast, self._context, self._moves = log, broadcast, context, moves
        self.do = log.do
        self._store, self._due = context.store, Due(context.store)

    # --- plans

    @job
    async def hand_in(self, token: str, seat: int, number: int, plan: Mapping[str, Any] | None) -> PlanInfo:
        """Take in the plan of a seat for round `number`, in place of an earlier one; None: take the plan back.

        Raises:
            NotAllowedError: If the token has no such seat.
            StaleError: If the round's plans are closed.
            RoomError: If the game is not played by post, or the plan does not fit the game.
        """
        mark = token_digest(token)
        state, chair = self._log.state, self._chair(mark, seat)
        if number != round_now(state) or is_closed(state):
            raise StaleError("room.round_closed")
        if state.paused or state.chairs[chair].bot is not None:
            raise RoomError("room.paused" if state.paused else "room.forfeited")
        if plan is not None:
            await self._lay(chair, mark, number, self._checked(plan, seat))
        ready = plan is not None
        if ready != (state.windows.planned.get(chair) == number):
            if unplanned(state) == [chair]:  # the moves are due, also if the server ends now
                await self._due.set(self._log.key, await self._store.now() + SOON)
            await self._log.write([Planned(chair, number, ready)])
            self._broadcast.show()
        return await self._look(mark, seat)

    @job
    async def look(self, token: str, seat: int) -> PlanInfo:
        """Return the plan of a seat for its person. Raises the same errors as `hand_in`."""
        return await self._look(token_digest(token), seat)

    def _chair(self, mark: str, seat: int) -> int:
        """Return the chair of a seat that belongs to a token."""
        state = self._log.state
        chair = state.order[seat] if 0 <= seat < len(state.order) else -1
        if chair not in state.chairs_of(mark):
            raise NotAllowedError("room.no_seat_for_token")
        if round_now(state) is None:
            raise RoomError("room.not_by_post")
        return chair

    def _checked(self, plan: Mapping[str, Any], seat: int) -> Any:
        """Return a plan as the game's dataclass. Raises RoomError for a wrong field, MisfitError for a wrong wish."""
        post, table = post_of(self._log.state), self._log.state.table
        assert post is not None
        assert table is not None
        try:
            found = _read(post.plan, plan)
        except ValidationError as error:
            place = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
            raise RoomError("room.plan_unreadable", part=".".join(map(str, place))) from None
        misfit = post.misfit(found, table.view_row(seat), seat)
        if misfit is not None:
            raise MisfitError(misfit)
        return found

    async def _look(self, mark: str, seat: int) -> PlanInfo:
        state, chair = self._log.state, self._chair(mark, seat)
        number, post, table = round_now(state), post_of(state), state.table
        assert number is not None
        assert post is not None
        assert table is not None
        ready, before = state.windows.planned.get(chair) == number, state.windows.collected
        laid = await self._laid(chair, None if ready else mark)
        lines: list[PlanLine] = []
        if before is not None and before.round == number - 1 and before.round in laid:
            with suppress(ValidationError):  # a plan of an older release
                plan = _read(post.plan, laid[before.round])
                lines = post.report(plan, seat, table.events(since=before.length, seat=seat))
        reported = number - 1 if lines else None
        return PlanInfo(number, is_closed(state), ready, laid.get(number), reported, lines)

    # --- beside the log

    async def _lay(self, chair: int, mark: str, number: int, plan: Any) -> None:
        """Store a plan beside the log, together with the plan of the round before, whose report may still be read."""
        kept = {before: old for before, old in (await self._laid(chair, mark)).items() if before == number - 1}
        plans = {**kept, number: asdict(plan)}
        text = json.dumps({"game": self._log.state.games, "by": mark, "plans": plans})
        await self._store.lay_beside(self._log.key, _place(chair), text)

    async def _laid(self, chair: int, mark: str | None) -> dict[int, Any]:
        """Return the plans of a chair in this game by their rounds; mark: only if this token handed them in."""
        text = await self._store.beside(self._log.key, _place(chair))
        found = json.loads(text) if text else {}
        if found.get("game") != self._log.state.games or mark not in (None, found.get("by")):
            return {}
        return {int(number): plan for number, plan in found["plans"].items()}

    async def erase_after_end(self) -> None:
        """Erase the plans of a game that is over; only a job may call this."""
        state = self._log.state
        if state.phase == "over" and post_of(state) is not None:
            for chair in range(len(state.chairs)):
                if await self._store.beside(self._log.key, _place(chair)):
                    await self._store.lay_beside(self._log.key, _place(chair), "")

    # --- the moves of a round

    async def carry_out(self) -> None:
        """Make the moves of each round for which everybody has planned or missed the deadline."""
        while (begun := await self._collect()) is not None:
            length = begun.table.length
            await self._make(begun, length, [move async for move in self._moves_of(begun)])

    @job
    async def _collect(self) -> _Begun | None:
        """Close the plans of a round whose moves are due, and return the round; None if no moves are due."""
        with self._moves.resting():
            return await self._begun()

    async def _begun(self) -> _Begun | None:
        state, post = self._log.state, post_of(self._log.state)
        number, table = round_now(state), state.table
        if not self._log.owned or number is None or post is None or table is None or not is_complete(state):
            return None
        if not is_closed(state):
            await self._due.set(self._log.key, await self._store.now() + SOON)
            await self._log.write([Collected(number, table.length)])
        assert state.windows.collected is not None
        plans = {}
        for chair, planned in state.windows.planned.items():
            if planned == number and number in (laid := await self._laid(chair, None)):
                with suppress(ValidationError):  # a plan of an older release: the stand-in plays
                    plans[chair] = _read(post.plan, laid[number])
        return _Begun(number, state.windows.collected.length, plans, table.copy())

    async def _moves_of(self, begun: _Begun) -> AsyncIterator[tuple[int, str]]:
        """Play a round at its table; yield the chair and the text of each move."""
        table, order, post = begun.table, self._log.state.order, begun.table.book.post
        assert post is not None
        while not table.over and post.round(table.view_row(None)) == begun.number:
            seat = min(table.owes)
            move = await self._move(begun, seat, order[seat])
            table.play(move)
            yield order[seat], move
            await asyncio.sleep(0)

    async def _move(self, begun: _Begun, seat: int, chair: int) -> str:
        """Return the move of a seat: by its plan, by its bot, or by the stand-in of a person who has not planned."""
        table, plan, holder = begun.table, begun.plans.get(chair), self._log.state.chairs[chair]
        view, post, game = table.view_row(seat), table.book.post, self._log.state.game_name
        if plan is None or post is None:
            level = holder.bot or STAND_IN
            choice = await self._context.bot_pool.choose(
                game, view, seat, level, stands_in=holder.kind != "bot", room=self._log.state.code
            )
            return choice.move
        try:
            left = post.after(plan, seat, table.log_since(begun.start))
            return str(write_move(table.book, view, seat, post.proxy(view, seat, left)))
        except HustingsError:
            return any_legal(game, view, seat)

    @job
    async def _make(self, begun: _Begun, length: int, moves: list[tuple[int, str]]) -> None:
        """Make the moves of a round in the room, and show everybody the table after the last one."""
        state = self._log.state
        table = state.table
        if not self._log.owned or state.paused or round_now(state) != begun.number:
            return
        if table is None or table.length != length:
            return
        with self._moves.resting():
            for chair, move in moves:
                before = table.length
                table.play(move)
                await self._log.write([Played(chair, table.log_since(before))])
            self._context.metrics.moves_by["room"].inc(len(moves))
            await self.erase_after_end()
        self._broadcast.show_safely()


def _read(plan: type[Any], body: Mapping[str, Any]) -> Any:
    """Return a plan as the game's dataclass. Raises ValidationError if a field is wrong."""
    if plan not in _ADAPTERS:
        _ADAPTERS[plan] = TypeAdapter(plan)
    return _ADAPTERS[plan].validate_json(json.dumps(body))


def _place(chair: int) -> str:
    """Return the name under which a chair's plans are stored."""
    return f"plan {chair}"
