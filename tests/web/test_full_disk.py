"""A server on a full disk: it starts, shows the games, says why it keeps nothing, and goes on once there is room."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.rooms.database import free_port as unused_port
from tests.web.helpers import LIMIT, Site, play_out, running
from tests.web.test_serve import PROGRAM, program

NOTHING_FITS = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
"""


@contextmanager
def full(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Site]]:
    """A server no file of which may grow or be written to, as on a full disk."""
    arguments = ["0", str(folder), str(unused_port())]
    command = [sys.executable, "-B", "-c", NOTHING_FITS + textwrap.dedent(PROGRAM), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        late = threading.Timer(LIMIT, process.kill)  # rather than wait for a line that never comes
        late.start()
        try:
            assert process.stdout is not None
            said, found = [], None
            while not found and (line := process.stdout.readline()):
                said.append(line)
                found = re.search(r"ready at http://127\.0\.0\.1:(\d+)$", line)
            assert found, f"it did not start: {said}"
            late.cancel()
            yield process, Site(int(found[1]), folder)
        finally:
            late.cancel()
            process.kill()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_it_starts_on_a_full_disk_and_shows_the_games(tmp_path: Path, end: signal.Signals) -> None:
    with program(tmp_path) as (process, site):
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second], moves=5)
            seq = first.state["seq"]
        process.send_signal(end)
        process.wait(LIMIT)
    with full(tmp_path) as (process, site):
        ready = site.ask("GET", "/ready")
        assert ready.status == 503
        assert "disk" in ready.json["text"]
        locked = site.host(code, ann, do="lock", locked=True)
        assert (locked.status, locked.json["key"]) == (503, "room.not_saved")
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            assert first.state["seq"] == second.state["seq"] == seq
            mover = first if first.state["legal"] else second
            refused = mover.play(mover.state["legal"][0]["text"])
            assert (refused["type"], refused["kind"]) == ("refused", "store")
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, resource.getrlimit(resource.RLIMIT_FSIZE))
            assert site.host(code, ann, do="lock", locked=True).status == 200
            until = time.monotonic() + LIMIT
            while site.ask("GET", "/ready").status != 200:
                assert time.monotonic() < until
                time.sleep(0.2)
            for client in (first, second):
                client.caught_up(seq + 1)
            play_out([first, second])
    with running(tmp_path) as site, site.sit(code, ann) as first:
        assert first.state["over"]
