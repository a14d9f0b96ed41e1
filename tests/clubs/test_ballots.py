"""A club's daily ballot: one sealed try for each member, the same cards for all, and a table the next morning."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hustings import daily
from hustings.clubs import ballots
from hustings.clubs.club import Club
from hustings.clubs.records import Record
from hustings.clubs.registry import Clubs
from hustings.clubs.state import ClubState
from hustings.clubs.updates import ClubView
from hustings.engine.errors import SavedGameError
from hustings.rooms.commands.changes import Change
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Made
from hustings.rooms.log.log_events import read as read_record
from hustings.rooms.room import Room
from hustings.rooms.stores.due import Due
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import Store
from hustings.rooms.waking import REST, Waking
from tests.clubs.helpers import Person, arrive, club_of, open_clubs
from tests.rooms.dying import DyingStore, die, killed, say
from tests.rooms.helpers import Clocks, Onlooker, fresh_id, run, until

MADRID = "Europe/Madrid"
HOUR = 3600.0
NOON = datetime(2026, 11, 29, 12, tzinfo=ZoneInfo(MADRID)).timestamp()
TODAY = daily.number_on(date(2026, 11, 29))


@asynccontextmanager
async def served(folder: Path, clocks: Clocks, store: Store | None = None) -> AsyncIterator[tuple[Clubs, Waking]]:
    """Clubs over a store whose clock the test sets, and what wakes them; several may follow each other."""
    async with open_clubs(folder, store or SqliteStore(folder / "rooms.db", wall=clocks.wall_now)) as clubs:
        yield clubs, Waking(clubs._rooms, clocks.running_now, (clubs,))


async def club_with_ballots(clubs: Clubs, people: int = 3, zone: str = MADRID) -> tuple[Club, list[Person]]:
    """A club with a daily ballot, and its members."""
    club, members = await club_of(clubs, people)
    await club.change(partial(ballots.ballots, zone=zone))
    return club, members


async def begun(clubs: Clubs, member: Person) -> Room:
    """The room of a member's try, begun where it is not yet."""
    return await clubs._rooms.find(await member.club.days.open(member.number))


async def played(clubs: Clubs, member: Person, choice: int = 0, moves: int = 1000) -> Room:
    """A member's try after so many moves, each the legal one of this number."""
    room = await begun(clubs, member)
    watcher = await room.attach(Onlooker(), member.token)
    for _ in range(moves):
        if room.state.table is None or room.state.phase != "playing":
            break
        assert room.state.table.owes == {daily.PERSON}
        legal = room.state.table.legal(daily.PERSON)
        await room.hear(watcher, Play(fresh_id(), room.state.decisions[0], str(legal[choice % len(legal)])))
    room.leave(watcher)
    return room


async def passed(waking: Waking, clocks: Clocks, seconds: float) -> None:
    """Let time pass as servers do that look every hour."""
    while seconds > 0:
        clocks.pass_time(min(seconds, HOUR))
        seconds -= HOUR
        await waking.look()


def test_all_have_the_same_cards_and_the_table_opens_in_the_morning(tmp_path: Path) -> None:
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 4)
            await waking.look()
            rooms = [
                await played(clubs, members[0]),
                await played(clubs, members[1], 3),
                await begun(clubs, members[2]),
            ]
            assert len({room.state.deal.secret for room in rooms if room.state.deal}) == 1
            assert {room.state.ballot and room.state.ballot.key for room in rooms} != {daily.ballot(TODAY).key}
            assert [one.number for one in members[0].shown.ballots.mine] == [TODAY]
            assert not members[3].shown.ballots.mine
            with pytest.raises(RoomError, match="the next morning"):
                ballots.results(club.state, TODAY)
            await passed(waking, clocks, 17 * HOUR)
            with pytest.raises(RoomError, match="the next morning"):
                ballots.results(club.state, TODAY)
            await passed(waking, clocks, HOUR)
            table = ballots.results(club.state, TODAY)
            assert sorted(row.member for row in table.rows) == [1, 2, 3]
            assert (table.rows[-1].member, table.rows[-1].share) == (3, None)  # did not finish
            shares = [row.share for row in table.rows[:2]]
            assert shares == sorted((share or 0.0 for share in shares), reverse=True)
            await until(lambda: members[3].shown.ballots.tables == [TODAY])
            assert [room.state.sealed for room in rooms] == [False] * 3
            assert club.state.stopped(rooms[2].state.code) is not None
            assert rooms[2].state.paused
            saved = await rooms[0].export()
            assert daily.verify(saved)[0].key == ballots_key(rooms[0])
            with pytest.raises(SavedGameError):
                daily.verify({**saved, "secret": "00" * 32})

    run(work())


def ballots_key(room: Room) -> int:
    """The key of a room's ballot."""
    assert room.state.ballot is not None
    return room.state.ballot.key


def seen_by(members: list[Person]) -> list[ClubView | None]:
    """The views that members' pages have now."""
    return [one.club.view(one.looker, one.club.pictures()) for one in members]


