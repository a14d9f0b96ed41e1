"""REST endpoints of finished games: the replay, the check of the deal, and chances to win at every point.

They refuse requests about a game in progress. A game is replayed once, in a thread, and cached for a while; the chances
are computed in a separate process.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from hustings.arena import Review
from hustings.engine import saved
from hustings.engine.errors import SavedGameError
from hustings.engine.events import Event
from hustings.engine.game import Game
from hustings.engine.knowledge import tally_seen
from hustings.engine.messages import Message
from hustings.engine.moves import seat_label
from hustings.engine.night import Night
from hustings.engine.result import Result
from hustings.gatherings.results import Finish
from hustings.rooms import fair_deal
from hustings.rooms.broadcast.nights import night_info
from hustings.rooms.broadcast.updates import EventInfo, ResultInfo, RoomInfo, room_info
from hustings.rooms.errors import NoRoomError, RoomDamagedError, RoomError
from hustings.rooms.log import log_events
from hustings.rooms.log.replaying import replay as replayed_room
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import AddressBuckets, Bucket
from hustings.rooms.room import Room
from hustings.web.app_state import address_of
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import replay_models as a
from hustings.web.protocol.serialize import with_link
from hustings.web.rest.api import AppStateHere, Limited, LimitedAnalysis, RoomHere, seat_of
from hustings.web.rest.packed import attached
from hustings.web.works import Work, Works, answer_of, works_of

MOST_REPLAYS = 24  # games that are cached, at most about 2 MB each
REPLAYS_AT_ONCE, REPLAYS_A_SECOND = 20.0, 1.0  # games replayed, on the whole server
REPLAYS_BY_ADDRESS, REPLAYS_A_SECOND_BY_ADDRESS = 12.0, 0.5  # a class has about twelve tables
POINTS_AT_ONCE, POINTS_A_SECOND = 300.0, 60.0  # points of one game, while a slider moves

CountedChances = dict[str, Any]


@dataclass(slots=True, eq=False)
class Replay:
    """A finished game with hidden information.

    number  the game's number in its room, from 1.
    room    the room at the end of this game.
    points  for each number of log entries: the state's bytes, the seats that must move, the seats that may move out of
            turn, and each seat's score.
    tally   each seat's score at the end.
    automatic  the log entries of people's moves that a page, the room or a bot made for them.
    check   whether the deal holds, and the message to show.
    looks   limits how often one address asks for single points.
    """

    number: int
    room: RoomInfo
    game: Game
    saved: dict[str, Any]
    points: list[tuple[bytes, list[int], list[int], tuple[int, ...]]]
    events: list[Event]
    result: Result
    tally: tuple[int, ...]
    automatic: list[int]
    night: Night | None
    check: tuple[bool, Message]
    looks: AddressBuckets = field(default_factory=lambda: AddressBuckets(POINTS_AT_ONCE, POINTS_A_SECOND))
    review: Review | None = None

    @property
    def key(self) -> tuple[str, int, str]:
        """The code of the game's room, its number there, and the commitment to its deal."""
        return self.room.code, self.number, self.saved.get("deal", {}).get("commitment", "")

    def view(self, entry: int) -> dict[str, Any]:
        """Return the table after a number of entries."""
        schema = self.game.book.schema
        row = schema.new()
        row.write(self.points[entry][0])
        return schema.as_json(row)


def game_of(
    code: str, bodies: list[str], number: int, stopped: Finish | None = None
) -> tuple[dict[str, Any], RoomInfo, list[int]]:
    """Return game `number` of a room as a saved game with its deal, the room after the game's last move, and the log
    entries of people's moves that were automatic.

    bodies   the records of the room's log.
    stopped  the result at which a class stopped the game early, or None.
    """
    kinds = [type(log_events.read(body)) for body in bodies]
    begins = [*(at for at, kind in enumerate(kinds) if kind is log_events.Began), len(kinds)]
    end = max(at for at in range(begins[number]) if kinds[at] in (log_events.Began, log_events.Played)) + 1
    state = replayed_room(code, bodies[:end])
    if state.table is None or state.deal is None or (state.phase != "over" and stopped is None):
        raise RoomDamagedError("web.game_cut_short", number=number, room=code)
    return state.saved(), room_info(state, frozenset(), 0), automatic_in(state, bodies)


