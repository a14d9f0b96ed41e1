"""Messages about election night: after the end of a game its states are called one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hustings.engine.night import Night
from hustings.rooms.wire import Wire, WireForm


@dataclass(frozen=True, slots=True)
class CallInfo(Wire):
    """A state called on election night. side: an index of the room's `sides`; totals: each side's votes so far."""

    state: str
    side: int
    totals: list[int]


@dataclass(frozen=True, slots=True)
class NightInfo(Wire):
    """Election night: the states are called for their sides one by one, in an order in which the lead changes often.

    calls: the calls of the game's first count, if it counts several times.
    deciding: the number (from 0) of the call that makes the winner certain; null if no side wins alone.
    places: the sides by the game's result, the winner first.
    """

    calls: list[CallInfo]
    deciding: int | None
    places: list[int]


WireNight = Annotated[Night, WireForm(NightInfo)]


def night_info(night: Night) -> NightInfo:
    """Return an election night as a message."""
    calls = [CallInfo(call.state, call.side, list(call.totals)) for call in night.calls]
    return NightInfo(calls, night.deciding, list(night.places))
