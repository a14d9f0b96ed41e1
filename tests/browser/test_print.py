"""Print and play: the PDFs the browser makes of the cards hold to the tenth of a millimetre."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil

import pytest
from playwright.sync_api import Page, expect

import hustings
from tests.browser.conftest import Visit
from tests.browser.looks import AT_REST, look_at
from tests.browser.pdf import Box, Pdf, PdfPage
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
NEAR = 0.1  # mm
BLEED = 3  # mm
CARD = (63, 88)  # mm
PAPER = {"A4": (210, 297), "US Letter": (215.9, 279.4)}  # mm
#: what sticks out of the frame of its card, or lies over what stands below it: code and text
_CUT_OFF = """() => [...document.querySelectorAll('[data-testid=card]')].flatMap(card => {
  const lines = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const box = card.getBoundingClientRect(), frame = box.width * 2.5 / 63;
  const inner = [...card.querySelectorAll('span, b, i')].filter(one => one.childElementCount === 0);
  const texts = inner.filter(one => one.textContent.trim());
  const blocks = [...card.querySelectorAll(':scope > span:not(.deck) > span')].map(one => one.getBoundingClientRect());
  const out = texts.filter(one => lines(one).some(line => line.left < box.left + frame || line.right > box.right - frame
    || line.top < box.top + frame || line.bottom > box.bottom - frame));
  const over = blocks.some((block, k) => k > 0 && block.top < blocks[k - 1].bottom - 0.5);
  const code = card.dataset.code;
  return [...out.map(one => `${code}: ${one.textContent}`), ...(over ? [`${code} overlaps`] : [])];
})"""


def printed(page: Page) -> Pdf:
    """The PDF the browser makes of a page, at the size the page asks for."""
    page.evaluate("document.fonts.ready")
    return Pdf(page.pdf(prefer_css_page_size=True, print_background=True))


def cards_on(page: PdfPage, bleed: float = 0) -> list[Box]:
    """The places of the cards' grounds on a page, from the upper left."""
    size = [side + 2 * bleed for side in CARD]
    near = {
        (round(box.x, 1), round(box.y, 1)): box
        for box in page.filled
        if abs(box.width - size[0]) < NEAR and abs(box.height - size[1]) < NEAR
    }
    return sorted(near.values(), key=lambda box: (round(box.y), round(box.x)))


def choose(page: Page, **fields: str) -> None:
    """Choose in the form, by the label of each field."""
    for label, value in fields.items():
        page.get_by_label(label.capitalize()).select_option(label=value)


def deck(game: str) -> Counter[str]:
    """How often each card is in a game's deck."""
    return Counter({card["code"]: card.get("copies", 1) for card in hustings.game(game).cards()})


@pytest.mark.parametrize(("game", "paper"), [("politics", "A4"), ("mudslinger", "US Letter")])
def test_a_deck_is_printed_at_its_true_size(site: Site, visit: Visit, game: str, paper: str) -> None:
    """Every card once, 63 by 88 mm, in rows that touch, a ruler of 50 mm; paper of its size, typefaces in the file."""
    page = visit(site.port).page
    page.goto(f"/rules/{game}")
    page.get_by_role("link", name="Print the cards").click()
    expect(page.get_by_test_id("pages")).to_be_visible()
    choose(page, paper=paper)
    codes = page.get_by_test_id("card").evaluate_all("all => all.map(one => one.dataset.code)")
    assert Counter(codes) == deck(game)
    page.emulate_media(media="print")
    assert page.evaluate(AT_REST, 1280) == ""
    rulers = page.get_by_test_id("ruler").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height * 25.4 / 96)"
    )
    assert rulers == pytest.approx([50] * ceil(len(codes) / 9), abs=NEAR)
    made = printed(page)
    assert len(made.pages) == ceil(len(codes) / 9)
    assert all(made.typefaces.values())
    assert {re.sub(r"[-0-9].*", "", name) for name in made.typefaces} == {"AlfaSlabOne", "LeagueGothic", "SourceSerif"}
    for sheet in made.pages:
        assert (sheet.width, sheet.height) == pytest.approx(PAPER[paper], abs=0.5)  # the browser's whole pixels
    laid = [cards_on(sheet) for sheet in made.pages]
    assert sum(map(len, laid)) == len(codes)
    for row in (laid[0][:3], laid[0][3:6]):
        assert [box.x - row[0].x for box in row] == pytest.approx([0, 63, 126], abs=NEAR)
        assert [box.y for box in row] == pytest.approx([row[0].y] * 3, abs=NEAR)


