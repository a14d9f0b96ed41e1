"""What a phone's screen must leave in sight: the standings of every state, who is who."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from hustings import bots
from hustings.rooms.fair_deal import SECRET_BYTES
from tests.browser.conftest import FixDeal, Visit
from tests.browser.fit import faults
from tests.browser.looks import AT_REST, STICKS_OUT
from tests.browser.midgame import MUDSLINGER, POLITICS, PRESIDENT, Moment, led
from tests.browser.visitor import LAPTOP, PHONE
from tests.web.helpers import BOT, FRIEND, ME, Site

pytestmark = pytest.mark.browser
#: what of a text would be cut with three dots
_CUT = """one => [one, ...one.querySelectorAll('*')]
  .filter(part => getComputedStyle(part).textOverflow === 'ellipsis').map(part => part.className)"""

#: the parts of a player's strip that lie on the electors, by their class
COVERS_ELECTORS = """strip => {
  const electors = strip.querySelector('.electors').getBoundingClientRect();
  return [...strip.querySelectorAll('strong, .stock *')].map(part => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.width > 2 && box.right > electors.left && box.left < electors.right
      && box.bottom > electors.top + 1 && box.top < electors.bottom - 1)
    .map(([part]) => part.tagName);
}"""
#: the letters of a small state that stick out of its box in the sea or lie on others
OUT_OF_BOX = """map => [...map.querySelectorAll('[data-box]')].flatMap(state => {
  const box = state.querySelector('.box').getBoundingClientRect();
  return [...state.querySelectorAll('text')].filter(text => {
    const letters = text.getBoundingClientRect();
    const before = text.previousElementSibling;
    const start = before?.tagName === 'text' ? before.getBoundingClientRect().right : box.left;
    return letters.left < start || letters.right > box.right;
  }).map(text => text.textContent);
})"""

#: two states and what may be taken with one of them; a wild card in play while another one is staked
COMBAT_TAKES, COMBAT_THROWS = Moment("combat", 2, 0, "take", 1), Moment("combat", 2, 36, "rock", 27)
SPANISH = "localStorage.setItem('hustings.language', 'es')"


def started(site: Site, game: str, bots: int) -> tuple[str, str]:
    """A room of the host and so many bots, where the game has begun: its code and the host's token."""
    return site.make(ME, *[BOT] * bots, game=game)


