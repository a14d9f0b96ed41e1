"""Messages between server and client; updates from a room are in `hustings.rooms.broadcast.updates`.

The client's TypeScript types are generated from the models' JSON Schema (scripts/protocol_types.py); docs/protocol.md
describes them. The bodies of HTTP requests are in `requests`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from hustings.daily import Placing
from hustings.engine.errors import HustingsError
from hustings.rooms.automation.post import PlanInfo
from hustings.rooms.broadcast.updates import Notice, RoomInfo
from hustings.rooms.commands.hints import AskHints
from hustings.rooms.commands.play import Play, Resign
from hustings.rooms.commands.queries import MayTakeBack, Odds, Why
from hustings.rooms.commands.registry import MOST_EXACT, Incoming, Looking
from hustings.rooms.commands.remarks import MarkWords, Say
from hustings.rooms.commands.takeback import Consent, TakeBack
from hustings.rooms.names import Reaction
from hustings.rooms.room import HostCommand
from hustings.rooms.settings import SettingInfo
from hustings.rooms.wire import Facts, Wire
from hustings.web.protocol.requests import (
    ClaimSeat,
    HandIn,
    JoinRoom,
    KeepSeats,
    MakeRoom,
    MySeats,
)


def message_of(error: HustingsError) -> dict[str, Any]:
    """Return the key and facts of an error as a dictionary, which is empty if the error has none."""
    return error.message.as_dict() if error.message else {}


class Outgoing(BaseModel):
    """Base class of the server's responses; all keys are always present."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


# ---- REST, from the server


class CodeKind(Outgoing):
    """GET /api/codes/{code}: whether the code is a room's, a class's or a club's."""

    kind: Literal["room", "class", "club"]


class Problem(Outgoing):
    """The body of every 4xx and 503 response: one sentence, and the clause if a rule forbids the request.

    key, facts: the sentence in a form to translate; the key is null if the sentence has no translation.
    """

    error: str
    clause: str | None = None
    key: str | None = None
    facts: Facts = Field(default_factory=dict)

    @classmethod
    def of(cls, error: HustingsError) -> Problem:
        """Return the problem body for an error."""
        return cls(error=str(error), clause=getattr(error, "clause", None), **message_of(error))


class MyGame(Outgoing):
    """A game in which a device has a seat. mine: the seats of this device; number: the game's number in its room.

    names, levels: by seat, a name is empty for an open seat, a level null for a person; owes: the seats that must move
    now. winners: seats, none after a draw; shares, scores: by seat; these three are null until the end. scores: as the
    table shows them; after several counts the votes in the last one. forfeited: the seats whose players gave the game
    up or stayed away too long, and so lost it whatever the result. ballot: the number of the daily ballot that the
    room plays. until: in a game over days, the deadline of the device's seats that must move, else the next of the
    others, in seconds since 1970; else null.
    """

    code: str
    game: str
    phase: Literal["lobby", "playing", "over"]
    number: int
    names: list[str]
    levels: list[str | None]
    owes: list[int]
    mine: list[int]
    forfeited: list[int]
    until: float | None
    ballot: int | None
    winners: list[int] | None
    shares: list[float] | None
    scores: list[int] | None


class MyGames(Outgoing):
    """POST /api/mine/games. gone: codes with which the given token has no seat; other missing codes are unknown."""

    games: list[MyGame]
    gone: list[str]


class KeptSeat(Outgoing):
    """A seat of a device: the code of its room and its token."""

    code: str
    token: str


class KeptSeats(Outgoing):
    """POST /api/mine/seats: the seats in the device's cookie, the newest first."""

    seats: list[KeptSeat]


class BallotField(Outgoing):
    """The results of all levels with a ballot, the weakest first; empty until all have played: `done` of `total`."""

    ready: bool
    done: int
    total: int
    placings: list[Placing]


class OptionInfo(Outgoing):
    """An option of a game. labels: the displayed words for each value.

    default: the value where a request names none; usual: the one that a page offers first.
    """

    name: str
    values: list[str]
    default: str
    usual: str
    label: str
    help: str
    labels: dict[str, str]


