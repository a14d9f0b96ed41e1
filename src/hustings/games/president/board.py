"""What a picture of U.S. President shows beside the map."""

from __future__ import annotations

from typing import Any

from hustings.engine.board import Board
from hustings.games.president.cards import CODES, SIZE_NAMES
from hustings.games.president.record import CHOICES, NOBODY


def board(s: Any, seat: int | None) -> Board:
    """The week, the pyramids left, and the viewer's own sealed choice."""
    notes = []
    for number in range(s.seats):
        left = ", ".join(f"{int(s.stock[number, size])} {name}" for size, name in enumerate(SIZE_NAMES))
        choice = CHOICES[s.choice[number]] if number == seat else None
        sealed = f"sealed: {choice}" if choice else "choice sealed" if s.sealed[number] else ""
        notes.append((left, sealed))
    aside = frozenset(code for code, holder in zip(CODES, s.holder, strict=False) if holder == NOBODY)
    now = "The cards are dealt" if s.to_deal else f"Week {s.week} of {s.weeks}"
    legend = "Outlined: the card lies beside the map, nobody's"
    return Board(now, notes, asked=frozenset() if s.to_deal or s.finished else aside, legend=legend)
