"""The table in another language: nothing on a page is left in English, whichever game is played."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import hustings
from hustings.arena.win_probability import win_probability
from hustings.web.rest import replays
from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import legal
from tests.browser.visitor import Visitor
from tests.games import NAMES
from tests.web.helpers import Json, Site, play_out

pytestmark = pytest.mark.browser
A_FEW = 6
GAMES = sorted(NAMES)
ENGLISH = re.compile(r"\b(the|and|of|with|your?|for|is|are|must|card|cards|wins|turns|takes|plays)\b", re.IGNORECASE)
#: everything a reader or a screen reader is told on the page
_SAID = """() => [
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
    one => ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? '')),
].join('\\n')"""


def in_spanish(site: Site, visit: Visit) -> Visitor:
    """Somebody at the front page who has chosen Spanish there."""
    visitor = visit(site.port)
    visitor.page.goto("/")
    visitor.page.get_by_label("Language").select_option("es")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "es")
    return visitor


def english_on(page: Page) -> list[str]:
    """The lines on the page that hold English words."""
    said: str = page.evaluate(_SAID)
    return sorted({line for line in said.splitlines() if ENGLISH.search(line)})


def sentences(texts: dict[str, Any]) -> list[re.Pattern[str]]:
    """What the sentences made from English templates look like; a part in brackets may be missing."""
    plain = (entry["text"] if isinstance(entry, dict) else entry for entry in texts.values())
    holes = (re.sub(r"\\{\w+,?\\}", ".*", re.escape(text)) for text in plain)
    return [re.compile(re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", text)) for text in holes]


def spoken(line: str, texts: dict[str, Any]) -> bool:
    """Whether a line is one of these sentences."""
    return any(one.fullmatch(line.strip()) for one in sentences(texts))


def from_home(page: Page, game: str) -> dict[str, Any]:
    """Begin a game against bots at the front page; the game's English words."""
    press(page, f"[data-testid=game-{game}] button")
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    expect(page.get_by_test_id("whose-turn").first).to_contain_text(re.compile("Te toca|Esperando a"))
    return hustings.game(game).words


def test_the_front_page_speaks_spanish_and_remembers_it(site: Site, visit: Visit) -> None:
    """Titles and lines of all games, the form for a room; the choice outlives the visit, and can be taken back."""
    page = in_spanish(site, visit).page
    expect(page.get_by_test_id("game-combat")).to_contain_text("Dos candidatos")
    for game in GAMES:
        expect(page.get_by_test_id(f"game-{game}")).not_to_contain_text(hustings.game(game).words["line"])
    assert english_on(page) == []
    printed = set(page.locator("svg text").all_text_contents())
    assert printed >= {"Y GANAS", "VOTOS"}
    assert printed.isdisjoint({"VOTE", "VOTES", "WEEKS", "TO WIN"})
    for game in GAMES:
        page.goto(f"/new/{game}")
        expect(page.get_by_role("heading", name="Abrir una sala")).to_be_visible()
        page.get_by_text(re.compile("^(Un bot|Bots)$")).click()
        expect(page.get_by_text(re.compile("Gana .* partidas .*Voluntario")).first).to_be_visible()
        assert english_on(page) == []
        page.goto(f"/rules/{game}")
        page.get_by_text("Palabras electorales").click()
        expect(page.get_by_test_id("glossary")).to_contain_text("Estado bisagra")
        expect(page.get_by_test_id("facts")).to_contain_text(re.compile("entre bots .*Jefe local"))
        for option in hustings.game(game).words["options"].values():
            expect(page.get_by_text(option["help"])).to_have_count(0)
        assert english_on(page) == []
    page.goto("/")
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_role("heading", name="Play any time")).to_be_attached()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert english_on(page) != []  # what the tests here look for would be seen
    assert spoken("Ann turns Ohio (18).", hustings.game("combat").words["events"])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_in_spanish(site: Site, visit: Visit, game: str) -> None:
    """Its rules, its cards and what happens: none of it in the sentences of the English game."""
    visitor = in_spanish(site, visit)
    page = visitor.page
    words = from_home(page, game)
    page.get_by_role("button", name="Reglas").first.click()
    sheet = page.get_by_role("dialog", name="Reglas")
    expect(sheet.locator("article").first).to_be_visible()
    told = sheet.locator("article p:not(.id)").all_inner_texts()
    usual = dict(hustings.game(game).book.usual)
    assert len(told) == len(hustings.game(game, **usual).clauses())
    assert set(told).isdisjoint(clause["text"] for clause in words["clauses"])
    assert english_on(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()

    chooser = random.Random(game)
    for _ in range(A_FEW):
        moves = legal(page)
        assert english_on(page) == []
        play_listed(page, chooser.choice(moves))
    legal(page)
    lines = page.locator("[data-testid=log] li").all_inner_texts()
    assert lines
    assert [line for line in lines if spoken(line, words["events"])] == []
    look_at(visitor, f"spanish-{game}")


def play_listed(page: Page, move: str) -> None:
    """Make a move from the list of all moves."""
    button = page.locator(f'[data-testid=move-list] [data-play="{move}"]')
    button.evaluate(
        "one => { for (let up = one; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true }"
    )
    press(page, f'[data-testid=move-list] [data-play="{move}"]')


def test_a_refusal_is_told_in_spanish(site: Site, visit: Visit) -> None:
    """Why a move is not allowed: a sentence the server makes, read back and told anew."""
    page = in_spanish(site, visit).page
    words = from_home(page, "mudslinger")
    legal(page)
    page.get_by_role("button", name=re.compile("puntos? electoral(es)?")).first.click()  # a card or a bid is due first
    slip = page.get_by_test_id("why-not")
    expect(slip).to_contain_text("¿Por qué no?")
    told = slip.locator("p:not(.label)").inner_text()
    assert told.startswith(("Todavía no: primero te toca ", "Ahora no: ", "No te toca decidir: "))
    assert not spoken(told, words["reasons"])
    assert not ENGLISH.search(told)
    slip.get_by_role("button", name="Leer MS-15").click()
    expect(page.get_by_role("dialog", name="Reglas").locator("article.now h3")).to_have_text("En cualquier momento")


def test_what_comes_after_a_game_is_told_in_spanish(site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result, the replay at its points, and the page that checks the deal."""

    async def count(source: Json) -> dict[str, Any]:
        return asdict(await asyncio.to_thread(win_probability, source, 0.0, 1, fast=False))  # nothing to compile

    monkeypatch.setattr(replays, "counted", count)
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    told = site.ask("GET", f"/api/rooms/{code}/replay").json
    page = in_spanish(site, visit).page
    page.goto(f"/r/{code}")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("result")).not_to_contain_text(told["result"]["text"].split(maxsplit=1)[1])
    assert english_on(page) == []
    for entry in (0, len(told["log"]) // 2, len(told["log"])):
        page.goto(f"/r/{code}/replay/{entry}")
        expect(page.get_by_test_id("replay")).to_be_visible()
        expect(page.get_by_test_id("story")).to_contain_text("Desde cada punto unos bots sencillos")
        assert english_on(page) == []
    page.goto(f"/r/{code}/deal")
    expect(page.get_by_text("Reparto justo")).to_be_visible()
    assert english_on(page) == []
