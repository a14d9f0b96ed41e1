"""The jobs of an SQLite store's writer thread; each runs within a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from hustings.rooms.errors import SequenceTakenError
from hustings.rooms.stores.sqlite_schema import MIGRATIONS
from hustings.rooms.stores.store import LAST_AT

ERASED_AT_ONCE = 1000  # records deleted in one transaction, while moves wait
_TOUCH = "INSERT INTO room (code, touched) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET touched = excluded.touched"
#: holds for a room past its time; with the values: the last time of a record, now, the last time of a record again
PAST = f"touched < ? AND until < ? AND {LAST_AT} < ?"


def append(
    connection: sqlite3.Connection,
    room: str,
    seq: int,
    bodies: Sequence[str],
    wall: Callable[[], float],
    touch: bool,
) -> None:
    """Write records seq, seq + 1, ... of a room. Raises SequenceTakenError if they do not continue its log.

    touch  whether to note in the room's row, too, that the room was written to.
    """
    now = wall()
    (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM log WHERE room = ?", (room,)).fetchone()
    if last != seq - 1:
        raise SequenceTakenError("room.record_out_of_order", number=seq, room=room, last=last)
    rows = [(room, seq + k, now, body) for k, body in enumerate(bodies)]
    connection.executemany("INSERT INTO log (room, seq, at, body) VALUES (?, ?, ?, ?)", rows)
    if touch:
        connection.execute(_TOUCH, (room, now))


def write_and_undo(connection: sqlite3.Connection) -> None:
    """Test that the file can be written: insert a large row, delete it, and rewrite the version."""
    connection.execute("INSERT INTO log (room, seq, at, body) VALUES ('', 0, 0, ?)", (" " * 8192,))
    connection.execute("DELETE FROM log WHERE room = ''")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def expire(connection: sqlite3.Connection, codes: list[str], now: float, quiet: float) -> list[str]:
    """Remove those of these rooms that are past their time; return their codes."""
    asked = f"SELECT 1 FROM room WHERE {PAST} AND code = ?"
    gone = [code for code in codes if connection.execute(asked, (now - quiet, now, now - quiet, code)).fetchone()]
    remove(connection, gone)
    return gone


def remove(connection: sqlite3.Connection, codes: list[str]) -> None:
    """Delete all that belongs to rooms, but of their records only the last: then nobody can append to their logs.

    `erase_some` deletes the others.
    """
    removed = [(code,) for code in codes]
    last = "DELETE FROM log WHERE room = ?1 AND seq = (SELECT max(seq) FROM log WHERE room = ?1)"
    connection.executemany(last, removed)
    has_more = "EXISTS (SELECT 1 FROM log WHERE room = ?1)"  # otherwise its code is free for a new room
    connection.executemany(f"INSERT OR IGNORE INTO removal SELECT ?1 WHERE {has_more}", removed)
    connection.executemany("DELETE FROM beside WHERE room = ?", removed)
    connection.executemany("DELETE FROM room WHERE code = ?", removed)


def erase_some(connection: sqlite3.Connection) -> bool:
    """Delete one batch of records of removed rooms and return whether more are left.

    The last records of a room go first, so that its code stays in use until its log is gone.
    """
    share = ERASED_AT_ONCE
    for (code,) in connection.execute("SELECT code FROM removal LIMIT ?", (share,)).fetchall():
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM log WHERE room = ?", (code,)).fetchone()
        connection.execute("DELETE FROM log WHERE room = ? AND seq > ?", (code, last - share))
        if last > share:
            return True
        connection.execute("DELETE FROM removal WHERE code = ?", (code,))
        share -= last
        if not share:
            return True
    return False


def keep(connection: sqlite3.Connection, codes: list[str], until: float) -> None:
    """Protect rooms from expiring before a time (seconds since 1970)."""
    connection.executemany("UPDATE room SET until = ? WHERE code = ?", [(until, code) for code in codes])
