"""The built client's files, and the headers of every answer."""

from __future__ import annotations

import gzip
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hustings import web
from hustings.engine.errors import OptionError
from hustings.web.hosts import KnownHosts, safe_host
from hustings.web.security import origin_allowed, policy
from hustings.web.settings import Settings
from tests.web.helpers import BOT, LIMIT, ME, Site, running

BUILT = Path(web.__file__).parent / "static"  # the client as it is built
WORDS = Path(__file__).parents[2] / "client" / "src" / "words"
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
    assert site.ask("GET", "/api/health").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["a;b", "a b", 'a"', "x" * 300, "", "a:b:c", "<script>", "evil.example; script-src *"])
def test_a_host_header_cannot_loosen_the_policy(host: str) -> None:
    assert safe_host(host) is None
    assert "ws://" not in policy(safe_host(host))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8420", "[::1]:8420", "table.example"])
def test_a_right_host_header_is_taken(host: str) -> None:
    assert safe_host(host) == host


def test_only_the_servers_own_names_are_answered(site: Site) -> None:
    """A foreign name that leads here would make its page and this server one site to a browser (DNS rebinding)."""
    known = ["localhost", "LOCALHOST:1", "127.0.0.1", f"127.0.0.1:{site.port}", "[::1]:8420", socket.gethostname()]
    foreign = ["rebound.example", "localhost.evil.example", "192.0.2.7", "[2001:db8::1]:80", "evil example", "0.0.0.0"]
    assert [site.ask("GET", "/api/games", Host=host).status for host in known] == [200] * len(known)
    assert [site.ask("GET", "/", Host=host).status for host in foreign] == [421] * len(foreign)
    answer = site.ask("POST", "/api/rooms", {}, Host="rebound.example", Origin="http://rebound.example")
    assert (answer.json["key"], answer.json["facts"]) == ("web.unknown_host", {"host": "rebound.example"})


def test_a_socket_is_asked_for_by_a_known_name(site: Site) -> None:
    code, _ = site.make(ME, BOT)
    path = f"ws://rebound.example/api/rooms/{code}/socket"
    line = socket.create_connection(("127.0.0.1", site.port))
    with pytest.raises(InvalidStatus, match="403"), connect(path, sock=line):
        pass


def test_further_names_are_known_by_the_settings() -> None:
    hosts = KnownHosts(["table.example", "2001:DB8:0::5"], "http://192.168.1.5:8420")
    for host in ("table.example:80", "TABLE.example.", "[2001:db8::5]", "192.168.1.5:8420", "10.0.0.9:8420"):
        assert hosts.know(host, "10.0.0.9")
    assert hosts.know("[fe80::1]", "fe80::1%eth0")
    assert hosts.know("10.0.0.9", "::ffff:10.0.0.9")
    assert not hosts.know("10.0.0.8", "10.0.0.9")
    assert not hosts.know("other.example", None)
    assert KnownHosts(["*"]).know("any.example", None)
    assert not KnownHosts(["*"]).know("no host at all", None)


def test_names_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUSTINGS_HOST_NAMES", "table.example, 192.168.1.5")
    monkeypatch.setenv("HUSTINGS_CONNECTIONS", "70")
    assert Settings().host_names == ("table.example", "192.168.1.5")
    assert Settings().connections == 70
    for wrong in ("many", "0", "-1", "1.5"):
        monkeypatch.setenv("HUSTINGS_CONNECTIONS_BY_ADDRESS", wrong)
        with pytest.raises(OptionError, match=f"HUSTINGS_CONNECTIONS_BY_ADDRESS is '{wrong}'; it must be a number"):
            Settings()


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


def test_guesses_made_at_once_are_no_more_than_those_made_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SITE_SIZE", 1)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_SIZE", 12)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.SERVER_RATE", 0.01)
    monkeypatch.setattr("hustings.rooms.rate_limits.Guesses.WAIT", 2.0)
    with running(tmp_path) as site, ThreadPoolExecutor(30) as together:
        statuses = list(together.map(lambda _: site.ask("GET", "/api/rooms/BCDFGH").status, range(30)))
    assert statuses.count(404) == 12
    assert statuses.count(429) == 18


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


