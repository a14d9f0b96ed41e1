"""A code for the Wi-Fi: drawn as phones read it, and refused where no network has such a name."""

from __future__ import annotations

import pytest
import segno
from segno import helpers

from tests.web.helpers import Site


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
