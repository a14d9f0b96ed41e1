"""The words of the web: every sentence has its use, and travels with its key and facts."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import TypeAdapter

import hustings.web
from hustings.engine.messages import Message, words_of
from hustings.rooms.errors import RoomError
from hustings.rooms.wire import MessageInfo
from hustings.web.errors import TooManyError
from hustings.web.protocol.messages import PollClosed, Problem
from tests.web.helpers import ME, Site

SOURCES = Path(hustings.web.__file__).parent.rglob("*.py")


def test_every_key_has_its_english_and_every_sentence_its_use() -> None:
    used = {key for path in SOURCES for key in re.findall(r'"(web\.[a-z_]+)"', path.read_text(encoding="utf-8"))}
    assert used == set(words_of("hustings.web"))


def test_an_error_is_told_with_its_key_and_facts() -> None:
    error = TooManyError("web.no_such_entry", last=12, entry=13)
    told = {"key": "web.no_such_entry", "facts": {"last": 12, "entry": 13}}
    text = "this game has entries 0 to 12; 13 was asked for"
    assert Problem.of(error).model_dump() == {"error": text, "clause": None, **told}
    assert PollClosed.of(4429, error).model_dump() == {"code": 4429, "reason": text, **told}


def test_a_phrase_among_the_facts_is_sent_as_it_is() -> None:
    error = RoomError("room.not_saved", error=Message("room.try_again"))
    told = MessageInfo("room.not_saved", error.message.as_dict()["facts"] if error.message else {})
    facts = {"error": {"key": "room.try_again", "facts": {}}}
    assert TypeAdapter(MessageInfo).dump_python(told) == {"key": "room.not_saved", "facts": facts}


def test_every_refusal_over_http_has_a_key(site: Site) -> None:
    code, token = site.make(ME, ME | {"kind": "friend"})
    refusals = {
        "room.not_found": site.ask("GET", "/api/rooms/BCDFGH"),
        "web.no_room_code": site.ask("GET", "/api/rooms/nonsense"),
        "web.no_token": site.ask("POST", f"/api/rooms/{code}/host", {"do": "start"}),
        "room.seat_open": site.host(code, token, do="start"),
        "web.request_not_understood": site.host(code, token, do="dance"),
        "web.request_too_long": site.host(code, token, do="x" * 9000),
        "web.foreign_page": site.ask("POST", "/api/rooms", {}, Origin="https://elsewhere.example"),
        "web.nothing_here": site.ask("GET", "/api/nothing"),
        "web.http": site.ask("DELETE", f"/api/rooms/{code}"),
    }
    assert {key: answer.json["key"] for key, answer in refusals.items()} == {key: key for key in refusals}
    assert refusals["web.nothing_here"].json["facts"] == {"path": "api/nothing"}
