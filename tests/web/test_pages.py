"""The built client's files, and the headers of every answer."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.datastructures import Headers

from hustings.web.security import origin_allowed, policy, safe_host
from tests.web.helpers import BOT, ME, Site, running

SCRIPT = b"console.log('a table');\n" * 200


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A folder as the client's build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Hustings</title>", encoding="utf-8")
    (folder / "assets" / "index-B2x9_kQ1.js").write_bytes(SCRIPT)
    (folder / "assets" / "plain.js").write_bytes(SCRIPT)
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("outside", encoding="utf-8")
    return folder


def test_every_page_path_is_the_clients_page_and_never_kept(tmp_path: Path, static: Path) -> None:
    with running(tmp_path, static=static) as site:
        for path in ("/", "/r/BCDFGH", "/rules/combat", "/anything/else"):
            answer = site.ask("GET", path)
            assert answer.body == (static / "index.html").read_bytes()
            assert answer.headers["Cache-Control"] == "no-cache"
        tag = answer.headers["ETag"]
        assert site.ask("GET", "/", If_None_Match=tag).status == 304
        (static / "index.html").write_text("<!doctype html><title>A new build</title>", encoding="utf-8")
        assert b"new build" in site.ask("GET", "/", If_None_Match=tag).body
        assert site.ask("HEAD", "/").body == b""


def test_hashed_files_are_packed_and_kept_for_good(tmp_path: Path, static: Path) -> None:
    with running(tmp_path, static=static) as site:
        packed = site.ask("GET", "/assets/index-B2x9_kQ1.js", Accept_Encoding="br, gzip")
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.body) == SCRIPT
        assert "immutable" in packed.headers["Cache-Control"]
        assert packed.headers["Content-Type"].startswith("text/javascript")
        plain = site.ask("GET", "/assets/plain.js")
        assert plain.body == SCRIPT
        assert plain.headers["Cache-Control"] == "no-cache"
        assert plain.headers["Vary"] == "Accept-Encoding"
        assert site.ask("GET", "/icon.svg").headers["Content-Type"] == "image/svg+xml"


def test_nothing_outside_the_folder_is_served(tmp_path: Path, static: Path) -> None:
    with running(tmp_path, static=static) as site:
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/../../secret.txt",
            "/..%2fsecret.txt",
            "/x%00.js",
        ):
            answer = site.ask("GET", path)
            assert b"outside" not in answer.body
            assert answer.status == 404
        assert site.ask("GET", "/assets/gone-12345678.js").status == 404


def test_without_a_build_a_page_says_what_to_do(tmp_path: Path) -> None:
    with running(tmp_path, static=tmp_path / "nothing") as site:
        answer = site.ask("GET", "/r/BCDFGH")
        assert answer.status == 200
        assert b"has not been built" in answer.body


def test_every_answer_carries_the_security_headers(site: Site) -> None:
    for path in ("/", "/api/games", "/api/rooms/BCDFGH", "/api/nothing", "/gone.js"):
        headers = site.ask("GET", path).headers
        content = headers["Content-Security-Policy"]
        assert "default-src 'none'" in content
        assert "script-src 'self';" in content
        assert f"connect-src 'self' ws://127.0.0.1:{site.port} " in content
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "server" not in headers
    assert site.ask("GET", "/api/games").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["a;b", "a b", 'a"', "x" * 300, "", "a:b:c", "<script>", "evil.example; script-src *"])
def test_a_host_header_cannot_loosen_the_policy(host: str) -> None:
    assert safe_host(host) is None
    assert "ws://" not in policy(safe_host(host))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8420", "[::1]:8420", "table.example"])
def test_a_right_host_header_is_taken(host: str) -> None:
    assert safe_host(host) == host


def test_questions_from_other_pages_are_refused(site: Site) -> None:
    body = {"game": "combat", "name": "Ann", "seats": [ME, BOT]}
    for origin in ("https://evil.example", "null", f"http://localhost:{site.port}"):
        answer = site.ask("POST", "/api/rooms", body, Origin=origin)
        assert answer.status == 403
        assert "own pages" in answer.json["error"]
    assert site.ask("POST", "/api/rooms", body, Origin=f"http://127.0.0.1:{site.port}").status == 200


def test_origins_may_be_allowed_besides() -> None:
    headers = Headers({"host": "table.example", "origin": "https://school.example"})
    assert not origin_allowed(headers, ())
    assert origin_allowed(headers, ("https://school.example",))
    assert origin_allowed(Headers({"host": "table.example"}), ())


def test_guessing_codes_is_slowed_down_then_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_SIZE", 12)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_RATE", 0.01)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.WAIT", 0.01)
    with running(tmp_path) as site:
        statuses = [site.ask("GET", "/api/rooms/BCDFGH").status for _ in range(14)]
        assert statuses == [404] * 12 + [429] * 2


def test_whoever_sits_in_a_room_is_not_stopped_by_those_who_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_SIZE", 2)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_RATE", 0.01)
    with running(tmp_path) as site:
        code, ann, _ = site.friends()
        for _ in range(3):
            site.ask("GET", "/api/rooms/BCDFGH")
        assert site.ask("GET", f"/api/rooms/{code}").status == 429
        assert site.ask("GET", f"/api/rooms/{code}", Authorization="Bearer " + "x" * 22).status == 429
        assert site.host(code, ann, do="lock", locked=True).status == 200
        with site.sit(code, ann) as own:
            assert own.play("P1 turn 1")["type"] in ("ack", "refused")


def test_making_rooms_is_limited_on_the_whole_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.web.app_state.ROOMS_AT_ONCE", 3)
    monkeypatch.setattr("hustings.web.app_state.ROOMS_A_SECOND", 0.001)
    with running(tmp_path) as site:
        body = {"game": "combat", "name": "Ann", "seats": [ME, BOT]}
        statuses = [site.ask("POST", "/api/rooms", body).status for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
