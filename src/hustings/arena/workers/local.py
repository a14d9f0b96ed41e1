"""Workers on this machine, and the choice between them and a Ray cluster.

Workers are threads if all work runs in compiled code, which does not block other threads. Otherwise they are processes;
a thread for each process starts it again if it ends unexpectedly, and repeats the lost work.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from hustings.arena.workers.tasks import ATTEMPTS, Kept, R, W, Workers, lost, processors, result_of
from hustings.engine.errors import OptionError

PROGRAM = "hustings.arena.workers.process"
AHEAD = 3  # the number of pieces of work that are queued for each worker


def results(workers: Workers, do: Callable[[W, Kept], R], works: Iterable[W]) -> Iterator[R]:
    """Yield the result of each piece of work, in order."""
    waiting: deque[Callable[[], R]] = deque()
    for work in works:
        waiting.append(workers.begin(do, work))
        if len(waiting) >= AHEAD * workers.count:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()


class Here:
    """A worker in the calling thread, which does a piece of work when its result is requested."""

    count = 1

    def __init__(self) -> None:
        self._kept: Kept = {}

    def begin(self, do: Callable[[W, Kept], R], work: W) -> Callable[[], R]:
        """Store a piece of work until its result is requested."""
        return lambda: do(work, self._kept)

    def close(self) -> None:
        """Do nothing; work whose result nobody requests is never done."""


class Threads:
    """Threads of this process."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, "work")
        self._own = threading.local()

    def begin(self, do: Callable[[W, Kept], R], work: W) -> Callable[[], R]:
        return self._pool.submit(self.run, do, work).result

    def run(self, do: Callable[[W, Kept], R], work: W) -> R:
        return do(work, self._own.__dict__)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Processes(Threads):
    """Worker processes of this machine; `environment` has variables in addition to those of this process."""

    def __init__(self, count: int, environment: Mapping[str, str] | None = None) -> None:
        super().__init__(count)
        self._environment = {**os.environ, **(environment or {})}
        self._started: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def run(self, do: Callable[[W, Kept], R], work: W) -> R:
        """Do a piece of work in this thread's worker process, or in a new one if that process was lost."""
        for _ in range(ATTEMPTS):
            if self._closed:
                break
            try:
                return result_of(self._asked(do, work))
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                self._own.process.kill()
                self._own.process = None
        raise lost(work)

    def _asked(self, do: Callable[[W, Kept], R], work: W) -> R | str:
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump((do, work), process.stdin)
        process.stdin.flush()
        answer: R | str = pickle.load(process.stdout)
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        command, pipe = [sys.executable, "-m", PROGRAM], subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=self._environment)
        self._started.append(process)
        assert process.stdin is not None
        pickle.dump(sys.path, process.stdin)
        return process

    def close(self) -> None:
        self._closed = True
        for process in self._started:
            process.kill()
        super().close()
        for process in self._started:
            with contextlib.suppress(BrokenPipeError), process:
                pass


def hire(
    count: int | None = None, cluster: str | None = None, *, stay: Sequence[str] = (), threads: bool = False
) -> Workers:
    """Return workers of this machine or of a cluster.

    Args:
        count: The number of workers; by default one for each processor.
        cluster: The address of a Ray cluster, or "local" for a cluster on this machine; None for no cluster.
        stay: The names of entrants that no other process can load.
        threads: Whether all work runs in compiled code.

    Raises:
        OptionError: There are entrants in `stay`, but the workers would be other processes.
        HustingsError: Ray is not installed.
    """
    if stay and (cluster is not None or (count or 1) > 1):
        raise OptionError(f"no other process can have the entrant {stay[0]!r}; give a function as module:function")
    if cluster is not None:
        from hustings.arena.workers.ray_cluster import RayCluster

        return RayCluster(cluster, count)
    count = count or (1 if stay else processors())
    if count == 1:
        return Here()
    return Threads(count) if threads else Processes(count)
