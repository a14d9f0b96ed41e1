"""The threads that share a batch: they end with the batch, pass on errors, and work in a forked child."""

import gc
import multiprocessing
import threading
from multiprocessing.connection import Connection

import pytest

from hustings.batch import Batch

PATIENCE = 60  # seconds until a child counts as hung; it answers within one


@pytest.mark.parametrize("compiled", [True, False])
def test_threads_end_with_their_batch(compiled: bool) -> None:
    before = set(threading.enumerate())
    batch = Batch("combat", 8, seed=1, threads=3, compiled=compiled)
    batch.step_as()
    threads = set(threading.enumerate()) - before
    assert 1 <= len(threads) <= 2
    del batch
    gc.collect()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)


def test_an_error_in_a_thread_is_raised_after_all_threads_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, done = Batch("combat", 8, seed=1, threads=3), list[int]()
    serve, last = batch._serve, batch._parts[-1][0]

    def failing(what: int, first: int, *rest: object) -> int:
        if first == last:
            raise ZeroDivisionError("of the last part")
        done.append(first)
        return int(serve(what, first, *rest))

    with monkeypatch.context() as patch:
        patch.setattr(batch, "_serve", failing)
        with pytest.raises(ZeroDivisionError, match="of the last part"):
            batch.step_as()
    assert sorted(done) == [first for first, _, _ in batch._parts[:-1]]
    batch.step_as()


def stepped(batch: Batch, out: Connection) -> None:
    """Step a batch in a child, and send what its parent would see after the same steps."""
    for _ in range(20):
        batch.step_as("thumb")
    out.send(batch.observation.tobytes())


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # the subject of this test
def test_a_forked_child_steps_a_batch_of_several_threads() -> None:
    """The child has none of its parent's threads, and must not wait for them."""
    batch = Batch("combat", 8, seed=1, threads=2)
    batch.step_as("thumb")
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=stepped, args=(batch, theirs))
    child.start()
    try:
        assert ours.poll(PATIENCE)
        seen = ours.recv()
    finally:
        child.kill()
        child.join()
    for _ in range(20):
        batch.step_as("thumb")
    assert seen == batch.observation.tobytes()
