"""A lesson by its plan: a prediction, a practice round, the game, the exit ticket, and another game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.test_class import joined, press
from tests.browser.visitor import PHONE, Visitor
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
PHONES = 4


def _ask(page: Page, question: str) -> None:
    """Ask a question of the sheet by one press."""
    page.get_by_test_id("ready").filter(has_text=question).first.click()


def _answer(phones: list[Visitor], *answers: str) -> None:
    """Let everybody answer the open question."""
    for phone, answer in zip(phones, answers, strict=True):
        press(phone.page, answer)
        expect(phone.page.get_by_text("Answer given.")).to_be_visible()


def _open(teacher: Visitor, game: str) -> str:
    """Open a class of a game from the front page; its code."""
    page = teacher.page
    page.goto("/")
    page.get_by_test_id("open-class").click()
    page.get_by_label("Game").select_option(game)
    page.wait_for_load_state("networkidle")
    go = page.get_by_role("button", name="Open the class", exact=True)
    expect(go).to_be_in_viewport(ratio=1)  # without scrolling
    go.click()
    return page.get_by_test_id("class-code").inner_text()


def test_a_lesson_by_its_plan(site: Site, visit: Visit) -> None:
    teacher, screen = visit(site.port), visit(site.port, width=1280, height=720)
    page = teacher.page
    code = _open(teacher, "president")
    screen.page.goto(f"/class/{code}/screen")
    phones = [joined(visit(site.port, **PHONE), code) for _ in range(PHONES)]

    press(page, "Start a practice round")
    expect(phones[0].page.get_by_test_id("president-table")).to_be_visible()
    expect(phones[0].page.get_by_test_id("practice-step")).to_contain_text("step 1 of 4: Press a pyramid")
    press(page, "Next step")
    expect(phones[0].page.get_by_test_id("practice-step")).to_contain_text("step 2 of 4")
    expect(screen.page.locator("[aria-current=step]")).to_contain_text("Press a state, then the button.")
    look_at(teacher, "plan-practice")
    look_at(screen, "plan-practice-screen")
    look_at(phones[0], "plan-practice-phone")
    press(page, "End the practice round")
    expect(phones[0].page.get_by_test_id("who")).to_be_visible()

    _ask(page, "Will anyone have a majority of the electors")
    _answer(phones, "Yes, at most tables", "No, at no table", "No, at no table", "Yes, at a few tables")
    press(page, "Close it and show the answers")
    expect(screen.page.get_by_test_id("bars")).to_contain_text("50%")
    press(page, "Hide the answers")
    expect(page.get_by_test_id("ready").filter(has_text="✓ asked")).to_have_count(1)
    look_at(teacher, "plan-before")

    page.get_by_test_id("start").click()
    expect(page.get_by_text("Week 1 of 12")).to_have_count(1)  # one table of four, as the sheet has it
    expect(page.get_by_text("Game 1")).to_be_visible()
    press(page, "Set an end time")
    press(page, "End now")
    press(page, "End all tables")
    expect(screen.page.get_by_test_id("polls")).to_contain_text("No, at no table")
    look_at(screen, "plan-result-screen")

    press(page, "Start the debrief")
    screens = page.locator("select").filter(has_text="Remember")
    screens.select_option(screens.locator("option").last.get_attribute("value"))
    sentence = phones[0].page.get_by_text("the House chooses among the first three")
    expect(sentence).to_be_visible()
    ticket = page.get_by_test_id("exit-ticket")
    answers = (("More than half", "Two thirds"), ("The Senate", "The House, with one vote for each state"))
    for number, (three, other) in enumerate(answers, 1):
        expect(ticket).to_have_text(f"Exit ticket: show question {number} of 3")
        ticket.click()
        expect(sentence).to_have_count(0)  # it has the answers
        _answer(phones, *[three] * 3, other)
        expect(ticket).to_contain_text(f"Close question {number} of 3")
        ticket.click()
        expect(screen.page.get_by_test_id("bars")).to_contain_text("✓")
        expect(phones[3].page.get_by_test_id("bars")).to_contain_text("your answer")
        look_at(phones[3], f"plan-exit-{number}")
    for phone, marks in ((phones[0], "1 of 2 right"), (phones[3], "1 of 2 right")):
        expect(phone.page.get_by_test_id("marks")).to_have_text(f"Exit ticket: {marks}")
    expect(page.get_by_test_id("person-1")).to_contain_text("1 of 2 right")
    look_at(teacher, "plan-after")

    press(page, "Play another game")
    page.get_by_role("dialog").get_by_role("combobox", name="Game").select_option("combat")
    look_at(teacher, "plan-another")
    press(page, "Start this game")
    for phone in phones:
        expect(phone.page.get_by_test_id("combat-table")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Combat · Game 2"))).to_be_visible()
    expect(screen.page.get_by_test_id("screen-table-2")).to_be_visible()
    assert site.ask("GET", f"/api/classes/{code}").json["size"] == 2
