"""Models of what follows the end of a game: the replay, the check of the deal, the chances to win."""

from __future__ import annotations

from typing import Any

from hustings.rooms.broadcast.updates import EventInfo, ResultInfo, RoomInfo
from hustings.rooms.wire import Facts
from hustings.web.protocol.messages import Outgoing


class ReplayInfo(Outgoing):
    """GET /api/rooms/{code}/replay: the whole game, nothing hidden.

    game    its number among the room's games, from 1.   room  as it was at the end of this game.
    log     every entry: moves ("P1 turn 3") and outcomes of chance ("* TX").
    events  everything that happened, each with its entry; those that only one seat was told stand among them.
    """

    room: RoomInfo
    game: int
    log: list[str]
    events: list[EventInfo]
    result: ResultInfo


class PointInfo(Outgoing):
    """GET /api/rooms/{code}/replay/{entry}: what lay on the table after so many entries, nothing hidden."""

    entry: int
    view: dict[str, Any]
    owes: list[int]
    may: list[int]


class DealCheck(Outgoing):
    """GET /api/rooms/{code}/deal: what `hustings verify` says of the saved game.

    holds  whether the secret fits the commitment and brings up every outcome; text says so, or what does not hold, and
           key and facts say it in no language.
    """

    commitment: str
    secret: str
    holds: bool
    text: str
    key: str
    facts: Facts


class TurnInfo(Outgoing):
    """A turning point: the entry that brought it about, and each seat's chance to win before and after it."""

    entry: int
    before: list[float]
    after: list[float]


class ChancesInfo(Outgoing):
    """GET /api/rooms/{code}/replay/chances: how likely each seat was to win; not ready: ask again in a moment.

    shares[k]  by seat, after entry entries[k].   playouts  from how many games each point was counted.
    level      the bots who played them on.
    """

    ready: bool
    level: str
    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[TurnInfo]


#: what the generator of the client's types takes from here: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("ReplayInfo", ReplayInfo, True),
    ("PointInfo", PointInfo, True),
    ("DealCheck", DealCheck, True),
    ("ChancesInfo", ChancesInfo, True),
)
