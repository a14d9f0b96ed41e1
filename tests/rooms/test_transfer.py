"""A room as a file: kept, brought back, played on elsewhere; and the command that does it."""

from __future__ import annotations

import asyncio
import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hustings import bots
from hustings.cli.app import run as command
from hustings.engine.errors import SavedGameError
from hustings.rooms.commands import changes
from hustings.rooms.errors import NoRoomError, RoomDamagedError
from hustings.rooms.log import transfer
from tests.rooms import import_fuzz
from tests.rooms.helpers import FRIEND, ME, Onlooker, open_rooms, play_on, run, two_friends


async def played(folder: Path, moves: int) -> tuple[str, dict[str, Any], str, str]:
    """A room of two friends in a folder, some moves old: its code, its file, both tokens."""
    async with open_rooms(folder) as rooms:
        room, ann, bo = await two_friends(rooms)
        await play_on(room, [await room.attach(Onlooker(), token) for token in (ann, bo)], moves)
        code = room.state.code
        return code, await transfer.export(rooms.context.store, code), ann, bo


def test_a_rooms_file_plays_on_in_another_installation(tmp_path: Path) -> None:
    async def work() -> None:
        code, data, ann, bo = await played(tmp_path / "here", 6)
        data = json.loads(json.dumps(data))
        async with open_rooms(tmp_path / "there") as rooms:
            state = await transfer.take_in(rooms.context.store, data)
            assert (state.code, state.seq) == (code, len(data["records"]))
            room = await rooms.find(code)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers)
            assert room.state.phase == "over"
            again = await transfer.take_in(rooms.context.store, data)  # the code is taken now
            assert again.code != code
            assert (await rooms.find(again.code)).state.table.log == state.table.log  # type: ignore[union-attr]
            with pytest.raises(NoRoomError):
                await transfer.export(rooms.context.store, "BBBBBB")

    run(work())


def test_codes_of_the_command_let_people_back_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data, _, _ = run(played(tmp_path / "here", 6))
    there, file = tmp_path / "there", tmp_path / "room.json"
    file.write_text(json.dumps(data))
    assert command(["rooms", "import", str(file), "--data", str(there)]) == 0
    said = capsys.readouterr().out
    assert "Lost your seat?" in said
    codes = {name: (seat, given) for seat, given, name in re.findall(r"  (P\d)  ([A-Z]{8})  (\w+)", said)}
    assert sorted(codes) == ["Ann", "Bo"]

    async def back() -> None:
        async with open_rooms(there) as rooms:
            room = await rooms.find(code)
            for name, (label, given) in codes.items():
                seat = await room.claim(given, f"{name}'s new token")
                assert (label, room.state.chair_at(seat).name) == (f"P{seat + 1}", name)
            await play_on(room, [await room.attach(Onlooker(), f"{name}'s new token") for name in codes])
            assert room.state.phase == "over"
            asked = ["rooms", "seat", code.lower(), codes["Ann"][0], "--data", str(there)]
            assert await asyncio.to_thread(command, asked) == 0  # beside the server
            (again,) = re.findall(r"[A-Z]{8}", capsys.readouterr().out)
            await room.claim(again, "the host's next token")
            await room.rematch("the host's next token")

    run(back())
    for seat, sentence in (
        ("P7", "has the seats P1 to P2"),
        ("Ann", "'Ann' is not a seat"),
        ("P0", "'P0' is not a seat"),
    ):
        assert command(["rooms", "seat", code, seat, "--data", str(there)]) == 2
        assert sentence in capsys.readouterr().err


def broken(data: dict[str, Any], number: int, **changes: Any) -> dict[str, Any]:
    """A file with one record changed."""
    records = [dict(record) for record in data["records"]]
    records[number].update(changes)
    return {**data, "records": records}


