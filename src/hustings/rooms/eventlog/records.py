"""Encode log records as text, and describe a kind of log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import orjson

from hustings.engine.messages import Message
from hustings.rooms.errors import NoRoomError, OvertakenError, StoreError


class LogEvent:
    """Base class of log records and of their parts, all frozen dataclasses.

    Attributes:
        stored_as: The record's name in the store, if it is not the name of the class in small letters.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    stored_as: ClassVar[str] = ""


Record = TypeVar("Record")


class RecordCodec(Generic[Record]):
    """Encodes the records of one kind of log as JSON text and decodes them.

    Args:
        kinds: The classes of records.
        parts: By class and field, the function that makes the field from its JSON value, if it is not plain JSON.

    Attributes:
        kinds: The classes of records by their names in the store.
    """

    def __init__(
        self, kinds: Iterable[type[Any]], parts: Mapping[type[Any], Mapping[str, Callable[[Any], Any]]]
    ) -> None:
        self._names = {kind: kind.stored_as or kind.__name__.lower() for kind in kinds}
        self._fields = {kind: tuple(part.name for part in fields(kind)) for kind in self._names}
        self._parts = parts
        self.kinds = {name: kind for kind, name in self._names.items()}

    def write(self, record: Record) -> str:
        """Return a record as the JSON text that the store keeps."""
        kind = type(record)
        body = {name: getattr(record, name) for name in self._fields[kind]}
        return orjson.dumps({"what": self._names[kind], **body}).decode()

    def read(self, text: str) -> Record:
        """Return the record of a JSON text.

        Raises:
            ValueError, LookupError, TypeError: If the text is no record.
        """
        body = orjson.loads(text)
        kind = self.kinds[body.pop("what")]
        for name, make in self._parts.get(kind, {}).items():
            if name in body:
                body[name] = make(body[name])
        record: Record = kind(**body)
        return record


class LogState(Protocol):
    """The state that a log's records lead to.

    Attributes:
        code: The code of the room or class.
        seq: The number of the last record.
    """

    code: str
    seq: int

    def apply(self, record: Any) -> None:
        """Apply record `seq + 1`."""


State = TypeVar("State", bound=LogState)


@dataclass(frozen=True, slots=True)
class LogKind(Generic[State, Record]):
    """A kind of log: rooms or classes.

    Attributes:
        name: The beginning of the keys of its errors.
        plural: What such logs are called in the server's own log.
        prefix: The letters before a code in the log's key in the store.
        write: Encodes a record as text.
        replay: Makes the state from a code and the texts of all records.
        missing: Makes the error for a code that has no log.
    """

    name: str
    plural: str
    prefix: str
    write: Callable[[Record], str]
    replay: Callable[[str, Sequence[str]], State]
    missing: Callable[[str], NoRoomError]

    def key(self, code: str) -> str:
        """Return the name of a log in the store."""
        return self.prefix + code

    def overtaken(self) -> OvertakenError:
        """Return the error for a record that another process has made obsolete."""
        return OvertakenError(f"{self.name}.overtaken")

    def not_saved(self, cause: str | Message | None = None) -> StoreError:
        """Return the error for a failed store; cause: None if people need not know it."""
        return StoreError(f"{self.name}.not_saved", error=cause or Message(f"{self.name}.try_again"))
