"""Taking a move back and giving a game up, over the wire: what each seat is told, and a server started again."""

from __future__ import annotations

from pathlib import Path

from tests.web.helpers import FRIEND, ME, Client, Json, Site, fresh_id, running


def say(client: Client, command: str | None = None, **what: object) -> Json:
    """Send a request; the ack or refusal that answers it."""
    command = command or fresh_id()
    client.send({"id": command, **what})
    return client.answer(command)


def three(site: Site) -> tuple[str, list[str]]:
    """A game of U.S. President among three people: its code and their tokens."""
    code, ann = site.make(ME, FRIEND, FRIEND, game="president")
    tokens = [ann, site.join(code, "Bo"), site.join(code, "Cy")]
    assert site.host(code, ann, do="start").status == 200
    return code, tokens


def known(state: Json) -> Json:
    """What a state tells of the game."""
    return {part: state[part] for part in ("seat", "view", "legal", "owes", "may")}


def test_everybody_is_told_the_state_of_before_and_nothing_of_what_was_chosen(site: Site) -> None:
    code, tokens = three(site)
    with (
        site.sit(code, tokens[0]) as a,
        site.sit(code, tokens[1]) as b,
        site.sit(code, tokens[2]) as c,
        site.sit(code) as d,
    ):
        everybody = (a, b, c, d)
        before = [known(client.state) for client in everybody]
        choice = a.state["legal"][0]
        seq = a.acts(choice["text"])
        told = [len(client.bytes) for client in everybody]
        asked = say(a, takeback=True)
        assert (asked["type"], asked["seq"]) == ("ack", seq + 1)
        for client in everybody:
            client.caught_up(seq + 1)
            assert client.state["room"]["proposal"] == {"by": 0, "waiting": [1, 2]}
        assert say(d, agree=True)["key"] == "room.watchers_do_not_move"
        assert say(b, agree=True)["type"] == "ack"
        agreed = say(c, agree=True)
        for client in everybody:
            client.caught_up(agreed["seq"])
        assert [known(client.state) for client in everybody] == before
        assert {client.state["taken_back"] for client in everybody} == {a.state["taken_back"]}
        for client, number in zip(everybody[1:], told[1:], strict=True):
            assert not any(choice["text"] in text for text in client.bytes[number:])
        with site.sit(code, tokens[1]) as again:
            assert known(again.state) == before[1]


def test_requests_that_are_none_are_refused_and_the_line_lives(site: Site) -> None:
    code, tokens = three(site)
    with site.sit(code, tokens[0]) as a, site.sit(code, tokens[1]) as b:
        for wrong in (
            {"takeback": False},
            {"agree": "yes"},
            {"resign": None},
            {"agree": True, "by": 0},
        ):
            assert "not understood" in say(a, **wrong)["text"]
        assert say(a, agree=True)["key"] == "room.nothing_asked"
        assert say(a, takeback=True)["key"] == "room.nothing_to_take_back"
        a.acts(a.state["legal"][0]["text"])
        assert say(a, takeback=True)["type"] == "ack"
        b.caught_up(a.state["seq"])
        b.until("state")
        b.acts(b.state["legal"][0]["text"])  # a move is an answer, too
        assert say(b, agree=True)["key"] == "room.nothing_asked"


def test_a_server_started_again_remembers_what_was_asked_agreed_and_given_up(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        code, tokens = three(site)
        with site.sit(code, tokens[0]) as a, site.sit(code, tokens[1]) as b:
            length = len(a.events)
            a.acts(a.state["legal"][0]["text"])
            asked = say(a, "takeback-1", takeback=True)
            assert say(b, agree=True)["type"] == "ack"
    with running(tmp_path) as site, site.sit(code, tokens[0]) as a, site.sit(code, tokens[2]) as c:
        assert a.state["room"]["proposal"] == {"by": 0, "waiting": [2]}
        assert say(a, "takeback-1", takeback=True) == asked
        agreed = say(c, agree=True)
        c.caught_up(agreed["seq"])
        assert (len(c.state["events"]), c.state["taken_back"] is not None) == (0, True)
        given_up = say(c, "resign-001", resign=True)
        assert given_up["type"] == "ack"
    with running(tmp_path) as site, site.sit(code, tokens[2]) as c:
        assert say(c, "resign-001", resign=True) == given_up
        seat = c.state["room"]["seats"][2]
        assert (seat["kind"], seat["stood_in"], seat["forfeited"], seat["name"]) == ("bot", True, True, "Cy")
        assert c.state["legal"] == []
        assert length <= len(c.events)


def test_a_player_learns_beforehand_whether_a_move_can_be_taken_back(site: Site) -> None:
    code, tokens = three(site)
    with site.sit(code, tokens[0]) as a, site.sit(code) as watcher:
        assert (before := say(a, may="takeback"))["key"] == "room.nothing_to_take_back"
        assert (before["type"], before["legal"]) == ("why", False)
        assert say(watcher, may="takeback")["key"] == "room.watchers_do_not_move"
        a.acts(a.state["legal"][0]["text"])
        assert say(a, may="takeback")["legal"] is True
        assert say(a, takeback=True)["type"] == "ack"
        assert say(a, may="takeback")["key"] == "room.proposal_open"
        assert "not understood" in say(a, may="resign")["text"]
