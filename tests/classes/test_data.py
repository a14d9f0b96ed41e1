"""A class's data: complete, pseudonymous, read by the usual tools; and nothing of it left once the class is deleted."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import time
import zipfile
from pathlib import Path

import pandas
import polars
import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.data import codebook, export
from hustings.classes.records import ClassSettings
from hustings.classes.registry import Classes
from hustings.classes.state import DAY
from hustings.gatherings.results import Finish, shares
from hustings.rooms.clients import Client
from hustings.rooms.commands.remarks import MarkWords
from hustings.rooms.log import log_events
from hustings.rooms.room import Room
from hustings.rooms.stores.sqlite import SqliteStore
from tests.classes.helpers import Student, class_of, do, hurry, open_classes, student
from tests.rooms.helpers import Clocks, fresh_id, move, play_on, run, until

PAGE = Path(__file__).parents[2] / "docs" / "class-data.md"
NAMES = ("Zyxa Quorn", "Wrenna Voxley", "Ulbert Xanth", "Yorick Jibb")
PROMISE = "vizier of the quincunx"


async def named(classes: Classes, **settings: object) -> tuple[Classroom, list[Student]]:
    """A class whose people typed their names."""
    classroom, _ = await classes.make(ClassSettings(**{"naming": "free", "clock": "off", **settings}))  # type: ignore[arg-type]
    classroom = await classes.find(classroom.state.code)
    return classroom, [await student(classroom, number, name) for number, name in enumerate(NAMES)]


async def _promise(room: Room, watchers: list[Client]) -> None:
    """Play on until a promise can be made, and make it."""
    while True:
        for watcher in watchers:
            for legal in watcher.snapshot.legal:  # type: ignore[attr-defined]
                if legal.verb == "promise":
                    assert (await move(room, watcher, f'{legal.text} "{PROMISE}"')).type == "ack"
                    return
        await play_on(room, watchers, 1)


async def played(classes: Classes) -> Classroom:
    """A class of Mudslinger that has played a little, promised, marked, answered, and been stopped."""
    classroom, people = await named(classes, game="mudslinger", size=5, level="random")
    await classroom.start()
    watchers = [await person.sit() for person in people]
    room = people[0].room
    await _promise(room, watchers)
    await do(classroom, lambda state: changes.open_question(state, "Who wins?", ["A", "B"]))
    await classroom.answer(people[2].token, 1, 1)
    await do(classroom, lambda state: changes.close_question(state, False))
    await hurry(classroom)
    for event in room.state.table.all_events():  # type: ignore[union-attr]
        if PROMISE in str(event.args):
            listener = next(watcher for watcher in watchers if watcher.seat != event.seat)
            await room.hear(listener, MarkWords(fresh_id(), event.entry, "broken"))
            break
    await classroom.stop(0)
    await until(lambda: classroom.state.phase == "over")
    return classroom


def test_the_zip_reads_in_polars_and_pandas_and_names_nobody(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, bytes]:
        async with open_classes(tmp_path) as classes:
            classroom = await played(classes)
            return await classes.data(classroom, False), await classes.data(classroom, True)

    plain, full = run(work())
    archive, named = zipfile.ZipFile(io.BytesIO(plain)), zipfile.ZipFile(io.BytesIO(full))
    for name in archive.namelist():
        assert not any(typed.encode() in archive.read(name) for typed in (*NAMES, PROMISE)), name
    assert all(typed in named.read("people.csv").decode() for typed in NAMES)
    for file in codebook.FILES:
        columns = codebook.columns_of(file, False)
        packed = polars.read_parquet(io.BytesIO(archive.read(f"{file}.parquet")))
        assert packed.columns == [column.name for column in columns]
        read = pandas.read_csv(io.BytesIO(archive.read(f"{file}.csv")))
        assert list(read.columns) == packed.columns
        assert len(read) == len(packed)
    book = polars.read_csv(io.BytesIO(archive.read("codebook.csv")))
    assert set(book["file"]) == set(codebook.FILES)
    tables = {file: polars.read_csv(io.BytesIO(named.read(f"{file}.csv"))) for file in codebook.FILES}
    assert len(tables["people"]) == 4
    assert set(tables["decisions"]["mover"]) >= {"person", "rule"}
    assert tables["decisions"]["legal"].min() >= 1  # type: ignore[operator]
    assert tables["answers"].row(0)[3:5] == (1, "B")
    assert PROMISE in tables["promises"]["text"][0]
    assert tables["marks"]["mark"].to_list() == ["broken"]
    assert tables["marks"]["entry"][0] == tables["promises"]["entry"][0]
    assert abs(tables["results"]["share"].sum() - 1) < 1e-9
    assert tables["results"]["stopped"].to_list() == [True] * 5


def test_nothing_of_a_game_in_play_is_in_the_data(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, _ = await class_of(classes, 3, duplicate=True)
            await classroom.start()
            await hurry(classroom)
            archive = zipfile.ZipFile(io.BytesIO(await classes.data(classroom, True)))
            assert len(archive.read("decisions.csv").splitlines()) == 1
            secrets = [table.secret.encode() for table in classroom.state.tables]
            assert not any(secret in archive.read(name) for name in archive.namelist() for secret in secrets)

    run(work())


def test_a_deleted_class_leaves_no_byte_of_a_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            other, _, _ = await class_of(classes, 2, language="es")  # no alias of one class is one of the other
            await other.start()
            classroom = await played(classes)
            told = [*NAMES, PROMISE, *(person.alias for person in classroom.state.people.values())]
            stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert all(text.encode() in stored for text in told)
            codes = [*classroom.state.rooms(), classroom.state.code]
            await classes.delete(classroom)
            stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert not [text for text in (*told, *codes) if text.encode() in stored]
            assert other.state.code.encode() in stored

    run(work())


@pytest.mark.parametrize("first", ["classes", "rooms", "neither"])
def test_a_class_deletes_itself_when_its_days_are_over(tmp_path: Path, first: str) -> None:
    """Whoever searches first, the class goes with its tables and nothing of another class."""
    clocks = Clocks(wall=time.time())

    async def work() -> None:
        async with open_classes(tmp_path, SqliteStore(tmp_path / "rooms.db", wall=clocks.wall_now)) as classes:
            classes.retention.running = clocks.running_now
            long, _, _ = await class_of(classes, 1, days=30)
            classroom, _, people = await class_of(classes, 2, days=1)
            await classroom.start()
            rooms, store = classes._rooms, classes._rooms.context.store
            assert await classes.expire() == []
            clocks.pass_time(DAY - 60)
            assert await store.past(0.0) == []  # a table is kept as long as its class
            clocks.pass_time(120)
            assert await classes.expire() == []
            clocks.pass_time(DAY)
            assert await classes.expire() == []  # it has viewers
            for person in people:
                classroom.leave(person.looker)
            await until(lambda: classroom.idle)
            await classes.forget_quiet(quiet=-1)
            rooms.quiet, rooms.retention.running = 0.0, clocks.running_now
            if first == "classes":
                assert await classes.expire() == [classroom.state.code]
            elif first == "rooms":
                await rooms.forget_quiet(quiet=-1)
                clocks.pass_time(12 * DAY)
                assert await rooms.expire() == []
                clocks.pass_time(DAY + 60)
                assert await rooms.expire() == []  # its class is still there
            await asyncio.gather(classes.expire(), rooms.expire(), classes.expire(), rooms.expire())
            assert [entry.code for entry in await store.rooms()] == [long.key]

    run(work())


def test_no_class_in_use_goes_when_the_clock_is_set_forward(tmp_path: Path) -> None:
    clocks = Clocks(wall=time.time())

    async def work() -> None:
        async with open_classes(tmp_path, SqliteStore(tmp_path / "rooms.db", wall=clocks.wall_now)) as classes:
            classes.retention.running = clocks.running_now
            classroom, _, people = await class_of(classes, 1, days=5)
            classroom.leave(people[0].looker)
            await until(lambda: classroom.idle)
            await classes.forget_quiet(quiet=-1)
            clocks.wall += 21 * DAY
            gone = []
            for _ in range(6 * 24):
                gone += await classes.expire()
                clocks.pass_time(3600.0)
            assert gone == []
            clocks.pass_time(2 * 3600.0)
            assert await classes.expire() == [classroom.state.code]

    run(work())


def test_partners_win_a_share_together() -> None:
    partners = ((0, 2), (1, 3))
    assert shares(Finish([60, 40, 60, 40], [0, 2], False), partners) == [1, 0, 1, 0]
    assert shares(Finish([50, 50, 50, 50], [], True), partners) == [0.5, 0.5, 0.5, 0.5]
    assert shares(Finish([3, 5, 5], [1, 2], False), ((0,), (1,), (2,))) == [0, 0.5, 0.5]


def tables_of(data: bytes) -> dict[str, list[dict[str, str]]]:
    """The rows of each CSV, as a spreadsheet reads them."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    found = {}
    for name in archive.namelist():
        if name.endswith(".csv"):
            text = archive.read(name).decode("utf-8-sig")
            found[name.removesuffix(".csv")] = list(csv.DictReader(io.StringIO(text, newline="")))
    return found


