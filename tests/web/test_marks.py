"""Marks beside promises over the wire: sockets, a second device, messages that are none."""

from __future__ import annotations

from tests.web.helpers import BOT, FRIEND, ME, Client, Json, Site, fresh_id, promise


def mark(client: Client, entry: object, verdict: object) -> Json:
    """Mark something; the ack or refusal that answers it."""
    command = fresh_id()
    client.send({"id": command, "mark": verdict, "entry": entry})
    return client.answer(command)


def test_a_mark_is_told_to_all_and_again_to_a_new_device(site: Site) -> None:
    code, ann = site.make(ME, FRIEND, FRIEND, game="mudslinger")
    bo, cy = site.join(code, "Bo"), site.join(code, "Cy")
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as a, site.sit(code, bo) as b, site.sit(code, cy) as c:
        entry, author, other = promise([a, b, c])
        assert mark(other, entry, "broken")["type"] == "ack"
        expected = [{"entry": entry, "seat": other.state["seat"], "mark": "broken"}]
        for client in (a, b, c):
            assert client.until("marks")["marks"] == expected
        assert "your own" in mark(author, entry, "kept")["text"]
        with site.sit(code) as crowd:
            assert crowd.until("marks")["marks"] == expected
            assert "only players with a seat" in mark(crowd, entry, "kept")["text"]
        with site.sit(code, bo) as elsewhere:
            assert elsewhere.until("marks")["marks"] == expected


def test_what_is_no_mark_is_refused_and_the_line_lives(site: Site) -> None:
    code, ann = site.make(ME, BOT, game="combat")
    with site.sit(code, ann) as mine:
        for entry, verdict in (
            (0, "kept"),
            (-1, "kept"),
            ("1", "kept"),
            (True, "kept"),
            (1, "lost"),
            (1, None),
            (2**70, "kept"),
        ):
            assert "not understood" in mark(mine, entry, verdict)["text"]
        assert "has no words" in mark(mine, 1, "kept")["text"]
        assert "has no words" in mark(mine, 2**50, "kept")["text"]
