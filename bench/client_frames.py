"""How smoothly the browser client moves: whole turns of every game in Chromium, the processor throttled four times.

For each game a person's moves are made against bots, and the page is watched while the events of each turn are shown:

  late    frames that went by between a state's message and the change it makes on the page (0: the next frame has it)
  change  milliseconds from the message to that change, and `shown` to the frame that shows it being painted
  screen  frames a second that came to the screen while something moved, of 60, as Chromium reports each of them;
          frames: how many it was to show
  main    frames a second of the page's main thread, from a step's beginning until it is shown. What moves, moves on
          without it; slow: the share of them over 25 ms; longest: the longest, in ms

Then the same without throttling, for what a frame costs: milliseconds of processor time of the page's main thread
between one frame's handing over and the next's (half of all frames take less than p50, one of twenty more than p95), on
average by kind, and of the raster threads. Processor time says more than the clock where the machine is loaded; it is
what a frame costs with tracing, which takes about as much again.

Of scenes that are no turn of a game (`night`: election night of U.S. President from its first state to the newspaper;
`slip`: what there is to know of a state, opened and closed) the frames that come to the screen are counted, as above.

    python bench/client_frames.py [--throttle 4] [--moves 12] [--width 1280 --height 800] [game or scene ...]
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import statistics
import tempfile
import threading
import time
import urllib.request
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import hustings
from hustings.web.serve import free_port, make_server
from hustings.web.settings import Settings

WAIT = 60.0  # seconds for anything; a throttled page is slow
SLOW = 25.0  # ms: a frame that long has let one pass by
SETTLED = 600  # ms: longer than anything moves after a press
#: verbs worth watching, the first that is legal first; other games' moves are taken as they come
PREFERRED = ("draw", "campaign", "spend", "take", "turn", "place", "play")
UNASKED = ("give", "offer", "promise", "trade", "poll")
KINDS = {
    "script": ("FunctionCall", "EvaluateScript", "FireAnimationFrame", "TimerFire", "RunMicrotasks", "EventDispatch"),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"),
    "raster": ("RasterTask", "ImageDecodeTask"),
}
#: in the page: when states came, when the page changed, when that was painted, and every frame
WATCH = """(() => {
  const told = [], frames = [];
  let last = null, board = null;
  const painted = one => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => { one.shown = performance.now() - one.at; };
    after.port2.postMessage(0);
  });
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', event => {
        if (/^."type":"(state|delta)"/.test(event.data))
          told.push(last = { at: performance.now(), late: 0, change: null, shown: null });
      });
    }
  };
  new MutationObserver(() => {
    if (last && last.change === null) { last.change = performance.now() - last.at; painted(last); }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const tick = now => {
    if (!board?.isConnected) board = document.querySelector('[data-busy]');
    frames.push([now, board?.dataset.busy === 'true']);
    if (last && last.change === null) last.late += 1;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  window.seen = { told, frames };
})()"""
#: where a trace counts, only when states came: no frame is asked for that the page does not need
QUIET = """window.seen = { told: [], frames: [] };
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', event => {
      if (/^."type":"(state|delta)"/.test(event.data)) window.seen.told.push({ shown: null });
    });
  }
}"""
READY = """() => document.querySelector('[data-testid=result], [data-testid=count]') !== null
  || document.querySelector('[data-busy=true]') === null
    && document.querySelector('[data-testid=move-list] [data-play]') !== null"""
RISEN = """() => document.querySelector('dialog.waits') === null
  && !document.getAnimations().some(one => one.playState === 'running')"""
LEGAL = "() => [...document.querySelectorAll('[data-testid=move-list] [data-play]')].map(button => button.dataset.play)"
TAKEN = "() => window.seen.told.length > window.seen.before"
PRESS = (
    "move => { window.seen.before = window.seen.told.length; document.querySelector(`[data-play='${move}']`).click(); }"
)


@dataclass
class Seen:
    """What was seen of one game.

    told    for each state late, change, shown.
    frames  lengths in ms, of the main thread, while things moved.
    mains   what each frame took of the main thread's time; cost: the average of that by kind.
    """

    moves: int = 0
    told: list[dict[str, float]] = field(default_factory=list)
    frames: list[float] = field(default_factory=list)
    mains: list[float] = field(default_factory=list)
    cost: dict[str, float] = field(default_factory=dict)


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server on a free port of the loopback, whose bots do not pretend to think; its port."""
    listening = free_port("127.0.0.1", 0)
    made = make_server(Settings(data_dir=folder, store=None, bot_pause=(0.0, 0.0), pace=(1000, 1000)))
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


def room(port: int, game: str) -> tuple[str, str]:
    """A room of a game against bots: its code and the person's token."""
    seats = hustings.game(game).seats_allowed
    bots = min(max(seats), 4) - 1
    wish = {
        "game": game,
        "name": "Ann",
        "options": {},
        "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "thumb"}] * bots],
    }
    question = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/rooms", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(question, timeout=60) as answer:
        made = json.load(answer)
    return made["room"]["code"], made["token"]


