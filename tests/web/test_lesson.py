"""A whole lesson: thirty clients of the protocol and a projector, a game after the other, with everything going wrong.

Five phones are killed in play, three people come late, one joins twice; a question is asked, the slow are moved, and
the tables end when they are over or when the time is.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import hustings
from tests.web.class_helpers import command, joined, made, opened
from tests.web.class_phones import SIZES, WITHIN, Phone
from tests.web.helpers import Json, Site, running

PEOPLE, LATE, KILLED = 30, 3, 5
ALLOWED = 3  # moves a phone makes before the slow are moved: no game may be over by then


async def until(condition: Any, what: str) -> None:
    """Wait until something is so."""
    try:
        async with asyncio.timeout(WITHIN):
            while not condition():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"in vain: {what}") from None


async def _watch(screen: ClientConnection, views: dict[int, Json]) -> None:
    """The projector: keep the last view of each table."""
    with suppress(ConnectionClosed):
        async for text in screen:
            message = json.loads(text)
            if message["type"] == "view":
                views[message["number"]] = message


async def lesson(site: Site, game: str) -> list[str]:
    """One lesson of one game."""
    size = SIZES[game]
    code, teacher = await asyncio.to_thread(made, site, game=game, size=size, clock="off", level="random")
    phones: list[Phone] = []

    async def arrive(count: int) -> None:
        for _ in range(count):
            person = await asyncio.to_thread(joined, site, code)
            chance = random.Random(f"{game} {len(phones)}")
            phones.append(Phone(site, code, person["token"], chance, allowed=ALLOWED))
            phones[-1].open()

    async def do(**asked: Any) -> None:
        await asyncio.to_thread(lambda: command(site, code, teacher, **asked))

    async def desk() -> Json:
        def look() -> Json:
            with opened(site, code, "teacher", teacher) as page:
                return page.shown

        return await asyncio.to_thread(look)

    screen = await connect(f"ws://127.0.0.1:{site.port}/api/classes/{code}/socket", compression=None)
    await screen.send(json.dumps({"hello": {"role": "screen"}}))
    views: dict[int, Json] = {}
    seen = asyncio.create_task(_watch(screen, views))
    await arrive(PEOPLE - LATE)
    twice = phones[0]
    again = await asyncio.to_thread(
        lambda: site.ask("POST", f"/api/classes/{code}/join", {}, Authorization=f"Bearer {twice.token}").json
    )
    tab = Phone(site, code, twice.token, random.Random(0), allowed=0)
    tab.open()
    await until(lambda: all(phone.shown for phone in [*phones, tab]), "everybody is shown the class")
    shown = await desk()
    assert (again["person"], len(shown["people"]), shown["info"]["here"]) == (1, PEOPLE - LATE, PEOPLE - LATE)
    await tab.kill()
    await do(do="start")
    await until(lambda: all(phone.shown["me"]["phase"] == "seated" for phone in phones), "everybody sits")
    await arrive(LATE)
    await do(do="ask", text="Who will win?", answers=["The leader", "Somebody else"])
    await until(lambda: all(phone.shown.get("question") for phone in phones), "the question is on every phone")
    for phone in phones[:KILLED]:
        await phone.kill()
    shown = await desk()
    assert all(table["number"] for table in shown["tables"])
    await do(do="shut", shown=False)
    await do(do="pause")
    await until(lambda: all(phone.shown["still"] for phone in phones[KILLED:]), "everybody stands still")
    await do(do="pause", paused=False)
    for phone in phones[:KILLED]:
        phone.open()
    await until(lambda: any(phone.acknowledged for phone in phones), "somebody has moved")
    await do(do="hurry", people=[*range(1, PEOPLE + 1)])
    for phone in phones:
        phone.allowed = math.inf
    await do(do="tell", text="Two more moments")
    await asyncio.sleep(1.0)
    try:
        await do(do="stop", seconds=0)
    except AssertionError as refused:  # a short game may be over at every table
        if "class.not_playing" not in str(refused):
            raise
    await until(lambda: all(phone.shown["info"]["phase"] == "over" for phone in phones), "all tables are over")
    shown = await desk()
    with_seat = [person for person in shown["people"] if person["table"]]
    assert len(shown["tables"]) == -(-(PEOPLE - LATE) // size)
    assert len(with_seat) == min(PEOPLE, len(shown["tables"]) * size)
    assert all(table["moves"] > 0 and table["finish"]["scores"] for table in shown["tables"])
    assert len(views) == len(shown["tables"])
    seats = [(person["table"], person["seat"]) for person in with_seat]
    assert len(seats) == len({*seats})
    await do(do="start")  # whoever only watched is in the next game
    await until(lambda: all(phone.shown["me"]["phase"] == "seated" for phone in phones), "everybody sits again")
    await asyncio.gather(*(phone.kill() for phone in phones))
    await do(do="delete")
    await seen
    return [fault for phone in phones for fault in phone.faults]


@pytest.mark.parametrize("game", hustings.game_names())
def test_a_lesson_of_thirty(tmp_path: Path, game: str) -> None:
    with running(tmp_path) as site:
        assert asyncio.run(lesson(site, game)) == []
