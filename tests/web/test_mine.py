"""The seats of a device: which games they belong to, and the cookie that is their second home."""

from __future__ import annotations

import time
from datetime import date, timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.rate_limits import Guesses
from hustings.rooms.registry import Rooms
from tests.web.helpers import BOT, FRIEND, ME, Answer, Site, fresh_id, play_out, running

A_VISIT = 180 * 24 * 3600


def seats(*held: tuple[str, str]) -> list[dict[str, str]]:
    """Seats as a request names them."""
    return [{"code": code, "token": token} for code, token in held]


def keep(site: Site, held: list[dict[str, str]], cookie: str = "", forget: list[str] | None = None) -> Answer:
    """Ask the server to keep seats in a cookie."""
    return site.ask("POST", "/api/mine/seats", {"seats": held, "forget": forget or []}, Cookie=cookie)


def cookies(answer: Answer) -> SimpleCookie:
    """The cookies that an answer sets."""
    found: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_all("Set-Cookie") or []:
        found.load(header)
    return found


def cookie_of(answer: Answer) -> str:
    """The device's cookie as its browser sends it."""
    return (answer.headers["Set-Cookie"] or "").split(";")[0]


def test_a_device_is_told_its_own_games_and_whose_turn_it_is(site: Site) -> None:
    code, ann, bo = site.friends()
    other, _ = site.make(ME, FRIEND)
    wish = seats((code, ann), (other, bo), ("BCDFGH", ann))
    told = site.ask("POST", "/api/mine/games", {"seats": wish}).json
    assert sorted(told["gone"]) == sorted([other, "BCDFGH"])
    [game] = told["games"]
    assert (game["code"], game["phase"], game["number"], game["scores"]) == (code, "playing", 1, None)
    assert (game["names"], game["levels"], game["mine"]) == (["Ann", "Bo"], [None, None], [0])
    with site.sit(code, ann) as client:
        assert game["owes"] == client.state["owes"]
    [waiting] = site.ask("POST", "/api/mine/games", {"seats": seats((code, bo))}).json["games"]
    assert waiting["mine"] == [1]
    assert site.ask("POST", "/api/mine/games", {"seats": wish * 14}).status == 422


def test_a_game_over_days_is_told_with_its_deadline_and_leave_is_declared(site: Site) -> None:
    code, ann = site.make(ME, FRIEND, game="president")
    bo = site.join(code, "Bo")
    assert site.host(code, ann, do="terms", terms={"clock": "days", "zone": "Europe/Nowhere"}).status == 409
    assert site.host(code, ann, do="terms", terms={"clock": "days", "zone": "Asia/Kolkata"}).status == 200
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as client:
        while not (days := client.state["room"]["days"])["until"]:
            client.receive()
    [game] = site.ask("POST", "/api/mine/games", {"seats": seats((code, bo))}).json["games"]
    assert game["until"] == days["until"]["1"]
    away = date.fromtimestamp(game["until"]) + timedelta(days=3)
    path, named = f"/api/rooms/{code}/leave", {"Authorization": f"Bearer {bo}"}
    assert site.ask("POST", path, {"days": [f"{away}"]}, **named).json["days"]["leave"] == {"1": [f"{away}"]}
    assert site.ask("POST", path, {"days": ["2020-01-01"]}, **named).json["key"] == "room.leave_beforehand"
    assert site.ask("POST", path, {"days": ["tomorrow"]}, **named).status == 422
    assert site.ask("POST", path, {"days": []}, Authorization="Bearer nobody").status == 403


def test_a_game_that_ended_while_the_page_was_closed_is_told_with_its_result(site: Site) -> None:
    code, ann = site.make(ME, BOT, game="politics")
    with site.sit(code, ann) as client:
        play_out([client])
        result = client.state["result"]
    [game] = site.ask("POST", "/api/mine/games", {"seats": seats((code, ann))}).json["games"]
    assert (game["phase"], game["levels"]) == ("over", [None, BOT["level"]])
    assert (game["shares"], game["scores"]) == (result["shares"], result["scores"])
    assert [f"P{seat + 1}" for seat in game["winners"]] == result["winners"]


def test_a_game_that_was_given_up_is_told_as_such(site: Site) -> None:
    code, ann = site.make(ME, BOT, game="president")
    with site.sit(code, ann) as client:
        client.send({"id": fresh_id(), "resign": True})
        while not client.state["over"]:
            client.receive()
    [game] = site.ask("POST", "/api/mine/games", {"seats": seats((code, ann))}).json["games"]
    assert (game["phase"], game["mine"], game["forfeited"]) == ("over", [0], [0])


