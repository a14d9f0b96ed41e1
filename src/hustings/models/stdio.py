"""Serve one seat to an MCP client over standard input and output: `hustings mcp LINK CODE`."""

from __future__ import annotations

import httpx2

from hustings.models.seat import Seat, claim
from hustings.models.server import serve_seat


async def serve_stdio(link: str, code: str) -> None:
    """Claim a seat and serve it to the program that started this one, until standard input ends.

    Raises:
        SeatError: The link or the code is wrong, or the server does not answer.
    """
    base, room, token = await claim(link, code)
    async with httpx2.AsyncClient(base_url=base) as http:
        seat = Seat(http, room, token)
        await seat.open()

        async def the_seat(_: object) -> Seat:
            return seat

        try:
            await serve_seat(the_seat).run_stdio_async()
        finally:
            await seat.close()
