"""Small things at the table of Mudslinger: nothing dead is offered, and nothing lies over a purse's dollars."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.fit import FAULTS
from tests.browser.looks import AT_REST
from tests.browser.midgame import MUDSLINGER, Moment, led
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
POLL = 5  # dollars
#: how far a player's mark reaches into the line of the dollars below it, in px
_OVERLAP = """() => Math.max(...[...document.querySelectorAll('[data-testid^=strip-]')].map(purse => {
  const [mark, money] = ['.mark', '[data-testid^=money-]'].map(one => purse.querySelector(one).getBoundingClientRect());
  return Math.min(mark.right, money.right) - Math.max(mark.left, money.left) <= 0 ? 0 : mark.bottom - money.top;
}))"""


def dollars(page: Page) -> int:
    """The viewer's, who is P1."""
    return int(page.get_by_test_id("money-0").inner_text().strip("$"))


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)], ids=["low", "high"])
def test_no_mark_lies_over_the_dollars(site: Site, visit: Visit, width: int, height: int) -> None:
    """Beside a bot's portrait its mark lies on the corner, and the money is the next line."""
    code, token = site.make(ME, BOT, BOT, game="mudslinger")
    ann = visit(site.port, width=width, height=height, touch=True)
    ann.come_back(code, token)
    expect(ann.page.locator("[data-testid=strip-1] .portrait")).to_be_visible()
    assert ann.page.evaluate(_OVERLAP) <= 0
    ann.keep(f"purses-{width}")


