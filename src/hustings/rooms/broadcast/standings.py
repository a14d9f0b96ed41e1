"""The standing of a room's series, as everybody sees it."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.log.state import RoomState
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class DuelInfo(Wire):
    """A duel: each deal is played twice, with the sides changed; the lead in both games together wins it.

    deals: the number of deals over. lead: the first seat's lead in the first game of the present deal, by the scores of
    its result, below 0 if it is behind; null during that game and between deals. again: whether the second game is on
    the table. over: whether the duel is over. both: the first seat's lead in either game of the deal that has just
    ended; null otherwise.
    """

    deals: int
    lead: int | None
    again: bool
    over: bool
    both: list[int] | None = None


@dataclass(frozen=True, slots=True)
class SeriesInfo(Wire):
    """The current series of games. over: the number of finished games; shares: the games won by each seat.

    number: the current game's number in the room, from 1; 0 before the first.
    duel: null unless two play a duel, where `shares` counts deals won.
    """

    over: int
    shares: list[float]
    number: int
    duel: DuelInfo | None = None


def series_info(state: RoomState) -> SeriesInfo:
    """Return the standing of a room's series, by the seats of its present game."""
    series, duel = state.series, None
    if state.duel:
        sign = 1 if state.order[0] == 0 else -1
        lead = None if series.lead is None else sign * series.lead
        both = None if series.both is None else [sign * each for each in series.both]
        duel = DuelInfo(series.deals, lead, series.again, series.duel_is_over(), both)
    return SeriesInfo(series.round, [float(series.shares[number]) for number in state.order], state.games, duel)
