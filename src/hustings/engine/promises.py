"""The events of a game that are about promises."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promises:
    """The names of the events about promises between seats, for reports on who keeps their word.

    Attributes:
        item: The item of an exchange that is a promise; the rules can check whether it is kept.
        exchanged: The event of an exchange. Its seat is the one that accepts; its arguments include `offerer`, `gives`
            and `wants`.
        kept: The event of a seat that keeps such a promise.
        broken: The event of a seat that breaks such a promise.
        words: The event of a promise in free text, with `target` and `text`; no rule can check it.
        unit: The unit in which reports measure a gain.
        scale: The number of units of the verbs `heuristic` and `temptation` that make one `unit`.
    """

    item: str
    exchanged: str
    kept: str
    broken: str
    words: str
    unit: str
    scale: int