@pytest.mark.parametrize(("paper", "on_a_sheet"), [("A4", 8), ("US Letter", 6)])
def test_backs_lie_behind_their_cards(site: Site, visit: Visit, paper: str, on_a_sheet: int) -> None:
    """With bleed, on a sheet on its side: each ground reaches 3 mm further, and a flip on the long edge covers it."""
    page = visit(site.port).page
    page.goto("/print/politics")
    choose(page, paper=paper, bleed="3 mm", ink="Black and white", type="Large")
    page.get_by_label("Backs").select_option("long")
    made = printed(page)
    assert len(made.pages) == 2 * ceil(45 / on_a_sheet)
    for front, back in zip(made.pages[::2], made.pages[1::2], strict=True):
        assert (front.height, front.width) == pytest.approx(PAPER[paper], abs=0.5)
        faces, backs = cards_on(front, BLEED), cards_on(back, BLEED)
        assert faces
        high = PAPER[paper][0]
        behind = sorted((round(box.x), round(high - box.y - box.height)) for box in backs)
        assert behind == sorted((round(box.x), round(box.y)) for box in faces)


def test_backs_of_upright_sheets_change_left_and_right(site: Site, visit: Visit) -> None:
    """A last sheet that is not full has its backs at the other side, code by code."""
    page = visit(site.port).page
    page.goto("/print/mudslinger")
    page.get_by_label("Backs").select_option("long")
    sheets = page.get_by_test_id("sheet")
    where = "all => all.map(one => [one.dataset.code, parseInt(one.style.left), parseInt(one.style.top)])"
    expect(sheets.nth(37)).to_be_attached()
    faces = sheets.nth(36).get_by_test_id("card").evaluate_all(where)
    backs = sheets.nth(37).get_by_test_id("back").evaluate_all(where)
    assert len(faces) == 168 % 9
    assert backs == [[code, 2100 - 630 - x, y] for code, x, y in faces]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_text_is_cut_off(site: Site, visit: Visit, language: str) -> None:
    """On every card of both decks, in both languages, in the usual type and in the large one; and it is all Spanish."""
    visitor = visit(site.port)
    page = visitor.page
    page.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
    for game in ("politics", "mudslinger"):
        page.goto(f"/print/{game}")
        expect(page.get_by_test_id("card").first).to_be_attached()
        page.emulate_media(media="print")
        page.evaluate("document.fonts.ready")
        for large in (False, True):
            page.locator("select").nth(4).evaluate(
                "(one, large) => { one.value = large ? 'large' : 'usual'; one.dispatchEvent(new Event('change')); }",
                large,
            )
            expect(page.locator(".pages.large")).to_have_count(int(large))
            assert page.evaluate(AT_REST, 1280) == ""
            assert page.evaluate(_CUT_OFF) == []
        page.emulate_media(media="screen")
    if language == "es":
        said = page.locator("body").inner_text()
        assert not re.search(r"\b(the|Paper|Backs|Group|turn|Print)\b", said)


def test_other_decks_are_left_to_their_designers(site: Site, visit: Visit) -> None:
    """Combat and U.S. President: a plain sheet of what is on the cards, and no card."""
    page = visit(site.port).page
    for game in ("combat", "president"):
        page.goto(f"/rules/{game}")
        page.get_by_role("link", name="Print a reference sheet").click()
        sheet = page.get_by_test_id("reference")
        for card in hustings.game(game).cards():
            expect(sheet.get_by_text(card["name"], exact=True).first).to_be_visible()
        expect(page.get_by_test_id("card")).to_have_count(0)
        for size in ("Usual", "Large"):
            choose(page, type=size)
            made = printed(page)
            assert len(made.pages) == 1
        assert all(made.typefaces.values())


def test_the_page_fits_every_screen(site: Site, visit: Visit) -> None:
    """On four sizes, light and dark, without a serious fault of access."""
    visitor = visit(site.port)
    visitor.page.goto("/print/politics")
    expect(visitor.page.get_by_test_id("count")).to_contain_text("45 cards")
    for width in (360, 1280):
        visitor.page.set_viewport_size({"width": width, "height": 740})
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    visitor.keep("print-cards")
    visitor.page.goto("/print/combat")
    expect(visitor.page.get_by_test_id("reference")).to_be_visible()
    look_at(visitor, "print")
