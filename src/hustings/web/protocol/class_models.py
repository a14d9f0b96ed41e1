"""Messages between a class and its clients; updates to viewers are in `hustings.classes.updates`.

docs/class-protocol.md describes them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hustings.classes.data.stored import StoredField
from hustings.classes.debriefs import ClassDebrief
from hustings.classes.records import MOST_PEOPLE, ClassSettings, Language, Part, PhoneCheck
from hustings.classes.updates import ClassInfo, ClassNotice
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.commands.registry import Incoming, Name, RemarkText
from hustings.rooms.log.log_events import MOST_SEATS, Word
from hustings.rooms.settings import Clock
from hustings.web.protocol.messages import MOST_EXACT, Outgoing, Ping, PollClosed, Pong
from hustings.web.protocol.requests import RequestId

LONGEST_STOP = 6 * 3600  # the most seconds until all tables stop
MOST_STEPS = 20  # the most steps of a practice round
MOST_SCREENS = 40
PersonNumber = Annotated[int, Field(ge=1, le=MOST_EXACT)]
TableNumber = Annotated[int, Field(ge=1, le=MOST_PEOPLE)]

# ---- REST, from the client


class JoinClass(Incoming):
    """POST /api/classes/{code}/join. name: null if the class deals names; id: see `JoinRoom`.

    partner: the name of a second person at the same phone, "" if the class deals names; null for one person.
    language: that of the two words to deal; null for the class's.
    """

    name: Name | None = None
    partner: Name | None = None
    language: Language | None = None
    id: RequestId | None = None


class ReturnToClass(Incoming):
    """POST /api/classes/{code}/back: come back on another device with a code; id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None


class AskBack(Incoming):
    """POST /api/classes/{code}/ask: claim to be the person of a name; the teacher must allow it."""

    name: Name
    id: RequestId | None = None


class GiveAnswer(Incoming):
    """POST /api/classes/{code}/answer: answer the open question; answer: its number, from 0."""

    question: Annotated[int, Field(ge=1, le=MOST_EXACT)]
    answer: Annotated[int, Field(ge=0, lt=4)]


class NextGame(Incoming):
    """Another game for the class, with the settings that may change with it; see `ClassSettings`."""

    game: Word
    options: Annotated[dict[Word, Word], Field(max_length=40)] = Field(default_factory=dict)
    size: Annotated[int, Field(ge=2, le=MOST_SEATS)]
    level: Word = "thumb"
    duplicate: bool = False
    clock: Clock = "gentle"
    seconds: Annotated[int, Field(ge=5, le=3600)] = 60


class TeacherStart(Incoming):
    """Begin a game with everybody whose page is open and visible.

    game: another game than the last one; null for the same game again.
    practice: begin a practice round, which has no clock and no result.
    together: groups of people to seat at the same table if possible; apart: pairs to seat at different tables.
    """

    do: Literal["start"]
    game: NextGame | None = None
    practice: bool = False
    together: Annotated[list[list[PersonNumber]], Field(max_length=MOST_PEOPLE)] = Field(default_factory=list)
    apart: Annotated[list[tuple[PersonNumber, PersonNumber]], Field(max_length=MOST_PEOPLE)] = Field(
        default_factory=list
    )


class TeacherPractice(Incoming):
    """Go on to a step (from 1) of the practice round; null: end the round and delete its tables."""

    do: Literal["practice"]
    step: Annotated[int, Field(ge=1, le=MOST_STEPS)] | None


class TeacherPause(Incoming):
    """Pause all tables, or resume them."""

    do: Literal["pause"]
    paused: bool = True


class TeacherLock(Incoming):
    """Lock the class against new people, or unlock it."""

    do: Literal["lock"]
    locked: bool = True


class TeacherTell(Incoming):
    """Write to everybody; an empty text removes the last note."""

    do: Literal["tell"]
    text: Annotated[str, Field(max_length=800)]


class TeacherHurry(Incoming):
    """Let bots move for those of these people whose time is over (see `SeatRow.allowed`)."""

    do: Literal["hurry"]
    people: Annotated[list[PersonNumber], Field(max_length=MOST_PEOPLE)]


class TeacherSwap(Incoming):
    """Let two people exchange their places: table, seat and hand."""

    do: Literal["swap"]
    person: PersonNumber
    other: PersonNumber


class TeacherBench(Incoming):
    """Let a bot play for a person, who watches; or let them play again."""

    do: Literal["bench"]
    person: PersonNumber
    benched: bool = True


class TeacherRemove(Incoming):
    """Remove a person from the class, or let them back."""

    do: Literal["remove"]
    person: PersonNumber
    removed: bool = True


class TeacherRemoveAbsent(Incoming):
    """Remove those of these people whose page is not visible now."""

    do: Literal["remove_absent"]
    people: Annotated[list[PersonNumber], Field(max_length=MOST_PEOPLE)]


class TeacherRename(Incoming):
    """Give a person another name."""

    do: Literal["rename"]
    person: PersonNumber
    name: Name


