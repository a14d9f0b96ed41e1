"""A saved game opened on a server: it goes on in a room with the same seats, and a bad file is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import hustings
from hustings.bots import CHARACTERS, choose
from hustings.engine.knowledge import tally_seen
from hustings.engine.table import Table
from hustings.rooms.fair_deal import draws, verify
from hustings.web.security import LONGEST
from tests.games import NAMES
from tests.rooms.import_fuzz import spoilt
from tests.web.helpers import Answer, Json, Site, fresh_id, play_out, running

MOVES, BAD_FILES = 12, 90
OPENED = LONGEST["/api/saved"]
LONGEST_REFUSAL = 1000  # characters
ANYBODY = next(iter(CHARACTERS.values()))


def played(name: str, moves: int = MOVES, seats: int | None = None) -> Table:
    """A game that bots have played for so many moves."""
    table = hustings.game(name).start(seats=seats, seed=30)
    for key in range(moves):
        if table.over:
            break
        table.play(choose(table, min(table.owes), "thumb", key=key))
    return table


def file_of(table: Table, person: int = 0) -> Json:
    """A saved game with Ann on one seat and bots on the others."""
    names = [f"Rival {seat + 1}" for seat in range(table.seats)]
    names[person] = "Ann"
    return {**table.save(names), "bots": [None if seat == person else "thumb" for seat in range(table.seats)]}


def opened(site: Site, file: Json) -> Json:
    """A saved game as a room: the server's answer."""
    answer = site.ask("POST", "/api/saved", file)
    assert answer.status == 200, answer.body
    found: Json = answer.json
    return found


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_saved_game_opens_in_any_encoding_that_editors_write(site: Site, encoding: str) -> None:
    file = json.dumps(file_of(played("combat"))).encode(encoding)
    answer = site.ask("POST", "/api/saved", file)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_game_goes_on_with_the_same_seats(site: Site, name: str) -> None:
    table = played(name, seats=4 if name == "politics" else None)  # for two the room would play it to its end
    own = table.seats - 1
    seated = opened(site, file_of(table, own))
    room = seated["room"]
    assert (room["game"], room["options"], room["phase"]) == (name, table.game.options, "playing")
    assert seated["seat"] == room["host"] == own
    kinds = [(seat["kind"], seat["name"], seat["level"]) for seat in room["seats"]]
    rivals = [("bot", f"Rival {seat + 1}", "thumb") for seat in range(own)]
    assert kinds == [*rivals, ("person", "Ann", None)]
    with site.sit(room["code"], seated["token"]) as client:
        assert len(client.events) >= len(table.events(own))
        play_out([client])
    saved = site.ask("GET", f"/api/rooms/{room['code']}/replay/saved").json
    assert saved["log"][: table.length] == list(table.log)
    assert saved["bots"] == [*["thumb"] * own, None]
    assert saved["deal"]["given"] == table.length
    assert verify(saved).over
    check = site.ask("GET", f"/api/rooms/{room['code']}/deal").json
    assert (check["holds"], check["facts"]["draws"]) == (True, draws(saved))
    forged = {**saved, "deal": {**saved["deal"], "given": 0}}
    with pytest.raises(hustings.SavedGameError, match="secret"):
        verify(forged)
    with pytest.raises(hustings.SavedGameError, match="given"):
        verify({**saved, "deal": {**saved["deal"], "given": len(saved["log"]) + 1}})


def test_a_finished_game_opens_for_its_replay(site: Site) -> None:
    table = played("president", moves=10_000)
    assert table.over
    room = opened(site, file_of(table))["room"]
    assert room["phase"] == "over"
    replay = site.ask("GET", f"/api/rooms/{room['code']}/replay").json
    assert replay["log"] == list(table.log)
    point = site.ask("GET", f"/api/rooms/{room['code']}/replay/{table.length}").json
    assert point["standing"] == list(tally_seen(table))


def test_people_share_the_device_and_characters_are_bots(site: Site) -> None:
    names = ["Ann", ANYBODY.name, "Bo"]
    file = played("president", seats=3).save(names)
    seats = opened(site, file)["room"]["seats"]
    assert [(seat["kind"], seat["name"], seat["character"]) for seat in seats] == [
        ("person", "Ann", None),
        ("bot", ANYBODY.name, ANYBODY.key),
        ("device", "Bo", None),
    ]
    bots_only = opened(site, {**file, "bots": ["thumb"] * 3})["room"]["seats"]
    assert [seat["kind"] for seat in bots_only] == ["person", "bot", "bot"]


