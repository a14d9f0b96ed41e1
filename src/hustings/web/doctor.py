"""Examine an installation: folders, store, disk, and the public address behind its proxy (`hustings doctor`)."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import smtplib
import socket
import sqlite3
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from hustings.engine.errors import OptionError
from hustings.engine.folders import cache_folder
from hustings.engine.version import full_version
from hustings.rooms.clients import CLOSE_NO_ROOM
from hustings.rooms.stores import FILE
from hustings.rooms.stores import sqlite_schema as sqlite
from hustings.web import notices
from hustings.web.connections import affordable
from hustings.web.notices.mail import Relay
from hustings.web.settings import Settings

WITHIN = 10.0  # seconds for any one answer
FREE = 1_000_000_000  # bytes that should be free on the disk
APART = 5.0  # seconds by which two clocks may differ
RENEWED = 14 * 24 * 3600.0  # seconds before its end in which a certificate should have been renewed
FORGED = "192.0.2.99"  # an address set aside for documentation, which no client has
NOBODYS = "BBBBBB"  # the code of a room that hardly exists

Verdict = Literal["ok", "odd", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined. verdict: "odd" works but deserves a look, "wrong" does not work."""

    topic: str
    verdict: Verdict
    text: str


def examine(settings: Settings, url: str | None) -> Iterator[Finding]:
    """Yield the findings about this machine, then those about the server at a public address, if one is given."""
    yield Finding("version", "ok", f"this program is {full_version()}")
    yield from _folders(settings)
    yield from _disk(settings.data_dir)
    yield asyncio.run(_database(settings.store)) if settings.store else _file(settings.data_dir / FILE)
    if affordable(settings.connections) < settings.connections:
        files = (
            f"the system lets a process open too few files for {settings.connections} connections; raise its hard limit"
        )
        yield Finding("files", "odd", files)
    yield from _notices(settings)
    if url is None:
        yield Finding(
            "address", "odd", "not examined; give the public address: hustings doctor https://table.example.org"
        )
    else:
        yield from _address(url)


def _folders(settings: Settings) -> Iterator[Finding]:
    for topic, folder in (("data", settings.data_dir), ("cache", cache_folder())):
        if not folder.is_dir():
            yield Finding(topic, "odd", f"{folder} does not exist; the server makes it when it starts")
        elif not os.access(folder, os.W_OK | os.X_OK):
            yield Finding(topic, "wrong", f"{folder} cannot be written by this user")
        elif topic == "data" and os.name == "posix" and folder.stat().st_mode & 0o077:
            yield Finding(topic, "odd", f"other users can open {folder}, which holds hidden cards; chmod 700")
        else:
            yield Finding(topic, "ok", f"{folder} can be written")


def _disk(folder: Path) -> Iterator[Finding]:
    there = next(part for part in (folder, *folder.parents) if part.exists())
    free = shutil.disk_usage(there).free
    told = f"{free / 1e9:.1f} GB are free for {folder}"
    yield Finding("disk", "ok" if free >= FREE else "wrong", told if free >= FREE else f"only {told}")


