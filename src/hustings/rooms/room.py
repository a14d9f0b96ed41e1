"""A room in memory, which stores each change before it acknowledges and shows the change.

Everything that reads or changes the table is a job of the room. A move is made at the table, written to the store, and
only then acknowledged and shown; if the store fails, the room is read again from its log. So nothing is shown that is
not on disk, and nothing acknowledged is lost.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Annotated, Any

from pydantic import GetPydanticSchema

from hustings.engine.errors import HustingsError
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.rooms.automation.adviser import Adviser
from hustings.rooms.automation.bot_pool import STAND_IN, any_legal
from hustings.rooms.automation.over_days import OverDays
from hustings.rooms.automation.turns import Actions, Turn, Turns
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Refused, RoomInfo, Viewer
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands import changes
from hustings.rooms.commands.command import Command, Pipeline
from hustings.rooms.commands.play import play_first_legal, voted_moves
from hustings.rooms.commands.registry import Incoming, SeatNumber
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomClosedError, RoomError
from hustings.rooms.eventlog.live import LiveLog, job
from hustings.rooms.fair_deal import Deal
from hustings.rooms.forced import forced_move
from hustings.rooms.keys import new_seat_code, token_digest
from hustings.rooms.log.beginning import continued, started
from hustings.rooms.log.log_events import Played, Record, SeatChanged, Swapped, Voted
from hustings.rooms.log.replaying import ROOM_LOG, need_open
from hustings.rooms.log.state import RoomState

logger = logging.getLogger(__name__)
MOST_SPECTATORS = 300
MOST_MOVES = 600  # moves whose times are remembered
MINUTE = 60.0
HOST_AWAY = 120.0  # seconds until another person may become the host
HOST = changes.HOST  # with the commands below


class Room(LiveLog[RoomState, Record]):
    """One room; other code may read `state` between jobs and calls methods for everything else."""

    context: RoomContext

    def __init__(self, state: RoomState, context: RoomContext) -> None:
        super().__init__(ROOM_LOG, state, context)
        self.broadcast = Broadcast(self, self._clock, context)
        self.adviser = Adviser(context.bot_pool, state.code)
        self.days = OverDays(self, self.broadcast, context)
        actions = Actions(
            self.move_bot,
            self.stand_in,
            self.count_votes,
            self.reload_if_stale,
            self.move_forced,
            self.days.open_windows,
            self.days.post.carry_out,
        )
        self.turns = Turns(self, self.broadcast, context, actions)
        self._moved: deque[float] = deque(maxlen=MOST_MOVES)  # when the last moves were made
        self._pipeline = Pipeline(self, self.broadcast, self.refuse, self._make_forced)

    @property
    def idle(self) -> bool:
        """True if the room has no viewer and no work under way."""
        return not self._jobs and self.turns.idle and self.days.notices.idle and not self.broadcast.watchers

    @property
    def watching(self) -> int:
        """The number of viewers."""
        return len(self.broadcast.watchers)

    @property
    def moves_a_minute(self) -> int:
        """The number of moves in the last minute."""
        since = time.monotonic() - MINUTE
        return sum(at > since for at in self._moved)

    # --- the log

    def hold(self, epoch: int) -> None:
        """Use this epoch of the lease for all writes from now on."""
        super().hold(epoch)
        self.turns.wake()

    def send_elsewhere(self) -> None:
        """Tell the viewers to connect again, and refuse all further work."""
        super().send_elsewhere()
        self.broadcast.send_elsewhere()

    def after_job(self) -> None:
        """Start the moves that are due now."""
        self.turns.wake()

    def reloaded(self) -> None:
        """Show everybody the state that was read from the store. Raises RoomClosedError if the operator closed it."""
        try:
            need_open(self.state)
        except RoomClosedError as error:
            self.mark_stale()  # so that every later job is refused, too
            self.broadcast.send_all_away(error)
            raise
        self.broadcast.send_away_strangers()
        self.broadcast.show_all()

    def removed(self) -> None:
        """Send every viewer away: the room is gone."""
        self.broadcast.send_all_away(NoRoomError("room.not_found", room=self.state.code))

    @job
    async def refresh(self) -> None:
        """Read the room again if the operator has changed it. Raises NoRoomError if it is gone or closed."""
        await self.catch_up()

    def _clock(self) -> dict[int, float]:
        return self.turns.clock()

    # --- viewers

    @job
    async def attach(
        self,
        viewer: Viewer,
        token: str | None,
        since: int | None = None,
        counted: bool = True,
        model: bool = False,
    ) -> Watcher:
        """Add a viewer and show them the state. An older viewer of the same token is replaced.

        Args:
            viewer: The connection.
            token: The token of the viewer's seat, or None for a spectator.
            since: The last record the viewer knows; later events are sent.
            counted: Whether the viewer counts as a spectator; False if the table's own class watches.
            model: Whether a language model decides for the seat.

        Raises:
            NotAllowedError: If the token has no seat in this room.
            RoomError: If there are too many spectators.
        """
        digest = token_digest(token) if token else None
        if digest is None and counted and changes.closed_to_others(self.state):
            raise NotAllowedError("room.sealed")
        chairs = self.state.chairs_of(digest) if digest else ()
        if digest is not None and not chairs:
            raise NotAllowedError("room.no_seat_for_token")
        if digest is None and counted and self.broadcast.spectators >= MOST_SPECTATORS:
            raise RoomError("room.crowded", most=MOST_SPECTATORS)
        back = await self._take_back(chairs)
        bucket = self.broadcast.bucket(digest, self.context.pace)
        watcher = Watcher(viewer, digest, bucket, counted, model)
        self.broadcast.add(watcher)
        watcher.game, watcher.entries = self.state.games, self.state.entries_at(since)
        watcher.seq = self.state.seq if since is None else since
        if back:
            self.broadcast.show_all()
        else:
            self.broadcast.show(watcher)
        self.broadcast.gather()
        return watcher

    def detach(self, watcher: Watcher) -> None:
        """Remove a viewer who has left."""
        self.broadcast.remove(watcher)
        self.turns.wake()

    def info(self) -> RoomInfo:
        """Return the room as everybody may see it."""
        return self.broadcast.info()

    def refuse(self, watcher: Watcher, refusal: Refused) -> None:
        """Send a viewer the refusal of their command and count it."""
        self.context.metrics.refusals.labels(refusal.kind).inc()
        watcher.viewer.tell(refusal)

    async def _take_back(self, present: Iterable[int]) -> bool:
        """Give present people their chairs back from stand-ins, unless they forfeited; return whether any changed."""
        playing = self.state.phase == "playing"
        back = [
            SeatChanged(number, replace(chair, stand_in=None), "back")
            for number in sorted(present)
            if (chair := self.state.chairs[number]).stand_in and not (playing and chair.forfeited)
        ]
        if back:
            await self.write([*back])
        return bool(back)

    # --- moves

    async def carry_out(self, watcher: Watcher, command: Command) -> None:
        """Carry out a seat's command: acknowledge or refuse it, then show everybody the change.

        A repeated command gets the same answer.
        """
        asked = time.monotonic()
        await self.do(lambda: self._pipeline.carry_out(watcher, command, lambda written: self._count(written, asked)))

    def _count(self, written: Record, asked: float) -> None:
        """Count an acknowledged command; asked: when it arrived."""
        self.context.metrics.answer_seconds.observe(time.monotonic() - asked)
        if isinstance(written, Played):
            self._count_move("person")
        elif isinstance(written, Voted):
            self.turns.count_votes(written.chair)

    def _count_move(self, by: str) -> None:
        self.context.metrics.moves_by[by].inc()
        self._moved.append(time.monotonic())
        if self.state.phase == "over":
            logger.info("a game is over", extra={"room": self.state.code, "records": self.state.seq})

    @job
    async def move_bot(self, turn: Turn, text: str, asked: bool = False) -> None:
        """Make a bot's move, unless the decision is no longer the bot's, or was made meanwhile.

        A move that has become illegal meanwhile is dropped, and the bot thinks again. asked: somebody asked for the
        move, so any process may write it.
        """
        if not turn.unasked:
            self.turns.thought(turn)
        state, table, chair = self.state, self.state.table, turn.chair
        same = state.decisions[chair] == turn.decision and state.order[turn.seat] == chair
        same = same and (asked or self.owned)
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
        record = Played(chair, table.log_since(before))
        await (self.write([record]) if asked else self._write_due(record))
        self._count_move("clock" if turn.late else "bot")
        await self._make_forced()
        self.broadcast.show_safely()

    @job
    async def count_votes(self, chair: int, time_over: bool) -> None:
        """Make the move that a chair's votes decide for, if any; see `voted_moves`."""
        texts = voted_moves(self.state, chair, self.broadcast.members_here(chair), time_over)
        record = play_first_legal(self.state, chair, texts)
        if record is not None:
            await self.write([record])
            self._count_move("person")
            await self._make_forced()
            self.broadcast.show_safely()

    @job
    async def move_forced(self) -> None:
        """Make forced moves and show them."""
        await self._make_forced()
        self.broadcast.show_safely()

    async def _make_forced(self) -> None:
        """Make forced moves until a seat has a choice, or others may think that it has one (see `rooms.forced`)."""
        with suppress(HustingsError):  # a move that could not be written is tried again
            while self.owned and (move := forced_move(self.state, self.broadcast.spectators)) is not None:
                assert self.state.table is not None
                before = self.state.table.length
                self.state.table.play(move)
                await self._write_due(Played(self.state.order[move.seat], self.state.table.log_since(before)))
                self._count_move("room")

    async def move_the_late(self, seats: Collection[int]) -> None:
        """Make the rule of thumb's move for those of these seats whose people are late (see `Turns.late`)."""
        for turn, view in await self._late_turns(seats):
            choice = await self.context.bot_pool.choose(self.state.game_name, view, turn.seat, turn.level, True)
            await self.move_bot(turn, choice.move, True)

    @job
    async def _late_turns(self, seats: Collection[int]) -> list[tuple[Turn, Row]]:
        state = self.state
        if state.table is None or state.paused:
            return []
        late = self.turns.late().intersection(seats)
        chairs = [(seat, state.order[seat]) for seat in sorted(state.table.owes & late)]
        return [
            (Turn(chair, seat, STAND_IN, state.decisions[chair], state.seq, True), state.table.view_row(seat))
            for seat, chair in chairs
            if state.chairs[chair].bot is None
        ]

    @job
    async def stand_in(self, chair: int, forfeit: bool) -> None:
        """Let a bot play for a person who owes a move and is away; forfeit: whether the bot plays to the game's end."""
        state, holder = self.state, self.state.chairs[chair]
        if state.table is None or holder.kind != "person" or holder.stand_in or chair in self.broadcast.there:
            return
        if state.seat_of(chair) in state.table.owes and not state.paused:
            now = replace(holder, stand_in=STAND_IN, forfeited=forfeit)
            await self._write_due(SeatChanged(chair, now, "forfeit" if forfeit else "stand-in"))
            self.broadcast.show_all()

    async def _write_due(self, record: Record) -> None:
        """Write a record that no command asked for; if that fails, pause automatic moves for a second."""
        try:
            await self.write([record])
        except HustingsError:
            self.turns.rest()
            raise

    # --- people and seats

    @job
    async def join(self, name: str, token: str) -> int:
        """Give a new person an open seat and return it; a known token keeps its seat."""
        if (seat := self._seat_of(token)) is not None:
            return seat
        chair, record = changes.join(self.state, name, token_digest(token))
        return await self._seat(chair, record)

    @job
    async def issue(self, token: str, seat: int) -> str:
        """Return a code that claims a person's seat once. Raises NotAllowedError unless they or the host asks."""
        code = new_seat_code()
        await self.write([changes.issue(self.state, seat, token_digest(token), code)])
        return code

    @job
    async def claim(self, code: str, token: str) -> int:
        """Give a new token the seat that a code claims; return the seat. Raises NotAllowedError for a wrong code.

        A token that has a seat keeps it: the claim was sent again.
        """
        await self.catch_up()  # the command line may have issued the code in the store
        if (seat := self._seat_of(token)) is not None:
            return seat
        chair, record = changes.claim(self.state, code, token_digest(token))
        return await self._seat(chair, record)

    def _seat_of(self, token: str) -> int | None:
        """Return the seat that belongs to a token, or None."""
        mark = token_digest(token)
        return next(
            (seat for seat, chair in enumerate(self.state.order) if self.state.chairs[chair].token == mark), None
        )

    async def _seat(self, chair: int, record: SeatChanged) -> int:
        await self._change([record])
        return self.state.seat_of(chair)

    async def command(self, token: str, request: Incoming) -> None:
        """Carry out a command of the host, or of a player for whom the command is (see `HostCommand`)."""
        wish = HOST.call(request)
        if iscoroutinefunction(wish.func):
            await wish(self, token)
        else:
            await self.change(token, wish)

    @job
    async def change(self, token: str, change: changes.Change) -> None:
        """Make a change that the host asks for. Raises NotAllowedError unless the token is the host's."""
        self._need_host(token)
        records = change(self.state)
        if self.state.ballot is not None and any(map(changes.alters_ballot, records)):
            raise RoomError("room.ballot_once")
        for record in records:
            if isinstance(record, SeatChanged) and record.cause == "stand-in" and record.chair in self.broadcast.there:
                raise RoomError("room.is_here", name=record.now.name)
        await self._change(records)

    @job
    async def direct(self, change: changes.Change) -> None:
        """Make a change that the table's class asks for."""
        records = change(self.state)
        if records:
            await self._change(records)

    @HOST.command("host", given=2)
    @job
    async def hand_over(self, token: str, seat: SeatNumber) -> None:
        """Make another person the host.

        Any player may take over with their own token after the host has been away for two minutes.
        """
        records = changes.hand_over(self.state, seat)
        left = self.broadcast.away_since(self.state.host)
        gone = left is not None and self.context.clock.now() - left >= HOST_AWAY
        if not (gone and self.state.chair_at(seat).token == token_digest(token)):
            self._need_host(token)
        await self._change(records)

    async def _change(self, records: list[Record]) -> None:
        """Write a change, then show everybody the state if their moves may depend on it, else only the room."""
        await self.write(records)
        await self.days.notices.prune()
        self.broadcast.send_away_strangers()
        if self.state.phase != "lobby" or any(isinstance(record, Swapped) for record in records):
            self.broadcast.show_all()
        else:
            self.broadcast.gather()

    def _need_host(self, token: str) -> None:
        if token_digest(token) != self.state.host_token:
            raise NotAllowedError("room.host_only")

    # --- games

    @HOST.command(given=2)
    @job
    async def start(self, token: str) -> None:
        """Start the game; every seat must be taken."""
        self._need_host(token)
        if self.state.phase != "lobby":
            raise RoomError("room.begun_already")
        await self._start(list(self.state.order))

    @HOST.command(given=2)
    @job
    async def rematch(self, token: str, agree: bool = True) -> None:
        """After the end, agree to a new game with the same people, or withdraw that; any player may.

        The game starts once every connected person has agreed. The next dealer sits last, or all move on by one seat.
        """
        chairs = self.state.chairs_of(token_digest(token))
        if not chairs or self.state.of_class is not None:
            raise NotAllowedError("room.host_only")
        if self.state.phase != "over":
            raise RoomError("room.not_over")
        if self.state.ballot is not None:
            raise RoomError("room.ballot_once")
        changes.need_full(self.state)
        self.broadcast.agree_to_rematch(chairs, agree)
        asked = self.broadcast.rematch
        if asked is None or asked.waiting:
            self.broadcast.tell_presence()
        else:
            await self._start(changes.next_order(self.state))

    async def _start(self, order: list[int]) -> None:
        changes.need_full(self.state)
        await self._take_back(self.broadcast.there)  # who forfeited the last game and is present plays again
        await self._begin(order, changes.next_deal(self.state))

    @job
    async def begin_if_full(self, deal: Deal | None = None, given: Table | None = None) -> None:
        """Start the first game if no seat is open.

        deal: the fixed deal of a lesson or a class. given: the table of a saved game that the room continues.
        """
        if self.state.phase == "lobby" and not self.state.open_chairs():
            await self._begin(list(self.state.order), deal or Deal(), given)

    async def _begin(self, order: list[int], deal: Deal, given: Table | None = None) -> None:
        record, table = started(self.state, order, deal) if given is None else continued(self.state, order, deal, given)
        await self.commit([record])
        self.state.begin(record, deal, table)
        logger.info("a game began", extra={"room": self.state.code, "number": self.state.games})
        await self._make_forced()
        with suppress(HustingsError):  # windows that could not be opened are opened after the next job
            await self.days.open()
        self.broadcast.show_beginning()

    @job
    async def export(self) -> dict[str, Any]:
        """Return the saved game with its deal. Raises RoomError before the end."""
        state = self.state
        if state.phase != "over":
            raise RoomError("room.saved_after_end")
        if state.hides(state.games):
            raise RoomError("room.sealed" if state.sealed else "room.duel_open")
        return state.saved()

    # --- the end

    async def close(self) -> None:
        """Finish the jobs under way and stop the bots."""
        self.broadcast.close()
        for part in (self.turns, self.days.notices, self.adviser):
            await part.close()
        await self.finish_jobs()


#: a command of the host
HostCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(HOST.request))]