def opened(browser: Browser, port: int, game: str, width: int, height: int, watch: str = WATCH) -> Page:
    """The page of a new table, with everything on it that watches."""
    code, token = room(port, game)
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}", viewport={"width": width, "height": height})
    context.set_default_timeout(1000 * WAIT)
    context.add_init_script(f"localStorage.setItem('hustings.seat.{code}', {json.dumps(token)})")
    context.add_init_script(watch)
    page = context.new_page()
    page.goto(f"/r/{code}")
    wait(page, READY)
    return page


def wait(page: Page, condition: str) -> None:
    """Ask now and then whether a condition holds; asking in every frame would count among what is measured."""
    end = time.monotonic() + WAIT
    while not page.evaluate(condition):
        if time.monotonic() > end:
            raise SystemExit(f"The page at {page.url} was to be ready for a move and is not after {WAIT} seconds.")
        page.wait_for_timeout(100)


def choose(moves: Sequence[str], chance: random.Random) -> str:
    """A move that shows something."""
    for verb in PREFERRED:
        found = [move for move in moves if move.split()[0] == verb]
        if found:
            return chance.choice(found)
    return chance.choice([move for move in moves if move.split()[0] not in UNASKED] or list(moves))


def play(page: Page, most: int, seen: Seen) -> None:
    """Make so many moves, or until the game is over; what is shown after each is waited for."""
    chance = random.Random(7)
    first = page.evaluate("() => { window.seen.told.length = 0; return performance.now(); }")
    while seen.moves < most:
        moves = page.evaluate(LEGAL)
        if not moves:
            break
        page.evaluate(PRESS, choose(moves, chance))
        seen.moves += 1
        wait(page, TAKEN)
        wait(page, READY)
    found: dict[str, Any] = page.evaluate("() => window.seen")
    seen.told += [one for one in found["told"] if one["shown"] is not None]
    frames = [(at, busy) for at, busy in found["frames"] if at >= first]
    for (before, moving), (at, still) in itertools.pairwise(frames):
        if moving and still:
            seen.frames.append(at - before)


def throttled(browser: Browser, port: int, game: str, how: argparse.Namespace) -> Seen:
    """Frames and delays with a slow processor."""
    page, seen = opened(browser, port, game, how.width, how.height), Seen()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": how.throttle})
    play(page, how.moves, seen)
    page.context.close()
    return seen


def screened(browser: Browser, port: int, game: str, how: argparse.Namespace) -> list[bool]:
    """For each frame in which something moved, with a slow processor, whether it came to the screen."""
    page = opened(browser, port, game, how.width, how.height, QUIET)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": how.throttle})
    browser.start_tracing(page=page, categories=["cc", "benchmark"])
    play(page, how.moves, Seen())
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    return came(events)


def night(page: Page) -> None:
    """The last week, and the night that follows."""
    play(page, 1, Seen())
    wait(page, "() => document.querySelector('[data-testid=front-page]') !== null")


def slip(page: Page) -> None:
    """Four states, asked about one after the other."""
    for state in ("FL", "OH", "PA", "MI"):
        page.locator(f".board [data-token={state}]").click(button="right")
        page.get_by_test_id("apportionments").wait_for()
        wait(page, RISEN)
        page.keyboard.press("Escape")
        page.wait_for_timeout(SETTLED)


#: what is watched, and how many weeks of U.S. President are played before
SCENES = {"night": (night, 11), "slip": (slip, 2)}


def staged(browser: Browser, port: int, scene: str, how: argparse.Namespace) -> list[bool]:
    """As `screened`, of a scene."""
    act, weeks = SCENES[scene]
    page = opened(browser, port, "president", how.width, how.height, QUIET)
    page.keyboard.press("Escape")  # what the game is about, told on a device's first game
    play(page, weeks, Seen())
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": how.throttle})
    browser.start_tracing(page=page, categories=["cc", "benchmark"])
    act(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    return came(events)


def came(events: Sequence[dict[str, Any]]) -> list[bool]:
    """Whether each frame of the pages in which the compositor moved something came to the screen, whole or in part.

    Chromium reports a frame once, or twice where the main thread's part came later than the compositor's. A frame that
    nobody wanted does not count.
    """
    pages = {process for process, _ in main_threads(events)}
    reports: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for event in events:
        if event["name"] == "PipelineReporter" and event["ph"] == "b" and event["pid"] in pages:
            report = event["args"]["frame_reporter"]
            reports[report["frame_source"], report["frame_sequence"]].append(report)
    found = []
    for frame in reports.values():
        states = {report["state"] for report in frame}
        shown = bool(states & {"STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"})
        if any(report["has_compositor_animation"] for report in frame) and (shown or "STATE_DROPPED" in states):
            found.append(shown)
    return found


def traced(browser: Browser, port: int, game: str, how: argparse.Namespace) -> Seen:
    """What the frames cost, in ms of processor time: of the main thread by kind, and of raster threads."""
    page, seen = opened(browser, port, game, how.width, how.height, QUIET), Seen()
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "cc"])
    play(page, how.moves, seen)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    reckon(events, seen)
    return seen


