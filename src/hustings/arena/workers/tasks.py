"""The parts that all workers share: doing a piece of work, passing on errors, errors for lost workers."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from hustings.engine.errors import HustingsError

ATTEMPTS = 3  # the most attempts at a piece of work whose worker is lost

#: what a worker keeps from one piece of work to the next
Kept = dict[str, Any]
W = TypeVar("W")
R = TypeVar("R")


class Workers(Protocol):
    """Workers that do pieces of work, `count` at a time."""

    count: int

    def begin(self, do: Callable[[W, Kept], R], work: W) -> Callable[[], R]:
        """Give a piece of work to a worker; the returned function waits for its result."""

    def close(self) -> None:
        """End the workers and drop unfinished work."""


def processors() -> int:
    """Return the number of processors that this process may use."""
    affinity: Any = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def lost(work: object) -> HustingsError:
    """Return the error for a piece of work whose worker was lost at every attempt."""
    return HustingsError(f"the workers of {work} were lost {ATTEMPTS} times")


def answered(do: Callable[[W, Kept], R], work: W) -> R | str:
    """Do a piece of work in this process; return the result, or a sentence that explains a failure."""
    try:
        return do(work, _KEPT)
    except HustingsError as error:
        return str(error)


def result_of(answer: R | str) -> R:
    """Return the result in a worker's answer; raise HustingsError if the answer is an error's sentence."""
    if isinstance(answer, str):
        raise HustingsError(answer)
    return answer


_KEPT: Kept = {}
