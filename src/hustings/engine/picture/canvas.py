"""The colours and shapes of pictures: a canvas collects boxes, polygons and texts in order and writes them as SVG.

The shapes are few and simple, so that `hustings.envs` can draw the same ones as an array of pixels. Lengths are in
pixels at the picture's own size.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple, TypeAlias

from hustings.engine.messages import printable

# the colours, and the hatchings of the sides, are those of the browser's light pages (client/src/styles)
PAPER, SHEET, SHADE, INK = "#f3e9d2", "#fbf5e6", "#e6d9bb", "#241d15"
SOFT, LINE, FOCUS, LIT, CALL = "#5c5040", "#a8997b", "#0b5fae", "#b9770a", "#f5dfae"

STEP = 8.0  # pixels after which a hatching repeats itself
Stroke = tuple[float, float, float, float]


class Side(NamedTuple):
    """The colours and the hatching of a side.

    Attributes:
        fill: The colour of the side's boxes.
        on: The colour of text on these boxes.
        text: The colour of the side's text on paper.
        lines: The straight lines of the hatching: a, b and c of a * x + b * y = c + k * STEP, for every whole k.
        strokes: The short lines of the hatching on each square of STEP pixels: x and y of both ends.
    """

    fill: str
    on: str
    text: str
    lines: tuple[tuple[int, int, int], ...] = ()
    strokes: tuple[Stroke, ...] = ()


SIDES = (
    Side("#6a2a56", "#fdf6e6", "#6a2a56", ((1, 1, 0),)),
    Side("#e2ac3a", "#241d15", "#7a5200", (), ((1, 2, 3, 2), (5, 6, 7, 6))),
    Side("#1f5f4f", "#fdf6e6", "#1f5f4f", ((1, 0, 2), (1, 0, 6))),
    Side("#c96f4a", "#241d15", "#8f3f1d", ((1, 0, 4), (0, 1, 4))),
    Side("#41667d", "#fdf6e6", "#2f5266", ((0, 1, 2), (0, 1, 6))),
    Side("#8b8a35", "#1c1a08", "#5a5912", (), ((0, 5, 4, 1), (4, 1, 8, 5))),
)


def side(number: int) -> Side:
    """Return the colours of a side, counted from 0; there are six, which then repeat."""
    return SIDES[number % len(SIDES)]


FAMILY = "Rockwell,'Roboto Slab','Source Serif 4',Georgia,'DejaVu Serif',serif"
#: widths of the characters from the blank to the tilde in DejaVu Serif Bold, the widest of these fonts, in hundredths
_WIDTHS = (
    "35 44 52 84 70 95 90 31 47 47 52 84 35 42 35 37 70 70 70 70 70 70 70 70 70 70 37 37 84 84 84 59 100 78 85 "
    "80 87 76 71 85 94 47 47 87 70 111 91 87 75 87 83 72 74 87 78 112 78 71 73 47 37 47 84 50 50 65 70 61 70 "
    "64 43 70 73 38 36 69 38 106 73 67 70 70 53 56 46 73 58 86 60 58 57 64 36 64 84"
)
WIDTHS = tuple(int(width) / 100 for width in _WIDTHS.split())
_WIDE = 1.12  # the width of any other character
_PLAIN = 0.92  # the largest width of plain letters as a part of that of bold ones
_ASCENT, _DESCENT = 0.76, 0.24  # the height above and the depth below the baseline, as parts of a text's size


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle.

    round    the radius of its corners.
    hatched  the side whose hatching it has, if any.
    plate    the distance from its edges to something that covers its middle, where short strokes are left out.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    thick: float = 1.0
    round: float = 0.0
    dashed: bool = False
    hatched: Side | None = None
    plate: float | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str = INK
    stroke: str = "none"
    thick: float = 1.0


@dataclass(frozen=True, slots=True)
class Words:
    """A text on one line; anchor: "start", "middle" or "end", the part of the text that is at x; y: the baseline."""

    x: float
    y: float
    text: str
    size: float
    fill: str = INK
    bold: bool = False
    italic: bool = False
    anchor: str = "start"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The bounding box of the text: left, top, right, bottom."""
        wide = width_of(self.text, self.size, self.bold)
        left = self.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return left, self.y - self.size * _ASCENT, left + wide, self.y + self.size * _DESCENT


Drawn: TypeAlias = Box | Shape | Words


