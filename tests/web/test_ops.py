"""Health, readiness, metrics, logs: for whoever watches over a server."""

from __future__ import annotations

import json
import logging
import re
import socket
import sqlite3
import urllib.error
from contextlib import closing
from pathlib import Path

import pytest

from hustings.engine.errors import OptionError
from hustings.rooms.errors import RoomDamagedError, StoreError
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.web import readiness
from hustings.web.logs import JsonLines, LogKind, write_logs
from hustings.web.metrics import address_in
from hustings.web.readiness import Readiness
from tests.rooms.helpers import open_rooms, run, two_friends
from tests.web.helpers import FRIEND, ME, Site, play_out, running


def metrics(site: Site) -> dict[str, float]:
    """Every figure by its name and labels."""
    text = site.metrics()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+', line) for line in lines), text
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_the_counts_are_those_of_what_was_done(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        assert site.ask("GET", "/health").json == site.ask("GET", "/api/health").json
        assert site.ask("GET", "/ready").json == {"ready": True, "damaged": [], "text": None, "key": None, "facts": {}}
        code, ann, bo = site.friends()
        site.host(code, ann, do="chat", chat=False)
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            made = play_out([first, second])
            assert first.play("P1 turn 1")["type"] == "refused"
            first.send("nonsense")
            first.until("refused")
            first.send({"id": "remark-00001", "say": "hello"})
            first.until("refused")
            counts = metrics(site)
            assert counts["hustings_sockets"] == counts["hustings_watchers"] == 2
        assert counts['hustings_moves_total{by="person"}'] == made
        assert counts["hustings_answer_seconds_count"] == made
        assert counts['hustings_answer_seconds_bucket{le="+Inf"}'] == made
        assert counts['hustings_refusals_total{reason="misunderstood"}'] == 1
        assert counts['hustings_refusals_total{reason="room"}'] == 1
        assert sum(value for name, value in counts.items() if "refusals" in name) == 3
        assert counts["hustings_rooms"] == 1
        assert counts["process_resident_memory_bytes"] > 1e7


def test_metrics_are_served_at_their_own_port_only(site: Site) -> None:
    assert "hustings_rooms" in site.metrics()
    for path in ("/metrics", "/%6detrics", "/metrics/", "//metrics", "/api/metrics"):
        assert b"hustings_" not in site.ask("GET", path).body
    with pytest.raises(urllib.error.HTTPError, match="404"):
        site.metrics("/api/games")


def test_an_address_for_metrics_is_understood_or_refused() -> None:
    assert address_in("9420") == ("127.0.0.1", 9420)
    assert address_in("0.0.0.0:9420") == ("0.0.0.0", 9420)
    assert address_in("[::1]:9420") == ("::1", 9420)
    for wrong in ("", "host", "host:", "0", "70000", "host:port"):
        with pytest.raises(OptionError, match="HOST"):
            address_in(wrong)


def test_it_is_not_ready_while_its_store_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as site:

        async def broken(*_: object, most: int | None = None) -> list[str]:
            raise StoreError("the rooms' store failed: the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr("hustings.rooms.stores.sqlite.SqliteStore.read", broken)
            answer = site.ask("GET", "/ready")
            assert (answer.status, answer.json["ready"]) == (503, False)
            assert "disk is gone" in answer.json["text"]
            assert site.ask("GET", "/api/rooms/BBBBBB").status == 503
        assert site.ask("GET", "/ready").status == 200


def test_no_room_is_made_in_a_store_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = {"game": "combat", "options": {}, "name": "Ann", "seats": [ME, FRIEND]}
    with running(tmp_path) as site:

        async def broken(_: object) -> None:
            raise StoreError("room.store_failed", error="a damaged page")

        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "check", broken)
            assert site.ask("POST", "/api/rooms", room).status == 503
            assert site.ask("POST", "/api/classes", {"game": "combat"}).status == 503
        assert site.ask("POST", "/api/rooms", room).status == 200


def test_damaged_rooms_are_named(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        codes = sorted(site.make(ME, FRIEND)[0] for _ in range(3))
    with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as connection:
        connection.execute("UPDATE log SET body = '{}' WHERE room = ?", codes[:1])
    with running(tmp_path) as site:
        assert site.ask("GET", "/api/ready").json["damaged"] == []
        assert site.ask("GET", f"/api/rooms/{codes[0]}").status == 409
        assert site.ask("GET", f"/api/rooms/{codes[1]}").status == 200
        told = site.ask("GET", "/api/ready")
        assert (told.status, told.json["damaged"]) == (200, codes[:1])


def test_rooms_that_cannot_be_read_are_named_when_the_store_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = SqliteStore.read
    with running(tmp_path) as site:
        codes = sorted(site.make(ME, FRIEND)[0] for _ in range(3))

        async def broken(_: object) -> None:
            raise StoreError("room.store_failed", error="a damaged page")

        async def partly(store: SqliteStore, room: str, since: int = 0, most: int | None = None) -> list[str]:
            if room == codes[1]:
                raise StoreError("room.store_failed", error="a damaged page")
            return await read(store, room, since, most)

        monkeypatch.setattr(readiness, "CHECKED_EVERY", 0.0)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "check", broken)
            patch.setattr(SqliteStore, "read", partly)
            told = site.ask("GET", "/api/ready")
            assert (told.status, told.json["damaged"]) == (503, codes[1:2])
        monkeypatch.setattr(readiness, "SEARCHED_EVERY", 0.0)
        told = site.ask("GET", "/api/ready")  # nobody has opened the room
        assert (told.status, told.json["damaged"]) == (200, [])


def test_a_damaged_room_is_named_until_it_is_mended_or_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            codes = sorted([(await two_friends(rooms))[0].state.code for _ in range(3)])
            await rooms.forget_quiet(quiet=-1)
            with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as connection:
                kept = connection.execute("SELECT seq, body FROM log WHERE room = ?", codes[:1]).fetchall()
                connection.execute("UPDATE log SET body = '{}'")
                for code in codes:
                    with pytest.raises(RoomDamagedError):
                        await rooms.find(code)
                assert await Readiness(rooms).damaged(False) == codes
                connection.executemany(
                    "UPDATE log SET body = ? WHERE room = ? AND seq = ?", [(body, codes[0], seq) for seq, body in kept]
                )
            await rooms.remove(codes[1:2])
            assert await Readiness(rooms).damaged(False) == codes[2:]

    run(work())


def test_rooms_on_a_damaged_page_are_named(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        codes = sorted((site.make(ME, FRIEND)[0] for _ in range(3)), reverse=True)  # so its records are the last
    file = tmp_path / "rooms.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        rows = [(codes[0], seq, f"record {seq} {'x' * 300}") for seq in range(10, 200)]
        connection.executemany("INSERT INTO log (room, seq, at, body) VALUES (?, ?, 0, ?)", rows)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = file.read_bytes()
    start = content.index(b"record 199") // size * size
    file.write_bytes(content[:start] + b"\xff" * size + content[start + size :])
    with running(tmp_path) as site:
        told = site.ask("GET", "/api/ready")
        assert (told.status, told.json["damaged"]) == (503, codes[:1])
        assert [site.ask("GET", f"/api/rooms/{code}").status for code in codes] == [503, 200, 200]
        assert site.ask("GET", "/api/ready").json["damaged"] == codes[:1]


def test_a_removed_data_folder_is_noticed_and_nothing_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "CHECKED_EVERY", 0.0)
    folder = tmp_path / "data"
    with running(folder) as site:
        site.make(ME, FRIEND)
        folder.rename(tmp_path / "elsewhere")
        told = site.ask("GET", "/api/ready")
        assert (told.status, told.json["facts"]["error"]["key"]) == (503, "room.file_gone")
        folder.mkdir()
        (folder / "rooms.db").touch()
        room = {"game": "combat", "options": {}, "name": "Ann", "seats": [ME, FRIEND]}
        assert site.ask("POST", "/api/rooms", room).status == 503


def test_a_request_without_a_host_is_refused(site: Site) -> None:
    for version in ("1.0", "1.1"):
        with socket.create_connection(("127.0.0.1", site.port), timeout=60) as line:
            line.sendall(f"GET /api/games HTTP/{version}\r\nConnection: close\r\n\r\n".encode())
            said = b"".join(iter(lambda: line.recv(65536), b""))
        assert said.split()[1] == b"400", said[:200]


def test_a_line_of_the_log_is_json_with_what_was_given_besides() -> None:
    record = logging.getLogger("hustings.rooms").makeRecord(
        "hustings.rooms", logging.WARNING, "file", 1, "room %s", ("BCDFGH",), None, extra={"seat": 2}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["text"], line["level"], line["logger"], line["seat"]) == (
        "room BCDFGH",
        "warning",
        "hustings.rooms",
        2,
    )
    try:
        raise ValueError("why")
    except ValueError:
        record = logging.getLogger().makeRecord("x", logging.ERROR, "f", 1, "text", (), __import__("sys").exc_info())
    trace = json.loads(JsonLines().format(record))["trace"]
    assert trace.endswith("ValueError")
    assert "test_ops.py" in trace


@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_crash_is_reported_without_what_its_errors_say(
    kind: LogKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A database may quote in its error what it was asked to write: a secret, a card, a token's mark."""
    asked: list[str] = []
    card = "the hidden card is TX"

    async def crashing(self: SqliteStore, room: str, seq: int, bodies: list[str], epoch: int | None = None) -> None:
        asked.extend(bodies)
        try:
            raise KeyError(bodies[0])
        except KeyError as error:
            raise RuntimeError(f"these could not be written: {bodies}") from error

    def crashing_view(*_: object) -> None:
        raise RuntimeError(card)

    loggers = [logging.getLogger(name) for name in ("hustings", "uvicorn", "asyncio")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    try:
        write_logs(kind)
        with running(tmp_path) as site:
            code, ann, bo = site.friends()
            with site.sit(code, ann) as first, site.sit(code, bo) as second:
                mover = first if first.state["legal"] else second
                monkeypatch.setattr(SqliteStore, "append", crashing)
                assert "could not be saved" in mover.play(mover.state["legal"][0]["text"])["text"]
            monkeypatch.setattr("hustings.web.rest.api.with_link", crashing_view)
            assert site.ask("GET", f"/api/rooms/{code}").status == 500
        said = capsys.readouterr().err
    finally:
        for logger, handlers, propagate, level in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    assert all(word in said for word in ("could not be written", "KeyError", "which led to", "RuntimeError"))
    assert "crashing_view" in said
    for secret in (ann, bo, *asked, card, mover.state["legal"][0]["text"]):
        assert secret not in said


def test_the_log_is_written_as_asked(capsys: pytest.CaptureFixture[str]) -> None:
    loggers = [logging.getLogger(name) for name in ("hustings", "uvicorn", "asyncio")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    try:
        write_logs("json")
        logging.getLogger("hustings.rooms").info("a notice")
        assert json.loads(capsys.readouterr().err)["text"] == "a notice"
        write_logs("text")
        logging.getLogger("hustings.rooms").info("a notice")
        logging.getLogger("uvicorn.error").warning("a warning")
        assert "WARNING uvicorn.error: a warning" in (said := capsys.readouterr().err)
        assert "notice" not in said
    finally:
        for logger, handlers, propagate, level in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)


def test_no_token_secret_or_move_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), running(tmp_path) as site:
        code, ann = site.make(ME, FRIEND)
        bo = site.join(code, "Bo")
        site.host(code, ann, do="start")
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second], moves=4)
        connection = sqlite3.connect(site.data / "rooms.db")
        (began,) = [json.loads(body) for (body,) in connection.execute("SELECT body FROM log") if '"began"' in body]
        # every game of Combat opens with somebody turning cards; which record that is depends on who was to begin
        (seq,) = connection.execute("SELECT min(seq) FROM log WHERE body LIKE '% turn %'").fetchone()
        connection.execute("UPDATE log SET body = replace(body, ' turn ', ' burn ') WHERE seq = ?", (seq,))
        connection.commit()
        connection.close()
    with caplog.at_level(logging.INFO), running(tmp_path) as site:
        damaged = site.ask("GET", f"/api/rooms/{code}")
        assert damaged.status == 409
        assert f"record {seq}" in damaged.json["error"]
        assert "burn" not in damaged.json["error"]
    told = [record.getMessage() for record in caplog.records if record.name.startswith("hustings")]
    for event in ("the server is ready", "a room was made", "a game began", "the server stops"):
        assert event in told
    for secret in (ann, bo, began["secret"], "P1 burn", "P2 burn"):
        assert secret not in caplog.text
