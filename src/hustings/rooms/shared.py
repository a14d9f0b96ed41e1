"""What all rooms of one server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hustings.rooms.bots import Bench
from hustings.rooms.shows import Shows
from hustings.rooms.store import Store
from hustings.rooms.tally import Tally


def nothing() -> None:
    """For those whom nobody else concerns."""


@dataclass(slots=True)
class House:
    """The store, the bots and the habits of one server, handed to each of its rooms.

    pause    how long a bot seems to think, in seconds: from, to.
    pace     how many messages a seat may send: at once, and a second.
    absence  seconds somebody who owes a move may be away before the room's terms say what becomes of him.
    alone    whether no other process serves the same rooms.
    stir     called when somebody comes to a room or leaves it.
    tally    what is counted for /metrics.
    shows    the rooms whose news wait while answers go first.
    """

    store: Store
    bench: Bench
    pause: tuple[float, float] = (0.7, 1.4)
    pace: tuple[float, float] = (30, 10)
    absence: float = 60.0
    alone: bool = True
    stir: Callable[[], None] = nothing
    tally: Tally = field(default_factory=Tally)
    shows: Shows = field(default_factory=Shows)
