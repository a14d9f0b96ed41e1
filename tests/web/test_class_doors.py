"""A duplicate class: what would tell of the cards stays shut at every door until the last table is over.

Over SQLite, and over PostgreSQL with two processes, each of which is asked at every door. There, too, the debrief
and the data are the same from either, and all is gone from both soon after the class is deleted.
"""

from __future__ import annotations

import asyncio
import base64
import io
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from hustings.classes.state import CLASS_LOG
from hustings.rooms.stores import open_store
from tests.rooms.database import database
from tests.web.class_helpers import command, joined, made, opened, polled
from tests.web.helpers import Answer, Site, play_out
from tests.web.test_serve import program

WITHIN = 20  # seconds until each process knows what the other has done
SHUT = (403, 404, 409)


@pytest.fixture(params=["sqlite", "postgres"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str | None, list[Site]]]:
    """The store's URL, and the servers over it: one over a file, two over PostgreSQL."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        url, count = None, 1
        if request.param == "postgres":
            url, count = stack.enter_context(database()), 2
            patch.setenv("HUSTINGS_STORE", url)
        sites = [stack.enter_context(program(tmp_path))[1] for _ in range(count)]
        yield url, sites


def secrets_of(url: str | None, folder: Path, code: str) -> list[str]:
    """The secret the tables of a class are dealt from, as its log has it and in another writing."""

    async def read() -> str:
        store = await open_store(url, folder)
        try:
            return CLASS_LOG.replay(code, await store.read(CLASS_LOG.key(code))).tables[0].secret
        finally:
            await store.close()

    secret = asyncio.run(read())
    return [secret, base64.b64encode(bytes.fromhex(secret)).decode().rstrip("=")]


def doors(site: Site, room: str, code: str, token: str, teacher: str) -> dict[str, Answer]:
    """Every question over HTTP that could tell of a table's cards, by what asks it."""
    own = {"Authorization": f"Bearer {token}"}
    paths = [f"/api/rooms/{room}/{part}" for part in ("replay", "replay?game=1", "replay/chances", "replay/saved")]
    paths += [f"/api/rooms/{room}/{part}" for part in ("replay/1", "deal", "deal?game=1", "export")]
    paths += [f"/api/rooms/{room}/replay/review{game}" for game in ("", "?game=1")]
    asked = {path: site.ask("GET", path, **own) for path in paths}
    asked["debrief"] = site.ask("GET", f"/api/classes/{code}/debrief")
    asked["the teacher's debrief"] = site.ask("GET", f"/api/classes/{code}/debrief", Authorization=f"Bearer {teacher}")
    return asked


def open_doors(site: Site, room: str, code: str, token: str, teacher: str) -> dict[str, Answer]:
    """Return the answers once all doors are open; the first question brings class and tables to the process."""
    found: dict[str, Answer] = {}

    def are_open() -> bool:
        found.update(doors(site, room, code, token, teacher))
        may = found[f"/api/rooms/{room}/replay/review"].json.get("may")  # who has a seat may ask for one now
        return may is True and all(answer.status == 200 for answer in found.values())

    assert soon(are_open), {door: answer.status for door, answer in found.items()}
    return found


def soon(found: Callable[[], bool]) -> bool:
    """Return whether something becomes so in time."""
    until = time.monotonic() + WITHIN
    while not found():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def told(site: Site, room: str, code: str, token: str, teacher: str) -> str:
    """All else that the server says to somebody at a table or of it: pages, sockets, polls, models, data."""
    texts = [site.ask("GET", path).body.decode() for path in (f"/r/{room}", f"/r/{room}/replay", f"/r/{room}/deal")]
    for path in (f"/api/rooms/{room}", f"/api/classes/{code}"):
        texts.append(site.ask("GET", path).body.decode())
    seats = [{"code": room, "token": token}]
    texts.append(site.ask("POST", "/api/mine/games", {"seats": seats}).body.decode())
    for who in (token, None):
        with site.sit(room, who) as client:
            texts += client.bytes
        line = site.ask("POST", f"/api/rooms/{room}/line", {"hello": {"token": who}}).json["line"]
        texts.append(site.ask("POST", f"/api/rooms/{room}/poll", {"line": line, "wait": 1}).body.decode())
    for role, who in (("teacher", teacher), ("screen", None), ("person", token)):
        for by in (opened, polled):
            with by(site, code, role, who) as page:  # type: ignore[operator]
                texts += page.bytes
    data = site.ask("GET", f"/api/classes/{code}/data.zip?names=true", Authorization=f"Bearer {teacher}").body
    archive = zipfile.ZipFile(io.BytesIO(data))
    texts += [archive.read(name).decode(errors="replace") for name in archive.namelist()]
    return "\n".join([*texts, asyncio.run(_models(site, room, token))])


