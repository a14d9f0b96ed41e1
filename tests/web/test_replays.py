"""After the end: the game laid open, its deal checked, the line of chances; and nothing of it before."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings.arena.win_probability import win_probability
from hustings.bots import choose
from hustings.engine import saved
from hustings.engine.knowledge import tally_seen
from hustings.rooms.errors import RoomError
from hustings.rooms.fair_deal import Deal, verify
from hustings.rooms.rate_limits import Analyses, Downloads, Probes
from hustings.web.rest import replays
from tests.web.helpers import FRIEND, LIMIT, ME, Json, Site, play_out, running

PATHS = ("replay", "replay/0", "replay/chances", "replay/saved", "deal")


def finished(name: str, secret: bytes = b"s" * 32) -> Json:
    """A saved game with its deal, played by the rule of thumb."""
    table = hustings.game(name).start(draw=Deal(secret).draw)
    while not table.over:
        table.play(choose(table, min(table.owes), "thumb", len(table.log)))
    return {**table.save(), "deal": {"commitment": Deal(secret).commitment, "secret": secret.hex()}}


def played(site: Site, game: str) -> str:
    """A room of two whose game is over: its code."""
    code, ann = site.make(ME, FRIEND, game=game)
    bo = site.join(code, "Bo")
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    return code


@pytest.fixture(scope="module")
def president(site: Site) -> str:
    """A room whose game of U.S. President, with its sealed choices, is over."""
    return played(site, "president")


def test_nothing_is_told_while_the_game_goes_on(site: Site) -> None:
    code, _, _ = site.friends()
    for path in PATHS:
        answer = site.ask("GET", f"/api/rooms/{code}/{path}")
        assert answer.status == 409
        assert "when the game is over" in answer.json["error"]
        assert (answer.json["clause"], answer.json["facts"]) == (None, {})
        assert set(answer.json) == {"error", "clause", "key", "facts"}
    waiting, _ = site.make(ME, FRIEND)
    for path in PATHS:
        assert site.ask("GET", f"/api/rooms/{waiting}/{path}").status == 409
        assert site.ask("GET", f"/api/rooms/BCDFGH/{path}").status == 404


def test_every_entry_shows_the_table_with_nothing_hidden(site: Site, president: str) -> None:
    told = site.ask("GET", f"/api/rooms/{president}/replay").json
    export = site.ask("GET", f"/api/rooms/{president}/export").json
    assert told["log"] == export["log"]
    assert [seat["name"] for seat in told["room"]["seats"]] == ["Ann", "Bo"]
    assert told["result"]["winners"] == export["result"]["winners"]
    sealed = 0
    for number, _, table in saved.replay(export):
        point = site.ask("GET", f"/api/rooms/{president}/replay/{number - 1}").json
        assert point["entry"] == number - 1
        assert point["view"] == table.game.book.schema.as_json(table.record())
        assert (point["owes"], point["may"]) == (sorted(table.owes), sorted(table.may))
        assert point["standing"] == list(tally_seen(table))
        sealed += any(one is not None for one in point["view"]["choice"]) and table.view(None) != point["view"]
    assert sealed > 10
    assert told["events"] == [event.as_dict() for event in table.all_events()]
    assert table.night is not None
    assert told["night"] == json.loads(json.dumps(asdict(table.night)))
    with site.sit(president) as watcher:
        assert watcher.state["night"] == told["night"]  # the live table's as well


def test_there_are_no_points_beyond_the_ends(site: Site, president: str) -> None:
    entries = len(site.ask("GET", f"/api/rooms/{president}/replay").json["log"])
    assert site.ask("GET", f"/api/rooms/{president}/replay/{entries}").status == 200
    for number, status in ((entries + 1, 404), (-1, 404), ("x", 422)):
        answer = site.ask("GET", f"/api/rooms/{president}/replay/{number}")
        assert (answer.status, len(answer.json["error"]) > 10) == (status, True)


def test_the_deal_is_checked(site: Site, president: str) -> None:
    told = site.ask("GET", f"/api/rooms/{president}/deal").json
    assert told["holds"]
    export = site.ask("GET", f"/api/rooms/{president}/export").json
    assert {"commitment": told["commitment"], "secret": told["secret"]} == export["deal"]
    draws = sum(entry.startswith("* ") for entry in export["log"])
    assert told["text"] == f"Fair: all {draws} draws match the sealed secret."


def test_a_deal_that_does_not_hold_is_told_so() -> None:
    game = finished("combat")
    assert replays.checked(game)[0]
    for secret in ("00" * 32, "no hexadecimal"):
        holds, message = replays.checked({**game, "deal": {**game["deal"], "secret": secret}})
        assert not holds
        assert message.english().startswith("Not fair: ")
        assert message.english().endswith(".")
    other = Deal(b"t" * 32)
    swapped = {"commitment": other.commitment, "secret": other.secret}
    holds, message = replays.checked({**game, "deal": swapped})
    assert not holds
    assert "brings up" in message.english()


def test_the_chances_are_counted_once(site: Site, president: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Json] = []

    async def count(source: Json) -> dict[str, Any]:
        asked.append(source)
        return asdict(await asyncio.to_thread(win_probability, source, 0.0, 1, fast=False))

    monkeypatch.setattr(replays, "counted", count)
    until = time.monotonic() + LIMIT
    while not (told := site.ask("GET", f"/api/rooms/{president}/replay/chances").json)["ready"]:
        assert told["shares"] == []
        assert time.monotonic() < until
        time.sleep(0.05)
    assert len(asked) == 1
    export = site.ask("GET", f"/api/rooms/{president}/export").json
    assert (told["entries"][0], told["entries"][-1]) == (0, len(export["log"]))
    assert told["shares"][-1] == export["result"]["shares"]
    assert all(sum(shares) == pytest.approx(1, abs=0.001) for shares in told["shares"])
    assert len(told["turns"]) <= 4


def test_chances_that_cannot_be_counted_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    code = played(site, "combat")

    async def fail(_: Json) -> dict[str, Any]:
        raise RoomError("the chances of this game could not be calculated")

    monkeypatch.setattr(replays, "counted", fail)
    first = site.ask("GET", f"/api/rooms/{code}/replay/chances")
    assert (first.status, first.json["ready"]) == (200, False)
    again = site.ask("GET", f"/api/rooms/{code}/replay/chances")
    assert (again.status, again.json["error"]) == (409, "the chances of this game could not be calculated")


def test_a_process_of_its_own_counts_or_says_that_it_cannot() -> None:
    with pytest.raises(RoomError, match="could not be calculated"):
        asyncio.run(replays.counted({"hustings": 1}))


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setattr(replays, "REPLAYS_AT_ONCE", 1.0)
    monkeypatch.setattr(replays, "REPLAYS_A_SECOND", 0.0)
    monkeypatch.setattr(replays, "POINTS_AT_ONCE", 3.0)
    monkeypatch.setattr(replays, "POINTS_A_SECOND", 0.0)
    with running(tmp_path_factory.mktemp("bounded")) as site:
        one, two = played(site, "combat"), played(site, "combat")
        assert site.ask("GET", f"/api/rooms/{one}/replay").status == 200
        refused = site.ask("GET", f"/api/rooms/{two}/replay")
        assert (refused.status, "too many" in refused.json["error"]) == (429, True)
        for address in ("192.0.2.1", "192.0.2.2"):
            paths = [f"/api/rooms/{one}/replay/{entry}" for entry in range(4)]
            points = [site.ask("GET", path, X_Forwarded_For=address).status for path in paths]
            assert points == [200, 200, 200, 429]
        assert site.ask("GET", f"/api/rooms/{one}/deal").status == 200


def test_no_address_takes_what_the_server_can_send_or_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Downloads, "SIZE", 5)
    monkeypatch.setattr(Downloads, "RATE", 0.001)
    monkeypatch.setattr(Probes, "SIZE", 2)
    monkeypatch.setattr(Probes, "RATE", 0.001)
    monkeypatch.setattr(replays, "REPLAYS_BY_ADDRESS", 1.0)
    monkeypatch.setattr(replays, "REPLAYS_A_SECOND_BY_ADDRESS", 0.001)
    with running(tmp_path) as site:
        one, two = played(site, "combat"), played(site, "combat")

        def asked(path: str, times: int = 1, address: str = "192.0.2.1") -> list[int]:
            return [site.ask("GET", path, X_Forwarded_For=address).status for _ in range(times)]

        assert asked(f"/api/rooms/{one}/replay") + asked(f"/api/rooms/{two}/replay") == [200, 429]
        assert asked(f"/api/rooms/{two}/replay", address="192.0.2.2") == [200]
        assert asked(f"/api/rooms/{one}/export", 2) + asked(f"/api/rooms/{one}/deal", 2) == [200, 200, 200, 429]
        assert asked(f"/api/rooms/{one}/export") + asked(f"/api/rooms/{one}/replay/saved") == [429, 429]
        assert asked(f"/api/rooms/{one}/export", address="192.0.2.3") == [200]
        assert asked("/health") + asked("/ready", 2) + asked("/ready", address="192.0.2.3") == [200, 200, 429, 200]


@pytest.mark.parametrize(("method", "path"), [("GET", "chances"), ("GET", "review"), ("POST", "review")])
def test_no_address_asks_for_analyses_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    monkeypatch.setattr(Analyses, "SIZE", 2)
    monkeypatch.setattr(Analyses, "RATE", 0.001)
    with running(tmp_path) as site:

        def asked(address: str, times: int) -> list[int]:
            asking = f"/api/rooms/BCDFGH/replay/{path}"
            return [site.ask(method, asking, X_Forwarded_For=address).status for _ in range(times)]

        assert asked("192.0.2.1", 3) == [404, 404, 429]
        assert asked("192.0.2.2", 1) == [404]


def test_a_game_can_be_gone_through_when_the_next_one_is_played(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
        before = site.ask("GET", f"/api/rooms/{code}/replay").json
        assert before["game"] == 1
        assert [site.host(code, token, do="rematch").status for token in (ann, bo)] == [200, 200]
        for path in PATHS:
            assert site.ask("GET", f"/api/rooms/{code}/{path}").status == 409
            assert site.ask("GET", f"/api/rooms/{code}/{path}?game=2").status == 409
            assert site.ask("GET", f"/api/rooms/{code}/{path}?game=3").status == 404
        then = site.ask("GET", f"/api/rooms/{code}/replay?game=1").json
        assert then == before
        assert [seat["name"] for seat in then["room"]["seats"]] == ["Ann", "Bo"]
        assert then["room"]["deal"]["secret"] == site.ask("GET", f"/api/rooms/{code}/deal?game=1").json["secret"]
        first.until("state")
        second.until("state")
        play_out([first, second])
    second_game = site.ask("GET", f"/api/rooms/{code}/replay").json
    assert second_game["game"] == 2
    assert [seat["name"] for seat in second_game["room"]["seats"]] == ["Bo", "Ann"]
    file = site.ask("GET", f"/api/rooms/{code}/replay/saved?game=1")
    assert f"-{code}-1.json" in file.headers["Content-Disposition"]
    assert verify(file.json).result is not None
    assert file.json["log"] == before["log"]
