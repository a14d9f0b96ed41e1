"""Rights of people over stored data: read their own, delete their room, report it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hustings.engine.errors import OptionError
from hustings.web.rest import own_data
from hustings.web.settings import Settings
from tests.web.helpers import FRIEND, ME, Site, fresh_id, play_out, running


def bearer(token: str) -> dict[str, str]:
    """The header of a seat's token."""
    return {"Authorization": f"Bearer {token}"}


def mine(site: Site, code: str, token: str) -> list[dict[str, Any]]:
    """The records about a player."""
    answer = site.ask("GET", f"/api/rooms/{code}/mine", **bearer(token))
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Disposition"] == f'attachment; filename="hustings-{code}-mine.json"'
    records: list[dict[str, Any]] = answer.json["records"]
    return records


def test_a_player_gets_every_record_about_them_and_nothing_of_others_or_hidden(site: Site) -> None:
    code, ann = site.make(ME, FRIEND, game="politics")
    bo = site.join(code, "Bo")
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        for client, text in ((first, "hello"), (second, "good evening")):
            command = fresh_id()
            client.send({"id": command, "say": text})
            assert client.answer(command)["type"] == "ack"
        play_out([first, second], moves=12)
    for token, name, said in ((ann, "Ann", "hello"), (bo, "Bo", "good evening")):
        records = mine(site, code, token)
        assert records[0]["name"] == name
        assert [one["text"] for one in records if one["what"] == "said"] == [said]
        moves = [one["move"] for one in records if one["what"] == "played"]
        assert moves
        assert all(move.startswith("P1 " if name == "Ann" else "P2 ") for move in moves)
        text = json.dumps(records)
        assert "*" not in text  # no outcome of chance, which may be hidden
        assert ann not in text
        assert bo not in text
        assert all(one["at"] > 1.6e9 for one in records)
    assert site.ask("GET", f"/api/rooms/{code}/mine").status == 403
    assert site.ask("GET", f"/api/rooms/{code}/mine", **bearer("nobody")).status == 403


def test_the_host_deletes_a_room_at_once_and_a_player_only_after_the_last_game(site: Site) -> None:
    code, ann, bo = site.friends()
    refused = site.ask("POST", f"/api/rooms/{code}/delete", {}, **bearer(bo))
    assert (refused.status, refused.json["key"]) == (403, "room.delete_after_end")
    assert site.ask("POST", f"/api/rooms/{code}/delete", {}, **bearer("nobody")).json["key"] == "room.host_only"
    assert site.ask("POST", f"/api/rooms/{code}/delete", {}).status == 403
    assert site.ask("POST", f"/api/rooms/{code}/delete", {}, **bearer(ann)).status == 204
    assert site.ask("GET", f"/api/rooms/{code}").status == 404
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    assert site.ask("POST", f"/api/rooms/{code}/delete", {}, **bearer(bo)).status == 204
    assert site.ask("GET", f"/api/rooms/{code}").status == 404


def test_a_report_is_in_the_operators_log_with_remarks_only_if_the_reporter_agrees(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(own_data.logger, "warning", lambda text, *facts: told.append(text % facts))
    code, ann = site.make(ME, FRIEND)
    assert site.host(code, ann, do="chat", chat=True).status == 200
    with site.sit(code, ann) as client:
        command = fresh_id()
        client.send({"id": command, "say": "something nasty"})
        assert client.answer(command)["type"] == "ack"
    assert site.ask("POST", f"/api/rooms/{code}/report", {}).status == 204
    assert told == [f"room {code} was reported"]
    assert site.ask("POST", f"/api/rooms/{code}/report", {"remarks": True}).status == 204
    assert '"something nasty"' in told[1]
    assert not any("Ann" in message or ann in message for message in told)
    answers = {site.ask("POST", f"/api/rooms/{code}/report", {}).status for _ in range(12)}
    assert answers == {204, 429}


def test_the_operators_links_are_in_every_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links = {"imprint": "https://example.org/imprint?a=1&b=2", "privacy": "mailto:privacy@example.org"}
    with running(tmp_path, **links) as site:
        for path in ("/", "/r/BCDFGH", "/rules/combat", "/stored", "/class"):
            page = site.ask("GET", path).body.decode()
            assert '<meta name="imprint" content="https://example.org/imprint?a=1&amp;b=2" />' in page
            assert '<meta name="privacy" content="mailto:privacy@example.org" />' in page
    monkeypatch.setenv("HUSTINGS_PRIVACY", "javascript:alert(1)")
    with pytest.raises(OptionError, match="HUSTINGS_PRIVACY"):
        Settings()
