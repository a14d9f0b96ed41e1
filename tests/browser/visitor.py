"""Somebody with a browser: pages that are watched, and the few things every visitor does."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect

T = TypeVar("T")
ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "browser"
LIMIT = 40_000  # ms to wait for anything; a machine may be busy
expect.set_options(timeout=LIMIT)
# What Chromium says while there is no server.
NO_SERVER = (
    r"WebSocket connection to .* failed|"
    r"net::ERR_(FAILED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|"
    r"CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
)
Size = dict[str, int | bool]
LAPTOP: Size = {"width": 1280, "height": 800}
PHONE: Size = {"width": 360, "height": 740, "touch": True}
EDITIONS = {"prose": "Original text", "illustrated": "Illustrated edition"}


_MET = """for (const game of ['combat', 'president', 'politics', 'mudslinger'])
  localStorage.setItem(`hustings.met.${game}`, 'yes');"""
# What goes away by itself (a slip that says why not, a remark, "press again") stays until a slow machine has seen it.
_PATIENT = """const later = window.setTimeout;
window.setTimeout = (run, ms, ...more) => later(run, [5000, 6000, 9000].includes(ms) ? 20 * ms : ms, ...more);"""
_REMEMBER = "([code, token]) => localStorage.setItem(`hustings.seat.${code}`, token)"


@dataclass
class Guard:
    """Remembers every fault of the pages it watches: what the console complains of, errors, requests to others."""

    host: str
    faults: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("websocket", lambda socket: self._asked(socket.url))

    def excuse(self, pattern: str) -> None:
        """Do not count what a test brings about on purpose."""
        self.excused.append(pattern)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = f" ({message.location['url']})" if message.text.startswith("Failed to load resource") else ""
            self._note(f"console {message.type}: {message.text}{where}")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self._note(f"request to another host: {url}")

    def _note(self, fault: str) -> None:
        if not any(re.search(pattern, fault) for pattern in self.excused):
            self.faults.append(fault)


def ask_for_every_move(route: Route) -> None:
    """Make a room in which the table plays no move itself."""
    wanted = route.request.post_data_json
    wanted["terms"] = {**wanted.get("terms", {}), "autoplay": False}
    route.continue_(post_data=json.dumps(wanted))


class Visitor:
    """A browser with its own storage, and its first page.

    moving  whether things move on the page; else it asks for reduced motion, and every change shows at once.
    touch   a phone's screen.
    scale   the screen's pixels for each pixel of the page.
    worker  whether the page may have its service worker, which answers for files that tests hold back.
    fresh   whether this device has never seen a game: else nobody explains what each is about.
    zone    the time zone of the device.
    autoplay  whether rooms made here make moves without a choice; else a test is asked for every move.
    """

    def __init__(
        self,
        browser: Browser,
        port: int,
        moving: bool = False,
        width: int = 1280,
        height: int = 800,
        scheme: Literal["light", "dark"] = "light",
        touch: bool = False,
        scale: float = 1,
        fresh: bool = False,
        worker: bool = False,
        autoplay: bool = False,
        zone: str | None = None,
    ) -> None:
        self.host = f"127.0.0.1:{port}"
        self.guard = Guard(self.host)
        self.context: BrowserContext = browser.new_context(
            base_url=f"http://{self.host}",
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme=scheme,
            has_touch=touch,
            device_scale_factor=scale,
            accept_downloads=True,
            service_workers="allow" if worker else "block",
            timezone_id=zone,
        )
        self.context.set_default_timeout(LIMIT)
        self.guard.excuse("WebSocket is closed before the connection is established")  # its page was left
        if not worker:
            self.guard.excuse("Service Worker registration blocked by Playwright")
        self.context.add_init_script(_PATIENT)
        if not fresh:
            self.context.add_init_script(_MET)
        if not autoplay:
            self.context.route("**/api/rooms", ask_for_every_move)
        self.page = self.open()

    def open(self) -> Page:
        """A further page with the same storage: another window."""
        page = self.context.new_page()
        self.guard.watch(page)
        return page

    def leave(self) -> list[str]:
        """Close everything; the faults there were."""
        self.context.close()
        return self.guard.faults

    @property
    def code(self) -> str:
        """The code of the room the first page is in."""
        return self.page.url.rsplit("/", 1)[-1]

    # --- what every visitor does

    def make_room(self, edition: str = "prose", name: str = "Ann", rival: str = "A friend, by link or code") -> str:
        """Make a room of Combat without campaign stops as a person does, from the front page on; its code."""
        page = self.page
        page.goto("/")
        page.get_by_test_id("game-combat").get_by_role("link", name="Open a room").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("radio", name=rival).check()
        page.get_by_test_id("options").locator("summary").click()
        page.get_by_role("radio", name=EDITIONS[edition]).check()
        page.get_by_test_id("options").get_by_role("radio", name="None", exact=True).check()
        page.get_by_role("button", name=re.compile("^(Open the room|Start the game)$")).click()
        page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
        return self.code

    def play_bot(self, edition: str = "prose", name: str = "Ann") -> str:
        """Make a room against a bot; the room's code."""
        code = self.make_room(edition, name, "A bot")
        expect(self.page.get_by_test_id("combat-table")).to_be_visible()
        return code

    def join(self, code: str, name: str = "Bo") -> None:
        """Take a chair by the room's link."""
        self.page.goto(f"/r/{code}")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take a seat").click()
        expect(self.page.get_by_text("to start the game")).to_be_visible()

    def come_back(self, code: str, token: str) -> None:
        """Sit down on a seat taken before, which this browser remembers."""
        self.page.goto("/")
        self.page.evaluate(_REMEMBER, [code, token])
        self.page.goto(f"/r/{code}")

    def start(self, friend: str) -> None:
        """Start the game in the waiting room, once a friend is there."""
        expect(self.page.get_by_test_id("seat-1")).to_contain_text(friend)
        self.page.get_by_role("button", name="Start the game").click()

    def keep(self, name: str) -> None:
        """Keep a picture of the page under artefacts/browser where HUSTINGS_ARTEFACTS is set."""
        if os.environ.get("HUSTINGS_ARTEFACTS"):
            ARTEFACTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=ARTEFACTS / f"{name}.png", animations="disabled")


def befriend(ann: Visitor, bo: Visitor, edition: str = "prose") -> str:
    """Ann opens a room, Bo joins by its link, Ann starts: both sit at the table. The room's code."""
    code = ann.make_room(edition)
    bo.join(code)
    ann.start("Bo")
    for visitor in (ann, bo):
        expect(visitor.page.get_by_test_id("combat-table")).to_be_visible()
    return code


def awaited(page: Page, look: Callable[[], T]) -> T:
    """Return what a look finds as soon as it finds something; to `wait_for_function` any promise is something."""
    for _ in range(300):
        if found := look():
            return found
        page.wait_for_timeout(100)
    return look()
