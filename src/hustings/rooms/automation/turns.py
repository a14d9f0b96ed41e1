"""Moves that a room makes itself: for bots, for late people, for absent people.

A seat that must move now "owes" a move. A chair is a player's place in the room; its seat may change between games.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from hustings.bots.characters import temperament_of
from hustings.engine.errors import HustingsError
from hustings.engine.moves import seat_label
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import SEARCHING, STAND_IN
from hustings.rooms.automation.windows import unawaited
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.context import RoomContext
from hustings.rooms.forced import forced_move, is_idle
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.rounds import is_complete, round_now

logger = logging.getLogger(__name__)
REACTIONS_IN_A_TURN = 4  # a reaction to another seat's move gets 1/4 of a decision's time, and of a bot's pause
SHORTEST = 8.0  # the least time for a person's reaction, in seconds
CLASS_ABSENCE = 30.0  # seconds until a bot stands in at a class's table
#: a bot considers a move out of turn after one in this many records, at random, so that nothing shows its hand
LISTENS = 3
FIRST_MOVE = 120.0  # seconds in which people read the rules at a class's table
REST = 1.0  # seconds until a failed write is tried again


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a bot makes.

    decision  the number of the chair's open decision.
    seq       the room's last record when the bot began to think.
    late      whether the bot decides for a person whose time has run out.
    unasked   whether the move is out of turn; it is dropped if the room has new records since `seq`.
    """

    chair: int
    seat: int
    level: str
    decision: int
    seq: int
    late: bool
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class Actions:
    """The jobs of a room that `Turns` starts.

    Attributes:
        move: Makes a bot's move, given as text.
        stand_in: Puts a bot on an absent person's chair; the flag says whether the person forfeits the game.
        count: Makes the move that a chair's votes decide for; the flag says whether the time for voting is over.
        reload: Reads the log again if it may differ from the store.
        forced: Makes the moves of seats that have no choice (see `rooms.forced`).
        open_windows: Gives everybody who must decide until a set hour, in a game over days.
        carry_out: Makes the moves of a round by post, if everybody has planned. Both call `rest` if a job fails.
    """

    move: Callable[[Turn, str], Awaitable[None]]
    stand_in: Callable[[int, bool], Coroutine[Any, Any, None]]
    count: Callable[[int, bool], Coroutine[Any, Any, None]]
    reload: Callable[[], Coroutine[Any, Any, None]]
    forced: Callable[[], Coroutine[Any, Any, None]]
    open_windows: Callable[[Callable[[], None]], Coroutine[Any, Any, None]]
    carry_out: Callable[[Callable[[], None]], Coroutine[Any, Any, None]]


