"""The table as a folder of files: a whole game in a page that has no server and no network."""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import run
from threading import Thread
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, TimeoutError, expect

import hustings
from hustings.rooms.fair_deal import lesson_deal
from tests.browser.conftest import Visit
from tests.browser.days import KEPT, assert_same_games, carried, three_days
from tests.browser.firefox import firefox
from tests.browser.hands import press
from tests.browser.play import click, legal
from tests.browser.test_translated import assert_same, translated, words_of
from tests.browser.test_translated import press as make
from tests.browser.visitor import NO_SERVER, Visitor
from tests.wasm.conftest import with_example

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
BUILT = 1800  # seconds; for hangs: a busy machine compiles five games in ten minutes
A_FEW = 2
A_MOMENT, SOON = 100, 3000  # milliseconds
REVIEWED = 60_000  # milliseconds
A_FEW_ENTRIES = 25
FIRST_SCREEN, GAME, UNTIL_A_MOVE = 140_000, 80_000, 370_000  # bytes, packed
#: the address of the finished game, past the count if there is one
ENDED = """() => {
  document.querySelector('[data-testid=to-end]')?.click();
  return document.querySelector('a[download]')?.href;
}"""
#: the log of the only room that the page has kept
KEPT_LOG = """() => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('hustings.room.'))[1]).log"""
#: the keys of all rooms' cards
KEYS = """() => Object.entries(localStorage).filter(([name]) => name.startsWith('hustings.room.'))
  .map(([, room]) => JSON.parse(room).key)"""
FORGET_CHALLENGES = """() => Object.keys(localStorage).filter(name => name.startsWith('hustings.challenge.'))
  .forEach(name => localStorage.removeItem(name))"""


class Quiet(SimpleHTTPRequestHandler):
    """`python -m http.server` without its log."""

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of programs that know a game of another distribution."""
    return with_example(tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, known: dict[str, str]) -> Path:
    """The built folder, one level below what is served; with the example, a game of another distribution."""
    found = tmp_path_factory.mktemp("site")
    run([sys.executable, ROOT / "scripts/build_site.py", found / "play"], check=True, timeout=BUILT, env=known)
    return found


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """The port of a server of files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_any_host_of_files_serves_it_right(folder: Path) -> None:
    with served(folder) as port:
        asked = [sys.executable, ROOT / "scripts/check_site.py", f"http://127.0.0.1:{port}/play/"]
        checked = run(asked, check=False, timeout=BUILT)
    assert checked.returncode == 0


@pytest.fixture
def ann(folder: Path, visit: Visit) -> Visitor:
    """A visitor on a phone whose browser may keep the folder."""
    with served(folder) as port:
        visitor = visit(port, width=390, height=844, touch=True, worker=True)
        visitor.guard.excuse(NO_SERVER)
        visitor.page.goto("/play/")
        visitor.page.wait_for_function(KEPT)
    visitor.context.set_offline(True)
    return visitor


def saved(page: Page) -> dict[str, object]:
    """The game that a finished table offers to download."""
    page.locator("details:has(a[download]) > summary").click()
    with page.expect_download() as download:
        page.locator("a[download]").click()
    found: dict[str, object] = json.loads(Path(download.value.path()).read_text("utf-8"))
    return found


def replayed(game: dict[str, object], folder: Path, environment: dict[str, str]) -> None:
    """Have `hustings replay` verify a saved game."""
    file = folder / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    command = [sys.executable, "-c", "from hustings.cli import main; main()", "replay", file]
    run(command, check=True, timeout=BUILT, env=environment)


def lit(page: Page) -> list[str]:
    """The moves with a button of their own, as soon as there are some; empty when the game is over."""
    while moves := legal(page):
        shown = page.locator("[data-move]:visible").evaluate_all("all => all.map(one => one.dataset.move)")
        if found := [move for move in moves if move in shown]:
            return found
        page.wait_for_timeout(A_MOMENT)
    return []


def tap(page: Page, move: str) -> None:
    """Press a move's button, unless a bot has moved meanwhile."""
    with suppress(TimeoutError):
        page.locator(f'[data-move="{move}"]:visible').first.click(timeout=SOON)