class GameInfo(Outgoing):
    """A game as the home page shows it. players: the possible numbers of seats; minutes: the shortest and longest time.

    days: the same in days if people play over days; empty if they cannot. days_with: the same by an option and its
    values, where it depends on them. by_post: whether people hand in plans for rounds there instead of moves.
    lesson: whether it has a guided first game.
    majority: the number of votes that wins under the default options; null if no number does.
    """

    name: str
    title: str
    players: list[int]
    minutes: list[int]
    days: list[int]
    days_with: dict[str, dict[str, list[int]]]
    by_post: bool
    line: str
    lesson: bool
    majority: int | None
    options: list[OptionInfo]


class CardInfo(Outgoing):
    """A card. value: its value under the default options; values: by option value, if it depends on an option.

    facts: everything else printed on the card, e.g. {"party": "R", "nominee": "Theodore Roosevelt"}.
    """

    code: str
    name: str
    value: int
    kind: str
    values: dict[str, int] = Field(default_factory=dict)
    facts: dict[str, Any] = Field(default_factory=dict)


class ClauseInfo(Outgoing):
    """A clause of the rules, in our words. when: the options under which it applies, e.g. {"edition": "prose"}."""

    id: str
    title: str
    text: str
    when: dict[str, str]


Axis = Literal["seats", "words", "places"]


class FieldInfo(Outgoing):
    """A field of the view, in the order of the game's schema. meaning: one line of documentation.

    axes: for each axis of an array, the meaning of its indices: "seats"; "places"; or "words", which are keys of a JSON
    object.
    """

    name: str
    meaning: str
    axes: list[Axis]


class WeightInfo(Outgoing):
    """How much an event matters: a table pauses at a big one, and summaries leave a small one out.

    votes: the fewest votes of a card for which its event has this weight; below that, the event is neither.
    """

    weight: Literal["small", "big"]
    votes: int


class GameDetail(GameInfo):
    """A game with its cards, its clauses and its words.

    fields: the fields of the view, for clients that do not know the game.
    odds: exact chances that depend on one number that everybody sees: by field of the view, then by the field's value,
    the chance as [numerator, denominator]; a value beyond either end counts as that end.
    weights: by name, the events that are big or small.
    parts: by name, the events after which a part of the game begins: a unit that people remember, or one between units.
    """

    cards: list[CardInfo]
    clauses: list[ClauseInfo]
    words: dict[str, Any]
    fields: list[FieldInfo]
    odds: dict[str, dict[str, tuple[int, int]]]
    weights: dict[str, WeightInfo] = Field(default_factory=dict)
    parts: dict[str, Literal["unit", "between"]] = Field(default_factory=dict)


class LevelInfo(Outgoing):
    """A level of bots."""

    name: str
    title: str
    line: str


class SeatCode(Outgoing):
    """POST /api/rooms/{code}/seats/{seat}/code: the code lets somebody claim the seat once.

    link: opens the room, with the code after the #, which browsers do not send to servers; qr: the link as an SVG.
    """

    code: str
    link: str
    qr: str


class Seated(Outgoing):
    """The response to making or joining a room. Whoever has the token sits on the seat."""

    room: RoomInfo
    seat: int
    token: str


class Health(Outgoing):
    """GET /api/health: how busy the server is. moves: the number of moves since it started.

    client: the address from which this request came, as limits and bans see it; secure: whether it came by TLS.
    """

    ok: bool
    version: str
    rooms: int
    sockets: int
    moves: int
    client: str
    secure: bool


class Ready(Outgoing):
    """GET /api/ready. text: the fault, or null; key, facts: the same in a form to translate.

    damaged: the codes of rooms whose logs could not be read.
    """

    ready: bool
    damaged: list[str] = Field(default_factory=list)
    text: str | None = None
    key: str | None = None
    facts: Facts = Field(default_factory=dict)


