"""The documentation's pictures are taken from the running program: HUSTINGS_PICTURES=docs/images writes them there."""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.midgame import MUDSLINGER, POLITICS, PRESIDENT, Moment, led
from tests.browser.play import Script, legal, number, play_script, settled, written
from tests.browser.visitor import Visitor, befriend
from tests.web.class_helpers import hurry
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOST_BYTES = 250_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the pictures go."""
    return Path(os.environ.get("HUSTINGS_PICTURES") or tmp_path)


def take(visitor: Visitor, path: Path) -> None:
    """Take a picture of what the window shows, in 256 colours; it must be small enough for a README."""
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.mouse.move(0, 0)
    shown = Image.open(BytesIO(visitor.page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    assert len(shown.getcolors(shown.width * shown.height) or []) > 100  # a blank page has one colour
    shown.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("moment", [PRESIDENT, POLITICS, MUDSLINGER], ids=lambda moment: moment.game)
def test_a_table_in_mid_game(site: Site, visit: Visit, fix_deal: FixDeal, folder: Path, moment: Moment) -> None:
    """The picture, then every size: what is chosen by the first press stands there chosen."""
    fix_deal(moment.secret)
    with led(site, moment) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        assert any(move.startswith(moment.move) for move in legal(ann.page))
        take(ann, folder / f"{moment.game}.png")
        look_at(ann, f"table-{moment.game}")


def choice_in_mid_game(script: Script) -> int:
    """How many moves lead to P1's first choice of what to take after the fifth hand."""
    table = script.table(0)
    for count, move in enumerate(script.moves):
        if table.view(None)["hand"] > 5 and move.startswith("P1 take"):
            return count
        table.play(move)
    raise AssertionError("the script has no such choice")


def test_the_front_page(site: Site, visit: Visit, folder: Path) -> None:
    ann = visit(site.port, height=940)
    ann.page.goto("/")
    expect(ann.page.get_by_test_id("game-combat")).to_be_visible()
    take(ann, folder / "home.png")


def test_the_table_on_a_laptop_and_on_a_phone(site: Site, visit: Visit, fix_deal: FixDeal, folder: Path) -> None:
    """The same moment for both players: Ann, at the laptop, chooses; Bo, on his phone, waits."""
    script = written("prose", frozenset({"turn", "take"}))
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port, width=360, height=760, touch=True, scale=2)
    befriend(ann, bo)
    seq, count = number(ann.page), choice_in_mid_game(script)
    play_script([ann.page, bo.page], script, 0, count)
    for visitor in (ann, bo):
        settled(visitor.page, seq + count)
    for token in script.moves[count].split()[2:]:
        ann.page.locator(f'[data-testid=board] [data-token="{token}"]').click()
    expect(ann.page.get_by_test_id("confirm")).to_have_attribute("data-dim", "false")
    bo.page.evaluate("window.scrollTo(0, 0)")
    take(ann, folder / "combat.png")
    take(bo, folder / "phone.png")


def test_a_class_for_its_teacher_and_on_the_projector(site: Site, visit: Visit, folder: Path) -> None:
    """Four people at two tables, after a few weeks of U.S. President."""
    teacher, screen = visit(site.port, height=900), visit(site.port, width=1280, height=720)
    page = teacher.page
    page.goto("/class")
    page.get_by_label("Game").select_option("president")
    page.get_by_label("Players per table").select_option("2")
    page.get_by_role("button", name="Open the class", exact=True).click()
    code = page.get_by_test_id("class-code").inner_text()
    screen.page.goto(f"/class/{code}/screen")
    for _ in range(4):
        phone = visit(site.port, width=360, height=760, touch=True)
        phone.page.goto(f"/class/{code}")
        phone.page.get_by_role("button", name="Join", exact=True).click()
        expect(phone.page.get_by_test_id("who")).to_contain_text("You are")
    page.get_by_test_id("start").click()
    expect(screen.page.get_by_test_id("screen-table-2")).to_be_visible()
    for _ in range(4):
        hurry(site, code, page.evaluate("code => localStorage.getItem(`hustings.class.teacher.${code}`)", code))
    expect(page.get_by_text(re.compile(r"Week \d+ of 12")).first).to_be_visible()
    page.get_by_test_id("alone").evaluate("one => one.remove()")  # a class's server is in a network
    page.evaluate("window.scrollTo(0, 0)")
    take(teacher, folder / "class-teacher.png")
    take(screen, folder / "class-screen.png")
