"""Models for finished games: replay, check of the deal, chances to win, review."""

from __future__ import annotations

from typing import Any, Literal

from hustings.rooms.broadcast.nights import NightInfo
from hustings.rooms.broadcast.updates import EventInfo, ResultInfo, RoomInfo
from hustings.rooms.wire import Facts
from hustings.web.protocol.messages import Outgoing


class ReplayInfo(Outgoing):
    """GET /api/rooms/{code}/replay: the whole game with hidden information.

    game    its number among the room's games, from 1.   room  as it was at the end of this game.
    log     every entry: moves ("P1 turn 3") and outcomes of chance ("* TX").
    events  all events, private ones included, each with its entry.
    night   how the states come in one by one; null for a game without a map.
    """

    room: RoomInfo
    game: int
    log: list[str]
    events: list[EventInfo]
    result: ResultInfo
    night: NightInfo | None


class PointInfo(Outgoing):
    """GET /api/rooms/{code}/replay/{entry}: the table after `entry` entries, with hidden information.

    standing  each seat's score if the game were counted then.
    """

    entry: int
    view: dict[str, Any]
    owes: list[int]
    may: list[int]
    standing: list[int]


class DealCheck(Outgoing):
    """GET /api/rooms/{code}/deal: the result of `hustings verify` for the saved game.

    holds  whether the secret fits the commitment and produces every outcome; text, key and facts explain the result.
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
    """GET /api/rooms/{code}/replay/chances: each seat's chances to win; not ready: ask again in a moment.

    shares[k]  by seat, after entry entries[k].   playouts  from how many games each point was counted.
    level      the bots who played them on.
    """

    ready: bool
    level: str
    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[TurnInfo]


class LeadInfo(Outgoing):
    """A state that the better of two moves holds more often at the end: of 1, after that move and after the other."""

    state: str
    better: float
    played: float


class DecisionInfo(Outgoing):
    """A decision, judged on the seat's own knowledge.

    entry   its entry in the log, counted from 1.   best: the best move found, which may be the one made.
    share   the best move's share of wins.   loss: how much less the move made wins; error: its standard error.
    leads   where the better move leads, if that is worth telling.
    scores  the seat's average after the better move and after the other.
    gain    how much more the best move, if it was made, wins than the next best; runner_up: that one, "" if the gain is
            too small to tell.
    """

    entry: int
    seat: int
    move: str
    best: str
    share: float
    loss: float
    error: float
    slip: Literal["", "inaccuracy", "mistake", "blunder"]
    leads: list[LeadInfo]
    scores: tuple[float, float] | None
    gain: float
    runner_up: str


class LuckInfo(Outgoing):
    """A run of chance. entry: its last one in the log; shares: how it changed each seat's chance of winning."""

    entry: int
    shares: list[float]


class ReviewBody(Outgoing):
    """A game's review.

    iterations  worlds searched for each decision.
    accuracy    by seat, 0 to 100; null for a seat that had nothing to decide.   lost: by seat, all its losses together.
    luck        what chance gave each seat (above 0) or took; luck_error: the standard errors.   runs: run by run.
    matters     by seat, the entries of the decisions that mattered most, the first one first.
    """

    iterations: int
    decisions: list[DecisionInfo]
    accuracy: list[float | None]
    lost: list[float]
    luck: list[float]
    luck_error: list[float]
    runs: list[LuckInfo]
    matters: list[list[int]]


class ReviewInfo(Outgoing):
    """GET and POST /api/rooms/{code}/replay/review: the review or its progress.

    state  none: nobody has asked for it; waiting: others come first, so many of them as `ahead` says; counting: so many
           entries are done of the total; ready.
    may    whether whoever asks may have it made: those who have a seat may.
    """

    state: Literal["none", "waiting", "counting", "ready"]
    may: bool
    ahead: int = 0
    done: int = 0
    total: int = 0
    review: ReviewBody | None = None


#: what the generator of the client's types takes from here: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("ReplayInfo", ReplayInfo, True),
    ("PointInfo", PointInfo, True),
    ("DealCheck", DealCheck, True),
    ("ChancesInfo", ChancesInfo, True),
    ("ReviewInfo", ReviewInfo, True),
)
