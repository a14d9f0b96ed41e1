"""Draw the parts of a picture: the map of tiles, the seats, the points in each state, the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin
from typing import Any

from hustings.atlas.states import tiles
from hustings.engine.board import DOWN, EMPTY, Board, Laid, Shelf
from hustings.engine.holdings import Holdings
from hustings.engine.picture.canvas import CALL, FOCUS, INK, LINE, LIT, PAPER, SHADE, SHEET, SOFT, Canvas, folded, side

WIDTH, EDGE = 640.0, 16.0
ROOM = WIDTH - 2 * EDGE
GAP = 8.0
TILE_WIDE, TILE_HIGH, TILE_GAP = 52.0, 40.0, 3.6
CARD_HIGH, WIDE, NARROW, TITLE = 46.0, 78.0, 47.0, 104.0
SMALL_HIGH, SMALL_WIDE = 21.0, 122.0
SEAT_HIGH = 66.0


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat to be drawn; side: selects its colour; owes: whether the seat must decide now."""

    name: str
    letter: str
    side: int
    score: str
    note: tuple[str, str]
    owes: bool
    won: bool


def chip(canvas: Canvas, x: float, y: float, size: float, number: int, letter: str) -> None:
    """Draw the square that marks a side: its colour, its hatching and a letter."""
    ink = side(number)
    canvas.box(x, y, size, size, ink.fill, stroke=INK, thick=1.4, hatched=ink)
    inset = size * 0.2
    canvas.box(x + inset, y + inset, size - 2 * inset, size - 2 * inset, ink.fill)
    canvas.words(x + size / 2, y + size * 0.69, letter, size * 0.55, fill=ink.on, bold=True, anchor="middle")


