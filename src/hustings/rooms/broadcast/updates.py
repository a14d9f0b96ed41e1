"""Updates from a room to its viewers: plain data that holds only what the viewer may know.

These dataclasses are also the protocol's messages. Their fields are the keys of the JSON, in order; their types and
docstrings are its documentation. The sender encodes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

from hustings import bots
from hustings.engine.events import Event
from hustings.engine.knowledge import tally_seen
from hustings.engine.moves import Move
from hustings.engine.notation import LegalMoves
from hustings.engine.result import Result
from hustings.engine.table import Table
from hustings.rooms.broadcast.days import DaysInfo, days_info
from hustings.rooms.broadcast.nights import WireNight
from hustings.rooms.broadcast.standings import SeriesInfo, series_info
from hustings.rooms.commands.changes import dealt
from hustings.rooms.errors import RefusalKind
from hustings.rooms.log.log_events import NOBODY, Remark, Verdict
from hustings.rooms.log.rounds import owing, round_now
from hustings.rooms.log.state import Phase, RoomState
from hustings.rooms.names import chair_name
from hustings.rooms.settings import RoomSettings
from hustings.rooms.wire import Facts, JsonText, Wire, WireForm


@dataclass(frozen=True, slots=True)
class MoveInfo(Wire):
    """A legal move."""

    text: str
    seat: int
    verb: str
    args: list[str]


@dataclass(frozen=True, slots=True)
class EventInfo(Wire):
    """An event of the game. entry: the number of the log entry that caused it, from 1 (0: the start)."""

    entry: int
    event: str
    seat: int | None
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultInfo(Wire):
    """A game's result. winners: labels like P1, empty for a draw; shares sum to 1; key, facts: `text` to translate.

    scores: by the game's rules; a table shows `standing`, in which no vote counts twice.
    """

    winners: list[str]
    shares: list[float]
    scores: list[int]
    text: str
    key: str
    facts: Facts


WireMove = Annotated[Move, WireForm(MoveInfo)]
WireEvent = Annotated[Event, WireForm(EventInfo)]
WireResult = Annotated[Result, WireForm(ResultInfo)]
View = Annotated[JsonText, WireForm(dict[str, Any])]
Odds = Annotated[Mapping[str, Fraction], WireForm(dict[str, tuple[int, int]])]


@dataclass(frozen=True, slots=True)
class SeatInfo(Wire):
    """A seat. level: the level of the bot that plays here, even if it stands in for a person.

    number: tells bots of one level apart: 2 for "Ward captain 2"; null if there is no need.
    renamed: whether a person gave the bot another name.
    stood_in: a bot plays for the seat's person, who is away; `kind` is then "bot".
    forfeited: the person stayed away too long, so the bot plays this game to its end.
    model: a language model decides for the seat.
    hints: the number of decisions in this game on which the seat's person asked for hints.
    title: the displayed name of the level; null if no bot plays or the level is not built in.
    character: the key of the bot's character; null for people, for renamed bots, and at a class's table.
    hurried: the bot's last move was below its level, because the server was too busy.
    chair: the player's number in the room, which a rematch keeps, unlike the seat.
    retaken: somebody came to the person's seat with a code that the host had made.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open", "device"]
    level: str | None
    connected: bool
    stood_in: bool
    forfeited: bool
    number: int | None = None
    renamed: bool = False
    model: bool = False
    hints: int = 0
    title: str | None = None
    character: str | None = None
    hurried: bool = False
    chair: int = 0
    retaken: bool = False


@dataclass(frozen=True, slots=True)
class DealInfo(Wire):
    """The commitment to the game's random outcomes, SHA-256 of a secret; the secret is null until the end."""

    commitment: str
    secret: str | None


@dataclass(frozen=True, slots=True)
class ProposalInfo(Wire):
    """A request to take a move back; by: the seat that asks; waiting: seats that have not agreed."""

    by: int
    waiting: list[int]