def test_every_form_of_the_swing_states_shows_all_on_a_phone(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """The list without scrolling sideways, and the whole map with every standing."""
    fix_deal(PRESIDENT.secret)
    with led(site, PRESIDENT) as (code, token):
        ann = visit(site.port, **PHONE)
        ann.come_back(code, token)
        page = ann.page
        page.get_by_role("button", name="List", exact=True).click()
        rows = page.get_by_test_id("state-list")
        assert rows.evaluate(STICKS_OUT) == 0
        assert max(rows.locator("tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")) < 130
        page.get_by_role("button", name="Map", exact=True).click()
        plates = page.get_by_test_id("plate-map").locator(".plate")
        expect(plates).to_have_count(11)
        cut = "one => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth"
        assert plates.evaluate_all(f"plates => plates.filter({cut}).length") == 0
        assert plates.locator(".rows .points").count() > 11  # what each has there is told on the map too


@pytest.mark.parametrize("game", ["president", "mudslinger"])
def test_names_are_whole(site: Site, visit: Visit, game: str) -> None:
    code, token = started(site, game, 5)
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    people = [one.name for one in bots.characters("thumb")]
    for seat in range(1, 6):
        name = ann.page.get_by_test_id(f"strip-{seat}").locator("strong")
        expect(name).to_have_text(re.compile("|".join(people)))
        people.remove(name.inner_text().replace("\u00a0", " "))
        assert name.evaluate(STICKS_OUT) == 0
        assert name.evaluate(_CUT) == []


def test_five_players_of_mudslinger_are_in_sight(site: Site, visit: Visit) -> None:
    """On a laptop, a projector and a tablet, under the fight, without scrolling and above what can be done."""
    code, token = started(site, "mudslinger", 4)
    ann = visit(site.port, width=1280, height=720)
    ann.come_back(code, token)
    last = ann.page.get_by_test_id("strip-4")
    for width, height, edge in ((1280, 720, 720), (1920, 1080, 1080), (768, 1024, 1024)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(AT_REST, width) == ""
        dock = ann.page.locator(".dock").bounding_box()
        box = last.bounding_box()
        assert dock
        assert box
        beside = dock["x"] > box["x"] + box["width"]
        assert box["y"] + box["height"] <= (edge if beside else dock["y"])


def test_three_players_of_mudslinger_are_in_sight_on_a_phone(site: Site, visit: Visit) -> None:
    """As many as a game against bots begins with, above what can be done."""
    code, token = started(site, "mudslinger", 2)
    ann = visit(site.port, width=390, height=844, touch=True)
    ann.come_back(code, token)
    expect(ann.page.get_by_test_id("strip-2")).to_be_visible()
    dock = ann.page.locator(".dock").bounding_box()
    assert dock
    for seat in range(3):
        board = ann.page.get_by_test_id(f"strip-{seat}").bounding_box()
        assert board
        assert board["y"] + board["height"] <= dock["y"]


def test_a_fight_and_its_bids_are_in_sight_on_a_low_phone(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """The fight, what has just happened and both chances stand above one another, and nothing lies on them."""
    fix_deal(MUDSLINGER.secret)
    with led(site, MUDSLINGER) as (code, token):
        ann = visit(site.port, width=360, height=640, touch=True)
        ann.come_back(code, token)
        page = ann.page
        fight = page.get_by_test_id("contest")
        expect(fight).to_contain_text("You run in")
        expect(fight.get_by_test_id("chance")).to_contain_text("%")
        boxes = [
            page.locator(one).bounding_box() for one in ("[data-testid=contest]", "[data-testid=caption]", ".dock")
        ]
        chances = [page.locator(f"[data-testid=bid] [data-move{one}]").first for one in ("=pass", "^=spend")]
        boxes += [chance.bounding_box() for chance in (chances[0], page.get_by_test_id("deals-button"))]
        for chance in chances:
            expect(chance).to_contain_text("%")
        edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
        assert len(edges) == 5
        (_, fight_ends), (caption, caption_ends), (dock, _), (_, bids_end), (always, always_end) = edges
        assert fight_ends <= caption
        assert caption_ends <= dock + 2
        assert bids_end <= always
        assert always_end <= 640
        expect(page.get_by_test_id("bid").get_by_label("One dollar more")).to_be_visible()


def test_a_choice_that_lacks_a_card_stays_on_its_button(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(COMBAT_TAKES.secret)
    with led(site, COMBAT_TAKES) as (code, token):
        ann = visit(site.port, width=360, height=640, touch=True)
        ann.context.add_init_script(SPANISH)
        ann.come_back(code, token)
        page = ann.page
        cards = page.locator("[data-testid^=place-] button[data-token]")
        expect(cards).to_have_count(5)
        min(cards.all(), key=_votes).click()
        page.locator("[data-testid^=place-] button[data-token='3']").click()
        expect(page.get_by_test_id("lacks")).to_have_text("Falta una carta")
        ann.keep("combat-lacks-a-card")
        # The board marks the chosen cards, so that their names may end in dots; a strip leaves out its last fact.
        assert faults(page, [r"^cut sideways: .* \(chosen\)", r"^cut away: .* \(strip-\d span.nowrap\)"]) == []


def _votes(place: Locator) -> int:
    """Return the votes of an open card; a card that lies face down has more than any."""
    said = re.search(r"(\d+) VOTOS", place.inner_text(), re.IGNORECASE)
    return int(said[1]) if said else 99


def test_signs_to_throw_are_in_sight_in_a_hand_with_a_stake(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(COMBAT_THROWS.secret)
    with led(site, COMBAT_THROWS) as (code, token):
        ann = visit(site.port, width=360, height=640, touch=True)
        ann.context.add_init_script(SPANISH)
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("wild-in-play")).to_be_visible()
        ann.keep("combat-throws-with-a-stake")
        signs = ann.page.get_by_role("group", name="¿Piedra, papel o tijera?").locator("[data-move]")
        expect(signs).to_have_count(3)
        for sign in signs.all():
            expect(sign).to_be_in_viewport(ratio=1)


def test_the_log_is_folded_below_the_board_and_open_beside_it(site: Site, visit: Visit) -> None:
    code, token = started(site, "president", 1)
    for size, folded in ((PHONE, True), (LAPTOP, False)):
        ann = visit(site.port, **size)
        ann.come_back(code, token)
        line = ann.page.get_by_test_id("log").locator("li").first
        line.wait_for(state="attached")
        assert line.is_visible() is not folded
        if folded:
            ann.page.get_by_test_id("log").locator("summary").click()
            expect(line).to_be_visible()


def test_the_bar_of_votes_is_told_in_words(site: Site, visit: Visit) -> None:
    code, token = started(site, "politics", 1)
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    expect(ann.page.get_by_role("img", name="Votes on the map: ")).to_be_visible()
    expect(ann.page.get_by_test_id("votes-0").locator(".label")).to_be_visible()


#: how much of the window shows the board, and what covers it, in square pixels
IN_SIGHT = """() => {
  const box = one => document.querySelector(one).getBoundingClientRect();
  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const [board, dock, top] = [box('.table .board'), box('.table .dock'), box('.table .top')];
  return {
    board: shared(board, whole) / (innerWidth * innerHeight),
    dock: shared(dock, whole) / (dock.width * dock.height),
    covered: shared(board, dock) + shared(board, top) + shared(dock, top),
  };
}"""


@pytest.mark.parametrize("game", ["combat", "president", "politics", "mudslinger"])
def test_a_phone_held_sideways_and_a_page_at_twice_its_size_show_board_and_panel(
    site: Site, visit: Visit, game: str
) -> None:
    """844 x 390 is a phone; 640 x 360 is 1280 x 720 at 200 %. The panel stays when the page is scrolled."""
    code, token = started(site, game, 2 if game == "mudslinger" else 1)
    ann = visit(site.port, width=844, height=390, touch=True)
    ann.come_back(code, token)
    expect(ann.page.get_by_test_id(f"{game}-table")).to_be_visible()
    for width, height in ((844, 390), (640, 360), (568, 320)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(AT_REST, width) == ""
        for edge in (0, 10_000):
            ann.page.evaluate("edge => window.scrollTo(0, edge)", edge)
            seen = ann.page.evaluate(IN_SIGHT)
            assert seen["dock"] > 0.99, (width, edge, seen)
            assert seen["covered"] < width, (width, edge, seen)
            assert seen["board"] > 0.4 or edge, (width, edge, seen)
        ann.keep(f"sideways-{game}-{width}")


#: the sizes, in CSS pixels, at which the letters of a map are shown
LETTERS = """root => [...root.querySelectorAll('text, .plate span')]
  .filter(one => one.checkVisibility() && one.textContent.trim() && !one.querySelector('span'))
  .map(one => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1))"""


@pytest.mark.parametrize("game", ["president", "politics", "combat"])
def test_no_letter_on_a_map_is_smaller_than_11_pixels(site: Site, visit: Visit, game: str) -> None:
    """On tiles, on plates and on the map of true shapes, where letters without room are left out."""
    code, token = started(site, game, 1)
    ann = visit(site.port, width=320, height=640, touch=True)
    ann.come_back(code, token)
    board = ann.page.get_by_test_id("board") if game != "combat" else ann.page.locator("aside .map")
    for form in ("Tiles", "Map"):
        ann.page.get_by_role("button", name=form, exact=True).click()
        for width in (320, 360, 640, 768, 1280, 1920):
            ann.page.set_viewport_size({"width": width, "height": 800})
            if width > 320:
                assert ann.page.evaluate(AT_REST, width) == ""
            sizes = board.evaluate(LETTERS)
            assert len(sizes) > 11
            assert min(sizes) >= 11, (form, width)
            if form == "Map" and game != "president":
                ann.keep(f"letters-{game}-{width}")


@pytest.mark.parametrize("game", ["combat", "president", "politics", "mudslinger"])
def test_no_title_is_cut(site: Site, visit: Visit, game: str) -> None:
    """Nor between people, where the bar has a button for the chat too."""
    code, token = site.make(ME, *[FRIEND] * (2 if game == "mudslinger" else 1), game=game)
    for name in ("Bo", "Cy")[: 2 if game == "mudslinger" else 1]:
        site.join(code, name)
    assert site.host(code, token, do="start").status == 200
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    title = ann.page.locator(".top h1")
    for width in (360, 480, 568, 640, 700, 760, 768):
        ann.page.set_viewport_size({"width": width, "height": 740})
        assert ann.page.evaluate(AT_REST, width) == ""
        assert title.evaluate(STICKS_OUT) <= 0, width
        if width in (568, 640):
            ann.keep(f"title-{game}-{width}")


@pytest.mark.parametrize("width", [360, 390])
def test_a_score_with_a_condition_covers_nothing(site: Site, visit: Visit, fix_deal: FixDeal, width: int) -> None:
    fix_deal(bytes(SECRET_BYTES))  # in which one of them gets Florida
    code, token = started(site, "president", 1)
    ann = visit(site.port, width=width, height=640, touch=True)
    ann.come_back(code, token)
    expect(ann.page.locator(".pledge")).to_have_count(1)
    for seat in range(2):
        assert ann.page.get_by_test_id(f"strip-{seat}").evaluate(COVERS_ELECTORS) == []


def test_parties_and_nominees_are_whole(site: Site, visit: Visit) -> None:
    code, token = started(site, "politics", 1)
    ann = visit(site.port, width=360, height=640, touch=True)
    ann.come_back(code, token)
    page = ann.page
    sticks_out = "ones => ones.filter(one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)"
    inside = f"{sticks_out}.map(one => one.textContent)"
    assert page.locator(".nominee").evaluate_all(inside) == []
    assert page.locator('[data-move^="side "]').evaluate_all(inside) == []
    page.locator('[data-move^="side "]').first.click()
    page.get_by_role("button", name=re.compile("^Choose ")).first.click()
    assert page.locator(".nominee .label").evaluate_all(inside) == []


def test_letters_of_small_states_stay_in_their_boxes(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(POLITICS.secret)
    with led(site, POLITICS) as (code, token):
        ann = visit(site.port, **PHONE)
        ann.come_back(code, token)
        ann.page.get_by_role("button", name="Map", exact=True).click()
        board = ann.page.get_by_test_id("true-map")
        expect(board.locator("[data-box] .fill-tone").first).to_be_attached()
        assert board.evaluate(OUT_OF_BOX) == []


@pytest.mark.parametrize(("width", "height", "seats"), [(360, 640, 4), (844, 390, 5)])
def test_all_dollars_are_in_sight_on_low_screens(site: Site, visit: Visit, width: int, height: int, seats: int) -> None:
    code, token = started(site, "mudslinger", seats - 1)
    ann = visit(site.port, width=width, height=height, touch=True)
    ann.come_back(code, token)
    purses = ann.page.get_by_test_id("players")
    expect(purses.locator("[data-testid^=money]")).to_have_text([re.compile(r"\$\d+")] * seats)
    assert purses.evaluate(STICKS_OUT) == 0
    box = purses.bounding_box()
    assert box
    assert box["y"] + box["height"] < height / 2