def menu(page: Page) -> None:
    """Open the room's menu."""
    page.get_by_role("button", name=re.compile("^Menu: take back")).click()


def take_back(page: Page) -> None:
    """Ask for the last move back, in the room's own sheet."""
    menu(page)
    page.get_by_role("button", name="Take my last move back").click()


@pytest.mark.parametrize(
    ("name", "waits", "makes"),
    [
        ("president", legal, click),
        pytest.param("politics", legal, click, marks=pytest.mark.slow),
        pytest.param("combat", legal, click, marks=pytest.mark.slow),
        pytest.param("mudslinger", lit, tap, marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_without_a_network(
    ann: Visitor,
    known: dict[str, str],
    tmp_path: Path,
    name: str,
    waits: Callable[[Page], list[str]],
    makes: Callable[[Page, str], None],
) -> None:
    page, chooser = ann.page, random.Random(30)
    page.reload()
    press(page, f"[data-testid=game-{name}] button")
    page.wait_for_url(re.compile(r"#/r/[A-Z]{6}$"))
    made = 0
    menu(page)
    expect(page.get_by_test_id("take-move-back")).to_be_disabled()
    expect(page.get_by_test_id("own-game")).to_contain_text("You have no move to take back")
    page.keyboard.press("Escape")
    page.get_by_test_id("ask-hint").click()
    # Combat begins with a decision of which nothing depends, and says so instead of a hint
    expect(page.get_by_test_id("actions")).to_contain_text(re.compile("(of|in) 100|rule of thumb|Nothing to choose"))
    while moves := waits(page):
        if made == A_FEW:
            before = page.get_by_test_id("log").inner_text()
            page.reload()
            legal(page)
            expect(page.get_by_test_id("log")).to_have_text(re.compile(".+"))
            assert before.splitlines()[-1] in page.get_by_test_id("log").inner_text()
        makes(page, chooser.choice(moves))
        made += 1
    seat = "P1"
    if page.get_by_test_id("to-end").count():
        press(page, "[data-testid=to-end]")
    if name == "politics":  # a duel, in which the first game's cards stay secret until the second is over
        page.get_by_test_id("same-cards").click()
        page.get_by_role("button", name="Play the second game").click()
        expect(page.get_by_test_id("result")).to_have_count(0)
        seat, made = "P2", 0
        while moves := waits(page):
            makes(page, chooser.choice(moves))
            made += 1
    if name == "president":
        page.get_by_test_id("to-challenge").click()
        challenge = page.get_by_test_id("challenge-text").locator("span").inner_text()
        page.get_by_test_id("copy-challenge").click()
        page.keyboard.press("Escape")
    game = saved(page)
    table = hustings.load(game)
    assert table.result is not None
    assert A_FEW <= made <= sum(str(entry).startswith(f"{seat} ") for entry in table.log)
    assert table.save()["result"] == game["result"]
    expect(page.get_by_test_id("result")).to_contain_text(str(max(table.result.scores)))
    page.get_by_test_id("to-replay").click()
    page.get_by_role("slider").press("End")
    expect(page.get_by_role("main")).to_contain_text(f"Point {len(table.log)} of {len(table.log)}")
    expect(page.get_by_test_id("story").locator(".now li").first).to_be_attached()  # the chances have been counted
    page.go_back()
    page.get_by_role("button", name=re.compile("^(Rematch|Next deal)")).click()
    expect(page.get_by_test_id("result")).to_have_count(0)
    assert len(legal(page)) > 1
    expect(page.get_by_test_id("whose-turn")).to_be_visible()
    replayed(game, tmp_path, known)
    if name == "president":
        page.goto(challenge)
        expect(page.get_by_test_id("challenge-results")).to_contain_text("You")
        before = page.evaluate(KEYS)
        page.evaluate(FORGET_CHALLENGES)
        page.reload()
        page.get_by_test_id("play-challenge").click()
        page.wait_for_url(re.compile(r"#/r/[A-Z]{6}$"))
        legal(page)
        after = page.evaluate(KEYS)
        assert len(after) == len(before) + 1
        assert set(after) == set(before)


def test_a_whole_game_in_firefox(folder: Path, known: dict[str, str], tmp_path: Path) -> None:
    chooser = random.Random(30)
    with firefox(tmp_path / "profile", width=390, height=844) as page:
        with served(folder) as port:
            page.go(f"http://127.0.0.1:{port}/play/")
            page.until(KEPT)
        page.go(f"http://127.0.0.1:{port}/play/")
        page.press("[data-testid=game-president] button")
        page.press("[data-testid=first-card] form button")
        while moves := page.legal():
            page.make(chooser.choice(moves))
        address = page.until(ENDED)
        assert page.faults == []
    game = json.loads(unquote(address.partition(",")[2]))
    assert hustings.load(game).over
    replayed(game, tmp_path, known)


def packed(files: Iterable[Path]) -> int:
    """The bytes that a host sends of files."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def test_the_page_and_each_game_are_light(folder: Path) -> None:
    page = (folder / "play/index.html").read_text("utf-8")
    named = {folder / "play" / name for name in re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page)}
    first = [folder / "play/index.html", *named, *(folder / "play/assets").glob("worker-*.js")]
    assert any(file.name.startswith("main-") for file in named)
    assert packed(first) < FIRST_SCREEN
    told = json.loads((folder / "play/manifest.webmanifest").read_text("utf-8"))
    assert {told["id"], told["scope"], told["start_url"]} == {"./"}
    assert all((folder / "play" / icon["src"]).is_file() for icon in told["icons"])
    program = folder / "play/games/program.json"
    for code in (folder / "play/games").glob("*.wasm"):
        game = [code, code.with_suffix(".json")]
        assert packed(game) < GAME
        until = packed({*first, *game, program, *tables(folder / "play", code.stem)})
        assert FIRST_SCREEN < until < UNTIL_A_MOVE, f"{code.stem} takes {until} bytes until the first move"


def tables(play: Path, game: str) -> set[Path]:
    """The scripts, styles and words that a room and a game's table need, among them those of the first screen."""
    main = next((play / "assets").glob("main-*.js")).read_text("utf-8")
    listed = re.search(r"m\.f=(\[[^\]]*\])", main)
    assert listed
    names = json.loads(listed[1])
    table = re.search(rf"\b{game}:\{{[^}}]*?(Table-[\w-]+\.js)", main) or re.search(r"(Table-[\w-]+\.js)", main)
    everywhere = next((play / "assets").glob("everywhere-*.js")).read_text("utf-8")
    english = re.search(r"English\b.*?(atTable-[\w-]+\.js)", everywhere)
    assert english
    found = {play / "assets" / english[1]}
    for chunk in (re.search(r"(RoomPage-[\w-]+\.js)", main), table):
        assert chunk
        needs = re.search(
            rf"import\(`\./{re.escape(chunk[1])}`\)(?:\.then\([^)]+\))?,__vite__mapDeps\(\[([\d,]+)\]", main
        )
        assert needs
        found |= {(play / "assets" / names[int(number)]).resolve() for number in needs[1].split(",")}
    return found


def test_a_foreign_game_without_a_network(ann: Visitor, known: dict[str, str], tmp_path: Path) -> None:
    page, chooser = ann.page, random.Random(30)
    page.reload()
    page.get_by_test_id("game-whistle_stop").get_by_role("button", name="Play now").click()
    while moves := legal(page):
        click(page, chooser.choice(moves))
    game = saved(page)
    assert game["game"] == "whistle_stop"
    replayed(game, tmp_path, known)


def test_it_says_what_needs_a_server(ann: Visitor) -> None:
    page = ann.page
    page.reload()
    expect(page.get_by_role("banner")).to_contain_text("hustings serve")
    expect(page.get_by_test_id("open-class")).to_have_count(0)
    page.get_by_test_id("game-president").get_by_role("link", name="Open a room").click()
    expect(page.get_by_role("radio", name="on this device")).to_have_count(1)
    expect(page.get_by_role("radio", name="by link")).to_have_count(0)
    page.goto("/play/#/class")
    page.reload()
    page.get_by_role("button", name="Open").first.click()
    expect(page.get_by_role("alert")).to_contain_text("hustings serve")


def test_a_file_from_python_goes_on(ann: Visitor, tmp_path: Path) -> None:
    page, chooser = ann.page, random.Random(7)
    table = hustings.game("president").start(seats=3, seed=11)
    while len(table.log) < A_FEW_ENTRIES or 0 not in table.owes:
        table.play(chooser.choice(table.legal(min(table.owes))))
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**table.save(["Ann", "Bo", "Cy"]), "bots": [None, "thumb", "random"]}), "utf-8")
    page.get_by_test_id("open-saved").set_input_files(file)
    page.wait_for_url(re.compile(r"#/r/[A-Z]{6}$"))
    assert [f"P1 {move}" for move in legal(page)] == [str(move) for move in table.legal(0)]
    for name in ("Bo", "Cy"):
        expect(page.locator("[data-testid^=strip-]", has_text=name)).to_have_count(1)
    click(page, legal(page)[0])
    legal(page)
    page.get_by_role("button", name=re.compile("^Menu: take back")).click()
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    again = hustings.load(json.loads(Path(download.value.path()).read_text("utf-8")))
    assert list(again.log[: len(table.log)]) == list(table.log)
    assert len(again.log) > len(table.log)
    page.goto("/play/")
    file.write_text(json.dumps({**table.save(), "log": [*table.log, "P1 fly"]}), "utf-8")
    page.get_by_test_id("open-saved").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text(f'entry {table.length + 1} "Player 1 fly"')