def test_given_moves_stay_and_later_ones_can_be_taken_back(site: Site) -> None:
    table = played("combat", moves=8)
    while 0 not in table.owes:
        table.play(table.legal(min(table.owes))[0])
    seated = opened(site, {**table.save(["Ann", "Bo"]), "bots": [None, None]})
    with site.sit(seated["room"]["code"], seated["token"]) as client:
        client.send({"id": (command := fresh_id()), "takeback": True})
        answer = client.answer(command)
        assert (answer["type"], answer["key"]) == ("refused", "room.nothing_to_take_back")


def test_a_room_that_continues_a_game_survives_a_restart(tmp_path: Path) -> None:
    table = played("politics")
    with running(tmp_path) as site:
        seated = opened(site, table.save(["Ann", "Bo"]))
        with site.sit(seated["room"]["code"], seated["token"]) as client:
            play_out([client], moves=3)
            before = client.state["view"], client.state["legal"]
    with running(tmp_path) as site, site.sit(seated["room"]["code"], seated["token"]) as client:
        assert (client.state["view"], client.state["legal"]) == before


WRONG: dict[str, tuple[Json, str]] = {
    "another program's": ({"hustings": 2}, "newer"),
    "of no game here": ({"game": "chess"}, "chess"),
    "a long name": ({"game": "x" * 5000}, "longer"),
    "other rules": ({"rules": "0"}, "version 0"),
    "an option that is none": ({"options": {"edition": "third"}}, "third"),
    "too many seats": ({"seats": ["A"] * 5}, "5 seats"),
    "a move that is none": ({"log": ["P1 fly"]}, 'entry 1 "P1 fly"'),
    "a forbidden move": ({"log": ["P2 turn 1"]}, "(EC-3)"),
    "a result before the end": ({"result": {"winners": [0]}}, "before the end"),
    "bots of no level": ({"bots": [None, "mayor"]}, "'bots'"),
    "a bot that is a function": ({"bots": [None, "os:getcwd"]}, "'bots'"),
    "a list of bots too short": ({"bots": [None]}, "'bots'"),
    "an invisible name": ({"seats": ["\u3164", "Bo"]}, "characters"),
    "a long name of a person": ({"seats": ["x" * 99, "Bo"]}, "99 characters"),
    "one name twice": ({"seats": ["Ann", "ann"]}, "ann"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_does_not_hold_is_refused_with_a_reason(site: Site, what: str) -> None:
    change, part = WRONG[what]
    table = played("combat", moves=4)
    answer = site.ask("POST", "/api/saved", {**table.save(["Ann", "Bo"]), **change})
    assert answer.status in (400, 409), answer.body
    assert part in answer.json["error"]
    assert set(answer.json) == {"error", "clause", "key", "facts"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no JSON",
        b"\xff",
        b"[1, 2]",
        b'"/etc/passwd"',
        b"null",
        b"[" * 9000,
        b'{"hustings": 1, "game": "\\ud800"}',
    ],
)
def test_what_is_no_saved_game_at_all_is_refused(site: Site, body: bytes) -> None:
    answer = site.ask("POST", "/api/saved", body)
    assert answer.status == 400, answer.body
    assert "saved game" in answer.json["error"]


def test_a_file_has_a_size_limit(site: Site) -> None:
    file = file_of(played("combat", moves=4))
    assert site.ask("POST", "/api/saved", {**file, "note": "x" * (OPENED // 2)}).status == 200
    answer = site.ask("POST", "/api/saved", {**file, "note": "x" * OPENED})
    assert answer.status == 413
    assert str(OPENED) in answer.json["error"]
    assert site.ask("POST", "/api/rooms", {"name": "x" * 9000}).status == 413


def test_no_spoilt_file_breaks_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    random = Random(30)
    files = [file_of(played(name)) for name in NAMES]
    files.append({**file_of(played("president", moves=10_000)), "legal": [], "deal": {"secret": "00"}})
    seen: set[int] = set()
    with running(tmp_path_factory.mktemp("spoilt")) as site:
        for _ in range(BAD_FILES):
            answer = asked(site, spoilt(random.choice(files), random))
            seen.add(answer.status)
            if answer.status == 200:
                info = answer.json
                with site.sit(info["room"]["code"], info["token"]) as client:
                    assert client.state["room"]["code"] == info["room"]["code"]
            else:
                assert answer.status in (400, 409), answer.body
                assert 0 < len(answer.json["error"]) <= LONGEST_REFUSAL
    assert seen >= {200, 400}


def asked(site: Site, file: object) -> Answer:
    """The answer to a file; rooms may be made as fast as the test makes them."""
    return site.ask("POST", "/api/saved", json.dumps(file).encode())
