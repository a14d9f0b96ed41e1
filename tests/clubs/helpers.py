"""Helpers of the tests of clubs: clubs in a temporary folder, and pages that remember all messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hustings.clubs import changes
from hustings.clubs.club import Club
from hustings.clubs.registry import Clubs
from hustings.clubs.settings import ClubGame
from hustings.clubs.updates import ClubStanding, ClubView
from hustings.engine.errors import HustingsError
from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.clients import CLOSE_REMOVED, Client
from hustings.rooms.context import RoomContext
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.store import SharedStore, Store
from tests.rooms.helpers import until


@asynccontextmanager
async def open_clubs(folder: Path, store: Store | None = None) -> AsyncIterator[Clubs]:
    """Clubs whose logs lie in a folder, with bots that do not pretend to think."""
    context = RoomContext(store or SqliteStore(folder / "rooms.db"), BotPool(), (0.0, 0.0))
    rooms = Rooms(context)
    if isinstance(context.store, SharedStore):
        rooms.start()  # with leases
    clubs = Clubs(rooms)
    try:
        yield clubs
    finally:
        await clubs.close()
        await rooms.close()


class Page(Client):
    """A client of a club that remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.notices: list[ClubView] = []
        self.ended = 0

    def tell(self, notice: ClubView) -> None:
        self.notices.append(notice)

    def close(self, code: int, reason: HustingsError) -> None:
        self.ended = code

    @property
    def removed(self) -> bool:
        return self.ended == CLOSE_REMOVED

    @property
    def shown(self) -> ClubView:
        """The last view it was sent."""
        return self.notices[-1]


@dataclass
class Person:
    """A member with a page: their token, their number, and what they see."""

    club: Club
    token: str
    number: int
    page: Page
    looker: Client

    @property
    def shown(self) -> ClubView:
        return self.page.shown


async def arrive(club: Club, token: str, name: str) -> Person:
    """A new member who looks at the club's page."""
    member = await club.join(name, token)
    page = Page()
    return Person(club, token, member.number, page, await club.attach(page, token))


async def club_of(clubs: Clubs, people: int) -> tuple[Club, list[Person]]:
    """A club with so many members, the founder among them, whose pages are open."""
    club, token = await clubs.make("Thursday Club", "Member 01")
    members = [await arrive(club, token, "Member 01")]
    for number in range(2, people + 1):
        members.append(await arrive(club, f"token of member {number:06}", f"Member {number:02}"))
    return club, members


async def announce(club: Club, **game: Any) -> None:
    """Announce an evening, to which all members come."""
    played = ClubGame(**{"game": "president", "size": 4, "clock": "off", **game})
    await club.change(lambda state: changes.announce(state, "2026-12-03", "20:00", "Europe/Madrid", played))
    for member in club.state.present_people():
        await club.change(lambda state, by=member.number: changes.come(state, by, True))


def rooms_of(club: Club) -> list[Room]:
    """The rooms of the current round."""
    return [watch.room for watch in club.tables.watches]


async def hurry(club: Club) -> None:
    """Let the rule of thumb move for everybody who owes a move."""
    with patch.object(Clocks, "late", lambda clocks: frozenset(clocks.owing())):
        for watch in club.tables.watches:
            await watch.room.moves.move_the_late(range(watch.room.state.table.seats if watch.room.state.table else 0))


async def play_round(club: Club) -> None:
    """Play a round to its end by the rule of thumb."""
    await club.change(changes.start_round)
    while club.state.playing and not all(watch.over for watch in club.tables.watches):
        await hurry(club)
        await asyncio.sleep(0)
    await until(lambda: not club.state.playing)


async def standings(club: Club) -> list[ClubStanding]:
    """The standings with all finished rounds."""
    await until(lambda: club.counted)
    return club.pictures().standings
