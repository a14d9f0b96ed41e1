"""Seats for latecomers at tables that play already."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

Seats = list[list[int]]  # the people at each seat of a table; none for a bot


@dataclass(frozen=True, slots=True)
class Place:
    """A seat for a latecomer."""

    table: int
    seat: int


def place_late(tables: Sequence[Seats], open_now: Collection[int], team: int) -> Place | None:
    """Return a latecomer's place at one of the tables `open_now`, or None if they can only watch.

    The first choice is a bot's seat at the table with the fewest people, the second a place in the smallest team.
    """
    free = [
        (sum(map(len, tables[table])), table, seat)
        for table in open_now
        for seat, people in enumerate(tables[table])
        if not people
    ]
    if free:
        _, table, seat = min(free)
        return Place(table, seat)
    joinable = [
        (len(people), table, seat)
        for table in open_now
        for seat, people in enumerate(tables[table])
        if len(people) < team
    ]
    if not joinable:
        return None
    _, table, seat = min(joinable)
    return Place(table, seat)