def _file(path: Path) -> Finding:
    """Examine an SQLite store without changing it."""
    if not path.exists():
        return Finding("store", "odd", f"{path} does not exist; the server makes it when it starts")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (fault,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            newest = connection.execute("SELECT max(touched) FROM room").fetchone()[0] if version else None
    except sqlite3.Error as error:
        return Finding("store", "wrong", f"{path} cannot be read: {error}")
    if fault != "ok":
        return Finding("store", "wrong", f"{path} is damaged; put a backup in its place")
    return _stored("the file", version, len(sqlite.MIGRATIONS), time.time(), newest)


async def _database(url: str) -> Finding:
    """Examine a PostgreSQL store without changing it."""
    import asyncpg

    from hustings.rooms.stores.postgres_schema import MIGRATIONS

    try:
        connection = await asyncpg.connect(url, timeout=WITHIN, command_timeout=WITHIN)
        try:
            made = await connection.fetchval("SELECT to_regclass('hustings') IS NOT NULL")
            version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM hustings") if made else 0
            now = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::double precision")
            newest = await connection.fetchval("SELECT max(touched) FROM room") if made else None
        finally:
            await connection.close()
    except (OSError, ValueError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        return Finding("store", "wrong", f"the database cannot be reached: {type(error).__name__}")
    return _stored("the database", version, len(MIGRATIONS), now, newest)


def _stored(what: str, version: int, known: int, now: float, newest: float | None) -> Finding:
    if version > known:
        return Finding("store", "wrong", f"{what} has schema {version}; this program knows schemas up to {known}")
    if newest is not None and newest > now + APART:
        return Finding("store", "wrong", f"{what} has a room from the future: the clock is or was wrong")
    if 0 < version < known:
        return Finding(
            "store", "odd", f"{what} has schema {version}; the server brings it to {known}: back it up first"
        )
    return Finding("store", "ok", f"{what} can be read")


def _notices(settings: Settings) -> Iterator[Finding]:
    """Examine the ways to send notices of games over days."""
    key = settings.data_dir / "notices.pem"
    if not notices.installed():
        yield Finding("push", "odd", "no notices can be sent; install the extra: hustings[notices]")
        return
    made = "is there" if key.exists() else "is made when it is first needed"
    yield Finding("push", "ok", f"push messages can be sent over https; their key {key} {made}")
    if settings.smtp is None:
        yield Finding("mail", "ok", "no mail is sent; HUSTINGS_SMTP would name a relay")
        return
    try:
        with Relay.of(settings.smtp).open() as talk:
            talk.noop()
    except (OptionError, OSError, smtplib.SMTPException) as error:
        yield Finding("mail", "wrong", f"the relay in HUSTINGS_SMTP takes no mail: {error}")
    else:
        yield Finding("mail", "ok", "the relay in HUSTINGS_SMTP takes mail")


# --- the public address


def _address(url: str) -> Iterator[Finding]:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise OptionError(f"{url[:80]!r} is not an address such as https://table.example.org")
    base = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme == "http":
        yield Finding("TLS", "odd", "the address has no TLS: others in the network can read along and take seats")
    try:
        health, date = _health(base)
    except urllib.error.HTTPError as error:
        yield _refusal(error, parts.hostname)
        return
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        certificate = isinstance(reason, ssl.SSLError)
        yield Finding("TLS" if certificate else "address", "wrong", f"{base}/health does not answer: {reason}")
        return
    yield Finding("address", "ok", f"{base} is a server of version {health.get('version')}")
    if health.get("version") != full_version():
        yield Finding("version", "odd", f"the server runs {health.get('version')}, this program is {full_version()}")
    if parts.scheme == "https":
        yield _certificate(parts.hostname, parts.port or 443)
    yield _clock(date)
    yield from _proxy(base, health)
    yield asyncio.run(_sockets(base))


def _health(base: str, **headers: str) -> tuple[dict[str, Any], float]:
    """Return the server's health and its date in seconds since 1970."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(f"{base}/health", headers=sent), timeout=WITHIN) as answer:
        found = json.loads(answer.read())
        if not isinstance(found, dict):
            raise ValueError("the answer is not a server's health")
        return found, parsedate_to_datetime(answer.headers["Date"]).timestamp()


def _refusal(error: urllib.error.HTTPError, host: str) -> Finding:
    if error.code == 421:
        return Finding("name", "wrong", f"the server does not know {host} as its name; set HUSTINGS_HOST_NAMES={host}")
    if error.code in (502, 504):
        return Finding("address", "wrong", f"the proxy answers {error.code}: it does not reach the server")
    return Finding("address", "wrong", f"the server answers {error.code} to /health")


def _certificate(host: str, port: int) -> Finding:
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=WITHIN) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        until = ssl.cert_time_to_seconds(str((secure.getpeercert() or {})["notAfter"]))
    days = (until - time.time()) / 86400
    short = until - time.time() < RENEWED
    return Finding("TLS", "odd" if short else "ok", f"the certificate is valid for {days:.1f} more days")


def _clock(date: float) -> Finding:
    apart = abs(date - time.time())
    if apart > APART:
        return Finding("clock", "wrong", f"the clocks of server and this machine are {apart:.0f} seconds apart")
    return Finding("clock", "ok", "the clocks of server and this machine agree")


def _proxy(base: str, health: dict[str, Any]) -> Iterator[Finding]:
    """Examine the headers that a proxy adds: the client's address and the scheme."""
    if _direct(base):
        yield Finding("proxy", "odd", "not examined at an address of this machine without TLS")
        return
    forged, _ = _health(base, X_Forwarded_For=FORGED)
    if forged.get("client") == FORGED:
        yield Finding("proxy", "wrong", "a client can forge its address; the proxy must add it to X-Forwarded-For")
    elif _loopback(str(health.get("client"))) and _here(urlsplit(base).hostname or ""):
        text = "not examined wholly: the name leads to this machine's loopback; run doctor on another machine, too"
        yield Finding("proxy", "odd", text)
    elif _loopback(str(health.get("client"))):
        yield Finding("proxy", "wrong", "all clients seem to have one address; the proxy must send X-Forwarded-For")
    else:
        yield Finding("proxy", "ok", f"the server sees this machine as {health.get('client')}")
    if base.startswith("https") and not health.get("secure"):
        text = "the server does not see TLS; the proxy must send X-Forwarded-Proto, and FORWARDED_ALLOW_IPS name it"
        yield Finding("proxy", "wrong", text)


def _direct(base: str) -> bool:
    """Return whether an address probably leads to the server itself, which trusts this machine as a proxy."""
    parts = urlsplit(base)
    return parts.scheme == "http" and _loopback(parts.hostname or "")


def _loopback(text: str) -> bool:
    try:
        return ip_address(text).is_loopback
    except ValueError:
        return text == "localhost"


def _here(host: str) -> bool:
    """Return whether a name leads to the loopback, as the name of a machine does in its own /etc/hosts on Debian."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(_loopback(str(address[0])) for *_, address in found)


async def _sockets(base: str) -> Finding:
    """Open a socket to a room that does not exist: the server closes it with its own code."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, WebSocketException

    address = f"ws{base.removeprefix('http')}/api/rooms/{NOBODYS}/socket"
    try:
        async with asyncio.timeout(WITHIN), connect(address) as opened:
            await opened.send('{"hello":{"token":null}}')
            await opened.recv()
    except ConnectionClosed as closed:
        if closed.rcvd is not None and closed.rcvd.code == CLOSE_NO_ROOM:
            return Finding("sockets", "ok", "WebSockets pass")
    except (OSError, TimeoutError, WebSocketException):
        pass
    return Finding("sockets", "odd", "WebSockets do not pass; pages poll instead, which costs more")