def test_a_finished_game_is_reviewed_without_a_network(ann: Visitor, tmp_path: Path) -> None:
    page, chooser = ann.page, random.Random(30)
    table = hustings.game("president").start(seats=2, seed=30)
    while not table.over:
        table.play(chooser.choice(table.legal(min(table.owes))))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.save(["Ann", "Bo"])), "utf-8")
    page.get_by_test_id("open-saved").set_input_files(file)
    page.wait_for_url(re.compile(r"#/r/[A-Z]{6}/replay$"))
    page.goto(page.url.removesuffix("/replay"))
    expect(page.get_by_test_id("to-review")).to_have_attribute("data-state", re.compile("counting|ready"))
    page.get_by_test_id("to-review").click()
    told = page.get_by_test_id("review")
    expect(told).to_have_attribute("data-state", "ready", timeout=REVIEWED)
    expect(page.get_by_test_id("luck-0")).to_contain_text("luck")
    worst = page.get_by_test_id("mattered").locator("[data-decision]").first
    expect(worst).to_contain_text(re.compile("Better: .+ games?"))
    entry = int(worst.get_attribute("data-decision") or 0)
    assert str(table.log[entry - 1]).startswith("P1 ")
    ann.keep("review-without-server")
    worst.click()
    page.wait_for_url(re.compile(rf"#/r/[A-Z]{{6}}/replay/{entry - 1}$"))
    expect(page.get_by_test_id("review-here")).to_contain_text("Better: ")


