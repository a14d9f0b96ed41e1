"""Every page on a phone, a tablet and a laptop, light and dark: axe finds nothing serious, nothing sticks out."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.play import click, legal, number, play_script, settled, written
from tests.browser.visitor import Visitor, befriend
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
SIZES = ((360, 740), (768, 1024), (1280, 800))  # CSS pixels
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GRAVE = ("serious", "critical")
FORMS = {"map": "Map", "tiles": "Tiles", "list": "List"}
axe = Axe()


def violations(visitor: Visitor) -> list[str]:
    """What axe finds serious or critical: its rule, and where."""
    response: dict[str, Any] = axe.run(visitor.page).response
    return [
        f"{found['id']}: {[node['target'] for node in found['nodes'][:3]]}"
        for found in response["violations"]
        if found["impact"] in GRAVE
    ]


def look_at(visitor: Visitor, state: str) -> None:
    """Check and keep one state in every size and both colour schemes."""
    page = visitor.page
    page.evaluate("document.fonts.ready")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{state} is wider than {width} px"
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            visitor.keep(f"{state}-{width}-{scheme}")
            assert violations(visitor) == [], f"{state} at {width} px, {scheme}"


def test_front_page_and_room_making(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    ann.page.goto("/")
    expect(ann.page.get_by_test_id("game-combat")).to_be_visible()
    look_at(ann, "home")
    ann.page.get_by_test_id("game-combat").get_by_role("link", name="Open a room").click()
    ann.page.get_by_role("radio", name="A bot").check()
    expect(ann.page.get_by_role("radio", name="Picture rules")).to_be_visible()
    look_at(ann, "new-room")


def test_waiting_room_and_rules(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code = ann.make_room()
    expect(ann.page.get_by_test_id("room-code")).to_have_text(code)
    look_at(ann, "waiting-room")
    ann.page.goto("/rules/combat")
    expect(ann.page.locator("[data-clause=EC-1]")).to_be_visible()
    look_at(ann, "rules")


@pytest.mark.parametrize("form", FORMS)
def test_the_table_in_mid_game(site: Site, visit: Visit, fix_deal: FixDeal, form: str) -> None:
    """A choice is open and the odds are asked for; with the list, a question has been answered as well."""
    script = written("prose", frozenset({"turn", "take"}))
    count = next(k for k, move in enumerate(script.moves) if " take " in move and k > 20)
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    befriend(ann, bo)
    seq = number(ann.page)
    play_script([ann.page, bo.page], script, 0, count)
    mover = (ann, bo)[int(script.moves[count][1]) - 1]
    settled(mover.page, seq + count)
    mover.page.get_by_role("button", name=FORMS[form], exact=True).click()
    mover.page.get_by_role("button", name="Odds").click()
    expect(mover.page.get_by_test_id("odds")).to_contain_text("Exact")
    if form == "list":
        mover.page.get_by_test_id("confirm").click()
        expect(mover.page.get_by_test_id("why-not")).to_contain_text("Choose first")
    look_at(mover, f"table-{form}")


def test_the_rules_sheet_and_the_end(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    script = written("illustrated", frozenset({"turn"}))
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    befriend(ann, bo, "illustrated")
    ann.page.get_by_role("button", name="Rules").click()
    expect(ann.page.get_by_role("dialog", name="Rules")).to_be_visible()
    look_at(ann, "rules-sheet")
    ann.page.keyboard.press("Escape")
    play_script([ann.page, bo.page], script, 0)
    expect(ann.page.get_by_test_id("result")).to_be_visible()
    look_at(ann, "end")


def test_president(site: Site, visit: Visit) -> None:
    """A week has passed, and half a ballot is filled in."""
    ann = visit(site.port)
    ann.page.goto("/")
    ann.page.get_by_test_id("game-president").get_by_role("button", name="Play a bot now").click()
    click(ann.page, legal(ann.page)[0])
    move = legal(ann.page)[0]
    expect(ann.page.get_by_test_id("president-table")).to_have_attribute("data-week", "2")
    ann.page.locator(f'[data-token="{move.split()[2]}"]').click()
    look_at(ann, "president")


def test_touch_targets_on_a_phone(site: Site, visit: Visit) -> None:
    """Everything to press is at least 44 px high, except links in running text."""
    ann = visit(site.port, width=360, height=740, touch=True)
    ann.play_bot()
    sizes = ann.page.locator("button:visible, summary:visible").evaluate_all(
        "all => all.map(one => [one.ariaLabel ?? one.innerText, one.getBoundingClientRect().height])"
    )
    assert len(sizes) > 8
    assert [what for what, height in sizes if height < 44] == []
