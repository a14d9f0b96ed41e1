"""A server's upgrade from an earlier commit, and its roll-back, with that commit's own code: run as a program.

    $ python -m tests.rooms.upgrade eaf4fc0f

The earlier server makes rooms of every game, in which people play. The upgraded server opens the same file, and
everybody goes on in their seat. The earlier server then refuses the file in one sentence, and goes on from the backup
that the guide makes before an upgrade (docs/howto/own-server.md). The checkout must have the commit.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from websockets.sync.client import connect

from tests.rooms.database import free_port
from tests.web.helpers import FRIEND, LIMIT, ME, Client, Json, Site

ROOT = Path(__file__).parents[2]
GAMES = {"combat": 2, "politics": 2, "president": 3, "mudslinger": 3}  # with the number of seats
MOVES = 3  # decisions in each room at a time
READY_WITHIN = 600.0  # seconds; an empty cache is compiled
SERVE = "import sys; from hustings.cli import main; main(sys.argv[1:])"


class AnyClient(Client):
    """A client of any version's messages."""

    def receive(self, within: float = LIMIT) -> Json:
        """The next message; a state is remembered."""
        message: Json = json.loads(self.socket.recv(timeout=within))
        self.state = message if message["type"] == "state" else self.state
        return message


@contextmanager
def sitting(site: Site, code: str, token: str | None = None) -> Iterator[AnyClient]:
    """A socket that has said hello."""
    address = f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket"
    with connect(address, open_timeout=LIMIT, close_timeout=1, compression=None) as opened:
        client = AnyClient(opened)
        client.send({"hello": {"token": token, "since": None}})
        client.until("state")
        yield client


@dataclass
class Played:
    """A room: its code, the tokens of its seats, and the view that spectators had at the end."""

    code: str
    tokens: list[str]
    view: object


def checkout(commit: str, folder: Path) -> Path:
    """Unpack a commit's files and return their folder."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def launched(sources: Path, data: Path, port: int) -> subprocess.Popen[str]:
    """Start the server of a checkout."""
    home = data.parent / "home"
    home.mkdir(exist_ok=True)
    told = {"PYTHONPATH": str(sources / "src"), "HUSTINGS_DATA": str(data), "HOME": str(home)}
    told["HUSTINGS_CACHE"] = str(data.parent / f"cache of {sources.name}")
    command = [sys.executable, "-c", SERVE, "serve", "--host", "127.0.0.1", "--port", str(port)]
    return subprocess.Popen(command, env={**os.environ, **told}, stderr=subprocess.PIPE, stdout=sys.stderr, text=True)


@contextmanager
def server(sources: Path, data: Path) -> Iterator[Site]:
    """The server of a checkout over a folder of rooms, until the end of the block."""
    port = free_port()
    with launched(sources, data, port) as process:
        site, until = Site(port, data), time.monotonic() + READY_WITHIN
        try:
            while True:
                assert process.poll() is None, process.stderr and process.stderr.read()
                assert time.monotonic() < until, "the server did not become ready"
                with suppress(OSError):
                    if site.ask_once("GET", "/ready").status == 200:
                        break
                time.sleep(0.2)
            yield site
        finally:
            process.terminate()


def begin(site: Site, game: str, seats: int) -> Played:
    """Make a room of people and start its game."""
    code, host = site.make(ME, *[FRIEND] * (seats - 1), game=game)
    guests = [site.join(code, f"Guest {number}") for number in range(1, seats)]
    assert site.host(code, host, do="start").status == 200
    return Played(code, [host, *guests], None)


def play(site: Site, room: Played) -> None:
    """Let everybody sit down where they were, and make some decisions."""
    with ExitStack() as stack:
        clients = [stack.enter_context(sitting(site, room.code, token)) for token in room.tokens]
        watcher = stack.enter_context(sitting(site, room.code))
        assert room.view is None or watcher.state["view"] == room.view, room.code
        for _ in range(MOVES):
            mover = next(one for one in clients if one.state["seat"] in one.state["owes"] and one.state["legal"])
            seq = mover.acts(mover.state["legal"][0]["text"])
            for client in (*clients, watcher):
                client.caught_up(seq)
        room.view = watcher.state["view"]


def backup(file: Path, copy: Path) -> None:
    """Copy a database while a server uses it."""
    with closing(sqlite3.connect(file)) as live, closing(sqlite3.connect(copy)) as kept:
        live.backup(kept)


def upgrade(commit: str, folder: Path) -> None:
    """Upgrade a server from a commit and roll it back. Raises AssertionError at the first thing that does not hold."""
    old, data = checkout(commit, folder / commit), folder / "rooms"
    with server(old, data) as site:
        rooms = [begin(site, game, seats) for game, seats in GAMES.items()]
        for room in rooms:
            play(site, room)
        print(f"{commit}: {len(rooms)} rooms are played.")
        backup(data / "rooms.db", folder / "backup.db")
    before = [room.view for room in rooms]
    with server(ROOT, data) as site:
        for room in rooms:
            play(site, room)
    print("Upgraded: everybody goes on in their seat.")
    with launched(old, data, free_port()) as process:
        _, said = process.communicate(timeout=READY_WITHIN)
    assert process.returncode != 0
    assert "Traceback" not in said, said
    print(f"Rolled back without the backup, {commit} ends with: {said.strip()}")
    for path in data.glob("rooms.db*"):
        path.unlink()
    shutil.copy(folder / "backup.db", data / "rooms.db")
    for room, view in zip(rooms, before, strict=True):
        room.view = view
    with server(old, data) as site:
        for room in rooms:
            play(site, room)
    print("Rolled back to the backup: everybody goes on in their seat.")


def main() -> None:
    """Read the commit and carry the upgrade out in a temporary folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the commit that ran before")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        upgrade(asked.commit, Path(folder))


if __name__ == "__main__":
    main()
