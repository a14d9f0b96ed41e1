"""The rooms of a club: the tables of its current round, and copies without the names of former members."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from hustings.clubs.state import CLUB_LOG, KEPT, ClubRound, ClubState, ClubTable
from hustings.gatherings.tables import TablePlan, told_apart
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import NOBODY, Chair, Made, SeatChanged
from hustings.rooms.settings import RoomSettings


def plans(state: ClubState) -> list[TablePlan]:
    """Return the plans of the tables of the current round, or of the last one of the current evening."""
    return [] if state.round is None else [_plan(state, state.round, table) for table in state.round.tables]


def _plan(state: ClubState, each: ClubRound, table: ClubTable) -> TablePlan:
    game = each.game
    settings = RoomSettings(absent="bot", clock=game.clock, seconds=game.seconds)
    chairs = told_apart([_chair(state, people, game.level) for people in table.seats])
    made = Made(game.game, dict(game.options), chairs, NOBODY, settings, state.code, game.duplicate)
    over = table.finish is not None
    return TablePlan(table.room, CLUB_LOG.key(state.code), made, table.secret, each.at + KEPT, chairs, False, over)


def _chair(state: ClubState, people: list[int], level: str) -> Chair:
    member = state.people[people[0]] if people else None
    if member is None or member.gone:
        return Chair("bot", level=level)
    return Chair("person", member.name, token=member.mark)


FORMER = "former member"


def without_names(bodies: Sequence[str], gone: Collection[str]) -> list[str]:
    """Return the records of a room with other names for some people.

    Args:
        bodies: The records, as the store has them.
        gone: The digests of the people's tokens.
    """
    return [_without(body, gone) for body in bodies]


def _without(body: str, gone: Collection[str]) -> str:
    if not any(mark in body for mark in gone):
        return body
    record = log_events.read(body)
    match record:
        case Made():
            chairs = [_nameless(chair, number, gone) for number, chair in enumerate(record.chairs)]
            return log_events.write(replace(record, chairs=chairs))
        case SeatChanged():
            return log_events.write(replace(record, now=_nameless(record.now, record.chair, gone)))
    return body


def _nameless(chair: Chair, number: int, gone: Collection[str]) -> Chair:
    return chair if chair.token not in gone else replace(chair, name=f"{FORMER} {number + 1}")
