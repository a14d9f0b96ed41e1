"""Three server processes behind the proxy of compose.yaml: a room's people meet at one, and go on when it is gone."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from hustings.rooms.keys import new_code
from tests.rooms.database import database
from tests.rooms.proxy import proxy
from tests.web.helpers import FRIEND, LIMIT, ME, PROMPTLY, Site
from tests.web.test_processes import PROCESSES, ask, assert_written_once, take_turns
from tests.web.test_serve import program

ROOMS = 400


class Name(BaseHTTPRequestHandler):
    """A table that is always ready, and says which it is."""

    def do_GET(self) -> None:
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def named() -> Iterator[int]:
    """The port of such a table."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Name)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def places(tables: list[int], paths: list[str], folder: Path) -> list[bytes]:
    """Where the proxy before these tables sends each path, once all of them are in use."""
    with proxy(tables) as port:
        site = Site(port, folder)
        until = time.monotonic() + LIMIT
        while {site.ask("GET", f"/games/{number}").body for number in range(8)} != {b"%d" % table for table in tables}:
            assert time.monotonic() < until
        return [site.ask("GET", path).body for path in paths]


def test_a_rooms_requests_meet_and_a_table_more_moves_only_its_share(tmp_path: Path) -> None:
    codes = [new_code() for _ in range(ROOMS)]
    paths = [f"/api/rooms/{code}/socket" for code in codes]
    with named() as one, named() as two, named() as three:
        before = places([one, two, three], paths, tmp_path)
        assert before == places([one, two, three], [f"/api/rooms/{code}/host" for code in codes], tmp_path)
        assert before == places([one, two, three], [f"/mcp?x=1&room={code}" for code in codes], tmp_path)
        small = [f"/api/rooms/{code[:3].lower()}-{code[3:]}/join?x={random.random()}" for code in codes[:50]]
        assert before[:50] == places([one, two, three], small, tmp_path)
        with named() as four:
            after = places([one, two, three, four], paths, tmp_path)
            moved = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
            assert {new for _, new in moved} == {b"%d" % four}
            assert 0.1 * ROOMS < len(moved) < 0.4 * ROOMS
        for table in (one, two, three):
            assert 0.2 * ROOMS < before.count(b"%d" % table) < 0.5 * ROOMS


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, list[tuple[int, Site]], str]]:
    """The proxy, the servers behind it by process number, and their database. The last test kills one."""
    folder = tmp_path_factory.mktemp("servers")
    with (
        pytest.MonkeyPatch.context() as patch,
        database() as url,
        ExitStack() as stack,
        ThreadPoolExecutor(PROCESSES) as together,
    ):
        patch.setenv("HUSTINGS_STORE", url)
        started = list(together.map(stack.enter_context, [program(folder) for _ in range(PROCESSES)]))
        port = stack.enter_context(proxy([site.port for _, site in started]))
        yield Site(port, folder), [(process.pid, site) for process, site in started], url


def watchers(site: Site) -> int:
    """How many people a server shows rooms to."""
    return int(site.count("hustings_watchers"))


def test_people_meet_at_one_process_and_the_counts_stay_inside(
    fleet: tuple[Site, list[tuple[int, Site]], str],
) -> None:
    site, servers, url = fleet
    for path in ("/metrics", "/%6detrics", "//metrics", "/x/../metrics"):
        assert b"hustings_" not in site.ask("GET", path).body
    assert site.ask("GET", "/api/games").status == 200
    for _ in range(4):
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code.lower()) as crowd:
            assert sorted(watchers(server) for _, server in servers) == [0, 0, 3]
            acknowledged = take_turns([first, second], 6)
            crowd.caught_up(max(acknowledged.values()))
        assert_written_once(url, code, acknowledged)


def test_when_a_rooms_process_is_killed_it_soon_lives_elsewhere(
    fleet: tuple[Site, list[tuple[int, Site]], str],
) -> None:
    site, servers, url = fleet
    code, ann = site.make(ME, FRIEND)
    bo = site.join(code, "Bo")
    site.host(code, ann, do="start")
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        acknowledged = take_turns([first, second], 5)
        pid = next(pid for pid, server in servers if watchers(server))
        os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        assert first.closed() == second.closed() == 1006
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        acknowledged |= take_turns([first, second], 4)
        assert time.monotonic() - began < PROMPTLY
        acknowledged |= take_turns([first, second])
        assert first.state["result"] == second.state["result"]
    assert_written_once(url, code, acknowledged)
    assert len(ask(url, "SELECT 1 FROM room WHERE code = $1", code)) == 1
