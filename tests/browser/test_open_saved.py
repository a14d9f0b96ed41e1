"""A file from the page without a server, or from Python, opened on the served page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hustings
from hustings.bots import choose
from tests.browser.conftest import Visit
from tests.browser.play import click, legal
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
SOME = 15  # entries


def test_a_saved_game_is_opened_played_on_and_refused(site: Site, visit: Visit, tmp_path: Path) -> None:
    """In progress it goes on in its seat, finished it shows its replay; a bad file is refused with its entry."""
    ann = visit(site.port, width=390, height=844, touch=True)
    ann.guard.excuse("status of 400")
    page = ann.page
    table = hustings.game("president").start(seats=3, seed=11)
    file = tmp_path / "game.json"

    def choose_file(**changes: object) -> None:
        saved = {**table.save(["Ann", "Bo", "Cy"]), "bots": [None, "thumb", "random"], **changes}
        file.write_text(json.dumps(saved), "utf-8")
        page.goto("/")
        page.get_by_test_id("open-saved").set_input_files(file)

    while table.length < SOME or 0 not in table.owes:
        table.play(choose(table, min(table.owes), "thumb", key=table.length))
    choose_file()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    assert [f"P1 {move}" for move in legal(page)] == [str(move) for move in table.legal(0)]
    for name in ("Bo", "Cy"):
        expect(page.locator("[data-testid^=strip-]", has_text=name)).to_have_count(1)
    click(page, legal(page)[0])
    assert legal(page)
    choose_file(log=[*table.log, "P1 fly"])
    refused = page.get_by_role("alert").filter(has_text="fly")
    expect(refused).to_contain_text(f"entry {table.length + 1}", ignore_case=True)
    while not table.over:
        table.play(choose(table, min(table.owes), "thumb", key=table.length))
    choose_file()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}/replay"))
    expect(page.get_by_role("main")).to_contain_text(f"of {table.length}")