@dataclass(frozen=True, slots=True)
class RematchInfo(Wire):
    """A rematch that somebody wants; agreed: seats that have agreed; waiting: seats of people here who have not."""

    agreed: list[int]
    waiting: list[int]


@dataclass(frozen=True, slots=True, eq=False)  # the same for all viewers: compared by identity
class RoomInfo(Wire):
    """A room as everybody may see it. host: the host's seat, -1 at a class's table; deal: null before the start.

    majority: the number of votes that wins at this table; null before the first game, and if no number of votes wins.
    too_many: likewise the number of votes that loses.
    sides: the seats of each side, one each if everybody plays alone; empty before the first game.
    link: the address at which friends join the room; the web server fills it in.
    proposal: an open request to take a move back; bots wait meanwhile, and a person's move cancels it.
    rematch: null until a person has agreed to a rematch, and during a game.
    ballot: the number of the public daily ballot that the room plays; null in other rooms.
    dealt: the deal of the game just played by one person against bots, for `MakeRoom.dealt`; null in other rooms.
    days: the deadlines and the leave in a game over days; null in other games.
    """

    code: str
    game: str
    options: dict[str, str]
    phase: Phase
    host: int
    seats: list[SeatInfo]
    spectators: int
    locked: bool
    paused: bool
    terms: RoomSettings
    series: SeriesInfo
    deal: DealInfo | None
    link: str = ""
    proposal: ProposalInfo | None = None
    majority: int | None = None
    too_many: int | None = None
    sides: tuple[tuple[int, ...], ...] = ()
    rematch: RematchInfo | None = None
    ballot: int | None = None
    dealt: str | None = None
    days: DaysInfo | None = None


@dataclass(frozen=True, slots=True)
class ClockInfo(Wire):
    """The clock. seconds: the time for a decision; left: by seat that must move, the seconds left, below 0 if late."""

    kind: Literal["gentle", "strict"]
    seconds: int
    left: dict[str, float]


@dataclass  # neither frozen nor with slots: one is made and written for every viewer of every move
class Snapshot(Wire):
    """Everything this viewer may know now. events: since the viewer's last state; clock: null if it is off.

    owes, may: the seats that must move now, and the seats that may move out of turn. In a round by post, `owes` has the
    seats that have still to plan, and nobody has a legal move.
    sways: by text of a legal move, its immediate effects, such as new odds, each by the name of the field or effect;
    also of moves of any seat that are not legal now, if the game declares them as prospects.
    standing: each seat's score if the game were counted now from public information; after several counts, its votes in
    the last one, 0 for players who had dropped out; empty before the start.
    foreseen: moves that the seat can prepare while a person decides; they may be legal at the seat's next decision.
    night: the election night, after the end of a game with a map.
    ended: the seconds since the game's end, so that all screens stay in step; null if this process did not see the end.
    taken_back: the log's length after moves were taken back since this viewer's last state; null if none were.
    decided: the log's length before the seat's last own decision, null before the first. Moves that the room makes for
    the seat and reactions that the seat declines do not count.
    """

    type: Literal["state"] = field(default="state", kw_only=True)
    seq: int
    room: RoomInfo
    seat: int | None
    view: View | None
    events: list[WireEvent]
    legal: tuple[WireMove, ...]
    owes: list[int]
    may: list[int]
    decision: int | None
    clock: ClockInfo | None = None
    sways: dict[str, dict[str, int]] = field(default_factory=dict)
    over: bool = False
    result: WireResult | None = None
    ended: float | None = None
    taken_back: int | None = None
    standing: tuple[int, ...] = ()
    foreseen: list[str] = field(default_factory=list)
    night: WireNight | None = None
    decided: int | None = None


@dataclass(frozen=True, slots=True)
class Presence(Wire):
    """Someone came, left or was renamed, or options changed; the game is unchanged."""

    type: Literal["room"] = field(default="room", kw_only=True)
    room: RoomInfo