def reckon(events: Sequence[dict[str, Any]], seen: Seen) -> None:
    """Reckon from a trace what each frame took; a task in which this program asks the page something does not count."""
    main = main_threads(events)
    own = [event for event in events if (event["pid"], event["tid"]) in main and event["ph"] == "X"]
    tasks = sorted((event for event in own if event["name"] == "RunTask"), key=lambda event: event["ts"])
    begins = [task["ts"] for task in tasks]
    asked = {bisect_right(begins, event["ts"]) - 1 for event in own if from_here(event)}
    ends = sorted(event["ts"] + event["dur"] for event in own if event["name"] == "Commit")
    spent = [0.0] * (len(ends) + 1)
    for number, task in enumerate(tasks):
        if number not in asked:
            spent[bisect_right(ends, task["ts"])] += task.get("tdur", 0) / 1000
    seen.mains = sorted(spent)
    sums: dict[str, float] = defaultdict(float, main=sum(spent))
    for event in events:
        for kind, names in KINDS.items():
            if event["name"] in names and (kind == "raster" or (event["pid"], event["tid"]) in main):
                sums[kind] += event.get("tdur", 0) / 1000
    seen.cost = {kind: sums[kind] / len(spent) for kind in ("main", *KINDS)}


def from_here(event: dict[str, Any]) -> bool:
    """Whether an event is a function that is not the page's own."""
    url = str(event.get("args", {}).get("data", {}).get("url", ""))
    return event["name"] == "FunctionCall" and not url.startswith(("http", "127.0.0.1"))


def at(part: float, values: Sequence[float]) -> float:
    """The value that a part of all, sorted ones, does not exceed."""
    return values[min(len(values) - 1, int(part * len(values)))]


def main_threads(events: Sequence[dict[str, Any]]) -> set[tuple[int, int]]:
    """The main threads of pages, as (process, thread)."""
    return {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }


def row(game: str, screen: Sequence[bool], slow: Seen, quick: Seen) -> str:
    """A line of the table."""
    pace = 60 * sum(screen) / max(1, len(screen))
    late = [one["late"] for one in slow.told] or [0]
    change = [one["change"] for one in slow.told] or [0]
    shown = [one["shown"] for one in slow.told] or [0]
    frames = slow.frames or [0.0]
    rate = 1000 * len(frames) / max(1.0, sum(frames))
    behind = sum(frame > SLOW for frame in frames) / len(frames)
    mains = f"{at(0.5, quick.mains):6.2f} {at(0.95, quick.mains):6.2f} {quick.mains[-1]:6.2f} "
    cost = mains + " ".join(f"{quick.cost[kind]:6.2f}" for kind in ("main", *KINDS))
    return (
        f"{game:<11}{slow.moves:>5}{len(slow.told):>7}{max(late):>5}"
        f"{statistics.median(change):>8.1f}{max(change):>7.1f}{statistics.median(shown):>8.1f}{max(shown):>7.1f}"
        f"{pace:>8.2f}{len(screen):>7}{rate:>7.1f}{behind:>7.1%}{max(frames):>8.1f}   {cost}"
    )


def main() -> None:
    """Measure the games named, or all, and print a table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games", nargs="*", default=["combat", "president", "politics", "mudslinger", "night", "slip"])
    asked.add_argument("--throttle", type=float, default=4)
    asked.add_argument("--moves", type=int, default=12)
    asked.add_argument("--width", type=int, default=1280)
    asked.add_argument("--height", type=int, default=800)
    how = asked.parse_args()
    program = os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium"
    if not Path(program).exists():
        print(f"Frames were to be measured and there is no {program}: name a Chromium in HUSTINGS_CHROMIUM.")
        return
    print(f"{how.width} x {how.height}, processor throttled {how.throttle:g} times; costs unthrottled, ms a frame")
    print("game       moves states late  change    max   shown    max  screen frames   main   slow longest   ", end="")
    print(" ".join(f"{kind:>6}" for kind in ("p50", "p95", "most", "main", *KINDS)))
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in how.games:
            if game in SCENES:
                shown = staged(browser, port, game, how)
                print(
                    f"{game:<11} {60 * sum(shown) / max(1, len(shown)):.2f} of 60 frames, of {len(shown)}", flush=True
                )
                continue
            screen = screened(browser, port, game, how)
            print(row(game, screen, throttled(browser, port, game, how), traced(browser, port, game, how)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