# ---- WebSocket, from the client


class HelloBody(Incoming):
    """The body of `Hello`. token: the seat's token, null to watch; if left out, the cookie's token.

    since: the last `seq` the client has seen, so that it gets only later events.
    deltas: ignored; clients of earlier versions ask for changes instead of whole states, and understand both.
    model: whether a language model decides for the seat, which everybody can see.
    looking: see `Looking`.
    """

    token: Annotated[str, Field(max_length=64)] | None = None
    since: Annotated[int, Field(ge=0, le=MOST_EXACT)] | None = None
    deltas: bool = False
    model: bool = False
    looking: bool = True


class Hello(Incoming):
    """The first message on a socket."""

    hello: HelloBody


class Ping(Incoming):
    """Ask for a `Pong`, to test the connection."""

    ping: Annotated[int, Field(ge=-MOST_EXACT, le=MOST_EXACT)]


#: a message fits only one of these, so the first that fits is right; the most frequent comes first
ClientMessage = Annotated[
    Play | Why | Odds | Say | MarkWords | AskHints | TakeBack | MayTakeBack | Consent | Resign | Ping | Looking | Hello,
    Field(union_mode="left_to_right"),
]


# ---- WebSocket, from the server


@dataclass(frozen=True, slots=True)
class Pong(Wire):
    """The answer to `Ping`. n: the number in the ping."""

    type: Literal["pong"] = field(default="pong", kw_only=True)
    n: int


ServerMessage = Annotated[Notice | Pong, Field(discriminator="type")]

# ---- without a WebSocket


class LineOpened(Outgoing):
    """Reply to a `Hello` posted to /api/rooms/{code}/line. line: the secret name of the connection while it is open."""

    line: str


class Poll(Incoming):
    """POST /api/rooms/{code}/poll. after: the number of the last message read; send: messages, in order.

    wait: for how many seconds to wait if there is no new message.
    """

    line: Annotated[str, Field(max_length=64)]
    after: Annotated[int, Field(ge=0, le=MOST_EXACT)] = 0
    send: Annotated[list[dict[str, Any]], Field(max_length=8)] = Field(default_factory=list)
    wait: Annotated[int, Field(ge=0, le=25)] = 0


class PollClosed(Outgoing):
    """The polled connection is closed; code: as for a WebSocket. key, facts: `reason` in a form to translate."""

    code: int
    reason: str
    key: str | None = None
    facts: Facts = Field(default_factory=dict)

    @classmethod
    def of(cls, code: int, error: HustingsError) -> PollClosed:
        """Return the close message for an error."""
        return cls(code=code, reason=str(error), **message_of(error))


class Polled(Outgoing):
    """The answer to `Poll`. messages: all messages after `after`, in order; last: the number of the last one."""

    last: int
    messages: list[ServerMessage]
    closed: PollClosed | None


client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

Crossing = tuple[str, Any, bool]  #: a type that crosses to the client: its name there, the type, if the server sends it


def sent(*models: type[Any], **named: Any) -> tuple[Crossing, ...]:
    """Return types that clients send; named: those with another name than the type's own."""
    return tuple((name, model, False) for name, model in _names(models, named))


def received(*models: type[Any], **named: Any) -> tuple[Crossing, ...]:
    """Return types that clients receive; named: as in `sent`."""
    return tuple((name, model, True) for name, model in _names(models, named))


def _names(models: Iterable[type[Any]], named: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [*((model.__name__, model) for model in models), *named.items()]


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (
    *sent(MakeRoom, JoinRoom, MySeats, KeepSeats, ClaimSeat, HandIn, Poll),
    *sent(HostCommand=HostCommand, ClientMessage=ClientMessage),
    *received(Problem, GameInfo, GameDetail, LevelInfo, SettingInfo, Seated, CodeKind, MyGames, KeptSeats, PlanInfo),
    *received(BallotField, SeatCode, Health, LineOpened, Polled, Reaction=Reaction, ServerMessage=ServerMessage),
)
