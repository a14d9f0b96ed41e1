"""Mudslinger by post in the browser: the sheet for a plan, taking it back, and what it did."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import PHONE
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser


def test_a_plan_is_written_in_words_and_its_outcome_is_told(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, FRIEND, game="mudslinger")
    others = [site.join(code, name) for name in ("Bo", "Cy")]
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    page = ann.page
    page.get_by_text("Table settings").click()
    page.get_by_label("Clock").select_option("days")
    expect(page.get_by_test_id("duration")).to_contain_text("13 to 17 days")
    expect(page.get_by_test_id("duration")).to_contain_text("by post, a form of this room with the same rules")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_test_id("plan-open").click()
    plan = page.get_by_test_id("plan")
    states = plan.get_by_test_id("plan-states")
    states.get_by_role("button", name="+").first.click()
    states.get_by_role("button", name="+").first.click()
    expect(states.get_by_role("listitem")).to_have_count(2)
    second = states.get_by_role("listitem").nth(1).inner_text()
    states.get_by_role("button", name="one place up").nth(1).click()
    expect(states.get_by_role("listitem").nth(0)).to_have_text(second, use_inner_text=True)
    before = states.get_by_role("listitem").nth(0).locator("b").inner_text()
    states.get_by_role("combobox", name="Most dollars").nth(0).select_option("3")
    expect(states.get_by_role("listitem").nth(0).locator("b")).not_to_have_text(before)
    plan.get_by_label("If none of them is open").check()
    plan.get_by_label("Mud against Bo").select_option("2")
    plan.get_by_label("Least points of a state that Bo tries").select_option("10")
    plan.get_by_role("button", name="Add a deal").click()
    look_at(ann, "post-plan")
    plan.get_by_test_id("plan-send").click()
    expect(page.get_by_test_id("whose-turn")).to_contain_text("Your plan is in")
    kept = site.ask("GET", f"/api/rooms/{code}/plan?seat=0", Authorization=f"Bearer {token}").json["plan"]
    assert (len(kept["states"]), kept["against"], len(kept["prices"])) == (
        2,
        [{"seat": 1, "dollars": 2, "points": 10}],
        1,
    )
    page.get_by_test_id("plan-back").click()
    expect(page.get_by_test_id("whose-turn")).to_contain_text("Hand in your plan")
    page.get_by_test_id("plan-open").click()
    expect(states.get_by_role("listitem")).to_have_count(2)
    plan.get_by_test_id("plan-send").click()
    expect(page.get_by_test_id("whose-turn")).to_contain_text("Your plan is in")
    for seat, other in enumerate(others, 1):
        body = {"seat": seat, "round": 1, "plan": {}}
        assert site.ask("POST", f"/api/rooms/{code}/plan", body, Authorization=f"Bearer {other}").status == 200
    report = page.get_by_test_id("plan-report")
    expect(report).to_contain_text("What your plan did in round 1", timeout=60_000)
    expect(report).to_contain_text("paid $")
    look_at(ann, "post-report")
