"""Nothing on a table is cut or lies over another thing: every game on six screens, in English and in Spanish.

683 x 384 is a laptop of 1366 x 768 at 200 %, 844 x 390 a phone held sideways.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page

import hustings
from hustings.bots.levels import choose
from hustings.engine.table import Table
from hustings.rooms.fair_deal import Deal
from tests.browser.conftest import FixDeal, Visit
from tests.browser.fit import faults
from tests.browser.looks import AT_REST
from tests.browser.visitor import Visitor
from tests.web.helpers import FRIEND, ME, Client, Site

pytestmark = pytest.mark.browser
#: phones show tiles and the others the map of true shapes, as they do of themselves
SIZES = ((360, 640), (390, 844), (683, 384), (844, 390), (1280, 800), (1366, 768))
SMALL = {"width": 360, "height": 640, "touch": True}
NINE, LARGE = 9, 20  #: cards in a hand
NARROWEST = (320, 568)  #: where headings are looked at alone
PHONE = 639
LANGUAGES = ("en", "es")
NAMES = ("Ann", "Dolores Whitfield", "Penelope Barnaby", "Bo", "Cy Quimby", "Eve Adams")
SECRET = bytes([7]) * 32
#: the form of the source, and the form that "Play now" begins
SOURCE, USUAL = "source", "usual"
#: by game, seats and form, after how many moves a table is looked at: choices of every kind, full hands, the last
#: stake, the end
MOMENTS = {
    ("combat", 2, SOURCE): (0, 2, 16, 21, 37, 41),
    ("president", 3, SOURCE): (0, 27, 36),
    ("president", 5, SOURCE): (0, 31, 45, 52, 60),
    ("president", 6, SOURCE): (60, 72),
    ("politics", 2, SOURCE): (0, 1, 37, 46, 67),
    ("politics", 2, USUAL): (1, 11, 19, 31, 49),
    ("mudslinger", 3, SOURCE): (167, 383, 452, 690, 737),
    ("mudslinger", 4, USUAL): (29, 118, 261),
    ("mudslinger", 6, USUAL): (43, 258),
}
#: A player's last fact is left out whole if there is no room: the sheet behind it has it.
ALLOWED = (
    r"^cut away: .* \(strip-\d span.nowrap(.underlined)?\)",
    r'^out of its button: "\w" \(place-\d text\.display\)',  # the mark of who turned a card, over its corner
)
#: the result is a sheet over the lower part of the board
AT_THE_END = (r"^half behind [a-z]+-table div.scrolls.sunk: ",)
#: the buttons of a result that are not whole in sight
_BELOW = """() => [...document.querySelectorAll('[data-testid=result] .first .button')].filter(one => {
  const box = one.closest('.dock, .board'), {bottom} = one.getBoundingClientRect();
  return bottom > Math.min(innerHeight, box.getBoundingClientRect().bottom) + 1;
}).map(one => `below what is in sight: ${one.innerText}`)"""
#: the cards of Politics whose party does not show, though it decides homes (PO-3) and new fronts (PO-12): those on
#: the table, and in a hand until the home states are chosen
_PARTIES = """() => [...document.querySelectorAll(
  '[data-testid=politics-table] :is([data-spot=market], [data-spot=hand]:not(.begun)) button'
)].filter(
  one => !/^(R|D)$/m.test(one.querySelector('.party')?.innerText ?? '')
).map(one => `without its party: ${one.innerText}`)"""
#: the lines of a territory's name that reach beyond its land, where states lie over them; Hawaii's are in the sea
_NAMES = """() => [...document.querySelectorAll('[data-testid=true-map] text.territory')].filter(text => {
  let land = text.previousElementSibling;
  while (land.getAttribute('fill') !== 'var(--shade)') land = land.previousElementSibling;
  const [name, shape] = [text.getBoundingClientRect(), land.getBoundingClientRect()];
  return !/Haw/.test(text.textContent) && (name.left < shape.left || name.right > shape.right);
}).map(text => `beyond its territory: ${text.textContent}`)"""
#: on a phone a player's heading that is taller than the panel's head and moves the buttons below
_HEAD = """() => [...document.querySelectorAll('.actions.mine .head')].filter(head => innerWidth < 640 &&
  head.getBoundingClientRect().height > parseFloat(getComputedStyle(head).minHeight) + 1
).map(head => `taller than its head: ${head.innerText}`)"""
#: the cards of a hand or beside it that are not wholly in sight, or lie under the buttons
_WHOLE = """() => [...document.querySelectorAll(':is([data-testid=hand], [data-testid=market]) button')].filter(one => {
  const box = one.getBoundingClientRect();
  const hand = one.closest('ul').getBoundingClientRect();
  const row = document.querySelector('[data-testid=actions] .row').getBoundingClientRect();
  return box.bottom > Math.min(innerHeight, row.top) + 1 || box.left < 0 ||
    box.right > Math.min(innerWidth, hand.right) + 1;
}).map(one => one.innerText)"""
_FORM = """number => document.querySelectorAll('[role=group].forms').forEach(
  forms => forms.querySelectorAll('button')[number].click())"""
_CHOOSE = "language => localStorage.setItem('hustings.language', language)"
_AWAKE = "body:not(:has([data-busy=true])) [data-testid=connection][data-behind=false]"


#: the moves of Combat after which a wild card is in play
WILD = 8
_RULES = """() => [...document.querySelectorAll('dialog[open] dt')].map(one => [
  one.innerText, one.nextElementSibling.innerText])"""
_WILD = """([name, text]) => {
  const line = document.querySelector('[data-testid=wild-in-play] p');
  line.querySelector('strong').textContent = name;
  line.lastChild.textContent = text;
}"""


def test_no_rule_of_a_wild_card_is_cut(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Some wild cards are over within one move, so the box in sight shows the rule of each of them in turn."""
    fix_deal(SECRET)
    code, tokens = seated(site, "combat", 2, {})
    table = hustings.game("combat").start(seats=2, draw=Deal(SECRET).draw)
    seq = 0
    with site.sit(code, tokens[0]) as me, site.sit(code, tokens[1]) as other:
        for number in range(WILD):
            seq = play(table, [me, other], number, seq)
    ann = visit(site.port)
    ann.come_back(code, tokens[0])
    page = ann.page
    found: list[str] = []
    for language in LANGUAGES:
        page.evaluate(_CHOOSE, language)
        page.reload()
        page.wait_for_selector("[data-testid=wild-in-play]")
        page.keyboard.press("r")
        page.wait_for_selector("dialog[open] dt")
        rules = page.evaluate(_RULES)
        assert len(rules) == 5
        page.keyboard.press("Escape")
        for width, height in SIZES:
            resize(page, width, height)
            for rule in rules:
                page.evaluate(_WILD, rule)
                found += [f"{rule[0]}, {width} px, {language}: {fault}" for fault in faults(page, ALLOWED)]
            ann.keep(f"fit-wild-{width}-{language}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("game", "seats", "form"), MOMENTS)
def test_nothing_is_cut_or_lies_over_another_thing(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str, seats: int, form: str
) -> None:
    fix_deal(SECRET)
    options = dict(hustings.game(game).book.usual) if form == USUAL else {}
    code, tokens = seated(site, game, seats, options)
    table = hustings.game(game, **options).start(seats=seats, draw=Deal(SECRET).draw)
    ann = visit(site.port)
    found: list[str] = []
    made = seq = 0
    with ExitStack() as stack:
        others = [stack.enter_context(site.sit(code, token)) for token in tokens[1:]]
        for moment in MOMENTS[game, seats, form]:
            with site.sit(code, tokens[0]) as me:
                for number in range(made, moment):
                    seq = play(table, [me, *others], number, seq)
            made = moment
            ann.come_back(code, tokens[0])
            allowed = (*ALLOWED, *AT_THE_END) if table.over else ALLOWED
            found += looked_at(ann, f"{form} {game} of {seats} after {moment}", allowed)
    assert not found, "\n".join(found)


def test_the_ways_to_take_cards_after_a_campaign_stop_fit(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Look at the five buttons of the player who is ahead with three cards turned."""
    fix_deal(SECRET)
    options = dict(hustings.game("combat").book.usual)
    code, tokens = seated(site, "combat", 2, options)
    table = hustings.game("combat", **options).start(seats=2, draw=Deal(SECRET).draw)
    ann = visit(site.port)
    number = seq = 0
    while str(table.view(min(table.owes))["task"]) != "take" or list(table.view(0)["lies"]).count("up") != 3:
        with site.sit(code, tokens[0]) as first, site.sit(code, tokens[1]) as second:
            seq = play(table, [first, second], number, seq)
        number += 1
    ann.come_back(code, tokens[min(table.owes)])
    found = looked_at(ann, "five ways to take cards", ALLOWED)
    assert not found, "\n".join(found)


def test_every_card_of_a_large_hand_is_whole(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """The dealer nominates with nine cards, and then takes cards that do not fit."""
    fix_deal(SECRET)
    options = dict(hustings.game("politics").book.usual)
    code, tokens = seated(site, "politics", 2, options)
    table = hustings.game("politics", **options).start(seats=2, draw=Deal(SECRET).draw)
    bo = visit(site.port, **SMALL)
    looked: set[int] = set()
    seq = 0
    while (held := int(table.view(1)["held"][1])) < LARGE:
        if table.owes == {1} and held not in looked:
            looked.add(held)
            bo.come_back(code, tokens[1])
            bo.page.wait_for_selector(_AWAKE, state="attached")
            bo.page.wait_for_selector("[data-testid=market]")
            assert bo.page.evaluate(_WHOLE) == []
        with site.sit(code, tokens[0]) as first, site.sit(code, tokens[1]) as second:
            seat = min(table.owes)
            move = kept(table) if seat else str(choose(table, 0, "thumb", 1))
            player = (first, second)[seat]
            player.caught_up(seq)
            table.play(move)
            seq = player.acts(move)
    assert looked >= {NINE, LARGE - 1}


def kept(table: Table) -> str:
    """The second player's move after which their hand is largest."""

    def after(move: str) -> int:
        then = table.copy()
        then.play(move)
        return int(then.view(1)["held"][1])

    return max(map(str, table.legal(1)), key=after)


def seated(site: Site, game: str, seats: int, options: Mapping[str, str]) -> tuple[str, list[str]]:
    """A room in which everybody has sat down and the game has begun: its code and the tokens."""
    code, host = site.make(ME, *[FRIEND] * (seats - 1), game=game, name=NAMES[0], **options)
    tokens = [host, *(site.join(code, name) for name in NAMES[1:seats])]
    assert site.host(code, host, do="start").status == 200
    return code, tokens


def play(table: Table, players: list[Client], number: int, seq: int) -> int:
    """Make the next move by the rule of thumb; the seq it was acknowledged with."""
    seat = min(table.owes)
    move = str(choose(table, seat, "thumb", number))
    players[seat].caught_up(seq)
    table.play(move)
    return players[seat].acts(move)


def looked_at(visitor: Visitor, state: str, allowed: tuple[str, ...]) -> list[str]:
    """Return the faults of one state in every language and size."""
    page = visitor.page
    found = []
    for language in LANGUAGES:
        page.evaluate(_CHOOSE, language)
        page.reload()
        for width, height in SIZES:
            resize(page, width, height)
            if width > PHONE:
                page.keyboard.press("Shift")  # a digit stands at everything that can be chosen
            visitor.keep(f"fit-{state}-{width}-{language}")
            seen = [
                *faults(page, allowed),
                *(fault for script in (_BELOW, _PARTIES, _NAMES, _HEAD) for fault in page.evaluate(script)),
            ]
            found += [f"{state}, {width} px, {language}: {fault}" for fault in seen]
            assert page.get_by_test_id("forecast").filter(visible=True).count() <= 1
        resize(page, *NARROWEST)
        found += [f"{state}, {NARROWEST[0]} px, {language}: {fault}" for fault in page.evaluate(_HEAD)]
    return found


def resize(page: Page, width: int, height: int) -> None:
    """Give the window a size, and the map the form that a page of this size begins with."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector("[role=group].forms", state="attached")  # some games fold the map on a phone
    page.wait_for_selector(_AWAKE, state="attached")
    page.evaluate(_FORM, 0 if width > PHONE else 1)
    assert page.evaluate(AT_REST, width) == ""
    page.evaluate("document.fonts.ready")
