"""Codes are looked up within the limit on guesses; rooms and classes are loaded outside of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from hustings.classes.records import ClassSettings
from hustings.classes.registry import Classes
from hustings.clubs.registry import Clubs
from hustings.rooms.errors import NoRoomError
from hustings.rooms.rate_limits import Guesses
from hustings.web.app_state import AppState
from hustings.web.errors import TooManyError
from hustings.web.protocol.requests import MySeat
from hustings.web.rest.mine import _asked
from hustings.web.settings import Settings
from tests.rooms.helpers import open_rooms, run, two_friends

PLAYERS = 300
Find = Callable[[AppState, str, HTTPConnection, str], Awaitable[Any]]


def player(number: int) -> HTTPConnection:
    """A request from an address of its own."""
    return HTTPConnection({"type": "http", "client": (f"192.0.2.{number}", 1), "headers": []})


class Together:
    """In the place of a method that loads: none is done until all players load."""

    def __init__(self, method: Callable[..., Awaitable[Any]]) -> None:
        self._method = method
        self._loading = 0
        self._all = asyncio.Event()

    async def __call__(self, *given: Any) -> Any:
        self._loading += 1
        if self._loading == PLAYERS:
            self._all.set()
        await self._all.wait()
        return await self._method(*given)


async def mine(state: AppState, code: str, connection: HTTPConnection, token: str) -> Any:
    """Ask for the player's own game."""
    return await _asked(MySeat(code=code, token=token), connection, state)  # type: ignore[arg-type]


FINDS: dict[str, Find] = {
    "find": lambda state, code, connection, _: state.find(code, connection),
    "look": lambda state, code, connection, _: state.look(code, connection),
    "mine": mine,
}


@pytest.mark.parametrize("addresses", [1, PLAYERS])
@pytest.mark.parametrize("find", FINDS.values(), ids=FINDS)
def test_300_players_come_back_to_a_room_that_is_not_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, find: Find, addresses: int
) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            await rooms.forget_quiet(quiet=-1)
            state = AppState(Settings(data_dir=tmp_path), rooms, Classes(rooms), Clubs(rooms))
            for name in ("find", "peek"):
                monkeypatch.setattr(rooms, name, Together(getattr(rooms, name)))
            found = await asyncio.gather(
                *(find(state, room.state.code, player(k % addresses), ann) for k in range(PLAYERS))
            )
            assert len([each for each in found if each is not None]) == PLAYERS

    run(work())


def test_300_people_come_back_to_a_class_that_is_not_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            classes = Classes(rooms)
            classroom, teacher = await classes.make(ClassSettings("combat", {}))
            await classes.forget_quiet(quiet=-1)
            state = AppState(Settings(data_dir=tmp_path), rooms, classes, Clubs(rooms))
            monkeypatch.setattr(classes, "find", Together(classes.find))
            code = classroom.state.code
            asked = (state.find_gathering("class", code, player(k), teacher) for k in range(PLAYERS))
            found = await asyncio.gather(*asked)
            assert {one.state.code for one in found} == {code}
            await classes.close()

    run(work())


def test_wrong_codes_asked_for_together_stay_within_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guesses, "SERVER_RATE", 0.0001)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            state = AppState(Settings(data_dir=tmp_path), rooms, Classes(rooms), Clubs(rooms))
            tried = await asyncio.gather(
                *(state.find("BCDFGH", player(k)) for k in range(PLAYERS)), return_exceptions=True
            )
            assert sum(isinstance(each, NoRoomError) for each in tried) == Guesses.SERVER_SIZE
            assert sum(isinstance(each, TooManyError) for each in tried) == PLAYERS - Guesses.SERVER_SIZE

    run(work())
