"""Learning to play: the guided first game, and the words of elections."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hustings import bots
from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.web.helpers import Site

pytestmark = pytest.mark.browser


def test_the_first_game_is_explained_decision_by_decision(site: Site, visit: Visit) -> None:
    """The coach tells what is at hand, names its clause, and stays away once it is sent away, also after a reload."""
    ann = visit(site.port)
    page = ann.page
    page.goto("/")
    page.get_by_test_id("game-combat").get_by_role("button", name="Learn by playing").click()
    coach = page.get_by_test_id("coach")
    title = coach.get_by_role("heading")
    expect(title).to_have_text("Turn a card")
    look_at(ann, "lesson")
    text = coach.get_by_text("Five cards lie face down")
    coach.get_by_role("button", name="Show or hide").click()
    expect(text).to_be_hidden()
    click(page, legal(page)[0])
    expect(title).to_have_text("You choose")
    names = "|".join(one.name for one in bots.characters("thumb"))
    expect(coach).to_contain_text(re.compile(f"({names}) gets the rest"))
    coach.get_by_role("button", name="Read EC-6").click()
    expect(page.get_by_role("dialog", name="Rules").locator("article.now")).to_have_attribute("data-clause", "EC-6")
    page.keyboard.press("Escape")
    page.reload()
    expect(title).to_have_text("You choose")
    titles = []
    while (told := title.inner_text()) != "A wild card: Fake News":
        titles.append(told)
        click(page, legal(page)[0])
        expect(title).not_to_have_text(told)
    assert "A tie" in titles
    assert "The other half" in titles
    press(page, "[data-testid=coach] button.end")
    expect(coach).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("combat-table")).to_be_visible()
    expect(coach).to_have_count(0)


def test_the_coach_rings_the_panel_it_speaks_of(site: Site, visit: Visit) -> None:
    """Also while the focus rests there, which takes off the panel's own ring."""
    page = visit(site.port).page
    page.goto("/")
    page.get_by_test_id("game-mudslinger").get_by_role("button", name="Learn by playing").click()
    expect(page.get_by_test_id("coach").get_by_role("heading")).to_have_text("Take a card")
    panel = page.get_by_test_id("actions")
    panel.focus()
    expect(panel).to_have_css("outline-style", "solid")


def test_the_words_of_elections_are_explained_beside_the_rules(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    ann.play_bot()
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("button", name="Election words").click()
    words = page.get_by_test_id("glossary")
    for term in ("Electoral vote", "Majority", "Swing state", "Recount", "Running mate"):
        expect(words.get_by_text(term, exact=True)).to_be_visible()
    terms = words.locator("dt").all_inner_texts()
    assert terms == sorted(terms, key=str.casefold)
    look_at(ann, "glossary")
    page.get_by_role("button", name="Back to the rules").click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    expect(words).to_have_count(0)
