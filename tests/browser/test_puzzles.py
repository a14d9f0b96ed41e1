"""The weekly puzzle: from the front page to an answer, its explanation, and on into the game."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import CHOOSING, click, legal, type_move
from tests.browser.play import chosen as chosen_already
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
FILE = Path(__file__).resolve().parents[2] / "client/src/puzzle/puzzles.json"
PUZZLES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
A_SUNDAY, ITS_PUZZLE = datetime(2026, 11, 29, 12, tzinfo=UTC), 8
LATER = datetime(2028, 1, 1, 12, tzinfo=UTC)
ANSWERS = "JSON.parse(localStorage.getItem('hustings.puzzles'))"
GAMES = ("president", "combat", "politics")


def without_seat(move: str) -> str:
    """A move as the page's list has it."""
    return move.split(maxsplit=1)[1]


def put(page: Page, move: str) -> None:
    """Answer a puzzle, whatever is still chosen from the last answer."""
    verb, *tokens = without_seat(move).split()
    if verb not in CHOOSING:
        click(page, without_seat(move))
        return
    for chosen in page.locator("main button[data-token][aria-pressed=true]").all():
        if chosen.get_attribute("data-token") not in tokens:
            chosen.click()
    for token in tokens:
        if not chosen_already(page, token):
            page.locator(f'main button[data-token="{token}"]').click()
    page.locator("[data-testid=confirm][data-dim=false]").click()


def choices(puzzle: dict[str, Any]) -> set[str]:
    """All choices of a puzzle, as the page lists them."""
    return {without_seat(move) for move in puzzle["choices"]}


def first_of(game: str) -> int:
    """The number of the first puzzle of a game."""
    return next(number for number, one in enumerate(PUZZLES, 1) if one["saved"]["game"] == game)


def test_from_the_front_page_to_an_answer_and_its_explanation(site: Site, visit: Visit) -> None:
    ann = visit(site.port, width=390, height=844, touch=True)
    page, puzzle = ann.page, PUZZLES[ITS_PUZZLE - 1]
    page.clock.set_fixed_time(A_SUNDAY)
    page.goto("/")
    page.get_by_test_id("to-puzzle").click()
    page.wait_for_url(f"**/puzzle/{ITS_PUZZLE}")
    assert set(legal(page)) == choices(puzzle)
    expect(page.get_by_test_id("ask-hint")).to_have_count(0)
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    put(page, puzzle["why"]["move"])
    card = page.get_by_test_id("puzzle-card")
    best = puzzle["accepted"][0]
    expect(card).to_contain_text("Not the best.")
    expect(card).to_contain_text(f"{round(100 * puzzle['choices'][best])}%")
    assert page.evaluate(ANSWERS) == {str(ITS_PUZZLE): {"move": puzzle["why"]["move"], "right": False}}
    look_at(ann, "puzzle")
    put(page, best)
    expect(page.get_by_test_id("verdict")).to_contain_text("Right.")
    expect(card).to_contain_text("Your first answer was another.")
    assert page.evaluate(ANSWERS) == {str(ITS_PUZZLE): {"move": puzzle["why"]["move"], "right": False}}
    page.reload()
    expect(page.get_by_test_id("verdict")).to_contain_text("Not the best.")
    page.goto("/")
    expect(page.get_by_test_id("weekly")).to_contain_text("Not solved at the first try.")
    expect(page.get_by_test_id("continue")).to_have_count(0)  # it is no game to go on with


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_a_choice_and_the_game_goes_on(site: Site, visit: Visit, game: str) -> None:
    number = first_of(game)
    page, puzzle = visit(site.port).page, PUZZLES[number - 1]
    page.clock.set_fixed_time(LATER)
    page.goto(f"/puzzle/{number}")
    assert set(legal(page)) == choices(puzzle)
    expect(page.get_by_test_id("log").locator("li")).not_to_have_count(0)
    put(page, puzzle["accepted"][0])
    expect(page.get_by_test_id("verdict")).to_contain_text("Right.")
    page.get_by_test_id("play-on").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    legal(page)
    expect(page.get_by_test_id("puzzle-card")).to_have_count(0)
    page.goto("/puzzle")
    expect(page.get_by_test_id("puzzles").get_by_role("link")).to_have_count(len(PUZZLES))
    expect(page.get_by_test_id("puzzles").get_by_role("link").filter(has_text="solved")).to_have_count(1)


def test_a_puzzle_waits_for_its_week(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    page.clock.set_fixed_time(A_SUNDAY)
    page.goto(f"/puzzle/{ITS_PUZZLE + 1}")
    expect(page.get_by_text("This puzzle comes out on November 30, 2026.")).to_be_visible()
    page.goto("/puzzle")
    expect(page.get_by_test_id("puzzles").get_by_role("link")).to_have_count(ITS_PUZZLE)
    look_at(ann, "puzzles")


def test_a_puzzle_is_solved_by_keys_alone(site: Site, visit: Visit) -> None:
    number = first_of("politics")
    page = visit(site.port).page
    page.clock.set_fixed_time(LATER)
    page.goto(f"/puzzle/{number}")
    legal(page)
    type_move(page, without_seat(PUZZLES[number - 1]["accepted"][0]))
    expect(page.get_by_test_id("verdict")).to_contain_text("Right.")
    press(page, "[data-testid=next-puzzle]")
    page.wait_for_url(f"**/puzzle/{number + 1}")
    legal(page)
    page.keyboard.press("Escape")
    page.wait_for_url("**/puzzle")
