"""The table by keyboard: digits, arrows and letters, and the focus that is always somewhere."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import check_end, legal
from tests.browser.typist import Typist
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOST_KEYS = 150  # for a game of Combat
MOST_MOVES = 400
A_GOOD_WHILE = 40
_KEYS = "all => all.map(one => [one.dataset.digit, one.dataset.move])"
_BODY = "document.activeElement === document.body"
# Sends keys within one task of the page; the board's token that has the focus after each.
_AT_ONCE = """keys => keys.map(key => {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return document.activeElement.closest('.board') && document.activeElement.dataset.token;
})"""


def sit_down(page: Page, game: str) -> Typist:
    """From the front page to a table against bots, by keys alone."""
    page.goto("/")
    press(page, f"[data-testid=game-{game}] button")
    page.wait_for_url(re.compile("/r/"))
    return Typist(page)


def test_a_game_of_combat_in_a_hundred_and_fifty_keys(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    typist = sit_down(ann.page, "combat")
    chooser, made = random.Random("keys"), 0
    while (moves := typist.legal()) and made < MOST_MOVES:
        typist.play(chooser.choice(moves))
        made += 1
    table = check_end(ann, site)
    assert sum(entry.startswith("P1 ") for entry in table.log) == made
    assert typist.keys <= MOST_KEYS
    typist.press("Enter")  # the focus is on what comes next: another game
    expect(ann.page.get_by_test_id("combat-table")).to_have_attribute("data-over", "false")


@pytest.mark.parametrize("game", ["politics", "president"])
def test_the_focus_is_never_lost(site: Site, visit: Visit, game: str) -> None:
    """From the first prompt to the end of the game, and on something that can be chosen."""
    typist = sit_down(visit(site.port).page, game)
    chooser, made = random.Random(game), 0
    while (moves := typist.legal()) and made < MOST_MOVES:
        typist.play(chooser.choice(moves))
        made += 1
    assert made >= 2  # in Politics no more may be a choice


def test_the_focus_costs_nothing_in_mudslinger(site: Site, visit: Visit) -> None:
    """Whatever key is pressed, many times over: the focus goes to nothing that takes money or skips a turn."""
    typist, chooser = sit_down(visit(site.port).page, "mudslinger"), random.Random("mudslinger")
    page, seen = typist.page, set[str]()
    for _ in range(A_GOOD_WHILE):
        assert typist.legal()
        assert page.evaluate("!document.activeElement.matches('[data-shy]')")
        keys = {key: move or "" for key, move in page.locator("main [data-digit]").evaluate_all(_KEYS)}
        seen.update(f"{key} {move.split()[0]}" for key, move in keys.items() if move)
        typist.press(chooser.choice(sorted(keys)))
    assert {"0 pass", "S rest", "1 campaign", "4 campaign"} <= seen
    assert not seen & {"0 rest", "1 rest", "1 pass", "1 poll"}


def test_whoever_points_is_led_nowhere(site: Site, visit: Visit) -> None:
    """With a pointer the focus rests beside the decision, without digits; a first key takes it to what comes next."""
    ann = visit(site.port)
    ann.play_bot()
    page = ann.page
    for _ in range(A_GOOD_WHILE):
        if not (moves := legal(page)):
            break
        page.wait_for_function(f"() => !({_BODY})")
        assert page.locator("[data-digit]").count() == 0
        page.locator(f'[data-testid=move-list] [data-play="{moves[0]}"]').dispatch_event("click")
    page.wait_for_function(f"() => !({_BODY})")
    page.keyboard.press("Shift")
    page.wait_for_function("() => document.activeElement.matches('main button')")


def test_enter_on_an_unfinished_choice_keeps_it(site: Site, visit: Visit) -> None:
    """The pyramid stays chosen, and the table says what is missing."""
    typist = sit_down(visit(site.port).page, "president")
    assert typist.legal()
    size = typist.page.locator("main button[data-token=large]")
    size.focus()
    typist.press("Enter")
    expect(size).to_have_attribute("aria-pressed", "true")
    size.focus()
    typist.press("Enter")
    expect(size).to_have_attribute("aria-pressed", "true")
    expect(typist.page.get_by_test_id("why-not")).to_contain_text("Now choose a state")


def test_letters_and_the_list_of_keys(site: Site, visit: Visit) -> None:
    """R, M and ? open their sheets, Escape closes them, and the focus comes back."""
    ann = visit(site.port)
    sit_down(ann.page, "combat").legal()
    page = ann.page
    for key, title in (("r", "Rules"), ("m", "Room"), ("?", "Keys")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        if key == "?":
            expect(page.get_by_test_id("key-list")).to_contain_text("Choose by number")
            look_at(ann, "keys")
        page.keyboard.press("1")  # nothing of the table is in reach below a sheet
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name=title)).to_be_hidden()
        page.wait_for_function("() => document.activeElement.matches('[data-testid^=place-] button')")
    assert legal(page) == [f"turn {place}" for place in range(1, 6)]
    page.keyboard.press("o")
    expect(page.get_by_test_id("odds")).to_be_visible()


def test_letters_open_the_deals_and_the_answers(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    sit_down(page, "mudslinger").legal()
    for letter, title in (("t", "A promise in your own words"), ("m", "Ask me only when it is about me")):
        page.keyboard.press(letter)
        expect(page.get_by_role("dialog")).to_contain_text(title)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_each_game_keeps_its_own_speed(site: Site, visit: Visit) -> None:
    """The speed stands first in the menu; a game never played before begins at the normal one."""
    page = visit(site.port).page
    for game, chosen in (("combat", "normal"), ("politics", "normal"), ("combat", "fast")):
        sit_down(page, game).legal()
        page.keyboard.press("m")
        expect(page.get_by_test_id(f"speed-{chosen}")).to_have_attribute("aria-pressed", "true")
        page.get_by_test_id("speed-fast").click()
        page.keyboard.press("Escape")


def test_no_shortcut_with_modifiers_while_writing_or_when_turned_off(site: Site, visit: Visit) -> None:
    """WCAG 2.1.4: a single character does nothing where it is written, and can be turned off."""
    ann = visit(site.port)
    sit_down(ann.page, "combat").legal()
    page = ann.page
    turns = [f"turn {place}" for place in range(1, 6)]
    for key in ("Control+1", "Alt+1", "Meta+1"):
        page.keyboard.press(key)
    page.evaluate("""() => {
      const field = document.body.querySelector('main').appendChild(document.createElement('input'));
      field.id = 'note';
      field.focus();
    }""")
    page.keyboard.type("1r?")
    expect(page.locator("#note")).to_have_value("1r?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("document.getElementById('note').remove()")
    page.wait_for_function("() => document.activeElement.matches('[data-testid^=place-] button')")
    page.keyboard.press("?")
    page.get_by_label("Use single digits").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.type("1r?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert legal(page) == turns
    page.reload()
    assert legal(page) == turns
    page.keyboard.type("1")
    assert legal(page) == turns
    press(page, "[data-testid=place-1] button")
    page.wait_for_function("() => !document.querySelector('[data-testid=place-1][data-lies=down]')")  # or a wild card


def test_two_keys_lead_to_the_first_game(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    page.goto("/")
    expect(page.get_by_test_id("start-here")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the games")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=game-president] button").first).to_be_focused()


@pytest.mark.parametrize("game", ["combat", "politics"])  # the board over the panel, and beside it
def test_the_link_to_the_table_passes_the_bar(site: Site, visit: Visit, game: str) -> None:
    ann = visit(site.port)
    sit_down(ann.page, game).legal()
    ann.page.locator(".skip").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("main > .board")).to_be_focused()
    ann.page.keyboard.press("ArrowDown")
    assert ann.page.evaluate("document.activeElement.matches('[data-token], [data-move]')")
    ann.page.locator(".skip").focus()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('main') !== null")


def test_the_button_that_stays_in_sight_covers_no_focused_option(site: Site, visit: Visit) -> None:
    page = visit(site.port, width=1366, height=768).page
    page.goto("/new/mudslinger")
    page.get_by_test_id("options").locator("summary").press("Enter")
    seen = 0
    while page.evaluate("!document.activeElement.matches('[type=submit]')"):
        page.keyboard.press("Tab")
        seen += page.evaluate("document.activeElement.matches('[type=radio]')")
        assert page.evaluate("""() => {
          const now = document.activeElement, box = now.getBoundingClientRect();
          const bar = document.querySelector('[type=submit]');
          return now === bar || box.bottom <= bar.getBoundingClientRect().top;
        }""")
    assert seen > 4


def test_every_key_counts_however_fast_it_comes(site: Site, visit: Visit) -> None:
    """A digit leads to the board before the next key, so an arrow goes on from there; Escape leads back."""
    typist = sit_down(visit(site.port).page, "president")
    assert typist.legal()
    page = typist.page
    start, first, second, chosen = page.evaluate(_AT_ONCE, ["3", "ArrowLeft", "ArrowLeft", "Enter"])
    assert start == page.locator("[data-start]").get_attribute("data-start")
    assert first is not None
    assert first != start
    assert second == chosen
    pressed = page.locator(".board [data-token][aria-pressed=true]")
    expect(pressed).to_have_attribute("data-token", chosen)
    page.evaluate(_AT_ONCE, ["Escape"])
    expect(pressed).to_have_count(0)
    expect(page.locator("button[data-token=large]")).to_be_focused()
