"""Company in a room: before the game, while somebody is away, without a network, and for a rematch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hustings.rooms.fair_deal import SECRET_BYTES
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.tour import GAMES
from tests.browser.visitor import PHONE, Size
from tests.web.helpers import BOT, FRIEND, ME, Site, fresh_id, play_out

pytestmark = pytest.mark.browser
SMALL: Size = {"width": 360, "height": 640, "touch": True}
_CLEAR = "one => getComputedStyle(one).backgroundColor"
_CUT = """() => {
  window.dispatchEvent(new Event('offline'));
  return new Promise(done => setTimeout(() => done(document.querySelector('[data-testid=connection]').dataset.link)));
}"""


def test_the_link_comes_first_and_the_start_stands_on_solid_ground(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, FRIEND, BOT, game="president")
    ann, guest = visit(site.port, **SMALL), visit(site.port, **PHONE)
    ann.come_back(code, token)
    page = ann.page
    for shown in (page.get_by_test_id("room-code"), page.get_by_role("button", name="Copy the link")):
        expect(shown).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("others")).to_have_count(0)
    start = page.get_by_role("button", name="Start with 2 bots")
    expect(start).to_be_in_viewport(ratio=1)
    assert page.locator("footer").evaluate(_CLEAR) not in ("transparent", "rgba(0, 0, 0, 0)")
    strengths = page.get_by_text("How strong the bots are")
    expect(strengths).to_be_attached()
    expect(page.locator("details", has=strengths)).not_to_have_attribute("open", "")
    guest.page.goto(f"/r/{code}")
    expect(page.get_by_test_id("others")).to_have_text("Somebody has opened the link and is choosing a name.")
    expect(guest.page.get_by_role("button", name="Take a seat")).to_be_in_viewport(ratio=1)
    expect(guest.page.get_by_test_id("others")).to_have_count(0)
    look_at(ann, "room-host")
    look_at(guest, "room-guest")
    start.click()
    expect(page.get_by_test_id("lobby")).to_have_count(0)
    seats = site.ask("GET", f"/api/rooms/{code}").json["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot", "bot"]


@pytest.mark.parametrize("game", GAMES)
def test_a_tile_shows_on_a_phone_who_is_away(site: Site, visit: Visit, game: str) -> None:
    code, token = site.make(ME, FRIEND, *[BOT] * (GAMES[game] - 1), game=game)
    bo = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann = visit(site.port, **SMALL)
    ann.come_back(code, token)
    expect(ann.page.get_by_test_id("away-1")).to_be_visible()
    with site.sit(code, bo):
        expect(ann.page.get_by_test_id("away-1")).to_have_count(0)
    expect(ann.page.get_by_test_id("away-1")).to_be_visible()
    expect(ann.page.get_by_test_id("away-0")).to_have_count(0)


def test_a_device_without_a_network_says_so_at_once(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    ann.play_bot()
    connection = ann.page.get_by_test_id("connection")
    expect(connection).to_have_attribute("data-link", "open")
    assert ann.page.evaluate(_CUT) != "open"
    expect(connection).to_have_attribute("data-link", "open")


@pytest.mark.parametrize("game", GAMES)
def test_a_rematch_starts_together_and_stands_under_continue(site: Site, visit: Visit, game: str) -> None:
    """Bo reads the newspaper or the review meanwhile, and both find the new game on the front page."""
    code, token = site.make(ME, FRIEND, *[BOT] * (GAMES[game] - 1), game=game)
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    with site.sit(code, token) as hers, site.sit(code, other) as his:
        for client in (hers, his):  # bots play to the end
            client.send({"id": fresh_id(), "resign": True})
        while not hers.state["over"]:
            hers.receive()
    ann, bo, looking = visit(site.port), visit(site.port, **PHONE), visit(site.port, **PHONE)
    ann.come_back(code, token)
    bo.come_back(code, other)
    looking.page.goto(f"/r/{code}")
    for visitor in (bo, looking):
        visitor.page.get_by_test_id("to-review").click()
        expect(visitor.page.get_by_role("dialog", name="Review")).to_be_visible()
    ann.page.get_by_test_id("result").get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_test_id("proposal")).to_contain_text("The rematch starts once Bo agrees.")
    asked = bo.page.get_by_test_id("proposal")
    expect(asked).to_contain_text("Ann wants a rematch.")
    expect(bo.page.get_by_role("dialog", name="Review")).to_be_visible()
    asked.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator("[data-over=false]")).to_be_attached()
    for visitor in (bo, looking):
        expect(visitor.page.get_by_role("dialog", name="Review")).to_be_visible()
        expect(visitor.page.get_by_test_id("proposal")).to_contain_text("The next game has begun.")
        visitor.page.get_by_role("button", name="Go to the table").click()
        expect(visitor.page.locator("[data-over=false]")).to_be_attached()
        expect(visitor.page.get_by_role("dialog", name="Review")).to_have_count(0)
    for visitor in (ann, bo):
        visitor.page.goto("/")
        expect(visitor.page.get_by_test_id(f"continue-{code}")).to_be_visible()


def test_two_are_offered_a_duel_and_see_its_score(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(bytes(SECRET_BYTES))
    code, token = site.make(ME, FRIEND, game="politics")
    bo = site.join(code, "Bo")
    ann = visit(site.port, **SMALL)
    ann.come_back(code, token)
    page = ann.page
    page.get_by_role("button", name="Play a duel").click()
    expect(page.get_by_test_id("duel-offer")).to_have_count(0)
    look_at(ann, "duel-lobby")
    assert site.host(code, token, do="start").status == 200
    with site.sit(code, token) as first, site.sit(code, bo) as second:
        play_out([first, second], choose=lambda legal: legal[0])
    page.reload()
    told = site.ask("GET", f"/api/rooms/{code}").json["series"]
    score = page.get_by_test_id("standings").first
    lead = told["duel"]["lead"]
    need = f"win or lose by less than {lead}, " if lead > 0 else f"win by more than {-lead}, "
    expect(score).to_contain_text("Duel · Deal 1 of 3: with your first cards you")
    expect(score).to_contain_text(f"{need}and the deal is yours.")
    expect(page.get_by_test_id("share")).to_be_visible()  # later cards come in a fresh order, so nothing is hidden
    look_at(ann, "duel-first-game")
    page.get_by_role("button", name="Play the second game").click()
    aim = f"stay within {lead - 1}" if lead > 0 else f"win by more than {-lead}"
    expect(page.get_by_role("heading", name=f"Duel 1/3: {aim}")).to_be_visible()
    page.get_by_test_id("duel").click()
    explained = page.get_by_role("dialog", name="Duel 1/3")
    expect(explained).to_contain_text("each deal is played twice, with the sides changed")
    expect(explained).to_contain_text(need)
    ann.page.keyboard.press("Escape")
    look_at(ann, "duel-second-game")


def test_one_press_after_a_game_begins_a_duel(site: Site, visit: Visit) -> None:
    ann = visit(site.port, **SMALL)
    code, token = site.make(ME, BOT, game="combat")
    with site.sit(code, token) as mine:
        mine.send({"id": fresh_id(), "resign": True})
        while not mine.state["over"]:
            mine.receive()
    ann.come_back(code, token)
    duel = ann.page.get_by_test_id("to-duel")
    expect(duel).to_be_in_viewport(ratio=1)
    look_at(ann, "duel-after-a-game")
    duel.click()
    expect(ann.page.get_by_text("A duel: each deal is played twice, with the sides changed.")).to_be_visible()
    look_at(ann, "duel-explained")
    expect(duel).to_have_text("Begin the duel")
    duel.click()
    expect(ann.page.get_by_role("heading", name="Duel 1/3")).to_be_visible()
    expect(ann.page.locator("[data-over=false]")).to_be_attached()


def test_after_a_defeat_by_a_stronger_bot_one_press_begins_an_easier_game(site: Site, visit: Visit) -> None:
    """The next "Play now" then begins with the easier bots, too."""
    ann = visit(site.port, **SMALL)
    code, token = site.make(ME, {"kind": "bot", "level": "boss"}, game="combat")
    with site.sit(code, token) as mine:
        mine.send({"id": fresh_id(), "resign": True})
        while not mine.state["over"]:
            mine.receive()
    ann.come_back(code, token)
    easier = ann.page.get_by_role("button", name="Easier: Ward captain")
    look_at(ann, "easier-rival")
    easier.click()
    expect(ann.page.locator("[data-over=false]")).to_be_attached()
    seats = site.ask("GET", f"/api/rooms/{code}").json["seats"]
    assert sorted(str(seat["level"]) for seat in seats) == ["None", "thumb"]
    assert ann.page.evaluate("localStorage.getItem('hustings.rival.combat')") == "thumb"
