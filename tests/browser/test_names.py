"""Names of any script and width: they move no number beside them, and widen no phone's page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hustings.rooms import keys
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import AT_REST, STICKS_OUT
from tests.browser.midgame import MUDSLINGER, POLITICS, PRESIDENT, Moment, led
from tests.browser.visitor import PHONE, Visitor
from tests.games import NAMES
from tests.web import class_helpers
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
RIGHT_TO_LEFT = ("מיכל 7", "سارة", "דוד בן גוריון", "ليلى", "רות", "عمر")
WIDE = tuple(letter * 24 for letter in "WM@%Ж☃")
MOMENTS = {one.game: one for one in (Moment("combat", 2, 12, "turn", 1), PRESIDENT, POLITICS, MUDSLINGER)}
#: texts and labels with letters that run from right to left and are not isolated; a lone letter is a seat's mark
LOOSE = r"""() => {
  const letters = /[\u0590-\u08ff]/;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.parentElement.tagName !== 'SCRIPT') texts.push(walker.currentNode.data);
  for (const one of document.querySelectorAll('[aria-label], [title], [alt]'))
    for (const name of ['aria-label', 'title', 'alt']) texts.push(one.getAttribute(name) ?? '');
  const told = texts.filter(text => letters.test(text) && text.trim().length > 1);
  const isolated = /\u2068[^\u2068\u2069]*\u2069/g;
  return {loose: told.filter(text => letters.test(text.replace(isolated, ''))), told: told.length};
}"""


def assert_isolated(page: Page) -> None:
    """Assert that no text moves what stands around it."""
    found = page.evaluate(LOOSE)
    assert found["loose"] == []
    assert found["told"] > 0


def assert_narrow(visitor: Visitor, what: str) -> None:
    """Assert that the page is no wider than the phone."""
    assert visitor.page.evaluate(AT_REST, PHONE["width"]) == "", what
    visitor.keep(f"wide-names-{what}")


@pytest.mark.parametrize("game", NAMES)
def test_a_name_from_right_to_left_is_isolated_at_the_table(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str
) -> None:
    fix_deal(MOMENTS[game].secret)
    with led(site, MOMENTS[game], RIGHT_TO_LEFT) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("log")).to_contain_text(RIGHT_TO_LEFT[1])
        assert_isolated(ann.page)
        ann.keep(f"right-to-left-{game}")


def test_a_name_from_right_to_left_goes_back_as_it_was_typed(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, name=RIGHT_TO_LEFT[0])
    ann = visit(site.port)
    ann.come_back(code, token)
    page = ann.page
    expect(page.get_by_test_id("seat-0")).to_contain_text(f"\u2068{RIGHT_TO_LEFT[0]}\u2069")
    assert_isolated(page)
    page.get_by_test_id("seat-0").get_by_role("button", name="Rename").click()
    field = page.get_by_test_id("seat-0").get_by_role("textbox")
    expect(field).to_have_value(RIGHT_TO_LEFT[0])
    field.fill("שרה 8")
    field.press("Enter")
    expect(page.get_by_test_id("seat-0")).to_contain_text("\u2068שרה 8\u2069")
    assert site.ask("GET", f"/api/rooms/{code}").json["seats"][0]["name"] == "שרה 8"


def test_names_from_right_to_left_are_isolated_in_a_class(site: Site, visit: Visit) -> None:
    code, teacher = class_helpers.made(site, naming="free")
    tokens = [class_helpers.joined(site, code, name)["token"] for name in RIGHT_TO_LEFT[:2]]
    for key, path in ((f"teacher.{code}", "/teacher"), (f"person.{code}", "")):
        visitor = visit(site.port)
        visitor.page.goto("/")
        value = teacher if key.startswith("teacher") else tokens[0]
        visitor.page.evaluate("([key, value]) => localStorage.setItem(`hustings.class.${key}`, value)", [key, value])
        visitor.page.goto(f"/class/{code}{path}")
        expect(visitor.page.get_by_text(RIGHT_TO_LEFT[0]).first).to_be_visible()
        assert_isolated(visitor.page)


@pytest.mark.parametrize("game", NAMES)
def test_names_of_24_wide_letters_widen_no_phones_page(site: Site, visit: Visit, fix_deal: FixDeal, game: str) -> None:
    moment = MOMENTS[game]
    code, token = site.make(ME, *[FRIEND] * (moment.seats - 1), game=game, name=WIDE[0])
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    expect(ann.page.get_by_test_id("seat-0")).to_be_visible()
    assert_narrow(ann, f"lobby-{game}")
    fix_deal(moment.secret)
    with led(site, moment, WIDE) as (code, token):
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("actions")).to_be_visible()
        assert_narrow(ann, game)


def test_names_of_24_wide_letters_widen_no_page_of_a_class(site: Site, visit: Visit) -> None:
    code, teacher = class_helpers.made(site, naming="free")
    tokens = [class_helpers.joined(site, code, name)["token"] for name in WIDE]
    phone = visit(site.port, **PHONE)
    phone.page.goto("/")
    for key, value in ((f"teacher.{code}", teacher), (f"person.{code}", tokens[0])):
        phone.page.evaluate("([key, value]) => localStorage.setItem(`hustings.class.${key}`, value)", [key, value])
    for path in ("/teacher", "/screen", ""):
        phone.page.goto(f"/class/{code}{path}")
        expect(phone.page.locator("main")).to_be_visible()
        phone.page.wait_for_timeout(300)
        assert_narrow(phone, f"class{path.replace('/', '-')}")


@pytest.mark.parametrize("width", [360, 390, 1366])
def test_a_code_of_wide_letters_stands_on_one_line(
    site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(keys, "LETTERS", "MW")
    code, token = site.make(ME, FRIEND, game="combat")
    ann = visit(site.port, width=width, height=800, touch=width < 400)
    ann.come_back(code, token)
    shown = ann.page.get_by_test_id("room-code")
    expect(shown).to_have_text(code)
    assert shown.evaluate(STICKS_OUT) == 0
    ann.keep(f"wide-code-{width}")
