"""Rate limits: token buckets, and delays for guesses at room codes."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Clock = Callable[[], float]
Client = TypeVar("Client")


class Bucket:
    """A token bucket: `size` tokens, refilled at `rate` a second."""

    __slots__ = ("_at", "_clock", "_left", "rate", "size")

    def __init__(self, size: float, rate: float, clock: Clock = time.monotonic) -> None:
        self.size, self.rate = size, rate
        self._left, self._clock, self._at = size, clock, clock()

    def take(self) -> bool:
        """Take a token; return False if none is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def reserve(self, longest: float) -> float | None:
        """Take a token, perhaps in advance; return the seconds until it is due, or None if that is too long."""
        self._fill()
        wait = max(0.0, (1 - self._left) / self.rate)
        if wait > longest:
            return None
        self._left -= 1
        return wait

    def give_back(self) -> None:
        """Put back a token that was taken."""
        self._left = min(self.size, self._left + 1)

    @property
    def empty(self) -> bool:
        """True if no token is left."""
        self._fill()
        return self._left < 1

    @property
    def used(self) -> int:
        """The number of tokens that are gone; more than `size` if some were taken in advance."""
        self._fill()
        return math.ceil(self.size - self._left)

    @property
    def full(self) -> bool:
        """True if the bucket is full again and can be forgotten."""
        self._fill()
        return self._left >= self.size

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now


def household(address: str) -> str:
    """Return the key under which an address is limited: itself, or for IPv6 its /64, which one household shares.

    >>> household("192.168.1.5"), household("2001:db8:1:2:3:4:5:6")
    ('192.168.1.5', '2001:db8:1:2::/64')
    """
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


def site(address: str) -> str:
    """Return the larger network of a `household`: for IPv6 its /48, which one site may own; else the address itself.

    >>> site("192.168.1.5"), site("2001:db8:1:2::/64")
    ('192.168.1.5', '2001:db8:1::/48')
    """
    if not address.endswith("/64"):
        return address
    return str(ipaddress.ip_network(address).supernet(new_prefix=48))


class AddressBuckets:
    """A token bucket for each recently seen address.

    A person with a seat in a room has a small bucket of their own, for when others at their address, such as a school,
    have emptied the bucket of the address. All seats together have a bucket, too, because anybody can make rooms.
    """

    SIZE: float = 1  # of an address's bucket, unless another is given
    RATE: float = 1
    MOST = 10_000
    SEAT = 1 / 8  # the size of a seat's bucket as a part of an address's bucket
    SEATS: float = 10  # the bucket of all seats together

    def __init__(self, size: float | None = None, rate: float | None = None, clock: Clock = time.monotonic) -> None:
        size, rate = self.SIZE if size is None else size, self.RATE if rate is None else rate
        self._new: Callable[[], Bucket] = lambda: Bucket(size, rate, clock)
        self._new_seat: Callable[[], Bucket] = lambda: Bucket(max(1.0, size * self.SEAT), rate * self.SEAT, clock)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._of_seats: OrderedDict[str, Bucket] = OrderedDict()
        self._all_seats = Bucket(size * self.SEATS, rate * self.SEATS, clock)

    def of(self, address: str) -> Bucket:
        """Get or create the bucket of an address."""
        return self._newest(self._buckets, address, self._new)

    def _newest(self, buckets: OrderedDict[str, Bucket], key: str, new: Callable[[], Bucket]) -> Bucket:
        bucket = buckets.pop(key, None) or new()
        buckets[key] = bucket
        if len(buckets) > self.MOST:
            buckets.popitem(last=False)
        return bucket

    def take(self, address: str, seat: str | None = None) -> bool:
        """Take a token for an address, or else for a seat (the digest of its token); return False if none is left."""
        if self.of(address).take():
            return True
        return seat is not None and self._newest(self._of_seats, seat, self._new_seat).take() and self._all_seats.take()

    def used(self) -> dict[str, int]:
        """Return the tokens that are gone by address, without full buckets."""
        return {address: used for address, bucket in self._buckets.items() if (used := bucket.used)}


class Downloads(AddressBuckets):
    """Limits how often one address asks for a whole finished game: its replay, its file, the check of its deal."""

    SIZE, RATE = 60, 2.0  # a school shares one address


class Analyses(AddressBuckets):
    """Limits how often one address asks for the chances or the review of a game, also while they are computed."""

    SIZE, RATE = 120, 40.0  # the phones of a class ask for both every 1.5 seconds


class Probes(AddressBuckets):
    """Limits how often one address asks whether the server works."""

    SIZE, RATE = 60, 10.0


class Reports(AddressBuckets):
    """Limits how often one address reports rooms to the operator."""

    SIZE, RATE = 10, 1 / 60


class Joining:
    """Spreads out the people who join one class from one address: after the first 20, each waits for a turn."""

    SIZE, RATE = 20, 2.0  # a school shares one address
    LONGEST = 30.0  # seconds; people who would have to wait longer are refused

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._buckets = AddressBuckets(self.SIZE, self.RATE, clock)

    def wait(self, address: str, code: str) -> float | None:
        """Return the seconds until an address may join a class; None if that is too long."""
        return self._buckets.of(f"{address} {code}").reserve(self.LONGEST)


