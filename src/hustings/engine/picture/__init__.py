"""Draw a table as a picture: the map, the open cards, the seats, the last events, all as one viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hustings.engine.board import Board
from hustings.engine.errors import HustingsError
from hustings.engine.events import Event, Sentences
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import tally_seen
from hustings.engine.messages import FREE_TEXT
from hustings.engine.moves import seat_label
from hustings.engine.picture import derived, parts
from hustings.engine.picture.canvas import INK, LINE, PAPER, SOFT, Box, Canvas, folded
from hustings.engine.picture.parts import EDGE, ROOM, WIDTH, Seat

if TYPE_CHECKING:
    from hustings.engine.table import Table

__all__ = ["Canvas", "drawing"]

EVENTS = 3  # the number of sentences about the last events below the picture


def drawing(table: Table, seat: int | None = None, names: Sequence[str] = ()) -> Canvas:
    """Draw a table as one seat (None: a spectator) may see it.

    Args:
        table: The table.
        seat: The seat that looks; None for a spectator.
        names: A name for each seat; by default the seats' labels.

    Raises:
        HustingsError: The number of names is wrong.
    """
    people = list(names) or [seat_label(number) for number in range(table.seats)]
    if len(people) != table.seats:
        raise HustingsError("engine.wrong_names", names=len(people), seats=table.seats)
    row, view, events = table.view_row(seat), table.view(seat), table.events(0, seat)
    book, deck = table.book, table.book.texts.cards(table.book.options_of(row))
    board = book.board(row, seat) if book.board else derived.board(book.schema, deck, view, seat)
    held = book.holdings(row, events) if book.holdings else derived.holdings(book.schema, deck, view)
    title = str(book.words["title"])
    canvas = Canvas(WIDTH, title=title)
    canvas.box(0, 0, WIDTH, 0, PAPER)  # the background; its height is set at the end
    sides = _sides(table, held)
    cards = {str(card["code"]): card for card in deck}
    letters = _letters(people)
    marks = letters if _alone(held) else [chr(ord("A") + number) for number in range(max(sides) + 1)]
    sitting = _seats(table, people, board, sides, marks)
    sentences = Sentences(book.words, people, {code: str(card["name"]) for code, card in cards.items()})
    y = _head(canvas, title, board.now, _state(table, sentences, people))
    y = parts.seats(canvas, y, sitting)
    if held:
        y = parts.tile_map(canvas, y + 2, held, board, marks)
        if held.points:
            y = parts.points(canvas, y, held)
    for one in board.shelves:
        y = parts.shelf(canvas, y, sentences.named(one.title), one, cards, sides)
    lines = [_sentence(sentences, event) for event in events[-EVENTS:]]
    canvas.height = _told(canvas, y + 2, lines)
    canvas.drawn[0] = Box(0.5, 0.5, WIDTH - 1, canvas.height - 1, PAPER, stroke=LINE)
    canvas.told = " ".join(_described(table, sentences, people, sitting, held, board))
    return canvas


def _sentence(sentences: Sentences, event: Event) -> str:
    """Return an event's sentence with the seats' names; text typed by people is left unchanged."""
    told = sentences.of(event)
    return told if FREE_TEXT in event.args else sentences.named(told)


def _sides(table: Table, held: Holdings | None) -> list[int]:
    if held is None:
        return list(range(table.seats))
    return [next(number for number, seats in enumerate(held.sides) if seat in seats) for seat in range(table.seats)]


def _alone(held: Holdings | None) -> bool:
    return held is None or all(len(seats) == 1 for seats in held.sides)


def _letters(names: Sequence[str]) -> list[str]:
    """Return a mark for each seat: the first letter of its name if no other seat has it, else the seat's number."""
    first = [name.strip()[:1].upper() for name in names]
    return [
        letter if letter.isalpha() and first.count(letter) == 1 else str(seat + 1) for seat, letter in enumerate(first)
    ]


def _seats(table: Table, people: Sequence[str], board: Board, sides: Sequence[int], marks: Sequence[str]) -> list[Seat]:
    result = table.result
    scores = list(map(str, tally_seen(table)))
    if board.scores and not result:
        scores = list(board.scores)
    return [
        Seat(
            name=people[seat],
            letter=marks[sides[seat]],
            side=sides[seat],
            score=scores[seat],
            note=board.notes[seat],
            owes=seat in table.owes,
            won=result is not None and seat in result.winners,
        )
        for seat in range(table.seats)
    ]


def _state(table: Table, sentences: Sentences, people: Sequence[str]) -> str:
    if result := table.result:
        return sentences.named(result.text)
    waited = ", ".join(people[seat] for seat in sorted(table.owes)) or "chance"
    return f"Waiting for {waited}"


def _head(canvas: Canvas, title: str, now: str, state: str) -> float:
    """Draw the title, the progress, a double line, and whose move it is or the result; return the lower end."""
    canvas.words(EDGE, 29, title, 20, 360, bold=True)
    for number, line in enumerate(folded(now, 12, ROOM - 372, 2)):
        canvas.words(WIDTH - EDGE, 19 + 14 * number, line, 12, fill=SOFT, anchor="end")
    canvas.box(EDGE, 39, ROOM, 2.6, INK)
    canvas.box(EDGE, 43, ROOM, 0.8, INK)
    for number, line in enumerate(folded(state, 13, ROOM, 2, bold=True)):
        canvas.words(EDGE, 60 + 16 * number, line, 13, bold=True)
    return 86


def _told(canvas: Canvas, y: float, lines: Sequence[str]) -> float:
    """Draw the sentences about the last events, the newest last; return the height of the picture."""
    canvas.box(EDGE, y, ROOM, 1, LINE)
    for number, line in enumerate(lines):
        canvas.words(EDGE, y + 17 + 16 * number, line, 12, ROOM, fill=INK if number + 1 == len(lines) else SOFT)
    return y + 17 + 16 * EVENTS


def _described(
    table: Table,
    sentences: Sentences,
    people: Sequence[str],
    sitting: Sequence[Seat],
    held: Holdings | None,
    board: Board,
) -> list[str]:
    """Return sentences that describe the picture for people who cannot see it."""
    told = [f"{table.book.words['title']}. {board.now}. {_state(table, sentences, people)}."]
    for seat in sitting:
        states = [code for code, holder in (held.holder if held else {}).items() if holder == seat.side]
        told.append(f"{seat.name}: {seat.score}; states: {' '.join(states) or 'none'}.")
    return told