@dataclass
class Canvas:
    """A picture under construction."""

    width: float
    height: float = 0.0
    title: str = ""
    told: str = ""
    drawn: list[Drawn] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, fill: str = "none", **more: object) -> None:
        """Add a rectangle."""
        self.drawn.append(Box(x, y, width, height, fill, **more))  # type: ignore[arg-type]

    def shape(self, *points: tuple[float, float], fill: str = INK, stroke: str = "none", thick: float = 1.0) -> None:
        """Add a polygon."""
        self.drawn.append(Shape(points, fill, stroke, thick))

    def words(self, x: float, y: float, text: str, size: float, room: float = 1e9, **more: object) -> None:
        """Add a text, cut to the width `room`; skip an empty one."""
        if shown := cut(text, size, room, bool(more.get("bold"))):
            self.drawn.append(Words(x, y, shown, size, **more))  # type: ignore[arg-type]

    def svg(self) -> str:
        """Return the picture as SVG; equal shapes give equal bytes."""
        size = f'viewBox="0 0 {_number(self.width)} {_number(self.height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} width="{_number(self.width)}" role="img" '
            f'font-family="{FAMILY}" style="max-width:100%;height:auto">'
            f"<title>{escape(self.title, quote=False)}</title><desc>{escape(self.told, quote=False)}</desc>"
        )
        return head + "".join(map(_svg, self.drawn)) + "</svg>"


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the largest width that a text can have in any of the picture's fonts."""
    wide = 0.0
    for letter in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(letter):
            place = ord(letter) - 32
            wide += WIDTHS[place] if 0 <= place < len(WIDTHS) else _WIDE
    return wide * size * (1.0 if bold else _PLAIN)


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return a text that fits into the width `room`; if it is too long, it is cut and ends with "…"."""
    text = printable(text)
    if width_of(text, size, bold) <= room:
        return text
    while text and width_of(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip(" ,·") + "…" if text else ""


def folded(text: str, size: float, room: float, lines: int, bold: bool = False) -> list[str]:
    """Fold a text into at most `lines` lines of the width `room`; the last line may be cut."""
    found: list[str] = []
    rest = printable(text).split()
    while rest and len(found) < lines - 1:
        taken = [rest.pop(0)]
        while rest and width_of(" ".join([*taken, rest[0]]), size, bold) <= room:
            taken.append(rest.pop(0))
        found.append(cut(" ".join(taken), size, room, bold))
    return [*found, cut(" ".join(rest), size, room, bold)] if rest else found


def hatching(box: Box) -> list[tuple[float, float, float, float]]:
    """Return the strokes of a box's hatching, clipped to the box: x and y of both ends."""
    if box.hatched is None:
        return []
    across, down = int(box.width // STEP) + 1, int(box.height // STEP) + 1
    strokes = [
        _line(a, b, c + k * STEP, box.width, box.height) for a, b, c in box.hatched.lines for k in range(across + down)
    ]
    strokes += [
        (column * STEP + x1, row * STEP + y1, column * STEP + x2, row * STEP + y2)
        for column in range(across)
        for row in range(down)
        for x1, y1, x2, y2 in box.hatched.strokes
        if not _covered(box, column, row)
    ]
    found = []
    for stroke in strokes:
        if line := _within(*stroke, box.width, box.height):
            found.append((box.x + line[0], box.y + line[1], box.x + line[2], box.y + line[3]))
    return found


def _covered(box: Box, column: int, row: int) -> bool:
    """Return whether a square of the hatching is completely covered (see `Box.plate`)."""
    if box.plate is None:
        return False
    left, top = column * STEP, row * STEP
    across = box.plate <= left and left + STEP <= box.width - box.plate
    return across and box.plate <= top and top + STEP <= box.height - box.plate


def _line(a: int, b: int, c: float, width: float, height: float) -> tuple[float, float, float, float]:
    """Return two points of the line a * x + b * y = c between which it crosses the whole box."""
    if not b:
        return c, 0.0, c, height
    return (0.0, c, width, c) if not a else (c - height, height, c, 0.0)


def _within(x1: float, y1: float, x2: float, y2: float, width: float, height: float) -> tuple[float, ...] | None:
    """Clip a stroke to a box by the method of Liang and Barsky; return None if nothing is left."""
    start, end = 0.0, 1.0
    for way, room in ((x1 - x2, x1), (x2 - x1, width - x1), (y1 - y2, y1), (y2 - y1, height - y1)):
        if way == 0:
            if room <= 0:
                return None
        elif way < 0:
            start = max(start, room / way)
        else:
            end = min(end, room / way)
    if start >= end:
        return None
    return x1 + start * (x2 - x1), y1 + start * (y2 - y1), x1 + end * (x2 - x1), y1 + end * (y2 - y1)


def _svg(drawn: Drawn) -> str:
    if isinstance(drawn, Words):
        style = (' font-weight="700"' if drawn.bold else "") + (' font-style="italic"' if drawn.italic else "")
        anchor = "" if drawn.anchor == "start" else f' text-anchor="{drawn.anchor}"'
        place = f'x="{_number(drawn.x)}" y="{_number(drawn.y)}" font-size="{_number(drawn.size)}"'
        return f'<text {place} fill="{drawn.fill}"{style}{anchor}>{escape(drawn.text, quote=False)}</text>'
    edge = "" if drawn.stroke == "none" else f' stroke="{drawn.stroke}" stroke-width="{_number(drawn.thick)}"'
    if isinstance(drawn, Shape):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in drawn.points)
        return f'<polygon points="{points}" fill="{drawn.fill}"{edge}/>'
    edge += f' rx="{_number(drawn.round)}"' if drawn.round else ""
    edge += ' stroke-dasharray="5 3"' if drawn.dashed else ""
    place = f'x="{_number(drawn.x)}" y="{_number(drawn.y)}" width="{_number(drawn.width)}"'
    box = f'<rect {place} height="{_number(drawn.height)}" fill="{drawn.fill}"{edge}/>'
    lines = "".join(f"M{_number(a)} {_number(b)}l{_number(c - a)} {_number(d - b)}" for a, b, c, d in hatching(drawn))
    if not lines or drawn.hatched is None:
        return box
    return f'{box}<path d="{lines}" stroke="{drawn.hatched.on}" stroke-opacity="0.3" stroke-width="1.3"/>'


def _number(value: float) -> str:
    """Format a length with at most one decimal.

    >>> _number(3.0), _number(2.25)
    ('3', '2.2')
    """
    return f"{value + 0.0:.1f}".removesuffix(".0")