def test_a_browser_that_translates_shows_the_same(folder: Path, visit: Visit, tmp_path: Path) -> None:
    """A game around one device, move by move, in two browsers, and its replay point by point."""
    table, chooser = hustings.game("president").start(seats=2, seed=11), random.Random(5)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**table.save(["Ann", "Bo"]), "bots": [None, None]}), "utf-8")
    with served(folder) as port:
        visitors = translated(visit(port)), visit(port)
        pages = [visitor.page for visitor in visitors]
        hidden: list[str] = []
        for page in pages:
            page.goto("/play/")
            page.get_by_test_id("open-saved").set_input_files(file)
            page.wait_for_url(re.compile(r"#/r/[A-Z]{6}$"))
            hidden.append(page.url.rsplit("/", 1)[-1])
        while not table.over:
            move = chooser.choice(table.legal(min(table.owes)))
            for page in pages:
                page.get_by_test_id("curtain").get_by_role("button").click()
                make(page, str(move).split(maxsplit=1)[1])
            table.play(move)
            if table.length % A_FEW_ENTRIES == 0:
                assert_same(*pages, f"after {table.length} entries", hidden)
        for page in pages:
            page.get_by_test_id("to-end").click()
            page.get_by_test_id("to-replay").evaluate("one => one.click()")
        for step in range(A_FEW_ENTRIES):
            for page in pages:
                page.get_by_role("slider").press("ArrowRight")
                expect(page.get_by_role("main")).to_contain_text(f"Point {step + 1} of {len(table.log)}")
            assert_same(*pages, f"point {step + 1}", hidden, "[data-testid=strip-0]")
        assert words_of(pages[0]) == 0


