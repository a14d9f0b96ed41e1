"""`hustings doctor`: each fault of an installation is named, and nothing is changed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hustings.cli.app import run as command
from hustings.rooms.stores.sqlite_schema import MIGRATIONS
from hustings.web import doctor, notices
from hustings.web.settings import Settings
from tests.rooms.database import database, free_port
from tests.web.helpers import Site, running
from tests.web.mail_relay import Relaying


def found(
    folder: Path, url: str | None = None, store: str | None = None, smtp: str | None = None
) -> dict[tuple[str, str], str]:
    """The findings: by topic and verdict, the text."""
    folder.mkdir(mode=0o700, exist_ok=True)
    settings = Settings(data_dir=folder, store=store, smtp=smtp)
    return {(one.topic, one.verdict): one.text for one in doctor.examine(settings, url)}


def test_a_sound_installation_has_nothing_wrong(tmp_path: Path, site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["doctor", f"http://127.0.0.1:{site.port}", "--data", str(site.data)]) == 0
    told = capsys.readouterr().out
    for topic in ("data", "store", "disk", "clock", "sockets"):
        assert f"ok    {topic}:" in told, told
    assert "look  TLS:" in told


def test_the_store_is_looked_at_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "rooms.db"
    assert "does not exist" in found(tmp_path)["store", "odd"]
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE room (code TEXT, touched REAL)")
        connection.execute("PRAGMA user_version = 1")
    before = file.read_bytes()
    assert f"schema 1; the server brings it to {len(MIGRATIONS)}" in found(tmp_path)["store", "odd"]
    assert file.read_bytes() == before
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO room VALUES ('BCDFGH', 1e11)")
    assert "from the future" in found(tmp_path)["store", "wrong"]
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "schema 99" in found(tmp_path)["store", "wrong"]
    file.write_bytes(b"nonsense" * 1000)
    assert "cannot be read" in found(tmp_path)["store", "wrong"]


def test_a_database_is_looked_at_and_not_changed(tmp_path: Path) -> None:
    with database() as url:
        assert found(tmp_path, store=url)["store", "ok"] == "the database can be read"
        with running(tmp_path, store=url):
            assert found(tmp_path, store=url)["store", "ok"] == "the database can be read"
    assert "cannot be reached" in found(tmp_path, store=url)["store", "wrong"]


def test_open_folders_and_full_disks_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setattr(doctor, "FREE", 10**18)
    findings = found(tmp_path)
    assert "chmod 700" in findings["data", "odd"]
    assert findings["disk", "wrong"].startswith("only ")


def test_notices_are_examined(tmp_path: Path, relay: Relaying, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "is made when it is first needed" in found(tmp_path)["push", "ok"]
    assert "HUSTINGS_SMTP would name" in found(tmp_path)["mail", "ok"]
    assert "takes mail" in found(tmp_path, smtp=f"smtp://127.0.0.1:{relay.port}?from=a@b.c")["mail", "ok"]
    assert "takes no mail" in found(tmp_path, smtp=f"smtp://127.0.0.1:{free_port()}?from=a@b.c")["mail", "wrong"]
    assert "takes no mail" in found(tmp_path, smtp="nonsense")["mail", "wrong"]
    monkeypatch.setattr(notices, "installed", lambda: False)
    assert "hustings[notices]" in found(tmp_path)["push", "odd"]


def test_an_unknown_name_and_a_dead_address_are_named(tmp_path: Path, site: Site) -> None:
    with front(site, Host="table.example.org") as url:
        assert "HUSTINGS_HOST_NAMES" in found(tmp_path, url)["name", "wrong"]
    assert "does not answer" in found(tmp_path, url)["address", "wrong"]
    with pytest.raises(Exception, match="is not an address such as"):
        found(tmp_path, "table.example.org")


def test_a_proxy_that_passes_forged_addresses_on_and_no_sockets_is_named(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_direct", lambda base: False)
    with front(site) as url:
        findings = found(tmp_path, url)
    assert "can forge its address" in findings["proxy", "wrong"]
    assert "WebSockets do not pass" in findings["sockets", "odd"]


def test_a_proxy_that_hides_all_clients_is_named_unless_the_name_leads_to_this_machine(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Debian /etc/hosts gives a machine's own name a loopback address, from which every proxy seems to hide."""
    monkeypatch.setattr(doctor, "_direct", lambda base: False)
    with front(site, X_Forwarded_For="") as url:
        assert "run doctor on another machine" in found(tmp_path, url)["proxy", "odd"]
        monkeypatch.setattr(doctor, "_here", lambda host: False)
        assert "must send X-Forwarded-For" in found(tmp_path, url)["proxy", "wrong"]
    monkeypatch.undo()
    assert doctor._here("localhost")
    assert not doctor._here("192.0.2.1")


def test_clocks_that_are_apart_are_named(tmp_path: Path, site: Site) -> None:
    with front(site, date="Mon, 01 Jan 2024 00:00:00 GMT") as url:
        assert "seconds apart" in found(tmp_path, url)["clock", "wrong"]


@contextmanager
def front(site: Site, date: str = "", **changed: str) -> Iterator[str]:
    """The address of a bad proxy: it forwards GET with the client's own headers, and no sockets."""

    class Front(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            sent = {name.replace("-", "_"): value for name, value in self.headers.items()}
            answer = site.ask("GET", self.path, **{**sent, **changed, "Upgrade": "", "Connection": "close"})
            self.send_response_only(answer.status)
            self.send_header("Date", date or str(answer.headers["Date"]))
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Front)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
