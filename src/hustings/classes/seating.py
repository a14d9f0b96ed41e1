"""The tables of a class: who sits where, for any number of people and any size of tables and teams.

Everybody gets a seat, and every table has a person; bots take the remaining seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from hustings.classes.state import AND, CLASS_LOG, ClassState, ClassTable
from hustings.gatherings.roll import Seats
from hustings.gatherings.tables import TablePlan, told_apart
from hustings.rooms.log.log_events import NOBODY, Chair, Made
from hustings.rooms.names import LONGEST_NAME
from hustings.rooms.settings import RoomSettings

Shuffle = Callable[[list[int]], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """The teacher's wishes for the seating.

    size      the number of seats at a table.
    team      the most people on one seat.
    together  groups of people to seat at the same table, as far as there is room.
    apart     pairs of people to seat at different tables, as far as there are tables.
    """

    size: int
    team: int = 1
    together: Sequence[Collection[int]] = field(default_factory=tuple)
    apart: Sequence[tuple[int, int]] = field(default_factory=tuple)


def seat_all(people: Sequence[int], wishes: Wishes, shuffle: Shuffle) -> list[Seats]:
    """Return the people at each seat of each table; bots take seats without people.

    There are as few tables as possible, and they are filled evenly. shuffle: shuffles a list in place.

    >>> seat_all([1, 2, 3, 4], Wishes(3), lambda people: None)
    [[[1], [3], []], [[2], [4], []]]
    """
    if not people:
        return []
    most = wishes.size * wishes.team
    count = -(-len(people) // most)
    room = _shares(len(people), count)
    tables: list[list[int]] = [[] for _ in range(count)]
    for group in _groups(people, wishes, shuffle):
        for person in group:
            _place(person, group, tables, room, wishes.apart)
    return [_in_seats(table, wishes.size, shuffle) for table in tables]


def _shares(people: int, tables: int) -> list[int]:
    """Return the number of people at each table; numbers differ by at most one."""
    return [people // tables + (number < people % tables) for number in range(tables)]


def _groups(people: Sequence[int], wishes: Wishes, shuffle: Shuffle) -> list[list[int]]:
    """Return the people in the order in which they are placed: the largest groups first, single people last."""
    free, groups = set(people), list[list[int]]()
    for wish in sorted(wishes.together, key=len, reverse=True):
        group = [person for person in people if person in free and person in wish]
        if len(group) > 1:
            groups.append(group)
            free.difference_update(group)
    split = [person for person in people if person in free and any(person in pair for pair in wishes.apart)]
    others = [person for person in people if person in free and person not in split]
    shuffle(others)
    return [*groups, *([person] for person in [*split, *others])]


def _place(
    person: int, group: list[int], tables: list[list[int]], room: list[int], apart: Sequence[tuple[int, int]]
) -> None:
    """Put a person at the table that breaks the fewest wishes; among such tables, at the one with the most room.

    Args:
        person: The person to place.
        group: The people to seat together with them.
        tables: The people at each table so far.
        room: How many people each table takes in all.
        apart: The pairs of people to seat apart.
    """
    foes = {other for pair in apart if person in pair for other in pair} - {person}

    def cost(number: int) -> tuple[int, int, int, int]:
        here, left = tables[number], room[number] - len(tables[number])
        friends = sum(other in group for other in here)
        fits = left >= len(group) - sum(other in group for table in tables for other in table)
        return (sum(other in foes for other in here), -friends, not fits, -left)

    open_tables = [number for number in range(len(tables)) if len(tables[number]) < room[number]]
    tables[min(open_tables, key=cost)].append(person)


def _in_seats(table: list[int], size: int, shuffle: Shuffle) -> Seats:
    """Spread a table's people evenly over its seats, in a random order of seats; neighbours in the list share seats."""
    shares = _shares(len(table), min(size, len(table)))
    seats: Seats = []
    for share in shares:
        seats.append(table[:share])
        table = table[share:]
    order = [*range(len(seats)), *range(len(seats), size)]
    seats += [[] for _ in range(size - len(seats))]
    shuffle(order)
    return [seats[number] for number in order]


def plans(state: ClassState) -> list[TablePlan]:
    """Return the plans of the tables of the current game."""
    return [_plan(state, table) for table in state.tables]


def _plan(state: ClassState, table: ClassTable) -> TablePlan:
    settings = state.settings
    room_settings = RoomSettings(
        absent="bot",
        clock=settings.clock if state.step is None else "off",
        seconds=settings.seconds,
        reactions=settings.reactions,
        neutral=settings.neutral,
    )
    chairs = told_apart([_chair(state, people) for people in table.seats])
    made = Made(settings.game, dict(settings.options), chairs, NOBODY, room_settings, state.code, settings.duplicate)
    over = table.finish is not None
    owner = CLASS_LOG.key(state.code)
    return TablePlan(table.room, owner, made, table.secret, state.until, chairs, state.frozen, over)


def _chair(state: ClassState, numbers: list[int]) -> Chair:
    people = [state.people[number] for number in numbers]
    playing = [person for person in people if not person.gone and not person.benched]
    if not playing:
        return Chair("bot", level=state.settings.level)
    first, *others = playing
    names = [name for person in playing for name in person.names]
    name = AND.join(names)
    if len(name) > LONGEST_NAME:
        name = AND.join(name.split()[0] for name in names)[:LONGEST_NAME]
    return Chair("person", name, token=first.mark, team=tuple(person.mark for person in others))
