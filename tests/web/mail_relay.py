"""A fake mail relay on the loopback."""

from __future__ import annotations

import email
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.web.helpers import LIMIT


class OnAnyPort(Controller):
    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        with socket.create_connection(("127.0.0.1", self.port), LIMIT) as greeted:  # its own patience is a second
            greeted.recv(1024)


class Relaying:
    """A relay on the loopback that keeps what it is given. answer: to the next recipient."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.answer = "250 OK"
        self.controller = OnAnyPort(self, hostname="127.0.0.1", port=0, ready_timeout=LIMIT)

    @property
    def port(self) -> int:
        """The port on which it listens."""
        found: int = self.controller.port
        return found

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.got.append(email.message_from_bytes(envelope.content))
        return "250 OK"

    def text(self, number: int = -1) -> str:
        """The text of a mail."""
        payload = self.got[number].get_payload(decode=True)
        assert isinstance(payload, bytes)
        return payload.decode()


@contextmanager
def running_relay() -> Iterator[Relaying]:
    """A relay that runs."""
    relaying = Relaying()
    relaying.controller.start()
    try:
        yield relaying
    finally:
        relaying.controller.stop(no_assert=True)