async def president(classes: Classes) -> Classroom:
    """A class of President that has answered, chosen for two weeks and been paused between them."""
    classroom, _, people = await class_of(classes, 3, game="president", size=3)
    await do(classroom, lambda state: changes.open_question(state, "Who wins?", ["A", "B"]))
    for place in (2, 0, 1):
        await classroom.answer(people[place].token, 1, place % 2)
    await do(classroom, lambda state: changes.close_question(state, False))
    await classroom.start()
    await hurry(classroom)
    await do(classroom, lambda state: changes.pause(state, True))
    await do(classroom, lambda state: changes.pause(state, False))
    await hurry(classroom)
    await classroom.stop(0)
    await until(lambda: classroom.state.phase == "over")
    return classroom


def test_a_decision_says_what_was_chosen(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, list[str]]:
        async with open_classes(tmp_path) as classes:
            classroom = await president(classes)
            table = classroom.tables.watches[0].room.state.table
            assert table is not None
            return await classes.data(classroom, False), [entry for entry in table.log if " place " in entry]

    data, log = run(work())
    decisions = tables_of(data)["decisions"]
    told = [f"P{int(row['seat']) + 1} {row['verb']} {row['detail']} {row['state']}" for row in decisions]
    assert told == log
    assert {row["card"] for row in decisions} == {""}


