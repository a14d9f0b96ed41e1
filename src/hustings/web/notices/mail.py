"""Mail, if the operator names a relay: notices, and six letters that prove that an address is one's own."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from hustings.engine.errors import OptionError
from hustings.rooms.notices.book import Language
from hustings.rooms.notices.courier import Outcome
from hustings.rooms.stores.store import Store

WITHIN = 20.0  # seconds for any one step of a relay
DAY = 86400.0
MOST_A_DAY = 20  # mails to an address
MOST_PROOFS = 3  # proofs of an address that are sent in a day
POLICY = SMTP.clone(max_line_length=900)  # mail programs cannot follow a link that is folded
AGAIN = 300.0  # seconds until a mail is sent again that the relay did not take
REFUSED = 500  # from this status on a relay refuses for good

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "proof": "Hustings: {letters} proves your address",
        "letters": "Type these letters in the page that asked for your address: {letters}\n\n"
        "If you did not ask for them, do nothing: nobody writes to you again.",
        "stop": "No more mail about this, or none at all: {stop}",
    },
    "es": {
        "proof": "Hustings: {letters} confirma tu dirección",
        "letters": "Escribe estas letras en la página que pidió tu dirección: {letters}\n\n"
        "Si no las has pedido, no hagas nada: nadie volverá a escribirte.",
        "stop": "No más correo sobre esto, o ninguno: {stop}",
    },
}


@dataclass(frozen=True, slots=True)
class Relay:
    """A mail relay. secure: whether TLS begins with the connection; sender: the address that mails come from."""

    host: str
    port: int
    secure: bool
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, url: str) -> Relay:
        """Read `smtps://user:password@mail.example.org?from=table@example.org`; smtp:// begins TLS later.

        Raises OptionError if it is not written so.
        """
        try:
            parts = urlsplit(url)
            sender = parse_qs(parts.query).get("from", [""])[0]
            secure, port = parts.scheme == "smtps", parts.port
        except ValueError:
            parts, sender, secure, port = urlsplit(""), "", False, None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise OptionError("web.no_relay")
        user, password = (None if text is None else unquote(text) for text in (parts.username, parts.password))
        return cls(parts.hostname, port or (465 if secure else 587), secure, sender, user, password)

    @property
    def near(self) -> bool:
        """True if the relay runs on this machine, so that nobody reads along without TLS."""
        return self.host in ("localhost", "127.0.0.1", "::1")

    @contextmanager
    def open(self) -> Iterator[smtplib.SMTP]:
        """Connect, with TLS and the password; blocks. Raises OSError or smtplib.SMTPException."""
        context = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(self.host, self.port, timeout=WITHIN, context=context)
            if self.secure
            else smtplib.SMTP(self.host, self.port, timeout=WITHIN)
        ) as talk:
            talk.ehlo()
            if not self.secure and (not self.near or talk.has_extn("starttls")):
                talk.starttls(context=context)
            if self.user is not None:
                talk.login(self.user, self.password or "")
            yield talk

    def send(self, message: EmailMessage) -> None:
        """Send a mail; blocks. Raises the same errors as `open`."""
        with self.open() as talk:
            talk.send_message(message)


class Mail:
    """Sends mail through a relay, at most `MOST_A_DAY` to an address, and none to those who want none.

    mark: returns the mark by which an address is known in the store.
    """

    def __init__(self, relay: Relay, store: Store, mark: Callable[[str], str]) -> None:
        self._relay, self._store, self._mark = relay, store, mark

    async def notify(self, to: str, title: str, body: str, stop: str, language: Language) -> Outcome:
        """Send a notice. stop: a link that shows how to stop, and stops at once for a POST (RFC 8058)."""
        message = self._message(to, title, f"{body}\n\n-- \n{_WORDS[language]['stop'].format(stop=stop)}\n")
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Auto-Submitted"] = "auto-generated"
        return await self._sent(to, message, MOST_A_DAY)

    async def prove(self, to: str, letters: str, language: Language) -> bool:
        """Send the letters that prove an address; return whether they are on their way."""
        words = _WORDS[language]
        message = self._message(to, words["proof"].format(letters=letters), words["letters"].format(letters=letters))
        return await self._sent(to, message, MOST_PROOFS, "proofs") == Outcome()

    async def never(self, address: str) -> None:
        """Never write to an address again, for whatever room."""
        await self._store.ask(
            "INSERT INTO mailed VALUES ($1, 0, 0, 0, 1) ON CONFLICT (mark) DO UPDATE SET never = 1", self._mark(address)
        )

    def _message(self, to: str, title: str, body: str) -> EmailMessage:
        message = EmailMessage(POLICY)
        message["From"], message["To"], message["Subject"] = f"Hustings <{self._relay.sender}>", to, title
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._relay.sender.partition("@")[2])
        message.set_content(body, cte="quoted-printable")
        return message

    async def _sent(self, to: str, message: EmailMessage, most: int, kind: str = "mails") -> Outcome:
        count, never = await self._count(to, kind)
        if never or count > most:
            return Outcome(gone=never, again=DAY)
        try:
            await asyncio.to_thread(self._relay.send, message)
        except smtplib.SMTPRecipientsRefused as error:
            refused = all(code >= REFUSED for code, _ in error.recipients.values())
            return Outcome(gone=True) if refused else Outcome(again=AGAIN)
        except (OSError, smtplib.SMTPException):
            return Outcome(again=AGAIN)
        return Outcome()

    async def _count(self, to: str, kind: str) -> tuple[int, bool]:
        """Count a mail; return how many the address has today, and if it wants none. kind: "mails" or "proofs"."""
        mark, today = self._mark(to), int(await self._store.now() // DAY)
        await self._store.ask("DELETE FROM mailed WHERE day < $1 AND never = 0", today)
        rows = await self._store.ask(
            f"INSERT INTO mailed VALUES ($1, $2, {int(kind == 'mails')}, {int(kind == 'proofs')}, 0) "
            f"ON CONFLICT (mark) DO UPDATE SET {kind} = CASE WHEN mailed.day = $2 THEN mailed.{kind} + 1 ELSE 1 END, "
            "day = $2 RETURNING " + kind + ", never",
            mark,
            today,
        )
        return int(rows[0][0]), bool(rows[0][1])
