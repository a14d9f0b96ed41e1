"""Play by post: each seat hands in a sealed plan for a round, and the plans are turned into ordinary legal moves.

This is a form of a room, not of the rules: a game played by post has the same log as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hustings.engine.events import Event

PlanFacts = Mapping[str, int | bool | str | None]  #: numbers, codes and seats for the words of a line


@dataclass(frozen=True, slots=True)
class PlanLine:
    """The outcome of one line of a plan. what: the kind of the line; facts: numbers, codes and seats for its words."""

    what: str
    facts: PlanFacts


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part of a plan that does not fit the game, and the clause of the rules that says so."""

    part: str
    clause: str


@dataclass(frozen=True, slots=True)
class Post:
    """How a game is played by post; all functions are pure, and know only what a seat may know.

    Attributes:
        plan: The dataclass of a plan, which pydantic can validate.
        round: Returns the number of the round that a record is in, from 1; None before the first and after the end.
        misfit: Returns the first part of a plan that does not fit, from the seat's view; None if all do.
        proxy: Returns the legal action that a plan leads to when its seat must move, from the seat's view.
        after: Returns what is left of a seat's plan after entries of the game's log, those of the round so far.
        report: Returns what became of a seat's plan, from the events of the round that the seat may know.
    """

    plan: type[Any]
    round: Callable[[Any], int | None]
    misfit: Callable[[Any, Any, int], Misfit | None]
    proxy: Callable[[Any, int, Any], int]
    after: Callable[[Any, int, Sequence[str]], Any]
    report: Callable[[Any, int, Sequence[Event]], list[PlanLine]]
