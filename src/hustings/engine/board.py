"""The things on a table that pictures show, in one form for every game.

A game builds its board from one seat's view, so a picture shows nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UP, DOWN, EMPTY = "up", "down", "empty"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table, or an empty place for one.

    Attributes:
        code: The card's code; "" if it lies face down or the place is empty.
        seat: The seat that owns the card or turned it; None if no seat did.
        face: "up", "down" or "empty".
        count: The number of equal cards that lie there.
    """

    code: str = ""
    seat: int | None = None
    face: str = UP
    count: int = 1


@dataclass(frozen=True, slots=True)
class Shelf:
    """A row of cards that lie together, such as a hand or a discard pile.

    Attributes:
        title: A few words that describe the cards; labels of seats (P1) are shown as names.
        cards: The cards in order; if there is no room for all, the last ones are drawn.
        seat: The seat in front of which the cards lie; None if they belong to the whole table.
        small: Whether to draw only the cards' names, as for a row that every seat has.
        whole: Whether to draw all cards, on several lines if necessary, as for a hand.
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
    """Everything a picture shows of a table, except who holds which state (`Holdings`).

    Attributes:
        now: The progress of the game in a few words.
        notes: Two lines of text about each seat.
        shelves: The cards that the viewer sees. A spectator's board always has the same number of shelves, so that
            pictures of one game have the same size.
        asked: The states that the current decision is about; the map outlines them.
        veiled: States whose holder the viewer does not know.
        starred: States that are marked by a star.
        legend: The meaning of the outline.
        scores: For each seat, a text to show instead of its score while scores are hidden; empty to show the scores.
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
    """Return a number of things in words, with the noun in the singular or plural.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
