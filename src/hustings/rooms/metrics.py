"""What a server counts as it goes: for whoever watches it. Numbers only, nothing of what anybody plays."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

#: upper ends in seconds; one more bucket takes what is above
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


@dataclass(slots=True)
class Histogram:
    """How long something took: counts by bucket, their sum in seconds."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds


@dataclass(slots=True)
class Metrics:
    """Counts since the server started.

    moves      by who made them: person, bot, clock.
    refusals   of commands, by reason: rule, stale, flood, misunderstood, room, store.
    failures   of bots, by kind: overrun, crash.
    answering  seconds from a person's command until it was on disk and acknowledged.
    thinking   seconds bots thought.
    """

    moves: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    answering: Histogram = field(default_factory=Histogram)
    thinking: Histogram = field(default_factory=Histogram)

    def move(self, who: str) -> None:
        """Count a move."""
        self.moves[who] += 1