def test_a_file_that_is_none_or_was_changed_is_refused_and_nothing_written(tmp_path: Path) -> None:
    async def work() -> None:
        _, data, _, _ = await played(tmp_path / "here", 3)
        wrong: list[Any] = [
            None,
            [],
            {},
            {**data, "hustings_room": 2},
            {**data, "code": "AEIOUA"},
            {**data, "code": 5},
            {**data, "records": []},
            {**data, "records": "x"},
            {**data, "records": [1]},
            broken(data, 1, what="nonsense"),
            broken(data, 1, extra=1),
            broken(data, -1, entries=["P1 turn 9"]),
            broken(data, -1, entries=[]),
            broken(data, -1, chair=7),
            broken(data, 2, secret="00"),
            broken(data, 2, secret="no"),
            broken(data, 2, rules="0"),
            broken(data, 2, order=[0]),
            {**data, "records": data["records"][1:]},
        ]
        async with open_rooms(tmp_path / "there") as rooms:
            for bad in wrong:
                with pytest.raises((SavedGameError, RoomDamagedError)):
                    await transfer.take_in(rooms.context.store, bad)
            assert await rooms.context.store.rooms() == []

    run(work())


MARKED = "0" * 64
PLAYED = {"what": "played", "chair": 0, "entries": ["P1 turn 1"]}


@pytest.mark.parametrize(
    ("number", "change", "part"),
    [
        (1, {"host": 7}, "host"),
        (1, {"host": 1}, "host"),
        (1, {"chairs": [{"kind": "zz"}]}, "chairs"),
        (1, {"options": {"edition": "third"}}, "options"),
        (1, {"game": "\x1b[2J"}, "options"),
        (1, {"terms": {"seconds": 1}}, "terms"),
        (2, {"chair": -1}, "chair"),
        (2, {"chair": 2}, "chair"),
        (2, {"cause": "\x1b[2J"}, "cause"),
        (2, {"now": {"kind": "bot", "level": "mayor"}}, "now"),
        (2, {"now": {"kind": "person", "name": "Bo", "token": "the host's"}}, "now"),
        (2, {"now": {"kind": "person", "name": "x" * 5000, "token": MARKED}}, "now"),
        (2, {"now": {"kind": "person", "name": "\x1b[2J", "token": MARKED}}, "now"),
        (2, {"now": {"kind": "person", "name": "\u0410nn", "token": MARKED}}, "now"),
        (2, {"now": {"kind": "person", "name": "Bo", "token": MARKED, "stand_in": "mayor"}}, "now"),
        (3, {"order": [0, 0, 1]}, "order"),
        (3, {"order": [0, 2]}, "order"),
        (3, {"round": 10**40}, "round"),
        (3, {"round": 1, "shares": ["1", "0"]}, "round"),
        (3, {"shares": ["1/0"]}, "shares"),
        (3, {"shares": ["1/2", "0"]}, "shares"),
        (4, {"by": 1}, "by"),
        (4, {"id": "short"}, "id"),
        (4, {"id": None}, "id"),
        (5, {"id": "of record 4"}, "id"),
        (5, {"what": "said", "chair": 0, "text": "hello", "id": "command-1"}, "text"),
        (5, {"what": "marked", "chair": 0, "entry": 1, "verdict": "kept", "by": 0, "id": "command-1"}, "entry"),
        (5, {"what": "hosted", "chair": 2}, "chair"),
        (5, {"what": "swapped", "seats": [0, 1]}, "seats"),
        (5, {"what": "optioned", "options": {}}, "options"),
        (5, {"what": "issued", "chair": 0, "mark": "no digest"}, "mark"),
    ],
)
def test_a_record_the_protocol_would_not_have_let_in_is_named_and_nothing_written(
    tmp_path: Path, number: int, change: dict[str, Any], part: str
) -> None:
    async def work() -> None:
        _, data, _, _ = await played(tmp_path / "here", 3)
        records = data["records"]
        first = next(k for k, record in enumerate(records) if record["what"] == "played" and record["by"] == 0)
        data["records"] = records = [*records[:3], *records[first:]] if first == 3 else records
        told = json.loads(json.dumps(change).replace("the host's", records[0]["chairs"][0]["token"]))
        if told.get("id") == "of record 4":
            told = {**records[3]}
        if "what" in told:
            records.insert(number - 1, told)
        else:
            records[number - 1].update(told)
        async with open_rooms(tmp_path / "there") as rooms:
            with pytest.raises(SavedGameError) as caught:
                await transfer.take_in(rooms.context.store, data)
            assert str(caught.value) == f"record {number} of the room's file does not fit: its '{part}' cannot be that"
            assert await rooms.context.store.rooms() == []

    run(work())


