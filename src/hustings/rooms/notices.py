"""What a room tells those who look on: plain data, made for one viewer, with nothing in it he may not know."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from hustings.engine.moves import Move
from hustings.engine.table import Event, Result
from hustings.rooms.state import Phase, RoomState


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """A seat as everybody sees it."""

    seat: int
    name: str
    kind: str
    level: str | None
    connected: bool


@dataclass(frozen=True, slots=True)
class RoomPicture:
    """A room as everybody sees it; the deal's secret only after the end."""

    code: str
    game: str
    options: dict[str, str]
    phase: Phase
    host: int
    seats: tuple[SeatPicture, ...]
    spectators: int
    locked: bool
    paused: bool
    commitment: str | None
    secret: str | None


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything a viewer may know now; events are those since his last picture."""

    seq: int
    room: RoomPicture
    seat: int | None
    view: dict[str, Any] | None
    events: list[Event]
    legal: tuple[Move, ...]
    owes: list[int]
    may: list[int]
    decision: int | None
    result: Result | None


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
    """The command changed nothing. stale: it answers a decision that is not open; a picture follows."""

    id: str | None
    text: str
    clause: str | None = None
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Reasoned:
    """Whether a move would be legal, and why not."""

    id: str
    legal: bool
    text: str
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Chances:
    """What a move would bring up, and how likely."""

    id: str
    chances: dict[str, Fraction]


Notice = Picture | Presence | Acknowledged | Refused | Reasoned | Chances


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
        kind = "bot" if chair.kind == "person" and chair.stand_in else chair.kind
        there = number in connected or kind == "bot"
        seats.append(SeatPicture(seat, chair.name, kind, chair.bot, there))
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
        commitment=state.deal.commitment if state.deal else None,
        secret=state.deal.secret if state.deal and state.phase == "over" else None,
    )


def table_picture(state: RoomState, room: RoomPicture, seat: int | None, since: int) -> Picture:
    """The room and its table as `seat` may know them; since: how many log entries the viewer has seen."""
    table = state.table
    decision = None if seat is None else state.decisions[state.order[seat]]
    if table is None:
        return Picture(state.seq, room, seat, None, [], (), [], [], decision, None)
    acts = seat is not None and not state.paused and seat in table.owes | table.may
    return Picture(
        seq=state.seq,
        room=room,
        seat=seat,
        view=table.view(seat),
        events=table.events(since=since, seat=seat),
        legal=table.legal(seat) if acts and seat is not None else (),
        owes=sorted(table.owes),
        may=sorted(table.may),
        decision=decision,
        result=table.result,
    )
