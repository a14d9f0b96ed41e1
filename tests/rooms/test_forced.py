"""Moves that are no choice: the room makes them, unless that would tell something hidden."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import hustings
from hustings.bots import choose
from hustings.engine.installed import rulebook
from hustings.engine.kernels import verbs
from hustings.rooms.broadcast.updates import Snapshot
from hustings.rooms.commands.takeback import TakeBack
from hustings.rooms.fair_deal import verify
from hustings.rooms.forced import is_brief, is_evident, is_idle
from hustings.rooms.log.log_events import Began, Chair, Played, read
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import move_without_choice
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.games import NAMES
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on, refused, run, until

GAMES, LONGEST = 3, 200
AUTOPLAY, BO = RoomSettings(autoplay=True), "bo's own token of 22"


async def table(rooms: Rooms, game: str, *chairs: Chair, settings: RoomSettings = AUTOPLAY) -> tuple[Room, str]:
    """A room with its game begun, and the host's token; a friend is called Bo."""
    room, ann = await rooms.make(game, {}, "Ann", [ME, *chairs], settings)
    if FRIEND in chairs:
        await room.join("Bo", BO)
        await room.start(ann)
    return room, ann


def prompts(viewer: Onlooker) -> list[Snapshot]:
    """The states in which the viewer's seat was asked, one for each decision."""
    asked = [told for told in viewer.all(Snapshot) if told.legal and viewer.snapshot.room.seats[0].seat in told.owes]
    return list({told.decision: told for told in asked}.values())


def forced_ways(log: Sequence[str], seat: int) -> list[bool]:
    """For each move of a seat in a log of Politics, whether it was the only one."""
    replayed, found = hustings.game("politics").start(seats=2, chance="asked"), []
    for entry in log:
        if entry.startswith(f"P{seat + 1} ") and not entry.endswith(" pass"):  # a pass is the program's
            found.append(move_without_choice(replayed, seat) is not None)
        replayed.enter(entry)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_a_game_calls_evident_is_so_in_every_world_that_a_rival_imagines(name: str) -> None:
    """Whoever could have made such a move, from any hand that a rival may take theirs for, had no other."""
    book, worlds = rulebook(name), 0
    actions = book.buffers(note_rows=1).actions
    for number in range(GAMES):
        here = hustings.game(name).start(seed=number)
        while not here.over and here.length < LONGEST:
            seat = min(here.owes)
            only = move_without_choice(here, seat)
            if only is not None and is_evident(here, only):
                world = here.view_row((seat + 1) % here.seats)
                verbs.imagine(world, (seat + 1) % here.seats, number)
                found = [int(action) for action in actions[: verbs.legal(world, seat, actions)]]
                assert only.action not in found or found == [only.action] or book.moves_are_alike(here.view_row(None))
                worlds += 1
            here.play(choose(here, seat, "canvasser", key=here.length))
    assert worlds or name in ("president", "mudslinger")


@pytest.mark.parametrize("game", ["president", "combat", "politics"])
def test_a_person_among_bots_is_asked_for_choices_only(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, game, BOT)
            viewer = Onlooker()
            await play_on(room, [await room.attach(viewer, ann)])
            assert prompts(viewer)
            assert all(len(told.legal) > 1 or told.legal[0].verb == "nominate" for told in prompts(viewer))
            verify(await room.export())
            bodies = await room.context.store.read(room.state.code)
            assert replay(room.state.code, bodies).decisions == room.state.decisions

    run(work())


def test_forced_moves_are_ordinary_records_that_nobody_sent(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, "politics", BOT)
            await play_on(room, [await room.attach(Onlooker(), ann)])
            assert room.state.table is not None
            ways = forced_ways(room.state.table.log, 0)
            records = [read(body) for body in await room.context.store.read(room.state.code)]
            played = [one for one in records if isinstance(one, Played) and one.chair == 0]
            assert [one.by is None for one in played] == ways
            assert any(ways)
            assert room.context.metrics.moved("room") >= sum(ways)

    run(work())


