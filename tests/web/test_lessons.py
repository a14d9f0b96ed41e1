"""The guided first game: always the same deal, alone against bots, and explanations that fit what comes up."""

from __future__ import annotations

from typing import Any

import pytest

import hustings
from hustings.bots import choose
from hustings.rooms.fair_deal import lesson_deal
from tests.games import NAMES
from tests.web.helpers import BOT, FRIEND, ME, Json, Site

TAUGHT = [name for name in NAMES if "lesson" in hustings.game(name).words]


def make(site: Site, *seats: Json, game: str = "combat") -> Any:
    """The response to a request for a lesson."""
    return site.ask("POST", "/api/rooms", {"game": game, "name": "Ann", "seats": list(seats), "lesson": True})


def test_a_lesson_always_has_the_same_deal_and_a_rematch_another(site: Site) -> None:
    rooms = [make(site, ME, BOT).json["room"] for _ in range(2)]
    commitment = lesson_deal(hustings.game("combat")).commitment
    assert [room["deal"]["commitment"] for room in rooms] == [commitment, commitment]
    plain, _ = site.make(ME, BOT)
    assert site.ask("GET", f"/api/rooms/{plain}").json["deal"]["commitment"] != commitment


def test_a_lesson_is_taken_alone_and_where_there_is_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for seats in ([ME, FRIEND], [ME, {"kind": "device", "name": "Bo"}]):
        refused = make(site, *seats)
        assert (refused.status, refused.json["error"].count("for one person against bots")) == (400, 1)
    monkeypatch.delitem(hustings.game("president").words, "lesson")
    refused = make(site, ME, BOT, game="president")
    assert (refused.status, refused.json["error"]) == (400, "U.S. President has no guided first game")


def test_the_front_page_is_told_which_games_teach(site: Site) -> None:
    told = {game["name"]: game["lesson"] for game in site.ask("GET", "/api/games").json}
    assert sorted(name for name, teaches in told.items() if teaches) == sorted(TAUGHT)
    assert "combat" in TAUGHT


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_speaks_of_what_there_is(name: str) -> None:
    game = hustings.game(name, **hustings.game(name).book.usual)
    view = game.start().view(0)
    clauses = {clause.id for clause in game.clauses()}
    for step in game.words["lesson"]["steps"]:
        assert set(step["when"]) <= set(view)
        assert step["clause"] in clauses
        assert step.get("event") is None or step["event"] in game.words["events"]
        assert step["title"]
        assert len(step["text"]) < 125  # three lines on a phone
        assert step["at"]


def told_along(name: str, bot: str, key: int) -> list[str]:
    """The titles a learner reads who plays by the rule of thumb, as the client chooses them: the first that fits."""
    game = hustings.game(name, **hustings.game(name).book.usual)
    table = game.start(draw=lesson_deal(game).draw)
    steps, titles, seen = list(game.words["lesson"]["steps"]), [], 0
    while not table.over:
        seat = min(table.owes)
        if seat == 0:
            view = table.view(0)
            news = {event.event for event in table.events(seen, 0)}
            seen = len(table.log)
            for step in steps:
                if all(
                    view[field] in ([*value] if isinstance(value, list) else [value])
                    for field, value in step["when"].items()
                ) and (step.get("event") is None or step["event"] in news):
                    titles.append(step["title"])
                    steps.remove(step)
                    break
        table.play(choose(table, seat, "thumb" if seat == 0 else bot, key + len(table.log)))
    return titles


@pytest.mark.parametrize("bot", ["thumb", "random"])
def test_combats_lesson_brings_up_what_it_explains(bot: str) -> None:
    for key in range(5):
        titles = told_along("combat", bot, 1000 * key)
        titles.remove("Campaign here?")  # comes up when the learner first shows less
        assert titles[:4] == ["Turn a card", "You choose", "Now P2 opens", "The other half"]
        assert titles[4:8] == ["A tie", "After a tie", "What are the odds?", "A wild card: Fake News"]
        assert "Another wild card: Recount" in titles
        assert "That is the game" in titles


@pytest.mark.parametrize("bot", ["thumb", "random"])
def test_the_other_lessons_begin_with_what_comes_first(bot: str) -> None:
    first = {
        "president": ["A ballot a week", "Held, or lost", "The lead", "Florida", "Three at most"],
        "politics": ["Choose your party", "A home state", "Along the borders"],
        "mudslinger": ["An action card", "Take a card", "Your contest"],
    }
    for name, titles in first.items():
        told = told_along(name, bot, 7)
        assert told[: len(titles)] == titles
        assert ("That is the game" in told) == (name != "politics")
