"""The state that all requests to a server share: rooms, settings and limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Literal

from starlette.requests import HTTPConnection

from hustings.classes.registry import Classes
from hustings.clubs.registry import Clubs
from hustings.gatherings.results import Finish
from hustings.rooms.clients import CLOSE_RESTART, Client
from hustings.rooms.errors import NoRoomError, NotAllowedError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.rate_limits import (
    AddressBuckets,
    Analyses,
    Downloads,
    Guess,
    Guesses,
    Joining,
    Newcomers,
    Places,
    Probes,
    Reports,
    RoomMaking,
    household,
)
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.web.abuse import AbuseLog
from hustings.web.bans import Bans
from hustings.web.errors import ClosedError, TooManyError
from hustings.web.hosts import safe_host
from hustings.web.readiness import Readiness
from hustings.web.rest.drawings import Drawings
from hustings.web.settings import Settings

if TYPE_CHECKING:
    from hustings.web.notices.post_office import PostOffice

GatheringKind = Literal["class", "club"]
Line = tuple[str, str, str]  #: a polled connection: room, class or club, its code, and a secret name
LOOKUPS = 8  # codes that are looked up at once: fewer than a site's first guesses, so that right ones use up no limit


@dataclass(slots=True)
class AppState:
    """The state of one server.

    guesses    slows down clients that guess codes.
    lookups    limits how many codes are looked up at the same time.
    making     limits how many rooms are made.
    clients    the open connections, polled ones included.
    bans       the networks that the operator has banned.
    closing    whether the server is about to stop.
    polled     the polled connections.
    joining    spreads out the people who join a class at the same time.
    downloads  limits how often whole games are sent.
    analyses   limits how often chances and reviews of games are sent.
    probes     limits how often the server's health is asked for.
    reports    limits how often rooms are reported.
    lines      limits the number of polled connections.
    viewers    limits the number of sockets of people without a seat.
    newcomers  limits the number of sockets that have not said hello.
    readiness  checks the store.
    abuse      writes refusals by site.
    drawings   draws QR codes.
    post_office  sends notices of games over days; None without the extra `notices`.
    """

    settings: Settings
    rooms: Rooms
    classes: Classes
    clubs: Clubs
    guesses: Guesses = field(default_factory=Guesses)
    making: RoomMaking = field(default_factory=RoomMaking)
    clients: set[Client] = field(default_factory=set)
    bans: Bans = field(default_factory=Bans)
    closing: bool = False
    polled: dict[Line, Client] = field(default_factory=dict)
    joining: Joining = field(default_factory=Joining)
    downloads: Downloads = field(default_factory=Downloads)
    analyses: Analyses = field(default_factory=Analyses)
    probes: Probes = field(default_factory=Probes)
    reports: Reports = field(default_factory=Reports)
    lines: Places = field(default_factory=Places)
    viewers: Places = field(init=False)
    newcomers: Newcomers[Client] = field(default_factory=Newcomers)
    lookups: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(LOOKUPS))
    readiness: Readiness = field(init=False)
    abuse: AbuseLog = field(init=False)
    drawings: Drawings = field(default_factory=Drawings)
    post_office: PostOffice | None = None

    @property
    def sockets(self) -> int:
        """The number of open connections, polled ones included."""
        return len(self.clients)

    def used_limits(self) -> dict[str, dict[str, int]]:
        """Return the limits by address that are partly used up: by name, then by address, the tokens that are gone."""
        limits = {
            "codes": self.guesses.sites,
            "rooms": self.making.addresses,
            "downloads": self.downloads,
            "analyses": self.analyses,
            "probes": self.probes,
        }
        return {name: buckets.used() for name, buckets in limits.items()}

    def __post_init__(self) -> None:
        self.readiness = Readiness(self.rooms)
        self.viewers = Places(self.settings.connections, self.settings.connections_by_address)
        self.abuse = AbuseLog(self.settings.abuse_log)

    async def find(self, code: str, connection: HTTPConnection, token: str | None = None) -> Room:
        """Return the room of a code. Raises NoRoomError, or TooManyError if the client's address guesses codes.

        token  the client's token: a player of the room is not slowed down by others who guess from the same address.
        """
        async with self._admitted(code, connection, self._sits(clean_code(code), token)) as clean:
            await self.rooms.need(clean)
        return await self.rooms.find(clean)

    async def look(self, code: str, connection: HTTPConnection) -> Room:
        """Return the room of a code for reading, even if another process holds it. Raises the same errors as `find`."""
        async with self._admitted(code, connection, False) as clean:
            await self.rooms.need(clean)
        return await self.rooms.peek(clean)

    async def find_gathering(
        self, kind: GatheringKind, code: str, connection: HTTPConnection, token: str | None = None
    ) -> Any:
        """Return the class or club of a code. Raises the same errors as `find`."""
        found: Classes | Clubs = self.classes if kind == "class" else self.clubs
        known = found.known(clean_code(code) or "")
        belongs = known is not None and token is not None and known.knows(token)
        async with self._admitted(code, connection, belongs) as clean:
            await found.need(clean)
        return await found.find(clean, token)

    async def stopped(self, room: Room) -> Finish | None:
        """Return the end of a gathering's table that was stopped before its game was over, or None."""
        code = room.state.of_class
        if code is None or room.state.phase != "playing":
            return None
        of_class = await self.classes.exists(code)
        gathering = await (self.classes.find(code) if of_class else self.clubs.find(code))
        return gathering.state.stopped(room.state.code)

    async def kind_of(self, code: str, connection: HTTPConnection) -> Literal["room", "class", "club"]:
        """Return what a code belongs to. Raises NoRoomError if it belongs to nothing; that counts as a guess."""
        async with self._admitted(code, connection, False) as clean:
            if await self.rooms.exists(clean):
                return "room"
            if await self.classes.exists(clean):
                return "class"
            if await self.clubs.exists(clean):
                return "club"
            raise NoRoomError("class.not_found", code=clean)

    @asynccontextmanager
    async def _admitted(self, code: str, connection: HTTPConnection, belongs: bool) -> AsyncIterator[str]:
        """Yield the code in its normal form; count a guess unless the client belongs to the room or class.

        The block only asks whether the code exists. Loading is slow, and the guess would count all the time.
        """
        async with nullcontext() if belongs else self.guessing(connection, lookup=True):
            clean = clean_code(code)
            if clean is None:
                raise NoRoomError("web.no_room_code", code=code[:20])
            yield clean

    @asynccontextmanager
    async def guessing(self, connection: HTTPConnection, lookup: bool = False) -> AsyncIterator[Guess]:
        """Count the code inside the `with` block as a wrong guess if the block raises NoRoomError or NotAllowedError.

        lookup  whether the block is short, so that it may wait until other lookups have finished.
        Raises TooManyError if this address guesses too often.
        """
        async with AsyncExitStack() as turn:
            if lookup:
                await turn.enter_async_context(self.lookups)
            guess = self.guesses.begin(address_of(connection))
            if guess is None:
                raise TooManyError("web.too_many_codes")
            try:
                if guess.wait:
                    await turn.aclose()  # a guess that waits delays no other
                    await asyncio.sleep(guess.wait)
                yield guess
            except (NoRoomError, NotAllowedError):
                raise
            except BaseException:
                guess.right()
                raise
            guess.right()

    def _sits(self, code: str | None, token: str | None) -> bool:
        room = self.rooms.known(code) if code else None
        return bool(room and token and room.state.chairs_of(token_digest(token)))

    def close_doors(self) -> None:
        """Ask every polling client to reconnect, because the server is about to stop."""
        self.closing = True
        self.rooms.leave()
        for client in self.polled.values():
            client.close(CLOSE_RESTART, ClosedError("web.stopping"))

    async def take_turn(self, connection: HTTPConnection, code: str) -> None:
        """Wait until this address may join a class. Raises TooManyError if others of the address wait too long."""
        wait = self.joining.wait(address_of(connection), code)
        if wait is None:
            raise TooManyError("web.too_many_joins")
        await asyncio.sleep(wait)

    def may_make(self, connection: HTTPConnection, seat: str | None = None) -> bool:
        """Count a request for a new room or class; return whether this address, or else this seat, may make one now.

        Raises NotAllowedError in a lesson, unless the request comes from the teacher's computer.
        """
        if self.settings.taught and not same_computer(connection):
            raise NotAllowedError("web.teacher_opens")
        return self.making.take(address_of(connection), seat)

    def base(self, connection: HTTPConnection) -> str:
        """Return the public address of this server: from the settings, else from the request."""
        if self.settings.link_base:
            return self.settings.link_base
        scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
        return f"{scheme}://{safe_host(connection.headers.get('host')) or 'localhost'}"


def limit(buckets: AddressBuckets, connection: HTTPConnection, seat: str | None = None) -> None:
    """Count a request; raise TooManyError if there are too many from its address, and from its seat if it has one."""
    if not buckets.take(address_of(connection), seat):
        raise TooManyError("web.too_many_requests")


def same_computer(connection: HTTPConnection) -> bool:
    """Return whether a request comes from the computer that the server runs on."""
    client, server = connection.client, connection.scope.get("server")
    if client is None:
        return False
    try:
        return ip_address(client.host).is_loopback or (server is not None and client.host == server[0])
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """Return the address under which a client's requests are limited (see `household`)."""
    return household(connection.client.host) if connection.client else "?"
