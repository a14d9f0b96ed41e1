"""Response bodies that are the same for everybody: compressed once, with entity tags."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from starlette.datastructures import Headers
from starlette.responses import Response

WORTH_PACKING = 1024  # bytes from which a body is compressed
FAST = 5  # the level of gzip for a body that is sent once


def compressed(body: bytes, kind: str, headers: Headers) -> Response:
    """Return a response that is made for one request, compressed with gzip if it is long and the client accepts it."""
    if len(body) < WORTH_PACKING or "gzip" not in headers.get("accept-encoding", ""):
        return Response(body, media_type=kind, headers={"Vary": "Accept-Encoding"})
    packed = gzip.compress(body, FAST, mtime=0)
    return Response(packed, media_type=kind, headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


def attached(content: bytes | str, kind: str, name: str) -> Response:
    """Return a file to keep; kind: its media type, name: of the file after "hustings-"."""
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="hustings-{name}"'}
    )


@dataclass(frozen=True)
class Packed:
    """A response body. kind: its media type; lasting: its Cache-Control header; more: further headers."""

    plain: bytes
    kind: str
    lasting: str = "no-cache"
    more: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def tag(self) -> str:
        """The entity tag: a digest of the body."""
        return f'"{hashlib.sha256(self.plain).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes:
        """The body compressed with gzip."""
        return gzip.compress(self.plain, 9, mtime=0)

    def answer(self, headers: Headers) -> Response:
        """Return the response to a request with these headers, without a body if the browser has it already."""
        sent = {"Cache-Control": self.lasting, "ETag": self.tag, "Vary": "Accept-Encoding", **self.more}
        if headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=sent)
        if len(self.plain) < WORTH_PACKING or "gzip" not in headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.kind, headers=sent)
        return Response(self.packed, media_type=self.kind, headers={**sent, "Content-Encoding": "gzip"})
