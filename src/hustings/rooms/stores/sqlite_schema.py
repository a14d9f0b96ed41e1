"""The schema of a store in an SQLite file, version by version."""

from __future__ import annotations

import sqlite3

from hustings.rooms.errors import StoreError

#: one script per schema version; a file of an older version is brought up step by step when opened
MIGRATIONS = (
    """
    CREATE TABLE room (code TEXT PRIMARY KEY, touched REAL NOT NULL) WITHOUT ROWID;
    CREATE INDEX room_touched ON room (touched);
    CREATE TABLE log (
        room TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq)
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE room ADD COLUMN until REAL NOT NULL DEFAULT 0",
    "CREATE TABLE beside (room TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, name))",
    "CREATE TABLE removal (code TEXT PRIMARY KEY) WITHOUT ROWID",  # removed rooms whose records are still being deleted
    """
    CREATE TABLE desk_order (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL);
    CREATE TABLE desk_answer (number INTEGER NOT NULL, process TEXT NOT NULL, body TEXT NOT NULL);
    CREATE TABLE ban (network TEXT PRIMARY KEY, until REAL);
    """,
    """
    CREATE TABLE due (log TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE pulse (one INTEGER PRIMARY KEY, at REAL NOT NULL);
    """,
    """
    CREATE TABLE mailed (
        mark TEXT PRIMARY KEY, day INTEGER NOT NULL, mails INTEGER NOT NULL, proofs INTEGER NOT NULL,
        never INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file's schema to this program's version; do not write if the file has this version already."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        connection.execute("ROLLBACK")
        raise StoreError("room.newer_store", version=version, last=len(MIGRATIONS))
    for script in MIGRATIONS[version:]:
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")
