"""A PostgreSQL server for the tests: its own folder, on the loopback, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

PATIENCE = 60.0  # seconds until the server must take connections
NOBODY = "nobody"  # the server refuses to run as root
FIRST_PORT, PORTS_EACH, PROCESSES = 10_000, 100, 200  # all below 32,768, where systems begin to give ports away

_ports = count()


def program(name: str) -> str:
    """A program of PostgreSQL's, where it lies; Debian keeps them out of the path."""
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    assert found, f"{name} is missing; scripts/setup-system tests installs PostgreSQL"
    return found


def free_port() -> int:
    """A port that stays free until it is used: no connection and no other test process is given it."""
    while True:
        port = FIRST_PORT + os.getpid() % PROCESSES * PORTS_EACH + next(_ports) % PORTS_EACH
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def database() -> Iterator[str]:
    """The URL of an empty database."""
    folder = Path(tempfile.mkdtemp(prefix="hustings-pg-"))
    user = NOBODY if os.getuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()
    try:
        subprocess.run(
            [
                program("initdb"),
                "-D",
                str(data),
                "-U",
                "tests",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-locale",
                "--no-sync",
            ],
            user=user,
            cwd=folder,
            check=True,
            capture_output=True,
        )
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "max_connections": "100",
            "bgwriter_lru_maxpages": "0",  # else a slow machine sees unlogged tables written between checkpoints
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (
            open(folder / "log", "wb") as log,
            subprocess.Popen(
                [program("postgres"), "-D", str(data), *words], user=user, cwd=folder, stdout=log, stderr=log
            ) as server,
        ):
            try:
                _wait_for(port, server)
                yield f"postgresql://tests@127.0.0.1:{port}/postgres"
            finally:
                server.send_signal(signal.SIGINT)
                server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def hung(url: str) -> Iterator[None]:
    """The database at a URL takes connections and answers nothing."""
    asked = [program("psql"), url, "-At", "-c", "SHOW data_directory"]
    folder = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    server = Path(folder, "postmaster.pid").read_text().splitlines()[0]
    stopped = [int(server)]
    try:
        os.kill(int(server), signal.SIGSTOP)  # first, so that no more of its processes come
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        stopped += [int(child) for child in children]
        for child in stopped[1:]:
            _signal(child, signal.SIGSTOP)
        yield
    finally:
        for process in stopped:
            _signal(process, signal.SIGCONT)


def _signal(process: int, which: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # one that has ended meanwhile
        os.kill(process, which)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    ready = [program("psql"), "-h", "127.0.0.1", "-p", str(port), "-U", "tests", "-d", "postgres", "-c", "SELECT 1"]
    until = time.monotonic() + PATIENCE
    while subprocess.run(ready, capture_output=True, check=False).returncode:
        assert server.poll() is None, "PostgreSQL ended at once"
        assert time.monotonic() < until, "PostgreSQL did not become ready"
        time.sleep(0.05)
