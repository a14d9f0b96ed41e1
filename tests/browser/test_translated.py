"""A browser that translates pages: whatever changes shows the same as on a page that nobody translates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from hashlib import sha256

import pytest
from playwright.sync_api import Page, expect

import hustings
from hustings.bots.levels import choose
from hustings.rooms.fair_deal import Deal
from tests.browser.conftest import FixDeal, Visit
from tests.browser.play import legal
from tests.browser.visitor import PHONE, Visitor
from tests.games import NAMES
from tests.web import class_helpers
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
#: as Google's translator in Chrome: every text that may be translated gives way to a copy of it in two elements
TRANSLATOR = """(() => {
  const apart = 'svg, script, style, noscript, textarea, option, font';
  const translate = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (texts.currentNode.data.trim() && parent.translate && !parent.closest(apart)) found.push(texts.currentNode);
    }
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    translate();
    new MutationObserver(translate).observe(document.body, {childList: true, subtree: true, characterData: true});
  });
})()"""
TEXT = "part => document.querySelector(part).innerText.split(/\\s+/).join(' ')"
TRIES, A_MOMENT = 100, 100  # how often and how many milliseconds apart two pages are compared
EVERY = 6  # moves
PEOPLE = ("Ann", "Bo", "Cy")
SEATS = {"combat": 2, "president": 3, "politics": 2, "mudslinger": 3}
#: what a teacher does in a class, in order
COMMANDS: tuple[dict[str, object], ...] = (
    {"do": "tell", "text": "Welcome to the campaign"},
    {"do": "start"},
    {"do": "ask", "text": "Who will win?", "answers": ["The leader", "Somebody else"]},
    {"do": "shut"},
    {"do": "pause", "paused": False},
    {"do": "tell", "text": ""},
    {"do": "rename", "person": 1, "name": "Anna"},
    {"do": "stop", "seconds": 0},
    {"do": "present", "screen": 0},
    {"do": "present", "screen": 1},
    {"do": "present", "screen": None},
)
MOST = {"mudslinger": 90}  # moves; the other games are played to their end


def translated(visitor: Visitor) -> Visitor:
    """The visitor, whose browser translates from now on."""
    visitor.context.add_init_script(TRANSLATOR)
    return visitor


def words_of(page: Page) -> int:
    """The number of texts that have been translated."""
    return page.locator("font > font").count()


def _take_seat(page: Page) -> None:
    """Take the seat back from the other page of the same person."""
    here = page.get_by_role("button", name="Play here instead", exact=True)
    if here.evaluate_all("found => found.map(button => button.click()).length"):  # the table may go away meanwhile
        page.wait_for_timeout(A_MOMENT)


def assert_same(one: Page, other: Page, what: str, hidden: Sequence[str] = (), part: str = "body") -> None:
    """Assert that two pages soon show the same. hidden: what differs in any case; part: a selector."""

    def shown(page: Page) -> str:
        _take_seat(page)
        text: str = page.evaluate(TEXT, part)
        for pattern in hidden:
            text = re.sub(pattern, "…", text)
        return text

    for _ in range(TRIES):
        if (first := shown(one)) == (second := shown(other)):
            return
        one.wait_for_timeout(A_MOMENT)
    assert first == second, what


def script(game: str, secret: bytes) -> list[str]:
    """A game played by the rule of thumb, as far as it is to be watched."""
    table = hustings.game(game).start(seats=SEATS[game], draw=Deal(secret).draw)
    moves: list[str] = []
    while not table.over and len(moves) < MOST.get(game, 1000):
        moves.append(str(choose(table, min(table.owes), "thumb", len(moves))))
        table.play(moves[-1])
    return moves


def press(page: Page, move: str) -> None:
    """Make a move of P1 by the list of all moves."""
    legal(page)
    button = page.locator(f'[data-testid=move-list] [data-play="{move}"]')
    button.wait_for(state="attached")
    button.evaluate("one => one.click()")


@pytest.mark.parametrize("game", NAMES)
def test_a_table_shows_the_same(site: Site, visit: Visit, fix_deal: FixDeal, game: str) -> None:
    """Two rooms with one deal and the same moves, one of them in a browser that translates."""
    secret = sha256(game.encode()).digest()
    fix_deal(secret)
    seats = SEATS[game]
    with ExitStack() as stack:
        pages, rivals, codes = [], [], []
        for visitor in (translated(visit(site.port)), visit(site.port)):
            code, token = site.make(ME, *[FRIEND] * (seats - 1), game=game, name=PEOPLE[0])
            tokens = [site.join(code, name) for name in PEOPLE[1:seats]]
            visitor.come_back(code, token)
            expect(visitor.page.get_by_test_id("seat-1")).to_contain_text(PEOPLE[1])
            visitor.page.get_by_role("button", name="Start the game").click()
            rivals.append([stack.enter_context(site.sit(code, token)) for token in tokens])
            pages.append(visitor.page)
            codes.append(code)
        legal(pages[0])
        seqs = [0, 0]
        for made, move in enumerate(script(game, secret)):
            label, text = move.split(maxsplit=1)
            for room, players in enumerate(rivals):
                for player in players:
                    player.caught_up(seqs[room])
                if label == "P1":
                    press(pages[room], text)
                    seqs[room] += 1
                else:
                    seqs[room] = players[int(label[1:]) - 2].acts(move)
            if made % EVERY == 0:
                assert_same(*pages, f"after {made + 1} moves", codes)
        for page in pages:
            legal(page)
        assert_same(*pages, "at the end", codes)
        assert words_of(pages[0]) == 0
        for page in pages:
            page.get_by_role("button", name="Rules").first.click()
            expect(page.locator("[data-clause]").first).to_be_visible()
        assert_same(*pages, "with the rules open", codes)
        assert words_of(pages[0]) > 20
        pages[0].keyboard.press("Escape")
        pages[1].keyboard.press("Escape")
        assert_same(*pages, "with the rules closed", codes)


def test_the_pages_of_a_class_show_the_same(site: Site, visit: Visit) -> None:
    """Teacher, projector and a phone, each opened twice, from the first arrival to the end of the debrief."""
    code, teacher = class_helpers.made(site, game="president", naming="free", size=2)
    first = class_helpers.joined(site, code, "Ann")["token"]
    kept = {f"class.teacher.{code}": teacher, f"class.person.{code}": first}
    pairs: dict[str, list[Page]] = {"teacher": [], "screen": [], "phone": []}
    for visitor in (translated(visit(site.port)), visit(site.port)):
        visitor.page.goto("/")
        for key, token in kept.items():
            visitor.page.evaluate("([key, token]) => localStorage.setItem(`hustings.${key}`, token)", [key, token])
        for kind, path in (("teacher", "/teacher"), ("screen", "/screen"), ("phone", "")):
            page = visitor.page if kind == "teacher" else visitor.open()
            page.set_viewport_size({"width": PHONE["width"], "height": 740} if kind == "phone" else page.viewport_size)
            page.goto(f"/class/{code}{path}")
            expect(page.locator("main")).to_be_visible()
            pairs[kind].append(page)

    def same(what: str) -> None:
        for kind, pages in pairs.items():
            assert_same(*pages, f"{kind}: {what}", [r"\d+:\d\d"])
            assert words_of(pages[0]) == 0

    same("somebody is here")
    for name in ("Bo", "Cy", "Di"):
        class_helpers.joined(site, code, name)
    same("four are here")
    for asked in COMMANDS:
        class_helpers.command(site, code, teacher, **asked)
        same(str(asked))


@pytest.mark.parametrize("path", ["/", "/rules/combat", "/lesson/president"])
def test_a_page_that_tells_is_translated(site: Site, visit: Visit, path: str) -> None:
    one, other = translated(visit(site.port)), visit(site.port)
    for visitor in (one, other):
        visitor.page.goto(path)
        expect(visitor.page.get_by_role("heading").first).to_be_visible()
        if path.startswith("/rules"):
            visitor.page.get_by_test_id("options").locator("summary").click()
            visitor.page.get_by_role("radio", name="Illustrated edition").check()
    assert_same(one.page, other.page, path)
    assert words_of(one.page) > 20