def test_a_damaged_room_is_not_called_gone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ann, _ = site.friends()

    async def damaged(*_: Any) -> None:
        raise RoomDamagedError("rooms.damaged", room=code)

    monkeypatch.setattr(Rooms, "peek", damaged)
    assert site.ask("POST", "/api/mine/games", {"seats": seats((code, ann))}).json == {"games": [], "gone": []}


def test_asking_for_games_is_no_way_to_guess_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guesses, "WAIT", 0.3)
    monkeypatch.setattr(Guesses, "SERVER_SIZE", 4)
    monkeypatch.setattr(Guesses, "SERVER_RATE", 0.001)
    with running(tmp_path) as site:
        code, _, _ = site.friends()

    def ask(site: Site, code: str, token: str) -> tuple[int, float]:
        began = time.monotonic()
        status = site.ask("POST", "/api/mine/games", {"seats": seats((code, token))}).status
        return status, time.monotonic() - began

    with running(tmp_path) as site:
        for asked in (code, "BCDFGH", "nonsense", code):
            status, seconds = ask(site, asked, "x" * 22)
            assert status == 200
            assert seconds >= 0.3
        assert site.ask("GET", "/health").json["rooms"] == 0
        assert ask(site, code, "x" * 22)[0] == 429


def test_a_cookie_brings_twelve_seats_back_to_an_empty_storage(site: Site) -> None:
    held = seats(*(site.make(ME, FRIEND) for _ in range(12)))
    first = keep(site, held[:5])
    second = keep(site, held[5:], cookie_of(first))
    assert second.json["seats"] == held[5:] + held[:5]
    again = keep(site, [], cookie_of(second))
    assert again.json["seats"] == held[5:] + held[:5]
    for answer in (first, second, again):
        assert answer.headers["Cache-Control"] == "no-store"
        [(name, morsel)] = cookies(answer).items()
        assert name == f"hustings_mine_{site.port}"
        assert (morsel["path"], morsel["max-age"], morsel["samesite"]) == ("/api/mine", str(A_VISIT), "strict")
        assert morsel["httponly"]
    told = site.ask("POST", "/api/mine/games", {"seats": again.json["seats"]}).json
    assert len(told["games"]) == 12


def test_a_cookie_holds_a_hundred_seats_and_ignores_nonsense(site: Site) -> None:
    letters = "BCDFGHJKMN"
    codes = [f"BCDF{one}{other}" for one in letters for other in letters]
    many = seats(*((code, "t" * 22) for code in codes))
    first = keep(site, many)
    assert len(cookie_of(first)) < 4096
    newer = keep(site, seats(("XXXXXX", "n" * 22)), cookie_of(first)).json["seats"]
    assert [seat["code"] for seat in newer] == ["XXXXXX", *codes[:-1]]
    assert keep(site, seats(("no code", "n" * 22))).json["seats"] == []
    odd = keep(site, [], f"hustings_mine_{site.port}=nonsense.BCDFGH.aeiouy22")
    assert odd.json["seats"] == []
    assert cookies(odd)[f"hustings_mine_{site.port}"]["max-age"] == "0"
    assert keep(site, []).headers["Set-Cookie"] is None
    assert keep(site, [*many, many[0]]).status == 422


def test_forgetting_deletes_the_cookies_of_rooms_and_classes(site: Site) -> None:
    cookie = cookie_of(keep(site, seats(("BCDFGH", "t" * 22), ("KMNPQR", "u" * 22))))
    answer = keep(site, [], f"{cookie}; hustings_class_BCDFGH=v", ["BCDFGH"])
    assert [seat["code"] for seat in answer.json["seats"]] == ["KMNPQR"]
    gone = {name: morsel["path"] for name, morsel in cookies(answer).items() if morsel["max-age"] == "0"}
    assert gone == {
        "hustings_BCDFGH": "/api/rooms/BCDFGH",
        "hustings_teacher_BCDFGH": "/api/classes/BCDFGH",
        "hustings_class_BCDFGH": "/api",
    }
    last = keep(site, [], cookie, ["BCDFGH", "KMNPQR"])
    assert cookies(last)[f"hustings_mine_{site.port}"]["max-age"] == "0"
