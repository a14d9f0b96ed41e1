"""The deadline of a class: nobody ends a lesson, or puts off its end, by setting the wall clock."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hustings.classes.classroom import Deadline
from hustings.rooms.awake_clock import AwakeClock
from tests.classes.helpers import class_of, open_classes
from tests.rooms.helpers import Clocks, run


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """The clocks of the machine."""
    clocks = Clocks()
    monkeypatch.setattr(time, "time", clocks.wall_now)
    return clocks


@pytest.mark.parametrize("step", [3600.0, -3600.0])
def test_a_step_of_the_wall_clock_moves_no_deadline(clocks: Clocks, step: float) -> None:
    deadline = Deadline(clocks.running_now)
    at = clocks.wall + 600
    assert deadline.left(at) == 600
    clocks.wall += step
    assert deadline.left(at) == 600
    clocks.pass_time(601)
    assert deadline.left(at) == -1
    assert deadline.left(None) is None
    assert deadline.left(clocks.wall + 60) == 60


@pytest.mark.parametrize("step", [3600.0, -3600.0])
def test_tables_stop_after_the_seconds_that_the_teacher_set(tmp_path: Path, clocks: Clocks, step: float) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classes._rooms.context.clock = AwakeClock(clocks.running_now)
            classroom, _, _ = await class_of(classes, 2)
            await classroom.start()
            await classroom.stop(600)
            clocks.wall += step
            await classroom._stop_in_time()
            assert (classroom.state.phase, classroom.info().stop_in) == ("playing", 600)
            clocks.pass_time(599)
            await classroom._stop_in_time()
            assert (classroom.state.phase, classroom.info().stop_in) == ("playing", 1)
            clocks.pass_time(1)
            await classroom._stop_in_time()
            assert classroom.state.phase == "over"

    run(work())


def test_after_a_restart_the_stored_time_counts(tmp_path: Path, clocks: Clocks) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 2)
            await classroom.start()
            await classroom.stop(600)
            code = classroom.state.code
        clocks.wall += 200
        clocks.running = 3.0
        async with open_classes(tmp_path) as classes:
            classes._rooms.context.clock = AwakeClock(clocks.running_now)
            assert (await classes.find(code)).info().stop_in == 400

    run(work())
