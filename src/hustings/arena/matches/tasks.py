"""Shared parts of all workers: distributing work, playing, answers, losses."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

from hustings.arena.matches.plan import Block, Work
from hustings.arena.matches.playing import Player
from hustings.engine.errors import HustingsError

ATTEMPTS = 3  # at a piece of work whose worker was lost

#: a piece of work in the hands of a worker: asked, it waits for the games
Promise = Callable[[], Block]


class Workers(Protocol):
    """Play pieces of work, many at a time."""

    count: int

    def begin(self, work: Work) -> Promise:
        """Give a piece of work to a worker."""

    def close(self) -> None:
        """End the workers and drop unfinished work."""


def processors() -> int:
    """Return the number of processors this process may use."""
    affinity: Any = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def lost(work: Work) -> HustingsError:
    """Return the error for work whose workers were lost again and again."""
    return HustingsError(f"the workers that played deals {work.first} to {work.end - 1} were lost {ATTEMPTS} times")


def answered(work: Work) -> Block | str:
    """Play in this process; return the games, or a sentence that explains a failure."""
    try:
        return play_here(_KEPT, work)
    except HustingsError as error:
        return str(error)


def answer_of(answer: Block | str) -> Block:
    """Return the games of a worker's answer; raise HustingsError for an error sentence."""
    if isinstance(answer, str):
        raise HustingsError(answer)
    return answer


def play_here(kept: dict[str, Any], work: Work) -> Block:
    """Play with the cached player of this game and number of seats."""
    table = (work.plan.game, work.plan.seats)
    if kept.get("table") != table:
        kept.update(table=table, player=Player(*table))
    player: Player = kept["player"]
    return player.play(work)


_KEPT: dict[str, Any] = {}
