"""Who holds which state: what a map shows, in one form for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hustings.engine.record import Row
    from hustings.engine.table import Table


@dataclass(frozen=True, slots=True)
class Holdings:
    """The states in play, what each is worth and who holds it.

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


def holdings(table: Table) -> Holdings | None:
    """Who holds which state of a table, as far as a spectator may know it; after the end, all of it.

    None for a game without a map.

    Examples:
        >>> import hustings
        >>> held = holdings(hustings.game("combat").start(seats=2, seed=7))
        >>> held.votes["TX"], held.holder["TX"], held.sides
        (38, None, ((0,), (1,)))
    """
    return _told(table, table.record() if table.over else table.view_row(None))


def holdings_seen(table: Table) -> Holdings | None:
    """Who holds which state, as far as a spectator may know it, after the end too; None for a game without a map."""
    return _told(table, table.view_row(None))


def _told(table: Table, row: Row) -> Holdings | None:
    tell = table.game.book.holdings
    return None if tell is None else tell(row, table.events())
