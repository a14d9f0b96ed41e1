"""What the table tells: why not, odds, rules, the log, the count, and the states in three forms."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

import hustings
from hustings.engine.table import Table
from hustings.rooms.fair_deal import Deal
from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import press
from tests.browser.midgame import Moment, led
from tests.browser.play import Script, number, picture, play_script, settled, written
from tests.browser.visitor import Visitor, befriend
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
_STATES = """form => [...document.querySelectorAll(`[data-testid=${form}] [data-state]`)]
  .map(one => [one.dataset.state, one.dataset.side ?? ''])"""
FORMS = {"Map": "true-map", "Tiles": "tile-map", "List": "state-list"}


def at(site: Site, visit: Visit, fix_deal: FixDeal, script: Script, count: int) -> tuple[Visitor, Visitor]:
    """Ann and Bo at the table after so many moves of a script."""
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    befriend(ann, bo, script.options["edition"])
    seq = number(ann.page)
    play_script([ann.page, bo.page], script, 0, count)
    for visitor in (ann, bo):
        settled(visitor.page, seq + count)
    return ann, bo


def test_a_dimmed_card_says_why_not_and_opens_the_clause(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """By a click where it is the other's turn, by keys where the choice does not fit; the sheet opens at the clause."""
    script = written("prose", frozenset({"turn", "take"}))
    table = script.table(1)
    ann, bo = at(site, visit, fix_deal, script, 1)
    page, slip = ann.page, ann.page.get_by_test_id("why-not")
    reason = table.why_not("P1 turn 5")
    assert reason is not None
    dimmed = page.get_by_test_id("place-5").get_by_role("button")
    expect(dimmed).to_have_accessible_description("Not possible now. Press to see why.")
    dimmed.click()
    expect(slip).to_contain_text("Why not?")
    expect(slip).to_contain_text("It is not your turn: waiting for Bo.")
    slip.get_by_role("button", name=f"Read {reason.clause}").click()
    check_clause(page, reason.clause)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert "Bo" in page.get_by_test_id("whose-turn").inner_text()

    turned = next(place for place in range(1, 6) if table.view(None)["lies"][place - 1] == "up")
    press(bo.page, f"[data-testid=place-{turned}] button")
    reason = table.why_not(f"P2 take {table.view(None)['card'][turned - 1]}")
    assert reason is not None
    press(bo.page, "[data-testid=why-not] button")
    check_clause(bo.page, reason.clause)


def check_clause(page: Page, clause: str) -> None:
    """The rules lie open at a clause, and its title can be seen."""
    sheet = page.get_by_role("dialog", name="Rules")
    here = sheet.locator("article.now")
    expect(here).to_have_attribute("data-clause", clause)
    told = next(one for one in hustings.game("combat", edition="prose").clauses() if one.id == clause)
    expect(here.get_by_role("heading")).to_have_text(told.title)
    expect(here.get_by_role("heading")).to_be_in_viewport()
    assert page.evaluate("document.activeElement.dataset.clause") == clause