@dataclass(slots=True)  # not frozen, for one is made for every move
class Acknowledged(Wire):
    """The command is in the log, on disk, as record `seq`."""

    type: Literal["ack"] = field(default="ack", kw_only=True)
    id: str
    seq: int


@dataclass(frozen=True, slots=True)
class Refused(Wire):
    """The command changed nothing; id: null if the message had no readable one.

    key, facts: the text in a form to translate; the key is null if there is only the text.
    kind: "stale" if the command answers a decision that is no longer open; a state follows.
    """

    type: Literal["refused"] = field(default="refused", kw_only=True)
    id: str | None
    text: str
    clause: str | None = None
    kind: RefusalKind = "room"
    key: str | None = None
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reasoned(Wire):
    """The answer whether a move or a takeback is allowed now, and if not, why. key, facts: the text to translate."""

    type: Literal["why"] = field(default="why", kw_only=True)
    id: str
    legal: bool
    text: str
    clause: str | None = None
    key: str | None = None
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chances(Wire):
    """Each outcome's chance as [numerator, denominator]; empty if the move reveals nothing.

    kinds: the chances added up by kind of outcome; they may be known even if those of single cards are not.
    """

    type: Literal["odds"] = field(default="odds", kw_only=True)
    id: str
    chances: Odds
    kinds: Odds


@dataclass(frozen=True, slots=True)
class HintInfo(Wire):
    """A hint from the strongest bot. share: the seat's chance to win with the move; null for a single hint.

    weight: the probability with which to play the move, below 1 if the others must not foresee it.
    deal: whether the move answers an offered deal; share then covers all answers, and bots would choose the first.
    """

    text: str
    share: float | None
    weight: float
    deal: bool = False


@dataclass(frozen=True, slots=True)
class Hints(Wire):
    """The strongest bot's best moves for the asker's open decision, three at most, the best first."""

    type: Literal["hints"] = field(default="hints", kw_only=True)
    id: str
    decision: int
    hints: list[HintInfo]


@dataclass(frozen=True, slots=True)
class Remarks(Wire):
    """New chat messages of the room; a new viewer gets at most the last fifty."""

    type: Literal["chat"] = field(default="chat", kw_only=True)
    remarks: list[Remark]


@dataclass(frozen=True, slots=True)
class MarkInfo(Wire):
    """A seat marked the promise in a log entry as kept or broken; the seat's newest mark counts."""

    entry: int
    seat: int
    mark: Verdict


@dataclass(frozen=True, slots=True)
class Marks(Wire):
    """New marks in the current game, oldest first."""

    type: Literal["marks"] = field(default="marks", kw_only=True)
    marks: list[MarkInfo]


@dataclass(frozen=True, slots=True)
class VotesInfo(Wire):
    """The votes on the open decision of the viewer's seat, sent only to the people who share it.

    votes: the number of votes by the move's text; mine: the viewer's own vote; of: the number of people who share.

    A majority decides at once, and so do the votes of all people present. When the time is over, the most votes decide;
    among equals, the move that was voted for first.
    """

    type: Literal["votes"] = field(default="votes", kw_only=True)
    seat: int
    decision: int
    votes: dict[str, int]
    mine: str | None
    of: int


Notice = Snapshot | Presence | Acknowledged | Refused | Reasoned | Chances | Hints | Remarks | Marks | VotesInfo


