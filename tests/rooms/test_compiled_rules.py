"""Rooms whose rules are compiled while they play: the same game as by plain rules, also where compiling fails."""

from __future__ import annotations

import asyncio
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from hustings.engine.errors import HustingsError
from hustings.engine.rulebook import rulebook
from hustings.rooms.automation import compiling
from hustings.rooms.automation.compiling import RuleCompiler
from hustings.rooms.commands.play import Play
from hustings.rooms.fair_deal import Deal
from hustings.rooms.room import Room
from tests.rooms.helpers import Onlooker, fresh_id, open_rooms, run, two_friends, until


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with plain rules, and leaves none but those behind."""
    monkeypatch.setitem(rulebook("combat").__dict__, "ruling", rulebook("combat").interpreted)
    monkeypatch.setattr("hustings.rooms.room.Deal", lambda: Deal(bytes(32)))


async def played(room: Room, tokens: list[str], moves: int, meanwhile: Any = None) -> list[str]:
    """So many moves by chance, the same at each call, and something awaited in the middle; the log."""
    watchers = [await room.attach(Onlooker(), token) for token in tokens]
    chance = random.Random(1)
    for number in range(moves):
        table = room.state.table
        assert table is not None
        if number == moves // 2 and meanwhile is not None:
            await meanwhile()
        seat = min(table.owes)
        text = chance.choice(table.legal(seat)).text
        await room.carry_out(watchers[seat], Play(fresh_id(), room.state.decisions[seat], text))
    return list(room.state.table.log) if room.state.table else []


def test_a_game_goes_on_by_compiled_rules_as_it_would_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, str]] = []

    async def beside(game: str, kernel: str) -> None:
        compiled.append((game, kernel))

    monkeypatch.setattr(compiling, "compile_beside", beside)

    async def play(folder: Path, after: int) -> list[str]:
        async with open_rooms(folder) as rooms:
            rooms.context.compiler = RuleCompiler(after)
            room, ann, bo = await two_friends(rooms)

            async def there() -> None:
                await until(lambda: (rulebook("combat").ruling is not rulebook("combat").interpreted) == bool(after))

            return await played(room, [ann, bo], 30, there)

    compiling.load("combat")  # so that the room waits for no compiler
    rulebook("combat").rule_by(rulebook("combat").interpreted)
    plain = run(play(tmp_path / "plain", 0))
    assert compiled == []
    assert run(play(tmp_path / "compiled", 10)) == plain
    assert compiled == [("combat", "rules")]


def test_where_rules_cannot_be_compiled_the_plain_ones_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def beside(game: str, kernel: str) -> None:
        raise HustingsError("engine.imagined")

    monkeypatch.setattr(compiling, "compile_beside", beside)

    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            rooms.context.compiler = RuleCompiler(3)
            room, ann, bo = await two_friends(rooms)
            await played(room, [ann, bo], 8, lambda: until(lambda: "stay interpreted" in caplog.text))

    with caplog.at_level(logging.WARNING):
        run(play())
    assert rulebook("combat").ruling is rulebook("combat").interpreted


def test_a_class_that_plays_for_long_has_nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    async def beside(game: str, kernel: str) -> None:
        compiled.append(game)
        raise HustingsError("engine.imagined")

    monkeypatch.setattr(compiling, "compile_beside", beside)
    now = 0.0

    async def play(moves: int, every: float) -> None:
        nonlocal now
        for _ in range(moves):
            now += every
            compiler.played("combat")
        await asyncio.sleep(0)

    async def lesson() -> None:
        await play(90 * 60 * 8, 1 / 8)  # thirty people, each a move in four seconds, for ninety minutes
        assert compiled == []
        await play(compiling.AFTER * 2, 1 / 1000)
        assert compiled == ["combat"]
        await play(compiling.AFTER * 2, 1 / 1000)
        assert compiled == ["combat"]

    compiler = RuleCompiler(compiling.AFTER, lambda: now)
    run(lesson())


def test_nothing_is_compiled_behind_a_server_that_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def beside(game: str, kernel: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(compiling, "compile_beside", beside)

    async def count() -> None:
        compiler = RuleCompiler(2)
        for _ in range(5):
            compiler.played("combat")
        [task] = compiler._compiling
        await asyncio.sleep(0)
        await compiler.close()
        assert task.cancelled()

    run(count())
    assert rulebook("combat").ruling is rulebook("combat").interpreted
