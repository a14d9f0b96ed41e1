"""The log of a gathering: the records that both kinds share, and the part of the state that they lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from hustings.rooms.errors import NoRoomError, RoomDamagedError
from hustings.rooms.eventlog.records import LogEvent, LogKind, RecordCodec

Seats = list[list[int]]  # the people at each seat of a table; none for a bot


@dataclass(frozen=True, slots=True)
class Asked(LogEvent):
    """Somebody without a person's cookie and code claims to be that person; mark, code: as in `Came`."""

    person: int
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Returned(LogEvent):
    """A person returned with a new token, by code or the teacher's permission, or was let back after `Left`."""

    person: int
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Refused(LogEvent):
    """Somebody who claimed to be a person was refused; mark: the digest of their token."""

    mark: str


@dataclass(frozen=True, slots=True)
class Locked(LogEvent):
    """The gathering was locked against new people, or unlocked."""

    locked: bool


@dataclass(frozen=True, slots=True)
class Moved(LogEvent):
    """The people at a table of the current game changed."""

    table: int
    seats: Seats


@dataclass(slots=True)
class Participant:
    """A person of a gathering, with a fixed number.

    name   their name at their table.
    mark   the digest of their token.    code     the digest of the code with which they can return.
    gone   they left.
    gave_way  they left because their page was never open: their token and their code are void.
    """

    number: int
    name: str
    mark: str
    code: str
    gone: bool = False
    gave_way: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the people at this phone."""
        return [self.name]


@dataclass(slots=True)
class Asking:
    """Somebody who claims to be a person (see `Asked`)."""

    person: int
    mark: str
    code: str


class Table(Protocol):
    """A table of a gathering. room: the code of its room; seats: the people at each seat, none for a bot."""

    room: str
    seats: Seats


Who = TypeVar("Who", bound=Participant)


class Roll(ABC, Generic[Who]):
    """The state of a gathering, as far as people, claims and tables go.

    kind       the beginning of the keys of the errors of this kind of gathering.
    people     the people by number, from 1.
    asking     the people who claim a name and wait for an answer.
    locked     whether new people cannot join.
    """

    kind: ClassVar[str]

    def __init__(self, code: str, at: float) -> None:
        self.code, self.at, self.seq = code, at, 1
        self.people: dict[int, Who] = {}
        self.asking: list[Asking] = []
        self.locked = False

    @property
    @abstractmethod
    def playing(self) -> bool:
        """True while tables play."""

    @property
    @abstractmethod
    def tables(self) -> Sequence[Table]:
        """The current tables, or the last ones."""

    @abstractmethod
    def rooms(self) -> list[str]:
        """Return the codes of the rooms of all tables so far."""

    @abstractmethod
    def apply(self, record: Any) -> None:
        """Apply record `seq + 1`."""

    def present_people(self) -> list[Who]:
        """Return the people who have not left."""
        return [person for person in self.people.values() if not person.gone]

    def removed_people(self) -> list[Who]:
        """Return the people who have been removed."""
        return [person for person in self.people.values() if person.gone and not person.gave_way]

    def numbers(self) -> dict[str, int]:
        """Return the numbers of the people, by the digests of their tokens."""
        return {person.mark: person.number for person in self.present_people()}

    def unproven(self) -> Iterable[int]:
        """Return the people of whom the log shows no open page."""
        return ()

    def person_of(self, mark: str) -> Who | None:
        """Return the person of a token's digest, or None."""
        return next((person for person in self.people.values() if person.mark == mark and not person.gone), None)

    def removed_of(self, mark: str) -> Who | None:
        """Return the removed person of a token's digest, or None."""
        return next((person for person in self.removed_people() if person.mark == mark), None)

    def asking_of(self, mark: str) -> Asking | None:
        """Return the open claim of a token's digest, or None."""
        return next((asking for asking in self.asking if asking.mark == mark), None)

    def place_of(self, person: int) -> tuple[int, int] | None:
        """Return the table and the seat of a person, or None."""
        for number, table in enumerate(self.tables):
            for seat, people in enumerate(table.seats):
                if person in people:
                    return number, seat
        return None

    def note_claim(self, record: Asked | Returned | Refused) -> None:
        """Apply the record of a claim or of a return."""
        self.asking = [asking for asking in self.asking if asking.mark != record.mark]
        match record:
            case Asked():
                self.asking.append(Asking(record.person, record.mark, record.code))
            case Returned():
                person = self.people[record.person]
                person.mark, person.code, person.gone = record.mark, record.code, False

    def note_left(self, person: int, gave_way: bool) -> None:
        """Let a person go, with all claims to be them."""
        self.people[person].gone, self.people[person].gave_way = True, gave_way
        self.asking = [asking for asking in self.asking if asking.person != person]


RollState = TypeVar("RollState", bound=Roll[Any])


def log_kind(
    state: Callable[[str, Any], RollState], first: type[Any], codec: RecordCodec[Any], name: str, plural: str
) -> LogKind[RollState, Any]:
    """Return a kind of log.

    Args:
        state: Makes the state from the code and the first record.
        first: The class of the first record.
        codec: Encodes the records.
        name: The beginning of the keys of errors and of logs in the store.
        plural: See `LogKind`.
    """

    def replay(code: str, bodies: Sequence[str]) -> RollState:
        try:
            opened, *others = map(codec.read, bodies)
            if not isinstance(opened, first):
                raise RoomDamagedError(f"{name}.misplaced_record", number=1, code=code)
            found = state(code, opened)
            for record in others:
                found.apply(record)
        except (ValueError, LookupError, TypeError, StopIteration):
            raise RoomDamagedError(f"{name}.log_damaged", code=code) from None
        return found

    return LogKind(
        name, plural, f"{name}-", codec.write, replay, lambda code: NoRoomError(f"{name}.not_found", code=code)
    )
