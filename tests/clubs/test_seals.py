"""A club over PostgreSQL: two processes, names that nobody reads in the database, and a crash of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from hustings.classes.state import CLASS_LOG
from hustings.clubs.club import Club
from hustings.clubs.registry import Clubs
from hustings.clubs.state import CLUB_LOG
from hustings.gatherings.registry import PREFIXES
from hustings.rooms.errors import MovedError, NoRoomError, SealedError
from hustings.rooms.log.replaying import ROOM_LOG
from hustings.rooms.stores.postgres import PostgresStore
from hustings.rooms.stores.store import owner_of
from tests.clubs.helpers import announce, arrive, open_clubs, play_round
from tests.rooms.database import database
from tests.rooms.helpers import run


@pytest.fixture
def url() -> Iterator[str]:
    with database() as found:
        yield found


@asynccontextmanager
async def over(url: str) -> AsyncIterator[tuple[Clubs, PostgresStore]]:
    """The clubs of one process over a database."""
    store = await PostgresStore.open(url)
    async with open_clubs(Path(), store) as clubs:
        yield clubs, store


async def come(clubs: Clubs, code: str, token: str | None = None) -> Club:
    """Find a club, again while another process holds it or its tables."""
    while True:
        with suppress(MovedError):
            return await clubs.find(code, token)
        await asyncio.sleep(0.02)


def test_a_club_moves_between_processes_and_its_names_are_sealed(url: str) -> None:
    async def work() -> None:
        async with over(url) as (clubs, store):
            made, token = await clubs.make("Thursday Club", "Ann Lee")
            club = await come(clubs, made.state.code)
            await arrive(club, token, "Ann Lee")
            await arrive(club, "token of member two", "Bo Diaz")
            await announce(club, game="combat", size=2)
            await play_round(club)
            beside = [row[0] for row in await store._ask("SELECT body FROM beside")]
            assert [owner_of(body) for body in beside] == [club.key] * 2
            logs = [row[0] for row in await store._ask("SELECT body FROM log")]
            assert logs
            assert not [body for body in logs if "Ann Lee" in body or "Bo Diaz" in body or "Thursday" in body]
            async with over(url) as (others, _):
                there = await come(others, club.state.code)
                assert [member.name for member in there.state.people.values()] == ["Ann Lee", "Bo Diaz"]
                assert club.moved
                await others.delete(there)
            with pytest.raises(NoRoomError):
                await come(clubs, club.state.code)

    run(work())


def test_a_crash_of_the_database_costs_a_club_nothing_once_a_member_returns(url: str) -> None:
    async def work() -> None:
        async with over(url) as (clubs, _):
            club, token = await clubs.make("Thursday Club", "Ann Lee")
        async with over(url) as (clubs, store):
            await store._ask("TRUNCATE seal")  # as an unlogged table is after a crash
            with pytest.raises(SealedError):
                await come(clubs, club.state.code)
            found = await come(clubs, club.state.code, token)
            assert (found.state.name, found.state.people[1].name) == ("Thursday Club", "Ann Lee")

    run(work())


def test_codes_of_all_kinds_of_logs_differ() -> None:
    assert {kind.prefix for kind in (ROOM_LOG, CLASS_LOG, CLUB_LOG)} == set(PREFIXES)
