"""The server's courier: brings each notice on its way, and knows what may be offered to people."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property

from hustings.rooms.errors import NotAllowedError, RoomError, StoreError
from hustings.rooms.keys import clean_code, new_code
from hustings.rooms.notices.book import EVERY, Group, Language, Push
from hustings.rooms.notices.courier import Mailbox, Outcome
from hustings.rooms.notices.text import Letter, digest
from hustings.rooms.stores.store import Store
from hustings.web.errors import TooManyError
from hustings.web.notices.chat import kind_of, send_chat
from hustings.web.notices.guarded import GuardedSender, host_of, is_listed
from hustings.web.notices.keys import FILE, Keys
from hustings.web.notices.mail import Mail, Relay
from hustings.web.notices.push import HOSTS, send_push
from hustings.web.settings import Settings

TOGETHER = 3.0  # seconds in which notices wait for others; rooms are woken together, such as at the end of a night
AGAIN = 60.0  # seconds until notices are sent again whose sending was cancelled
To = Push | Mailbox | Group


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that waits for others to the same address, and the future of its outcome."""

    to: To
    letter: Letter
    outcome: asyncio.Future[Outcome]


class Digests:
    """Sends notices together that have the same address.

    Args:
        deliver: Sends notices to one address as one.
        together: Seconds in which a notice waits for others.
    """

    def __init__(
        self, deliver: Callable[[list[To], list[Letter]], Awaitable[Outcome]], together: float = TOGETHER
    ) -> None:
        self._deliver, self._together = deliver, together
        self._waiting: dict[str, list[Waiting]] = {}

    async def send(self, to: To, letter: Letter) -> Outcome:
        """Send a notice with those that come within a few seconds; the first one sends all and knows the outcome."""
        own = Waiting(to, letter, asyncio.get_running_loop().create_future())
        batch = self._waiting.setdefault(address_of(to), [])
        batch.append(own)
        if batch[0] is not own:
            return await own.outcome
        outcome = Outcome(again=AGAIN)
        try:
            await asyncio.sleep(self._together)
            del self._waiting[address_of(to)]
            outcome = await self._deliver([one.to for one in batch], [one.letter for one in batch])
        finally:
            if self._waiting.get(address_of(to)) is batch:
                del self._waiting[address_of(to)]
            for other in batch[1:]:
                if not other.outcome.done():
                    other.outcome.set_result(outcome)
        return outcome


def address_of(to: To) -> str:
    """Return the address by which notices are gathered."""
    match to:
        case Push():
            return to.endpoint
        case Mailbox():
            return to.address
        case Group():
            return to.url


PROVABLE = 1800.0  # seconds within which the letters that prove an address must be typed
MOST_TRIES = 5


@dataclass(slots=True)
class _Proof:
    address: str
    letters: str
    until: float
    tries: int = 0


class PostOffice:
    """Sends notices by push, by mail if there is a relay, and to chats; see `Courier`."""

    def __init__(
        self, settings: Settings, store: Store, sender: GuardedSender | None = None, together: float = TOGETHER
    ) -> None:
        self._digests = Digests(self._deliver, together)
        self.hosts = settings.notice_hosts
        relay = Relay.of(settings.smtp) if settings.smtp else None
        self.mail = None if relay is None else Mail(relay, store, self._mark)
        self._store, self._sender, self._folder = store, sender or GuardedSender(), settings.data_dir
        self._proofs: dict[tuple[str, str], _Proof] = {}  # by room and reader

    @cached_property
    def keys(self) -> Keys:
        """The server's keys, made when they are first needed. Raises StoreError if they cannot be."""
        try:
            return Keys(self._folder)
        except OSError as error:
            raise StoreError("web.no_notice_keys", file=FILE, error=error.strerror) from None

    def _mark(self, address: str) -> str:
        return self.keys.mark(address)

    def seal(self, room: str, text: str) -> str:
        return self.keys.seal(room, text)

    def unseal(self, room: str, sealed: str) -> str:
        return self.keys.unseal(room, sealed)

    async def send(self, to: To, words: Letter) -> Outcome:
        """Send a notice, together with those of other rooms that come to the same address within a few seconds."""
        return await self._digests.send(to, words)

    async def _deliver(self, to: list[To], letters: list[Letter]) -> Outcome:
        """Send notices to one address as one."""
        first = to[0]
        words = letters[0] if len(letters) == 1 else digest(letters, not isinstance(first, Group))
        try:
            match first:
                case Push():
                    now = await self._store.now()
                    return await send_push(self._sender, self.keys, self.hosts, first, words, now)
                case Group():
                    return await send_chat(self._sender, self.hosts, first, words)
                case Mailbox():
                    boxes = [one for one in to if isinstance(one, Mailbox)]
                    return await self._by_mail(boxes, words, letters[0].link.partition("/r/")[0])
        except RoomError:  # the host is not allowed any more
            return Outcome(gone=True)

    async def _by_mail(self, boxes: list[Mailbox], words: Letter, base: str) -> Outcome:
        if self.mail is None:
            return Outcome(gone=True)
        text, stop = f"{words.body}\n\n{words.link}", self.stop_link(base, *boxes)
        return await self.mail.notify(boxes[0].address, words.title, text, stop, words.language)

    # --- what people ask for

    def check_push(self, push: Push) -> None:
        """Raise RoomError unless a subscription is at a push service of the list."""
        if not is_listed(host_of(push.endpoint), (*HOSTS, *self.hosts)):
            raise RoomError("web.unknown_push")

    def group(self, url: str, language: Language, base: str) -> Group:
        """Return a group's chat. Raises RoomError if the link belongs to no chat that is allowed."""
        return Group(kind=kind_of(url, self.hosts), url=url, language=language, base=base)

    async def prove(self, room: str, reader: str, address: str, language: Language) -> None:
        """Send six letters to an address. Raises RoomError without a relay, TooManyError if that is not allowed."""
        if self.mail is None:
            raise RoomError("web.no_mail")
        letters, now = new_code(), time.monotonic()
        self._proofs = {key: proof for key, proof in self._proofs.items() if proof.until > now}
        if not await self.mail.prove(address, letters, language):
            raise TooManyError("web.mail_refused")
        self._proofs[room, reader] = _Proof(address, letters, now + PROVABLE)

    def proven(self, room: str, reader: str, letters: str) -> str:
        """Return the address that six letters prove. Raises NotAllowedError for other letters."""
        proof = self._proofs.get((room, reader))
        if proof is None or proof.until < time.monotonic() or proof.tries >= MOST_TRIES:
            raise NotAllowedError("web.letters_late")
        proof.tries += 1
        if not secrets.compare_digest(proof.letters, clean_code(letters) or ""):
            raise NotAllowedError("web.letters_wrong")
        del self._proofs[room, reader]
        return proof.address

    def stop_link(self, base: str, *boxes: Mailbox) -> str:
        """Return the link with which mail to an address about one or several rooms is stopped; it must not be long."""
        reader = boxes[0].reader if len(boxes) == 1 else EVERY
        rooms = ",".join(dict.fromkeys(to.room for to in boxes))
        return f"{base}/stop/{self.keys.in_link(f'{rooms} {reader} {boxes[0].address}')}"

    def stopped(self, sealed: str) -> list[Mailbox]:
        """Return the mailboxes that a link stops. Raises RoomError for a link that this server has not made."""
        rooms, reader, address = self.keys.from_link(sealed).split(" ", 2)
        return [Mailbox(address, room, reader) for room in rooms.split(",")]
