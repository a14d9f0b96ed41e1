"""The events of a table and their sentences.

A server holds thousands of tables, so events are stored compactly: events that differ only in their log entry share
everything else, their JSON included.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from hustings.engine.declared import EventForm
from hustings.engine.kernels import NOTE_SEAT, NOTE_SEES, Note
from hustings.engine.messages import Message, Renderer
from hustings.engine.moves import seat_label
from hustings.engine.record.json_view import compact


@dataclass(slots=True)  # not frozen, because a frozen one takes four times as long to create
class Event:
    """Something that happened at the table.

    Attributes:
        entry: The number of the log entry that caused the event, from 1; 0 for the start of the game.
        event: The name of the event; the game's words file has a sentence for each name.
        seat: The seat that caused it, or None.
        args: The values that appear in the sentence.
        sees: The bit mask of the seats that may know the event; -1 for everybody.
        rest: The cached JSON that follows the entry; "" if it is not cached.

    Examples:
        >>> import hustings
        >>> table = hustings.game("combat").start(seats=2, seed=7)
        >>> move = table.play("P1 turn 3")
        >>> table.events()[-1].as_dict()
        {'entry': 2, 'event': 'turned', 'seat': 0, 'args': {'place': 3, 'card': 'DC', 'votes': 3}}
    """

    entry: int
    event: str
    seat: int | None
    args: dict[str, Any]
    sees: int = -1
    rest: str = field(default="", compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the event as data for JSON, without the mask of the seats that may know it."""
        return {"entry": self.entry, "event": self.event, "seat": self.seat, "args": self.args}

    def as_text(self) -> str:
        """Return the JSON of `as_dict` as text without blanks."""
        return f'{{"entry":{self.entry},{self.rest}' if self.rest else compact(self.as_dict())


class Line:
    """The part that events share if they differ only in their log entry; it is built when it is first read."""

    __slots__ = ("_unread", "args", "event", "rest", "seat", "sees")
    event: str
    seat: int | None
    args: dict[str, Any]
    rest: str

    def __init__(self, form: EventForm, note: Note, seats: int, remark: str) -> None:
        self.sees: int = note[NOTE_SEES]
        self.rest = ""
        self._unread: tuple[EventForm, Note, int, str] | None = (form, note, seats, remark)

    def read(self) -> Line:
        """Build the shared part if that has not happened yet, and return it."""
        if self._unread is not None:
            form, note, seats, remark = self._unread
            args = form.read([note])
            if form.remark:
                args["text"] = remark
            seat = note[NOTE_SEAT] if note[NOTE_SEAT] < seats else None
            self.event, self.seat, self.args = form.name, seat, args
            self.rest = compact({"event": form.name, "seat": seat, "args": args}).removeprefix("{")
            self._unread = None
        return self

    def at(self, entry: int) -> Event:
        """Return the event for a log entry."""
        self.read()
        return Event(entry, self.event, self.seat, self.args, self.sees, self.rest)

    def __getstate__(self) -> Any:
        return object.__getstate__(self.read())  # a form cannot be pickled


class EventLog:
    """The events of one table, in order."""

    __slots__ = ("_entries", "_lines")

    def __init__(self) -> None:
        self._entries = array("i")
        self._lines: list[Line] = []

    def copy(self) -> EventLog:
        """Return a copy with the same events."""
        other = EventLog()
        other._entries, other._lines = self._entries[:], self._lines[:]
        return other

    def __len__(self) -> int:
        return len(self._entries)

    def cut(self, length: int) -> None:
        """Remove all events after the first `length`."""
        del self._entries[length:], self._lines[length:]

    def add(self, entry: int, line: Line) -> None:
        """Append an event that log entry `entry` caused."""
        self._entries.append(entry)
        self._lines.append(line)

    def told(self, since: int = 0, sees: int | None = None) -> list[Event]:
        """Return the events after a log entry that a seat may know.

        Args:
            since: The number of the log entry; 0 for all events.
            sees: The bit of the seat, or 0 for a spectator; None to return hidden events too.
        """
        first = bisect_right(self._entries, since)
        told = zip(self._entries[first:], self._lines[first:], strict=True)
        return [line.at(entry) for entry, line in told if sees is None or line.sees == -1 or line.sees & sees]

    def only(self, sees: int) -> EventLog:
        """Return a copy with only the events that a seat may see; sees: the seat's bit, 0 for a spectator."""
        other = EventLog()
        for entry, line in zip(self._entries, self._lines, strict=True):
            if line.sees == -1 or line.sees & sees:
                other._entries.append(entry)
                other._lines.append(line)
        return other


@dataclass(frozen=True)
class Sentences(Renderer):
    """Writes events as sentences, from the templates of a game's words file."""

    def of(self, event: Event) -> str:
        """Return the sentence of an event; an event without a template reads as its name and arguments."""
        seat = None if event.seat is None else seat_label(event.seat)
        return self.message(Message(event.event, {"seat": seat, **event.args}), "events")
