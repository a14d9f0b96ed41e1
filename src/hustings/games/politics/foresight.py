"""Moves that a player can prepare while another player decides."""

from __future__ import annotations

from typing import Any

from hustings.engine.kernels.bits import lowest
from hustings.games.politics.moves import PLAY_ID
from hustings.games.politics.record import PLAY


def foresee(v: Any, seat: int) -> list[int]:
    """Return the cards of the own hand, any of which may border the side by then (PO-5)."""
    hand = int(v.hand[seat]) if v.task == PLAY else 0
    found = []
    while hand:
        found.append(PLAY_ID + int(lowest(hand)))
        hand &= hand - 1
    return found
