"""The other games: each on its own board by clicks in two sizes and by keys, and any game by its list of moves."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hustings.rooms.fair_deal import SECRET_BYTES, verify
from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import Hands, Keys, Pointer, press
from tests.browser.looks import look_at
from tests.browser.mudslinger import Campaigner
from tests.browser.play import click, legal, picture, type_move
from tests.browser.visitor import LAPTOP, PHONE, Size
from tests.games import NAMES
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
MOST_MOVES = 100
MOST_ANSWERS = 800
A_FEW = 8
WAYS = pytest.mark.parametrize(
    ("play", "size"), [(click, LAPTOP), (click, PHONE), (type_move, LAPTOP)], ids=["clicks", "phone", "keys"]
)
OTHERS = sorted(set(NAMES) - {"combat", "president"})


def played_through(page: Page, game: str, play: Callable[[Page, str], None]) -> int:
    """Play a game against the bots, at once from the front page, to its end; return how many moves that took."""
    page.goto("/")
    press(page, f"[data-testid=game-{game}] button")
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    return played_on(page, game, play)


def played_on(page: Page, game: str, play: Callable[[Page, str], None]) -> int:
    """Play a game that has begun to its end; return how many moves that took."""
    chooser, made = random.Random(game), 0
    while (moves := legal(page)) and made < MOST_MOVES:
        play(page, chooser.choice(moves))
        made += 1
    return made


@WAYS
def test_a_whole_game_of_president(site: Site, visit: Visit, play: Callable[[Page, str], None], size: Size) -> None:
    """Against the bots, at once from the front page, and on to the end of the count."""
    page = (ann := visit(site.port, **size)).page
    made = played_through(page, "president", play)
    press(page, "[data-testid=to-end]")
    table = verify(site.ask("GET", f"/api/rooms/{ann.code}/export").json)
    assert table.result is not None
    assert sum(entry.startswith("P1 ") for entry in table.log) == made
    for seat in table.result.winners:
        name = page.get_by_test_id(f"strip-{seat}").locator("strong").first.inner_text()
        expect(page.get_by_test_id("result")).to_contain_text(name)
    if play is click and size is LAPTOP:
        look_at(ann, "end-president")


@WAYS
def test_a_whole_game_of_politics(site: Site, visit: Visit, play: Callable[[Page, str], None], size: Size) -> None:
    """A party, a nominee, the states of both sides, and the votes as they are counted; then the duel's second game."""
    page = (ann := visit(site.port, **size)).page
    assert played_through(page, "politics", play)
    first = verify(site.ask("GET", f"/api/rooms/{ann.code}/export").json).log
    page.get_by_role("button", name="Same hands and open cards, sides changed").click()
    expect(page.get_by_test_id("standings").first).to_contain_text("with your first cards you")
    page.get_by_role("button", name="Play the second game").click()
    expect(page.get_by_test_id("politics-table")).to_have_attribute("data-over", "false")
    made = played_on(page, "politics", play)
    table = verify(site.ask("GET", f"/api/rooms/{ann.code}/export").json)
    assert table.result is not None
    dealt = next(number for number, entry in enumerate(first) if entry.startswith("P"))
    assert table.log[:dealt] == first[:dealt]
    assert sum(entry.startswith("P2 ") and not entry.endswith(" pass") for entry in table.log) == made
    for side, votes in enumerate(table.result.scores):
        expect(page.get_by_test_id(f"votes-{side}")).to_contain_text(str(votes))
    if play is click and size is LAPTOP:
        look_at(ann, "end-politics")


def skip(page: Page) -> None:
    """Skip a film, unless it is over already."""
    page.evaluate("document.querySelector('[data-testid=skip]')?.click()")


