"""The numbers that describe a game, for programs that play it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """The numbers that a program needs to know about a game before it plays; see `Game.facts`.

    Attributes:
        actions: The number of action ids; they run from 0.
        most_legal: The largest number of actions that can be legal at once.
        outcomes: The number of ids of chance outcomes, from 0; 0 for a game without chance.
        longest: The largest number of decisions in a game, by number of seats; None if a game can go on without end.
        lowest: The least utility of a seat. A seat's utility is its share of the result.
        highest: The greatest utility of a seat.
        utility_sum: The sum of all seats' utilities; every game is constant-sum.
        hidden: Whether a seat can know something that others do not.
        simultaneous: Whether several seats can have to decide at once; each choice is secret until all are made.
        unasked: Whether a seat can ever act although it need not.
        seats: The numbers of seats that the game can be played with.

    Examples:
        >>> import hustings
        >>> facts = hustings.game("president").facts
        >>> facts.actions, facts.longest[2], facts.simultaneous
        (33, 24, True)
    """

    actions: int
    most_legal: int
    outcomes: int
    longest: dict[int, int] | None
    lowest: float
    highest: float
    utility_sum: float
    hidden: bool
    simultaneous: bool
    unasked: bool
    seats: tuple[int, ...]