def test_a_try_shows_nothing_to_the_others_before_the_morning(tmp_path: Path) -> None:
    """Whatever a member plays, the others' bytes are those of a member who has only begun."""
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, _):
            _, members = await club_with_ballots(clubs)
            own = await played(clubs, members[1], moves=2)
            there = Onlooker()
            await own.attach(there, members[1].token)
            room = await begun(clubs, members[0])
            await until(lambda: members[0].shown.ballots.mine != [])
            others = members[1:]
            await until(lambda: [one.page.notices[-1] for one in others] == seen_by(others))
            shown, there_before = seen_by(others), len(there.but_presence)
            heard = [len(one.page.notices) for one in others]
            await played(clubs, members[0], 2)
            assert room.state.phase == "over"
            assert seen_by(others) == shown
            await asyncio.sleep(0.1)  # what could be shown late
            assert [len(one.page.notices) for one in others] == heard
            assert len(there.but_presence) == there_before
            with pytest.raises(NotAllowedError, match="opens when"):
                await room.attach(Onlooker(), None)
            with pytest.raises(NotAllowedError):
                await room.attach(Onlooker(), members[1].token)
            with pytest.raises(RoomError):
                await room.export()

    run(work())


def test_there_is_one_try_for_each_member_and_date(tmp_path: Path) -> None:
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 2)
            await waking.look()
            first = await played(clubs, members[0])
            assert await begun(clubs, members[0]) is first
            with pytest.raises(RoomError):
                await club.change(partial(ballots.ballots, zone="Nowhere"))
            await passed(waking, clocks, 13 * HOUR)  # one in the morning
            second = await begun(clubs, members[0])
            assert second is not first
            assert sorted(day.number for day in club.state.open_days()) == [TODAY, TODAY + 1]
            assert second.state.deal is not None
            assert first.state.deal is not None
            assert second.state.deal.secret != first.state.deal.secret
            await passed(waking, clocks, 5 * HOUR)
            assert [day.number for day in club.state.open_days()] == [TODAY + 1]
            await club.change(partial(ballots.ballots, zone="America/Los_Angeles"))  # where it is still yesterday
            with pytest.raises(RoomError, match="is over"):
                await begun(clubs, members[1])
            await club.change(partial(ballots.ballots, zone=None))
            with pytest.raises(RoomError, match="no daily ballot"):
                await begun(clubs, members[1])
            await passed(waking, clocks, 24 * HOUR)
            assert not club.state.open_days()
            assert await Due(clubs.context.store).until(float("inf")) == []

    run(work())


def test_no_room_opens_while_another_try_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clocks, rooms, leaks = Clocks(NOON), list[Room](), list[str]()
    direct = Room.direct

    async def noted(room: Room, change: Change) -> None:
        await direct(room, change)
        if any(not one.state.sealed for one in rooms):
            leaks.extend(one.state.code for one in rooms if one.state.phase == "playing" and not one.state.paused)

    monkeypatch.setattr(Room, "direct", noted)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 3)
            await waking.look()
            rooms.extend([await played(clubs, members[0]), await begun(clubs, members[1])])
            await club.change(partial(ballots.ballots, zone="America/Los_Angeles"))  # its date has not ended yet
            with pytest.raises(RoomError, match="is over"):
                ballots.tried(club.state, 3, club.state.days[TODAY].until)
            await passed(waking, clocks, 18 * HOUR)
            assert club.state.days[TODAY].over
            assert not any(room.state.sealed for room in rooms)
            assert leaks == []

    run(work())


def test_no_wake_up_is_lost_when_a_date_ends_while_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks, ringing = Clocks(NOON), list[asyncio.Task[None]]()
    tried = ballots.tried

    def rung(club: Club, state: ClubState, person: int, now: float) -> list[Record]:
        ringing.append(asyncio.create_task(club.days.ring(now)))
        return tried(state, person, now)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, _):
            club, members = await club_with_ballots(clubs, 1)
            monkeypatch.setattr(ballots, "tried", partial(rung, club))
            await begun(clubs, members[0])
            await asyncio.gather(*ringing)
            [day] = club.state.open_days()
            assert await Due(clubs.context.store).until(day.until) == [club.key]

    run(work())


@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25), date(2026, 3, 8), date(2026, 11, 1)])
@pytest.mark.parametrize("zone", [MADRID, "America/New_York", "Australia/Lord_Howe"])
def test_a_date_is_that_of_the_clubs_zone_also_when_its_clocks_change(tmp_path: Path, zone: str, day: date) -> None:
    tz = ZoneInfo(zone)

    async def work() -> None:
        async with served(tmp_path, Clocks(NOON)) as (clubs, _):
            club, _ = await club_with_ballots(clubs, 1, zone)
            for hour, minute in ((0, 0), (12, 0), (23, 59)):
                now = datetime(day.year, day.month, day.day, hour, minute, tzinfo=tz).timestamp()
                if day < date.fromisoformat("2026-07-27"):
                    now += 365 * 24 * HOUR  # no ballot before the first
                    local = datetime.fromtimestamp(now, tz)
                else:
                    local = datetime.fromtimestamp(now, tz)
                number, end = ballots.today(club.state, now)
                assert daily.date_of(number) == local.date()
                ends = datetime.fromtimestamp(end, tz)
                assert ((ends.date() - local.date()).days, ends.hour, ends.minute) == (1, 6, 0)

    run(work())


