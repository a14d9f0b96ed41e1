"""Moves that a player can prepare while the other player decides."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import LEGAL
from hustings.games.combat import moves
from hustings.games.combat import record as r


def foresee(v: Any, seat: int) -> list[int]:
    """Return the turns of cards still face down, or while cards are thrown for the signs of another throw (EC-17)."""
    if v.task == r.TURN:
        return [action for action in range(moves.TURN_ID, moves.CALL_ID) if moves.offered(v, seat, action) == LEGAL]
    lying = sum(lies != r.EMPTY for lies in v.lies)
    thrown_for = v.task == r.THROWS or (v.task == r.PICK and lying > 1)
    return list(range(moves.THROW_ID, moves.PICK_ID)) if thrown_for else []
