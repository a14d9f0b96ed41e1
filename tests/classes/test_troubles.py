"""A class goes on after any error: its deadline comes, its game ends, its tables follow its log."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.gatherings import gathering
from hustings.gatherings.tables import Tables, TableWatch
from hustings.rooms.errors import StoreError
from tests.classes.helpers import class_of, hurry, open_classes
from tests.rooms.helpers import run, until

ERRORS = (StoreError("class.try_again"), RuntimeError("of no kind that the server knows"))


class Failing:
    """A function that raises an error at its first calls."""

    def __init__(self, error: Exception, times: int) -> None:
        self.error, self.left = error, times

    def __call__(self) -> None:
        if self.left:
            self.left -= 1
            raise self.error


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a class look often at what is due."""
    monkeypatch.setattr(gathering, "TICK", 0.005)


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_deadline_comes_after_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            room, _, _ = await class_of(classes, 2)
            await room.start()
            fail, finish = Failing(error, 3), TableWatch.finish
            monkeypatch.setattr(TableWatch, "finish", lambda watch: (fail(), finish(watch))[1])
            await room.change(lambda state: changes.set_deadline(state, 0))
            await until(lambda: room.state.phase == "over")
            assert fail.left == 0

    run(work())


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_deadline_comes_after_an_error_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            room, _, _ = await class_of(classes, 2)
            await room.start()
            fail = Failing(error, 3)
            monkeypatch.setattr(
                TableWatch, "over", property(lambda watch: (fail(), watch.room.state.phase == "over")[1])
            )
            await until(lambda: fail.left == 0)
            await room.change(lambda state: changes.set_deadline(state, 0))
            await until(lambda: room.state.phase == "over")
            assert fail.left == 0

    run(work())


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_game_ends_although_its_end_failed_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            room, _, _ = await class_of(classes, 2, game="president")
            fail, finish = Failing(error, 3), TableWatch.finish
            monkeypatch.setattr(TableWatch, "finish", lambda watch: (fail(), finish(watch))[1])
            await room.start()
            for _ in range(12):
                await hurry(room)
            await until(lambda: room.state.phase == "over")
            assert fail.left == 0

    run(work())


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_tables_follow_the_log_although_a_change_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            room, _, people = await class_of(classes, 2)
            await room.start()
            fail, arrange = Failing(error, 1), Tables._arrange

            async def arranged(tables: Tables, *given: object) -> None:
                fail()
                await arrange(tables, *given)  # type: ignore[arg-type]

            monkeypatch.setattr(Tables, "_arrange", arranged)
            with pytest.raises(type(error)):
                await room.change(lambda state: changes.pause(state, True))
            await until(lambda: people[0].room.state.paused)

    run(work())


def test_work_that_is_cancelled_before_its_first_step_is_never_left_unawaited(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 2, naming="dealt")
            await classroom.start()
            classroom._on_table()
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                await classroom.close()
                gc.collect()
            assert [str(one.message) for one in told if "never awaited" in str(one.message)] == []

    run(work())
