"""The server as a program: where it listens, how it stops, and what a kill -9 costs."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hustings.cli.app import run as command
from hustings.rooms.errors import RoomError, StoreError
from hustings.web.hosts import KnownHosts
from hustings.web.serve import address_here, free_port, lan_address, qr_text, serve, shows
from tests.rooms.database import free_port as unused_port
from tests.web.helpers import LIMIT, PROMPTLY, Site, fresh_id, play_out

PROGRAM = """
    import sys
    from pathlib import Path
    from hustings.web.serve import serve
    from hustings.web.settings import Settings

    settings = Settings(bot_pause=(0.0, 0.0), pace=(1000, 1000), metrics=sys.argv[3])
    data_dir = Path(sys.argv[2])
    say = lambda text: print(text + "\\n", end="", flush=True)  # one write, whatever logs beside it
    serve(port=int(sys.argv[1]), data_dir=data_dir, settings=settings, say=say)
"""


@contextmanager
def program(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], Site]]:
    """The server as a process of its own; killed at the end where it still runs."""
    counting = unused_port()
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM), str(port), str(folder), str(counting)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            said = next((line for line in process.stdout if "http://" in line), "")  # after what libraries log
            found = re.search(r"http://127\.0\.0\.1:(\d+)$", said.strip())
            assert found, said
            yield process, Site(int(found[1]), folder, counting)
        finally:
            process.kill()


def test_it_stops_politely_in_time_with_sockets_open(tmp_path: Path) -> None:
    with program(tmp_path) as (process, site):
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second], moves=3)
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert first.closed() == 1012
            assert process.wait(LIMIT) == 0
            assert time.monotonic() - began < PROMPTLY
        assert process.stdout is not None
        assert "Rooms are kept" in process.stdout.read()


@pytest.mark.parametrize("moves", [1, 7, 12])
def test_kill_9_loses_no_acknowledged_move_and_shows_no_phantom(tmp_path: Path, moves: int) -> None:
    """Killed with a command on its way: acknowledged or not, the log agrees with what the clients were told."""
    with program(tmp_path) as (process, site):
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second], moves=moves)
            mover = first if first.state["legal"] else second
            other = second if mover is first else first
            command, text, decision = fresh_id(), mover.state["legal"][0]["text"], mover.state["decision"]
            mover.send({"id": command, "decision": decision, "play": text})
            if moves % 2:
                time.sleep(0.002)
            os.kill(process.pid, signal.SIGKILL)
            assert mover.closed() == other.closed() == 1006
        seen = max(first.state["seq"], second.state["seq"])
        answers = [json.loads(text) for text in mover.bytes]
        acknowledged = [answer["seq"] for answer in answers if answer["type"] == "ack" and answer["id"] == command]
    with program(tmp_path) as (_, site), site.sit(code, ann) as first, site.sit(code, bo) as second:
        assert first.state["seq"] >= max([seen, *acknowledged])
        mover = first if mover.state["seat"] == 0 else second
        before = first.state["seq"]
        answer = mover.play(text, decision, command)
        assert answer["type"] == "ack"
        assert answer["seq"] in (acknowledged or [before, before + 1])
        for client in (first, second):
            client.caught_up(answer["seq"])
        play_out([first, second])
        assert first.state["result"] == second.state["result"]


def test_a_second_server_over_the_same_rooms_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with program(tmp_path) as (process, site):
        code, _, _ = site.friends()
        with pytest.raises(StoreError, match=r"a table is already open over the folder .*--data"):
            serve(port=0, data_dir=tmp_path)
        assert command(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
        assert command(["rooms", "export", code, "--data", str(tmp_path)]) == 0
        process.kill()
        process.wait(LIMIT)
    with program(tmp_path) as (_, site):
        assert site.ask("GET", f"/api/rooms/{code}").status == 200


def test_a_port_in_use_is_passed_over() -> None:
    with free_port("127.0.0.1", 0) as taken:
        number = taken.getsockname()[1]
        with free_port("127.0.0.1", number) as found:
            assert found.getsockname()[1] != number


def test_an_address_that_is_not_ours_is_refused_in_a_sentence() -> None:
    with pytest.raises(RoomError, match=r"192\.0\.2\.7 port 8420"):
        free_port("192.0.2.7", 8420)


def test_the_network_address_is_one_or_none() -> None:
    address = lan_address()
    assert address is None or socket.inet_aton(address)


def test_the_terminals_code_is_a_square_of_blocks() -> None:
    rows = qr_text("http://192.168.1.5:8420").split("\n")
    assert set("".join(rows)) <= set("█▀▄ ")
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) in (2 * len(rows), 2 * len(rows) - 1)
    assert rows[0] == "█" * len(rows[0])


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("::", "http://[::1]:8420"),
        ("0.0.0.0", "http://127.0.0.1:8420"),
        ("::1", "http://[::1]:8420"),
        ("0:0:0:0:0:0:0:0", "http://[::1]:8420"),
        ("192.168.1.5", "http://192.168.1.5:8420"),
        ("table.example", "http://table.example:8420"),
    ],
)
def test_the_address_told_can_be_opened(host: str, address: str) -> None:
    assert address_here(host, 8420) == address
    assert KnownHosts().know(address.removeprefix("http://"), host) or host == "table.example"


class Terminal(io.TextIOWrapper):
    """A terminal of 80 columns."""

    def isatty(self) -> bool:
        return True


def test_a_code_that_the_output_cannot_show_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """In ASCII it would be a square of question marks; in a narrow terminal its rows break."""
    code = qr_text("http://192.168.1.5:8420")
    for columns, encoding, seen in ((80, "utf-8", True), (80, "ascii", False), (20, "utf-8", False)):
        monkeypatch.setattr("shutil.get_terminal_size", lambda columns=columns: os.terminal_size((columns, 24)))
        assert shows(code, Terminal(io.BytesIO(), encoding=encoding)) is seen
    assert shows(code, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not shows(code, None)


def test_the_server_starts_without_the_compiler() -> None:
    script = "import sys, hustings.web.serve; print('numba' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout.strip() == "False"