def star(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw a star with its centre at a point."""
    turns = [(k * pi / 5 - pi / 2, radius if k % 2 == 0 else radius * 0.45) for k in range(10)]
    points = [(x + far * cos(turn), y + far * sin(turn)) for turn, far in turns]
    canvas.shape(*points, fill=SHEET, stroke=INK, thick=1.1)


def seats(canvas: Canvas, y: float, shown: Sequence[Seat]) -> float:
    """Draw the seats, two or three in a row; return the lower end of the drawing."""
    columns = 2 if len(shown) in (2, 4) else min(3, len(shown))
    wide = (ROOM - GAP * (columns - 1)) / columns
    for number, seat in enumerate(shown):
        left, top = EDGE + number % columns * (wide + GAP), y + number // columns * (SEAT_HIGH + GAP)
        _seat(canvas, left, top, wide, seat)
    return y + ceil(len(shown) / columns) * (SEAT_HIGH + GAP)


def _seat(canvas: Canvas, x: float, y: float, wide: float, seat: Seat) -> None:
    stands_out = seat.owes or seat.won
    edge = {"stroke": LIT, "thick": 3.0} if seat.owes else {"stroke": INK if seat.won else LINE, "thick": 1.5}
    canvas.box(x, y, wide, SEAT_HIGH, CALL if stands_out else SHEET, **edge)
    canvas.box(x, y, 5, SEAT_HIGH, side(seat.side).fill)
    chip(canvas, x + 12, y + 9, 26, seat.side, seat.letter)
    text = side(seat.side).text
    canvas.words(x + wide - 9, y + 28, seat.score, 21, fill=text, bold=True, anchor="end")
    room = wide - 46 - 15 - 15 * len(seat.score)
    canvas.words(x + 45, y + 21, seat.name, 14, room, bold=True)
    if stands_out:
        wins = "WINS" if seat.won else "TO DECIDE"
        pill = 42.0 if seat.won else 74.0
        canvas.box(x + 45, y + 25, pill, 13, INK)
        canvas.words(x + 45 + pill / 2, y + 35, wins, 9.5, fill=SHEET, bold=True, anchor="middle")
    canvas.words(x + 12, y + 49, seat.note[0], 10.5, wide - 18, fill=SOFT)
    canvas.words(x + 12, y + 61, seat.note[1], 10.5, wide - 18, fill=SOFT)


def tile_map(canvas: Canvas, y: float, held: Holdings, board: Board, letters: Sequence[str]) -> float:
    """Draw the states as tiles with the letters of their holders; return the lower end of the drawing."""
    across, down = TILE_WIDE + TILE_GAP, TILE_HIGH + TILE_GAP
    left = (WIDTH - 11 * across + TILE_GAP) / 2
    places = tiles()
    for code, (column, row) in places.items():
        x, top = left + column * across, y + row * down
        if code in held.votes:
            _tile(canvas, x, top, code, held, board, letters)
        else:
            canvas.box(x, top, TILE_WIDE, TILE_HIGH, SHADE, stroke=LINE, thick=1.1, dashed=True)
            canvas.words(x + TILE_WIDE / 2, top + 25, code, 13, fill=SOFT, italic=True, anchor="middle")
    marked = board.asked or board.veiled or board.starred
    told = folded(board.legend if marked else "", 11.5, 7 * across, 2)
    for number, line in enumerate(told):
        canvas.words(WIDTH / 2, y + 15 + 15 * number, line, 11.5, fill=SOFT, italic=True, anchor="middle")
    return y + (1 + max(row for _, row in places.values())) * down + 4


def _tile(canvas: Canvas, x: float, y: float, code: str, held: Holdings, board: Board, letters: Sequence[str]) -> None:
    holder, votes = held.holder[code], str(held.votes[code])
    asked = code in board.asked
    edge = {"stroke": FOCUS, "thick": 3.2} if asked else {"stroke": INK, "thick": 1.2}
    middle = x + TILE_WIDE / 2
    if holder is None:
        canvas.box(x, y, TILE_WIDE, TILE_HIGH, LINE if code in board.veiled else SHEET, **edge)
        ink, foot = INK, f"? {votes}" if code in board.veiled else votes
    else:
        shown = side(holder)
        canvas.box(x, y, TILE_WIDE, TILE_HIGH, shown.fill, hatched=shown, plate=5.0, **edge)
        canvas.box(x + 5, y + 5, TILE_WIDE - 10, TILE_HIGH - 10, shown.fill)
        ink, foot = shown.on, f"{letters[holder]} {votes}"
    canvas.words(middle, y + 18, code, 15, fill=ink, bold=True, anchor="middle")
    canvas.words(middle, y + 33, foot, 12.5, fill=ink, anchor="middle")
    if code in board.starred:
        star(canvas, x + 5, y + 5, 7.5)


def points(canvas: Canvas, y: float, held: Holdings) -> float:
    """Draw each side's points in each state, four states in a row; return the lower end of the drawing."""
    columns, high = 4, 27.0
    wide = (ROOM - GAP * (columns - 1)) / columns
    order = sorted(held.points, key=lambda code: (-held.votes[code], code))
    for number, code in enumerate(order):
        x, top = EDGE + number % columns * (wide + GAP), y + number // columns * (high + 4)
        canvas.box(x, top, wide, high, SHEET, stroke=LINE, thick=1.0)
        canvas.words(x + 6, top + 18, code, 13, bold=True)
        for place, worth in enumerate(held.points[code]):
            ink, size = side(place), 15.0
            left = x + wide - 5 - (len(held.points[code]) - place) * (size + 2)
            if worth:
                canvas.box(left, top + 6, size, size, ink.fill, stroke=INK, thick=0.8)
                canvas.words(left + size / 2, top + 17.5, str(worth), 11, fill=ink.on, bold=True, anchor="middle")
            else:
                canvas.words(left + size / 2, top + 17.5, "-", 11, fill=SOFT, anchor="middle")
    return y + ceil(len(order) / columns) * (high + 4) + 6


def shelf(canvas: Canvas, y: float, title: str, one: Shelf, deck: Mapping[str, Any], sides: Sequence[int]) -> float:
    """Draw a shelf: a title and a row of cards; return the lower end of the drawing."""
    narrow = not one.small and all(_votes(deck, laid) for laid in one.cards if laid.code) and one.whole
    wide = SMALL_WIDE if one.small else NARROW if narrow else WIDE
    high = SMALL_HIGH if one.small else CARD_HIGH
    most = int((ROOM - TITLE + GAP / 2) // (wide + GAP / 2))
    lines = ceil(len(one.cards) / most) if one.whole and one.cards else 1
    shown = one.cards if one.whole else one.cards[-most:]
    left_out = len(one.cards) - len(shown)
    if left_out:
        title = f"{title}: {len(shown)} of {len(one.cards)}"
    colour = SOFT if one.seat is None else side(sides[one.seat]).text
    told = folded(title, 11, TITLE - 8, 1 if one.small else 3)
    for number, line in enumerate(told):
        canvas.words(EDGE, y + (14 if one.small else 13) + 13 * number, line, 11, fill=colour, bold=True)
    for number, laid in enumerate(shown):
        x, top = EDGE + TITLE + number % most * (wide + GAP / 2), y + number // most * (high + 4)
        _card(canvas, x, top, wide, high, laid, deck, sides)
    if not shown:
        canvas.words(EDGE + TITLE, y + (14 if one.small else 13), "none", 11, fill=SOFT, italic=True)
    return y + lines * (high + 4) + (0 if one.small else 4)


def _card(
    canvas: Canvas,
    x: float,
    y: float,
    wide: float,
    high: float,
    laid: Laid,
    deck: Mapping[str, Any],
    sides: Sequence[int],
) -> None:
    if laid.face == EMPTY:
        canvas.box(x, y, wide, high, PAPER, stroke=LINE, thick=1.0, round=4.0, dashed=True)
        return
    if laid.face == DOWN:
        canvas.box(x, y, wide, high, SOFT, stroke=INK, thick=1.4, round=4.0)
        canvas.box(x + 5, y + 5, wide - 10, high - 10, "none", stroke=SHEET, thick=1.0)
        star(canvas, x + wide / 2, y + high / 2, high / 4)
        return
    whose = None if laid.seat is None else side(sides[laid.seat])
    canvas.box(x, y, wide, high, SHEET, stroke=INK, thick=1.2, round=3.0 if high < CARD_HIGH else 4.0)
    if whose:
        canvas.box(x + 1.5, y + high - 5, wide - 3, 4, whose.fill, hatched=whose)
    card = deck.get(laid.code, {"name": laid.code, "value": 0, "kind": ""})
    many = f" ({laid.count})" if laid.count > 1 else ""
    name, value = f"{card['name']}{many}", str(card["value"] or "")
    if high < CARD_HIGH:
        canvas.words(x + 5, y + 14, name, 10.5, wide - 10 - (16 if value else 0))
        canvas.words(x + wide - 4, y + 14, value, 10.5, bold=True, anchor="end")
    elif card["kind"] == "state":
        tall = wide > NARROW
        canvas.words(x + 6, y + 18, laid.code, 14, bold=True)
        canvas.words(x + wide - 6, y + 18 if tall else y + 37, value, 14 if tall else 13, anchor="end")
        if tall:
            canvas.words(x + 6, y + 34, str(card["name"]), 10, wide - 12, fill=SOFT)
    else:
        for number, line in enumerate(folded(name, 10.5, wide - 10, 3 if not value else 2, bold=True)):
            canvas.words(x + 5, y + 13 + 12 * number, line, 10.5, bold=True)
        canvas.words(x + wide - 6, y + 38, value, 11, anchor="end")


def _votes(deck: Mapping[str, Any], laid: Laid) -> bool:
    return bool(deck.get(laid.code, {}).get("kind") == "state")
