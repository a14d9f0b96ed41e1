"""Requests and answers about notices of games over days."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from pydantic import Field

from hustings.rooms.commands.registry import Incoming
from hustings.rooms.notices.book import Language, Push, Reader
from hustings.web.protocol.messages import Crossing, Outgoing, received, sent

Zone = Annotated[str, Field(max_length=40)]
Address = Annotated[
    str, Field(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")
]


class NoticeWish(Incoming):
    """When a person is notified. always: also while the page is visible; quiet: not from 22 to 8; zone: theirs."""

    zone: Zone
    language: Language
    always: bool = False
    quiet: bool = True


class WantNotices(NoticeWish):
    """POST /api/rooms/{code}/notices. push: the subscription of the browser; null: as before."""

    push: Push | None = None


class ProveMail(Incoming):
    """POST /api/rooms/{code}/notices/mail: send six letters to an address."""

    address: Address
    language: Language


class ConfirmMail(NoticeWish):
    """POST /api/rooms/{code}/notices/mail/confirm. letters: those in the mail."""

    letters: Annotated[str, Field(max_length=20)]


class TellGroup(Incoming):
    """POST /api/rooms/{code}/notices/group. url: the link that the chat gives for messages; null: tell it no more."""

    url: Annotated[str, Field(max_length=1000)] | None
    language: Language


class Wants(Outgoing):
    """How a person is notified. devices: the number of their browsers; address: that of their mail, shortened."""

    devices: int
    address: str | None
    always: bool
    quiet: bool

    @classmethod
    def of(cls, reader: Reader) -> Wants:
        """Return what is stored about a reader, with as little of it as they need to recognise it."""
        name, _, host = (reader.mail or "").partition("@")
        address = f"{name[:1]}…@{host}" if reader.mail else None
        return cls(devices=len(reader.push), address=address, always=reader.always, quiet=reader.quiet)


class NoticesInfo(Outgoing):
    """GET /api/rooms/{code}/notices. key: the server's key for push subscriptions; null: it sends no notices.

    mail: whether it sends mail; group: whether the group's chat is told, null to all but the host.
    """

    key: str | None
    mail: bool
    group: bool | None
    wants: Wants | None


def everywhere(body: bytes) -> bool:
    """Return whether the body of a request to stop mail is about all rooms; a mail program's body is no JSON."""
    try:
        found: Any = orjson.loads(body)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("everywhere") is True


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (
    *sent(WantNotices, ProveMail, ConfirmMail, TellGroup),
    *received(NoticesInfo),
)
