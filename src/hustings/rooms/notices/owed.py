"""Which notices a room owes now, and when it owes the next: functions of its state and of what has been told.

A first notice follows five minutes after a decision opened, unless the person's page is visible then. A reminder
follows when 80% of the time has passed. At night notices wait until the morning; a reminder that would come too late
comes in the evening before. After three notices in twelve hours the next waits until these hours are over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from hustings.rooms.automation.windows import deadlines
from hustings.rooms.hours import zone_of
from hustings.rooms.log.state import RoomState
from hustings.rooms.log.windows import Window
from hustings.rooms.notices.book import GROUP, TRIES, Again, Book, Kind, Told

FIRST_AFTER = 300.0  # seconds for which a decision waits until its first notice
REMINDER = 0.8  # the part of the time after which a reminder follows
IN_FLIGHT = 60.0  # seconds after which it is looked at again whether a notice has arrived
MOST, SPAN = 3, 12 * 3600.0  # first notices in so many seconds; the next one waits
NIGHT, MORNING = time(22), time(8)  # of the reader
BEFORE_NIGHT = 600.0  # seconds: how long before a night a reminder comes that cannot wait until the morning
KINDS: tuple[Kind, ...] = ("first", "reminder")


@dataclass(frozen=True, slots=True)
class Owed:
    """A notice that is owed.

    who    the digest of the reader's token, or `GROUP`.
    chairs  the chairs that must decide, of the reader or of anybody.
    ways   where it is sent to; empty if the person has seen it already.
    until  the first deadline, in seconds since 1970.
    since  how many decisions the reader has made since the last notice.
    """

    who: str
    kind: Kind
    chairs: tuple[int, ...]
    ways: tuple[str, ...]
    until: float
    since: int = 0


def owed(state: RoomState, book: Book, visible: Collection[int], now: float) -> list[Owed]:
    """Return the notices that are owed now.

    Args:
        state: The room.
        book: Its readers, and what they have been told.
        visible: The chairs of the people whose page is visible.
        now: The time, in seconds since 1970.
    """
    found = []
    for who in _everybody(book):
        always = who == GROUP or book.readers[who].always
        for kind in reversed(KINDS):
            due = [chair for chair, at in _times(state, book, who, kind, now).items() if at <= now]
            hidden = [chair for chair in due if always or chair not in visible]
            if due:
                chairs = hidden or due
                ways = (
                    _open_ways(book, who, kind, [_told(state, book, who, chair) for chair in chairs], now)
                    if hidden
                    else []
                )
                until = min(state.windows.last[chair].until for chair in chairs)
                found.append(Owed(who, kind, tuple(chairs), tuple(ways), until, _since(state, book, who, chairs)))
                break
    return found


def next_notice(state: RoomState, book: Book, now: float) -> float | None:
    """Return when the next notice may be owed, in seconds since 1970; None if none is."""
    times = [at for who in _everybody(book) for kind in KINDS for at in _times(state, book, who, kind, now).values()]
    return min(times, default=None)


def note(state: RoomState, book: Book, notice: Owed, now: float) -> None:
    """Store in the book that a notice is being sent, so that no other is owed."""
    told = book.told.setdefault(notice.who, {})
    for chair in notice.chairs:
        decision = state.decisions[chair]
        if chair not in told or told[chair].decision != decision:
            told[chair] = Told(decision=decision)
        for kind in KINDS[: KINDS.index(notice.kind)]:
            told[chair].kinds[kind] = {}  # too late for it
        ways = told[chair].kinds.setdefault(notice.kind, {})
        ways.update(dict.fromkeys(notice.ways or ways, "begun" if notice.ways else "done"))
    for way in notice.ways:
        if way in book.again:
            book.again[way].at = now + IN_FLIGHT
    if notice.ways:
        recent = [at for at in book.recent.get(notice.who, []) if now - SPAN < at < now]
        book.recent[notice.who] = [*recent, now]


def settle(book: Book, notice: Owed, way: str, again: float | None, now: float) -> None:
    """Store that a notice was sent one way; again: the seconds until it is tried again, None if it arrived."""
    tries = book.again[way].tries + 1 if way in book.again else 1
    book.again.pop(way, None)
    if again is not None and tries < TRIES:
        book.again[way] = Again(tries=tries, at=now + again)
        return
    for chair in notice.chairs:
        told = book.told.get(notice.who, {}).get(chair)
        if told is not None and way in told.kinds.get(notice.kind, {}):
            told.kinds[notice.kind][way] = "done"


def _everybody(book: Book) -> Iterator[str]:
    yield from book.readers
    if book.group is not None:
        yield GROUP


def _times(state: RoomState, book: Book, who: str, kind: Kind, now: float) -> dict[int, float]:
    """Return when a notice is due that somebody has not had in full, by chair, for the open windows."""
    own, found = state.chairs_of(who), dict[int, float]()
    reader = book.readers.get(who)
    quiet_in = (state.settings.zone if reader is None else reader.zone) if reader is None or reader.quiet else None
    for chair in deadlines(state):
        if who == GROUP or chair in own:
            window = state.windows.last[chair]
            at = _at(kind, window, book.recent.get(who, []), quiet_in, now)
            told = _told(state, book, who, chair)
            if kind in told.kinds:
                left = [book.again[way].at if way in book.again else now + IN_FLIGHT for way in _unsent(told, kind)]
                at = min(left, default=None)
            night = None if at is None or quiet_in is None else _night(max(at, now), quiet_in)
            at = at if night is None else night[1]
            if at is not None and max(at, now) < window.until:
                found[chair] = at
    return found


def _at(kind: Kind, window: Window, recent: Sequence[float], quiet_in: str | None, now: float) -> float | None:
    """Return when a notice of this kind is due in a window, without regard to nights; None if it is not.

    recent: when the reader had notices before. quiet_in: the time zone whose nights are quiet; None: they are not. A
    reminder that a night would hold back until the deadline comes before the night.
    """
    earliest = window.at + FIRST_AFTER
    if kind == "first":
        counted = [sent for sent in recent if sent > max(now, earliest) - SPAN]
        return earliest if len(counted) < MOST else max(earliest, counted[-MOST] + SPAN)
    at = max(earliest, window.at + REMINDER * (window.until - window.at))
    night = None if quiet_in is None else _night(at, quiet_in)
    if night is None or night[1] < window.until:
        return at
    return night[0] - BEFORE_NIGHT if night[0] - BEFORE_NIGHT > earliest else None


def _night(at: float, zone: str) -> tuple[float, float] | None:
    """Return when the night began and ends that an instant lies in; None by day. All in seconds since 1970."""
    place = zone_of(zone)
    local = datetime.fromtimestamp(at, place)
    if MORNING <= local.time() < NIGHT:
        return None
    evening = local.date() - timedelta(days=1) if local.time() < MORNING else local.date()
    morning = evening + timedelta(days=1)
    return (
        datetime.combine(evening, NIGHT, place).timestamp(),
        datetime.combine(morning, MORNING, place).timestamp(),
    )


def _told(state: RoomState, book: Book, who: str, chair: int) -> Told:
    """Return what somebody has been told of a chair's open decision."""
    told = book.told.get(who, {}).get(chair)
    return told if told is not None and told.decision == state.decisions[chair] else Told(decision=0)


def _open_ways(book: Book, who: str, kind: Kind, chairs: Collection[Told], now: float) -> list[str]:
    """Return the ways in which a notice has still to be sent, at least for one of the decisions."""
    left: dict[str, None] = {}
    for told in chairs:
        unsent = [way for way in _unsent(told, kind) if way in book.again and book.again[way].at <= now]
        left |= dict.fromkeys(unsent if kind in told.kinds else book.ways(who))
    return list(left)


def _since(state: RoomState, book: Book, who: str, chairs: Collection[int]) -> int:
    """Return how many decisions were made since those of the last notice to somebody."""
    before = book.told.get(who, {})
    return max((state.decisions[chair] - before[chair].decision for chair in chairs if chair in before), default=0)


def _unsent(told: Told, kind: Kind) -> list[str]:
    return [way for way, status in told.kinds.get(kind, {}).items() if status == "begun"]
