"""Just enough of a PDF reader to measure what Chromium prints: pages, filled rectangles in millimetres, typefaces."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field
from typing import NamedTuple

POINT = 25.4 / 72  # mm
_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)\sendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*)endstream", re.DOTALL)
_TOKEN = re.compile(rb"/?[^\s/<>\[\]()]+|[<>\[\]()]")
Matrix = tuple[float, float, float, float, float, float]


class Box(NamedTuple):
    """A rectangle in mm from the upper left corner of its page."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class PdfPage:
    """A page's size in mm and the rectangles filled on it."""

    width: float
    height: float
    filled: list[Box] = field(default_factory=list)


class Pdf:
    """A document: its pages, and by name of each typeface whether its outlines are in the file."""

    def __init__(self, data: bytes) -> None:
        self._objects = {int(found[1]): found[2] for found in _OBJECT.finditer(data)}
        self.pages = [self._page(body) for body in self._objects.values() if re.match(rb"<<\s*/Type\s*/Page\b", body)]
        described = [body for body in self._objects.values() if b"/FontDescriptor" in body and b"/FontName" in body]
        self.typefaces = dict.fromkeys(map(_named, described), True)
        for body in described:  # a typeface with a false bold is described twice, once without its file
            self.typefaces[_named(body)] &= b"/FontFile" in body

    def _page(self, body: bytes) -> PdfPage:
        size = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", body)
        contents = re.search(rb"/Contents (\d+) 0 R", body)
        assert size
        assert contents
        page = PdfPage(float(size[1]) * POINT, float(size[2]) * POINT)
        self._draw(page, int(contents[1]), body, (POINT, 0, 0, -POINT, 0, page.height))
        return page

    def _draw(self, page: PdfPage, number: int, resources: bytes, matrix: Matrix) -> None:
        """Follow a stream of drawing operators, and the forms it draws, as far as they fill rectangles."""
        operands: list[bytes] = []
        kept: list[Matrix] = []
        waiting: list[Box] = []
        for token in _TOKEN.findall(_text(self._objects[number])):
            if re.fullmatch(rb"-?[\d.]+|/\w+", token):
                operands.append(token)
                continue
            if token == b"q":
                kept.append(matrix)
            elif token == b"Q":
                matrix = kept.pop()
            elif token == b"cm":
                matrix = _times([float(one) for one in operands[-6:]], matrix)
            elif token == b"re":
                waiting.append(_box([float(one) for one in operands[-4:]], matrix))
            elif token in {b"f", b"f*"}:
                page.filled += waiting
                waiting = []
            elif token in {b"n", b"S", b"s"}:
                waiting = []
            elif token == b"Do":
                form = re.search(operands[-1] + rb" (\d+) 0 R", resources)
                assert form
                inner = self._objects[int(form[1])]
                if b"/Subtype /Form" in inner:
                    self._draw(page, int(form[1]), inner, matrix)
            operands = []


def _text(body: bytes) -> bytes:
    stream = _STREAM.search(body)
    assert stream
    return zlib.decompressobj().decompress(stream[1])


def _named(body: bytes) -> str:
    name = re.search(rb"/FontName\s*/(?:[A-Z]{6}\+)?(\S+)", body)
    assert name
    return name[1].decode()


def _times(own: list[float], outer: Matrix) -> Matrix:
    a, b, c, d, e, f = own
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _box(own: list[float], matrix: Matrix) -> Box:
    """An upright rectangle under a matrix that does not turn it."""
    x, y, width, height = own
    a, _, _, d, e, f = matrix
    across, down = sorted((a * x + e, a * (x + width) + e)), sorted((d * y + f, d * (y + height) + f))
    return Box(across[0], down[0], across[1] - across[0], down[1] - down[0])
