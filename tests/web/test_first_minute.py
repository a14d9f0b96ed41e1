"""The server's part in the first minute: packed texts, previews, the end's age."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import hustings
from tests.web.helpers import BOT, FRIEND, LIMIT, ME, Site, running

GAMES = "/api/games"


def test_texts_are_packed_once_and_asked_for_again_only_where_they_changed(site: Site) -> None:
    for path in (GAMES, "/api/games/combat", "/api/levels?game=combat"):
        plain = site.ask("GET", path)
        packed = site.ask("GET", path, Accept_Encoding="gzip")
        if len(plain.body) > 1024:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.body) == plain.body
            assert len(packed.body) * 2 < len(plain.body)
        assert "max-age" in plain.headers["Cache-Control"]
        again = site.ask("GET", path, If_None_Match=plain.headers["ETag"])
        assert (again.status, again.body) == (304, b"")
    assert site.ask("GET", "/api/games/nothing").status == 400
    assert site.ask("GET", "/api/levels?game=nothing").status == 400


def test_the_easiest_game_comes_first(site: Site) -> None:
    told = [game["name"] for game in site.ask("GET", GAMES).json]
    ease = {name: hustings.game(name).words["ease"] for name in told}
    assert told == sorted(told, key=lambda name: ease[name])
    assert told[0] == "president"


def preview(site: Site, path: str) -> dict[str, str]:
    """The facts of a page's preview."""
    page = site.ask("GET", path).body.decode()
    return dict(re.findall(r'<meta property="og:([a-z_:]+)" content="([^"]*)" />', page))


def test_a_link_sent_on_shows_the_game_and_nothing_hidden(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><head><title>Hustings</title></head><body></body>", "utf-8")
    with running(tmp_path, static=static) as site:
        page = site.ask("GET", "/").body.decode()
        embedded = re.search(r'<script type="application/json" id="games">(.*?)</script>', page)
        assert embedded
        assert json.loads(embedded[1]) == site.ask("GET", GAMES).json
        code, _ = site.make(ME, FRIEND, name='<b>"Ann"</b>')
        waiting = preview(site, f"/r/{code}")
        assert waiting["title"] == "Electoral College Combat · Hustings"
        assert "1 of 2 free" in waiting["description"]
        assert waiting["image"] == f"http://127.0.0.1:{site.port}/previews/combat.png"
        played, _ = site.make(ME, BOT, game="president")
        told = preview(site, f"/r/{played}")
        assert told["image"].endswith("/previews/president.png")
        assert "being played" in told["description"]
        for found in (waiting, told):
            assert not any("Ann" in text or "Ward" in text for text in found.values())
        assert preview(site, "/r/BCDFGH") == preview(site, "/elsewhere")
        assert preview(site, "/rules/politics")["title"] == "Politics · Hustings"


def test_every_screen_is_told_how_long_ago_the_game_ended(site: Site) -> None:
    """A player and somebody who looks on count from the same end."""
    code, ann = site.make(ME, BOT, game="president")
    with site.sit(code, ann) as player, site.sit(code) as guest:
        for _ in range(12):
            assert player.state["ended"] is None
            seq = player.acts(player.state["legal"][0]["text"])
            player.caught_up(seq)
            while not (player.state["legal"] or player.state["over"]):
                player.receive()
        guest.caught_up(player.state["seq"])
        assert player.state["over"]
        for client in (player, guest):
            assert 0 <= client.state["ended"] < LIMIT
        with site.sit(code) as late:
            assert late.state["ended"] >= player.state["ended"]
