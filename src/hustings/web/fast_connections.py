"""Limits of connections that httptools parses, where it is installed."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hustings.web.connections import LONGEST_HEAD, LimitedHttp


class LimitedHttpTools(LimitedHttp, HttpToolsProtocol):
    """HTTP in C, whose parser keeps whatever comes."""

    _spent = 0  # bytes of the request that is half here, but for its body
    _complete = True
    url = b""

    def _parse(self, data: bytes) -> None:
        self._spent += len(data)
        HttpToolsProtocol.data_received(self, data)
        if self._spent > LONGEST_HEAD and not self._complete and not self.transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        """Count from here."""
        super().on_message_begin()
        self._spent, self._complete = 0, False

    def on_body(self, body: bytes) -> None:
        """Leave the body to the application, which limits it."""
        super().on_body(body)
        self._spent -= len(body)

    def on_message_complete(self) -> None:
        """Stop the clock."""
        super().on_message_complete()
        self._complete = True
        self._arrived()

    def _whole(self) -> bool:
        return self._complete

    def _address_bytes(self) -> int:
        return len(self.url)
