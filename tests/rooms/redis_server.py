"""A Redis server for the tests: on the loopback, nothing on disk, gone afterwards."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from tests.rooms.database import free_port

PATIENCE = 10.0  # seconds until the server must answer


@contextmanager
def redis_server(port: int = 0) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server's process and its URL; port 0: any that is free."""
    program = shutil.which("redis-server")
    assert program, "redis-server is missing; scripts/setup-system tests installs Redis"
    port = port or free_port()
    settings = {"bind": "127.0.0.1", "port": str(port), "save": "", "appendonly": "no", "dir": "/tmp"}
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    with subprocess.Popen([program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(port, server)
            yield server, f"redis://127.0.0.1:{port}"
        finally:
            server.kill()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    with redis.Redis(port=port, socket_timeout=1.0) as asking:
        while True:
            assert server.poll() is None, "Redis ended at once"
            assert time.monotonic() < until, "Redis did not become ready"
            try:
                asking.ping()
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return
