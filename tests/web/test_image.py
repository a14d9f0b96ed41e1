"""The Dockerfile without a builder: what it names exists, and its steps in a clean folder make a server."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import yaml

from tests.rooms.database import free_port
from tests.web.helpers import BOT, LIMIT, ME, Site

ROOT = Path(__file__).parents[2]
LINES = [
    line.split(maxsplit=1)
    for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
KEPT = [line[1:] for line in IGNORED if line.startswith("!")]
LEFT_OUT = [line for line in IGNORED[IGNORED.index(f"!{KEPT[-1]}") + 1 :] if line]
BUILT = 900  # seconds for the steps: they fetch packages and build the client


def steps(kind: str) -> list[str]:
    """The arguments of the Dockerfile's instructions of a kind."""
    return [rest for name, rest in LINES if name == kind]


def only(kind: str) -> str:
    """The arguments of the Dockerfile's only instruction of a kind."""
    (found,) = steps(kind)
    return found


def test_the_image_is_made_of_what_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"/source\[([\w,]+)\]", steps("RUN")[0])
    assert {"postgres"} <= set(extras.split(",")) <= set(project["optional-dependencies"])
    (version,) = re.findall(r"^python:3\.(\d+)-slim$", only("FROM"))
    assert f"Programming Language :: Python :: 3.{version}" in project["classifiers"]
    assert only("COPY") == ". /source"
    assert yaml.safe_load(only("CMD"))[0] in project["scripts"]
    assert all((ROOT / name).exists() for name in KEPT)
    needed = {"pyproject.toml", "hatch_build.py", "src", "client", "scripts", "README.md"}
    assert needed | set(project["license-files"]) <= set(KEPT)
    assert any(fnmatch.fnmatch("client/node_modules", line) for line in LEFT_OUT)


def test_the_guide_starts_the_image_with_its_folder_and_port() -> None:
    guide = (ROOT / "docs/howto/own-server.md").read_text(encoding="utf-8")
    build, run = re.findall(r"^docker (build .*|run (?:.*\\\n)*.*)$", guide, re.MULTILINE)
    words = shlex.split(run.replace("\\\n", " "))
    assert words[-1] == shlex.split(build)[-2] == "hustings"
    command = yaml.safe_load(only("CMD"))
    assert words[words.index("-p") + 1].split(":")[2] == command[command.index("--port") + 1]
    folder = words[words.index("-v") + 1].split(":")[1]
    assert folder == only("VOLUME")
    assert f"HUSTINGS_DATA={folder}" in only("ENV").split()
    assert steps("RUN")[1].endswith(f"install -d -o {only('USER')} {folder}")


def test_its_steps_in_a_clean_folder_make_a_server(tmp_path: Path) -> None:
    """The steps that install and start; a builder has the user and the folder of rooms from the system."""
    source, home, data = tmp_path / "source", tmp_path / "home", tmp_path / "data"
    source.mkdir()
    home.mkdir()
    for name in subprocess.run(
        ["git", "ls-files", "-z", *KEPT], cwd=ROOT, capture_output=True, check=True
    ).stdout.split(b"\0")[:-1]:
        kept = source / name.decode()
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name.decode(), kept)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "python"], check=True)
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HUSTINGS", "VIRTUAL"))
    }
    clean |= {"PATH": f"{tmp_path / 'python/bin'}:/usr/bin:/bin", "HOME": str(home)}
    step = steps("RUN")[0].replace("/source", str(source))
    subprocess.run(["sh", "-ec", step], env=clean, cwd=home, check=True, timeout=BUILT)
    assert not source.exists()
    port = free_port()
    command = [{"0.0.0.0": "127.0.0.1", "8420": str(port)}.get(word, word) for word in yaml.safe_load(only("CMD"))]
    given = clean | dict(word.split("=") for word in only("ENV").split()) | {"HUSTINGS_DATA": str(data)}
    with subprocess.Popen(command, env=given, cwd=home, executable=str(tmp_path / "python/bin" / command[0])) as server:
        try:
            site, until = Site(port, data), time.monotonic() + 9 * LIMIT
            while not answers(site):
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.2)
            assert b"<!doctype html>" in site.ask("GET", "/").body.lower()
            code, ann = site.make(ME, BOT)
            with site.sit(code, ann) as client:
                client.acts(client.state["legal"][0]["text"])
            assert (data / "rooms.db").exists()
        finally:
            server.terminate()


def answers(site: Site) -> bool:
    """Return whether the server can take people."""
    try:
        return site.ask_once("GET", "/ready").status == 200
    except OSError:
        return False
