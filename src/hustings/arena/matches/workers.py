"""Workers that play the pieces of a match; results and order do not depend on the workers.

Threads where compiled code plays, which keeps no other thread waiting; else processes of this machine, each behind a
thread that starts it again when it is lost; or a Ray cluster. Work that was lost is done again.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hustings.arena.matches.plan import Block, Plan, Work
from hustings.arena.matches.tasks import ATTEMPTS, Promise, Workers, answer_of, lost, play_here, processors
from hustings.engine.errors import OptionError

WORKER = "hustings.arena.matches.worker"
AHEAD = 3  # pieces of work a worker is given before the first is asked for


def played(workers: Workers, works: Iterable[Work]) -> Iterator[Block]:
    """Yield the games of each piece of work, in order."""
    waiting: deque[Promise] = deque()
    for work in works:
        waiting.append(workers.begin(work))
        if len(waiting) >= AHEAD * workers.count:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()


class Here:
    """Plays in the calling thread when results are requested; works with any function."""

    count = 1

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def begin(self, work: Work) -> Promise:
        """Store a piece of work until its games are requested."""
        return lambda: play_here(self._kept, work)

    def close(self) -> None:
        """Do nothing: unrequested work is never played."""


class Threads:
    """Threads of this process."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, "match")
        self._own = threading.local()

    def begin(self, work: Work) -> Promise:
        """Give a piece of work to a thread."""
        return self._pool.submit(self.run, work).result

    def run(self, work: Work) -> Block:
        """Play in this thread."""
        return play_here(self._own.__dict__, work)

    def close(self) -> None:
        """Wait for the threads to finish."""
        self._pool.shutdown(cancel_futures=True)


class Processes(Threads):
    """Worker processes of this machine."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._started: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def run(self, work: Work) -> Block:
        """Play in this thread's process, or in a new one if that is lost."""
        for _ in range(ATTEMPTS):
            if self._closed:
                break
            try:
                return answer_of(self._asked(work))
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                self._own.process.kill()
                self._own.process = None
        raise lost(work)

    def _asked(self, work: Work) -> Block | str:
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(work, process.stdin)
        process.stdin.flush()
        answer: Block | str = pickle.load(process.stdout)
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-m", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._started.append(process)
        assert process.stdin is not None
        pickle.dump(sys.path, process.stdin)
        return process

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for process in self._started:
            process.kill()
        super().close()
        for process in self._started:
            with contextlib.suppress(BrokenPipeError), process:
                pass


def workers_for(plans: Iterable[Plan], count: int | None = None, cluster: str | None = None) -> Workers:
    """Return workers that can play these plans.

    count    how many at a time: one for each processor when left out.
    cluster  the address of a Ray cluster, or "local": one of this machine's own.
    Raises OptionError where they cannot, HustingsError without Ray.
    """
    known = list(plans)
    here = [entrant.name for plan in known for entrant in plan.entrants if not entrant.travels]
    if cluster is not None:
        if here:
            raise OptionError(f"no other process can have the entrant {here[0]!r}; give it as module:function")
        from hustings.arena.matches.ray_cluster import RayCluster

        return RayCluster(cluster, count)
    if count is None:
        count = 1 if here else processors()
    if here and count > 1:
        raise OptionError(f"no other process can have the entrant {here[0]!r}; give it as module:function")
    if count == 1:
        return Here()
    return Threads(count) if all(plan.quick for plan in known) else Processes(count)
