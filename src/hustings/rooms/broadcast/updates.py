"""What a room tells those who look on: plain data, made for one viewer, with nothing in it he may not know."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from hustings.engine.events import Event
from hustings.engine.moves import Move
from hustings.engine.table import Result
from hustings.rooms.log.log_events import TableSettings
from hustings.rooms.log.state import Mark, Phase, Remark, RoomState


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat as everybody sees it."""

    seat: int
    name: str
    kind: str
    level: str | None
    connected: bool
    stood_in: bool
    forfeited: bool


@dataclass(frozen=True, slots=True)
class RoomPicture:
    """A room as everybody sees it; the deal's secret only after the end.

    round, shares  games over in the present series, and what each seat has won of them.
    """

    code: str
    game: str
    options: dict[str, str]
    phase: Phase
    host: int
    seats: tuple[SeatPicture, ...]
    spectators: int
    locked: bool
    paused: bool
    terms: TableSettings
    round: int
    shares: tuple[Fraction, ...]
    commitment: str | None
    secret: str | None


@dataclass(slots=True)  # not frozen, for then it takes four times as long to make one
class Picture:
    """Everything a viewer may know now; events are those since his last picture.

    shown  the view as JSON, for it is sent on as it stands.
    clock  the seconds left to each seat that owes a move; negative for one that is late.
    sways  what legal moves would make at once of the numbers that odds hang on (see `Table.sways`).
    """

    seq: int
    room: RoomPicture
    seat: int | None
    shown: str | None
    events: list[Event]
    legal: tuple[Move, ...]
    owes: list[int]
    may: list[int]
    decision: int | None
    result: Result | None
    clock: dict[int, float] = field(default_factory=dict)
    sways: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def view(self) -> dict[str, Any] | None:
        """The table as the viewer may know it; None in the lobby."""
        view: dict[str, Any] | None = None if self.shown is None else json.loads(self.shown)
        return view


@dataclass(frozen=True, slots=True)
class Presence:
    """The room has changed, the game has not."""

    room: RoomPicture


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The move stands in the log as record `seq`."""

    id: str
    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changed nothing.

    kind  rule, room or store, flood or misunderstood; stale: it answers a decision not open, and a picture follows.
    """

    id: str | None
    text: str
    clause: str | None = None
    kind: str = "room"


@dataclass(frozen=True, slots=True)
class Reasoned:
    """Whether a move would be legal, and why not."""

    id: str
    legal: bool
    text: str
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Chances:
    """What a move would bring up, and how likely; kinds: added up by kind, which may be all that can be said."""

    id: str
    chances: dict[str, Fraction]
    kinds: dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Session:
    """What was written to the room since the viewer was last told, the oldest first."""

    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """What seats say became of words in the log, since the viewer was last told, the oldest first."""

    marks: tuple[Mark, ...]


Notice = Picture | Presence | Acknowledged | Refused | Reasoned | Chances | Session | Marks


class Viewer(Protocol):
    """Somebody who looks at a room. Neither method may wait."""

    def tell(self, notice: Notice) -> None:
        """Show a notice, after those told before."""

    def replaced(self) -> None:
        """Another socket sits on this seat now."""

    def removed(self) -> None:
        """The seat, or the room, is gone."""


def room_picture(state: RoomState, connected: frozenset[int], spectators: int) -> RoomPicture:
    """The room for everybody. connected: the chairs somebody looks on from."""
    seats = []
    for seat, number in enumerate(state.order):
        chair = state.chairs[number]
        stood_in = chair.kind == "person" and chair.stand_in is not None
        kind = "bot" if stood_in else chair.kind
        there = number in connected or kind == "bot"
        seats.append(SeatPicture(seat, chair.name, kind, chair.bot, there, stood_in, chair.forfeited))
    return RoomPicture(
        code=state.code,
        game=state.game_name,
        options=dict(state.options),
        phase=state.phase,
        host=state.seat_of(state.host),
        seats=tuple(seats),
        spectators=spectators,
        locked=state.locked,
        paused=state.paused,
        terms=state.terms,
        round=state.round,
        shares=tuple(state.shares[number] for number in state.order),
        commitment=state.deal.commitment if state.deal else None,
        secret=state.deal.secret if state.deal and state.phase == "over" else None,
    )


def table_picture(
    state: RoomState, room: RoomPicture, seat: int | None, since: int, clock: dict[int, float]
) -> Picture:
    """The room and its table as `seat` may know them; since: how many log entries the viewer has seen."""
    table = state.table
    decision = None if seat is None else state.decisions[state.order[seat]]
    if table is None:
        return Picture(state.seq, room, seat, None, [], (), [], [], decision, None)
    acts = (
        seat is not None and not state.paused and seat in table.owes | table.may and not state.chair_at(seat).forfeited
    )
    legal = table.legal(seat) if acts and seat is not None else ()
    return Picture(
        seq=state.seq,
        room=room,
        seat=seat,
        shown=state.view(seat),
        events=table.events(since=since, seat=seat),
        legal=legal,
        owes=sorted(table.owes),
        may=sorted(table.may),
        decision=decision,
        result=table.result,
        clock=clock,
        sways=table.previews(legal),
    )


@dataclass(frozen=True, slots=True)
class Held:
    """What spectators may know of a table at one moment; kept to be shown one move later. game: by number."""

    game: int
    seq: int
    shown: str
    entries: int
    owes: list[int]
    may: list[int]


def held(state: RoomState) -> Held | None:
    """The table as spectators may know it now, None where there is none."""
    table = state.table
    if table is None:
        return None
    return Held(state.games, state.seq, state.view(None), table.length, sorted(table.owes), sorted(table.may))


def late_picture(state: RoomState, room: RoomPicture, then: Held | None, since: int) -> Picture:
    """The room now and its table as it was `then`, for a spectator; without a table where there is no `then`."""
    if then is None or state.table is None:
        return Picture(state.seq, room, None, None, [], (), [], [], None, None)
    events = [event for event in state.table.events(since=since, seat=None) if event.entry <= then.entries]
    return Picture(then.seq, room, None, then.shown, events, (), then.owes, then.may, None, None)
