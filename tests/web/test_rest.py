"""The questions answered with JSON."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms.fair_deal import verify
from hustings.rooms.settings import USUAL
from tests.web.helpers import BOT, FRIEND, ME, Site, play_out, running


def test_health_games_and_levels(site: Site) -> None:
    assert site.ask("GET", "/api/health").json["ok"]
    games = site.ask("GET", "/api/games").json
    combat = next(game for game in games if game["name"] == "combat")
    assert combat["players"] == [2]
    edition = next(option for option in combat["options"] if option["name"] == "edition")
    assert edition["values"] == ["prose", "illustrated"]
    assert set(edition["labels"]) == set(edition["values"])
    assert edition["usual"] == edition["default"]
    mudslinger = next(game for game in games if game["name"] == "mudslinger")
    hidden = next(option for option in mudslinger["options"] if option["name"] == "open_states")
    assert (hidden["default"], hidden["usual"]) == ("no", "yes")
    levels = site.ask("GET", "/api/levels?game=combat").json
    assert [level["name"] for level in levels] == ["canvasser", "thumb", "boss"]
    assert site.ask("GET", "/api/levels?game=chess").status == 400


def test_a_game_has_its_cards_with_every_value_its_clauses_and_its_words(site: Site) -> None:
    detail = site.ask("GET", "/api/games/combat").json
    cards = {card["code"]: card for card in detail["cards"]}
    assert len(cards) == 56
    assert sum(card["kind"] == "wild" for card in cards.values()) == 5
    assert cards["CA"]["value"] == cards["CA"]["values"]["2012"] == 55
    assert cards["CA"]["values"]["1964"] == 40
    years = cards["CA"]["values"]
    assert len(years) == 7
    for year in years:
        assert sum(card["values"].get(year, card["value"]) for card in cards.values()) == 538
    assert {clause["id"] for clause in detail["clauses"]} >= {"EC-1", "EC-22"}
    assert detail["majority"] == 270
    assert "turned" in detail["words"]["events"]
    assert detail["odds"] == {}


def test_a_game_tells_the_chances_that_hang_on_one_number_exactly(site: Site) -> None:
    chances = site.ask("GET", "/api/games/mudslinger").json["odds"]["rating"]
    assert (chances["2"], chances["7"], chances["10"]) == ([0, 1], [35, 216], [1, 2])
    assert list(chances) == [str(rating) for rating in range(17)]


def test_a_room_for_a_friend_waits_and_then_starts(site: Site) -> None:
    made = site.ask("POST", "/api/rooms", {"game": "combat", "name": " Ann ", "seats": [ME, FRIEND]})
    room, code = made.json["room"], made.json["room"]["code"]
    assert (made.json["seat"], room["phase"], room["deal"], room["host"]) == (0, "lobby", None, 0)
    assert room["link"] == f"http://127.0.0.1:{site.port}/r/{code}"
    cookie = made.headers["Set-Cookie"]
    assert made.json["token"] in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    joined = site.ask("POST", f"/api/rooms/{code.lower()}/join", {"name": "Bo"})
    assert joined.json["seat"] == 1
    full = site.ask("POST", f"/api/rooms/{code}/join", {"name": "Cy"})
    assert (full.status, "taken" in full.json["error"]) == (409, True)
    started = site.host(code, made.json["token"], do="start")
    assert started.json["phase"] == "playing"
    assert len(started.json["deal"]["commitment"]) == 64
    assert started.json["deal"]["secret"] is None
    assert [seat["name"] for seat in site.ask("GET", f"/api/rooms/{code}").json["seats"]] == ["Ann", "Bo"]


def test_a_room_without_friends_starts_at_once(site: Site) -> None:
    device = {"kind": "device", "name": "Bo"}
    for other in (BOT, device):
        made = site.ask("POST", "/api/rooms", {"game": "combat", "name": "Ann", "seats": [other, ME]})
        assert made.json["room"]["phase"] == "playing"
        assert made.json["seat"] == made.json["room"]["host"] == 1


HOSTED: list[tuple[dict[str, Any], int]] = [
    ({"do": "options", "options": {"edition": "illustrated"}}, 200),
    ({"do": "options", "options": {"edition": "gilded"}}, 400),
    ({"do": "bot", "seat": 1, "level": "random"}, 200),
    ({"do": "bot", "seat": 0, "level": "random"}, 409),
    ({"do": "open", "seat": 1}, 200),
    ({"do": "kick", "seat": 0}, 409),
    ({"do": "rename", "seat": 0, "name": "Anna"}, 200),
    ({"do": "rename", "seat": 0, "name": "\u202e"}, 400),
    ({"do": "swap", "seat": 0, "other": 1}, 200),
    ({"do": "lock", "locked": True}, 200),
    ({"do": "pause"}, 409),
    ({"do": "start"}, 409),
    ({"do": "rematch"}, 409),
    ({"do": "dance"}, 422),
    ({"do": "kick"}, 422),
    ({"do": "kick", "seat": "1"}, 422),
    ({"do": "kick", "seat": 1, "gently": True}, 422),
]


@pytest.mark.parametrize(("command", "status"), HOSTED, ids=range(len(HOSTED)))
def test_host_commands(site: Site, command: dict[str, Any], status: int) -> None:
    code, ann = site.make(ME, FRIEND)
    answer = site.host(code, ann, **command)
    assert answer.status == status, answer.body
    assert ("error" in answer.json) == (status != 200)


def test_only_the_hosts_token_hosts(site: Site) -> None:
    code, _, bo = site.friends()
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {bo}"}, {"Authorization": "Basic x"}):
        answer = site.ask("POST", f"/api/rooms/{code}/host", {"do": "lock"}, **headers)
        assert answer.status == 403


BAD_ROOMS: list[tuple[Any, int]] = [
    ({"game": "chess", "name": "Ann", "seats": [ME, BOT]}, 400),
    ({"game": "combat", "name": "Ann", "seats": [ME, BOT], "options": {"votes": "1492"}}, 400),
    ({"game": "combat", "name": "Ann", "seats": [ME, BOT, BOT]}, 400),
    ({"game": "combat", "name": "Ann", "seats": [BOT, BOT]}, 409),
    ({"game": "combat", "name": "Ann", "seats": [ME, ME]}, 409),
    ({"game": "combat", "name": "Ann", "seats": []}, 422),
    ({"game": "combat", "name": "", "seats": [ME, BOT]}, 400),
    ({"game": "combat", "name": "x" * 25, "seats": [ME, BOT]}, 400),
    ({"game": "combat", "name": "x" * 200, "seats": [ME, BOT]}, 422),
    ({"game": "combat", "name": "A\u0007", "seats": [ME, BOT]}, 400),
    ({"game": "combat", "name": "Ann", "seats": [ME, BOT], "x": 1}, 422),
    ({"game": "combat", "name": "Ann", "seats": [ME, {"kind": "bot"}]}, 422),
    ({"game": "combat", "name": "Ann", "seats": [ME, {"kind": "bot", "level": "god"}]}, 400),
    ({"game": "combat", "name": "Ann", "seats": [ME, {"kind": "throne"}]}, 422),
    (b"{", 422),
    (b'{"game": "combat", "name": "\\ud800", "seats": [{"kind": "me"}, {"kind": "friend"}]}', 422),
    (b"x" * 9000, 413),
]


@pytest.mark.parametrize(("body", "status"), BAD_ROOMS, ids=range(len(BAD_ROOMS)))
def test_a_bad_request_is_refused_in_a_sentence(site: Site, body: Any, status: int) -> None:
    answer = site.ask("POST", "/api/rooms", body)
    assert answer.status == status, answer.body
    assert len(answer.json["error"]) > 10


def test_what_is_not_there_is_404(site: Site) -> None:
    for path in ("/api/rooms/BCDFGH", "/api/rooms/nonsense", "/api/rooms/BCDFGH/qr.svg", "/api/nothing"):
        answer = site.ask("GET", path)
        assert answer.status == 404
        assert answer.json["error"]


def test_the_code_for_phones_is_an_svg(site: Site) -> None:
    code, _ = site.make(ME, FRIEND)
    answer = site.ask("GET", f"/api/rooms/{code}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg")


def test_a_game_is_exported_after_the_end_and_verifies(site: Site) -> None:
    code, ann, bo = site.friends()
    assert site.ask("GET", f"/api/rooms/{code}/export").status == 409
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
        assert first.state["result"]["scores"] == second.state["result"]["scores"]
        assert sum(first.state["result"]["scores"]) == 538
    answer = site.ask("GET", f"/api/rooms/{code}/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    table = verify(answer.json)
    assert table.result is not None
    assert list(table.result.scores) == first.state["result"]["scores"]
    assert answer.json["seats"] == ["Ann", "Bo"]
    assert site.host(code, ann, do="rematch").json["seats"][0]["name"] == "Bo"
    assert site.ask("GET", f"/api/rooms/{code}/export").status == 409


def test_the_openapi_document_describes_the_questions(site: Site) -> None:
    document = site.ask("GET", "/api/openapi.json").json
    assert "/api/rooms/{code}/join" in document["paths"]
    assert site.ask("GET", "/docs").headers["Content-Type"].startswith("text/html")
    assert b"cdn" not in site.ask("GET", "/docs").body


def test_a_seat_is_claimed_with_its_code_and_the_old_token_is_worth_nothing(site: Site) -> None:
    code, ann, bo = site.friends()
    path = f"/api/rooms/{code}/seats/1/code"
    assert site.ask("POST", path).status == 403
    assert site.ask("POST", path, Authorization="Bearer nonsense").status == 403
    assert site.ask("POST", f"/api/rooms/{code}/seats/7/code", Authorization=f"Bearer {ann}").status == 409
    given = site.ask("POST", path, Authorization=f"Bearer {ann}")
    assert given.status == 200
    assert given.json["link"] == f"http://127.0.0.1:{site.port}/r/{code}#seat={given.json['code']}"
    assert given.json["qr"].startswith("<svg")
    for wrong in ("BBBBBBBB", "short", "AEIOUAEI"):
        assert site.ask("POST", f"/api/rooms/{code}/claim", {"code": wrong}).status == 403
    with site.sit(code, bo) as client:
        typed = f"{given.json['code'][:4].lower()} {given.json['code'][4:]}"
        claimed = site.ask("POST", f"/api/rooms/{code}/claim", {"code": typed})
        assert (claimed.status, claimed.json["seat"]) == (200, 1)
        assert claimed.json["token"] in claimed.headers["Set-Cookie"]
        assert client.closed() == 4403
    with site.sit(code, claimed.json["token"]) as client:
        assert client.state["seat"] == 1


ASKED = "4f9a2c60d1e84b0f9d3356a1c2b7e8f0"


def test_the_same_join_has_the_same_answer_also_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        code, ann = site.make(ME, FRIEND, FRIEND, game="president")
        path, body = f"/api/rooms/{code}/join", {"name": "Bo", "id": ASKED}
        first = site.ask("POST", path, body)
        assert first.status == 200
        assert site.host(code, ann, do="lock").status == 200
        assert site.ask("POST", path, body).json["token"] == first.json["token"]
    with running(tmp_path) as site:
        again = site.ask("POST", path, body)
        assert (again.json["seat"], again.json["token"]) == (1, first.json["token"])
        assert again.json["token"] in again.headers["Set-Cookie"]
        assert [seat["kind"] for seat in again.json["room"]["seats"]] == ["person", "person", "open"]
        with site.sit(code, again.json["token"]) as client:
            assert client.state["seat"] == 1
        site.host(code, ann, do="lock", locked=False)
        other = site.ask("POST", path, {"name": "Cy", "id": ASKED[::-1]}).json
        assert other["seat"] == 2
        assert other["token"] != first.json["token"]
        kept = "".join(file.read_bytes().decode("latin-1") for file in tmp_path.iterdir())
        assert first.json["token"] not in kept
        assert ASKED not in kept


def test_the_same_claim_has_the_same_answer_also_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        code, ann, _ = site.friends()
        issue = f"/api/rooms/{code}/seats/1/code"
        given = site.ask("POST", issue, Authorization=f"Bearer {ann}").json["code"]
        path, body = f"/api/rooms/{code}/claim", {"code": given, "id": ASKED}
        first = site.ask("POST", path, body)
        assert (first.status, first.json["seat"]) == (200, 1)
    with running(tmp_path) as site:
        again = site.ask("POST", path, body)
        assert (again.status, again.json["seat"], again.json["token"]) == (200, 1, first.json["token"])
        assert site.ask("POST", path, {**body, "id": ASKED[::-1]}).status == 403
        with site.sit(code, first.json["token"]) as client:
            assert client.state["seat"] == 1
            newer = site.ask("POST", issue, Authorization=f"Bearer {ann}").json["code"]
            assert site.ask("POST", path, {"code": newer}).status == 200
            assert client.closed() == 4403
        assert site.ask("POST", path, body).status == 403  # the seat has gone on since


def test_an_id_that_could_be_guessed_is_not_taken(site: Site) -> None:
    code, _ = site.make(ME, FRIEND)
    for weak in ("", "join-0001", "x" * 65, "\ud800" * 20, 7):
        assert site.ask("POST", f"/api/rooms/{code}/join", {"name": "Bo", "id": weak}).status == 422


def test_settings_are_listed_with_their_words(site: Site) -> None:
    listed = {one["name"]: one for one in site.ask("GET", "/api/settings").json}
    assert {name: one["usual"] for name, one in listed.items()} == asdict(USUAL)
    assert listed["seconds"]["only_with"] == ["clock", ["gentle", "strict"]]
    assert listed["zone"]["kind"] == "zone"
    assert listed["clock"]["labels"]["off"] == {"en": "No clock", "es": "Sin reloj"}


def test_how_the_table_is_run_is_told_and_chosen(site: Site) -> None:
    body = {"game": "combat", "name": "Ann", "seats": [ME, FRIEND], "terms": {"clock": "gentle", "seconds": 30}}
    made = site.ask("POST", "/api/rooms", body)
    code, ann = made.json["room"]["code"], made.json["token"]
    plain = {**asdict(USUAL), "clock": "gentle", "seconds": 30, "chat": True}
    assert made.json["room"]["terms"] == plain
    chosen = site.host(code, ann, do="terms", terms={"absent": "forfeit", "games": 3})
    assert chosen.json["terms"] == {**plain, "absent": "forfeit", "games": 3}
    assert site.host(code, ann, do="terms", terms={"seconds": 1}).status == 422
    filled = site.host(code, ann, do="fill", level="thumb")
    assert [seat["kind"] for seat in filled.json["seats"]] == ["person", "bot"]
    assert site.host(code, ann, do="host", seat=1).status == 409
    series = {"over": 0, "shares": [0.0, 0.0], "number": 1, "duel": None}
    assert site.host(code, ann, do="start").json["series"] == series
    with site.sit(code, ann) as client:
        assert client.state["clock"]["kind"] == "gentle"
        assert client.state["clock"]["seconds"] == 30


def test_a_seat_asks_no_more_by_http_than_by_its_socket(tmp_path: Path) -> None:
    with running(tmp_path, pace=(4, 0.001)) as site:
        code, ann = site.make(ME, FRIEND)
        statuses = [site.host(code, ann, do="lock", locked=bool(number % 2)).status for number in range(6)]
        assert statuses == [200] * 4 + [429] * 2
        assert site.ask("POST", f"/api/rooms/{code}/seats/0/code", Authorization=f"Bearer {ann}").status == 429
        for _ in range(6):  # who has no seat is refused, not counted
            assert site.host(code, "nonsense", do="lock").status == 403
        with site.sit(code, ann) as client:
            client.send({"ping": 1})
            assert "too many" in client.until("refused")["text"]
