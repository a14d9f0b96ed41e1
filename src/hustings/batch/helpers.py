"""Helper threads that work on a part of a batch's games."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hustings.batch.meeting import GO, JOB, SLEEP, SLEEPS, WAKE
from hustings.engine.kernels.signals import WIDE

Work = Callable[[int], object]
Meeting = Callable[..., int]


class Helpers:
    """Helper threads, each of which does a part of every job; between jobs they wait in a loop before they sleep.

    attend, gather  the functions in `meeting`, compiled or not.
    patience        how often a waiting thread looks for a new job before it goes to sleep.
    signals         the shared numbers that report each thread's progress (see `meeting`).
    """

    def __init__(self, count: int, attend: Meeting, gather: Meeting, patience: int) -> None:
        self.signals: npt.NDArray[np.int64] = np.zeros((count + 1, WIDE), np.int64)
        self._attend, self._gather = attend, gather
        # with fewer processors than threads, a thread that waits in a loop would slow down the one that it waits for
        self._patience = patience if (os.cpu_count() or 1) > count else 0
        self._work: Work | None = None
        self._failed: BaseException | None = None
        self._job = 0
        self._back, self._wake = threading.Semaphore(0), [threading.Semaphore(0) for _ in range(count)]
        for k in range(1, count + 1):
            threading.Thread(target=self._help, args=(k,), name=f"batch-{k}", daemon=True).start()

    def together(self, work: Work, own: Callable[[int], object]) -> None:
        """Make every helper k do `work(k)`, while the calling thread does `own(job)`; return when all are done.

        own  must call `meeting.give_out` after it has released Python's global lock, which helpers need to begin.
        """
        self._work, self._job = work, self._job + 1
        if self.signals[1:, SLEEPS].any():
            self.signals[0, JOB] = self._job
            self._rouse()
        try:
            own(self._job)
        finally:  # even after an error, all helpers must finish the job
            self.signals[0, JOB] = self._job
            self._finish()
        failed, self._failed = self._failed, None
        if failed is not None:
            raise failed

    def _finish(self) -> None:
        while (found := self._gather(self.signals, self._job, self._patience)) != GO:
            if found == WAKE:
                self._rouse()
            else:
                self._back.acquire()
        self._work = None

    def _rouse(self) -> None:
        for k in self.signals[1:, SLEEPS].nonzero()[0].tolist():
            self.signals[k + 1, SLEEPS] = 0
            self._wake[k].release()

    def close(self) -> None:
        """End the helper threads; no job may be running."""
        self._job += 1
        self.signals[0, JOB] = self._job
        for sleeping in self._wake:  # threads that sleep or are about to
            sleeping.release()

    def _help(self, k: int) -> None:
        """Run the loop of helper `k`: wait for a job, do it, report it; end when the helpers are closed."""
        done = 0
        while True:
            found = self._attend(self.signals, k, done, self._patience)
            if found == WAKE:
                self.signals[0, SLEEPS] = 0
                self._back.release()
            elif found == SLEEP:
                self._wake[k - 1].acquire()
            elif self._work is None:
                return
            else:
                done = self._job
                self._do(k)

    def _do(self, k: int) -> None:
        try:
            work = self._work
            assert work is not None
            work(k)
        except BaseException as error:
            self._failed = error
