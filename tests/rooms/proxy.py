"""The proxy of compose.yaml for the tests: its own configuration, before servers on the loopback."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml

from tests.rooms.database import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds until it must take connections
OUTSIDE = 8080
TEMPLATE = re.compile(r"^( *)server-template (\w+) \d+ \w+:\d+ resolvers \w+$", re.MULTILINE)


def configuration(port: int, tables: list[int]) -> str:
    """What compose.yaml gives the proxy, with these ports of the loopback for containers."""
    text: str = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["configs"]["proxy"]["content"]
    found = TEMPLATE.search(text)
    assert found is not None
    servers = "\n".join(
        f"{found[1]}server {found[2]}{number} 127.0.0.1:{table}" for number, table in enumerate(tables, 1)
    )
    return TEMPLATE.sub(servers, text).replace(f"bind :{OUTSIDE}", f"bind 127.0.0.1:{port}")


@contextmanager
def proxy(tables: list[int]) -> Iterator[int]:
    """The port of a proxy before servers at these ports."""
    program = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
    assert program, "haproxy is missing; scripts/setup-system tests installs HAProxy"
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="hustings-proxy-") as folder:
        file = Path(folder, "haproxy.cfg")
        file.write_text(configuration(port, tables))
        with subprocess.Popen([program, "-db", "-f", str(file)], stdout=subprocess.DEVNULL) as running:
            try:
                _wait_for(port, running)
                yield port
            finally:
                running.kill()


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert running.poll() is None, "HAProxy ended at once"
        assert time.monotonic() < until, "HAProxy did not become ready"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
