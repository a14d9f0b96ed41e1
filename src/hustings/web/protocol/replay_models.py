"""The protocol's messages about finished games: replay, check of the deal, chances to win, review."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

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


class TurnInfo(Outgoing):
    """A turning point: the log entry that caused it, and each seat's chance to win before and after the entry."""

    entry: int
    before: list[float]
    after: list[float]


class ChancesInfo(Outgoing):
    """GET /api/rooms/{code}/replay/chances: each seat's chances to win; ask again later if not `ready`.

    shares: shares[k] has the chances by seat after log entry entries[k].
    playouts: the number of games that bots played on from each point to count the wins.
    turns: the turning points of the game.
    """

    ready: bool
    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[TurnInfo]


class LeadInfo(Outgoing):
    """A state that a better move wins more often. better, played: how often (0 to 1) after each of the two moves."""

    state: str
    better: float
    played: float


class DecisionInfo(Outgoing):
    """A decision, judged by what the seat knew.

    entry: its number in the log, from 1; best: the best move that was found, which may be the move that was made.
    share: the best move's share of wins; loss: how much smaller that of the move made is; error: its standard error.
    leads: the states that the better move wins more often, for decisions that matter.
    scores: the seat's average scores after the better move and after the other one, for decisions that matter.
    gain: if the best move was made, by how much it wins more than the second best; runner_up: that second best move,
    "" if the gain is too small to matter.
    effects: the immediate effects of the better move and of the other one, by name; empty if no difference matters.
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
    effects: list[dict[str, int]] = Field(default_factory=list)


class LuckInfo(Outgoing):
    """A run of chance outcomes. entry: the log entry at its end; shares: how it changed each seat's chance to win."""

    entry: int
    shares: list[float]


class ReviewBody(Outgoing):
    """A game's review.

    iterations: the number of possible worlds that were searched for each decision.
    luck: by seat, the chance to win that luck added (above 0) or took away; luck_error: the standard errors.
    runs: the luck of each run of chance outcomes.
    matters: by seat, the log entries of the decisions that mattered most: first its losses, then its best moves.
    """

    iterations: int
    decisions: list[DecisionInfo]
    luck: list[float]
    luck_error: list[float]
    runs: list[LuckInfo]
    matters: list[list[int]]


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
    review: ReviewBody | None = None


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (*received(ReplayInfo, PointInfo, DealCheck, ChancesInfo, ReviewInfo),)
