"""Checks a copy of the table without a server on a web host: ``python scripts/check_site.py https://example.org/play/``.

It fetches every file that the page keeps for play without a network, and prints what is wrong (a file is missing, has
the wrong type, or stays in caches for longer than a day although its name does not change), what could be faster
(text that is not compressed, files named by their content that are asked for again), and the sizes. The exit status is
1 if something is wrong.
"""

import argparse
import gzip
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urljoin

DAY = 86_400  # seconds
WAIT = 30.0  # seconds for an answer
AT_ONCE = 4  # requests
TYPES = {
    "css": ("text/css",),
    "html": ("text/html",),
    "js": ("text/javascript", "application/javascript", "application/x-javascript"),
    "json": ("application/json",),
    "svg": ("image/svg+xml",),
    "woff2": ("font/woff2", "application/font-woff2", "application/octet-stream"),
}
PACKED = ("css", "html", "js", "json", "svg", "wasm")  # kinds of files that compression makes smaller
WORTH = 2000  # bytes; shorter files may stay as they are


@dataclass(frozen=True)
class Fetched:
    """A file as the host sent it. sent: its length in bytes on the wire; body: its content."""

    name: str
    status: int
    headers: Message
    sent: int
    body: bytes

    @property
    def kind(self) -> str:
        """The file's extension; the folder itself is a page."""
        return self.name.rpartition(".")[2] if self.name else "html"

    @property
    def lasting(self) -> float:
        """The seconds for which caches use the file without asking."""
        told = self.headers.get("Cache-Control", "")
        found = re.search(r"max-age=(\d+)", told)
        return float(found[1]) if found and "no-cache" not in told and "no-store" not in told else 0.0


def fetch(address: str, name: str) -> Fetched:
    """Fetch a file, compressed if the host compresses it."""
    asked = urllib.request.Request(urljoin(address, name), headers={"Accept-Encoding": "gzip"})
    try:
        with urllib.request.urlopen(asked, timeout=WAIT) as answer:
            raw: bytes = answer.read()
            body = gzip.decompress(raw) if answer.headers.get("Content-Encoding") == "gzip" else raw
            return Fetched(name, answer.status, answer.headers, len(raw), body)
    except urllib.error.HTTPError as error:
        with error:
            return Fetched(name, error.code, error.headers, 0, b"")


def faults(file: Fetched) -> Iterator[str]:
    """Yield the faults that keep people from playing, or let them play an old version."""
    if file.status != 200:
        yield f"status {file.status}"
        return
    told = file.headers.get_content_type()
    if file.kind in TYPES and told not in TYPES[file.kind]:
        yield f"its type is {told}, not {TYPES[file.kind][0]}"
    if not file.name.startswith("assets/") and file.lasting > DAY:
        yield f"caches use it for {file.lasting / DAY:.0f} days, so people go on with an old version"


def delays(file: Fetched) -> Iterator[str]:
    """Yield the faults that make people wait."""
    if file.kind in PACKED and len(file.body) > WORTH and file.sent >= len(file.body):
        yield "not compressed"
    if file.name.startswith("assets/") and file.lasting <= DAY:
        yield "asked for at each visit, although its name changes with its content"


def main(arguments: list[str]) -> int:
    """Check the files, print the report, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="of the folder, such as https://example.org/play/")
    address = parser.parse_args(arguments).address.rstrip("/") + "/"
    worker = fetch(address, "sw.js")
    listed = re.search(r"const FILES = (\[.*?\]);", worker.body.decode("utf-8", "replace"))
    if worker.status != 200 or listed is None:
        print(f"{address}sw.js is not the service worker of such a page (status {worker.status}).")
        return 1
    with ThreadPoolExecutor(AT_ONCE) as together:
        files = [worker, *together.map(lambda name: fetch(address, name), ["", *json.loads(listed[1])])]
    wrong = 0
    for verdict, find in (("wrong", faults), ("slow", delays)):
        found = [(file.name or "index", said) for file in files for said in find(file)]
        wrong += len(found) if verdict == "wrong" else 0
        for said in sorted({said for _, said in found}):
            names = [name for name, also in found if also == said]
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            print(f"{verdict}: {', '.join(names[:3])}{more}: {said}")
    sent, whole = sum(file.sent for file in files), sum(len(file.body) for file in files)
    print(f"{len(files)} files, {whole:,} bytes, {sent:,} sent: {'wrong' if wrong else 'ok'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
