"""Seats at tables that play already: for latecomers, and without the people who leave."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from hustings.gatherings.roll import Moved, Roll, Seats
from hustings.rooms.keys import PLACE, new_code

SECRET_BYTES = 32  # of a deal


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


def seat_late(roll: Roll[Any], person: int, open_now: Collection[int], team: int = 1) -> list[Moved]:
    """Return the record that seats a person who has no table at one of the tables `open_now` (see `place_late`)."""
    if not roll.playing or roll.place_of(person) is not None:
        return []
    place = place_late([table.seats for table in roll.tables], open_now, team)
    if place is None:
        return []
    seats = copied(roll.tables[place.table].seats)
    seats[place.seat].append(person)
    return [Moved(place.table, seats)]


def unseat(roll: Roll[Any], people: Collection[int]) -> list[Moved]:
    """Return the records that take people from their seats, if tables play."""
    changed: dict[int, Seats] = {}
    for person in people:
        place = roll.place_of(person) if roll.playing else None
        if place is not None:
            changed.setdefault(place[0], copied(roll.tables[place[0]].seats))[place[1]].remove(person)
    return [Moved(table, seats) for table, seats in changed.items()]


def copied(seats: Seats) -> Seats:
    """Return a copy of a table's seats."""
    return [list(people) for people in seats]


def room_codes(roll: Roll[Any], count: int) -> list[str]:
    """Return new room codes that begin like the gathering's code, so that the proxy chooses the same process."""
    known, codes = set(roll.rooms()), set[str]()
    while len(codes) < count:
        codes |= {new_code(roll.code[:PLACE])} - known
    return list(codes)
