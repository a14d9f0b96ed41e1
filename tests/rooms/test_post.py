"""Rounds by post in a room: sealed plans, closed all at once, carried out also by servers that are killed."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hustings.engine.errors import SavedGameError
from hustings.games.mudslinger.cards import STATES
from hustings.rooms.automation import windows
from hustings.rooms.automation.post import MisfitError
from hustings.rooms.broadcast.updates import Snapshot
from hustings.rooms.commands import changes
from hustings.rooms.commands.play import Play
from hustings.rooms.commands.takeback import TakeBack
from hustings.rooms.errors import NotAllowedError, RoomError, StaleError, StoreError
from hustings.rooms.log import transfer
from hustings.rooms.log.rounds import owing, round_now
from hustings.rooms.log.windows import DAY
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms import test_over_days
from tests.rooms.helpers import FRIEND, ME, Clocks, Onlooker, fresh_id, run, until
from tests.rooms.test_over_days import DAYS, HOUR, MONDAY, passed, served

NAMES = ("Ann", "Bo", "Cy")
OPTIONS = {"length": "20", "start": "first_group", "open_states": "yes"}
NOTHING: Mapping[str, Any] = {}


async def begun(rooms: Rooms, settings: RoomSettings = DAYS, **options: str) -> tuple[Room, list[str]]:
    """A game of three by post, and their tokens."""
    room, ann = await rooms.make("mudslinger", OPTIONS | options, "Ann", [ME, FRIEND, FRIEND], settings)
    tokens = [ann, *(f"the token of {name}" for name in NAMES[1:])]
    for name, token in zip(NAMES[1:], tokens[1:], strict=True):
        await room.join(name, token)
    await room.start(ann)
    await until(lambda: not windows.unawaited(room.state))
    return room, tokens


def open_states(room: Room) -> list[str]:
    assert room.state.table is not None
    view: Any = room.state.table.view_row(None)
    return [code for code, lies in zip(STATES, view.lies, strict=True) if lies == 1]


def plan_of(room: Room, seat: int) -> dict[str, Any]:
    """A plan that depends only on the table and the seat."""
    states = [{"state": code, "dollars": 2 + seat} for code in open_states(room)]
    return {"states": states, "other": {"points": 3, "dollars": 2}, "against": [{"seat": (seat + 1) % 3, "dollars": 2}]}


async def hand_in(room: Room, tokens: list[str], *seats: int) -> None:
    number = round_now(room.state)
    assert number is not None
    for seat in seats:
        await room.days.post.hand_in(tokens[seat], seat, number, plan_of(room, seat))


async def next_round(room: Room, number: int) -> None:
    """Wait until the round after `number` has begun, or the game is over."""
    await until(lambda: room.turns.idle and round_now(room.state) != number and not windows.unawaited(room.state))


def test_a_round_is_carried_out_at_once_when_all_have_planned(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            looker = Onlooker()
            await room.attach(looker, tokens[2])
            assert looker.snapshot.owes == [0, 1, 2]
            assert (looker.snapshot.legal, looker.snapshot.may) == ((), [])
            assert any(text.startswith("P3 campaign") for text in looker.snapshot.sways)
            assert room.state.table is not None
            length = room.state.table.length
            await hand_in(room, tokens, 0, 2)
            assert (looker.snapshot.owes, room.state.table.length) == ([1], length)
            looker.told.clear()
            await hand_in(room, tokens, 1)
            await next_round(room, 1)
            shown = [one for one in looker.told if getattr(one, "events", None)]
            assert len(shown) == 1, "all moves are shown together"
            turns = [event.seat for event in shown[0].events if event.event == "turn"]  # type: ignore[union-attr]
            assert len(turns) == 4
            assert looker.snapshot.owes == [0, 1, 2]
            report = await room.days.post.look(tokens[0], 0)
            assert (report.round, report.closed, report.ready, report.plan, report.reported) == (
                2,
                False,
                False,
                None,
                1,
            )
            assert {line.what for line in report.lines} <= {"drew", "tried", "untried", "against", "spared"}
            assert any(line.what == "tried" for line in report.lines)

    run(work())


def test_a_plan_is_changed_and_taken_back_until_the_round_is_closed(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            post, seq = room.days.post, room.state.seq
            first = await post.hand_in(tokens[0], 0, 1, {"card": "lobby"})
            assert first.ready
            assert room.state.seq == seq + 1
            changed = await post.hand_in(tokens[0], 0, 1, plan_of(room, 0))
            assert changed.plan is not None
            assert room.state.seq == seq + 1, "a change is nobody's business"
            back = await post.hand_in(tokens[0], 0, 1, None)
            assert (back.ready, back.plan) == (False, changed.plan)
            assert owing(room.state) == [0, 1, 2]
            await hand_in(room, tokens, 0, 1, 2)
            with pytest.raises(StaleError):
                await post.hand_in(tokens[0], 0, 1, NOTHING)
            await next_round(room, 1)

    run(work())


def test_what_is_no_plan_is_refused_with_its_reason(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            post = room.days.post
            with pytest.raises(NotAllowedError):
                await post.hand_in("nobody", 0, 1, NOTHING)
            with pytest.raises(NotAllowedError):
                await post.look(tokens[0], 1)
            with pytest.raises(RoomError, match=r"states.0.dollars is missing"):
                await post.hand_in(tokens[0], 0, 1, {"states": [{"state": "OH"}]})
            with pytest.raises(RoomError, match="bribe is missing, unknown"):
                await post.hand_in(tokens[0], 0, 1, {"bribe": 3})
            with pytest.raises(MisfitError, match="against") as found:
                await post.hand_in(tokens[0], 0, 1, {"against": [{"seat": 0, "dollars": 3}]})
            assert found.value.clause == "MS-10"
            watcher = await room.attach(Onlooker(), tokens[0])
            for command in (Play(fresh_id(), 0, "P1 draw"), TakeBack(fresh_id(), True)):
                await room.hear(watcher, command)
                assert watcher.but_presence[-1].key in ("room.by_post", "room.stale")  # type: ignore[attr-defined]
            other, ann, _ = await test_over_days.begun(rooms)
            with pytest.raises(RoomError, match="not played by post"):
                await other.days.post.look(ann, 0)

    run(work())


def test_others_are_told_the_same_whatever_a_plan_says(tmp_path: Path) -> None:
    """Copies of one room: Ann hands in, changes and takes back different plans; what all others get is equal."""

    async def prepare() -> tuple[str, list[str]]:
        async with served(tmp_path / "first", Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            return room.state.code, tokens

    (tmp_path / "first").mkdir()
    code, tokens = run(prepare())

    async def told(copy: str, plans: list[Mapping[str, Any]]) -> list[str]:
        shutil.copytree(tmp_path / "first", tmp_path / copy)
        async with served(tmp_path / copy, Clocks(MONDAY)) as (rooms, _):
            room = await rooms.find(code)
            others = [Onlooker(), Onlooker()]
            await room.attach(others[0], tokens[1])
            await room.attach(others[1], None)
            ann = Onlooker()
            await room.attach(ann, tokens[0])
            for plan in plans:
                await room.days.post.hand_in(tokens[0], 0, 1, plan)
            await room.days.post.hand_in(tokens[0], 0, 1, None)
            await room.days.post.hand_in(tokens[0], 0, 1, plans[0])
            # messages about presence are gathered by time
            seen = [repr(notice) for other in (*others, ann) for notice in other.all(Snapshot)]
            seen += [repr(await room.days.post.look(tokens[1], 1)), repr(room.info())]
            return seen + await rooms.context.store.read(code)

    sly = {
        "card": "lobby",
        "states": [{"state": "GA", "dollars": 16}],
        "cards": [{"card": "LEAK", "how": "play", "on": "P2"}],
    }
    one = run(told("one", [NOTHING, NOTHING]))
    other = run(told("other", [sly, {"against": [{"seat": 1, "dollars": 9}]}]))
    assert one == other


def test_who_misses_a_round_is_stood_in_for(tmp_path: Path) -> None:
    clocks = Clocks(MONDAY)

    async def work() -> None:
        async with served(tmp_path, clocks) as (rooms, waking):
            room, tokens = await begun(rooms)
            await hand_in(room, tokens, 0, 1)
            await passed(waking, clocks, 2 * DAY)
            await next_round(room, 1)
            assert room.state.windows.missed == {2: 1}
            assert room.state.table is not None
            moved = {entry.split()[0] for entry in room.state.table.log if entry[0] == "P"}
            assert moved == {"P1", "P2", "P3"}
            assert (await room.days.post.look(tokens[2], 2)).reported is None
            assert (await room.days.post.look(tokens[0], 0)).reported == 1
            for _ in range(3):
                await passed(waking, clocks, DAY)
            assert all(chair.stand_in for chair in room.state.chairs)

    run(work())


def test_somebody_else_on_the_seat_gets_no_earlier_plan(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            await hand_in(room, tokens, 1)
            code = await room.issue(tokens[1], 1)
            await room.claim(code, "Bo's other device")
            moved = await room.days.post.look("Bo's other device", 1)
            assert moved.ready
            assert moved.plan is not None
            await room.change(tokens[0], partial(changes.kick, seat=1))
            await room.join("Di", "Di's token")
            assert owing(room.state) == [0, 1, 2]
            assert (await room.days.post.look("Di's token", 1)).plan is None

    run(work())


async def play_to_the_end(room: Room, tokens: list[str]) -> None:
    while (number := round_now(room.state)) is not None:
        await hand_in(room, tokens, *owing(room.state))
        await next_round(room, number)


def test_plans_are_erased_when_the_game_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, waking):
            room, tokens = await begun(rooms)
            store, code = rooms.context.store, room.state.code
            await hand_in(room, tokens, 0)
            assert await store.beside(code, "plan 0")
            await play_to_the_end(room, tokens)
            assert room.state.phase == "over"
            assert [await store.beside(code, f"plan {chair}") for chair in range(3)] == ["", "", ""]
            await waking.look()
            with pytest.raises(RoomError, match="not played by post"):
                await room.days.post.look(tokens[0], 0)

    run(work())


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_servers_that_are_killed_make_the_same_moves_of_the_same_plans(tmp_path: Path, seed: int) -> None:
    """A game whose servers die after any write ends like the same game with one server."""
    dice, clocks = random.Random(seed), Clocks(MONDAY)

    async def prepare() -> tuple[str, list[str]]:
        async with served(tmp_path / "first", clocks) as (rooms, _):
            room, tokens = await begun(rooms)
            return room.state.code, tokens

    (tmp_path / "first").mkdir()
    code, tokens = run(prepare())
    shutil.copytree(tmp_path / "first", tmp_path / "other")

    async def alone() -> tuple[str, ...]:
        async with served(tmp_path / "first", Clocks(MONDAY)) as (rooms, _):
            room = await rooms.find(code)
            await play_to_the_end(room, tokens)
            assert room.state.table is not None
            return room.state.table.log

    async def killed() -> tuple[str, ...]:
        lives = 0
        while True:
            async with served(tmp_path / "other", clocks, dice.randrange(3, 90)) as (rooms, waking):
                with suppress(StoreError):
                    room = await rooms.find(code)
                    while (number := round_now(room.state)) is not None:
                        await hand_in(room, tokens, *owing(room.state))
                        await passed(waking, clocks, HOUR)
                        await carried_out(rooms, room, number)
                    break
            lives += 1
            clocks.pass_time(60)
        async with served(tmp_path / "other", clocks) as (rooms, _):
            room = await rooms.find(code)
            assert lives > 3
            assert room.state.windows.missed == {}
            closed = [json.loads(body) for body in await rooms.context.store.read(code)]
            numbers = [record["round"] for record in closed if record["what"] == "collected"]
            assert numbers == sorted(set(numbers)), "no round is closed twice"
            assert room.state.table is not None
            return room.state.table.log

    assert run(killed()) == run(alone())


def test_a_room_by_post_is_exported_and_taken_in_at_any_moment(tmp_path: Path) -> None:
    """The file has no plans: whoever had planned is stood in for, and the log is checked against the rules."""

    async def work() -> None:
        async with served(tmp_path, Clocks(MONDAY)) as (rooms, _):
            room, tokens = await begun(rooms)
            await hand_in(room, tokens, 0, 1, 2)
            await next_round(room, 1)
            await hand_in(room, tokens, 0)
            file = await transfer.export(rooms.context.store, room.state.code)
            copy = await transfer.take_in(rooms.context.store, file)
            assert owing(copy) == [1, 2]
            for record in file["records"]:
                if record["what"] in ("planned", "collected"):
                    record["round"] += 1
                    with pytest.raises(SavedGameError, match="round"):
                        await transfer.take_in(rooms.context.store, file)
                    record["round"] -= 1
            other = await rooms.find(copy.code)
            assert (await other.days.post.look(tokens[0], 0)).plan is None
            await hand_in(other, tokens, 1, 2)
            await next_round(other, 2)

    run(work())


async def carried_out(rooms: Rooms, room: Room, number: int) -> None:
    """Wait until a round is over, or raise StoreError once the store takes no more writes."""
    await until(lambda: round_now(room.state) != number or rooms.context.store.left < 0)  # type: ignore[attr-defined]
    if rooms.context.store.left < 0:  # type: ignore[attr-defined]
        raise StoreError("room.store_closed")
