"""Every message between the server and a client, as pydantic models: the one source of the protocol.

The client's TypeScript types are generated from these models' JSON Schema (scripts/protocol_types.py) and
docs/protocol.md describes them. The questions over HTTP are in `wishes`; what goes out is built here from what
`hustings.rooms` shows, and from nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from hustings.rooms.log.log_events import Verdict
from hustings.web.protocol.requests import (
    ClaimSeat,
    CommandId,
    HostCommand,
    Incoming,
    JoinRoom,
    MakeRoom,
    MoveText,
    RemarkText,
)


class Outgoing(BaseModel):
    """What the server sends; every key is always there."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


# ---- REST, from the server


class Problem(Outgoing):
    """The body of every 4xx answer: one sentence, and the clause of the rules where one forbids it."""

    error: str
    clause: str | None = None


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
    """

    name: str
    title: str
    players: list[int]
    minutes: list[int]
    line: str
    lesson: bool
    options: list[OptionInfo]


class CardInfo(Outgoing):
    """A card. value: under the default options; values: by the option's value where it differs.

    facts: whatever else is printed on it, e.g. {"party": "R", "nominee": "Theodore Roosevelt"}.
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


class GameDetail(GameInfo):
    """A game with its cards, its clauses and its words. majority: votes that win, where the game has such a number.

    odds  exact chances that hang on one number everybody sees: that field of the view, then the chance at each of its
          values as [numerator, denominator], in order; a value beyond either end counts as that end.
    """

    cards: list[CardInfo]
    clauses: list[ClauseInfo]
    words: dict[str, Any]
    majority: int | None
    odds: dict[str, dict[str, tuple[int, int]]]


class LevelInfo(Outgoing):
    """A level of bots."""

    name: str
    title: str
    line: str


class SeatInfo(Outgoing):
    """A seat. level: of the bot that plays it (a person's too while a bot stands in for him).

    stood_in   a bot plays for its person, who is away; `kind` says bot.
    forfeited  its person stayed away too long: the bot plays this game to its end.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open", "device"]
    level: str | None
    connected: bool
    stood_in: bool
    forfeited: bool


class TermsInfo(Outgoing):
    """How the table is run (see TermsWish)."""

    absent: Literal["wait", "bot", "forfeit"]
    clock: Literal["off", "gentle", "strict"]
    seconds: int
    delayed: bool
    games: int
    chat: bool


class SeriesInfo(Outgoing):
    """The present series. over: games of it that are over; shares: what each seat has won, a game being worth 1."""

    over: int
    shares: list[float]


class DealInfo(Outgoing):
    """The deal's commitment, SHA-256 of the secret; the secret itself only after the end."""

    commitment: str
    secret: str | None


class RoomInfo(Outgoing):
    """A room as everybody may see it. host: the host's seat; deal: null before the start."""

    code: str
    game: str
    options: dict[str, str]
    phase: Literal["lobby", "playing", "over"]
    host: int
    seats: list[SeatInfo]
    spectators: int
    link: str
    locked: bool
    paused: bool
    terms: TermsInfo
    series: SeriesInfo
    deal: DealInfo | None


class SeatCode(Outgoing):
    """POST /api/rooms/{code}/seats/{seat}/code: whoever has the code may claim the seat, once.

    link  leads to the room with the code behind the #, which no server is told; qr: the link as an SVG drawing.
    """

    code: str
    link: str
    qr: str


class Seated(Outgoing):
    """The answer to making or joining a room. The token is the seat; whoever has it sits there."""

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
    """GET /api/ready: text says what is in the way."""

    ready: bool
    text: str | None


# ---- WebSocket, from the client


class HelloBody(Incoming):
    """token: the seat's, null to watch; left out, the cookie's. since: the last seq seen, to receive only the gap."""

    token: Annotated[str, Field(max_length=64)] | None = None
    since: Annotated[int, Field(ge=0)] | None = None


class Hello(Incoming):
    """The first message on a socket."""

    hello: HelloBody


class Play(Incoming):
    """A move. decision: as the last state told it. The same id always has the same answer."""

    id: CommandId
    decision: Annotated[int, Field(ge=0)]
    play: MoveText


class Why(Incoming):
    """Why not this move of my own?"""

    id: CommandId
    why: MoveText


class Odds(Incoming):
    """The chances of what this move of my own would bring up."""

    id: CommandId
    odds: MoveText


class Ping(Incoming):
    """Are you there?"""

    ping: int


class Say(Incoming):
    """Something for everybody in the room to read, where its chat is on. The same id always has the same answer."""

    id: CommandId
    say: RemarkText


class MarkWords(Incoming):
    """What became of the words another seat's move carried, at a log entry; open: nothing more is said of it."""

    id: CommandId
    mark: Verdict
    entry: Annotated[int, Field(ge=1)]


#: a message is one of these and no other, so the first that fits is the one; moves come most often
ClientMessage = Annotated[Play | Why | Odds | Say | MarkWords | Ping | Hello, Field(union_mode="left_to_right")]


# ---- WebSocket, from the server


class MoveInfo(Outgoing):
    """A legal move."""

    text: str
    seat: int
    verb: str
    args: list[str]


class EventInfo(Outgoing):
    """Something that happened. entry: the log entry that brought it about, counted from 1 (0: the start)."""

    entry: int
    event: str
    seat: int | None
    args: dict[str, Any]