def test_that_one_card_alone_fits_is_not_told_to_another_person(tmp_path: Path) -> None:
    """Bo sees no more than that Ann must draw, or has drawn a card that fits."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            asked = list[Snapshot]()
            while not any(told.legal[0].verb == "play" for told in asked):
                room, ann = await table(rooms, "politics", FRIEND, BOT, BOT)
                viewers = Onlooker(), Onlooker()
                tokens = zip(viewers, (ann, BO), strict=True)
                await play_on(room, [await room.attach(viewer, token) for viewer, token in tokens])
                asked += [told for told in prompts(viewers[0]) if len(told.legal) == 1]
            assert {told.legal[0].verb for told in asked} <= {"play", "nominate"}
            for told in (told for told in asked if told.legal[0].verb == "play"):
                assert told.view is not None
                view = json.loads(told.view.text)
                assert (view["fresh"], view["held"][0] > 1) == (0, True)

    run(work())


def test_a_room_without_the_setting_asks_as_before(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, "politics", BOT, settings=RoomSettings())
            viewer = Onlooker()
            await play_on(room, [await room.attach(viewer, ann)])
            assert any(len(told.legal) == 1 for told in prompts(viewer))
            assert room.context.metrics.moved("room") == 0

    run(work())


def test_a_move_that_the_room_made_is_not_what_is_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, "politics", BOT)
            viewer = Onlooker()
            watcher = await room.attach(viewer, ann)
            await until(lambda: bool(viewer.snapshot.legal))
            await move(room, watcher, "P1 side R")
            await until(lambda: bool(viewer.snapshot.legal))
            while room.state.phase == "playing":
                await play_on(room, [watcher], 1)
                assert room.state.table is not None
                found = room.state.last_move((0,))
                assert found is not None
                assert move_without_choice(room.state.table_at(found[1]), 0) is None
                if room.state.table.log[found[1] + 1 :]:
                    break
            assert (await refused(room, watcher, TakeBack(fresh_id(), True))).key != "room.nothing_to_take_back"

    run(work())


def decided_in(bodies: Sequence[str]) -> tuple[int | None, set[bool]]:
    """The log's length before the first chair's last own decision, and which kinds of moves it made."""
    length, decided, kinds = 0, None, set()
    for one in map(read, bodies):
        if isinstance(one, Began):
            length = len(one.entries)
        elif isinstance(one, Played):
            own = one.by == 0 and not one.entries[0].endswith(" pass")
            decided = length if own else decided
            kinds |= {own} if one.chair == 0 else set()
            length += len(one.entries)
    return decided, kinds


def test_the_last_decision_is_not_a_move_of_the_rooms(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, "politics", BOT)
            viewer = Onlooker()
            await play_on(room, [await room.attach(viewer, ann)])
            bodies = await room.context.store.read(room.state.code)
            decided, kinds = decided_in(bodies)
            assert kinds == {True, False}
            assert viewer.snapshot.decided == decided == replay(room.state.code, bodies).last_decision(0)
            assert all(told.decided is None for told in viewer.all(Snapshot) if told.decision == 0)

    run(work())


def test_a_pass_on_the_move_of_another_is_no_last_decision(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await table(rooms, "mudslinger", BOT, BOT)
            viewer = Onlooker()
            watcher = await room.attach(viewer, ann)
            bodies: list[str] = []
            while decided_in(bodies)[1] != {True, False}:
                await until(lambda: bool(viewer.snapshot.legal) and 0 in viewer.snapshot.owes)
                legal = [str(one) for one in viewer.snapshot.legal]
                await move(room, watcher, "P1 pass" if "P1 pass" in legal else legal[0])
                bodies = list(await room.context.store.read(room.state.code))
            assert replay(room.state.code, bodies).last_decision(0) == decided_in(bodies)[0]

    run(work())


def test_a_bot_that_has_nothing_to_decide_takes_little_time() -> None:
    """Face-down cards are alike; which of them to take is a decision, and so is one that a hidden hand leaves open."""
    table = hustings.game("combat").start(seats=2, seed=7)
    while not any(move.verb == "take" for move in table.legal(min(table.owes))):
        verbs = {move.verb for move in table.legal(min(table.owes))}
        assert is_idle(table, min(table.owes)) == (verbs == {"turn"})
        table.play(table.legal(min(table.owes))[0])
    taker = min(table.owes)
    assert len(table.legal(taker)) > 1
    assert not is_idle(table, taker)
    for name, seats in (("mudslinger", 3), ("politics", 4), ("president", 2)):
        hidden = hustings.game(name).start(seats=seats, seed=7)
        assert not is_idle(hidden, min(hidden.owes))
        assert is_brief(hidden, min(hidden.owes)) == (name != "president")  # many short turns
