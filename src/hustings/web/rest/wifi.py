"""QR codes with which phones join a Wi-Fi network; nothing is stored."""

from __future__ import annotations

import io

from fastapi import APIRouter, Request, Response
from pydantic import Field
from segno import helpers

from hustings.rooms.commands.registry import Incoming
from hustings.web.app_state import address_of
from hustings.web.protocol.messages import Problem
from hustings.web.rest.api import AppStateHere

wifi = APIRouter(prefix="/api", responses={"4XX": {"model": Problem}})


class Network(Incoming):
    """A Wi-Fi network; password: empty for an open network."""

    ssid: str = Field(min_length=1, max_length=32)
    password: str = Field(default="", max_length=63)


@wifi.post("/wifi.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def wifi_code(network: Network, request: Request, app_state: AppStateHere) -> Response:
    """Return a QR code that contains `WIFI:T:WPA;S:...;P:...;;`; nothing is stored or logged."""
    drawing = await app_state.drawings.draw(lambda: _drawn(network), address_of(request))
    return Response(drawing, media_type="image/svg+xml")


def _drawn(network: Network) -> bytes:
    drawing = io.BytesIO()
    made = helpers.make_wifi(network.ssid, network.password or None, "WPA" if network.password else None)
    made.save(drawing, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, scale=8)
    return drawing.getvalue()
