"""A finger on a phone: swipes scroll a hand, drags lay its cards, and what is pressed is large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.midgame import MUDSLINGER, POLITICS, Moment, led
from tests.browser.play import legal
from tests.browser.visitor import PHONE, Size
from tests.web.helpers import Site, play_out

pytestmark = pytest.mark.browser
NOMINATION = Moment("politics", 2, 0, "nominate", 2)
SIDEWAYS: Size = {"width": 844, "height": 390, "touch": True}  # the cards of Politics in one row
FINGER = 44  # CSS pixels
STEPS = 8


def drag(page: Page, start: tuple[float, float], stop: tuple[float, float]) -> None:
    """Put a finger down, move it straight, and lift it."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    ways = [[a + (b - a) * step / STEPS for a, b in zip(start, stop, strict=True)] for step in range(STEPS + 1)]
    for step, (x, y) in enumerate(ways):
        touch("touchMove" if step else "touchStart", [{"x": x, "y": y}])
        page.wait_for_timeout(16)
    touch("touchEnd", [])


def middle(thing: Locator) -> tuple[float, float]:
    """Where a finger touches something."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


#: Makes a hand much narrower than its cards, however many it has and although they shrink; until it is drawn.
NARROW = """hand => {
  const { offsetLeft, offsetWidth } = hand.lastElementChild;
  hand.style.width = `${(offsetLeft + offsetWidth - hand.offsetLeft) / 4}px`;
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


@pytest.mark.parametrize(
    ("moment", "size"), [(POLITICS, SIDEWAYS), (MUDSLINGER, PHONE)], ids=["politics", "mudslinger"]
)
def test_a_hand_is_swiped_from_any_of_its_cards(
    site: Site, visit: Visit, fix_deal: FixDeal, moment: Moment, size: Size
) -> None:
    """From a card that can be laid and from one that cannot; nothing is chosen by it, and nothing stays behind."""
    fix_deal(moment.secret)
    with led(site, moment) as (code, token):
        ann = visit(site.port, **size)
        ann.come_back(code, token)
        page = ann.page
        assert legal(page)
        hand = page.get_by_test_id("hand")
        hand.evaluate(NARROW)
        for card in (hand.locator("[data-token]:not([data-dim=true])"), hand.locator("[data-token][data-dim=true]")):
            if not card.count():
                continue
            hand.evaluate("hand => hand.scrollLeft = 0")
            x, y = middle(card.first)
            x = min(x, middle(hand)[0])  # a long card is cut
            drag(page, (x, y), (x - 120, y))
            page.wait_for_function("hand => hand.scrollLeft > 40", arg=hand.element_handle())
            expect(page.locator(".drag-ghost")).to_have_count(0)
            expect(page.get_by_test_id("why-not").locator("p")).to_have_count(0)


def test_a_card_is_dragged_to_the_map_by_a_finger(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Across the hand a finger drags: the card follows it, and dropped on a state it is chosen."""
    fix_deal(NOMINATION.secret)
    with led(site, NOMINATION) as (code, token):
        ann = visit(site.port, **PHONE)
        ann.come_back(code, token)
        page = ann.page
        assert legal(page)
        card = page.get_by_test_id("hand").locator("[data-token]:not([data-dim=true])").first
        expect(card).to_have_attribute("aria-pressed", "false")
        drag(page, middle(card), middle(page.get_by_test_id("board").locator("[data-state=KS]").first))
        expect(card).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".drag-ghost")).to_have_count(0)


def test_lines_of_the_log_can_be_pressed_after_the_end(site: Site, visit: Visit) -> None:
    """Each is a link to its point of the game, high enough for a finger."""
    code, *tokens = site.friends()
    with site.sit(code, tokens[0]) as first, site.sit(code, tokens[1]) as second:
        play_out([first, second])
    ann = visit(site.port, **PHONE)
    ann.page.goto(f"/r/{code}")
    ann.page.get_by_test_id("log").locator("summary").click()
    links = ann.page.get_by_test_id("log").locator("a")
    expect(links.first).to_be_visible()
    assert min(links.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")) >= FINGER