def test_three_days_on_a_phone_and_then_on_another(folder: Path, visit: Visit) -> None:
    with served(folder) as port:
        ann, other = (visit(port, width=390, height=844, touch=True, worker=True) for _ in range(2))
        page, phone = ann.page, other.page
        three_days(ann, random.Random(30))
        page.goto("/play/")
        page.get_by_test_id("all-games").click()
        rows = page.get_by_test_id("finished").get_by_role("listitem")
        expect(rows).to_have_count(3)
        rows.nth(1).get_by_role("link", name="Replay").click()  # the duel's first game
        page.get_by_role("slider").press("End")
        expect(page.get_by_role("main")).to_contain_text(re.compile(r"Point (\d+) of \1"))
        link, file = carried(ann)
        phone.clock.set_fixed_time(datetime(2026, 11, 29, 12, tzinfo=UTC))
        phone.goto(link)
        expect(phone.get_by_test_id("take")).to_contain_text(re.compile(r"2 ballots\s+1 puzzle answer"))
        assert phone.url.endswith("/play/#/mine")
        phone.get_by_test_id("take-games").click()
        expect(phone.locator("[data-testid^=continue-]")).to_have_count(1)
        phone.get_by_test_id("open-games").set_input_files(file)
        phone.get_by_test_id("take-games").click()
        expect(phone.get_by_test_id("finished").get_by_role("listitem")).to_have_count(3)
        assert_same_games(page, phone)
        phone.goto("/play/")
        expect(phone.get_by_test_id("today")).to_contain_text("2 days running")
        phone.locator("[data-testid^=continue-]").click()
        legal(phone)


def test_a_device_passed_around(ann: Visitor) -> None:
    page = ann.page
    page.goto("/play/#/new/president")
    page.reload()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_test_id("players").select_option("2")
    page.get_by_role("radio", name="Another player on this device").check()
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_role("button", name="Start the game").click()
    for name in ("Ann", "Bo"):
        curtain = page.get_by_test_id("curtain")
        expect(curtain).to_contain_text(f"Pass the device to {name}")
        expect(page.locator("[data-token], [data-play], [data-move], [data-testid=log]")).to_have_count(0)
        curtain.get_by_role("button").click()
        if name == "Ann":
            click(page, (before := legal(page))[0])
    take_back(page)
    expect(page.get_by_test_id("curtain")).to_contain_text("Pass the device to Ann")
    page.get_by_test_id("curtain").get_by_role("button").click()
    assert legal(page) == before
    menu(page)
    expect(page.get_by_test_id("take-move-back")).to_be_disabled()
    expect(page.get_by_text("no move to take back")).to_be_visible()


def test_the_guided_game_has_its_own_deal(ann: Visitor) -> None:
    page = ann.page
    page.get_by_test_id("game-president").get_by_role("button", name="Learn by playing").click()
    title = page.get_by_test_id("coach").get_by_role("heading")
    expect(title).to_have_text("A ballot a week")
    game = hustings.game("president")
    dealt = list(game.start(seats=2, draw=lesson_deal(game).draw).log)
    click(page, legal(page)[0])
    expect(title).not_to_have_text("A ballot a week")
    page.reload()
    assert dealt == page.evaluate(KEPT_LOG)[: len(dealt)]
    expect(title).to_be_visible()


def test_the_position_in_the_documentation_can_be_played(ann: Visitor) -> None:
    page = ann.page
    text = (ROOT / "docs/howto/without-a-server.md").read_text("utf-8")
    address = re.findall(r'<iframe src="../../(play/#/try/[^"]+)"', text)[0]
    table = hustings.load(json.loads(unquote(address.partition("#/try/")[2])))
    for _ in range(2):
        page.goto("/play/")
        page.goto(f"/{address}")
        assert [f"P1 {move}" for move in legal(page)] == [str(move) for move in table.legal(0)]
        click(page, legal(page)[0])
    page.goto("/play/")
    expect(page.locator("[data-testid^=continue-]")).to_have_count(1)
