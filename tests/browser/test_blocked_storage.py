"""A browser that blocks cookies and storage: it still plays and joins a class, and says what it cannot keep."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import ARGUMENTS
from tests.browser.play import click, legal
from tests.browser.visitor import LIMIT, Guard
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}  # Chromium's "block all cookies"
LOST = "your place here is lost"
STORAGE = """() => {
  try { return String(localStorage.length); } catch (error) { return error.name + document.cookie; }
}"""


@pytest.fixture
def blocked(chromium: Browser, site: Site, tmp_path: Path) -> Iterator[BrowserContext]:
    """A profile that lets no site store anything; its pages may have no fault."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(BLOCKED), "utf-8")
    context = chromium.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium",
        args=ARGUMENTS,
        base_url=f"http://127.0.0.1:{site.port}",
        reduced_motion="reduce",
    )
    context.set_default_timeout(LIMIT)
    guard = Guard(f"127.0.0.1:{site.port}")
    guard.excuse("WebSocket is closed before the connection is established")
    context.on("page", guard.watch)
    yield context
    context.close()
    assert guard.faults == []


def opened(context: BrowserContext, path: str) -> Page:
    """A page on which nothing can be stored."""
    page = context.new_page()
    page.goto(path)
    assert page.evaluate(STORAGE) == "SecurityError"
    return page


def test_play_now_seats_its_own_player(blocked: BrowserContext) -> None:
    page = opened(blocked, "/")
    page.get_by_test_id("game-combat").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    page.get_by_test_id("first-card").get_by_role("button").last.click()
    notice = page.get_by_test_id("connection").get_by_text(LOST)
    expect(notice).to_be_visible()
    for _ in range(4):
        click(page, legal(page)[0])
    page.get_by_test_id("connection").get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    legal(page)


def test_a_phone_and_a_teacher_stay_in_their_class(blocked: BrowserContext) -> None:
    teacher = opened(blocked, "/class")
    teacher.get_by_role("button", name="Open the class", exact=True).click()
    code = teacher.get_by_test_id("class-code").inner_text()
    expect(teacher.get_by_text(LOST)).to_be_visible()
    phone = opened(blocked, f"/class/{code}")
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone.get_by_test_id("who")).to_have_text(re.compile(r"^You are \w+ \w+$"))
    expect(phone.get_by_text(LOST)).to_be_visible()
    teacher.get_by_role("button", name="Lock joining").click()
    expect(teacher.get_by_role("button", name="Unlock joining")).to_be_visible()
