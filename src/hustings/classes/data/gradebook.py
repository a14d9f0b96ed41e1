"""A table for a gradebook: one row for each person of a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hustings.arena.figures import CSV, as_bytes
from hustings.classes.data.codebook import FILES
from hustings.classes.data.export import StoredLog, collected, pseudonyms_of
from hustings.classes.state import ClassState
from hustings.gatherings.results import Finish, sides_of
from hustings.gatherings.spreadsheets import BYTE_ORDER_MARK, harmless

COLUMNS = {
    "name": str,
    "alias": str,
    "shares_with": str,
    "games": int,
    "places": str,
    "right": int,
    "asked": int,
    "decisions": int,
}
OWN = ("person", "team")  # moves that people made themselves, not a bot for them


def gradebook(code: str, log: StoredLog, rooms: dict[str, StoredLog]) -> bytes:
    """Return the table as CSV: places by game, questions with a right answer, and decisions of each person.

    Two people who share a phone have a row each, with the same figures.

    Args:
        code: The code of the class.
        log: The log of the class.
        rooms: The logs of the class's finished tables, by code.
    """
    state, found = collected(code, log, rooms)
    columns = [column.name for column in FILES["decisions"]]
    people, mover = columns.index("people"), columns.index("mover")
    decisions = Counter(name for row in found["decisions"] if row[mover] in OWN for name in str(row[people]).split())
    pseudonyms = pseudonyms_of(state)
    rows: dict[str, list[object]] = {column: [] for column in COLUMNS}
    for person in sorted(state.present_people(), key=lambda one: one.name.casefold()):
        places = list(_places(state, person.number))
        right, asked = state.marks(person.number) or (0, 0)
        told = (len(places), " ".join(map(str, places)), right, asked, decisions[pseudonyms[person.number]])
        for name, other in zip(person.names, [*person.names[1:], person.name], strict=True):
            with_whom = "" if other == name else harmless(other)
            for column, value in zip(COLUMNS, (harmless(name), person.alias, with_whom, *told), strict=True):
                rows[column].append(value)
    return BYTE_ORDER_MARK + as_bytes(rows, CSV, COLUMNS)


def _places(state: ClassState, person: int) -> Iterator[int]:
    """Yield a person's place at their table in each finished game."""
    for game in state.games:
        for table in game.tables:
            seat = table.seat_of(person)
            if seat is not None and table.finish is not None:
                sides = [tuple(side) for side in sides_of(game.settings, len(table.seats))]
                yield place_of(table.finish, sides, next(side for side in sides if seat in side))


def place_of(finish: Finish, sides: list[tuple[int, ...]], own: tuple[int, ...]) -> int:
    """Return the place of a side, from 1: winners come first, then the higher scores; level sides share a place."""

    def rank(side: tuple[int, ...]) -> tuple[bool, int]:
        return any(seat in finish.winners for seat in side), finish.scores[side[0]]

    return 1 + sum(rank(side) > rank(own) for side in sides)
