"""The book of notices beside a room: where its people can be reached, and of what they were notified.

The text is encrypted by the server (see `Courier`). It is deleted with the room, and a person's part when they stop.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

GROUP = "group"  # stands for the group's chat where a person has the digest of their token
EVERY = "every"  # stands for all readers with a mail address
MAIL = "mail"
MOST_DEVICES = 4  # of one person; the oldest gives way
TRIES = 3  # how often a notice is sent that cannot be delivered

Language = Literal["en", "es"]
Kind = Literal["first", "reminder"]
Status = Literal["begun", "done"]


class Part(BaseModel):
    """Base class of the parts of a book."""

    model_config = ConfigDict(extra="forbid")


class Push(Part):
    """A browser's push subscription: its address, its public key and its secret, both in base64url."""

    endpoint: Annotated[str, Field(max_length=1000, pattern=r"^https://[!-~]+$")]
    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]


class Reader(Part):
    """A person who wants notices.

    zone: their time zone; quiet: whether nothing comes from 22 to 8 there; always: also while the page is visible.
    base: the address of this server as their browser knows it.
    """

    zone: str
    language: Language
    base: str
    quiet: bool = True
    always: bool = False
    push: list[Push] = Field(default_factory=list)
    mail: str | None = None


class Group(Part):
    """The chat of the host's group. kind: see `hustings.web.notices.chat`; url: where messages are posted."""

    kind: str
    url: str
    language: Language
    base: str


class Told(Part):
    """The notices to one reader about a decision of a chair: by kind and way (an address), how far each got."""

    decision: int
    kinds: dict[Kind, dict[str, Status]] = Field(default_factory=dict)


class Again(Part):
    """A way that failed. tries: how often; at: when it is tried again, in seconds since 1970."""

    tries: int
    at: float


class Book(Part):
    """All that is stored about notices of a room.

    readers: by the digest of their token. told: by reader (or `GROUP`), then by chair. recent: by reader, when they had
    their last notices, in seconds since 1970. again: by way, if it failed.
    """

    readers: dict[str, Reader] = Field(default_factory=dict)
    group: Group | None = None
    told: dict[str, dict[int, Told]] = Field(default_factory=dict)
    recent: dict[str, list[float]] = Field(default_factory=dict)
    again: dict[str, Again] = Field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """True if nobody wants notices."""
        return not self.readers and self.group is None

    def ways(self, who: str) -> list[str]:
        """Return the ways in which a reader, or the group, can be told: endpoints and addresses."""
        if who == GROUP:
            return [self.group.url] if self.group else []
        reader = self.readers[who]
        return [push.endpoint for push in reader.push] + ([reader.mail] if reader.mail else [])

    def forget(self, who: str) -> None:
        """Delete all about a reader, or about the group."""
        if who == GROUP:
            self.group = None
        else:
            self.readers.pop(who, None)
        self.told.pop(who, None)
        self.recent.pop(who, None)
        used = {way for one in [*self.readers, GROUP] for way in self.ways(one)}
        self.again = {way: again for way, again in self.again.items() if way in used}

    def recover(self) -> None:
        """Prepare for a new start: send once more what may not have arrived, if the second replaces the first."""
        for who, chairs in self.told.items():
            pushed = {push.endpoint for push in self.readers[who].push} if who in self.readers else set()
            for told in chairs.values():
                for ways in told.kinds.values():
                    for way in [way for way, status in ways.items() if status == "begun" and way not in self.again]:
                        if way in pushed:
                            self.again[way] = Again(tries=1, at=0.0)
                        else:
                            ways[way] = "done"

    def drop(self, who: str, way: str) -> None:
        """Delete one way of notifying a reader or the group, and with the last way the reader."""
        reader = self.readers.get(who)
        if reader is not None:
            reader.push = [push for push in reader.push if push.endpoint != way]
            reader.mail = None if reader.mail == way else reader.mail
        if reader is None or not self.ways(who):
            self.forget(who)
        for told in self.told.get(who, {}).values():
            for ways in told.kinds.values():
                ways.pop(way, None)
        self.again.pop(way, None)
