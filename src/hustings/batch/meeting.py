"""Synchronization of a batch's threads: compiled code that spins briefly before it sleeps.

To wake a sleeping thread takes longer than half a step of a few thousand games, so who has nothing to do looks for news
for about as long as waking would take. Row 0 of the signals is the caller's, row k the k-th helper's.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.signals import give_way, pause, read, write

JOB = DONE = 0  # the column for the number of the job that was given out, or that was done last
SLEEPS = 1  # the column for whether the thread sleeps, or is about to
GO, SLEEP, WAKE = range(3)  # what to do next: go on, sleep until woken, or wake who sleeps

OFTEN = 64  # after so many looks the processor is offered to others


@kernel
def rest(look: int) -> None:
    """Pause between two polls, and yield to other threads now and then."""
    if look % OFTEN == OFTEN - 1:
        give_way()
    else:
        pause()


@kernel
def give_out(signals: Numbers, job: int) -> None:
    """Announce job number `job` to the helpers."""
    write(signals, 0, JOB, job)


def attend(signals: Numbers, k: int, done: int, patience: int) -> int:
    """Report that helper `k` has `done` a job and wait for the next; patience: number of polls.

    Returns GO where there is one, SLEEP where there is none, WAKE where the caller sleeps until this is done.
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
    """Wait until all helpers have done a job.

    Returns GO where they have, WAKE where one sleeps that has not begun, SLEEP where they take long.
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
