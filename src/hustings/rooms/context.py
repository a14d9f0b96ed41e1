"""Resources shared by all rooms of one server."""

from __future__ import annotations

from dataclasses import dataclass, field

from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.awake_clock import AwakeClock
from hustings.rooms.eventlog.leases import Leases
from hustings.rooms.metrics import Metrics
from hustings.rooms.notices.courier import Courier
from hustings.rooms.stores.store import Store


@dataclass(slots=True)
class RoomContext:
    """The store, the bots and the settings of one server, handed to each of its rooms.

    pause    the shortest and the longest time for which a bot seems to think, in seconds.
    pace     how many messages a seat may send at once, and then per second.
    absence  seconds for which a person who must move may be away before the room's setting for absence applies.
    leases   the leases of the rooms that this process holds; None if no other process shares the store.
    metrics  the server's metrics for Prometheus.
    clock    the clock that measures people's time.
    courier  sends notices of games over days; None if there are none.
    """

    store: Store
    bot_pool: BotPool
    pause: tuple[float, float] = (0.7, 1.4)
    pace: tuple[float, float] = (30, 10)
    absence: float = 60.0
    leases: Leases | None = None
    metrics: Metrics = field(default_factory=Metrics)
    clock: AwakeClock = field(default_factory=AwakeClock)
    courier: Courier | None = None
