"""Election night in wire form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hustings.engine.night import Night
from hustings.rooms.wire import Wire, WireForm


@dataclass(frozen=True, slots=True)
class CallInfo(Wire):
    """A state called on election night. side: an index of the room's sides; totals: of each side after it."""

    state: str
    side: int
    totals: list[int]


@dataclass(frozen=True, slots=True)
class NightInfo(Wire):
    """Election night: the states that count for a side, smallest first; after several counts, those of the first.

    deciding  the call (from 0) after which the winner is certain; null if no side wins alone.
    places    the sides by the game's result, the winner first.
    """

    calls: list[CallInfo]
    deciding: int | None
    places: list[int]


WireNight = Annotated[Night, WireForm(NightInfo)]


def night_info(night: Night) -> NightInfo:
    """A night as a message of its own."""
    calls = [CallInfo(call.state, call.side, list(call.totals)) for call in night.calls]
    return NightInfo(calls, night.deciding, list(night.places))