#: how far a badge reaches over the points beside it, in px; null while no purse has a badge
_COVERED = """() => {
  const purses = [...document.querySelectorAll('[data-testid^=strip-]')].filter(purse => purse.querySelector('.badge'));
  const reach = purse => {
    const points = [...purse.querySelector('.facts').firstElementChild.children].filter(one => one.offsetWidth > 0);
    const badge = purse.querySelector('.badge').getBoundingClientRect();
    return Math.max(...points.map(one => one.getBoundingClientRect().right)) - badge.left;
  };
  return purses.length === 0 ? null : Math.max(...purses.map(reach));
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (683, 384)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_points_and_their_word_stay_in_sight_beside_a_badge(
    site: Site, visit: Visit, width: int, height: int, language: str
) -> None:
    code, token = site.make(ME, BOT, BOT, game="mudslinger", open_states="yes")
    ann = visit(site.port, width=width, height=height, touch=True)
    ann.page.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
    ann.come_back(code, token)
    expect(ann.page.locator("[data-testid=strip-0] .badge")).to_be_visible()
    expect(ann.page.locator("[data-testid=strip-0] .facts")).to_contain_text({"en": "pts", "es": "ptos"}[language])
    assert ann.page.evaluate(_COVERED) <= 0
    ann.keep(f"badge-{language}-{width}")


def test_a_poll_is_offered_to_whoever_can_pay_for_it(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """To others the button is not there, but its place is kept; nothing that cannot be pressed has a dashed box."""
    code, token = site.make(ME, BOT, BOT, game="mudslinger")
    ann = visit(site.port)
    ann.come_back(code, token)
    poll = ann.page.get_by_test_id("poll")
    expect(ann.page.get_by_test_id("deals-button")).to_be_visible()
    assert dollars(ann.page) < POLL
    expect(poll).to_be_hidden()
    fix_deal(MUDSLINGER.secret)
    with led(site, MUDSLINGER) as (code, token):
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("bid")).to_be_visible()
        assert dollars(ann.page) >= POLL
        expect(poll).to_be_visible()
        styles = ann.page.locator("button:visible").evaluate_all(
            "all => all.map(one => getComputedStyle(one).borderTopStyle)"
        )
        assert styles
        assert "dashed" not in styles


#: how far the row of orders and the lowest ticket reach below the part of the panel that shows the answers, in px
_CUT = """() => {
  const tickets = document.querySelector('[data-testid=bid]');
  const {bottom} = tickets.closest('.body').getBoundingClientRect();
  return Math.max(...[...tickets.children].map(one => one.getBoundingClientRect().bottom - bottom));
}"""
#: a campaign of P1, who holds a card that raises the rating
_WITH_A_CARD = Moment("mudslinger", 3, 0, "play SURGE", 4, runner="P1")
_SIZES = [(360, 640), (390, 844), (683, 384), (1366, 768)]


@pytest.mark.parametrize(("width", "height"), _SIZES)
@pytest.mark.parametrize("moment", [MUDSLINGER, _WITH_A_CARD], ids=["dollars", "card"])
def test_every_ticket_and_the_order_of_a_bid_are_shown_whole(
    site: Site, visit: Visit, fix_deal: FixDeal, moment: Moment, width: int, height: int
) -> None:
    ann = visit(site.port, width=width, height=height)
    fix_deal(moment.secret)
    with led(site, moment) as (code, token):
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("hold")).to_be_visible()
        ann.keep(f"tickets-{width}-{moment.move.split()[0]}")
        assert ann.page.evaluate(_CUT) <= 0


#: how far the plate of a card reaches beyond the part of the panel that shows it, in px; null until it stands there
_PLATE = """name => {
  const plate = document.querySelector('[data-testid=told]');
  if (!plate?.textContent.includes(name) || plate.getAnimations().length > 0) return null;
  const [inner, outer] = [plate, plate.closest('.body')].map(one => one.getBoundingClientRect());
  return {over: Math.max(inner.bottom - outer.bottom, outer.top - inner.top, inner.right - outer.right)};
}"""


@pytest.mark.parametrize(("width", "height"), _SIZES)
def test_a_played_card_is_told_on_a_plate_that_is_shown_whole(
    site: Site, visit: Visit, fix_deal: FixDeal, width: int, height: int
) -> None:
    ann = visit(site.port, width=width, height=height, moving=True)
    fix_deal(_WITH_A_CARD.secret)
    with led(site, _WITH_A_CARD) as (code, token):
        ann.come_back(code, token)
        ann.page.locator('[data-testid=hand] [data-token="SURGE"]').click()
        ann.page.locator('[data-testid=uses] [data-move="play SURGE"]').click()
        plate = ann.page.wait_for_function(_PLATE, arg="Grassroots Surge")
        assert plate.json_value()["over"] <= 0


#: the names that lie under the burst of a contest, were its state to bear them
_UNDER_THE_BURST = """names => {
  const fight = document.querySelector('[data-testid=contest]'), heading = fight.querySelector('h2');
  const burst = fight.querySelector('.burst').getBoundingClientRect(), range = document.createRange();
  return names.filter(name => {
    heading.textContent = name;
    range.selectNodeContents(heading);
    return range.getBoundingClientRect().right > burst.left;
  });
}"""


def test_no_name_of_a_state_reaches_the_burst_beside_it(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(MUDSLINGER.secret)
    ann = visit(site.port)
    with led(site, MUDSLINGER) as (code, token):
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("contest")).to_be_visible()
        for width, height in (*_SIZES, (1024, 768), (1920, 1080)):
            ann.page.set_viewport_size({"width": width, "height": height})
            assert ann.page.evaluate(AT_REST, width) == ""
            assert ann.page.evaluate(_UNDER_THE_BURST, ["Washington", "Massachusetts", "Pennsylvania"]) == [], width


def test_one_tap_skips_small_states_and_the_menu_explains_it(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, BOT, BOT, game="mudslinger", open_states="yes")
    ann = visit(site.port)
    ann.come_back(code, token)
    skips = ann.page.get_by_test_id("skips")
    expect(skips).to_have_attribute("aria-pressed", "false")
    skips.click()
    expect(skips).to_have_attribute("aria-pressed", "true")
    ann.page.reload()
    expect(skips).to_have_attribute("aria-pressed", "true")
    ann.page.get_by_role("button", name="Menu").click()
    tick = ann.page.get_by_test_id("answers").get_by_role("checkbox", name="Skip small states")
    expect(tick).to_be_checked()
    tick.uncheck()
    expect(skips).to_have_attribute("aria-pressed", "false")


#: five cards with the longest names of the game, each with the digit of its key
_FIVE_CARDS = """() => {
  const names = ['Cambio de camiseta', 'Anuncio de ataque', 'Jornada abierta', 'Control de daños', 'Noche de debate'];
  const hand = document.querySelector('[data-testid=hand]'), first = hand.querySelector('button');
  hand.replaceChildren(...names.map((name, k) => {
    const card = first.cloneNode(true);
    card.querySelector('.name').textContent = name;
    card.dataset.digit = k + 5;
    return card;
  }));
  hand.classList.add('many', 'crowd');
}"""


@pytest.mark.parametrize(("width", "height"), [(683, 384), (844, 390), (1366, 768)])
def test_no_digit_of_a_key_lies_over_the_name_of_a_card(
    site: Site, visit: Visit, fix_deal: FixDeal, width: int, height: int
) -> None:
    ann = visit(site.port, width=width, height=height)
    fix_deal(_WITH_A_CARD.secret)
    with led(site, _WITH_A_CARD) as (code, token):
        ann.come_back(code, token)
        expect(ann.page.get_by_test_id("hold")).to_be_visible()
        found = ann.page.evaluate(f"() => {{ ({_FIVE_CARDS})(); return ({FAULTS})([]); }}")  # before digits go away
        assert [fault for fault in found if "::after of hand" in fault] == []