def test_the_time_of_a_decision_has_no_pause_in_it(tmp_path: Path) -> None:
    async def work() -> list[dict[str, str]]:
        async with open_classes(tmp_path) as classes:
            classroom = await president(classes)
            (code,) = classroom.state.rooms()
            log, table = await classes._stored(f"class-{classroom.state.code}"), await classes._stored(code)
            records = [log_events.read(body) for body in table.bodies]
            times, now = [], 0.0
            for record in records:  # ten seconds for everything, a thousand for a pause
                ends = isinstance(record, log_events.RoomFlagsChanged) and not record.paused
                now += 1000.0 if ends else 10.0
                times.append(now)
            assert sum(isinstance(record, log_events.RoomFlagsChanged) for record in records) >= 2
            stored = export.StoredLog(table.bodies, times)
            return tables_of(export.packed(classroom.state.code, log, {code: stored}, False))["decisions"]

    seconds = [float(row["seconds"]) for row in run(work()) if row["seconds"]]
    assert len(seconds) == 6
    assert all(0 < one < 1000 for one in seconds)


def test_no_order_of_rows_tells_who_came_or_answered_first(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, bytes]:
        async with open_classes(tmp_path) as classes:
            classroom = await president(classes)
            return await classes.data(classroom, False), await classes.data(classroom, True)

    plain, named = map(tables_of, run(work()))
    for tables in (plain, named):
        for file in ("people", "answers"):
            people = [row["person"] for row in tables[file]]
            assert people == sorted(people)
    assert set(plain["people"][0]) == {"person", "left"}
    assert "joined" in named["people"][0]


def test_a_spreadsheet_reads_every_file(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, Classroom]:
        async with open_classes(tmp_path) as classes:
            classroom = await president(classes)
            return await classes.data(classroom, True), classroom

    data, classroom = run(work())
    archive = zipfile.ZipFile(io.BytesIO(data))
    for name in [one for one in archive.namelist() if one.endswith(".csv")]:
        raw = archive.read(name)
        assert raw.startswith(b"\xef\xbb\xbf"), name  # by which a spreadsheet knows UTF-8
        assert list(pandas.read_csv(io.BytesIO(raw)).columns) == list(polars.read_csv(raw).columns)
        widths = {len(row) for row in csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""))}
        assert len(widths) == 1, name
    tables = tables_of(data)
    finish = classroom.state.tables[0].finish
    assert finish is not None
    own = {int(row["seat"]): float(row["total"]) for row in tables["counts"] if row["rule"] == "played"}
    held = dict.fromkeys(own, 0)
    for row in tables["states"]:
        if row["seat"]:
            held[int(row["seat"])] += int(row["votes"])
    assert list(own.values()) == finish.scores == list(held.values())
    assert {row["rule"] for row in tables["counts"]} >= {"one_each", "population", "hamilton", "borda"}


def test_the_page_lists_every_column_of_the_download() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert codebook.tables(page) == page  # scripts/stored_data.py writes it
    for file, name, _, meaning in codebook.rows(names=True):
        assert re.search(rf"^\| [^|]*`{file}`[^|]* \| .*`{name}` \(\w+\): {re.escape(meaning)}", page, re.M), name
