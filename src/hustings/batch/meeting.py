"""Synchronisation of a batch's threads, in compiled code: an idle thread waits in a loop before it sleeps.

Waking a sleeping thread takes longer than half a step of a few thousand games. An idle thread therefore looks for a new
job for about as long as it would take to wake it. The threads communicate by the shared numbers `signals`: row 0
belongs to the calling thread, row k to helper k.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.signals import give_way, pause, read, write

JOB = DONE = 0  # the column with the number of the last job that was given out (row 0) or done (other rows)
SLEEPS = 1  # the column that says whether the thread sleeps or is about to
GO, SLEEP, WAKE = range(3)  # what to do next: go on, sleep until woken, or wake a thread that sleeps

OFTEN = 64  # the number of looks after which the processor is offered to other threads


@kernel
def rest(look: int) -> None:
    """Pause after checking the signals for the `look`-th time, and sometimes yield the processor to other threads."""
    if look % OFTEN == OFTEN - 1:
        give_way()
    else:
        pause()


@kernel
def give_out(signals: Numbers, job: int) -> None:
    """Announce job number `job`, so that the helpers begin it."""
    write(signals, 0, JOB, job)


def attend(signals: Numbers, k: int, done: int, patience: int) -> int:
    """Report that helper `k` has done job number `done`, and wait for the next job.

    patience  how often to look for a job.

    Returns GO if there is a new job, SLEEP if there is none, or WAKE if the calling thread sleeps and must be woken.
    """
    write(signals, k, DONE, done)
    if read(signals, 0, SLEEPS):
        return WAKE
    for look in range(patience):
        if read(signals, 0, JOB) != done:
            return GO
        rest(look)
    write(signals, k, SLEEPS, 1)
    if read(signals, 0, JOB) == done:
        return SLEEP
    write(signals, k, SLEEPS, 0)
    return GO


def gather(signals: Numbers, job: int, patience: int) -> int:
    """Wait in the calling thread until all helpers have done job number `job`.

    patience  how often to look at the signals.

    Returns GO if all helpers are done, WAKE if a helper sleeps and has not begun, or SLEEP if the helpers take long.
    """
    left = patience
    for k in range(1, signals.shape[0]):
        while read(signals, k, DONE) != job:
            if read(signals, k, SLEEPS):
                return WAKE
            if left <= 0:
                write(signals, 0, SLEEPS, 1)
                if read(signals, k, DONE) != job and not read(signals, k, SLEEPS):
                    return SLEEP
                write(signals, 0, SLEEPS, 0)
            left -= 1
            rest(left)
    return GO