def test_the_last_deal_of_politics_waits_for_each_reader(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Who reads slowly holds up nobody else, and Enter goes on to the film of the last deal."""
    fix_deal(bytes(SECRET_BYTES))
    code, token = site.make(ME, FRIEND, game="politics", autoplay=True)
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann, bo = visit(site.port, moving=True, **LAPTOP), visit(site.port, moving=True, width=1366, height=768)
    ann.come_back(code, token)
    bo.come_back(code, other)
    for page in (ann.page, ann.page, bo.page):
        click(page, legal(page)[0])
    pages = (ann.page, bo.page)
    for page in pages:
        skip(page)
        expect(page.get_by_test_id("redeal").get_by_role("button")).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("skip")).to_have_count(0)
        expect(page.get_by_test_id("whose-turn")).to_contain_text("The last deal")
        assert page.get_by_test_id("hand").evaluate("one => one.scrollHeight <= one.clientHeight")  # no row is cut
    bo.page.get_by_role("button", name="Got it").click()
    skip(bo.page)
    expect(bo.page.get_by_test_id("result")).to_be_visible()
    expect(bo.page.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    box, table = ann.page.get_by_test_id("redeal"), ann.page.get_by_test_id("politics-table")
    expect(box.get_by_role("button")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(box).to_have_count(0)
    expect(table).to_have_attribute("data-busy", "true")
    expect(ann.page.get_by_test_id("whose-turn")).to_contain_text("every card that fits is played")
    skip(ann.page)
    expect(ann.page.get_by_test_id("result")).to_be_visible()


@pytest.mark.parametrize(
    ("hands", "size"), [(Pointer(), LAPTOP), (Pointer(), PHONE), (Keys(), LAPTOP)], ids=["clicks", "phone", "keys"]
)
def test_a_whole_game_of_mudslinger(site: Site, visit: Visit, hands: Hands, size: Size) -> None:
    """Fifty states: windows answered, cards played and traded in, dollars spent, gifts, offers and promises."""
    page = (ann := visit(site.port, **size)).page
    page.goto("/")
    hands.press(page, "[data-testid=game-mudslinger] button")
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    player = Campaigner(page, hands, random.Random("mudslinger"))
    player.play(MOST_ANSWERS)
    table = verify(site.ask("GET", f"/api/rooms/{ann.code}/export").json)
    assert table.result is not None
    own = iter([entry for entry in table.log if entry.startswith("P1 ")])
    assert all(f"P1 {move}" in own for move in player.made), "in this order; passes that follow a pass lie between"
    assert player.done >= {"draw", "campaign", "pass", "trade", "spend", "promise", "offer"}
    scores = sorted(table.result.scores, reverse=True)  # the winner's first
    expect(page.get_by_test_id("score")).to_have_text(re.compile(r" \S ".join(map(str, scores))))
    for seat, points in enumerate(table.result.scores):
        expect(page.get_by_test_id(f"strip-{seat}")).to_contain_text(re.compile(rf"\b{points} point"))
    if isinstance(hands, Pointer) and size is LAPTOP:
        look_at(ann, "end-mudslinger")


@pytest.mark.parametrize("game", OTHERS)
def test_any_game_can_be_played_by_its_list_of_moves(site: Site, visit: Visit, fix_deal: FixDeal, game: str) -> None:
    """A table of its own or not: every legal move is a button, and what happened is told in words."""
    fix_deal(bytes(SECRET_BYTES))
    page = (ann := visit(site.port)).page
    page.goto("/")
    page.get_by_test_id(f"game-{game}").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    chooser = random.Random(game)
    folded = page.locator("[data-testid=move-list]:not([open]) summary")
    moves = page.locator("[data-move], [data-testid=move-list][open] [data-play]")
    for _ in range(A_FEW):
        expect(page.get_by_test_id("whose-turn")).to_contain_text("Your turn")  # nobody else moves meanwhile
        expect(moves.or_(folded).first).to_be_visible()
        if folded.count():
            folded.click()
        moves.nth(chooser.randrange(moves.count())).click()
    lines = picture(page)["log"]
    assert len(lines) >= A_FEW
    for line in lines:
        assert not re.search(r"[{}]|\bP\d\b|undefined|null", line), line
    ann.keep(f"table-{game}")
