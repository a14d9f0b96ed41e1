"""What happens at a table by itself: bots think, clocks run out, and somebody who stays away is stood in for."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hustings.engine.errors import HustingsError
from hustings.engine.moves import seat_label
from hustings.rooms.automation.bot_pool import STAND_IN, any_legal
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Played

if TYPE_CHECKING:
    from hustings.rooms.room import Room

logger = logging.getLogger(__name__)
WINDOWS_IN_A_TURN = 4  # a window's question has this part of the time for a decision,
SHORTEST = 8.0  # but no fewer seconds than these
REST = 1.0  # seconds until what could not be written is tried again


class Turns:
    """The bots, the clock and the absent of one room; a process that does not own the room leaves them alone."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._began: dict[int, tuple[int, float]] = {}  # by chair: its open decision, and since when it owes it
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting = 0.0  # until then nothing happens by itself: the store failed
        self._watched = False  # whether somebody looked on when we looked last
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether nobody is thinking."""
        return not self._thinking and not self._tasks

    def wake(self) -> None:
        """Look at who owes a move now. Called after each of the room's jobs, and where somebody leaves."""
        state = self._room.state
        if self._closed:  # the room's last jobs are finishing
            return
        if state.phase != "playing" or state.paused or state.table is None or self._room.doubtful:
            self._began.clear()
        else:
            self._begin_decisions()
            if self._room.mine and time.monotonic() >= self._resting:
                self._wake_bots()
        self._set_alarm()

    def _begin_decisions(self) -> None:
        state = self._room.state
        assert state.table is not None
        owing = {state.order[seat] for seat in state.table.owes}
        before, self._watched = self._watched, bool(self._room.broadcast.lookers)
        began = self._began if before and self._watched else {}  # time passes only while somebody looks on
        self._began = {}
        for chair in owing:
            known = began.get(chair)
            same = known is not None and known[0] == state.decisions[chair]
            self._began[chair] = known if known is not None and same else (state.decisions[chair], time.monotonic())

    # --- the clock

    def clock(self) -> dict[int, float]:
        """The seconds left to each seat that owes a move and is a person's; empty where the clock is off."""
        state = self._room.state
        if state.terms.clock == "off" or state.table is None or state.paused:
            return {}
        now = time.monotonic()
        left = {}
        for seat in sorted(state.table.owes):
            chair = state.order[seat]
            if state.chairs[chair].bot is None:
                decision, began = self._began.get(chair, (-1, now))
                began = began if self._watched and decision == state.decisions[chair] else now
                left[seat] = round(self._seconds(seat) - (now - began), 1)
        return left

    def _seconds(self, seat: int) -> float:
        """The time for a seat's open decision; for the question of a window (`Rulebook.window`) a part of it."""
        state, whole = self._room.state, self._room.state.terms.seconds
        assert state.table is not None
        passing = state.table.game.book.window
        if not passing or state.table.why_not(f"{seat_label(seat)} {passing}") is not None:
            return whole
        return min(whole, max(SHORTEST, whole / WINDOWS_IN_A_TURN))

    def _due(self) -> list[tuple[float, str, int]]:
        """What is to happen by itself while somebody looks on, and when: (monotonic seconds, what, chair)."""
        state, due = self._room.state, []
        if time.monotonic() < self._resting:
            return [(self._resting, "rest", -1)] if self._began else []
        strict = state.terms.clock == "strict" and self._room.broadcast.lookers
        policy = state.terms.absent if self._room.broadcast.there else "wait"
        if not strict and policy == "wait":
            return []
        for chair, (_, began) in self._began.items():
            holder = state.chairs[chair]
            if holder.bot is not None or chair in self._thinking:
                continue
            if strict:
                due.append((began + self._seconds(state.seat_of(chair)), "clock", chair))
            left = self._room.broadcast.away_since(chair)
            if policy != "wait" and holder.kind == "person" and left is not None:
                due.append((max(left, began) + self._room.context.absence, policy, chair))
        return due

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._room.doubtful:
            self._alarm = asyncio.get_running_loop().call_later(REST, self._settle)
            return
        due = self._due() if self._room.mine else []
        if due:
            first = min(at for at, _, _ in due)
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, first - time.monotonic()), self._ring)

    def _settle(self) -> None:
        """Where the log could not be read it is tried again, for bots and clocks wait for it."""
        self._alarm = None
        self._begin(self._room.settle())

    def _ring(self) -> None:
        self._alarm = None
        now = time.monotonic()
        if 0 < now - self._resting < REST:
            self.wake()
        for at, what, chair in self._due():
            if at > now or chair in self._thinking:
                continue
            if what == "clock":
                self._think(chair, STAND_IN, asked=False)
            else:
                self._begin(self._room.stand_in(chair, forfeit=what == "forfeit"))
        if self.idle:
            self._set_alarm()  # it rang a moment early

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._is_done)
        return task

    def _is_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            kind = type(task.exception()).__name__  # what the error says may name a hidden card
            logger.warning("what was to happen by itself in room %s failed (%s)", self._room.state.code, kind)

    # --- bots

    def _wake_bots(self) -> None:
        """Let every bot that owes a move think, from its seat's view."""
        state = self._room.state
        assert state.table is not None
        for seat in state.table.owes:
            chair = state.order[seat]
            level = state.chairs[chair].bot
            if level is not None and chair not in self._thinking:
                self._think(chair, level, asked=True)

    def _think(self, chair: int, level: str, asked: bool) -> None:
        """Have a move chosen and made for a chair; asked: the chair is a bot's, else a person's who is late."""
        state = self._room.state
        assert state.table is not None
        seat = state.seat_of(chair)
        view = state.table.view_row(seat)
        turn = self._turn(chair, state.decisions[chair], state.seq, seat, level, view, asked)
        self._thinking[chair] = self._begin(turn)

    async def _turn(self, chair: int, decision: int, seq: int, seat: int, level: str, view: Any, asked: bool) -> None:
        context = self._room.context
        try:
            if asked:
                low, high = context.pause
                await asyncio.sleep(low + (high - low) * secrets.randbelow(1000) / 1000)
            text = await context.bot_pool.choose(self._room.state.game_name, view, seat, level)
            await self._room.do(lambda: self._move(chair, decision, seq, seat, text, asked))
        except HustingsError as error:
            logger.warning("the bot at seat %s of room %s could not move: %s", seat, self._room.state.code, error)
        finally:
            if self._thinking.get(chair) is asyncio.current_task():
                del self._thinking[chair]

    async def _move(self, chair: int, decision: int, seq: int, seat: int, text: str, asked: bool) -> None:
        """Make the move, unless the decision is no longer the bot's, or was made meanwhile.

        seq  the record it was thought of after; where others have moved since and it is legal no more, it thinks again.
        """
        self._thinking.pop(chair, None)
        state, table = self._room.state, self._room.state.table
        still = state.decisions[chair] == decision and not state.paused and bool(state.chairs[chair].bot) == asked
        if table is None or not still or seat not in table.owes or state.order[seat] != chair or not self._room.mine:
            return
        before = table.length
        try:
            table.play(text)
        except HustingsError as error:
            if state.seq != seq:
                return
            kind = type(error).__name__  # the move itself may name a hidden card
            logger.warning("a bot's move was refused in room %s (%s); chance moves for it", state.code, kind)
            table.play(any_legal(state.game_name, table.view_row(seat), seat))
        try:
            await self._room.write([Played(chair, table.log_since(before))], by_itself=True)
        except HustingsError:
            self._resting = time.monotonic() + REST
            raise
        self._room.context.metrics.move("bot" if asked else "clock")
        self._room.broadcast.show_soon()

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()

    async def close(self) -> None:
        """Let nobody think on."""
        self.stop()
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def stood_in(holder: log_events.Chair, forfeit: bool) -> log_events.Chair:
    """A chair with the rule of thumb in place of its person; forfeit: until the end of the game."""
    return replace(holder, stand_in=STAND_IN, forfeited=forfeit)