def test_a_date_ends_later_if_no_server_ran_and_never_by_a_clock_that_was_set(tmp_path: Path) -> None:
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 1)
            await waking.look()
            await played(clubs, members[0], moves=1)
            code = club.state.code
            clocks.wall += 400 * 24 * HOUR  # somebody sets the clock
            await waking.look()
            clocks.pass_time(REST / 2)
            await waking.look()
            assert not club.state.days[TODAY].over
            clocks.wall -= 400 * 24 * HOUR
            await waking.look()
            await passed(waking, clocks, HOUR)
            [day] = club.state.open_days()
            before = day.until
        clocks.pass_time(10 * HOUR)  # no server runs
        async with served(tmp_path, clocks) as (clubs, waking):
            await waking.look()
            club = await clubs.find(code)
            moved = club.state.days[TODAY].until - before
            assert 9 * HOUR < moved < 11 * HOUR
            await waking.look()
            assert club.state.days[TODAY].until - before == moved
            await passed(waking, clocks, 19 * HOUR)
            assert club.state.days[TODAY].over

    run(work())


def test_a_wake_up_that_was_lost_is_stored_again_when_the_club_is_loaded(tmp_path: Path) -> None:
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, _):
            club, members = await club_with_ballots(clubs, 1)
            await begun(clubs, members[0])
            [day] = club.state.open_days()
            due = Due(clubs.context.store)
            await due.set(club.key, None)
        async with served(tmp_path, clocks) as (clubs, _):
            await clubs.find(club.state.code)
            due = Due(clubs.context.store)
            assert await due.until(day.until) == [club.key]
            assert await due.until(day.until - 1) == []

    run(work())


def test_a_former_member_keeps_the_result_and_no_file_has_the_name(tmp_path: Path) -> None:
    clocks = Clocks(NOON)

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 2)
            await waking.look()
            room = await played(clubs, members[1])
            await club.go(2)
            await passed(waking, clocks, 18 * HOUR)
            await until(lambda: not club.state.named() and not club._tasks)
            [row] = ballots.results(club.state, TODAY).rows
            assert (row.member, row.name) == (2, None)
            assert row.room != room.state.code
            made = read_record((await clubs.context.store.read(row.room))[0])
            assert isinstance(made, Made)
            assert made.chairs[0].name.startswith("former member")
            await clubs._rooms.find(row.room)
            assert row.room in club.state.rooms()
        assert not [path for path in tmp_path.iterdir() if b"Member 02" in path.read_bytes()]

    run(work())


async def dying(folder: Path, step: str, fatal: int) -> None:
    """Begin and play tries until killed at a step of the append with the number `fatal`."""
    clocks = Clocks(NOON)
    store = DyingStore(folder / "rooms.db", step, 10**9)
    store._wall = clocks.wall_now
    async with served(folder, clocks, store) as (clubs, waking):
        club, members = await club_with_ballots(clubs, 2)
        await waking.look()
        say(f"club {club.state.code}")
        for member in members:
            say(f"token {member.token}")
        store.fatal = store.appended + fatal
        for member in members:
            say(f"room {member.number} {(await begun(clubs, member)).state.code}")
            room = await played(clubs, member)
            say(f"over {member.number} {','.join(map(str, ballots.finish_of(room.state).scores))}")
        await passed(waking, clocks, 18 * HOUR)
        say("tallied")
        die()


@pytest.mark.parametrize(
    ("step", "fatal"),
    [
        ("before the commit", 1),  # of a try's record
        ("after the commit", 1),
        ("after the commit", 2),  # of its room
        ("before the commit", 9),  # of a move
        ("after the commit", 10**9),  # at the very end
    ],
)
def test_a_kill_costs_no_try_and_gives_no_second_one(tmp_path: Path, step: str, fatal: int) -> None:
    said = killed("tests.clubs.test_ballots", tmp_path, step, fatal)
    [code] = [words[1] for words in said if words[0] == "club"]
    tokens = [" ".join(words[1:]) for words in said if words[0] == "token"]
    rooms = {int(words[1]): words[2] for words in said if words[0] == "room"}
    over = {int(words[1]): words[2] for words in said if words[0] == "over"}

    async def work() -> None:
        clocks = Clocks(NOON)
        async with served(tmp_path, clocks) as (clubs, waking):
            await waking.look()
            club = await clubs.find(code)
            members = [await arrive(club, token, "") for token in tokens]
            if ["tallied"] not in said:
                for member in members:
                    room = await played(clubs, member)
                    assert rooms.get(member.number, room.state.code) == room.state.code
                await passed(waking, clocks, 19 * HOUR)
            found = {row.member: ",".join(map(str, row.scores)) for row in ballots.results(club.state, TODAY).rows}
            assert sorted(found) == [1, 2]
            assert found == {**found, **over}

    run(work())


if __name__ == "__main__":
    asyncio.run(dying(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
