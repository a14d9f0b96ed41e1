"""Resources shared by all rooms of one server."""

from __future__ import annotations

from dataclasses import dataclass, field

from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.awake_clock import AwakeClock
from hustings.rooms.eventlog.leases import Leases
from hustings.rooms.metrics import Metrics
from hustings.rooms.stores.store import Store


@dataclass(slots=True)
class RoomContext:
    """The store, the bots and the settings of one server, handed to each of its rooms.

    pause    how long a bot seems to think, in seconds: from, to.
    pace     how many messages a seat may send: at once, and a second.
    absence  seconds a person who owes a move may be away before the room's settings apply.
    leases   of the rooms this process holds, if several processes share the store.
    metrics  what is counted for Prometheus.
    clock    what people's time is measured by.
    """

    store: Store
    bot_pool: BotPool
    pause: tuple[float, float] = (0.7, 1.4)
    pace: tuple[float, float] = (30, 10)
    absence: float = 60.0
    leases: Leases | None = None
    metrics: Metrics = field(default_factory=Metrics)
    clock: AwakeClock = field(default_factory=AwakeClock)
