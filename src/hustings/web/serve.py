"""Run a server: listen, print the address, open the browser, and let clients reconnect when it stops."""

from __future__ import annotations

import asyncio
import gc
import io
import ipaddress
import logging
import os
import shutil
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import segno
import uvicorn
from fastapi import FastAPI

from hustings.engine.version import full_version
from hustings.rooms.errors import RoomError, StoreError
from hustings.rooms.eventlog.background import SWITCHING
from hustings.rooms.stores import open_store
from hustings.rooms.stores.sqlite import explained
from hustings.web.app import create_app
from hustings.web.app_state import AppState
from hustings.web.connections import (
    LONGEST_HEAD,
    Config,
    Connections,
    LimitedHttp,
    LimitedSocket,
    affordable,
)
from hustings.web.logs import write_logs
from hustings.web.security import LONGEST_BODY
from hustings.web.settings import Settings

logger = logging.getLogger(__name__)
PORT = 8420
PORTS_TRIED = 20  # ports to try, before the system chooses one
LOCK = "serving.lock"  # in the data folder, while a server keeps its rooms there
GRACE = 2  # seconds that open connections have when the server stops; then rooms and store have less than two more
PING_EVERY = 20.0  # seconds between pings of a WebSocket
COLLECTING = (100_000, 10, 50)  # thresholds of the garbage collector, which runs seldom because everybody waits for it

Say = Callable[[str], None]


def free_port(host: str, port: int, listen: bool = True) -> socket.socket:
    """Return a socket on the port, or on the next free one; port 0 means any. Raises RoomError if none is free.

    listen  whether to accept connections already; they wait until the server starts.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tries = [0] if port == 0 else [*range(port, min(port + PORTS_TRIED, 65536)), 0]
    for number in tries:
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform == "win32":  # there SO_REUSEADDR would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            if listen:
                listening.listen(2048)
        except OSError as error:
            listening.close()
            failure = error
            continue
        return listening
    raise RoomError("web.cannot_listen", host=host, port=port, error=failure.strerror or str(failure))


def lan_address() -> str | None:
    """Return this machine's address in the local network, or None; no data is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation; a datagram socket sends nothing
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address


def address_here(host: str, port: int) -> str:
    """Return the address of a server for this computer's browser; a host that means all addresses is loopback."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return f"http://{host}:{port}"
    if address.is_unspecified:
        address = ipaddress.ip_address("::1" if address.version == 6 else "127.0.0.1")
    return f"http://[{address}]:{port}" if address.version == 6 else f"http://{address}:{port}"


def qr_text(link: str) -> str:
    """Return a link as a QR code of block characters; each line of text has two rows of the code."""
    drawing = io.StringIO()
    segno.make(link, micro=False).terminal(drawing, border=2, compact=True)
    return drawing.getvalue().rstrip("\n")


def shows(drawing: str, output: TextIO | None) -> bool:
    """Return whether an output has the characters of a drawing, and a terminal the columns."""
    if output is None:
        return False
    try:
        drawing.encode(output.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return not output.isatty() or len(drawing.split("\n", maxsplit=1)[0]) <= shutil.get_terminal_size().columns


class Server(uvicorn.Server):
    """A uvicorn server that signals when it is ready and notifies clients when it stops."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._app = app
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then signal readiness."""
        await super().startup(sockets)
        logger.info("the server is ready", extra={"version": full_version()})
        self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ask all clients to reconnect, then stop."""
        app_state = getattr(self._app.state, "app_state", None)
        if isinstance(app_state, AppState):
            logger.info("the server stops", extra={"sockets": app_state.sockets, "rooms": app_state.rooms.open})
            app_state.close_doors()
        await super().shutdown(sockets)


def make_server(settings: Settings) -> Server:
    """Return a server; `run(sockets=[...])` makes it listen."""
    app = create_app(settings)
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    return Server(
        app,
        Config(
            app,
            connections=Connections(affordable(settings.connections), settings.connections_by_address, proxies),
            http=LimitedHttp,
            ws=LimitedSocket,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            forwarded_allow_ips=proxies,
            ws_max_size=LONGEST_BODY,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_EVERY,
            ws_ping_timeout=PING_EVERY,
            timeout_graceful_shutdown=GRACE,
            log_config=None,
            server_header=False,
        ),
    )


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    data_dir: Path | None = None,
    open_browser: bool = False,
    lan: bool = False,
    settings: Settings | None = None,
    say: Say = print,
    page: str = "",
) -> None:
    """Serve until interrupted.

    host, port    the address to listen on; if the port is in use, the next free one.
    data_dir      the folder of the rooms' store; by default the user's data folder.
    open_browser  open the path `page` in the browser once the server is ready.
    lan           listen on the whole network, and show the link with a QR code for phones.
    say           prints a line for the user.
    Raises RoomError if no port is free, StoreError if the rooms' store cannot be used or another server uses it.
    """
    chosen = settings or Settings()
    if data_dir is not None:
        chosen = replace(chosen, data_dir=data_dir)
    if lan and host in ("127.0.0.1", "localhost", "::1"):
        host = "0.0.0.0"
    asyncio.run(_check_store(chosen))
    with _alone(chosen):
        _serve(host, port, page if open_browser else None, lan, chosen, say)


def _serve(host: str, port: int, page: str | None, lan: bool, chosen: Settings, say: Say) -> None:
    write_logs(chosen.log)
    listening = free_port(host, port, listen=chosen.store is None)  # otherwise a proxy would let people wait here
    number = listening.getsockname()[1]
    here = address_here(host, number)
    address = lan_address() if lan else None
    if address is not None and chosen.link_base is None:
        chosen = replace(chosen, link_base=f"http://{address}:{number}")
    server = make_server(chosen)
    telling = threading.Thread(target=tell_when_ready, args=(server, here, chosen, lan, page, say), daemon=True)
    telling.start()
    gc.freeze()  # the objects that exist now stay for good, and most later ones live as long as their room
    gc.set_threshold(*COLLECTING)
    sys.setswitchinterval(SWITCHING)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # asyncio may or may not pass the interrupt on
    finally:
        listening.close()
    if not server.ready.is_set():
        raise RoomError("web.not_started")
    say("Stopped. Rooms are kept; start again and everybody is back in their seat.")


async def _check_store(settings: Settings) -> None:
    """Raise StoreError if the rooms' store cannot be used; called before the server listens."""
    store = await open_store(settings.store, settings.data_dir)
    await store.close()


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """Lock the data folder against a second server.

    SQLite's locks work on every system, and a lock ends with the process in any case.
    """
    if settings.store is not None:
        yield
        return
    with ExitStack() as held:
        try:
            lock = sqlite3.connect(settings.data_dir / LOCK, timeout=0, isolation_level=None)
            held.callback(lock.close)
            lock.execute("PRAGMA journal_mode = MEMORY")  # so that it takes no room on a full disk
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY:
                raise explained(error) from error
            raise StoreError("web.folder_taken", folder=str(settings.data_dir)) from None
        yield


def tell_when_ready(server: Server, here: str, settings: Settings, lan: bool, page: str | None, say: Say) -> None:
    """Wait until the server is ready, then print its addresses; open `page` in the browser unless it is None."""
    server.ready.wait()
    say(f"Hustings is ready at {here}")
    if lan and settings.link_base is not None:
        say(f"In this network:       {settings.link_base}")
        if shows(drawing := qr_text(settings.link_base), sys.stdout):
            say(drawing)
    elif lan:
        say("No network was found; only this computer can reach the table.")
    say("Press Ctrl+C to stop.")
    if page is not None:
        webbrowser.open(here + page)
