"""Make the moves of a room that no command asks for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from hustings.engine.errors import HustingsError
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import STAND_IN, any_legal
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.commands.play import play_first_legal, voted_moves
from hustings.rooms.context import RoomContext
from hustings.rooms.eventlog.live import job
from hustings.rooms.forced import forced_move
from hustings.rooms.log.log_events import Played, Record, SeatChanged
from hustings.rooms.log.replaying import RoomLog

logger = logging.getLogger(__name__)
MOST_MOVES = 600  # moves whose times are remembered
MINUTE = 60.0
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


class Moves:
    """Makes the moves of one room for bots, for late or absent people, and for seats that have no choice.

    thinking     by chair: the task that chooses and makes its move.
    rests_until  after a failure of the store, no move starts before this time of the room's clock.
    """

    def __init__(self, log: RoomLog, broadcast: Broadcast, context: RoomContext, clocks: Clocks) -> None:
        self._log, self._broadcast, self._context, self._clocks = log, broadcast, context, clocks
        self.do = log.do
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.rests_until = 0.0
        self._times: deque[float] = deque(maxlen=MOST_MOVES)  # when the last moves were made

    @property
    def a_minute(self) -> int:
        """The number of moves in the last minute."""
        since = time.monotonic() - MINUTE
        return sum(at > since for at in self._times)

    def count(self, by: str) -> None:
        """Count a move in the metrics; by: who made it."""
        self._context.metrics.moves_by[by].inc()
        self._times.append(time.monotonic())
        if self._log.state.phase == "over":
            logger.info("a game is over", extra={"room": self._log.state.code, "records": self._log.state.seq})

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Pause automatic moves for a second if the block, a part of a job, fails."""
        try:
            yield
        except Exception:
            self.rests_until = self._context.clock.now() + REST
            raise

    @job
    async def move_bot(self, turn: Turn, text: str, asked: bool = False) -> None:
        """Make a bot's move, unless the decision is no longer the bot's, or was made meanwhile.

        A move that has become illegal meanwhile is dropped, and the bot thinks again. asked: somebody asked for the
        move, so any process may write it.
        """
        if not turn.unasked:
            self.thinking.pop(turn.chair, None)
        state, table, chair = self._log.state, self._log.state.table, turn.chair
        same = state.decisions[chair] == turn.decision and state.order[turn.seat] == chair
        same = same and (asked or self._log.owned)
        same = same and (state.seq == turn.seq or not turn.unasked)
        if table is None or not same or state.paused or turn.seat not in (table.may if turn.unasked else table.owes):
            return
        if turn.late == bool(state.chairs[chair].bot):
            return
        if state.proposal is not None and not turn.late:
            return  # the bot thinks again once the proposal is settled
        before = table.length
        try:
            table.play(text)
        except HustingsError as error:
            if state.seq != turn.seq or turn.unasked:
                return
            kind = type(error).__name__  # the move itself may name a hidden card
            logger.warning("a bot's move was refused in room %s (%s); chance moves for it", state.code, kind)
            table.play(any_legal(state.game_name, table.view_row(turn.seat), turn.seat))
        finishing = self._broadcast.finishing
        record = Played(chair, table.log_since(before), automatic=turn.late and finishing)
        await (self._log.write([record]) if asked else self._write_due(record))
        self.count("clock" if turn.late else "bot")
        await self.make_forced()
        if not self._broadcast.finishing:  # otherwise only the end is shown
            self._broadcast.show_safely()

    @job
    async def count_votes(self, chair: int, time_over: bool) -> None:
        """Make the move that a chair's votes decide for, if any; see `voted_moves`."""
        texts = voted_moves(self._log.state, chair, self._broadcast.members_here(chair), time_over)
        record = play_first_legal(self._log.state, chair, texts)
        if record is not None:
            await self._log.write([record])
            self.count("person")
            await self.make_forced()
            self._broadcast.show_safely()

    @job
    async def move_forced(self) -> None:
        """Make forced moves and show them."""
        await self.make_forced()
        self._broadcast.show_safely()

    async def make_forced(self) -> None:
        """Make forced moves until a seat has a choice, or others may think that it has one (see `rooms.forced`).

        Only a job may call this.
        """
        with suppress(HustingsError):  # a move that could not be written is tried again
            while self._log.owned and (move := forced_move(self._log.state, self._broadcast.spectators)) is not None:
                assert self._log.state.table is not None
                before = self._log.state.table.length
                self._log.state.table.play(move)
                await self._write_due(Played(self._log.state.order[move.seat], self._log.state.table.log_since(before)))
                self.count("room")

    async def move_the_late(self, seats: Collection[int]) -> None:
        """Make the rule of thumb's move for those of these seats whose people are late (see `Clocks.late`)."""
        for turn, view in await self._late_turns(seats):
            choice = await self._context.bot_pool.choose(self._log.state.game_name, view, turn.seat, turn.level, True)
            await self.move_bot(turn, choice.move, True)

    @job
    async def _late_turns(self, seats: Collection[int]) -> list[tuple[Turn, Row]]:
        state = self._log.state
        if state.table is None or state.paused:
            return []
        late = self._clocks.late().intersection(seats)
        chairs = [(seat, state.order[seat]) for seat in sorted(state.table.owes & late)]
        return [
            (Turn(chair, seat, STAND_IN, state.decisions[chair], state.seq, True), state.table.view_row(seat))
            for seat, chair in chairs
            if state.chairs[chair].bot is None
        ]

    @job
    async def stand_in(self, chair: int, forfeit: bool) -> None:
        """Let a bot play for a person who owes a move and is away; forfeit: whether the bot plays to the game's end."""
        state, holder = self._log.state, self._log.state.chairs[chair]
        if state.table is None or holder.kind != "person" or holder.stand_in or chair in self._broadcast.there:
            return
        if state.seat_of(chair) in state.table.owes and not state.paused:
            now = replace(holder, stand_in=STAND_IN, forfeited=forfeit)
            await self._write_due(SeatChanged(chair, now, "forfeit" if forfeit else "stand-in"))
            self._broadcast.show()

    async def _write_due(self, record: Record) -> None:
        """Write a record that no command asked for."""
        with self.resting():
            await self._log.write([record])
