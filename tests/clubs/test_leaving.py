"""Members who leave: their results stay, and their name is erased everywhere."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from hustings.clubs import changes, plans
from hustings.clubs import club as clubs_module
from hustings.clubs.club import Club
from hustings.clubs.registry import QUIET, Clubs
from hustings.clubs.state import DAY
from hustings.gatherings.people import person_code
from hustings.rooms.errors import NotAllowedError, StoreError
from hustings.rooms.stores.sqlite import SqliteStore
from tests.clubs.helpers import Page, Person, announce, arrive, club_of, hurry, open_clubs, play_round, standings
from tests.rooms.helpers import Clocks, run, until

NAME = "Member 02"


def in_files(folder: Path, name: str = NAME) -> list[str]:
    """The files that have a name in them."""
    return [path.name for path in folder.iterdir() if name.encode() in path.read_bytes()]


def test_a_member_who_leaves_is_a_former_member_everywhere_and_no_file_has_the_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, members = await club_of(clubs, 4)
            await announce(club, game="combat", size=2)
            await play_round(club)
            await club.change(changes.end_evening)
            await club.come_back(person_code(members[1].token), "another device")  # the tables have the first token
            rooms = club.state.rooms()
            points = {row.member: row.points for row in (await standings(club))}
            assert in_files(tmp_path)
            away = Page()
            await club.attach(away, "another device")
            await club.go(2)
            await until(lambda: not club.state.named() and not club._tasks)
            assert (away.removed, away.shown.gone) == (True, "left")
            with pytest.raises(NotAllowedError):
                club.member("another device")
            assert {row.member: (row.name, row.points) for row in (await standings(club))}[2] == (None, points[2])
            seats = [seat for table in club.evening(1).rounds[0].tables for seat in table.seats]
            assert sorted(seat.name or "" for seat in seats) == ["", "Member 01", "Member 03", "Member 04"]
            await until(lambda: NAME not in str(members[0].page.notices[-1]))
            [moved] = [room for room in rooms if room not in club.state.rooms()[:2]]
            assert not await clubs.context.store.read(moved)
            [copy] = [table.room for table in club.state.evenings[0].rounds[0].tables if table.room not in rooms]
            names = [chair.name for chair in (await clubs._rooms.find(copy)).state.chairs]
            assert any(name.startswith(plans.FORMER) for name in names)
            again = await arrive(club, members[1].token, NAME)  # who comes back is a new member without points
            assert again.number == 5
            await club.go(5)
            await until(lambda: not club._tasks)
        async with open_clubs(tmp_path) as clubs:
            assert (await clubs.find(club.state.code)).state.people[2].name == ""
        assert in_files(tmp_path) == []

    run(work())


def test_somebody_who_leaves_in_a_round_is_replaced_by_a_bot_and_erased_after_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 4)
            await announce(club, game="combat", size=2)
            await club.change(changes.start_round)
            await club.remove(2)
            table, seat = next(
                (number, seat) for number, one in enumerate(club.state.tables) for seat in (0, 1) if not one.seats[seat]
            )
            assert club.tables.watches[table].room.state.chairs[seat].kind == "bot"
            while club.state.playing:
                await hurry(club)
                await asyncio.sleep(0)
            await until(lambda: not club.state.named() and not club._tasks)
            assert sorted(row.member for row in (await standings(club))) == [1, 3, 4]
            assert club.tables.watches[table].room.state.code == club.state.tables[table].room
        assert in_files(tmp_path) == []

    run(work())


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let the copying of rooms fail as long as the list has something in it."""
    left, without_names = ["fails"], plans.without_names

    def fail(bodies: list[str], gone: set[str]) -> list[str]:
        if left:
            raise StoreError("club.try_again")
        return without_names(bodies, gone)

    monkeypatch.setattr(clubs_module, "without_names", fail)
    return left


