"""After a class's game: its votes counted otherwise, and the lesson sheets."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import Visitor
from tests.web.class_helpers import command, joined, made, opened
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOVES = 12  # that everybody makes before the teacher ends it


def ended(site: Site, people: int, **settings: object) -> tuple[str, str]:
    """A class whose game was stopped, and its teacher's token."""
    code, teacher = made(site, **settings)
    with ExitStack() as stack:
        for _ in range(people):
            stack.enter_context(opened(site, code, "person", joined(site, code)["token"]))
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        desk.until(lambda shown: shown["info"]["here"] == people)
        command(site, code, teacher, do="start")
        for _ in range(MOVES):
            command(site, code, teacher, do="hurry")
        command(site, code, teacher, do="stop", seconds=0)
    return code, teacher


def test_a_class_sees_its_votes_counted_otherwise(site: Site, visit: Visit) -> None:
    code, _ = ended(site, 6, game="president", size=3, duplicate=True)
    visitor: Visitor = visit(site.port)
    page = visitor.page
    page.goto(f"/class/{code}/debrief")
    expect(page.get_by_role("heading", name="Votes counted otherwise")).to_be_visible()
    expect(page.get_by_test_id("caution")).to_contain_text("campaigned in other states")
    expect(page.get_by_test_id("rule").filter(has_text="Borda count")).to_contain_text("To discuss")
    page.get_by_test_id("counts-2").locator("summary").click()
    expect(page.get_by_test_id("counts-2")).to_contain_text("Instant runoff")
    look_at(visitor, "debrief")
    page.evaluate("localStorage.setItem('hustings.language', 'es')")
    page.reload()
    expect(page.get_by_test_id("rule").filter(has_text="Recuento de Borda")).to_contain_text("Para debatir")
    expect(page.get_by_test_id("caution")).to_contain_text("campaña")


def test_before_the_end_there_is_a_sentence_and_nothing_else(site: Site, visit: Visit) -> None:
    code, _ = made(site)
    page = visit(site.port).page
    page.goto(f"/class/{code}/debrief")
    expect(page.get_by_role("alert")).to_contain_text("once the last table is over")
    expect(page.get_by_test_id("rule")).to_have_count(0)