class ResultInfo(Outgoing):
    """The end. winners: P-labels, empty for a draw; shares sum to 1."""

    winners: list[str]
    shares: list[float]
    scores: list[int]
    text: str


class ClockInfo(Outgoing):
    """The clock. seconds: for a decision; left: by seat, for those that owe a move; negative: late."""

    kind: Literal["gentle", "strict"]
    seconds: int
    left: dict[int, float]


class StateMessage(Outgoing):
    """Everything this viewer may know now. events: those since the viewer's last state; clock: null where it is off.

    sways  what a legal move would make at once of a number that the game's odds hang on: by its text, then the field.
    """

    type: Literal["state"] = "state"
    seq: int
    room: RoomInfo
    seat: int | None
    view: dict[str, Any] | None
    events: list[EventInfo]
    legal: list[MoveInfo]
    owes: list[int]
    may: list[int]
    decision: int | None
    clock: ClockInfo | None
    sways: dict[str, dict[str, int]]
    over: bool
    result: ResultInfo | None


class AckMessage(Outgoing):
    """The move is in the log, on disk."""

    type: Literal["ack"] = "ack"
    id: str
    seq: int


class RefusedMessage(Outgoing):
    """The command changed nothing. id: null where the message had none that could be read."""

    type: Literal["refused"] = "refused"
    id: str | None
    clause: str | None
    text: str


class WhyMessage(Outgoing):
    """The answer to Why."""

    type: Literal["why"] = "why"
    id: str
    legal: bool
    clause: str | None
    text: str


class OddsMessage(Outgoing):
    """The answer to Odds: each outcome's chance as [numerator, denominator]; empty where the move brings up none.

    kinds  the same added up by kind, which may be sure where the single cards' chances hang on what is hidden.
    """

    type: Literal["odds"] = "odds"
    id: str
    chances: dict[str, tuple[int, int]]
    kinds: dict[str, tuple[int, int]]


class PongMessage(Outgoing):
    """The answer to Ping."""

    type: Literal["pong"] = "pong"
    n: int


class RoomMessage(Outgoing):
    """Somebody came, went, or was renamed; the options changed."""

    type: Literal["room"] = "room"
    room: RoomInfo


class RemarkInfo(Outgoing):
    """What somebody wrote: the number of its record, his name then, plain text of one line."""

    seq: int
    name: str
    text: str


class ChatMessage(Outgoing):
    """What was written to the room: the last fifty remarks at most to who comes, then each as it is written."""

    type: Literal["chat"] = "chat"
    remarks: list[RemarkInfo]


class MarkInfo(Outgoing):
    """What a seat says became of the words of a log entry; of a seat's marks beside an entry the newest counts."""

    entry: int
    seat: int
    mark: Verdict


class MarksMessage(Outgoing):
    """What was marked in the present game: everything to who comes, then each mark as it is made."""

    type: Literal["marks"] = "marks"
    marks: list[MarkInfo]


ServerMessage = Annotated[
    StateMessage
    | AckMessage
    | RefusedMessage
    | WhyMessage
    | OddsMessage
    | PongMessage
    | RoomMessage
    | ChatMessage
    | MarksMessage,
    Field(discriminator="type"),
]

# ---- without a WebSocket


class LineOpened(Outgoing):
    """POST /api/rooms/{code}/line, whose body is a Hello. line: a secret, as long as the line lives."""

    line: str


class Poll(Incoming):
    """POST /api/rooms/{code}/poll. after: the number of the last message read; send: messages, in order.

    wait  the seconds to wait for news where there is none.
    """

    line: Annotated[str, Field(max_length=64)]
    after: Annotated[int, Field(ge=0)] = 0
    send: Annotated[list[dict[str, Any]], Field(max_length=8)] = Field(default_factory=list)
    wait: Annotated[int, Field(ge=0, le=25)] = 0


class PollClosed(Outgoing):
    """The line is closed, as a socket would be."""

    code: int
    reason: str


class Polled(Outgoing):
    """The answer to Poll. messages: those after `after`, in order; last: the number of the last of them."""

    last: int
    messages: list[ServerMessage]
    closed: PollClosed | None


client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

#: what the generator of the client's types starts from: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("MakeRoom", MakeRoom, False),
    ("JoinRoom", JoinRoom, False),
    ("ClaimSeat", ClaimSeat, False),
    ("HostCommand", HostCommand, False),
    ("ClientMessage", ClientMessage, False),
    ("Problem", Problem, True),
    ("GameInfo", GameInfo, True),
    ("GameDetail", GameDetail, True),
    ("LevelInfo", LevelInfo, True),
    ("Seated", Seated, True),
    ("SeatCode", SeatCode, True),
    ("Health", Health, True),
    ("ServerMessage", ServerMessage, True),
    ("LineOpened", LineOpened, True),
    ("Poll", Poll, False),
    ("Polled", Polled, True),
)

CLOSE_REPLACED = 4000  # a newer socket sits on this seat
CLOSE_REMOVED = 4403  # the host took the seat away, or the token is not of this room
CLOSE_NO_ROOM = 4404
CLOSE_SLOW = 4408  # the client reads too slowly, or never said hello
CLOSE_FLOOD = 4429  # far too many messages