def making(monkeypatch: pytest.MonkeyPatch, address: int, server: int) -> None:
    """Let so many rooms be made at once, and hardly any later."""
    limits = "hustings.rooms.rate_limits.RoomMaking."
    for name, value in (("ADDRESS_SIZE", address), ("SERVER_SIZE", server)):
        monkeypatch.setattr(limits + name, value)
        monkeypatch.setattr(limits + name.replace("SIZE", "RATE"), 0.001)
    monkeypatch.setattr(limits + "FIRST_SIZE", 0)


@pytest.mark.parametrize("trusted", ["*", "0.0.0.0/0,::/0", "127.0.0.1,192.0.0.0/8,198.0.0.0/8", "127.0.0.1"])
@pytest.mark.parametrize("given", [", 192.0.2.9", "\r\nX-Forwarded-For: 192.0.2.9"], ids=["appended", "added"])
def test_an_address_forged_before_a_trusted_proxy_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, trusted: str
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    making(monkeypatch, 3, 50)
    body = json.dumps({"game": "combat", "name": "Ann", "seats": [ME, BOT]})
    statuses = []
    with running(tmp_path) as site:
        for k in range(5):
            head = f"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.{k}{given}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            with socket.create_connection(("127.0.0.1", site.port), timeout=LIMIT) as line:
                line.sendall((head + body).encode())
                statuses.append(int(line.makefile().readline().split()[1]))
    assert statuses == [200] * 3 + [429] * 2


def test_making_rooms_is_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making(monkeypatch, 3, 5)
    body = {"game": "combat", "name": "Ann", "seats": [ME, BOT]}
    with running(tmp_path) as site:
        # the loopback's word for whom it forwards is taken, so one machine can be several addresses
        statuses = [
            [site.ask("POST", "/api/rooms", body, X_Forwarded_For=f"192.0.2.{k}").status for _ in range(4)]
            for k in range(2)
        ]
        assert statuses == [[200, 200, 200, 429], [200, 200, 429, 429]]


def test_what_an_installed_client_needs_comes_with_its_headers(site: Site) -> None:
    """The built client: a manifest whose icons are there, and a worker that no cache keeps and the policy lets run."""
    manifest = site.ask("GET", "/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(manifest.body)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        picture = site.ask("GET", icon["src"])
        assert (picture.status, picture.headers["Content-Type"]) == (200, icon["type"])
        if icon["sizes"] != "any":
            assert "x".join(map(str, Image.open(BytesIO(picture.body)).size)) == icon["sizes"]
    worker = site.ask("GET", "/sw.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert worker.headers["Cache-Control"] == "no-cache"
    policies = worker.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policies
    assert "manifest-src 'self'" in policies
    page = site.ask("GET", "/").body.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest" />' in page
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch
    assert site.ask("GET", touch[1]).headers["Content-Type"] == "image/png"
    listed = json.loads(re.findall(r"new Set\((\[.*\])\)", worker.body.decode())[0])
    assert set(re.findall(r'"(/assets/[^"]+)"', page)) <= set(listed)
    assert all(path.startswith("/assets/") for path in listed)


def test_no_two_files_of_the_client_need_each_other_before_either_is_there() -> None:
    """A bundler may make such a ring out of modules that have none, and a class is then extended before it exists."""
    needs = {
        file.name: set(re.findall(r'(?:from|import)\s*["\']\./([^"\']+\.js)["\']', file.read_text(encoding="utf-8")))
        for file in (BUILT / "assets").glob("*.js")
    }
    assert any(needs.values())
    while free := {name for name, others in needs.items() if not others & needs.keys()}:
        needs = {name: others for name, others in needs.items() if name not in free}
    assert needs == {}


def test_no_file_of_the_client_has_words_of_two_languages() -> None:
    """A reader fetches one language; a sentence of each file of words is looked for in what is built."""
    scripts = {file.name: file.read_text(encoding="utf-8") for file in (BUILT / "assets").glob("*.js")}
    found: dict[str, set[str]] = {}
    for code in ("en", "es"):
        for file in (WORDS / code).rglob("*.ts"):
            for text in re.findall(r"[:\[] ?'([^'`\\\n]{24,})'", file.read_text(encoding="utf-8"))[:1]:
                holders = {name for name, script in scripts.items() if text in script}
                assert len(holders) == 1, (file.name, text, holders)
                found.setdefault(code, set()).update(holders)
    assert len(found["en"]) > 5  # the first screen's, and those fetched alone
    # The first screen's, the tables' and the games', what only some pages say, and what the people say.
    assert len(found["es"]) == 4
    assert found["en"].isdisjoint(found["es"])
