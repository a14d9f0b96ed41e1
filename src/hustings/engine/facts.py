"""A game in numbers, for programs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """A game in numbers, as programs ask for them before they play it. Made by `Game.facts`.

    Attributes:
        actions: How many action ids there are; ids run from 0.
        most_legal: The most of them that can be legal at once.
        outcomes: How many outcomes chance can have, by ids from 0; 0 for a game without chance.
        longest: The most decisions there can be in a game, by number of seats; None where nothing ends it for certain.
        lowest: The least utility, a seat's share of the result.
        highest: The greatest utility.
        utility_sum: What the utilities of all seats sum to: a game is always constant-sum.
        hidden: Whether a seat knows anything that others do not.
        simultaneous: Whether several seats can owe a decision at once, each sealed until the last is in.
        unasked: Whether a seat can ever act while it owes nothing.
        seats: The numbers of seats it can be played with.

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
