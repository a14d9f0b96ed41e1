"""Who holds which state, as a map shows it, in one form for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holdings:
    """The states in play, their votes and their holders.

    Attributes:
        election: The year whose votes are on the cards, such as "2012".
        sides: The seats of each side, counted from 0; if everybody plays alone, each seat is a side.
        votes: The votes of each state in play, by postal code.
        holder: For each state in play, the side that holds it (an index of `sides`), or None if no side does.
        points: In games in which several sides can compete in one state: each side's points there, in the order of
            `sides`. Empty in other games.
        last_count: If the game was counted several times: each side's votes in the last count, 0 for sides that had
            left by then; `holder` shows the first count. None after a single count.
        parties: The code of each side's party, "" while it has none, in games whose boards mark the sides by their
            parties. Empty in other games.
    """

    election: str
    sides: tuple[tuple[int, ...], ...]
    votes: Mapping[str, int]
    holder: Mapping[str, int | None]
    points: Mapping[str, tuple[int, ...]]
    last_count: tuple[int, ...] | None = None
    parties: tuple[str, ...] = ()
