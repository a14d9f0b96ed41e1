"""The one queue of work that visitors ask for: each piece once, one after another, chances beside the long ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hustings.rooms.errors import RoomError
from hustings.web import works as queue
from hustings.web.errors import TooManyError
from hustings.web.works import Work, Works
from tests.rooms.helpers import run, until


def made(log: list[str], name: str, gate: asyncio.Event) -> Callable[[Work], Awaitable[str]]:
    """A piece of work that notes when it begins and waits for a gate."""

    async def make(work: Work) -> str:
        log.append(name)
        await gate.wait()
        return name.upper()

    return make


def growing(log: list[str], name: str, gate: asyncio.Event | None = None) -> Callable[[Work], Awaitable[str]]:
    """A piece that has a first answer, behind a gate if there is one, and then gives way to others."""

    async def make(work: Work) -> str:
        log.append(name)
        if gate is not None:
            await gate.wait()
        work.answer = name
        if work.must_wait:
            await work.turn()
        log.append(name.upper())
        return name.upper()

    return make


def test_pieces_follow_one_another_and_chances_do_not_wait_for_reviews() -> None:
    async def work() -> None:
        works, log, gate = Works(), list[str](), asyncio.Event()
        first = works.begin(("review", 1), made(log, "one", gate))
        second = works.begin(("field", 1), made(log, "two", gate))
        chances = works.begin(("chances", 1), made(log, "three", gate), quick=True)
        await until(lambda: len(log) == 2)
        assert log == ["one", "three"]
        assert list(works.waiting()) == [("review", 1), ("field", 1)]
        assert works.begin(("review", 1), made(log, "again", gate)) is first
        gate.set()
        await until(lambda: second.ready and chances.ready)
        assert [one.answer for one in (first, second, chances)] == ["ONE", "TWO", "THREE"]
        assert log == ["one", "three", "two"]

    run(work())


def test_what_people_ask_for_comes_first_and_each_has_its_first_answer_before_any_is_completed() -> None:
    async def work() -> None:
        works, log, gates = Works(), list[str](), {name: asyncio.Event() for name in "abcde"}

        def line() -> str:
            return "".join(str(key[0]) for key in works.waiting())

        offered = [works.begin((name,), growing(log, name, gates[name]), asked=False) for name in "ab"]
        await until(lambda: log == ["a"])
        asked = [works.begin((name,), growing(log, name, gates[name])) for name in "cd"]
        assert line() == "acdb"
        gates["a"].set()
        await until(lambda: log == ["a", "c"])
        assert line() == "cdba"
        assert (offered[0].answer, offered[0].ready) == ("a", False)
        gates["c"].set()
        await until(lambda: log == ["a", "c", "d"])
        assert line() == "dcba"
        works.begin(("b",), growing(log, "b"))  # somebody looks at this one, too
        assert line() == "dbca"
        for gate in gates.values():
            gate.set()
        await until(lambda: all(one.ready for one in (*offered, *asked)))
        assert log == ["a", "c", "d", "b", "B", "C", "D", "A"]

    run(work())


def test_few_pieces_are_half_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []

    async def work() -> None:
        monkeypatch.setattr(queue, "MOST_BEGUN", 1)
        works = Works()
        pieces = [works.begin((name,), growing(log, name)) for name in "abcd"]
        await until(lambda: all(one.ready for one in pieces))
        assert log == ["a", "b", "B", "c", "C", "d", "D", "A"]

    run(work())


STEPS = """
import pathlib, sys, time
for n, sign in enumerate(sys.stdin.read().split()):
    print(n, flush=True)
    while not pathlib.Path(sign).exists():
        time.sleep(0.01)
