"""A room is its log: records there and back, and what they add up to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hustings
from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import (
    Began,
    Chair,
    Hosted,
    Issued,
    Made,
    Optioned,
    Played,
    Record,
    RoomFlagsChanged,
    SeatChanged,
    SettingsChanged,
    Swapped,
)
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import RoomState
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import ME, Onlooker, open_rooms, play_again, play_on, run, two_friends

MADE = Made("combat", {"edition": "prose"}, [Chair("person", "Ann", token="aa"), Chair("bot", "Cap", "thumb")], 0)
ALL: list[Record] = [
    MADE,
    SeatChanged(1, Chair("person", "Bo", token="bb", stand_in="thumb"), "joined"),
    Swapped([0, 1]),
    Optioned({"edition": "illustrated"}),
    RoomFlagsChanged(True, False),
    SettingsChanged(RoomSettings(absent="bot", clock="strict", seconds=9, delayed=True, games=3)),
    Hosted(1),
    Issued(0, "ff"),
    Began([1, 0], "00" * 32, "1", ["* TX"], 2, ["3/2", "1/2"]),
    Played(0, ["P1 turn 3", "* TX"], by=0, id="abc"),
]


@pytest.mark.parametrize("record", ALL)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert log_events.read(log_events.write(record)) == record


async def _log_of_a_game(folder: Path, decisions: int) -> tuple[str, list[str]]:
    async with open_rooms(folder) as rooms:
        room, ann, bo = await two_friends(rooms)
        watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
        await play_on(room, watchers, decisions)
        return room.state.code, await rooms.context.store.read(room.state.code)


def test_a_log_replays_to_the_same_room_at_every_length(tmp_path: Path) -> None:
    code, bodies = run(_log_of_a_game(tmp_path, 15))
    whole = replay(code, bodies)
    assert whole.seq == len(bodies)
    assert whole.table is not None
    assert whole.table.view(0) == replay(code, bodies).table.view(0)  # type: ignore[union-attr]
    for length in range(1, len(bodies) + 1):
        part = replay(code, bodies[:length])
        assert part.seq == length
        if part.table is not None:
            assert list(part.table.log) == list(whole.table.log[: len(part.table.log)])
            assert part.entries_at(length) == len(part.table.log)
            assert whole.entries_at(length) == len(part.table.log)


def test_a_seq_of_before_the_game_or_of_no_record_has_seen_nothing(tmp_path: Path) -> None:
    code, bodies = run(_log_of_a_game(tmp_path, 5))
    state = replay(code, bodies)
    assert [state.entries_at(seq) for seq in (None, 0, 1, 2, 3, len(bodies) + 1)] == [0] * 6
    assert state.entries_at(4) > 0


def test_a_log_that_was_changed_is_not_played_on(tmp_path: Path) -> None:
    code, bodies = run(_log_of_a_game(tmp_path, 5))
    body = json.loads(bodies[4])
    body["entries"][-1] = "* XX"
    with pytest.raises(RoomDamagedError, match=r"record 5 of room .* does not replay"):
        replay(code, [*bodies[:4], json.dumps(body), *bodies[5:]])
    with pytest.raises(RoomDamagedError, match="being made"):
        replay(code, bodies[1:])
    with pytest.raises(RoomDamagedError, match="does not replay"):
        replay(code, [bodies[0], *bodies[3:]])


def test_only_the_last_game_is_played_again(tmp_path: Path) -> None:
    async def work() -> tuple[RoomState, list[str]]:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            for _ in range(2):
                await play_on(room, watchers)
                await play_again(room, ann, bo)
            await play_on(room, watchers, 4)
            return room.state, await rooms.context.store.read(room.state.code)

    live, bodies = run(work())
    first = next(number for number, body in enumerate(bodies) if '"played"' in body)
    unplayable = json.loads(bodies[first])
    unplayable["entries"] = ["P1 turn 99"]
    for log in (bodies, [*bodies[:first], json.dumps(unplayable), *bodies[first + 1 :]]):
        again = replay(live.code, log)
        for name in (
            "seq",
            "games",
            "series",
            "order",
            "decisions",
            "answered",
            "phase",
            "chairs",
            "settings",
        ):
            assert getattr(again, name) == getattr(live, name), name
        assert again.table is not None
        assert again.table.log == live.table.log  # type: ignore[union-attr]
    broken = json.loads(bodies[first])
    broken["chair"] = 9
    with pytest.raises(RoomDamagedError, match="was changed"):
        replay(live.code, [*bodies[:first], json.dumps(broken), *bodies[first + 1 :]])


def test_a_game_of_another_version_of_the_rules_is_not_played_on(tmp_path: Path) -> None:
    code, bodies = run(_log_of_a_game(tmp_path, 1))
    body = json.loads(bodies[2])
    assert body["what"] == "began"
    body["rules"] = "0"
    with pytest.raises(RoomDamagedError, match="version 0 of the rules"):
        replay(code, [*bodies[:2], json.dumps(body)])


def test_a_room_of_an_older_version_goes_on_with_the_rules_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> tuple[str, list[str]]:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms, edition="illustrated")
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers)
            await play_again(room, ann, bo)
            await play_on(room, watchers, 4)
            return room.state.code, await rooms.context.store.read(room.state.code)

    code, bodies = run(work())
    made, first = json.loads(bodies[0]), next(at for at, body in enumerate(bodies) if '"began"' in body)
    began = json.loads(bodies[first])
    del made["options"]["edition"]
    began["rules"] = "0"
    monkeypatch.setitem(vars(hustings.game("combat").book), "older", {"0": {"edition": "illustrated"}})
    older = [json.dumps(made), *bodies[1:first], json.dumps(began), *bodies[first + 1 :]]
    assert replay(code, older[: first + 1]).options["edition"] == "illustrated"
    whole = replay(code, older)  # a second game of the present rules, in the same room
    assert whole.table is not None
    assert whole.table.log == replay(code, bodies).table.log  # type: ignore[union-attr]


def test_the_log_holds_no_token(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            text = "".join(await rooms.context.store.read(room.state.code))
            assert ann not in text
            assert bo not in text

    run(work())


def test_answers_belong_to_a_person_and_go_with_him() -> None:
    state = replay("BCDFGH", [log_events.write(record) for record in (MADE, ALL[1])])
    state.answered = [{"abc": 5}, {"abc": 6}]
    state.apply(SeatChanged(1, Chair("open"), "kicked"))
    assert state.answered == [{"abc": 5}, {}]
    assert ME.kind == "person"
