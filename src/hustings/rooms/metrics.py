"""What a server counts as it goes: numbers only, nothing of what is played."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

#: upper ends in seconds
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]


class EventLoopHistogram(Collector):
    """A histogram for what is observed in the event loop's thread only: without locks, a tenth of the work of others.

    name, documentation  as Prometheus shows them.
    """

    def __init__(self, name: str, documentation: str, registry: CollectorRegistry) -> None:
        self._name, self._documentation = name, documentation
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What is told when somebody asks."""
        ends = map(floatToGoString, (*BUCKETS, float("inf")))
        found = [(end, float(count)) for end, count in zip(ends, accumulate(self._counts), strict=True)]
        yield HistogramMetricFamily(self._name, self._documentation, buckets=found, sum_value=self._sum)


class EventLoopCounter:
    """One count of an `EventLoopCounters`."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def inc(self) -> None:
        """Count one."""
        self.count += 1


class EventLoopCounters(Collector):
    """Counters by a label, of what is counted in the event loop's thread only; as `EventLoopHistogram`."""

    def __init__(
        self, name: str, documentation: str, label: str, values: tuple[str, ...], registry: CollectorRegistry
    ) -> None:
        self._name, self._documentation, self._label = name, documentation, label
        self.by = {value: EventLoopCounter() for value in values}
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """What is told when somebody asks."""
        family = CounterMetricFamily(self._name, self._documentation, labels=[self._label])
        for value, counter in self.by.items():
            family.add_metric([value], counter.count)
        yield family


class Metrics:
    """The counts of one server since it started, in a registry of their own.

    moves_by        the moves, by who made them: person, bot, clock.
    refusals        of commands, by the kind of refusal (see `Refused`).
    bot_failures    by kind: overrun, crash.
    hurried_moves   of bots that had too little time for their level.
    answer_seconds  from a person's command until it was on disk and acknowledged.
    bot_seconds     how long bots thought.
    """

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self.moves_by = EventLoopCounters(
            "hustings_moves", "Moves, by who made them.", "by", ("person", "bot", "clock"), own
        ).by
        self.refusals = Counter("hustings_refusals", "Refused commands, by reason.", ["reason"], registry=own)
        self.bot_failures = Counter(
            "hustings_bot_failures", "Bots that were replaced for a move.", ["kind"], registry=own
        )
        self.hurried_moves = Counter(
            "hustings_hurried_moves", "Moves of bots that had too little time for their level.", registry=own
        )
        self.answer_seconds = EventLoopHistogram("hustings_answer_seconds", "From a command until it was on disk.", own)
        self.bot_seconds = Histogram("hustings_bot_seconds", "How long bots thought.", buckets=BUCKETS, registry=own)

    def moved(self, by: str | None = None) -> int:
        """The number of moves, of all or of one kind."""
        return sum(counter.count for maker, counter in self.moves_by.items() if by in (None, maker))