def test_the_rules_open_at_the_clause_in_play(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """A call is Fake News, whatever else the clauses say; only the clauses of this edition stand there."""
    script = written("prose", frozenset({"turn", "take", "call"}))
    ann, _ = at(site, visit, fix_deal, script, script.until("call"))
    ann.page.get_by_role("button", name="Rules").click()
    check_clause(ann.page, "EC-11")
    expect(ann.page.locator("article.now")).to_contain_text("In play now")
    expect(ann.page.get_by_role("dialog")).to_contain_text("The usual rules")
    ids = ann.page.locator("article[data-clause]").evaluate_all("all => all.map(one => one.dataset.clause)")
    assert "EC-13" in ids
    assert "EC-14" not in ids


def test_the_odds_are_exact(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """The chance to beat the card that lies open, counted here from the cards nobody has seen."""
    script = written("prose", frozenset({"turn", "take"}))
    _, bo = at(site, visit, fix_deal, script, 1)
    table = script.table(1)
    code = next(card for card in table.view(None)["card"] if card)
    cards = {card["code"]: card for card in hustings.game("combat").cards()}
    unseen = [cards[one] for one, place in table.view(None)["where"].items() if place == "unseen"]
    assert len(unseen) == 55
    bo.page.get_by_role("button", name="Odds").click()
    slip = bo.page.get_by_test_id("odds")
    higher = sum(card["kind"] == "state" and card["value"] > cards[code]["value"] for card in unseen)
    wild = sum(card["kind"] == "wild" for card in unseen)
    expect(slip).to_contain_text(f"Beats {cards[code]['name']}: {percent(Fraction(higher, 55))}")
    expect(slip).to_contain_text(f"Wild card: {percent(Fraction(wild, 55))}")
    expect(slip).to_contain_text("Exact: counts every card that has not been seen.")
    bo.page.get_by_role("button", name="Odds").click()
    expect(slip).to_be_hidden()


def percent(chance: Fraction) -> str:
    """A chance as it stands at the table."""
    return f"{int(chance * 100 + Fraction(1, 2))}%"


def test_the_odds_of_a_draw_count_what_rivals_can_hold(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """In Politics: how likely the extra card fits, as the engine counts it from what the seat may know."""
    moment = Moment("politics", 2, 12, "draw", 1)
    fix_deal(moment.secret)
    with led(site, moment) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        table = table_at(moment)
        kinds = table.odds_by_kind("P1 draw", seat=0)
        ann.page.get_by_role("button", name="Odds").click()
        slip = ann.page.get_by_test_id("odds")
        expect(slip).to_contain_text(f"Fits at once{percent(kinds['fits'])}")
        expect(slip).to_contain_text(f"Does not fit: kept{percent(kinds['does not fit'])}")
        expect(slip).to_contain_text("Exact: counts every hand your rivals could hold.")


def table_at(moment: Moment) -> Table:
    """The table of a moment, led by the engine alone."""
    table = hustings.game(moment.game).start(seats=moment.seats, draw=Deal(moment.secret).draw)
    for move in moment.moves():
        table.play(move)
    return table


def test_log_count_and_states_say_what_happened(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """In mid-game: the log is in words, the counter counts to 270, map, tiles and list show the same as the server."""
    script = written("illustrated")
    count = script.until("add")
    table = script.table(count)
    ann, bo = at(site, visit, fix_deal, script, count)
    lines = picture(ann.page)["log"]
    assert len(lines) > 60
    for line in lines:
        assert re.fullmatch(r"[A-Z0-9].*[.!]", line), line
        assert not re.search(r"[{}_]|\bP[12]\b|undefined|null", line), line
    assert any(line.startswith("Hand 10 is over:") for line in lines)
    named = re.compile(r"\b(You|Ann|Bo)\b")
    assert {name for line in lines for name in named.findall(line)} == {"You", "Bo"}
    others = picture(bo.page)["log"]
    assert {name for line in others for name in named.findall(line)} == {"You", "Ann"}
    assert len(others) == len(lines)

    view = table.view(None)
    votes = view["tally"]
    scores = [f"Ann {votes[0]}", f"Bo {votes[1]}"]
    for visitor, (own, other) in ((ann, scores), (bo, scores[::-1])):
        assert picture(visitor.page)["count"] == [f"The count: {own}, {other}. 270 to win."]
    codes = [card["code"] for card in hustings.game("combat").cards() if card["kind"] == "state"]
    sides = {"pile 1": "0", "pile 2": "1"}
    wanted = {code: sides.get(view["where"][code], "") for code in codes}
    assert len(wanted) == 51
    for form, test_id in FORMS.items():
        ann.page.get_by_role("button", name=form, exact=True).click()
        expect(ann.page.get_by_test_id(test_id)).to_be_visible()
        shown = ann.page.evaluate(_STATES, test_id)
        assert len(shown) == 51
        assert dict(shown) == wanted, form


def test_rules_page_and_theme(site: Site, visit: Visit) -> None:
    """The rules without a table, for either edition; the colours change at a press and stay changed."""
    ann = visit(site.port)
    ann.page.goto("/")
    ann.page.get_by_test_id("game-combat").get_by_role("link", name="Rules").click()
    expect(ann.page.locator("[data-clause=EC-13]")).to_be_visible()
    expect(ann.page.get_by_test_id("minute")).to_contain_text("270 or more")
    ann.page.get_by_test_id("options").locator("summary").click()
    ann.page.get_by_role("radio", name="Illustrated edition").check()
    expect(ann.page.locator("[data-clause=EC-14]")).to_be_visible()
    expect(ann.page.locator("[data-clause=EC-13]")).to_be_hidden()
    ann.page.get_by_role("link", name="Back to the games").click()
    ann.page.get_by_role("button", name="Dark colors").click()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
