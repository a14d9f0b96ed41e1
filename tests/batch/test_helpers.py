"""The threads of a batch: each does every job once, whoever sleeps, fails or is slow."""

import gc
import threading
import time
from collections.abc import Iterator

import pytest

from hustings.batch import Batch, entries, meeting
from hustings.batch.helpers import Helpers

COUNT = 3


@pytest.fixture(params=["plain", "plain and patient", "compiled", "compiled and patient"])
def helpers(request: pytest.FixtureRequest) -> Iterator[Helpers]:
    how = meeting if request.param.startswith("plain") else entries
    made = Helpers(COUNT, how.attend, how.gather, 2000 if "patient" in request.param else 0)
    made._patience = 2000 if "patient" in request.param else 0  # however many processors there are
    yield made
    made.close()


def share_out(helpers: Helpers, done: list[int], *, own: float = 0.0, others: float = 0.0) -> None:
    """One job: `own` and `others` are the seconds it takes the caller and the helpers."""

    def work(k: int) -> None:
        time.sleep(others * k)
        done.append(k)

    def mine(job: int) -> None:
        meeting.give_out(helpers.signals, job)
        time.sleep(own)
        done.append(0)

    helpers.together(work, mine)


@pytest.mark.parametrize(("own", "others"), [(0.0, 0.0), (0.01, 0.0), (0.0, 0.01)])
def test_every_job_is_done_once_by_each(helpers: Helpers, own: float, others: float) -> None:
    """Whoever is first, and whoever sleeps by then."""
    for pause in (0.0, 0.02, 0.0, 0.0, 0.02) + (0.0,) * 60:
        time.sleep(pause)
        done: list[int] = []
        share_out(helpers, done, own=own if pause else 0.0, others=others if pause else 0.0)
        assert sorted(done) == list(range(COUNT + 1))


def test_a_job_that_nobody_gives_out_is_done_all_the_same(helpers: Helpers) -> None:
    """As where the caller's own part fails before it lets go of Python's lock."""
    done: list[int] = []

    def mine(job: int) -> None:
        raise KeyboardInterrupt

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            helpers.together(done.append, mine)
    assert sorted(done) == sorted(3 * list(range(1, COUNT + 1)))


def test_a_helpers_error_is_the_callers(helpers: Helpers) -> None:
    """After everybody is done; and the next job is as any other."""
    done: list[int] = []

    def work(k: int) -> None:
        if k == 1:
            raise ZeroDivisionError("of helper 1")
        time.sleep(0.01)
        done.append(k)

    with pytest.raises(ZeroDivisionError, match="of helper 1"):
        helpers.together(work, lambda job: meeting.give_out(helpers.signals, job))
    assert sorted(done) == [2, 3]
    share_out(helpers, done)
    assert sorted(done) == [0, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("compiled", [True, False])
def test_threads_end_with_their_batch(compiled: bool) -> None:
    before = set(threading.enumerate())
    batch = Batch("combat", 8, seed=1, threads=3, compiled=compiled)
    batch.step_as()
    threads = set(threading.enumerate()) - before
    assert sorted(thread.name for thread in threads) == ["batch-1", "batch-2"]
    del batch
    gc.collect()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
