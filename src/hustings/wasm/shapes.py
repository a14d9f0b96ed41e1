"""The shapes of GAME.json and program.json; `scripts/protocol_types.py` writes them as types for the page.

Some records are numbers that only the search itself understands: see `hustings.wasm.thinking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from hustings.bots.search.judging import Slip
from hustings.rooms.settings import RoomSettings
from hustings.rooms.wire import MessageInfo, WireForm
from hustings.web.protocol.messages import GameDetail, GameInfo, LevelInfo

Word = str | None
Item = Annotated[Any, WireForm(int | str | MessageInfo | None)]  # a fact that is no list


@dataclass(frozen=True)
class MembersUnit:
    """A number whose bits stand for words; none: the key of a phrase for no bit."""

    members: Sequence[Item]
    none: str


@dataclass(frozen=True)
class TermsUnit:
    """A number that selects a phrase."""

    terms: Sequence[Word]


@dataclass(frozen=True)
class CountsUnit:
    """A number that packs a count of each word, `bits` bits for each."""

    counts: Sequence[str]
    bits: int


@dataclass(frozen=True)
class PhraseUnit:
    """A number that selects a phrase, if there are several, followed by the numbers of its facts."""

    phrases: Sequence[str]
    facts: list[Named]


@dataclass(frozen=True)
class PhrasesUnit:
    """A number for each word; each makes a phrase with the facts `number` and `word`."""

    phrase: str
    number: str
    word: str
    words: Sequence[str]


#: the meaning of one or more numbers: null: the number itself; a list: the word at that place
Unit = Sequence[Item] | MembersUnit | TermsUnit | CountsUnit | PhraseUnit | PhrasesUnit | None
Named = tuple[str, Unit]


@dataclass(frozen=True)
class FieldData:
    """A field of a record: its offset, bytes of each number, and the meaning of its axes and numbers."""

    name: str
    at: int
    bytes: int
    shape: Sequence[int]
    axes: Sequence[str | Sequence[Word] | None]
    unit: Sequence[Word] | None
    shown: bool
    option: bool


@dataclass(frozen=True)
class RecordData:
    """A record. seats: the offset of their number; fixed, masked, open: what seats and spectators may know."""

    size: int
    seats: int
    fields: list[FieldData]
    hides: bool
    fixed: dict[str, str]
    masked: list[list[int]]
    open: list[list[int]]


@dataclass(frozen=True)
class PartData:
    """A part of a move.

    words: its words. word, part: a word before another part, both or neither. pair: one or two of these, in any order.
    field: cards that lie face up on the places of a field, or the numbers of other places; task: what names them.
    """

    what: str = ""
    words: Sequence[str] | None = None
    word: str | None = None
    part: PartData | None = None
    pair: Sequence[str] | None = None
    field: str | None = None
    task: str = ""
    several: bool = False


@dataclass(frozen=True)
class MoveForm:
    """A form of moves: its first action and their number; the parts after the verb are words or choices."""

    verb: str
    first: int
    count: int
    parts: list[str | PartData]


@dataclass(frozen=True)
class MovesData:
    """The notation of moves. remarks: for each verb with a remark the longest remark."""

    forms: list[MoveForm]
    remarks: dict[str, int]
    examples: Sequence[str]


@dataclass(frozen=True)
class ChanceData:
    """The outcomes: of several lists, the field `by` says which; seat: the field with the seat that gets an outcome."""

    words: Sequence[Sequence[str]]
    seat: str
    by: str


@dataclass(frozen=True)
class EventData:
    """An event. remark: whether its free text comes with the move."""

    name: str
    args: list[Named]
    remark: bool


@dataclass(frozen=True)
class TellingData:
    """The declarations of a `Telling`. oddsMemory: the numbers that counting all worlds needs."""

    endings: dict[str, EventData]
    effects: dict[str, EventData]
    foresees: bool
    states: Sequence[str]
    firstCount: tuple[str, str, str] | None  # noqa: N815  # as in the page
    lastCount: tuple[str, str, str] | None  # noqa: N815
    oddsMemory: int  # noqa: N815
    kinds: Sequence[str]


@dataclass(frozen=True)
class SearchData:
    """A search. sizes: those of its arrays, written before them; words: the places of some arrays; size: of all."""

    sizes: list[int]
    settings: list[float]
    habits: list[int]
    words: dict[str, int]
    size: int


@dataclass(frozen=True)
class QuickLevel:
    """A level without a search, by its probability of slips."""

    lapse: float


@dataclass(frozen=True)
class SearchLevel:
    """A level with a search, by the number of seats."""

    search: dict[str, SearchData]


@dataclass(frozen=True)
class ReviewData:
    """How finished games are reviewed.

    iterations: of each decision at least, usually, and of all decisions together. worlds: those in which two moves are
    compared, at least, at most, and multiplied by the length of the log. seconds: the time for luck; round, most: the
    games played on at once and at most from a point; lapse: the probability of slips in them. streams: of the keys of
    decisions and points. carries: the part of a loss that the worlds must show. verdict: the numbers of a verdict.
    matters: the most decisions of a seat that matter.
    """

    iterations: tuple[int, int, int]
    worlds: tuple[int, int, int]
    seconds: float
    round: int
    most: int
    lapse: float
    streams: tuple[int, int]
    slips: Sequence[Slip]
    carries: float
    verdict: int
    matters: int


@dataclass(frozen=True)
class GameData:
    """GAME.json.

    plays: whether a page can play the game. note: the rows and columns of a note. reaction: the move that declines a
    reaction to another seat's move; "" in games without. sides: the seats of each side, by the number of seats. lesson:
    the first random numbers of each stream in the guided first game. worlds: the keys of the worlds in which the odds
    of a move are compared; shown: of those that find out what a move shows.
    """

    name: str
    plays: bool
    rules: str
    detail: GameDetail
    offered: list[LevelInfo]
    record: RecordData
    note: tuple[int, int]
    most: int
    actions: int
    reaction: str
    outcomes: int
    streams: Sequence[str]
    moves: MovesData
    chance: ChanceData | None
    events: dict[str, EventData]
    reasons: dict[str, EventData]
    telling: TellingData
    sides: dict[str, list[list[int]]]
    lesson: list[list[str]]
    worlds: list[str]
    shown: list[str]
    review: ReviewData
    levels: dict[str, QuickLevel | SearchLevel]


@dataclass(frozen=True)
class CharacterData:
    """A bot's character. breaks: what breaking a word must bring; below 0: they keep it."""

    key: str
    name: str
    level: str
    breaks: int


@dataclass(frozen=True)
class ProgramData:
    """program.json: the program's own texts, the bots' characters, the games that a page can play, and a
    new room's settings."""

    texts: dict[str, Any]
    characters: list[CharacterData]
    games: list[GameInfo]
    terms: RoomSettings


#: the types that scripts/protocol_types.py writes for the page: (name in TypeScript, type, from Python)
BORDER: tuple[tuple[str, Any, bool], ...] = (("GameData", GameData, True), ("ProgramData", ProgramData, True))
