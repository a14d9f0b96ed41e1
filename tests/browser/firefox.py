"""Firefox without a window, driven over WebDriver BiDi, which a browser of any distribution speaks by itself."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.driven import A_MOMENT, PATIENCE, Driven


@dataclass
class Firefox(Driven):
    """One page. faults: errors that its scripts have logged."""

    line: ClientConnection
    context: str = ""
    faults: list[str] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        number = next(self._numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.line.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.faults.append(str(answer["params"]["text"]))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, address: str) -> None:
        """Open an address, or load it anew."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def look(self, function: str, *arguments: str) -> Any:
        """Return the result of a function of the page."""
        answer = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify(({function})(...{json.dumps(arguments)}) ?? null)",
            target={"context": self.context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def act(self, source: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self.context, actions=[source])


@contextmanager
def firefox(profile: Path, width: int, height: int) -> Iterator[Firefox]:
    """A page of a new Firefox whose profile lies in a folder."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is missing; scripts/setup-system firefox installs it"
    profile.mkdir()
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            with connect(_address(profile, running), max_size=None, open_timeout=PATIENCE) as line:
                page = Firefox(line)
                page.ask("session.new", capabilities={})
                page.ask("session.subscribe", events=["log.entryAdded"])
                page.context = page.ask("browsingContext.getTree")["contexts"][0]["context"]
                page.ask(
                    "browsingContext.setViewport", context=page.context, viewport={"width": width, "height": height}
                )
                yield page
        finally:
            running.kill()


def _address(profile: Path, running: subprocess.Popen[bytes]) -> str:
    """Return the address that Firefox writes into its profile once it listens."""
    file, end = profile / "WebDriverBiDiServer.json", time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text("utf-8").endswith("}")):
        assert running.poll() is None, "Firefox ended at once"
        assert time.monotonic() < end, "Firefox does not listen"
        time.sleep(A_MOMENT)
    told = json.loads(file.read_text("utf-8"))
    return f"ws://{told['ws_host']}:{told['ws_port']}/session"
