"""The schema of a PostgreSQL store, version by version.

A room's row holds the number of its last record, its owner (the process with the lease) and the lease's epoch. Every
record updates this row, so the indexed column `touched` is updated only once a minute. The keys of classes are in an
unlogged table (see `seals`), which a crash of the database empties. The table `trust` holds each key encrypted with the
tokens of the class's members, so that they can restore it; the database knows only digests of the tokens.

The table `removal` lists removed rooms with records that `erase` has still to delete: those up to number `remaining`.
Each call of `erase` deletes at most `most` records, the last ones of a room first, so that the code of a room stays in
use until its log is gone. It returns whether records are left that no other process is deleting.
"""

from __future__ import annotations

from typing import Any

from hustings.rooms.errors import StoreError

LOCK = 1752265588  # an advisory lock: only one process at a time migrates the schema
#: one script per schema version; an older database is brought up step by step when opened
MIGRATIONS = (
    """
    CREATE TABLE room (
        code text PRIMARY KEY, touched double precision NOT NULL,
        owner text, epoch bigint NOT NULL DEFAULT 0, lease timestamptz NOT NULL DEFAULT '-infinity'
    );
    CREATE INDEX room_touched ON room (touched);
    CREATE TABLE log (
        room text NOT NULL, seq integer NOT NULL, at double precision NOT NULL, body text NOT NULL,
        PRIMARY KEY (room, seq)
    );
    CREATE TABLE process (name text PRIMARY KEY, seen timestamptz NOT NULL);
    CREATE TABLE here (room text NOT NULL, chair integer NOT NULL, process text NOT NULL, PRIMARY KEY (room, chair));
    CREATE FUNCTION append(code_ text, seq_ integer, bodies text[], epoch_ bigint) RETURNS boolean AS $$
    DECLARE
        clock double precision := extract(epoch FROM clock_timestamp());
        held bigint;
    BEGIN
        IF seq_ = 1 THEN
            INSERT INTO room (code, touched) VALUES (code_, clock) ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RETURN false; END IF;
        ELSE
            SELECT epoch INTO held FROM room WHERE code = code_ FOR UPDATE;
            IF NOT FOUND OR held <> epoch_ THEN RETURN false; END IF;
            IF seq_ - 1 IS DISTINCT FROM (SELECT max(seq) FROM log WHERE room = code_) THEN RETURN false; END IF;
            UPDATE room SET touched = clock WHERE code = code_;
        END IF;
        INSERT INTO log SELECT code_, seq_ + number - 1, clock, body
            FROM unnest(bodies) WITH ORDINALITY AS given (body, number);
        RETURN true;
    END $$ LANGUAGE plpgsql;
    """,
    """
    ALTER TABLE room ADD COLUMN last integer NOT NULL DEFAULT 0, DROP COLUMN lease;
    UPDATE room SET last = (SELECT coalesce(max(seq), 0) FROM log WHERE room = code);
    ALTER TABLE room SET (fillfactor = 70);
    ALTER TABLE process ADD COLUMN address text, ADD COLUMN secret text;
    CREATE OR REPLACE FUNCTION append(code_ text, seq_ integer, bodies text[], epoch_ bigint) RETURNS boolean AS $$
    DECLARE
        clock double precision := extract(epoch FROM clock_timestamp());
    BEGIN
        IF seq_ = 1 THEN
            INSERT INTO room (code, touched, last) VALUES (code_, clock, cardinality(bodies)) ON CONFLICT DO NOTHING;
        ELSE
            UPDATE room SET last = last + cardinality(bodies),
                touched = CASE WHEN clock - touched > 60 THEN clock ELSE touched END
            WHERE code = code_ AND last = seq_ - 1 AND (epoch_ IS NULL OR epoch = epoch_);
        END IF;
        IF NOT FOUND THEN RETURN false; END IF;
        INSERT INTO log SELECT code_, seq_ + number - 1, clock, body
            FROM unnest(bodies) WITH ORDINALITY AS given (body, number);
        RETURN true;
    END $$ LANGUAGE plpgsql;
    """,
    "ALTER TABLE room ADD COLUMN until double precision NOT NULL DEFAULT 0",
    """
    CREATE UNLOGGED TABLE seal (code text PRIMARY KEY, key bytea NOT NULL);
    CREATE TABLE trust (code text NOT NULL, mark text NOT NULL, wrapped bytea NOT NULL, PRIMARY KEY (code, mark));
    """,
    "CREATE TABLE beside (room text NOT NULL, name text NOT NULL, body text NOT NULL, PRIMARY KEY (room, name))",
    """
    ALTER TABLE room ADD COLUMN wanted text;
    ALTER TABLE process DROP COLUMN address, DROP COLUMN secret;
    DROP TABLE here;
    """,
    """
    CREATE TABLE removal (code text PRIMARY KEY, remaining integer NOT NULL);
    CREATE FUNCTION erase(most integer) RETURNS boolean AS $$
    DECLARE
        one record;
        share integer := most;
    BEGIN
        FOR one IN SELECT code, remaining FROM removal LIMIT most FOR UPDATE SKIP LOCKED LOOP
            DELETE FROM log WHERE room = one.code AND seq > one.remaining - share AND seq <= one.remaining;
            IF one.remaining > share THEN
                UPDATE removal SET remaining = remaining - share WHERE code = one.code;
                RETURN true;
            END IF;
            DELETE FROM removal WHERE code = one.code;
            share := share - greatest(one.remaining, 1);
            IF share <= 0 THEN RETURN true; END IF;
        END LOOP;
        RETURN false;
    END $$ LANGUAGE plpgsql;
    """,
    """
    CREATE TABLE desk_order (number bigserial PRIMARY KEY, kind text NOT NULL, subject text NOT NULL);
    CREATE TABLE desk_answer (number bigint NOT NULL, process text NOT NULL, body text NOT NULL);
    CREATE TABLE ban (network text PRIMARY KEY, until double precision);
    """,
    """
    CREATE TABLE due (log text PRIMARY KEY, at double precision NOT NULL);
    CREATE TABLE pulse (one integer PRIMARY KEY, at double precision NOT NULL);
    """,
    """
    CREATE TABLE mailed (
        mark text PRIMARY KEY, day integer NOT NULL, mails integer NOT NULL, proofs integer NOT NULL,
        never integer NOT NULL
    )
    """,
)


async def migrate(pool: Any) -> None:
    """Bring the database's schema to this program's version; one process at a time."""
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        await connection.execute("CREATE TABLE IF NOT EXISTS hustings (version integer NOT NULL, at double precision)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM hustings")
        if version > len(MIGRATIONS):
            raise StoreError("room.newer_database", version=version, last=len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO hustings VALUES ($1, extract(epoch FROM clock_timestamp()))", number)
