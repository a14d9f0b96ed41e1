"""How long a phone waits: the front page and the first table, at a processor slowed four times and on slow 4G.

Chromium's own throttling: 562.5 ms for each answer, 1.44 Mbit/s down, 0.675 up, as its preset has it. For each run a
new browser context, so that nothing is cached. Medians over the runs, in seconds:

  usable  from the address until a game can be begun (its button is there and the page has nothing else to do)
  shift   how much of the page moved while it loaded (cumulative layout shift)
  table   from the tap on "Play now" until something can be played, after a look of `--look` seconds at the page; for
          `ballot` from the tap on "Play today's ballot"; the card that explains a first game is put aside at once
  asked   requests until then, and of these after the tap
  KB      with --site: kilobytes, packed, that the front page takes, and those that the table takes beside it

    python bench/first_minute.py [--runs 3] [--throttle 4] [--look 3] [--site site/play] [game | ballot ...]

`--site` measures the table without a server, as a host would send its files: packed by gzip. The browser then keeps no
files of its own, and the worker that plays is not slowed (Chromium slows pages only).
"""

from __future__ import annotations

import argparse
import gzip
import json
import mimetypes
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import hustings
from hustings.web.serve import free_port, make_server
from hustings.web.settings import Settings

WAIT = 120_000  # ms for anything
SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 0.675e6 / 8}
PHONE = {"width": 360, "height": 740}
#: in the page from its beginning: layout shifts, and when the first game's button could be pressed
WATCH = """(() => {
  window.seen = { shift: 0, usable: null };
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.shift += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (!document.querySelector('[data-testid^=game-] button')) return void requestAnimationFrame(look);
    const idle = new MessageChannel();
    idle.port1.onmessage = () => { window.seen.usable = performance.now(); };
    requestAnimationFrame(() => idle.port2.postMessage(0));
  };
  requestAnimationFrame(look);
})()"""
BRIEF = "[data-testid=first-card] form button"
READY = "[data-testid=move-list] [data-play]"


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server on a free port of the loopback; its port."""
    listening = free_port("127.0.0.1", 0)
    made = make_server(Settings(data_dir=folder, store=None, bot_pause=(0.0, 0.0)))
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        if not made.ready.wait(60):
            raise SystemExit("The server was to be started and is not ready after a minute.")
        yield int(listening.getsockname()[1])
    finally:
        made.should_exit = True
        thread.join()
        listening.close()


class Files(BaseHTTPRequestHandler):
    """Sends files packed, and counts their bytes in `sent`."""

    protocol_version = "HTTP/1.1"

    def __init__(self, folder: Path, sent: list[int], *arguments: Any) -> None:
        self.folder, self.sent = folder, sent
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Send a file."""
        file = self.folder / (self.path.partition("?")[0].lstrip("/") or "index.html")
        body = gzip.compress(file.read_bytes(), 9) if file.is_file() else b""
        self.sent.append(len(body))
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", mimetypes.guess_type(file.name)[0] or "application/octet-stream")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


class Quiet(ThreadingHTTPServer):
    """A server that does not mind a page that goes away."""

    def handle_error(self, *arguments: object) -> None:
        """Write nothing."""


@contextmanager
def files(folder: Path, sent: list[int]) -> Iterator[int]:
    """The files of a folder on a free port of the loopback; the port."""
    serving = Quiet(("127.0.0.1", 0), partial(Files, folder, sent))
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield serving.server_port
    serving.shutdown()
    serving.server_close()


def visit(browser: Browser, port: int, game: str, throttle: float, look: float, sent: list[int]) -> dict[str, float]:
    """One newcomer: the front page, then a game; what they waited for. sent: the sizes of files as they are sent."""
    sent.clear()
    context = browser.new_context(viewport={**PHONE}, has_touch=True, is_mobile=True, service_workers="block")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
    page.wait_for_function("() => window.seen?.usable")
    usable, first = page.evaluate("window.seen.usable") / 1000, sum(sent)
    time.sleep(look)
    before = len(asked)
    shift = page.evaluate("window.seen.shift")
    ballot = page.get_by_test_id("play-ballot")
    button = ballot if game == "ballot" else page.get_by_test_id(f"game-{game}").locator("button.play")
    button.scroll_into_view_if_needed()
    begun = time.perf_counter()
    button.tap()
    page.locator(f"{BRIEF}, {READY}").first.wait_for(state="attached")
    if page.locator(BRIEF).count():
        page.locator(BRIEF).first.tap()
        page.locator(READY).first.wait_for(state="attached")
    table = time.perf_counter() - begun
    context.close()
    return {
        "usable": usable, "shift": shift, "table": table, "asked": len(asked), "after": len(asked) - before,
        "first": first / 1000, "more": (sum(sent) - first) / 1000,
    }  # fmt: skip


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--look", type=float, default=3)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--site", type=Path)
    chosen = parser.parse_args()
    sent: list[int] = []
    games = chosen.games or hustings.game_names()
    if chosen.site and not chosen.games:
        games = [game["name"] for game in json.loads((chosen.site / "games/program.json").read_text("utf-8"))["games"]]
    print(f"{'game':12}{'usable':>8}{'shift':>8}{'table':>8}{'asked':>8}{'after the tap':>15}{'KB':>8}{'more':>8}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as stack:
        port = stack.enter_context(files(chosen.site, sent) if chosen.site else server(Path(folder)))
        browser = playwright.chromium.launch(executable_path=chosen.chromium, args=["--no-sandbox"])
        for game in games:
            runs = [visit(browser, port, game, chosen.throttle, chosen.look, sent) for _ in range(chosen.runs)]
            median = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
            print(
                f"{game:12}{median['usable']:8.2f}{median['shift']:8.3f}{median['table']:8.2f}"
                f"{median['asked']:8.0f}{median['after']:15.0f}{median['first']:8.1f}{median['more']:8.1f}"
            )
        browser.close()


if __name__ == "__main__":
    main()