def room_info(
    state: RoomState,
    connected: frozenset[int],
    spectators: int,
    models: frozenset[int] = frozenset(),
    hurried: frozenset[int] = frozenset(),
    rematch: RematchInfo | None = None,
) -> RoomInfo:
    """Return the room as everybody may see it.

    connected  the chairs whose people are connected; models: the chairs for which a language model decides.
    hurried    the chairs whose bots moved below their level.
    rematch    who has agreed to a rematch.
    """
    seats = []
    for seat, number in enumerate(state.order):
        chair = state.chairs[number]
        stood_in = chair.kind == "person" and chair.stand_in is not None
        kind = "bot" if stood_in else chair.kind
        there = number in connected or kind == "bot"
        renamed = chair.kind == "bot" and bool(chair.name)
        told = (chair_name(chair), kind, chair.bot, there, stood_in, chair.forfeited, chair.number, renamed)
        title = bots.LEVELS[chair.bot].title if chair.bot in bots.LEVELS else None
        hints, below = len(state.hints.get(number, ())), number in hurried and kind == "bot" and state.phase != "lobby"
        retaken = number in state.retaken
        seats.append(SeatInfo(seat, *told, number in models, hints, title, chair.character, below, number, retaken))
    deal, asked = state.deal, state.proposal
    waiting = sorted(state.seat_of(number) for number in state.waiting)
    return RoomInfo(
        code=state.code,
        game=state.game_name,
        options=state.game.options,
        phase=state.phase,
        host=NOBODY if state.host == NOBODY else state.seat_of(state.host),
        seats=seats,
        spectators=spectators,
        locked=state.locked,
        paused=state.paused,
        terms=state.settings,
        series=series_info(state),
        deal=DealInfo(deal.commitment, deal.secret if state.phase == "over" and not state.hides(state.games) else None)
        if deal and state.ballot is None
        else None,
        proposal=None if asked is None else ProposalInfo(state.seat_of(asked.chair), waiting),
        majority=None if state.table is None else state.table.majority,
        too_many=None if state.table is None else state.table.too_many,
        sides=() if state.table is None else state.table.sides,
        rematch=rematch,
        ballot=None if state.ballot is None or state.of_class is not None else state.ballot.number,
        dealt=dealt(state),
        days=days_info(state),
    )


def snapshot_of(state: RoomState, room: RoomInfo, seat: int | None, since: int, clock: ClockInfo | None) -> Snapshot:
    """Return the room and its table as `seat` may see them; since: how many log entries the viewer has seen."""
    table = state.table
    decision = None if seat is None else state.decisions[state.order[seat]]
    if table is None:
        return Snapshot(state.seq, room, seat, None, [], (), [], [], decision, clock)
    by_post = round_now(state) is not None
    legal = () if by_post else tuple(_legal(state, table, seat) or ())
    result = table.result
    return Snapshot(
        seq=state.seq,
        room=room,
        seat=seat,
        view=JsonText(state.view(seat)),
        events=table.events(since=since, seat=seat),
        legal=legal,
        owes=owing(state),
        may=[] if by_post else sorted(table.may),
        decision=decision,
        clock=clock,
        sways=table.prospects(seat) | table.previews(legal),
        over=result is not None,
        result=result,
        standing=tally_seen(table),
        foreseen=[] if by_post else _foreseen(state, table, seat),
        night=table.night,
        decided=None if seat is None else state.last_decision(state.order[seat]),
    )


def _legal(state: RoomState, table: Table, seat: int | None) -> LegalMoves | None:
    """Return the legal moves of a seat; None if it has none, while the room is paused, and after a forfeit."""
    due = table.due
    if seat is None or not (seat in due.owes or seat in due.may) or state.paused:
        return None
    return None if state.chair_at(seat).forfeited else table.legal(seat)


def _foreseen(state: RoomState, table: Table, seat: int | None) -> list[str]:
    """Return the moves that a seat can prepare; none while only bots are awaited or after a forfeit."""
    if seat is None or seat in table.due.owes or state.chair_at(seat).forfeited:
        return []
    asked = map(state.chair_at, table.due.owes)
    waits = any(chair.kind == "person" and chair.stand_in is None for chair in asked)
    return table.foreseen(seat) if waits else []


def clock_info(state: RoomState, left: dict[int, float]) -> ClockInfo | None:
    """Return the public clock, or None if no clock counts seconds; left: the seconds of each seat."""
    settings = state.settings
    match settings.clock:
        case "gentle" | "strict" as kind:
            return ClockInfo(kind, settings.seconds, {str(seat): seconds for seat, seconds in left.items()})
        case _:
            return None
