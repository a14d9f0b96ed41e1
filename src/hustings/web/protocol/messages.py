"""Messages between server and client; updates from a room are in `hustings.rooms.broadcast.updates`.

The client's TypeScript types are generated from the models' JSON Schema (scripts/protocol_types.py); docs/protocol.md
describes them. The bodies of HTTP requests are in `requests`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import Notice, RoomInfo
from hustings.rooms.log.log_events import CommandId, Verdict
from hustings.rooms.names import Reaction
from hustings.rooms.wire import Facts, Wire
from hustings.web.protocol.requests import (
    ClaimSeat,
    HostCommand,
    Incoming,
    JoinRoom,
    MakeRoom,
    MoveText,
    MySeats,
    RemarkText,
)

MOST_EXACT = 2**53 - 1  # the largest number that JavaScript keeps exactly


def message_of(error: HustingsError) -> dict[str, Any]:
    """Return the key and facts of an error, or nothing if it has none."""
    return error.message.as_dict() if error.message else {}


class Outgoing(BaseModel):
    """A model of the server's responses; every key is always there."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


# ---- REST, from the server


class CodeKind(Outgoing):
    """GET /api/codes/{code}: whether the code is a room's or a class's."""

    kind: Literal["room", "class"]


class Problem(Outgoing):
    """The body of every 4xx and 503 response: one sentence, and the clause if a rule forbids the request.

    key, facts  the sentence in a form to translate; the key is null if there is none.
    """

    error: str
    clause: str | None = None
    key: str | None = None
    facts: Facts = Field(default_factory=dict)

    @classmethod
    def of(cls, error: HustingsError) -> Problem:
        """Return the problem body for an error."""
        return cls(error=str(error), clause=getattr(error, "clause", None), **message_of(error))


class Unfinished(Outgoing):
    """A game that a device has a seat in and that is not over. names: by seat, empty for a free one; owes: the seats
    that must decide now; mine: those of this device."""

    code: str
    game: str
    phase: Literal["lobby", "playing", "over"]
    names: list[str]
    owes: list[int]
    mine: list[int]


class OptionInfo(Outgoing):
    """An option of a game. `labels` gives each value's words."""

    name: str
    values: list[str]
    default: str
    label: str
    help: str
    labels: dict[str, str]


class GameInfo(Outgoing):
    """A game as the home page shows it. players: the possible numbers of seats; minutes: from, to.

    lesson  whether it has a guided first game.
    majority  the votes that win under the default options; null if no number of votes does.
    """

    name: str
    title: str
    players: list[int]
    minutes: list[int]
    line: str
    lesson: bool
    majority: int | None
    options: list[OptionInfo]


class CardInfo(Outgoing):
    """A card. value: under the default options; values: by the option's value if it differs.

    facts: the rest of what is printed on it, e.g. {"party": "R", "nominee": "Theodore Roosevelt"}.
    """

    code: str
    name: str
    value: int
    kind: str
    values: dict[str, int] = Field(default_factory=dict)
    facts: dict[str, Any] = Field(default_factory=dict)


class ClauseInfo(Outgoing):
    """A clause of the rules, in our words. when: the options it applies under, e.g. {"edition": "prose"}."""

    id: str
    title: str
    text: str
    when: dict[str, str]


Axis = Literal["seats", "words", "places"]


class FieldInfo(Outgoing):
    """A field of the view, in the order of the game's schema. meaning: one line of documentation.

    axes  what the indices of an array stand for, axis by axis: seats; words, by which the JSON is an object; or places.
    """

    name: str
    meaning: str
    axes: list[Axis]


class WeightInfo(Outgoing):
    """How much an event matters: a table pauses at a big one, and summaries leave a small one out.

    votes  the fewest votes of a card that the event names: a lesser event is plain.
    """

    weight: Literal["small", "big"]
    votes: int


class GameDetail(GameInfo):
    """A game with its cards, its clauses and its words.

    fields  what the view shows, for a table that knows nothing else of the game.
    odds  exact chances that hang on one number everybody sees: that field of the view, then the chance at each of its
          values as [numerator, denominator], in order; a value beyond either end counts as that end.
    weights  the events that are not plain, by name.
    """

    cards: list[CardInfo]
    clauses: list[ClauseInfo]
    words: dict[str, Any]
    fields: list[FieldInfo]
    odds: dict[str, dict[str, tuple[int, int]]]
    weights: dict[str, WeightInfo] = Field(default_factory=dict)


class LevelInfo(Outgoing):
    """A level of bots."""

    name: str
    title: str
    line: str


class SeatCode(Outgoing):
    """POST /api/rooms/{code}/seats/{seat}/code: the code claims the seat, once.

    link  leads to the room with the code behind the #, which no server is told; qr: the link as an SVG drawing.
    """

    code: str
    link: str
    qr: str


class Seated(Outgoing):
    """The response to making or joining a room. The token is the seat: its holder sits there."""

    room: RoomInfo
    seat: int
    token: str


class Health(Outgoing):
    """GET /api/health: how busy the server is, since it started."""

    ok: bool
    version: str
    rooms: int
    sockets: int
    moves: int


class Ready(Outgoing):
    """GET /api/ready. text: the fault, or null; key, facts: the same in a form to translate.

    damaged  the codes of rooms whose logs could not be read.
    """

    ready: bool
    damaged: list[str] = Field(default_factory=list)
    text: str | None = None
    key: str | None = None
    facts: Facts = Field(default_factory=dict)


