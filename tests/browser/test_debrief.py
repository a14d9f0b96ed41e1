"""After a class's game: its votes counted otherwise, and the lesson sheets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from playwright.sync_api import PdfMargins, expect

from hustings.classes import changes
from hustings.rooms.automation import bot_pool
from tests.browser.conftest import Visit
from tests.browser.looks import look_at, violations
from tests.browser.pdf import Pdf
from tests.browser.visitor import PHONE, Visitor
from tests.web.class_helpers import EVERYBODY, command, hurry, joined, made, opened, people_at, stop
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
LESSONS = 6  # the plan, sheets for 45 and 90 minutes, worksheet, answers and letter, a page each
PROJECTORS = ((1280, 720), (1920, 1080))
OVER = "() => document.documentElement.scrollHeight - innerHeight"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
#: the inverted buttons in sight
BLACK = """() => [...document.querySelectorAll('.button.main')]
    .filter(one => one.offsetParent).map(one => one.textContent.trim())"""
WEEKS = 12  # of a campaign; two thirds of them at the tables that the teacher stops
DEALT = SimpleNamespace(token_hex=lambda count: "33" * count, SystemRandom=lambda: random.Random(7))
CHOSEN = SimpleNamespace(randbits=lambda bits: 7)
KINDS = ["result", "game", "law", "national", "rule", "campaigns", "remember"]  # of this deal, played by the thumb

FIRST = ["result", "game", "law"]  # screens of every game's debrief
CHANCE = ("rule", "money")  # screens only of rules that change a result, and of money if any was spent
#: of each other game: players of a table, moves of the thumb before the end, the other screens that it always has, and
#: the words of the second and third screen
STOPPED = {
    "combat": (2, 18, ["people", "remember"], ("Time was up before anybody had 270", "26 of 50 states")),
    "politics": (4, 70, ["networks", "remember"], ("asks for no majority, which would be 239", "23 of 45")),
    "mudslinger": (5, 60, ["people", "remember"], ("Time was up", "26 of 50 states")),
}


@contextmanager
def dealt_alike() -> Iterator[None]:
    """Deal the same cards and seats, and let bots make the same moves, in every run."""
    with patch.object(changes, "secrets", DEALT), patch.object(bot_pool, "secrets", CHOSEN):
        yield


def campaigned(site: Site, people: int) -> tuple[str, str, list[str]]:
    """A class of President whose first table has played to the end and whose others were stopped; all its tokens."""
    code, teacher = made(site, game="president", size=3, duplicate=True)
    with ExitStack() as stack:
        stack.enter_context(dealt_alike())
        tokens = [joined(site, code)["token"] for _ in range(people)]
        for token in tokens:
            stack.enter_context(opened(site, code, "person", token))
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        desk.until(lambda shown: shown["info"]["here"] == people)
        command(site, code, teacher, do="start")
        first = people_at(site, code, teacher, 1)
        for week in range(WEEKS):
            hurry(site, code, teacher, EVERYBODY if week < WEEKS * 2 // 3 else first)
        command(site, code, teacher, do="stop", seconds=0)
    return code, teacher, tokens


def stopped(site: Site, game: str) -> tuple[str, str, list[str]]:
    """A class with two tables of another game that were stopped unless they were over; all its tokens."""
    size, rounds, _, _ = STOPPED[game]
    code, teacher = made(site, game=game, size=size)
    with ExitStack() as stack:
        stack.enter_context(dealt_alike())
        tokens = [joined(site, code)["token"] for _ in range(2 * size)]
        for token in tokens:
            stack.enter_context(opened(site, code, "person", token))
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        desk.until(lambda shown: shown["info"]["here"] == len(tokens))
        command(site, code, teacher, do="start")
        for _ in range(rounds):
            if not hurry(site, code, teacher):
                break
        stop(site, code, teacher)
        desk.until(lambda shown: shown["info"]["phase"] == "over")
    return code, teacher, tokens


def test_a_class_sees_its_votes_counted_otherwise(site: Site, visit: Visit) -> None:
    code, _, _ = campaigned(site, 6)
    visitor: Visitor = visit(site.port)
    page = visitor.page
    page.goto(f"/class/{code}/debrief")
    expect(page.get_by_role("heading", name="Counted another way")).to_be_visible()
    expect(page.get_by_test_id("caution")).to_contain_text("campaigned in other states")
    screen = page.get_by_test_id("debrief-screen")
    expect(screen).to_have_attribute("data-kind", "result")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(screen).to_have_attribute("data-kind", "game")
    visitor.keep("debrief-top")
    page.get_by_test_id("all-counts").locator("summary").first.click()
    expect(page.get_by_test_id("rule").filter(has_text="Borda count")).to_contain_text("To discuss")
    page.get_by_test_id("counts-2").locator("summary").first.click()
    expect(page.get_by_test_id("counts-2")).to_contain_text("Instant-runoff voting")
    look_at(visitor, "debrief")
    page.evaluate("localStorage.setItem('hustings.language', 'es')")
    page.reload()
    page.get_by_test_id("all-counts").locator("summary").first.click()
    expect(page.get_by_test_id("rule").filter(has_text="Recuento de Borda")).to_contain_text("Para debatir")
    expect(page.get_by_test_id("caution")).to_contain_text("campaña")


@pytest.mark.parametrize("game", STOPPED)
def test_every_game_compares_its_rule_with_the_law(site: Site, visit: Visit, game: str) -> None:
    _, _, rest, law = STOPPED[game]
    code, teacher, tokens = stopped(site, game)
    told = site.ask("GET", f"/api/classes/{code}/debrief").json
    kinds = [one["kind"] for one in told["screens"]]
    assert kinds[:3] == FIRST
    assert [kind for kind in kinds[3:] if kind not in CHANCE] == rest
    assert all(told["rules"][one["rule"]]["turned"] for one in told["screens"] if one["kind"] == "rule")
    screen, phone = visit(site.port, width=1280, height=720), visit(site.port, **PHONE)
    phone.page.goto("/")
    phone.page.evaluate(
        "([code, token]) => localStorage.setItem(`hustings.class.person.${code}`, token)", [code, tokens[0]]
    )
    screen.page.goto(f"/class/{code}/screen")
    phone.page.goto(f"/class/{code}")
    for place in range(len(kinds)):
        command(site, code, teacher, do="present", screen=place)
        for visitor in (screen, phone):
            shown = visitor.page.get_by_test_id("debrief-screen")
            expect(shown.locator("[aria-current=step]")).to_contain_text(str(place + 1))
            expect(shown.get_by_test_id("debrief-question")).to_contain_text("?")
        for width, height in PROJECTORS:
            screen.page.set_viewport_size({"width": width, "height": height})
            assert screen.page.evaluate(OVER) <= 0, f"screen {place} needs more than {width} x {height}"
            screen.keep(f"law-{game}-{place}-{width}")
        assert phone.page.evaluate(WIDER) <= 0
        phone.keep(f"law-{game}-{place}-phone")
        if place in (1, 2):
            assert violations(screen) == []
            assert violations(phone) == []
            expect(screen.page.get_by_test_id("debrief-screen")).to_contain_text(law[place - 1])


def test_the_teacher_presents_the_debrief_on_projector_and_phones(site: Site, visit: Visit) -> None:
    code, teacher, tokens = campaigned(site, 6)
    desk, phone = visit(site.port, width=1366, height=768), visit(site.port, **PHONE)
    screen = visit(site.port, width=1280, height=720)
    for visitor, role, token in ((desk, "teacher", teacher), (phone, "person", tokens[0])):
        visitor.page.goto("/")
        visitor.page.evaluate(
            "([role, code, token]) => localStorage.setItem(`hustings.class.${role}.${code}`, token)",
            [role, code, token],
        )
    desk.page.goto(f"/class/{code}/teacher")
    phone.page.goto(f"/class/{code}")
    screen.page.goto(f"/class/{code}/screen")
    start = desk.page.get_by_role("button", name="Start the debrief")
    expect(start).to_be_visible()
    assert desk.page.evaluate(BLACK) == ["Start the debrief"], "the next step, and nothing else"
    assert desk.page.evaluate(OVER) <= 0
    start.click()
    shown = [visitor.page.get_by_test_id("debrief-screen") for visitor in (screen, phone)]
    kinds = [one["kind"] for one in site.ask("GET", f"/api/classes/{code}/debrief").json["screens"]]
    assert kinds == KINDS
    for place, kind in enumerate(kinds):
        for one in shown:
            expect(one).to_have_attribute("data-kind", kind)
            expect(one.get_by_test_id("debrief-question")).to_contain_text("?")
        for width, height in PROJECTORS:
            screen.page.set_viewport_size({"width": width, "height": height})
            assert screen.page.evaluate(OVER) <= 0, f"{kind} needs more than {width} x {height}"
            screen.keep(f"debrief-{place:02}-{kind}-{width}")
        assert phone.page.evaluate(WIDER) <= 0, f"{kind} is wider than a phone"
        phone.keep(f"debrief-{place:02}-{kind}-phone")
        desk.keep(f"debrief-{place:02}-{kind}-teacher")
        expect(desk.page.get_by_role("status").filter(has_text=f"{place + 1} of {len(kinds)}")).to_be_visible()
        assert desk.page.evaluate(OVER) <= 0, f"{kind}: the teacher's page scrolls"
        last = kind == kinds[-1]
        assert desk.page.evaluate(BLACK) == ["Exit ticket: show question 1 of 3" if last else "Next"], kind
        if kind in ("game", "law", "campaigns"):
            for visitor in (desk, phone, screen):
                assert violations(visitor) == [], kind
        if kind != kinds[-1]:
            desk.page.get_by_role("button", name="Next", exact=True).click()
    expect(shown[1]).to_contain_text("Your table")
    expect(shown[0]).to_contain_text("26 of 50 needed")
    desk.page.get_by_role("button", name="End the debrief").click()
    expect(shown[0]).to_have_count(0)


def test_a_lesson_sheet_says_what_was_counted_and_prints_without_buttons(site: Site, visit: Visit) -> None:
    visitor = visit(site.port)
    page = visitor.page
    page.goto("/lesson/president")
    expect(page.get_by_test_id("lesson-45")).to_contain_text("a table waits 12 times")
    expect(page.get_by_test_id("lesson-90")).to_contain_text("Play two games.")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    visitor.keep("lesson-print")
    assert violations(visitor) == []
    margin: PdfMargins = {"top": "1cm", "bottom": "1cm", "left": "1cm", "right": "1cm"}
    for language in ("en", "es"):
        page.evaluate("language => localStorage.setItem('hustings.language', language)", language)
        for game in ("president", "politics", "mudslinger", "combat"):
            page.goto(f"/lesson/{game}")
            page.get_by_test_id("lesson-90").wait_for()
            for paper in ("Letter", "A4"):
                assert len(Pdf(page.pdf(format=paper, margin=margin)).pages) == LESSONS, (language, game, paper)
    page.goto("/lesson/chess")
    expect(page.get_by_test_id("missing")).to_be_visible()


def test_before_the_end_there_is_a_sentence_and_nothing_else(site: Site, visit: Visit) -> None:
    code, _ = made(site)
    visitor = visit(site.port)
    visitor.guard.excuse("409")
    page = visitor.page
    page.goto(f"/class/{code}/debrief")
    expect(page.get_by_role("alert")).to_contain_text("after the last table ends")
    expect(page.get_by_test_id("rule")).to_have_count(0)
