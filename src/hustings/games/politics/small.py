"""Smaller versions of Politics for research, with fewer states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.engine.kernels.bits import lowest
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS
from hustings.games.politics.election import begin
from hustings.games.politics.record import State
from hustings.games.politics.rules import HAND

SIZES = {"cards": range(6, CARDS + 1)}
CENTRE = CODES.index("OH")


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with the states nearest to Ohio; hands are smaller if the cards are few, but never empty (PO-1)."""
    near, deck = [CENTRE], 1 << CENTRE
    for card in near:
        others = int(NEIGHBOURS[s.waters, card]) & ~deck
        while others and len(near) < sizes["cards"]:
            near.append(lowest(others))
            deck |= 1 << near[-1]
            others &= others - 1
    begin(s, deck, min(HAND, max(1, sizes["cards"] // (s.seats + 1))))