class Turns:
    """Starts the moves of one room when they are due, if this process owns the room."""

    def __init__(self, log: RoomLog, broadcast: Broadcast, context: RoomContext, actions: Actions) -> None:
        self._log, self._broadcast, self._context, self._actions = log, broadcast, context, actions
        self._now = context.clock.now
        self._thinking: dict[int, asyncio.Task[None]] = {}  # by chair: the task that chooses and makes its move
        self._listened = -1  # the record after which bots last considered moves out of turn
        self._listening: set[int] = set()  # chairs whose bots consider one now
        self._began: dict[int, tuple[int, float]] = {}  # by chair: the number of its open decision, and its start
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._round: asyncio.Task[None] | None = None  # makes the moves of a round by post
        self._rests_until = 0.0  # after a failure of the store, no move starts before this time
        self._watched = False  # whether the room had a viewer at the last `wake`
        self._closed = False

    @property
    def idle(self) -> bool:
        """True if no bot thinks and no job of this object runs."""
        return not self._tasks

    def wake(self) -> None:
        """Start the moves that are due and set an alarm for the next; called after a job and when a viewer leaves."""
        if self._closed:  # the room's last jobs are finishing
            return
        state = self._log.state
        if state.phase != "playing" or state.paused or state.table is None or self._log.stale:
            self._began.clear()
        else:
            self._begin_decisions()
            rested = not self._rests_until or self._now() >= self._rests_until
            due = self._log.owned and rested
            if due and unawaited(state):
                self._begin(self._actions.open_windows(self.rest))
            if due and round_now(state) is not None:
                self._carry_out_plans()
            elif due:
                self._decide_for_late()
            if due and round_now(state) is None and state.proposal is None:
                if forced_move(state, self._broadcast.spectators) is None:
                    self._wake_bots()
                else:
                    self._begin(self._actions.forced())
        self._set_alarm()

    def rest(self) -> None:
        """Pause for a second after a failure of the store."""
        self._rests_until = self._now() + REST

    def _carry_out_plans(self) -> None:
        """Start to make the moves of a round by post if everybody has planned; one task makes all that are due."""
        if is_complete(self._log.state) and (self._round is None or self._round.done()):
            self._round = self._begin(self._actions.carry_out(self.rest))

    def count_votes(self, chair: int) -> None:
        """Start counting the votes on a chair's move, because a person has cast a new vote."""
        self._begin(self._actions.count(chair, False))

    def thought(self, turn: Turn) -> None:
        """Allow a chair's bot to think again, because its last choice has been used."""
        self._thinking.pop(turn.chair, None)

    def _begin_decisions(self) -> None:
        state = self._log.state
        assert state.table is not None
        before, self._watched = self._watched, self._broadcast.watched
        began = self._began if before and self._watched else {}  # time passes only while the room has a viewer
        now, self._began = self._now(), {}
        for seat in state.table.owes:
            chair = state.order[seat]
            known = began.get(chair)
            same = known is not None and known[0] == state.decisions[chair]
            self._began[chair] = known if known is not None and same else (state.decisions[chair], now)

    # --- the clock

    def owing(self) -> dict[int, float]:
        """Return for each seat that owes a move for how many seconds it has owed the move."""
        now, state = self._now(), self._log.state
        return {state.seat_of(chair): now - began for chair, (_, began) in self._began.items()}

    def allowed(self) -> dict[int, float]:
        """Return for the seat of each person who owes a move the seconds after which the person is late.

        No clock runs before a person's first move at a class's table; they are late after `FIRST_MOVE` seconds.
        """
        state = self._log.state
        return {
            state.seat_of(chair): max(self._seconds(state.seat_of(chair)), FIRST_MOVE * self._first_in_class(chair))
            for chair in self._began
            if state.chairs[chair].bot is None
        }

    def late(self) -> frozenset[int]:
        """Return the seats of the people who have owed their move for longer than `allowed`."""
        owing = self.owing()
        return frozenset(seat for seat, seconds in self.allowed().items() if owing[seat] > seconds)

    def clock(self) -> dict[int, float]:
        """Return for the seat of each person who owes a move the seconds left; empty if the clock is off."""
        state = self._log.state
        if state.settings.clock in ("off", "days") or state.table is None or state.paused:
            return {}
        now = self._now()
        left = {}
        for seat in sorted(state.table.owes):
            chair = state.order[seat]
            if state.chairs[chair].bot is None and not self._first_in_class(chair):
                decision, began = self._began.get(chair, (-1, now))
                began = began if self._watched and decision == state.decisions[chair] else now
                left[seat] = round(self._seconds(seat) - (now - began), 1)
        return left

    def _first_in_class(self, chair: int) -> bool:
        """Return True before a person's first move at a class's table; no clock runs while they read the rules."""
        return self._log.state.of_class is not None and chair in self._log.state.fresh

    def _seconds(self, seat: int) -> float:
        """Return the seconds allowed for a seat's open decision; a reaction gets only a part of them."""
        whole = self._log.state.settings.seconds
        return min(whole, max(SHORTEST, whole / REACTIONS_IN_A_TURN)) if self._reacts(seat) else whole

    def _reacts(self, seat: int) -> bool:
        """Return True if a seat only has to react to another seat's move, which everybody can see."""
        table = self._log.state.table
        assert table is not None
        passing = table.game.book.reaction
        return bool(passing) and table.why_not(f"{seat_label(seat)} {passing}") is None

    def _due(self) -> list[tuple[float, str, int]]:
        """Return the scheduled jobs, each as (when, what, chair).

        when  in seconds of the room's clock.
        what  "clock" if a person's time ends, "votes" if the time for voting ends, "rest" if the pause after a failure
              ends, or "bot" or "forfeit": the room's policy for an absent person.
        """
        state = self._log.state
        if self._rests_until and self._now() < self._rests_until:
            return [(self._rests_until, "rest", -1)] if self._began else []
        strict = state.settings.clock == "strict" and self._broadcast.watched
        policy = "wait" if state.settings.clock == "days" else state.settings.absent
        if policy == "wait" and not strict and not state.votes:
            return []
        policy = policy if state.of_class is not None or self._broadcast.there else "wait"
        absence = self._context.absence if state.of_class is None else min(self._context.absence, CLASS_ABSENCE)
        due = [
            (self._began[chair][1] + self._seconds(state.seat_of(chair)), "votes", chair)
            for chair in state.votes
            if chair in self._began
        ]
        if not strict and policy == "wait":
            return due
        for chair, (_, began) in self._began.items():
            holder = state.chairs[chair]
            if holder.bot is not None or chair in self._thinking:
                continue
            if strict and chair not in state.votes and not self._first_in_class(chair):
                due.append((began + self._seconds(state.seat_of(chair)), "clock", chair))
            left = self._broadcast.away_since(chair)
            if policy != "wait" and holder.kind == "person" and left is not None:
                due.append((max(left, began) + absence, policy, chair))
        return due

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._log.stale:  # bots and clocks wait until the log can be read
            self._alarm = asyncio.get_running_loop().call_later(REST, lambda: self._begin(self._actions.reload()))
            return
        due = self._due() if self._log.owned else []
        if due:
            first = min(at for at, _, _ in due)
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, first - self._now()), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        now = self._now()
        if 0 < now - self._rests_until < REST:
            self.wake()
        for at, what, chair in self._due():
            if at > now or chair in self._thinking:
                continue
            if what == "clock":
                self._think(chair, STAND_IN, late=True)
            elif what == "votes":
                self._begin(self._actions.count(chair, True))
            else:
                self._begin(self._actions.stand_in(chair, what == "forfeit"))
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
            kind = type(task.exception()).__name__  # the error's text may name a hidden card
            logger.warning("what was due in room %s failed (%s)", self._log.state.code, kind)

    # --- bots

    def _wake_bots(self) -> None:
        """Start thinking for every bot that owes a move."""
        state = self._log.state
        assert state.table is not None
        for seat in state.table.owes:
            chair = state.order[seat]
            level = state.chairs[chair].bot
            if level is not None and chair not in self._thinking:
                self._think(chair, level, late=False)

        if state.seq != self._listened:
            self._listened = state.seq
            self._listen()

    def _decide_for_late(self) -> None:
        """Start thinking for everybody who missed the deadline of the open decision, in a game over days."""
        state = self._log.state
        for chair, decision in state.windows.late.items():
            owes = chair in self._began and state.decisions[chair] == decision
            if owes and state.chairs[chair].bot is None and chair not in self._thinking:
                self._think(chair, STAND_IN, late=True)

    def _listen(self) -> None:
        """Let bots consider a move out of turn; the time they take never depends on their hands."""
        state = self._log.state
        assert state.table is not None
        for seat in sorted(state.table.may):
            chair = state.order[seat]
            holder = state.chairs[chair]
            level = holder.bot if holder.kind == "bot" else None
            if level in SEARCHING and chair not in self._listening and secrets.randbelow(LISTENS) == 0:
                turn = Turn(chair, seat, level, state.decisions[chair], state.seq, late=False, unasked=True)
                self._listening.add(chair)
                self._begin(self._interject(turn, state.table.view_row(seat)))

    async def _interject(self, turn: Turn, view: Row) -> None:
        try:
            await self._pause(1 / REACTIONS_IN_A_TURN)
            if self._log.state.seq == turn.seq:
                game = self._log.state.game_name
                text = await self._context.bot_pool.interject(
                    game, view, turn.seat, turn.level, room=self._log.state.code
                )
                if text:
                    await self._actions.move(turn, text)
        finally:
            self._listening.discard(turn.chair)

    async def _pause(self, part: float) -> None:
        low, high = self._context.pause
        await asyncio.sleep(part * (low + (high - low) * secrets.randbelow(1000) / 1000))

    def _think(self, chair: int, level: str, late: bool) -> None:
        """Start a task that chooses a move from a seat's view and makes it."""
        state = self._log.state
        assert state.table is not None
        turn = Turn(chair, state.seat_of(chair), level, state.decisions[chair], state.seq, late)
        part = 1 / REACTIONS_IN_A_TURN if self._reacts(turn.seat) or is_idle(state.table, turn.seat) else 1.0
        self._thinking[chair] = self._begin(self._take(turn, state.table.view_row(turn.seat), part))

    async def _take(self, turn: Turn, view: Row, part: float) -> None:
        """Pause for a part of a bot's usual time, then choose and make its move; no pause depends on the bot's hand."""
        code = self._log.state.code
        try:
            if not turn.late:
                await self._pause(part)
            state, pool = self._log.state, self._context.bot_pool
            holder = state.chairs[turn.chair]
            temperament = temperament_of(holder.character)
            choice = await pool.choose(
                state.game_name,
                view,
                turn.seat,
                turn.level,
                stands_in=holder.kind != "bot",
                temperament=temperament,
                room=code,
            )
            if not turn.late and choice.hurried is not None:
                self._broadcast.note_hurried(turn.chair, choice.hurried)
            await self._actions.move(turn, choice.move)
        except HustingsError as error:
            logger.warning("the bot at seat %s of room %s could not move: %s", turn.seat, code, error)
        finally:
            if self._thinking.get(turn.chair) is asyncio.current_task():
                del self._thinking[turn.chair]

    async def close(self) -> None:
        """Stop all timers and bots."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