class TeacherPair(Incoming):
    """Let a second person share a person's phone and seat; an empty name ends the sharing."""

    do: Literal["pair"]
    person: PersonNumber
    name: Name


class TeacherStop(Incoming):
    """Stop all tables after a number of seconds; the leading scores win then. null: remove the deadline."""

    do: Literal["stop"]
    seconds: Annotated[int, Field(ge=0, le=LONGEST_STOP)] | None


class TeacherAsk(Incoming):
    """Freeze all tables and ask a question with two to four answers.

    part: the part of the lesson, if the question is from the lesson's sheet.
    right: the number (from 0) of the right answer, shown when the question is closed; null if no answer is right.
    ready: the question's place in a game's lesson sheet, from where clients take its text in any language.
    """

    do: Literal["ask"]
    text: RemarkText
    answers: Annotated[list[RemarkText], Field(min_length=2, max_length=4)]
    part: Part | None = None
    right: Annotated[int, Field(ge=0, lt=4)] | None = None
    ready: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}\.[a-z]{1,10}\.[0-9]{1,2}$")] | None = None


class TeacherShut(Incoming):
    """Close the question. shown: keep it and its results on the screens; paused: do not resume the tables."""

    do: Literal["shut"]
    shown: bool = True
    paused: bool = False


class TeacherAllow(Incoming):
    """Answer a person who claims a name. mark: the claim's mark on the teacher's page."""

    do: Literal["allow"]
    mark: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    allowed: bool = True


class TeacherPresent(Incoming):
    """Show a screen of the debrief on the projector and the phones; null takes it down.

    screen: its place in the debrief's `screens`, from 0.
    table: the number of the table to show large; null: the one that the screen suggests.
    """

    do: Literal["present"]
    screen: Annotated[int, Field(ge=0, lt=MOST_SCREENS)] | None
    table: TableNumber | None = None


class TeacherDelete(Incoming):
    """Delete the class and all its tables at once."""

    do: Literal["delete"]


TeacherCommand = Annotated[
    TeacherStart
    | TeacherPractice
    | TeacherPause
    | TeacherLock
    | TeacherTell
    | TeacherHurry
    | TeacherSwap
    | TeacherBench
    | TeacherRemove
    | TeacherRemoveAbsent
    | TeacherRename
    | TeacherPair
    | TeacherStop
    | TeacherAsk
    | TeacherShut
    | TeacherAllow
    | TeacherPresent
    | TeacherDelete,
    Field(discriminator="do"),
]


# ---- REST, from the server


class ClassMade(Outgoing):
    """Reply to POST /api/classes. token: the teacher's token; screen: the address of the projector's page."""

    info: ClassInfo
    token: str
    screen: str


class ClassJoined(Outgoing):
    """Reply to POST join, back and ask. code: lets the person return once on another device.

    asking: the token is not valid until the teacher allows the claim.
    """

    info: ClassInfo
    person: int
    name: str
    code: str
    token: str
    asking: bool


class ClassDone(Outgoing):
    """Reply to POST teacher and answer: the command is stored. seq: the number of the class's last record."""

    seq: int


# ---- WebSocket


class ClassHelloBody(Incoming):
    """The body of `ClassHello`. role: who connects; token: by default the cookie's; looking: see `Looking`."""

    token: str | None = Field(default=None, max_length=64)
    role: Literal["person", "teacher", "screen"] = "person"
    looking: bool = True


class ClassHello(Incoming):
    """The first message on a class's socket."""

    hello: ClassHelloBody


class Looking(Incoming):
    """Report whether the page is visible: false for a locked phone or a hidden tab."""

    looking: bool


ClassClientMessage = Annotated[Looking | Ping | ClassHello, Field(union_mode="left_to_right")]
ClassServerMessage = Annotated[ClassNotice | Pong, Field(discriminator="type")]


class PolledOfClass(Outgoing):
    """The answer to a `Poll` at a class; see `Polled`."""

    last: int
    messages: list[ClassServerMessage | Refused]
    closed: PollClosed | None


class_client_message: TypeAdapter[Looking | Ping | ClassHello] = TypeAdapter(ClassClientMessage)
class_server_message: TypeAdapter[Any] = TypeAdapter(ClassServerMessage)

#: the types that scripts/protocol_types.py writes for the client: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("MakeClass", ClassSettings, False),
    ("JoinClass", JoinClass, False),
    ("ReturnToClass", ReturnToClass, False),
    ("AskBack", AskBack, False),
    ("GiveAnswer", GiveAnswer, False),
    ("PhoneCheck", PhoneCheck, False),
    ("TeacherCommand", TeacherCommand, False),
    ("ClassClientMessage", ClassClientMessage, False),
    ("ClassMade", ClassMade, True),
    ("ClassJoined", ClassJoined, True),
    ("ClassDone", ClassDone, True),
    ("ClassDebrief", ClassDebrief, True),
    ("StoredField", StoredField, True),
    ("ClassServerMessage", ClassServerMessage, True),
)