async def _models(site: Site, room: str, token: str) -> str:
    """What a model in the seat is told."""
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        transport = streamable_http_client(f"http://127.0.0.1:{site.port}/mcp?room={room}", http_client=http)
        async with Client(transport) as client:
            tools = [
                tool.name for tool in (await client.list_tools()).tools if not (tool.input_schema or {}).get("required")
            ]
            assert tools
            return "\n".join([str(await client.call_tool(tool, {})) for tool in tools])


def test_nothing_of_the_cards_is_told_before_the_last_table_is_over(
    served: tuple[str | None, list[Site]], tmp_path: Path
) -> None:
    url, sites = served
    site, other = sites[0], sites[-1]
    code, teacher = made(site, game="combat", duplicate=True, clock="off")
    people = [joined(server, code) for server in (site, other, site, other)]
    with ExitStack() as stack:
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        phones = [stack.enter_context(opened(site, code, "person", one["token"])) for one in people]
        desk.until(lambda shown: shown["info"]["here"] == 4)
        command(site, code, teacher, do="start")
        rooms: dict[str, list[str]] = {}
        for phone, one in zip(phones, people, strict=True):
            table = phone.until(lambda shown: shown["me"]["phase"] == "seated")["tables"][0]
            if table["number"] == 1:
                rooms.setdefault(table["room"], []).append(one["token"])
        ((room, tokens),) = rooms.items()
        token = tokens[0]
        with site.sit(room, tokens[0]) as ann, site.sit(room, tokens[1]) as bo:
            play_out([ann, bo])
        secrets = secrets_of(url, tmp_path, code)
        for server in sites:
            for door, answer in doors(server, room, code, token, teacher).items():
                assert answer.status in SHUT, (door, answer.body)
                assert answer.json["error"], door
                assert not any(secret in answer.body.decode() for secret in secrets), door
            for game in ("", "?game=1"):
                asked = _review(server, room, token, game)
                assert (asked.status, asked.json["key"]) == (409, "room.sealed")
            said = told(server, room, code, token, teacher)
            assert '"over":true' in said
            assert not any(secret in said for secret in secrets)
    command(site, code, teacher, do="stop", seconds=0)  # which brings the class back to this process
    with opened(site, code, "teacher", teacher) as again:
        again.until(lambda shown: shown["info"]["phase"] == "over")
    export = f"/api/rooms/{room}/export"
    answers = [open_doors(server, room, code, token, teacher) for server in sites]
    assert secrets[0] in answers[0][export].body.decode()
    first, last = answers[0], answers[-1]
    assert first["debrief"].json == last["debrief"].json == first["the teacher's debrief"].json
    assert [table["number"] for table in first["debrief"].json["tables"]] == [1, 2]
    assert [table["stopped"] for table in first["debrief"].json["tables"]] == [False, True]
    for server in sites:
        offered = _review(server, room, token, "/offer")
        assert (offered.status, offered.json["state"]) == (200, "none")  # a class's reviews are only asked for
    for at_one in answers:  # none was begun while the door was shut
        assert at_one[f"/api/rooms/{room}/replay/review"].json["state"] == "none"
    packed = [_data(server, code, teacher) for server in sites]
    assert packed[0] == packed[-1]
    command(other, code, teacher, do="delete")
    for gone in (f"/api/classes/{code}", f"/api/rooms/{room}"):
        for server in sites:
            assert soon(partial(_answers, server, gone, 404))


def _answers(site: Site, path: str, status: int) -> bool:
    return site.ask("GET", path).status == status


def _review(site: Site, room: str, token: str, game: str) -> Answer:
    """What somebody who has a seat is told who wants the game reviewed."""
    return site.ask("POST", f"/api/rooms/{room}/replay/review{game}", b"", Authorization=f"Bearer {token}")


def _data(site: Site, code: str, teacher: str) -> dict[str, bytes]:
    """The class's data: the tables as they are in the zip."""
    answer = site.ask("GET", f"/api/classes/{code}/data.zip", Authorization=f"Bearer {teacher}")
    archive = zipfile.ZipFile(io.BytesIO(answer.body))
    found: dict[str, bytes] = {name: archive.read(name) for name in archive.namelist() if name.endswith(".csv")}
    assert len(found["decisions.csv"].splitlines()) > 1
    return found
