"""Chat over the wire: the host's switch, sockets and lines, texts that are no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hustings.rooms.commands.remarks import Say
from tests.web.helpers import BOT, FRIEND, ME, Client, Json, Site, fresh_id, running


def say(client: Client, text: str, command: str | None = None) -> Json:
    """Write something; the ack or refusal that answers it."""
    command = command or fresh_id()
    client.send({"id": command, "say": text})
    return client.answer(command)


def talkative(site: Site, other: Json) -> tuple[str, str]:
    """A room made with its chat on: its code and its host's token."""
    body = {"game": "combat", "name": "Ann", "seats": [ME, other], "terms": {"chat": True}}
    made = site.ask("POST", "/api/rooms", body).json
    assert made["room"]["terms"]["chat"] is True
    return made["room"]["code"], made["token"]


def read(client: Client) -> list[Json]:
    """The remarks of the next message that brings any."""
    return list(client.until("chat")["remarks"])


def test_the_host_turns_it_on_at_any_time_and_everybody_reads(site: Site) -> None:
    code, ann, bo = site.friends()
    assert site.ask("GET", f"/api/rooms/{code}").json["terms"]["chat"] is True
    site.host(code, ann, do="chat", chat=False)
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as crowd:
        assert "chat is off" in say(first, "hello")["text"]
        assert site.host(code, bo, do="chat").status == 403
        assert site.host(code, ann, do="chat").json["terms"]["chat"] is True
        markup = "<img src=x onerror=alert(1)> & \"quotes\" 'too'"
        answer = say(second, f"  {markup}\n")
        assert answer["type"] == "ack"
        for client in (first, crowd):
            assert read(client) == [{"seq": answer["seq"], "name": "Bo", "text": markup}]
        assert "only players with a seat" in say(crowd, "me too")["text"]
        assert site.host(code, ann, do="chat", chat=False).json["terms"]["chat"] is False
        assert "chat is off" in say(second, "hello?")["text"]


def test_who_comes_back_reads_what_he_missed_and_a_repeated_command_is_written_once(site: Site) -> None:
    code, ann = talkative(site, FRIEND)
    bo = site.join(code, "Bo")
    with site.sit(code, ann) as first:
        command = fresh_id()
        answer = say(first, "are you there?", command)
        assert say(first, "are you there?", command) == answer
        with site.sit(code, bo) as second:
            assert [remark["text"] for remark in read(second)] == ["are you there?"]
            say(second, "yes")
        with site.sit(code, bo) as second:
            assert [remark["text"] for remark in read(second)] == ["are you there?", "yes"]


def test_what_is_no_text_is_refused_and_the_line_lives(site: Site) -> None:
    code, ann = talkative(site, BOT)
    with site.sit(code, ann) as mine:
        for bad in ("a\x00b", "x" * 201, "x" * 801, "", " \n ", "\u202egnirts", None, 5, ["x"]):
            assert say(mine, bad)["type"] == "refused", bad  # type: ignore[arg-type]
        mine.send({"id": fresh_id(), "say": "x", "also": 1})
        assert "not understood" in mine.until("refused")["text"]
        assert say(mine, "x" * 200)["type"] == "ack"


def test_nothing_written_is_in_what_is_told_after_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Say, "pace", (1000, 1000))
    with running(tmp_path) as site:
        code, ann = talkative(site, BOT)
        with site.sit(code, ann) as mine:
            while not mine.state["over"]:
                if mine.state["legal"]:
                    assert say(mine, "a remark nobody plays")["type"] == "ack"
                    mine.caught_up(mine.acts(mine.state["legal"][0]["text"]))
                else:
                    mine.receive()
        for path in ("export", "replay", "replay/3", "replay/saved", "deal", "replay/chances"):
            answer = site.ask("GET", f"/api/rooms/{code}/{path}")
            assert answer.status == 200
            assert b"a remark" not in answer.body
        assert site.host(code, ann, do="rematch").status == 200