def automatic_in(state: RoomState, bodies: list[str]) -> list[int]:
    """Return the log entries of the moves in a game that a page, the room or a bot made for a person."""
    assert state.table is not None
    moves = [log_events.read(bodies[seq - 1]) for seq in state.moments[1:]]
    played = [move for move in moves if isinstance(move, log_events.Played)]
    entry, found = state.table.length + 1 - sum(len(move.entries) for move in played), []
    for move in played:
        if move.automatic or (move.by is None and state.chairs[move.chair].kind != "bot"):
            found.append(entry)
        entry += len(move.entries)
    return found


def open_replay(code: str, bodies: list[str], number: int, stopped: Finish | None = None) -> Replay:
    """Replay a room's game; see `game_of`. Raises RoomDamagedError or SavedGameError if the log is inconsistent."""
    source, room, automatic = game_of(code, bodies, number, stopped)
    points = []
    for _, _, table in saved.replay(source):
        points.append((table.record().tobytes(), sorted(table.owes), sorted(table.may), tally_seen(table)))
    result = table.result or (None if stopped is None else _time_up(stopped))
    if result is None:
        raise RoomDamagedError("web.game_cut_short", number=number, room=code)
    tally = tally_seen(table) if table.over else result.scores
    return Replay(
        number, room, table.game, source, points, table.all_events(), result, tally, automatic, table.night,
        checked(source),
    )  # fmt: skip


def _time_up(finish: Finish) -> Result:
    """Return the result of a game that a class stopped early: the leading score wins."""
    first = finish.winners or list(range(len(finish.scores)))
    shares = tuple(Fraction(int(seat in first), len(first)) for seat in range(len(finish.scores)))
    names = [seat_label(seat) for seat in first]
    told = Message("web.time_up", {"winners": names, "score": finish.scores[first[0]]})
    return Result(tuple(finish.winners), shares, tuple(finish.scores), told.english(), told.key, told.facts)


def checked(source: dict[str, Any]) -> tuple[bool, Message]:
    """Return whether a saved game's deal holds, and the message to show."""
    try:
        fair_deal.verify(source)
    except SavedGameError as error:
        return False, Message("web.deal_fails", {"error": error.message or str(error)})
    draws, given = fair_deal.draws(source), fair_deal.given(source)
    key = "web.deal_holds_since" if given else "web.deal_holds"
    return True, Message(key, {"draws": draws, "given": given} if given else {"draws": draws})


async def counted(source: dict[str, Any]) -> CountedChances:
    """Compute the chances to win throughout a saved game in another process. Raises RoomError if that fails."""
    work = Work(quick=True)
    found: CountedChances = await answer_of(["hustings.arena.win_probability"], json.dumps(source), work)
    return found


class Replays:
    """A cache of the finished games that viewers of this server opened recently."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[str, int, str], asyncio.Task[Replay]] = OrderedDict()
        self._making = Bucket(REPLAYS_AT_ONCE, REPLAYS_A_SECOND)
        self._addresses = AddressBuckets(REPLAYS_BY_ADDRESS, REPLAYS_A_SECOND_BY_ADDRESS)

    async def of(
        self,
        room: Room,
        number: int | None = None,
        stopped: Finish | None = None,
        address: str = "",
        seat: str | None = None,
    ) -> Replay:
        """Return finished game `number` (from 1) of a room, by default the last one; replay it unless it is cached.

        stopped  the result at which the room's class stopped the game early, or None.
        address, seat  the client's address, and the digest of their seat's token if they have a seat.
        Raises RoomError before the game's end, NoRoomError if there is no such game, TooManyError if too many open.
        """
        state = room.state
        number = state.games if number is None else number
        if not 0 <= number <= state.games:
            raise NoRoomError("web.no_such_game", games=state.games, number=number)
        if state.deal is None or (number == state.games and state.phase != "over" and stopped is None):
            raise RoomError("web.game_not_over")
        if state.hides(number) and stopped is None:
            raise RoomError("room.sealed" if state.sealed else "room.duel_open")
        key = (state.code, number, state.deal.commitment)
        if key not in self._open:
            if not (self._addresses.take(address, seat) and self._making.take()):
                raise TooManyError("web.too_many_replays")
            bodies = await room.context.store.read(state.code)
            if key not in self._open:
                opening = asyncio.to_thread(open_replay, state.code, list(bodies), number, stopped)
                self._open[key] = asyncio.create_task(opening)
                self._forget_old()
        self._open.move_to_end(key)
        try:
            return await asyncio.shield(self._open[key])
        except Exception:
            self._open.pop(key, None)
            raise

    def _forget_old(self) -> None:
        while len(self._open) > MOST_REPLAYS:
            self._open.popitem(last=False)


replays = APIRouter(prefix="/api/rooms", responses={"4XX": {"model": m.Problem}})


def replays_of(request: Request) -> Replays:
    """Return the server's cache of replayed games."""
    found: Replays = request.app.state.replays
    return found


