"""Compression of states: over sockets by a window that holds a whole state, in polled answers by gzip."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import ClientConnection, connect

from tests.web.helpers import LIMIT, Site

MOST_AFTER_THE_FIRST = 700  # bytes of a compressed state in which one card was turned; 3,000 if it is not compressed


def follow(site: Site, code: str) -> ClientConnection:
    offer = ClientPerMessageDeflateFactory(client_max_window_bits=True)  # as Chromium's
    return connect(
        f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket",
        open_timeout=LIMIT,
        close_timeout=1,
        compression=None,
        extensions=[offer],
    )


def test_the_handshake_agrees_on_a_window_that_holds_a_state(site: Site) -> None:
    code, *_ = site.friends()
    with follow(site, code) as socket:
        assert socket.response is not None
        agreed = socket.response.headers["Sec-WebSocket-Extensions"]
    parts = {part.strip() for part in agreed.split(";")}
    assert {"permessage-deflate", "server_max_window_bits=15", "client_no_context_takeover"} <= parts
    assert "server_no_context_takeover" not in parts


def test_a_state_after_the_first_is_a_fraction_of_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ann, _ = site.friends()
    sizes: list[int] = []
    with follow(site, code) as watching, site.sit(code, ann) as player:
        (inflater,) = watching.protocol.extensions
        decode = inflater.decode

        def measured(frame: Any, *, max_size: int | None = None) -> Any:
            sizes.append(len(frame.data))
            return decode(frame, max_size=max_size)

        monkeypatch.setattr(inflater, "decode", measured)
        watching.send(json.dumps({"hello": {"token": None}}))
        texts = [watching.recv(timeout=LIMIT)]
        player.play("P1 turn 2", 0)
        while not any('"card":' in text for text in map(str, texts[1:])):
            texts.append(watching.recv(timeout=LIMIT))
    assert json.loads(texts[0])["type"] == json.loads(texts[-1])["type"] == "state"
    assert len(texts[0]) > 2000
    assert len(texts[-1]) > 2000
    assert sizes[-1] < MOST_AFTER_THE_FIRST


def test_a_small_frame_that_inflates_to_megabytes_closes_the_socket(site: Site) -> None:
    code, *_ = site.friends()
    with follow(site, code) as socket:
        socket.send("\0" * 4_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=LIMIT)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_polled_answer_is_compressed_for_those_who_accept_it(site: Site) -> None:
    code, ann, _ = site.friends()
    line = site.ask("POST", f"/api/rooms/{code}/line", {"hello": {"token": ann}}).json["line"]
    asked = {"line": line, "after": 0, "wait": 0, "send": []}
    plain = site.ask("POST", f"/api/rooms/{code}/poll", asked)
    packed = site.ask("POST", f"/api/rooms/{code}/poll", asked, Accept_Encoding="gzip")
    assert (plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]) == (None, "gzip")
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
