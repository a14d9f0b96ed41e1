"""A code for the Wi-Fi: drawn as phones read it, and refused where no network has such a name."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import segno
from segno import helpers

from hustings.web.rest import drawings
from tests.web.helpers import FRIEND, ME, Site, running


@pytest.mark.parametrize(("ssid", "password"), [("School", "se;cret"), ("Open to all", "")])
def test_the_code_is_the_one_phones_read(site: Site, ssid: str, password: str) -> None:
    answer = site.ask("POST", "/api/wifi.svg", {"ssid": ssid, "password": password})
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    data = helpers.make_wifi_data(ssid, password or None, "WPA" if password else None)
    expected = segno.make(data).svg_inline(border=2, svgclass=None, lineclass=None, scale=8)
    assert answer.body.decode().split("<path")[1].rstrip() == expected.split("<path")[1].rstrip()


def test_a_network_has_a_name(site: Site) -> None:
    answer = site.ask("POST", "/api/wifi.svg", {"ssid": "", "password": "x"})
    assert answer.status == 422
    assert "ssid" in answer.json["error"]


def test_codes_are_paced_by_address_and_links_are_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "ADDRESS_SIZE", 3)
    monkeypatch.setattr(drawings, "ADDRESS_RATE", 0.001)
    network = {"ssid": "School", "password": "secret"}
    with running(tmp_path) as site:
        code, _ = site.make(ME, FRIEND)
        pictures = {site.ask("GET", f"/api/rooms/{code}/qr.svg").body for _ in range(10)}
        assert len(pictures) == 1
        statuses = [site.ask("POST", "/api/wifi.svg", network).status for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert site.ask("GET", f"/api/rooms/{code}/qr.svg").status == 200
        assert site.ask("POST", "/api/wifi.svg", network, X_Forwarded_For="192.0.2.1").status == 200


def test_codes_are_drawn_one_at_a_time_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drew: list[int] = []
    save = segno.QRCode.save

    def noted(code: segno.QRCode, *given: Any, **named: Any) -> None:
        drew.append(threading.get_ident())
        save(code, *given, **named)

    monkeypatch.setattr(segno.QRCode, "save", noted)
    with running(tmp_path) as site:
        serving = {thread.ident for thread in threading.enumerate()}
        code, ann = site.make(ME, FRIEND)
        site.ask("GET", f"/api/rooms/{code}/qr.svg")
        site.ask("POST", f"/api/rooms/{code}/seats/0/code", Authorization=f"Bearer {ann}")
        site.ask("POST", "/api/wifi.svg", {"ssid": "School"})
    assert len(drew) == 3
    assert len(set(drew)) == 1
    assert serving.isdisjoint(drew)