"""


def test_a_process_stops_while_others_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The offered process cannot end before the asked one, which begins only once the offered one gives way."""
    (tmp_path / "steps.py").write_text(STEPS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def work() -> None:
        works, ended, begun = Works(), list[str](), asyncio.Event()
        second, end = tmp_path / "second", tmp_path / "end"

        def stepping(name: str, *signs: Path) -> Callable[[Work], Awaitable[Any]]:
            async def make(work: Work) -> Any:
                begun.set()
                found = await queue.answer_of(["steps"], " ".join(map(str, signs)), work)
                ended.append(name)
                return found

            return make

        offered = works.begin(("offered",), stepping("offered", second, end), asked=False)
        await begun.wait()
        asked = works.begin(("asked",), stepping("asked", tmp_path))
        second.touch()
        await until(lambda: ended == ["asked"])
        end.touch()
        await until(lambda: offered.ready)
        assert (ended, asked.answer, offered.answer) == (["asked", "offered"], 0, 1)

    run(work())


def test_a_process_that_ends_before_it_is_stopped_has_answered() -> None:
    """A review may print its last line and end while somebody asks for another; it must not count as failed."""

    class Ended:
        """The process, whose output is still unread."""

        stdin = SimpleNamespace(write=len, drain=partial(asyncio.sleep, 0), close=int)

        def __init__(self) -> None:
            self.stdout = asyncio.StreamReader()
            self.stdout.feed_data(b"1\n2\n")
            self.stdout.feed_eof()

        def send_signal(self, number: int) -> None:
            raise ProcessLookupError(number)

    async def work() -> None:
        works, gate = Works(), asyncio.Event()

        async def answered(work: Work) -> Any:
            await gate.wait()
            async with asyncio.timeout(None) as limit:
                await queue._answer(cast("Any", Ended()), b"", work, limit)
            return work.answer

        offered = works.begin(("offered",), answered, asked=False)
        await asyncio.sleep(0)
        asked = works.begin(("asked",), growing([], "asked"))
        gate.set()
        await until(lambda: offered.ready and asked.ready)
        assert (offered.answer, asked.answer) == (2, "ASKED")

    run(work())


def test_each_lane_has_a_limit_and_finished_work_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(queue, "MOST_WAITING", 1)
        works, log, gate = Works(), list[str](), asyncio.Event()
        first = works.begin(("review", 1), made(log, "one", gate))
        with pytest.raises(TooManyError):
            works.begin(("review", 2), made(log, "two", gate))
        works.begin(("chances", 1), made(log, "three", gate), quick=True)
        gate.set()
        await until(lambda: first.ready)
        works.begin(("review", 2), made(log, "two", gate))
        await works.close()

    run(work())


@pytest.mark.parametrize(
    ("error", "quick", "key"),
    [
        (RoomError("web.no_such_game"), False, "web.no_such_game"),
        (TimeoutError(), False, "web.review_slow"),
        (TimeoutError(), True, "web.chances_slow"),
        (KeyError(), False, "web.review_failed"),
        (KeyError(), True, "web.chances_failed"),
    ],
)
def test_a_failure_is_told_once_to_those_who_asked(error: Exception, quick: bool, key: str) -> None:
    async def fail(work: Work) -> Any:
        raise error

    async def work() -> None:
        works = Works()
        failed = works.begin(("asked",), fail, quick)
        await until(lambda: failed.ready)
        with pytest.raises(RoomError) as caught:
            works.find(("asked",))
        assert caught.value.message is not None
        assert caught.value.message.key == key
        assert works.find(("asked",)) is None
        offered = works.begin(("offered",), fail, quick, asked=False)
        await until(lambda: offered.ready)
        await until(lambda: works.find(("offered",)) is None)

    run(work())


def test_only_the_latest_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(work: Work) -> int:
        return 1

    async def work() -> None:
        monkeypatch.setattr(queue, "MOST_KEPT", 2)
        works = Works()
        for number in range(4):
            one = works.begin((number,), answer)
            await until(lambda one=one: one.ready)  # type: ignore[misc]
            await asyncio.sleep(0)
        assert [number for number in range(4) if works.find((number,)) is not None] == [2, 3]

    run(work())
