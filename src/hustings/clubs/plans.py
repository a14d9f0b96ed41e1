"""The tables of a club's current round, as its log says."""

from __future__ import annotations

from hustings.clubs.state import CLUB_LOG, KEPT, ClubRound, ClubState, ClubTable
from hustings.gatherings.tables import TablePlan, told_apart
from hustings.rooms.log.log_events import NOBODY, Chair, Made
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
