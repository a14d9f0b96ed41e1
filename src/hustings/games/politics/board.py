"""What a picture of Politics shows beside the map."""

from __future__ import annotations

from typing import Any

from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.games.politics import record as r
from hustings.games.politics.cards import CODES, NONE_OR_CARD

PARTIES = {"R": "Republicans", "D": "Democrats", None: ""}


def board(s: Any, seat: int | None) -> Board:
    """How far it is, each seat's party, nominee and number of cards, and the viewer's hand."""
    nominees = [NONE_OR_CARD[s.nominee[side]] for side in range(r.SIDES)]
    notes = []
    for number in range(s.seats):
        side = number % r.SIDES
        party = PARTIES[r.NONE_OR_PARTY[s.party[side]]]
        told = [party, f"nominee from {nominees[side]}" if nominees[side] else ""]
        states = counted(int(s.states[side]), "state")
        notes.append((" · ".join(filter(None, told)), f"{states} · {counted(int(s.held[number]), 'card')}"))
    shelves = []
    if seat is not None:
        held = [code for code, holder in zip(CODES, s.holder, strict=True) if r.NONE_OR_SEAT[holder] == f"P{seat + 1}"]
        shelves.append(Shelf("Your hand", [Laid(code) for code in held], seat, whole=True))
    starred = frozenset(filter(None, nominees))
    return Board(_now(s), notes, shelves, starred=starred, legend="Starred: where the nominees come from")


def _now(s: Any) -> str:
    if s.finished:
        return "The election is over"
    if r.PENDING[s.pending] == "deal":
        return "The third-party vote is dealt" if s.redealt else "The cards are dealt"
    if r.TASK[s.task] in ("side", "nominate"):
        return "The nominations"
    return "After the third-party vote" if s.redealt else f"The election · {counted(int(s.stock), 'extra card')}"
