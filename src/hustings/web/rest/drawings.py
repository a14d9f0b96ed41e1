"""Draw QR codes, one at a time in a thread, with a limit for each client's address."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import segno

from hustings.rooms.rate_limits import AddressBuckets
from hustings.web.errors import TooManyError

ADDRESS_SIZE, ADDRESS_RATE = 40, 1.0  # drawings at once, and then per second; a school shares one address
MOST_WAITING = 40
KEPT = 1000  # links whose drawings are cached


class Drawings:
    """Draws QR codes for a server's clients; those of links are cached."""

    def __init__(self) -> None:
        self._addresses = AddressBuckets(ADDRESS_SIZE, ADDRESS_RATE)
        self._links: OrderedDict[str, bytes] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hustings-drawing")
        self._waiting = 0

    async def link(self, link: str, address: str) -> bytes:
        """Return a link as a QR code in SVG; address: the client's. Raises the same errors as `draw`."""
        drawing = self._links.pop(link, None) or await self.draw(lambda: _link(link), address)
        self._links[link] = drawing
        if len(self._links) > KEPT:
            self._links.popitem(last=False)
        return drawing

    async def draw(self, make: Callable[[], bytes], address: str) -> bytes:
        """Call `make` in the thread and return its drawing.

        Raises TooManyError if this address has asked for too many drawings, or too many wait on the whole server.
        """
        if self._waiting >= MOST_WAITING or not self._addresses.take(address):
            raise TooManyError("web.too_many_drawings")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, make)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _link(link: str) -> bytes:
    drawing = io.BytesIO()
    segno.make(link, micro=False).save(drawing, kind="svg", scale=8, border=2, light="#fff", xmldecl=False)
    return drawing.getvalue()