# ---- WebSocket, from the client


class HelloBody(Incoming):
    """token: the seat's, null to watch; left out, the cookie's. since: the last seq seen, to receive only the gap.

    deltas  whether to be told what moves change, in place of whole states.
    model   whether a language model decides for the seat: everybody is told.
    """

    token: Annotated[str, Field(max_length=64)] | None = None
    since: Annotated[int, Field(ge=0, le=MOST_EXACT)] | None = None
    deltas: bool = False
    model: bool = False


class Hello(Incoming):
    """The first message on a socket."""

    hello: HelloBody


class Play(Incoming):
    """A move. decision: the number in the last state. The same id always gets the same answer."""

    id: CommandId
    decision: Annotated[int, Field(ge=0, le=MOST_EXACT)]
    play: MoveText


class Why(Incoming):
    """Why not this move of my own?"""

    id: CommandId
    why: MoveText


class Odds(Incoming):
    """Ask for the chances of each outcome of a move."""

    id: CommandId
    odds: MoveText


class AskHints(Incoming):
    """Ask for the strongest bot's move; only in games against bots. hint: the number of the open decision."""

    id: CommandId
    hint: Annotated[int, Field(ge=0, le=MOST_EXACT)]


class Ping(Incoming):
    """Are you there?"""

    ping: Annotated[int, Field(ge=-MOST_EXACT, le=MOST_EXACT)]


class Say(Incoming):
    """A chat message to the room, or a reaction. The same id always gets the same answer."""

    id: CommandId
    say: RemarkText


class MarkWords(Incoming):
    """Mark whether another seat kept the promise in a log entry; `open` removes the mark."""

    id: CommandId
    mark: Verdict
    entry: Annotated[int, Field(ge=1, le=MOST_EXACT)]


class TakeBack(Incoming):
    """Ask everybody to let the sender take their last move back."""

    id: CommandId
    takeback: Literal[True]


class Consent(Incoming):
    """Agree to a request, or refuse it; false from the seat that asked withdraws it."""

    id: CommandId
    agree: bool


class Resign(Incoming):
    """Give up the game in progress; a bot plays it to its end."""

    id: CommandId
    resign: Literal[True]


#: a message is one of these and no other, so the first that fits is the one; moves come most often
ClientMessage = Annotated[
    Play | Why | Odds | Say | MarkWords | AskHints | TakeBack | Consent | Resign | Ping | Hello,
    Field(union_mode="left_to_right"),
]


# ---- WebSocket, from the server


@dataclass(frozen=True, slots=True)
class Pong(Wire):
    """The answer to Ping."""

    type: Literal["pong"] = field(default="pong", kw_only=True)
    n: int


ServerMessage = Annotated[Notice | Pong, Field(discriminator="type")]

# ---- without a WebSocket


class LineOpened(Outgoing):
    """POST /api/rooms/{code}/line, whose body is a Hello. line: a secret that names the connection while it lives."""

    line: str


class Poll(Incoming):
    """POST /api/rooms/{code}/poll. after: the number of the last message read; send: messages, in order.

    wait  the seconds to wait for news where there is none.
    """

    line: Annotated[str, Field(max_length=64)]
    after: Annotated[int, Field(ge=0, le=MOST_EXACT)] = 0
    send: Annotated[list[dict[str, Any]], Field(max_length=8)] = Field(default_factory=list)
    wait: Annotated[int, Field(ge=0, le=25)] = 0


class PollClosed(Outgoing):
    """The connection is closed, as a socket would be. reason: one sentence; key, facts: the same in no language."""

    code: int
    reason: str
    key: str | None = None
    facts: Facts = Field(default_factory=dict)

    @classmethod
    def of(cls, code: int, error: HustingsError) -> PollClosed:
        """Return the close message for an error."""
        return cls(code=code, reason=str(error), **message_of(error))


class Polled(Outgoing):
    """The answer to Poll. messages: all after `after`, in order; last: the number of the last one."""

    last: int
    messages: list[ServerMessage]
    closed: PollClosed | None


client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

#: what the generator of the client's types starts from: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("MakeRoom", MakeRoom, False),
    ("JoinRoom", JoinRoom, False),
    ("MySeats", MySeats, False),
    ("ClaimSeat", ClaimSeat, False),
    ("HostCommand", HostCommand, False),
    ("ClientMessage", ClientMessage, False),
    ("Problem", Problem, True),
    ("GameInfo", GameInfo, True),
    ("GameDetail", GameDetail, True),
    ("LevelInfo", LevelInfo, True),
    ("Seated", Seated, True),
    ("CodeKind", CodeKind, True),
    ("Unfinished", Unfinished, True),
    ("SeatCode", SeatCode, True),
    ("Health", Health, True),
    ("Reaction", Reaction, True),
    ("ServerMessage", ServerMessage, True),
    ("LineOpened", LineOpened, True),
    ("Poll", Poll, False),
    ("Polled", Polled, True),
)

CLOSE_RESTART = 1012  # come again
CLOSE_MOVED = 4307  # another process of the server holds the room: come again at once
CLOSE_REPLACED = 4000  # a newer socket sits on this seat
CLOSE_REMOVED = 4403  # the host took the seat away, or the token is not of this room
CLOSE_NO_ROOM = 4404
CLOSE_SLOW = 4408  # the client reads too slowly, or never said hello
CLOSE_FLOOD = 4429  # far too many messages