async def replay_of(
    room: RoomHere,
    request: Request,
    opened: Annotated[Replays, Depends(replays_of)],
    app_state: AppStateHere,
    game: Annotated[int | None, Query(ge=1, description="the number of the game; left out: the last")] = None,
) -> Replay:
    """Return a finished game of the room in the path; a game that its class stopped early counts as finished."""
    stopped = await app_state.stopped(room)
    return await opened.of(room, game, stopped, address_of(request), seat_of(request, app_state))


ReplayHere = Annotated[Replay, Depends(replay_of)]


@replays.get("/{code}/replay", dependencies=[Limited])
async def replay(replay: ReplayHere, request: Request, app_state: AppStateHere) -> a.ReplayInfo:
    """Return the whole game: the room, all log entries and all events."""
    return a.ReplayInfo(
        room=with_link(replay.room, app_state.base(request)),
        game=replay.number,
        log=replay.saved["log"],
        events=[EventInfo(**event.as_dict()) for event in replay.events],
        result=ResultInfo(**replay.result.as_message()),
        standing=list(replay.tally),
        night=None if replay.night is None else night_info(replay.night),
    )


@replays.get("/{code}/replay/chances", dependencies=[LimitedAnalysis])
async def chances(replay: ReplayHere, works: Annotated[Works, Depends(works_of)]) -> a.ChancesInfo:
    """Return each seat's chance to win after each log entry; the first request starts the computation."""
    work = works.begin(("chances", *replay.key), lambda _: counted(replay.saved), quick=True)
    if not work.ready:
        return a.ChancesInfo(ready=False, playouts=0, entries=[], shares=[], turns=[])
    return a.ChancesInfo(ready=True, **work.answer)


@replays.get("/{code}/replay/saved", dependencies=[Limited])
async def saved_game(replay: ReplayHere) -> Response:
    """Return the saved game with its deal, as a file."""
    text = json.dumps(replay.saved, ensure_ascii=False, indent=1)
    return attached(text, "application/json", f"{replay.game.name}-{replay.room.code}-{replay.number}.json")


@replays.get("/{code}/replay/{entry}")
async def point(entry: int, replay: ReplayHere, request: Request, app_state: AppStateHere) -> a.PointInfo:
    """Return the table after a number of log entries; 0 is the beginning."""
    if not 0 <= entry < len(replay.points):
        raise NoRoomError("web.no_such_entry", last=len(replay.points) - 1, entry=entry)
    if not replay.looks.take(address_of(request), seat_of(request, app_state)):
        raise TooManyError("web.too_many_points")
    _, owes, may, standing = replay.points[entry]
    return a.PointInfo(entry=entry, view=replay.view(entry), owes=owes, may=may, standing=list(standing))


@replays.get("/{code}/deal", dependencies=[Limited])
async def deal_check(replay: ReplayHere) -> a.DealCheck:
    """Check the room's deal against its commitment."""
    holds, message = replay.check
    if "deal" not in replay.saved:  # a daily ballot's
        raise RoomError("room.no_deal")
    deal = {name: replay.saved["deal"][name] for name in ("commitment", "secret")}
    return a.DealCheck(**deal, holds=holds, text=message.english(), **message.as_dict())
