"""Three server processes over one PostgreSQL: a room goes where it is asked for, one is killed, one is stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import asyncpg
import pytest

from hustings.rooms.clients import CLOSE_MOVED
from tests.rooms.database import database, hung
from tests.web.helpers import BOT, LIMIT, ME, PROMPTLY, Client, Site, fresh_id
from tests.web.test_serve import program

PROCESSES = 3


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database for this module's tests."""
    with database() as found:
        yield found


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[int, Site]]]:
    """Servers that share a database: their process numbers and how to talk to them. The last test kills the first."""
    folder = tmp_path_factory.mktemp("servers")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack, ThreadPoolExecutor(PROCESSES) as together:
        patch.setenv("HUSTINGS_STORE", url)
        started = list(together.map(stack.enter_context, [program(folder) for _ in range(PROCESSES)]))
        yield [(process.pid, site) for process, site in started]


def ask(url: str, query: str, *values: Any) -> list[Any]:
    """Rows of the database, behind the servers' backs."""

    async def work() -> list[Any]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    return asyncio.run(work())


def drain(client: Client) -> None:
    """Receive what has come, without waiting."""
    while True:
        try:
            client.receive(0.02)
        except TimeoutError:
            return


def take_turns(clients: list[Client], moves: int = 10_000) -> dict[str, int]:
    """Play, each on his own server, to the end or for so many moves; the acknowledged commands and their records."""
    acknowledged: dict[str, int] = {}
    until = time.monotonic() + LIMIT
    while len(acknowledged) < moves and not all(client.state["over"] for client in clients):
        assert time.monotonic() < until, "the game stands still"
        for client in clients:
            drain(client)
            if client.state["legal"] and not client.state["over"]:
                legal = client.state["legal"]
                command = fresh_id()
                answer = client.play(legal[client.state["seq"] % len(legal)]["text"], command=command)
                if answer["type"] == "ack":
                    acknowledged[command] = answer["seq"]
                    until = time.monotonic() + LIMIT
    return acknowledged


def assert_written_once(url: str, code: str, acknowledged: dict[str, int]) -> None:
    """Every acknowledged command stands in the log, where it was said to, and once."""
    rows = ask(url, "SELECT seq, body::json->>'id' FROM log WHERE room = $1 ORDER BY seq", code)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    written = [(command, seq) for seq, command in rows if command]
    assert len(written) == len({command for command, _ in written})
    assert acknowledged.items() <= dict(written).items()


def test_a_room_goes_to_the_process_that_is_asked_for_it(url: str, servers: list[tuple[int, Site]]) -> None:
    (_, one), (_, two), _ = servers
    code, ann = one.make(ME, {"kind": "friend"})
    bo = one.join(code, "Bo")
    assert one.host(code, ann, do="start").status == 200
    with one.sit(code, ann) as first, one.sit(code, bo) as second:
        acknowledged = take_turns([first, second], 4)
        answer = two.ask_once("GET", f"/api/rooms/{code}")
        assert (answer.status, answer.json["key"]) == (503, "room.moved")
        assert [first.closed(), second.closed()] == [CLOSE_MOVED] * 2
    with two.sit(code, ann) as first, two.sit(code, bo) as second:
        acknowledged |= take_turns([first, second])
        assert first.state["result"] == second.state["result"]
    assert_written_once(url, code, acknowledged)
    saved = [site.ask("GET", f"/api/rooms/{code}/export").json for _, site in servers]
    assert saved[0] == saved[1] == saved[2]


def test_when_the_holder_is_killed_no_move_is_lost_or_doubled_and_bots_go_on(
    url: str, servers: list[tuple[int, Site]]
) -> None:
    (pid, one), (_, two), _ = servers
    code, ann = one.make(ME, BOT)
    with one.sit(code, ann) as first:
        acknowledged = take_turns([first], 5)
        first.caught_up(max(acknowledged.values()))
        while not first.state["legal"]:
            first.receive()
        command, text, decision = fresh_id(), first.state["legal"][0]["text"], first.state["decision"]
        first.send({"id": command, "decision": decision, "play": text})
        os.kill(pid, signal.SIGKILL)
        first.closed()
        heard = [message for message in first.messages if message.get("id") == command and message["type"] == "ack"]
        with two.sit(code, ann) as again:
            answer = again.play(text, decision, command)
            assert answer["type"] == "ack"
            assert not heard or heard[0]["seq"] == answer["seq"]
            acknowledged[command] = answer["seq"]
            acknowledged |= take_turns([again])
            assert again.state["over"]
    assert_written_once(url, code, acknowledged)


def test_a_holder_that_is_stopped_frees_its_rooms_at_once(url: str, servers: list[tuple[int, Site]]) -> None:
    _, (pid, two), (_, three) = servers
    code, ann = two.make(ME, BOT)
    with two.sit(code, ann) as first:
        acknowledged = take_turns([first], 3)
        began = time.monotonic()
        os.kill(pid, signal.SIGTERM)
        assert first.closed() == 1012
        with three.sit(code, ann) as again:
            acknowledged |= take_turns([again])
        while Path(f"/proc/{pid}/stat").exists() and _state_of(pid) != "Z":
            assert time.monotonic() - began < PROMPTLY
            time.sleep(0.02)
    assert_written_once(url, code, acknowledged)


def test_a_server_stops_in_time_though_the_database_hangs(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUSTINGS_STORE", url)
    with program(tmp_path) as (process, site):
        code, ann = site.make(ME, {"kind": "friend"})
        bo = site.join(code, "Bo")
        site.host(code, ann, do="start")
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            take_turns([first, second], 2)
            mover = first if first.state["legal"] else second
            with hung(url):
                move = {"id": fresh_id(), "decision": mover.state["decision"], "play": mover.state["legal"][0]["text"]}
                mover.send(move)
                Thread(target=site.ask, args=("POST", f"/api/rooms/{code}/join", {"name": "Cy"}), daemon=True).start()
                time.sleep(1.2)  # a round among processes hangs, too
                began = time.monotonic()
                process.send_signal(signal.SIGTERM)
                process.wait(LIMIT)
                assert time.monotonic() - began < PROMPTLY


def _state_of(pid: int) -> str:
    """A process's state letter; Z for one that has ended and was not asked after."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
