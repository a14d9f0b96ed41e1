"""WebKitGTK's small browser on a screen that nobody sees, driven by Debian's WebKitWebDriver."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.browser.driven import A_MOMENT, PATIENCE, Driven
from tests.rooms.database import free_port

#: Remembers from now on what the page's scripts throw. Sizes that come a frame later are no fault: no other engine's
#: driver reports them.
LISTEN = """() => {
  window.faults = [];
  addEventListener('error', event => /^ResizeObserver loop/.test(event.message) || faults.push(String(event.message)));
  addEventListener('unhandledrejection', event => faults.push(String(event.reason)));
}"""


@dataclass
class WebKit(Driven):
    """One page. port: the driver's; session: the path of its session."""

    port: int
    session: str = ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a command and return its result."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        text = None if method == "DELETE" else json.dumps(body or {})
        line.request(method, self.session + path, text, {"Content-Type": "application/json"})
        answer = line.getresponse()
        value = json.loads(answer.read())["value"]
        line.close()
        assert answer.status == 200, value
        return value

    def go(self, address: str) -> None:
        self.ask("POST", "/url", {"url": address})
        self.look(LISTEN)

    def look(self, function: str, *arguments: str) -> Any:
        script = f"return JSON.stringify(({function})(...{json.dumps(arguments)}) ?? null)"
        return json.loads(self.ask("POST", "/execute/sync", {"script": script, "args": []}))

    def act(self, source: dict[str, Any]) -> None:
        self.ask("POST", "/actions", {"actions": [source]})

    @property
    def faults(self) -> list[str]:
        """Errors of the page's scripts since its address was opened."""
        found: list[str] = self.look("() => faults")
        return found


@contextmanager
def webkit(width: int, height: int) -> Iterator[WebKit]:
    """A page of a new browser without a profile."""
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    programs = [shutil.which(name) for name in ("Xvfb", "WebKitWebDriver")]
    assert None not in (browser, *programs), "WebKit is missing; scripts/setup-system webkit installs it"
    with _screen(width, height) as screen, _driver(screen) as page:
        options = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        made = page.ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        page.session = f"/session/{made['sessionId']}"
        page.ask("POST", "/window/rect", {"width": width, "height": height})
        yield page
        page.ask("DELETE", "")


@contextmanager
def _screen(width: int, height: int) -> Iterator[str]:
    """The name of a new X screen."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout
        try:
            yield f":{int(running.stdout.readline())}"
        finally:
            running.terminate()


@contextmanager
def _driver(screen: str) -> Iterator[WebKit]:
    """A driver that listens, and has no page yet."""
    port = free_port()
    environment = {**os.environ, "DISPLAY": screen}
    with subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, stderr=subprocess.DEVNULL) as running:
        try:
            end = time.monotonic() + PATIENCE
            while not _listens(port):
                assert running.poll() is None, "WebKitWebDriver ended at once"
                assert time.monotonic() < end, "WebKitWebDriver does not listen"
                time.sleep(A_MOMENT)
            yield WebKit(port)
        finally:
            running.terminate()


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