def test_an_erasure_that_was_interrupted_goes_on_when_the_club_is_loaded_again(
    tmp_path: Path, failing: list[str]
) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 2)
            await announce(club, game="combat", size=2)
            await play_round(club)
            await club.go(2)
            await until(lambda: bool(club.state.copying) and not club._tasks)
            assert len(club.state.named()) == 1
        assert in_files(tmp_path)
        failing.clear()
        async with open_clubs(tmp_path) as clubs:
            club = await clubs.find(club.state.code)
            await until(lambda: not club.state.named() and not club._tasks)
            assert (club.state.copying, len(club.state.left)) == ({}, 1)
        assert in_files(tmp_path) == []

    run(work())


def test_a_name_whose_erasure_a_crash_prevented_is_erased_at_the_next_load(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 2)
            await club._write(lambda state: changes.leave(state, 2, False))  # killed before the name is erased
        assert in_files(tmp_path)
        async with open_clubs(tmp_path) as clubs:
            await clubs.find(club.state.code)
        assert in_files(tmp_path) == []

    run(work())


def test_a_deleted_club_leaves_nothing_in_the_store(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, members = await club_of(clubs, 4)
            await announce(club, game="combat", size=2)
            await play_round(club)
            await clubs.delete(club)
            assert members[0].page.shown.gone == "deleted"
            assert await clubs.context.store.rooms() == []
        assert in_files(tmp_path) == []

    run(work())


async def forget(clubs: Clubs, club: Club, members: list[Person]) -> None:
    """Drop a club from memory, as the server does when nobody looks at the club."""
    for member in members:
        club.leave(member.looker)
    await until(lambda: club.idle)
    await clubs.forget_quiet(quiet=-1)


def test_the_rooms_of_a_living_club_never_expire_whatever_the_clock_said(tmp_path: Path) -> None:
    clocks = Clocks(wall=time.time())

    async def work() -> None:
        async with open_clubs(tmp_path, SqliteStore(tmp_path / "rooms.db", wall=clocks.wall_now)) as clubs:
            rooms = clubs._rooms
            rooms.retention.running = clocks.running_now
            past = clocks.wall - 30 * 365 * DAY
            with patch("hustings.clubs.changes.time", SimpleNamespace(time=lambda: past)):  # a clock years behind
                club, members = await club_of(clubs, 2)
                await announce(club, game="combat", size=2)
                await play_round(club)
            [code] = club.state.rooms()
            await forget(clubs, club, members)  # else the club would read its table's room again
            await until(lambda: (room := rooms.known(code)) is None or room.idle)
            await rooms.forget_quiet(quiet=-1)
            assert rooms.known(code) is None
            for _ in range(40):
                clocks.pass_time(DAY + 60)
                assert await rooms.expire() == []
            assert await clubs.context.store.read(code, most=1)
            await clubs.context.store.remove([club.key])  # as if nobody could read it
            for _ in range(40):
                clocks.pass_time(DAY + 60)
                await rooms.expire()
            assert not await clubs.context.store.read(code, most=1)

    run(work())


def test_a_club_without_an_evening_for_long_deletes_itself_with_its_tables(tmp_path: Path) -> None:
    clocks = Clocks(wall=time.time())

    async def work() -> None:
        async with open_clubs(tmp_path, SqliteStore(tmp_path / "rooms.db", wall=clocks.wall_now)) as clubs:
            clubs.retention.running = clocks.running_now
            club, members = await club_of(clubs, 2)
            await announce(club, game="combat", size=2)
            await play_round(club)
            await forget(clubs, club, members)
            clocks.pass_time(QUIET - DAY)
            assert await clubs.expire() == []
            clocks.pass_time(2 * DAY)
            assert await clubs.expire() == []  # it must be found past its time for a day
            clocks.pass_time(DAY + 60)
            assert await clubs.expire() == [club.state.code]
            assert await clubs.context.store.rooms() == []

    run(work())
