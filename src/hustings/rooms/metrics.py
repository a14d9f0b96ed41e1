"""One server's metrics for Prometheus: numbers only, no game content."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

#: upper bounds of the histograms' buckets, in seconds
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The counts of one server since it started, in a registry of their own.

    moves_by        moves, by who made them: person, bot, clock, room.
    refusals        refused commands, by kind of refusal (see `Refused`).
    bot_failures    failures of bots, by kind: overrun, crash.
    hurried_moves   moves of bots that had too little time for their level.
    answer_seconds  the time from a person's command until it was on disk and acknowledged.
    bot_seconds     how long bots thought.
    """

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        moves = Counter("hustings_moves", "Moves, by who made them.", ["by"], registry=own)
        self.moves_by = {by: moves.labels(by) for by in ("person", "bot", "clock", "room")}
        self.refusals = Counter("hustings_refusals", "Refused commands, by reason.", ["reason"], registry=own)
        self.bot_failures = Counter(
            "hustings_bot_failures", "Bots that were replaced for a move.", ["kind"], registry=own
        )
        self.hurried_moves = Counter(
            "hustings_hurried_moves", "Moves of bots that had too little time for their level.", registry=own
        )
        self.answer_seconds = Histogram(
            "hustings_answer_seconds", "From a command until it was on disk.", buckets=BUCKETS, registry=own
        )
        self.bot_seconds = Histogram("hustings_bot_seconds", "How long bots thought.", buckets=BUCKETS, registry=own)

    def moved(self, by: str | None = None) -> int:
        """Return the number of all moves, or of those that `by` made: a person, a bot, the clock or the room."""
        kinds = self.moves_by if by is None else [by]
        return sum(int(self.registry.get_sample_value("hustings_moves_total", {"by": kind}) or 0) for kind in kinds)
