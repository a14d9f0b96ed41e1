"""Serve the built client: its files, and its page for every other path."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

from hustings.web.rest.packed import WORTH_PACKING, Packed

YEAR = 31_536_000  # seconds
MOST_PAGES = 64  # pages with additions to their head that are cached
_PACKED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
_HASHED = re.compile(r"[-.][0-9A-Za-z_-]{8,}\.[0-9a-z]+$")
_EXTRA_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hustings</title></head>
<body>
<h1>Hustings</h1>
<p>The server runs, but its browser client has not been built.</p>
<p>In the source's folder: <code>npm --prefix client ci</code>, then <code>npm --prefix client run build</code>,
then load this page again. An installed release brings the client along.</p>
<p>Rooms can be used without it: see <a href="/api/games">the games</a> and the page about the protocol in the
documentation.</p>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class _File:
    """A file to send. stamp: changes with the file on disk; lasting: whether browsers may cache it for a year."""

    stamp: tuple[int, int]
    kind: str
    plain: bytes
    packed: bytes | None
    lasting: bool


class Pages:
    """Serves the files in `folder` and below."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, _File] = {}
        self._pages: OrderedDict[tuple[tuple[int, int], str], Packed] = OrderedDict()

    def is_file(self, path: str) -> bool:
        """Return whether a path names a file rather than a page of the client."""
        return bool(path) and (self._read(path) is not None or "." in path.rsplit("/", 1)[-1])

    def answer(self, path: str, headers: Headers, head: str = "") -> Response:
        """Return the file at a path, else the client's page.

        head  elements to add to the page's `<head>`.
        """
        found = self._read(path) if path else None
        if found is None and "." in path.rsplit("/", 1)[-1]:
            return HTMLResponse("<!doctype html><title>Not here</title><p>There is no such file.</p>", 404)
        found = found or self._read("index.html")
        if found is None:
            return HTMLResponse(NOT_BUILT, 200, {"Cache-Control": "no-cache"})
        if head and found.kind == "text/html":
            return self._with_head(found, head).answer(headers)
        return _send(found, headers)

    def _with_head(self, page: _File, head: str) -> Packed:
        """Return the page with elements added to its `<head>`; recent pages are cached."""
        known = self._pages.get((page.stamp, head))
        if known is None:
            body = page.plain.replace(b"</head>", head.encode() + b"</head>", 1)
            known = self._pages[page.stamp, head] = Packed(body, "text/html; charset=utf-8")
            if len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return known

    def _read(self, path: str) -> _File | None:
        """Return a file, cached until it changes, or None if the folder has no such file."""
        try:
            place = (self._folder / path).resolve()
            if not place.is_relative_to(self._folder) or not place.is_file():
                return None
            stat = place.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._files.get(path)
            if known is None or known.stamp != stamp:
                known = self._files[path] = _load(place, stamp, path)
        except (OSError, ValueError):
            return None
        return known


def _load(place: Path, stamp: tuple[int, int], path: str) -> _File:
    kind = _EXTRA_TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    plain = place.read_bytes()
    packs = len(plain) >= WORTH_PACKING and kind.startswith(_PACKED)
    lasting = path.startswith("assets/") and _HASHED.search(path) is not None
    return _File(stamp, kind, plain, gzip.compress(plain, 9, mtime=0) if packs else None, lasting)


def _send(file: _File, headers: Headers) -> Response:
    tag = f'"{file.stamp[0]:x}-{file.stamp[1]:x}"'
    sent = {"Cache-Control": f"public, max-age={YEAR}, immutable" if file.lasting else "no-cache", "ETag": tag}
    if file.packed is not None:
        sent["Vary"] = "Accept-Encoding"
    if headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=sent)
    body = file.plain
    if file.packed is not None and "gzip" in headers.get("accept-encoding", ""):
        body = file.packed
        sent["Content-Encoding"] = "gzip"
    kind = f"{file.kind}; charset=utf-8" if file.kind.startswith("text/") else file.kind
    return Response(body, media_type=kind, headers=sent)
