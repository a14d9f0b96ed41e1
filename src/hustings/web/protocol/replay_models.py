"""The protocol's messages about finished games: replay, check of the deal, chances to win, review."""

from __future__ import annotations

from typing import Any, Literal

from hustings.arena import Review
from hustings.arena.win_probability import Turn
from hustings.rooms.broadcast.nights import NightInfo
from hustings.rooms.broadcast.updates import EventInfo, ResultInfo, RoomInfo
from hustings.rooms.wire import Facts
from hustings.web.protocol.messages import Crossing, Outgoing, received


class ReplayInfo(Outgoing):
    """GET /api/rooms/{code}/replay: the whole game with hidden information.

    game: its number among the room's games, from 1; room: the room at the end of this game.
    log: all entries: moves ("P1 turn 3") and outcomes of chance ("* TX").
    events: all events, private ones included, each with its entry.
    standing: each seat's score at the end, as the table shows it; after several counts its votes in the last one.
    night: the election night; null for a game without a map.
    """

    room: RoomInfo
    game: int
    log: list[str]
    events: list[EventInfo]
    result: ResultInfo
    standing: list[int]
    night: NightInfo | None


class PointInfo(Outgoing):
    """GET /api/rooms/{code}/replay/{entry}: the table after `entry` entries, with hidden information.

    standing: each seat's score if the game were counted then; after several counts its votes in the last one.
    """

    entry: int
    view: dict[str, Any]
    owes: list[int]
    may: list[int]
    standing: list[int]


class DealCheck(Outgoing):
    """GET /api/rooms/{code}/deal: the result of `hustings verify` for the saved game.

    holds: whether the secret fits the commitment and produces every outcome; text, key and facts explain the result.
    """

    commitment: str
    secret: str
    holds: bool
    text: str
    key: str
    facts: Facts


class ChancesInfo(Outgoing):
    """GET /api/rooms/{code}/replay/chances: each seat's chances to win; ask again later if not `ready`.

    shares: shares[k] has the chances by seat after log entry entries[k].
    playouts: the number of games that bots played on from each point to count the wins.
    turns: the turning points of the game.
    deal: the change by what was dealt before the first choice; null if it may be chance.
    """

    ready: bool
    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[Turn]
    deal: Turn | None = None


class ReviewInfo(Outgoing):
    """GET and POST /api/rooms/{code}/replay/review: the review or its progress.

    state: "none" if nobody has asked for it; "waiting" while `ahead` other reviews come first; "counting" while it is
    made, with `done` of `total` steps; "ready".
    may: whether the sender may ask for the review, because they have a seat.
    review: the review; while it is made, as far as it is known: the decisions that mattered most so far, and no `luck`
    until it is measured.
    """

    state: Literal["none", "waiting", "counting", "ready"]
    may: bool
    ahead: int = 0
    done: int = 0
    total: int = 0
    review: Review | None = None


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (*received(ReplayInfo, PointInfo, DealCheck, ChancesInfo, ReviewInfo),)
