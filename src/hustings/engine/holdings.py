"""The holders of states as a map shows them, in one form for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holdings:
    """The states in play, their votes and their holders.

    Attributes:
        election: The year whose votes are on the cards, such as "2012".
        sides: The seats of each side, counted from 0; where everybody plays alone, each seat is a side.
        votes: What each state counts in this game, by postal code: all states in play.
        holder: The side (an index of `sides`) that holds each state in play; None where nobody does.
        points: For games in which several sides can stand in one state, what each side has there, in the order of
            `sides`; empty for the others.
        last_count: When more counts followed the one in `holder`, the votes of each side in the last count, 0 for sides
            that had left by then. None after a single count.
    """

    election: str
    sides: tuple[tuple[int, ...], ...]
    votes: Mapping[str, int]
    holder: Mapping[str, int | None]
    points: Mapping[str, tuple[int, ...]]
    last_count: tuple[int, ...] | None = None
