"""Filling the compile cache in a process of its own."""

from __future__ import annotations

import asyncio
import sys

import pytest

from hustings import HustingsError
from hustings.arena import warming


def test_the_plan_is_every_kernel_of_every_game() -> None:
    assert warming.plan(["b", "a"]) == tuple((game, kernel) for game in "ba" for kernel in warming.KERNELS)
    assert warming.plan([]) == ()


def test_steps_come_one_by_one_as_planned() -> None:
    """The real process, which finds the kernels compiled or compiles them."""
    steps = list(warming.warmed(["president"]))
    assert [(step.game, step.kernel) for step in steps] == list(warming.plan(["president"]))
    assert all(step.seconds > 0 for step in steps)
    assert list(warming.warmed([])) == []


def test_a_process_that_fails_says_why_in_a_sentence() -> None:
    with pytest.raises(HustingsError, match=r"^compiling failed: .*there is no game 'nosuch'; installed are") as failed:
        list(warming.warmed(["nosuch"]))
    assert "\n" not in str(failed.value)


def test_who_stops_listening_ends_the_process() -> None:
    steps = warming.warmed(["president"])
    assert next(steps).kernel == warming.KERNELS[0]
    steps.close()
    with pytest.raises(StopIteration):
        next(steps)


def test_compiling_here_goes_through_the_same_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []
    monkeypatch.setattr(warming, "_compile", lambda book, kernel: done.append((book.name, kernel)))
    steps = list(warming.compile_games(["president", "combat"]))
    assert done == list(warming.plan(["president", "combat"]))
    assert [(step.game, step.kernel) for step in steps] == done


def test_a_server_has_the_search_compiled_beside_it() -> None:
    asyncio.run(warming.compile_beside("president"))
    with pytest.raises(HustingsError, match="the search of nosuch could not be compiled: exit 1"):
        asyncio.run(warming.compile_beside("nosuch"))


def test_when_the_server_closes_the_compiler_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []
    create = asyncio.create_subprocess_exec

    async def sleeping(*command: str, **how: int) -> asyncio.subprocess.Process:
        begun.append(await create(sys.executable, "-c", "import time; time.sleep(60)"))
        return begun[0]

    async def work() -> None:
        task = asyncio.create_task(warming.compile_beside("president"))
        while not begun:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert begun[0].returncode

    monkeypatch.setattr(warming.asyncio, "create_subprocess_exec", sleeping)
    asyncio.run(work())
