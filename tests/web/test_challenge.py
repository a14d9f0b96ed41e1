"""A finished game played again: the same cards and bots for whoever has its link, and nobody else at the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.helpers import FRIEND, ME, Json, Site, play_out
from tests.web.test_saved import file_of, opened
from tests.web.test_saved import played as game_so_far

BOT = {"kind": "bot", "level": "thumb"}


def played(site: Site, *seats: Json, **more: Any) -> tuple[Json, list[Json]]:
    """Play a game to its end: the room afterwards, and the first events that its host saw."""
    code, token = site.make(*seats, **more)
    with site.sit(code, token) as client:
        first = list(client.events)
        assert client.state["room"]["dealt"] is None  # nothing of the deal before the end
        play_out([client])
        return client.state["room"], first


def again(room: Json, **more: Any) -> Json:
    """The request for a room that plays a room's game again, as a link asks for it."""
    seats = [
        {"kind": "bot", "level": seat["level"], "character": seat["character"]} if seat["kind"] == "bot" else ME
        for seat in room["seats"]
    ]
    return {
        "game": room["game"],
        "options": room["options"],
        "name": "Bo",
        "seats": seats,
        "dealt": room["dealt"],
    } | more


@pytest.mark.parametrize("game", ["politics", "mudslinger"])
def test_the_same_cards_and_bots_come_again(site: Site, game: str) -> None:
    room, first = played(site, BOT, ME, *[BOT] * (game == "mudslinger"), game=game)
    answer = site.ask("POST", "/api/rooms", again(room)).json
    other = answer["room"]
    assert [seat["character"] for seat in other["seats"]] == [seat["character"] for seat in room["seats"]]
    with site.sit(other["code"], answer["token"]) as client:
        dealt = [event for event in client.events if event["seat"] is None or event["event"].startswith("deal")]
        assert dealt
        assert dealt == [event for event in first if event["seat"] is None or event["event"].startswith("deal")]
        play_out([client])
        assert client.state["room"]["dealt"] == room["dealt"]  # the link goes on
        begun = site.host(other["code"], answer["token"], do="rematch", agree=True).json
        assert begun["deal"]["commitment"] != room["deal"]["commitment"]  # a rematch has new cards


def test_only_one_person_among_bots_plays_known_cards(site: Site) -> None:
    room, _ = played(site, ME, BOT, game="politics")
    for seats, key in [
        ([ME, FRIEND], "web.known_deal_alone"),
        ([ME, {"kind": "device", "name": "Di"}], "web.known_deal_alone"),
        ([ME, BOT | {"character": "lou"}], "room.no_such_character"),
        ([ME, BOT | {"character": "nobody"}], "room.no_such_character"),
    ]:
        answer = site.ask("POST", "/api/rooms", again(room, seats=seats))
        assert (answer.status, answer.json["key"]) == (400, key)


def test_cards_of_other_rules_are_refused(site: Site) -> None:
    room, _ = played(site, ME, BOT, game="politics")
    other = f"0.1_{room['dealt'].partition('_')[2]}"
    answer = site.ask("POST", "/api/rooms", again(room, dealt=other))
    assert (answer.status, answer.json["key"]) == (400, "room.dealt_by_other_rules")


def test_a_deal_that_is_not_the_games_alone_is_not_told(site: Site) -> None:
    code, ann = site.make(ME, BOT, game="politics")
    with site.sit(code, ann) as client:
        play_out([client])
    assert site.host(code, ann, do="terms", terms={"series": "duel"}).json["dealt"] is None
    with_friends, ann = site.make(ME, FRIEND, game="politics")
    bo = site.join(with_friends, "Bo")
    site.host(with_friends, ann, do="start")
    with site.sit(with_friends, ann) as first, site.sit(with_friends, bo) as second:
        play_out([first, second])
        assert first.state["room"]["dealt"] is None
    continued = opened(site, file_of(game_so_far("politics")))
    with site.sit(continued["room"]["code"], continued["token"]) as client:
        play_out([client])
        assert client.state["room"]["dealt"] is None


def test_a_links_preview_names_the_game(site: Site) -> None:
    page = site.ask("GET", "/challenge/politics/-/me,thumb/0_1_2_Sam/3_abc").body.decode()
    assert "Politics with the same cards" in page
    assert "Sam" not in page  # whoever writes a link must not write our previews
