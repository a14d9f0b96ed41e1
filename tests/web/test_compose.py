"""compose.yaml without containers: what it names exists, and its commands and environment make a table for many."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
import yaml

from tests.rooms.database import database, free_port
from tests.rooms.proxy import OUTSIDE, configuration
from tests.web import test_image as image
from tests.web.helpers import LIMIT, ME, Site
from tests.web.test_processes import assert_written_once, take_turns

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
TABLE: dict[str, Any] = SERVICES["table"]
GIVEN = {"HUSTINGS_DATABASE_PASSWORD": "manyRandomLetters7", "HUSTINGS_HOST_NAMES": "table.example.org"}
COMMAND: list[str] = yaml.safe_load(image.only("CMD"))
PORT = COMMAND[COMMAND.index("--port") + 1]


def filled(text: str) -> str:
    """A text with its ${NAME}, ${NAME:-default} and ${NAME:?complaint} filled in, as compose does."""
    return re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", lambda found: GIVEN.get(found[1]) or found[2] or "", text)


def test_what_it_names_of_its_own_exists() -> None:
    assert set(SERVICES) == {"database", "table", "proxy"}
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        assert {volume.split(":")[0] for volume in service.get("volumes", ())} <= set(COMPOSE["volumes"])
        assert {config["source"] for config in service.get("configs", ())} <= set(COMPOSE["configs"])
        assert ("image" in service) != ("build" in service)
    for waited, how in TABLE["depends_on"].items():
        assert how == {"condition": "service_healthy"}
        assert "healthcheck" in SERVICES[waited]


def test_the_proxy_leads_to_the_tables_port_and_keeps_the_counts_inside() -> None:
    text = COMPOSE["configs"]["proxy"]["content"]
    assert re.findall(r"bind :(\d+)", text) == [str(OUTSIDE)]
    assert SERVICES["proxy"]["ports"] == [f"{OUTSIDE}:{OUTSIDE}"]
    assert len(re.findall(rf"server-template table \d+ table:{PORT} ", text)) == text.count("\nbackend ") == 2
    port = SERVICES["table"]["environment"]["HUSTINGS_METRICS"].split(":")[1]
    assert port not in text
    assert "ports" not in SERVICES["table"]
    assert configuration(7, [1, 2]).count("127.0.0.1:2\n") == 2


async def make_database(url: str) -> None:
    """The role and the database that compose.yaml's environment asks the image for."""
    wanted = {name: filled(value) for name, value in SERVICES["database"]["environment"].items()}
    connection = await asyncpg.connect(url)
    try:
        user, secret = wanted["POSTGRES_USER"], wanted["POSTGRES_PASSWORD"]
        await connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{secret}'")
        await connection.execute(f"CREATE DATABASE {wanted['POSTGRES_DB']} OWNER {user}")
    finally:
        await connection.close()


@contextmanager
def table(environment: dict[str, str], folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Site]]:
    """The command of the image on the loopback and a free port, with the environment of the service."""
    port = free_port()
    words = [{"0.0.0.0": "127.0.0.1", PORT: str(port)}.get(word, word) for word in COMMAND]
    words[0] = str(Path(sys.executable).parent / words[0])
    given = {**os.environ, **environment, "HOME": str(folder), "HUSTINGS_METRICS": str(free_port())}
    with (
        open(folder / f"{port}.log", "wb") as log,
        subprocess.Popen(words, env=given, stdout=log, stderr=log) as process,
    ):
        try:
            check = [{"python": sys.executable}.get(word, word) for word in TABLE["healthcheck"]["test"][1:]]
            check[-1] = check[-1].replace(f":{PORT}/", f":{port}/")
            until = time.monotonic() + 9 * LIMIT
            while subprocess.run(check, capture_output=True, check=False).returncode:
                assert process.poll() is None, Path(log.name).read_text()
                assert time.monotonic() < until, "the table did not become ready"
            yield process, Site(port, folder)
        finally:
            process.kill()


def test_its_commands_and_environment_make_a_table_for_many(tmp_path: Path) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(2) as together:
        root_url = stack.enter_context(database())
        asyncio.run(make_database(root_url))
        environment = {name: filled(value) for name, value in TABLE["environment"].items()}
        url = environment["HUSTINGS_STORE"].replace("@database/", f"@{urlsplit(root_url).netloc.split('@')[1]}/")
        environment |= {"HUSTINGS_STORE": url}
        started = [table(environment, tmp_path), table(environment, tmp_path)]
        (process, one), (_, two) = together.map(stack.enter_context, started)
        code, ann = one.make(ME, {"kind": "friend"})
        bo = two.join(code, "Bo")
        assert one.host(code, ann, do="start").status == 200
        with two.sit(code, ann) as first, two.sit(code, bo) as second:
            acknowledged = take_turns([first, second], 6)
        assert_written_once(url, code, acknowledged)
        forwarded = two.ask("GET", f"/api/rooms/{code}", X_Forwarded_Proto="https", Host="table.example.org")
        assert forwarded.json["link"] == f"https://table.example.org/r/{code}"
        assert two.ask("GET", f"/api/rooms/{code}", Host="elsewhere.example.org").status == 421
        began = time.monotonic()
        process.terminate()
        assert process.wait(LIMIT) in (0, -signal.SIGTERM)
        assert time.monotonic() - began < int(TABLE["stop_grace_period"].rstrip("s"))
        log = "".join(path.read_text() for path in tmp_path.glob("*.log"))
        for said in ("the server is ready", "the server stops"):
            assert f'"text": "{said}"' in log
        assert GIVEN["HUSTINGS_DATABASE_PASSWORD"] not in log


@pytest.mark.parametrize("name", sorted(name for name, one in SERVICES.items() if "image" in one))
def test_images_of_others_have_a_version(name: str) -> None:
    assert re.fullmatch(r"[a-z]+:\d+(\.\d+)?-alpine", SERVICES[name]["image"])
