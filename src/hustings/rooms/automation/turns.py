"""Start the moves that a room makes itself: for bots, for late people, for absent people.

A seat that must move now "owes" a move. A chair is a player's place in the room; its seat may change between games.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from hustings.bots.characters import temperament_of
from hustings.engine.errors import HustingsError
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import SEARCHING, STAND_IN
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.automation.moves import REST, Moves, Turn
from hustings.rooms.automation.over_days import OverDays
from hustings.rooms.automation.windows import unawaited
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.context import RoomContext
from hustings.rooms.eventlog.background import Tasks
from hustings.rooms.forced import forced_move, is_brief
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.rounds import is_complete, round_now

logger = logging.getLogger(__name__)
REACTING, BRIEFLY = 0.125, 0.25  # the parts of a bot's usual pause for a reaction, and for a brief decision
CLASS_ABSENCE = 30.0  # seconds until a bot stands in at a class's table
#: a bot considers a move out of turn after one in this many records, at random, so that nothing shows its hand
LISTENS = 3


class Turns:
    """Starts the moves of one room when they are due, if this process owns the room."""

    def __init__(
        self, log: RoomLog, broadcast: Broadcast, context: RoomContext, clocks: Clocks, moves: Moves, days: OverDays
    ) -> None:
        self._log, self._broadcast, self._context = log, broadcast, context
        self._clocks, self._moves, self._days = clocks, moves, days
        self._now = context.clock.now
        self._listened = -1  # the record after which bots last considered moves out of turn
        self._listening: set[int] = set()  # chairs whose bots consider one now
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks = Tasks(self._failed)
        self._round: asyncio.Task[None] | None = None  # makes the moves of a round by post
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
            self._clocks.began.clear()
        else:
            self._clocks.begin(self._broadcast.watched)
            rested = not self._moves.rests_until or self._now() >= self._moves.rests_until
            due = self._log.owned and rested
            if due and unawaited(state):
                self._tasks.begin(self._days.open_windows())
            if due and round_now(state) is not None:
                self._carry_out_plans()
            elif due:
                self._decide_for_late()
            if due and round_now(state) is None and state.proposal is None:
                if forced_move(state, self._broadcast.spectators) is None:
                    self._wake_bots()
                else:
                    self._tasks.begin(self._moves.move_forced())
        self._set_alarm()

    def _carry_out_plans(self) -> None:
        """Start to make the moves of a round by post if everybody has planned; one task makes all that are due."""
        if is_complete(self._log.state) and (self._round is None or self._round.done()):
            self._round = self._tasks.begin(self._days.post.carry_out())

    def count_votes(self, chair: int) -> None:
        """Start counting the votes on a chair's move, because a person has cast a new vote."""
        self._tasks.begin(self._moves.count_votes(chair, False))

    def _due(self) -> list[tuple[float, str, int]]:
        """Return the scheduled jobs, each as (when, what, chair).

        when  in seconds of the room's clock.
        what  "clock" if a person's time ends, "votes" if the time for voting ends, "rest" if the pause after a failure
              ends, or "bot" or "forfeit": the room's policy for an absent person.
        """
        state = self._log.state
        if self._moves.rests_until and self._now() < self._moves.rests_until:
            return [(self._moves.rests_until, "rest", -1)] if self._clocks.began else []
        strict = state.settings.clock == "strict" and self._broadcast.watched
        policy = "wait" if state.settings.clock == "days" else state.settings.absent
        if policy == "wait" and not strict and not state.votes:
            return []
        policy = policy if state.of_class is not None or self._broadcast.there else "wait"
        absence = self._context.absence if state.of_class is None else min(self._context.absence, CLASS_ABSENCE)
        due = [
            (self._clocks.began[chair][1] + self._clocks.seconds(state.seat_of(chair)), "votes", chair)
            for chair in state.votes
            if chair in self._clocks.began
        ]
        if not strict and policy == "wait":
            return due
        for chair, (_, began) in self._clocks.began.items():
            holder = state.chairs[chair]
            if holder.bot is not None or chair in self._moves.thinking:
                continue
            if strict and chair not in state.votes and not self._clocks.first_in_class(chair):
                due.append((began + self._clocks.seconds(state.seat_of(chair)), "clock", chair))
            left = self._broadcast.away_since(chair)
            if policy != "wait" and holder.kind == "person" and left is not None:
                due.append((max(left, began) + absence, policy, chair))
        return due

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._log.stale:  # bots and clocks wait until the log can be read
            self._alarm = asyncio.get_running_loop().call_later(
                REST, lambda: self._tasks.begin(self._log.reload_if_stale())
            )
            return
        due = self._due() if self._log.owned else []
        if due:
            first = min(at for at, _, _ in due)
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, first - self._now()), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        now = self._now()
        if 0 < now - self._moves.rests_until < REST:
            self.wake()
        for at, what, chair in self._due():
            if at > now or chair in self._moves.thinking:
                continue
            if what == "clock":
                self._think(chair, STAND_IN, late=True)
            elif what == "votes":
                self._tasks.begin(self._moves.count_votes(chair, True))
            else:
                self._tasks.begin(self._moves.stand_in(chair, what == "forfeit"))
        if self.idle:
            self._set_alarm()  # it rang a moment early

    def _failed(self, error: BaseException) -> None:
        kind = type(error).__name__  # the error's text may name a hidden card
        logger.warning("what was due in room %s failed (%s)", self._log.state.code, kind)

    # --- bots

    def _wake_bots(self) -> None:
        """Start thinking for every bot that owes a move, and for the only person who lets a bot finish the game."""
        state = self._log.state
        assert state.table is not None
        for seat in state.table.owes:
            chair = state.order[seat]
            level = state.chairs[chair].bot
            if level is None and self._broadcast.finishing:
                level = STAND_IN
            if level is not None and chair not in self._moves.thinking:
                self._think(chair, level, late=state.chairs[chair].bot is None)

        if state.seq != self._listened:
            self._listened = state.seq
            self._listen()

    def _decide_for_late(self) -> None:
        """Start thinking for everybody who missed the deadline of the open decision, in a game over days."""
        state = self._log.state
        for chair, decision in state.windows.late.items():
            owes = chair in self._clocks.began and state.decisions[chair] == decision
            if owes and state.chairs[chair].bot is None and chair not in self._moves.thinking:
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
                self._tasks.begin(self._interject(turn, state.table.view_row(seat)))

    async def _interject(self, turn: Turn, view: Row) -> None:
        try:
            await self._pause(REACTING)
            if self._log.state.seq == turn.seq:
                game = self._log.state.game_name
                text = await self._context.bot_pool.interject(
                    game, view, turn.seat, turn.level, room=self._log.state.code
                )
                if text:
                    await self._moves.move_bot(turn, text)
        finally:
            self._listening.discard(turn.chair)

    async def _pause(self, part: float) -> None:
        if self._broadcast.finishing:
            return
        low, high = self._context.pause
        await asyncio.sleep(part * (low + (high - low) * secrets.randbelow(1000) / 1000))

    def _think(self, chair: int, level: str, late: bool) -> None:
        """Start a task that chooses a move from a seat's view and makes it."""
        state = self._log.state
        assert state.table is not None
        turn = Turn(chair, state.seat_of(chair), level, state.decisions[chair], state.seq, late)
        brief = BRIEFLY if is_brief(state.table, turn.seat) else 1.0
        part = REACTING if self._clocks.reacts(turn.seat) else brief
        self._moves.thinking[chair] = self._tasks.begin(self._take(turn, state.table.view_row(turn.seat), part))

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
            await self._moves.move_bot(turn, choice.move)
        except HustingsError as error:
            logger.warning("the bot at seat %s of room %s could not move: %s", turn.seat, code, error)
        finally:
            if self._moves.thinking.get(turn.chair) is asyncio.current_task():
                del self._moves.thinking[turn.chair]

    async def close(self) -> None:
        """Stop all timers and bots."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        await self._tasks.close()
