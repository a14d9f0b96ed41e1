"""The tables of a class's current game, as its log says."""

from __future__ import annotations

from hustings.classes.state import AND, CLASS_LOG, ClassState, ClassTable
from hustings.gatherings.tables import TablePlan, told_apart
from hustings.rooms.log.log_events import NOBODY, Chair, Made
from hustings.rooms.names import LONGEST_NAME
from hustings.rooms.settings import RoomSettings


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
