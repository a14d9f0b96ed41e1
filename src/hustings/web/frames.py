"""WebSocket frames without detours: whole text messages straight to who listens, and straight to the transport.

A server reads and writes little else than short text messages, and the way of each through uvicorn's queue, an ASGI
event, a task and the frame parser took a third of a move's processor time. Everything else goes that way as before:
handshakes, fragments, pings, closes, and whatever breaks the protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without the compiled part
    from websockets.utils import apply_mask

DIRECT = "hustings.direct"  #: the extension of the ASGI scope that a server offers its sockets by
_WHOLE_TEXT, _FINAL, _CONTROL, _MASKED = 0x81, 0x80, 0x08, 0x80
_SHORT, _MIDDLE = 126, 127  # what stands in place of longer lengths
_MASK = 4  # bytes
_SHORT_HEAD = 2 + _MASK  # bytes before a short masked payload

Listener = Callable[[str], None]


class DirectSocket(WebSocketsSansIOProtocol):
    """A WebSocket that hands whole text messages to its listener, once it has one, and writes text at once."""

    _rest = b""  # the beginning of a frame: the parser gets whole ones only, so it is never in the middle of one
    _fragmented = False  # whether a message's first fragment has come, and not its last
    _hasty = False  # whether the client did not wait for the handshake: then the parser gets what comes as it comes
    _listener: Listener | None = None
    _stuck = False
    _held: list[bytes] | None = None  # frames that are to go out in one write, while they are gathered

    def handle_connect(self, event: Any) -> None:
        """Offer the short way to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast("dict[str, Any]", self.scope["extensions"])[DIRECT] = self

    # --- from the client

    def listen(self, listener: Listener) -> None:
        """Call `listener` with each text message from now on; what came before is in the ASGI queue."""
        self._listener = listener

    @property
    def waiting(self) -> bool:
        """Whether messages wait in the ASGI queue."""
        return not self.queue.empty()

    def hold(self, held: bool) -> None:
        """Read no more for now, or again."""
        if held != self.read_paused and not self.transport.is_closing():
            self.read_paused = held
            (self.transport.pause_reading if held else self.transport.resume_reading)()

    def data_received(self, data: bytes) -> None:
        """Take whole frames apart, and hand on what is no whole text message."""
        if not self.handshake_complete or self._hasty or self.conn.state is not State.OPEN:
            self._hasty |= self.handshake_initiated and not self.handshake_complete
            data, self._rest = self._rest + data, b""
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        elif self._listener is not None and _one_short_text(data) and not self._fragmented:
            self._take(data, 0, _SHORT_HEAD, len(data))
            return
        at, end = 0, len(data)
        while at < end:
            start, stop = _payload(data, at)
            if stop - start > self.config.ws_max_size:
                super().data_received(data[at:])  # the parser refuses it by its head, and nothing comes after that
                return
            if stop > end or not start:
                break
            self._take(data, at, start, stop)
            at = stop
        self._rest = data[at:]

    def _take(self, data: bytes, at: int, start: int, stop: int) -> None:
        """Take one frame."""
        masked = data[at + 1] & _MASKED
        if data[at] == _WHOLE_TEXT and masked and not self._fragmented and self._listener is not None:
            text = _text(data, start, stop)
            if text is not None:
                if not self.close_sent:
                    self._listener(text)
                return
        if not data[at] & _CONTROL:  # which may stand between fragments
            self._fragmented = not data[at] & _FINAL
        super().data_received(data[at:stop])

    # --- to the client

    def pause_writing(self) -> None:
        """Note that the client does not take what was sent."""
        super().pause_writing()
        self._stuck = True

    def resume_writing(self) -> None:
        """Note that the client takes it again."""
        super().resume_writing()
        self._stuck = False

    @property
    def ready(self) -> bool:
        """Whether what is written now goes out at once."""
        return not (self._stuck or self.close_sent or self.disconnected) and self.handshake_complete

    def write_text(self, text: bytes) -> None:
        """Send a text message, in UTF-8. To be called while `ready`."""
        size = len(text)
        if size < _SHORT:
            head = bytes((_WHOLE_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_WHOLE_TEXT, _SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((_WHOLE_TEXT, _MIDDLE)) + size.to_bytes(8, "big")
        if self._held is None:
            self.transport.write(head + text)
        else:
            self._held += (head, text)

    def gather(self) -> None:
        """Hold what is written from now on, until `send_gathered`: a write is a tenth of what a move takes."""
        self._held = self._held or []

    def send_gathered(self) -> None:
        """Send in one write what has been held."""
        held, self._held = self._held, None
        if held and not (self.close_sent or self.disconnected):  # a socket that is stuck keeps them until it is not
            self.transport.write(b"".join(held))


def _one_short_text(data: bytes) -> bool:
    """Whether this is one whole text message in one masked frame, and as short as nearly all are."""
    size = len(data) - _SHORT_HEAD
    return 0 < size < _SHORT and data[0] == _WHOLE_TEXT and data[1] == _MASKED + size


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of the frame at a place begins and ends; (0, 0) where its head is not all here."""
    end = len(data)
    if end - at < 2:
        return 0, 0
    size, start = data[at + 1] & 127, at + 2
    if size >= _SHORT:
        wide = 2 if size == _SHORT else 8
        if end - start < wide:
            return 0, 0
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    if data[at + 1] & _MASKED:
        start += _MASK
    return start, start + size


def _text(data: bytes, start: int, stop: int) -> str | None:
    """The text of a masked frame; None for what is no UTF-8."""
    try:
        return bytes(apply_mask(data[start:stop], data[start - _MASK : start])).decode()
    except UnicodeDecodeError:
        return None
