"""The table as a picture shows it, in one form for every game; made from a view, never from the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UP, DOWN, EMPTY = "up", "down", "empty"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card, or the place for one.

    Attributes:
        code: The card's code; "" where it lies face down or the place is empty.
        seat: Whose it is or who turned it; None: nobody's.
        face: "up", "down" or "empty".
        count: How many of it lie there.
    """

    code: str = ""
    seat: int | None = None
    face: str = UP
    count: int = 1


@dataclass(frozen=True, slots=True)
class Shelf:
    """Cards that lie together.

    Attributes:
        title: What they are, in a few words; seats' labels become names.
        cards: The cards in order; of more than there is room for, the last ones are drawn.
        seat: The seat in front of which they lie; None: before all.
        small: Whether the cards' names do, as for a row that everybody has.
        whole: Whether all of them are drawn, on as many lines as it takes: a hand.
        numbered: Whether moves name the cards' places by number, from 1.
    """

    title: str
    cards: Sequence[Laid] = ()
    seat: int | None = None
    small: bool = False
    whole: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The things on a table besides the holders of states.

    Attributes:
        now: How far the game has come, in a few words.
        notes: Two lines about each seat.
        shelves: The open cards; as many shelves all game long for a spectator, so that pictures keep their size.
        asked: States in question, outlined on the map.
        veiled: States held by somebody the viewer does not know.
        starred: States with a star.
        legend: What the outline means.
        scores: What stands for each seat's score while the game goes on, where that is hidden; empty: the score.
    """

    now: str
    notes: Sequence[tuple[str, str]]
    shelves: Sequence[Shelf] = ()
    asked: frozenset[str] = frozenset()
    veiled: frozenset[str] = frozenset()
    starred: frozenset[str] = frozenset()
    legend: str = ""
    scores: Sequence[str] = ()


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