class Places:
    """Counts open connections by address; spectators may take only half of them, so that players find a place.

    most        the limit for all connections; MOST by default.
    by_address  the limit for connections from one address; BY_ADDRESS by default.
    """

    MOST, BY_ADDRESS = 2000, 600
    SPECTATORS = 1 / 2  # the part of either limit that is open to people without a seat

    def __init__(self, most: int | None = None, by_address: int | None = None) -> None:
        self._most = self.MOST if most is None else most
        self._by_address = self.BY_ADDRESS if by_address is None else by_address
        self._seated: Counter[str] = Counter()
        self._spectators: Counter[str] = Counter()

    def enter(self, address: str, seated: bool) -> bool:
        """Take a place until `leave`; return False and take none if the address or the server is full."""
        all_of = self._seated[address] + self._spectators[address]
        if self._seated.total() + self._spectators.total() >= self._most or all_of >= self._by_address:
            return False
        if not seated and (
            self._spectators.total() >= self.SPECTATORS * self._most
            or self._spectators[address] >= self.SPECTATORS * self._by_address
        ):
            return False
        (self._seated if seated else self._spectators)[address] += 1
        return True

    def leave(self, address: str, seated: bool) -> None:
        """Give a place back."""
        places = self._seated if seated else self._spectators
        places[address] -= 1
        if not places[address]:
            del places[address]


class Newcomers(Generic[Client]):
    """The sockets of each address that have not said hello; the oldest gives way to one too many.

    So a stranger whose sockets say nothing takes nobody's place at a shared address.
    """

    BY_ADDRESS = 150

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Client, None]] = {}

    def enter(self, address: str, client: Client) -> Client | None:
        """Count a socket until `leave`; return the oldest one of the address if there are too many now."""
        waiting = self._waiting.setdefault(address, {})
        waiting[client] = None
        if len(waiting) <= self.BY_ADDRESS:
            return None
        oldest = next(iter(waiting))
        del waiting[oldest]
        return oldest

    def leave(self, address: str, client: Client) -> None:
        """Stop counting a socket, if it still counts."""
        waiting = self._waiting.get(address, {})
        waiting.pop(client, None)
        if not waiting:
            self._waiting.pop(address, None)


class RoomMakers(AddressBuckets):
    """The rooms that one address makes; if others there have used them up, each seat in a game may still make two.

    One address and all such seats together stay below the limit of the server, so that nobody makes seats to use it up.
    """

    SEAT = 1 / 50
    SEATS = 1 / 2


class RoomMaking:
    """Limits new rooms: per address, then for the whole server.

    The first rooms of each site (see `site`) have a separate limit, so that a few busy sites cannot use up all rooms.
    """

    ADDRESS_SIZE, ADDRESS_RATE = 100, 1.0  # a school shares one address
    SERVER_SIZE, SERVER_RATE = 200, 2.0
    FIRST_SIZE, FIRST_RATE = 10, 1 / 60  # rooms of one site under the separate limit

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._server = Bucket(self.SERVER_SIZE, self.SERVER_RATE, clock)
        self._first = Bucket(self.SERVER_SIZE, self.SERVER_RATE, clock)
        self.addresses = RoomMakers(self.ADDRESS_SIZE, self.ADDRESS_RATE, clock)
        self._sites = AddressBuckets(self.FIRST_SIZE, self.FIRST_RATE, clock)

    def take(self, address: str, seat: str | None = None) -> bool:
        """Count a request for a room; return whether the address, or else the seat, may make one now."""
        if not self.addresses.take(address, seat):
            return False
        return (self._sites.take(site(address)) and self._first.take()) or self._server.take()


@dataclass(frozen=True, slots=True)
class Guess:
    """An attempt at a code; wait: seconds before the answer; taken: buckets that counted the attempt."""

    wait: float
    taken: tuple[Bucket, ...]

    def right(self) -> None:
        """Stop counting the guess, because the code exists."""
        for bucket in self.taken:
            bucket.give_back()


class Guesses:
    """Slows down guessing at codes.

    Every guess counts against its site (see `site`) and the whole server as soon as it begins, so that many guesses at
    once gain nothing; a right guess is given back. A site over its limit only has to wait, because a school shares one
    address. A part of the server's limit is for the first guesses of each site, so that a few busy sites do not keep
    everybody else out. A guess over the server's limit is refused, whoever makes it.
    """

    SITE_SIZE, SITE_RATE = 20, 1 / 3
    SERVER_SIZE, SERVER_RATE = 200, 5.0  # in all
    FIRST_PART = 1 / 4  # of the server's limit
    FIRST_SIZE, FIRST_RATE = 10, 1 / 60  # guesses of one site that may use that part
    WAIT = 1.0  # seconds

    def __init__(self, clock: Clock = time.monotonic) -> None:
        def part(share: float) -> Bucket:
            return Bucket(share * self.SERVER_SIZE, share * self.SERVER_RATE, clock)

        self._first, self._server = part(self.FIRST_PART), part(1 - self.FIRST_PART)
        self._firsts = AddressBuckets(self.FIRST_SIZE, self.FIRST_RATE, clock)
        self.sites = AddressBuckets(self.SITE_SIZE, self.SITE_RATE, clock)

    def begin(self, address: str) -> Guess | None:
        """Count a guess of an address before the lookup; return None if the guess is refused."""
        whose = site(address)
        first = self._firsts.of(whose)
        if not first.empty and self._first.take():
            first.take()
            taken = [first, self._first]
        elif self._server.take():
            taken = [self._server]
        else:
            return None
        own = self.sites.of(whose)
        wait = 0.0 if own.take() else self.WAIT
        return Guess(wait, tuple(taken if wait else [*taken, own]))
