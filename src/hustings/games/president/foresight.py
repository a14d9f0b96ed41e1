"""The moves that a player can prepare while others are asked."""

from __future__ import annotations

from typing import Any

from hustings.engine.declared import LEGAL
from hustings.games.president.cards import STATES
from hustings.games.president.moves import ACTIONS, refused_choice


def foresee(v: Any, seat: int) -> list[int]:
    """Return the choices of the next week, for which the pyramid sealed now is gone (UP-3)."""
    if v.week >= v.weeks:
        return []
    later = v.copy()
    if later.choice[seat]:
        later.stock[seat, (later.choice[seat] - 1) // STATES] -= 1
    return [action for action in range(ACTIONS) if refused_choice(later, seat, *divmod(action, STATES)) == LEGAL]
