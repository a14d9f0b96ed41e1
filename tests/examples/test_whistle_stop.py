"""A game of its own distribution, never named in Hustings: tested, played in a terminal, in rooms, in a browser."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hustings
from tests.browser.conftest import launched
from tests.browser.visitor import Visitor
from tests.cli.conftest import program
from tests.examples.conftest import EXAMPLE, ROOT
from tests.web import test_serve
from tests.web.helpers import BOT, ME, Site, play_out

GAME = "whistle_stop"
TITLE = "Whistle Stop"
PASSED = re.compile(r"^(\d+) passed in ", re.MULTILINE)
LEAST = 200  # tests of the contract suite
TEXTS = {".css", ".html", ".js", ".json", ".md", ".py", ".svelte", ".toml", ".ts", ".yaml", ".yml"}


def test_hustings_names_it_nowhere() -> None:
    """Neither the package nor the client knows of it."""
    for folder in ("src", "client/src", "bench", "scripts"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in TEXTS and "static" not in path.parts:
                assert GAME not in path.read_text(encoding="utf-8"), path


@pytest.mark.slow
def test_its_contract_suite_passes(found: Path, tmp_path: Path) -> None:
    """In a folder without any settings of ours."""
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    counted = PASSED.search(done.stdout)
    assert counted, done.stdout[-400:]
    assert int(counted[1]) >= LEAST


# --- on the command line


def test_it_is_among_the_games(found: Path, tmp_path: Path) -> None:
    told = json.loads(program("games", "--json", folder=tmp_path).out)
    names = [one["name"] for one in told]
    assert names == sorted({GAME, *hustings.game_names()})
    (one,) = (one for one in told if one["name"] == GAME)
    assert one["title"] == TITLE
    assert one["players"] == [2, 3, 4]
    assert one["options"] == [{"name": "stops", "values": ["8", "5"]}]
    assert len(json.loads(program("cards", GAME, "--json", folder=tmp_path).out)) == 51
    assert "WS-6" in program("rules", GAME, folder=tmp_path).out


def test_random_games_are_written_and_replayed(found: Path, tmp_path: Path) -> None:
    done = program("random", GAME, "--stops", "5", "--seats", "3", "--games", "2", "--out", "games", folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    for path in sorted((tmp_path / "games").iterdir()):
        saved = json.loads(path.read_text(encoding="utf-8"))
        assert saved["options"] == {"stops": "5"}
        ending = json.loads(program("replay", str(path), "--json", folder=tmp_path).out)
        assert ending["over"]
        assert ending["log_length"] == len(saved["log"]) == 3 + 5 + 3 * 5
        assert sum(ending["shares"]) == pytest.approx(1)


def test_a_game_in_the_terminal(found: Path, tmp_path: Path) -> None:
    """Against a bot, by number and by notation; the plain drawing shows the record, and refusals name their clause."""
    typed = ["why speak 3", "pledge large", "speak 5", *["1"] * 7]
    words = ["play", GAME, "--bot", "thumb", "--player", "Ann", "--seed", "1", "--save", "game.json"]
    done = program(*words, folder=tmp_path, typed="\n".join(typed) + "\n")
    assert (done.code, done.err) == (0, "")
    assert "The table, as Ann sees it" in done.out
    assert re.search(r"voice +Ann 16; Dolores Whitfield 16 +minutes left", done.out)
    assert "(WS-4)" in done.out
    assert "The end" in done.out
    result = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["result"]
    assert result["text"].replace("P1", "Ann").replace("P2", "Dolores Whitfield") in " ".join(done.out.split())
    assert program("replay", "game.json", folder=tmp_path).out.startswith(result["text"])


# --- over the network


@pytest.fixture
def site(found: Path, tmp_path: Path) -> Iterator[Site]:
    """A server that knows the game, as a process of its own."""
    with test_serve.program(tmp_path) as (_, running):
        yield running


def test_a_room_against_bots(site: Site, tmp_path: Path) -> None:
    """Over the protocol, to the end; then the deal is checked from the file."""
    code, token = site.make(ME, BOT, BOT, game=GAME)
    with site.sit(code, token) as client:
        assert client.state["view"]["pledge"] == [None, None, None]
        assert play_out([client]) == 9
        assert client.state["over"]
        assert client.state["result"]["text"].endswith(("votes.", "votes each."))
    saved = site.ask("GET", f"/api/rooms/{code}/export").json
    (tmp_path / "game.json").write_text(json.dumps(saved), encoding="utf-8")
    assert program("verify", "game.json", folder=tmp_path).out.startswith("Fair: all ")


@pytest.mark.browser
def test_a_whole_game_by_clicks(site: Site) -> None:
    """On the table that serves any game, from the front page to the end."""
    with launched() as chromium:
        visitor = Visitor(chromium, site.port, autoplay=True)
        page = visitor.page
        page.goto("/")
        page.get_by_test_id(f"game-{GAME}").get_by_role("button", name="Play now").click()
        page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
        expect(page.get_by_text(TITLE).first).to_be_visible()
        chooser, moves = random.Random(GAME), page.locator("[data-move]")
        result = page.get_by_test_id("result")
        asked = page.get_by_test_id("whose-turn").filter(has_text="Your turn")
        for _ in range(9):  # fewer if the room makes the moves that leave no choice
            expect(asked.or_(result).first).to_be_visible()
            if result.is_visible():
                break
            expect(moves.first).to_be_visible()
            moves.nth(chooser.randrange(moves.count())).click()
        expect(result).to_be_visible()
        lines = [line.inner_text() for line in page.get_by_test_id("log").get_by_role("listitem").all()]
        seats = site.ask("GET", f"/api/rooms/{visitor.code}/export").json["seats"]
        assert sum(line.count(" had pledged ") for line in lines) == len(seats)
        assert not [line for line in lines if re.search(r"[{}]|\bP\d\b|undefined|null", line)]
        assert visitor.leave() == []