def test_the_code_of_a_file_is_told_without_what_follows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, data, _, _ = run(played(tmp_path / "here", 1))
    file = tmp_path / "room.json"
    file.write_text(json.dumps({**data, "code": data["code"] + " " * 20 + "\x1b[2J"}))
    for _ in range(2):
        assert command(["rooms", "import", str(file), "--data", str(tmp_path / "there")]) == 0
    said = capsys.readouterr().out
    assert f"(its code {data['code']} was taken)" in said
    assert "\x1b" not in said


def test_spoilt_files_are_refused_or_their_rooms_work() -> None:
    seen = asyncio.run(import_fuzz.fuzz(200, seed=12))
    assert min(seen["taken"], seen["refused"]) >= 10


def test_the_command_lists_exports_imports_and_prunes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> tuple[str, str]:
        code, _, ann, _ = await played(tmp_path / "here", 4)
        return code, ann

    code, ann = run(work())
    here, there, file = str(tmp_path / "here"), str(tmp_path / "there"), str(tmp_path / "room.json")
    assert command(["rooms", "list", "--data", here]) == 0
    listed = capsys.readouterr().out
    assert code in listed
    assert "combat: Ann, Bo" in listed
    assert "1 room\n" in listed
    assert command(["rooms", "list", "--json", "--data", here]) == 0
    assert json.loads(capsys.readouterr().out)[0]["records"] == 7
    assert command(["rooms", "export", code.lower(), "--data", here]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert ann not in json.dumps(shown)
    assert command(["rooms", "export", code, "--data", here, "--out", file]) == 0
    Path(file).write_text(Path(file).read_text("utf-8"), "utf-16")  # as some editors save it
    assert command(["rooms", "import", file, "--data", there]) == 0
    private = {(tmp_path / "there"): 0o700, (tmp_path / "there" / "rooms.db"): 0o600, Path(file): 0o600}
    assert {path: path.stat().st_mode & 0o777 for path in private} == private
    assert f"Room {code} is here: combat, 7 records." in capsys.readouterr().out
    assert command(["rooms", "prune", "--days", "1", "--data", there]) == 0
    assert "0 rooms removed" in capsys.readouterr().out
    for answer, removed in (("n\n", 0), ("y\n", 1)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert command(["rooms", "prune", "--days", "0", "--data", there]) == 0
        said = capsys.readouterr().out
        assert f"Old rooms: {code}\nBy the store's clock it is {datetime.now(UTC):%Y-}" in said
        assert f"{removed} {'room' if removed == 1 else 'rooms'} removed" in said
    assert command(["rooms", "import", file, "--data", there]) == 0
    capsys.readouterr()
    assert command(["rooms", "prune", "--days", "0", "--yes", "--data", there]) == 0
    assert capsys.readouterr().out == "1 room removed.\n"


def test_the_list_shows_who_sits_where_now(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            await room.change(ann, lambda state: changes.rename(state, 0, "Anna"))
            await play_on(room, [await room.attach(Onlooker(), ann)], 1)
            lobby, host = await rooms.make("combat", {}, "Cy", [ME, FRIEND])
            await lobby.change(host, lambda state: changes.bot(state, 1, "thumb"))
            await lobby.change(host, lambda state: changes.swap(state, 0, 1))

    run(work())
    assert command(["rooms", "list", "--data", str(tmp_path)]) == 0
    listed = capsys.readouterr().out
    assert "combat: Anna, Bo\n" in listed
    assert any(f"combat: {who.name}, Cy\n" in listed for who in bots.characters("thumb"))


@pytest.mark.parametrize("words", [["list"], ["export", "BBBBBB"], ["seat", "BBBBBB", "P1"], ["prune", "--days", "1"]])
def test_a_folder_without_rooms_is_named_and_stays_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    for folder in (tmp_path, tmp_path / "typo"):
        assert command(["rooms", *words, "--data", str(folder)]) == 2
        assert f"there is no rooms.db in {folder}; " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


async def empty(folder: Path) -> Path:
    """A folder with a store of no rooms."""
    async with open_rooms(folder):
        return folder


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export", "AEIOUA"], "is not a room code"),
        (["export", "BBBBBB"], "there is no room BBBBBB"),
        (["import", "missing.json"], "cannot read this file"),
        (["list", "--store", "mysql://x"], "must begin with postgresql://"),
        (["prune"], "days"),
    ],
)
def test_what_the_command_cannot_do_it_says_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    run(empty(tmp_path))
    assert command(["rooms", *words, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
