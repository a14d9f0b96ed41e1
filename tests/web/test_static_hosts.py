"""The page without a server on three kinds of hosts, as docs/howto/without-a-server.md sets them up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.rooms.database import free_port
from tests.web.test_own_server import certified, nginx_of, started

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/howto/without-a-server.md").read_text(encoding="utf-8")
LONG = "a sentence of the client; " * 200
FILES = {
    "index.html": f"<!doctype html><p>{LONG}</p>",
    "assets/index-Bx3kq9.js": f"// {LONG}",
    "assets/index-Zp0a1b.css": f"/* {LONG} */",
    "games/president.json": json.dumps({"text": LONG}),
    "games/president.wasm": "\0asm" + LONG,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file of each kind, as the build names them."""
    found = tmp_path / "play"
    for name, text in FILES.items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_text(text, encoding="utf-8")
    (found / "sw.js").write_text(f"const VERSION = 'x';\nconst FILES = {json.dumps(list(FILES))};\n")
    return found


def block(kind: str) -> str:
    """The guide's only block of a kind."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


class Host(SimpleHTTPRequestHandler):
    """A host of files; headers: those of a file `_headers`, by the pattern of the paths that have them."""

    headers_file: tuple[tuple[str, dict[str, str]], ...] = ()

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""

    def end_headers(self) -> None:
        """Add the headers of every pattern that fits the path."""
        for pattern, headers in self.headers_file:
            if fnmatchcase(self.path, pattern):
                for name, value in headers.items():
                    self.send_header(name, value)
        super().end_headers()


def parsed(text: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """Read a file `_headers`: a line with a pattern, then indented lines with headers."""
    rules: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((line, {}))
        else:
            name, _, value = line.partition(":")
            rules[-1][1][name.strip()] = value.strip()
    return tuple(rules)


@contextmanager
def hosted(folder: Path, headers: str = "") -> Iterator[str]:
    """The address of a folder on a host that reads `_headers`, or on one without headers."""
    kind = type("Configured", (Host,), {"headers_file": parsed(headers)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def check(address: str, **environment: str) -> tuple[int, str]:
    """The exit status of the check and what it prints."""
    command = [sys.executable, ROOT / "scripts/check_site.py", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_nginx_sends_the_folder_as_it_should_be(folder: Path, tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    port = free_port()
    text = block("nginx").replace("listen 443", f"listen 127.0.0.1:{port}").replace("play.example.org;", "localhost;")
    text = text.replace("root /var/www/play", f"root {folder}")
    with started(nginx_of(text, certificate, key, tmp_path), port, tmp_path):
        status, said = check(f"https://localhost:{port}", SSL_CERT_FILE=str(certificate))
    assert status == 0, said
    assert said.splitlines() == [said.strip()]  # nothing is wrong or slow
    assert re.search(r"^8 files, [\d,]+ bytes, [\d,]+ sent: ok$", said)


def test_a_host_that_reads_headers_keeps_assets(folder: Path) -> None:
    with hosted(folder, block("text")) as address:
        status, said = check(address)
    assert status == 0
    assert "asked for at each visit" not in said
    assert "not compressed" in said  # such hosts compress by themselves; this one does not


def test_a_host_without_headers_is_slower_and_right(folder: Path) -> None:
    with hosted(folder) as address:
        status, said = check(address)
    assert status == 0
    assert "slow: assets/index-Bx3kq9.js, assets/index-Zp0a1b.css: asked for at each visit" in said


def test_what_keeps_people_from_playing_is_wrong(folder: Path) -> None:
    (folder / "games/president.wasm").unlink()
    with hosted(folder, "/*\n  Cache-Control: max-age=31536000\n") as address:
        status, said = check(address)
        assert status == 1
        assert "wrong: games/president.wasm: status 404" in said
        assert "wrong: sw.js, index, index.html and 2 more: caches use it for 365 days" in said
        assert check(f"{address}assets/") == (
            1,
            f"{address}assets/sw.js is not the service worker of such a page (status 404).\n",
        )
