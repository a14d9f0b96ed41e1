"""How a game ends for those who watch: election night in step, the newspaper, the poster."""

from __future__ import annotations

import random
import re
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from hustings.rooms.broadcast.broadcast import Broadcast
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import PHONE
from tests.web.helpers import FRIEND, ME, Site, play_out

pytestmark = pytest.mark.browser
UNASKED = ("give", "offer", "promise", "trade", "poll")
NAMES = {"combat": 2, "president": 3, "politics": 2, "mudslinger": 3}
#: what both screens show at one moment
CALLED = "() => Number(document.querySelector('[data-testid=night]')?.dataset.called ?? -1)"
SINCE_END = 9.0  # seconds
STAND_STILL = "const now = performance.now(); performance.now = () => now;"
#: the number of states called, what each side has, and the state that decides
STEP = """() => {
  const night = document.querySelector('[data-testid=night]');
  const totals = [...night.querySelectorAll('[data-testid^=night-total-]')].map((one) => Number(one.textContent));
  return [Number(night.dataset.called), totals, night.dataset.deciding ?? null];
}"""


def played_out(site: Site, game: str) -> tuple[str, list[str]]:
    """A room whose game has just ended: its code and everybody's token."""
    code, token = site.make(ME, *[FRIEND] * (NAMES[game] - 1), game=game)
    tokens = [token, *(site.join(code, name) for name in ("Bo", "Cy")[: NAMES[game] - 1])]
    assert site.host(code, token, do="start").status == 200
    chooser = random.Random(game)
    with ExitStack() as stack:
        players = [stack.enter_context(site.sit(code, one)) for one in tokens]
        play_out(
            players, lambda moves: chooser.choice([one for one in moves if one.split()[1] not in UNASKED] or moves)
        )
    return code, tokens


def poster(page: Page, folder: Path) -> Image.Image:
    """The poster that the newspaper saves."""
    with page.expect_download() as saved:
        page.get_by_test_id("poster").click()
    saved.value.save_as(folder / "poster.png")
    return Image.open(BytesIO((folder / "poster.png").read_bytes()))


def test_the_night_runs_in_step_on_every_screen_and_ends_in_two_newspapers(
    site: Site, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes while it runs joins it; it can be skipped; winner and loser read different papers."""
    code, tokens = played_out(site, "politics")
    monkeypatch.setattr(Broadcast, "_ended_for", lambda _: SINCE_END)  # however long the pages take to open
    sides = [visit(site.port, moving=True), visit(site.port, moving=True, **PHONE)]
    for visitor, token in zip(sides, tokens, strict=True):
        visitor.page.add_init_script(STAND_STILL)
        visitor.come_back(code, token)
        expect(visitor.page.get_by_test_id("night")).to_be_visible()
    pages = [visitor.page for visitor in sides]
    first, second = (page.evaluate(CALLED) for page in pages)
    assert first == second > 3
    pages[0].keyboard.press("Escape")
    pages[1].get_by_test_id("skip-night").click()
    papers = [page.get_by_test_id("front-page") for page in pages]
    for page, paper in zip(pages, papers, strict=True):
        expect(page.get_by_test_id("night")).to_have_count(0)
        expect(page.get_by_test_id("result")).to_be_visible()
        expect(paper).to_have_count(0)
        page.get_by_test_id("newspaper").click()
        expect(paper).to_be_visible()
    assert {paper.get_attribute("data-for") for paper in papers} == {"winner", "loser"}
    headlines = [paper.get_by_role("heading", level=3).inner_text() for paper in papers]
    assert headlines[0] != headlines[1]
    picture = poster(pages[0], tmp_path)
    assert picture.size == (1200, 1500)
    assert len(picture.convert("RGB").getcolors(picture.width * picture.height) or []) > 100
    pages[0].keyboard.press("Escape")
    expect(papers[0]).to_have_count(0)
    expect(pages[0].get_by_test_id("newspaper")).to_be_focused()


@pytest.mark.parametrize("game", ["combat", "president", "mudslinger"])
def test_every_game_has_its_night_and_its_newspaper(site: Site, visit: Visit, game: str) -> None:
    """Where motion is unwelcome nothing begins by itself; on request the states are called, small ones first."""
    code, tokens = played_out(site, game)
    ann = visit(site.port)
    ann.come_back(code, tokens[0])
    page = ann.page
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("night")).to_have_count(0)
    page.get_by_role("button", name="Election night").click()
    night = page.get_by_test_id("night")
    page.wait_for_function(f"() => ({CALLED})() > 0")
    expect(night).to_contain_text(re.compile(r"goes to|first returns|Too close"))
    counted = site.ask("GET", f"/api/rooms/{code}/replay").json["night"]
    for least in (1, 3, 5):  # the steps are the server's
        page.wait_for_function(f"() => ({CALLED})() >= {least}")
        called, totals, deciding = page.evaluate(STEP)
        assert totals == counted["calls"][called - 1]["totals"]
        decides = counted["deciding"]
        assert deciding == (None if decides is None else counted["calls"][decides]["state"])
    assert page.evaluate("document.activeElement.matches('[data-testid=night]')"), "Enter skips nothing"
    page.keyboard.press("Escape")
    expect(night).to_have_count(0)
    paper, film = page.get_by_test_id("front-page"), page.get_by_test_id("to-end")
    expect(page.get_by_test_id("newspaper").or_(film)).to_be_visible()
    if film.count():  # nobody had the majority in the first count
        film.click()
    page.get_by_test_id("newspaper").click()
    expect(paper).to_be_visible()
    winner = page.get_by_test_id("result").locator("h2").inner_text().casefold()
    told = paper.inner_text().casefold()
    named = {"ann": "you", "bo": "bo", "cy": "cy"}  # in the newspaper, and in the viewer's result
    assert any(one in told and own in winner for one, own in named.items()) or "level" in told or "no one" in told
    if game == "combat":
        look_at(ann, "front-page")


def test_sound_is_off_until_it_is_turned_on_once(site: Site, visit: Visit) -> None:
    """What makes sound is fetched then, and the choice is kept."""
    ann = visit(site.port)
    page = ann.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ann.play_bot()
    assert not any("/sound-" in url for url in asked)
    with page.expect_request(re.compile(r"/assets/sound-[\w-]+\.js$")):
        page.get_by_role("button", name="Turn sound on").click()
    page.reload()
    expect(page.get_by_role("button", name="Turn sound off")).to_be_visible()
