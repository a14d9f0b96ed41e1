"""The abuse log and the fail2ban filter of the guide."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from hustings.engine.errors import OptionError
from hustings.rooms.errors import NoRoomError, RoomClosedError, StoreError
from hustings.rooms.rate_limits import Probes
from hustings.web import abuse
from hustings.web.abuse import AbuseLog
from tests.web.helpers import FRIEND, ME, running

GUIDE = (Path(__file__).parents[2] / "docs/howto/own-server.md").read_text(encoding="utf-8")
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ site=127\.0\.0\.0/24 kind=\S+ key=[a-z_.]+")
WRONG = NoRoomError("room.not_found", room="BCDFGH")


def test_wrong_codes_and_floods_are_logged_by_site_without_rooms_or_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Probes, "RATE", 0.001)
    file = tmp_path / "abuse.log"
    with running(tmp_path / "rooms", abuse_log=file) as site:
        code, ann = site.make(ME, FRIEND)
        bo = site.join(code, "Bo")
        assert site.ask("GET", "/api/rooms/BBBBBB").status == 404
        assert site.ask("POST", f"/api/rooms/{code}/claim", {"code": "BCDFGHJK"}).status == 403
        with pytest.raises(ConnectionClosed), site.sit("BBBBBB"):
            pass
        while site.ask("GET", "/health").status != 429:
            pass
        assert site.ask("GET", f"/api/rooms/{code}").status == 200
    lines = file.read_text().splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert [line.partition("kind=")[2] for line in lines] == [
        "GET:/api/rooms/{code} key=room.not_found",
        "POST:/api/rooms/{code}/claim key=room.wrong_seat_code",
        "socket key=room.not_found",
        "GET:/health key=web.too_many_requests",
    ]
    assert not any(word in file.read_text() for word in (code, "BBBBBB", ann, bo, "Bo", "BCDFGHJK"))


def test_other_errors_are_not_logged_and_a_flood_does_not_fill_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(abuse, "LINES", 5)
    monkeypatch.setattr(abuse, "LINES_A_SECOND", 1e-9)
    log = AbuseLog(tmp_path / "abuse.log")
    for error in (OptionError("nothing"), StoreError("room.disk_full"), RoomClosedError("room.closed", room="BCDFGH")):
        log.note("192.0.2.7", "socket", error)
    log.note("nowhere", "socket", WRONG)
    for _ in range(20):
        log.note("192.0.2.7", "socket", WRONG)
    log.note("2001:db8:1:2::/64", "socket", WRONG)
    log.close()
    lines = (tmp_path / "abuse.log").read_text().splitlines()
    assert len(lines) == 6
    assert "site=2001:db8:1::/48 " in lines[-1]
    with pytest.raises(StoreError):
        AbuseLog(tmp_path)


def test_the_filter_of_the_guide_finds_every_line(tmp_path: Path) -> None:
    program = shutil.which("fail2ban-regex")
    assert program, "fail2ban-regex is missing; scripts/setup-system tests installs fail2ban"
    log = AbuseLog(tmp_path / "abuse.log")
    for address in ("192.0.2.7", "192.0.2.8", "2001:db8:1:2::5"):
        log.note(address, "POST:/api/rooms/{code}/claim", WRONG)
    log.close()
    (text,) = re.findall(r"```ini\n(\[Definition\].*?)```", GUIDE, re.DOTALL)
    filter_file = tmp_path / "hustings.conf"
    filter_file.write_text(text)
    command = [program, "--out", "id", str(tmp_path / "abuse.log"), str(filter_file)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert found == ["192.0.2.0/24", "192.0.2.0/24", "2001:db8:1::/48"]
