"""What a picture of Electoral College Combat shows beside the map."""

from __future__ import annotations

from typing import Any

from hustings.engine.board import DOWN, EMPTY, Board, Laid, Shelf
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARD_OR_NONE, CODES, WILD_NAMES, WILDS


def board(s: Any, seat: int | None) -> Board:
    """The hand, the stacks, the wild cards won, and the five places."""
    notes = []
    for number in range(r.SEATS):
        won = [WILD_NAMES[code] for code in WILDS if s.where[CODES.index(code)] == r.PILE + number]
        parts = [f"{int(s.stack[number])} to come"]
        if s.layer == number and not s.finished:
            parts.append("laid this hand")
        if s.thrown[number]:
            parts.append("throw sealed")
        notes.append((" · ".join(parts), ", ".join(won)))
    added = frozenset(code for code in CODES if s.where[CODES.index(code)] == r.ADDED)
    places = [_laid(s, place) for place in range(r.PLACES)]
    asked = frozenset(laid.code for laid in places if laid.code) | added
    wild = CARD_OR_NONE[s.wild]
    now = f"Hand {s.hand} of {s.hands}" + (f" · {WILD_NAMES[wild]}" if wild else "")
    shelf = Shelf("On the table", places, numbered=True)
    return Board(now, notes, (shelf,), asked, legend="Outlined: on the table")


def _laid(s: Any, place: int) -> Laid:
    if s.lies[place] == r.EMPTY:
        return Laid(face=EMPTY)
    if s.lies[place] == r.DOWN:
        return Laid(face=DOWN)
    turner = int(s.turner[place])
    return Laid(CARD_OR_NONE[s.card[place]] or "", None if turner == r.NOBODY else turner)
