"""What a game package hands to the engine, its rulebook; and the rulebooks of the games that are installed."""

from __future__ import annotations

import copyreg
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from importlib import metadata
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from hustings.engine.board import Board
from hustings.engine.declared import EventForm, MoveTable, OutcomeTable, Refused
from hustings.engine.errors import IllegalMove, NotationError, OptionError, Reason, nearest
from hustings.engine.facts import Facts
from hustings.engine.fast import checked_forms
from hustings.engine.holdings import Holdings
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, WHEN_REGISTERED, Note, kernel, verbs
from hustings.engine.messages import Fact, Message, slots, words_of
from hustings.engine.record import Row, Schema
from hustings.engine.record.layout import Layout
from hustings.engine.ruling import Interpreted, Ruling

if TYPE_CHECKING:
    from hustings.engine.events import Event, Line
    from hustings.engine.moves import Move

Integers = npt.NDArray[np.int64]
ENTRY_POINTS = "hustings.games"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game and its values, the default first. The game's words file describes them for people.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").options["edition"]
        'prose'
    """

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The first value."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule of a game, in our words.

    Attributes:
        id: Its number, such as "EC-6"; refusals name it.
        title: A short heading.
        text: The rule in full.
        when: Options it is limited to, such as {"edition": "prose"}; empty where it always applies.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").clauses()[0].title
        'The deal'
    """

    id: str
    title: str
    text: str
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Buffers:
    """The arrays the verbs write into: actions, weights, chance counts, note."""

    actions: Integers
    weights: Integers
    counts: Integers
    note: Integers


class Texts(Protocol):
    """What a game tells in words of its own, all of it as keys and facts; its `words.py` is a module of this shape."""

    def facts(self, s: Any, seat: int, action: int) -> Mapping[str, Fact]:
        """What the sentence of a refusal may mention, beside {tried} and {seat}; only what the seat may know."""

    def result(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
        """Return how the game ended: a key of "results" in the game's words. `winners` is empty if all seats tie."""

    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]:
        """The deck: code, name, value and kind of every card."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """Everything the engine needs to know of a game.

    modules        those of its rules: every function they define is a kernel, those called like a verb are its verbs.
    moves          its moves and their notation; `events` and `reasons` likewise.
    texts          what the game tells in words: see `Texts`.
    most_legal     the longest `legal` list there can be.
    package        where words.en.json lies.
    invariants     the text of each invariant `check` can name, by number.
    chance         its chance outcomes and their notation; None for a game without chance, which then needs no
                   `chances` and no `settle`. (One whose fields everybody sees needs no `imagine`.)
    streams        the chance streams it draws from.
    rules          the version of the rules; a change of the rules that a log could notice raises it.
    older          by older version: the option values that keep its behaviour. Saved games and rooms of that version
                   are played on with these values; {} for a version whose games simply go on.
    reaction       the move that declines to react, where a seat is asked for a reaction while another acts; "" without.
    odds           exact chances of success that hang on one number everybody sees: that field of the view, then the
                   chance at each of its values, in order; a value beyond either end counts as that end.
    previews       for such a field, what a legal action would make of it at once, from what its seat may see; None for
                   one that leaves it as it is.
    move_odds      counts from a seat's view what its own action would bring up: a weight for each outcome, over all
                   worlds the seat may take this one for; None where it brings up nothing. It may take long, and
                   remembers what it counted last. For games whose odds hang on hidden hands; others' odds are the same
                   in every imagined world, or are not told.
    holdings       who holds which state in a record or a view of it, for games with a map; the public events so far
                   tell what the record no longer does.
    majority       the votes that win at a table, from a record or a view; None if no number of them does.
    board          what lies on the table in a view, for pictures; with the seat whose view it is, None for a spectator.
                   Without it a picture tells the public fields.
    outcome_kind   the kind of an outcome for the seat whose view it is, now, by which odds are added up; without it
                   the kind of the card that comes.
    simultaneous   whether several seats can owe a decision at once, each sealed until the last one is in.
    longest        the most moves a game can have, by the number of seats; None where nothing ends it for certain.
    """

    name: str
    schema: Schema
    seats: tuple[int, ...]
    modules: Sequence[ModuleType]
    moves: MoveTable
    events: Mapping[int, EventForm]
    reasons: Mapping[int, str]
    texts: Texts
    most_legal: int
    package: str
    invariants: Mapping[int, str]
    chance: OutcomeTable | None = None
    streams: tuple[str, ...] = ("deal",)
    rules: str = "1"
    older: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reaction: str = ""
    odds: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    previews: Mapping[str, Callable[[Any, int], int | None]] = field(default_factory=dict)
    move_odds: Callable[[Any, int, int], Mapping[int, int] | None] | None = None
    outcome_kind: Callable[[Any, int, int], str] | None = None
    holdings: Callable[[Any, Sequence[Event]], Holdings] | None = None
    majority: Callable[[Any], int | None] | None = None
    board: Callable[[Any, int | None], Board] | None = None
    simultaneous: bool = False
    longest: Callable[[int], int] | None = None

    def register(self, forms: ModuleType | None = None) -> None:
        """Make the game's functions known as the verbs of its record.

        Args:
            forms: Faster forms of verbs; by default the game's `fast.py`, if it was checked against these rules.

        Raises:
            ValueError: A verb is missing, unknown or takes other arguments, or `older` names no option value.
        """
        allowed = {(option.name, value) for option in self.options for value in option.values}
        for version, kept in self.older.items():
            if version == self.rules or not kept.items() <= allowed:
                raise ValueError(f"it cannot keep version {version} of its rules by {dict(kept)}")
        plain = _functions(self.modules)
        faster = _functions([forms] if (forms := forms or checked_forms(self.package)) else [])
        verbs.register(self.schema, _verbs(plain), _verbs(faster), chance=self.chance is not None)
        copyreg.pickle(self.schema.row_type, _reduced)
        for function in plain + faster:
            kernel(function)
        for told in WHEN_REGISTERED:
            told()

    @property
    def words(self) -> dict[str, Any]:
        """The game's texts for people: title, lines, options, clauses, events, reasons, cards."""
        return words_of(self.package)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The game's options, in the order of their fields."""
        return tuple(Option(each.name, tuple(map(str, each.unit or ()))) for each in self.schema.options)

    def kept(self, version: str) -> Mapping[str, str] | None:
        """Return the option values that keep a version of the rules, or None if that version cannot be played."""
        return {} if version == self.rules else self.older.get(version)

    @property
    def actions(self) -> int:
        """One more than the highest action."""
        return self.moves.count

    @property
    def outcomes(self) -> int:
        """One more than the highest chance outcome."""
        return self.chance.count if self.chance else 0

    @cached_property
    def facts(self) -> Facts:
        """The game in numbers."""
        longest = self.longest
        return Facts(
            actions=self.actions,
            most_legal=self.most_legal,
            outcomes=self.outcomes,
            longest={seats: longest(seats) for seats in self.seats} if longest else None,
            lowest=0.0,
            highest=1.0,
            utility_sum=1.0,
            hidden=self.schema.hides,
            simultaneous=self.simultaneous,
            unasked=verbs.has(self.schema, "may"),
            seats=self.seats,
        )

    @cached_property
    def broken(self) -> dict[int, str]:
        """The text of every number that `check` may give, but 0."""
        return {verbs.OUT_OF_BOUNDS: "a number is out of its field's bounds", **self.invariants}

    @cached_property
    def ruling(self) -> Ruling:
        """The verbs as tables call them, in plain Python."""
        return Interpreted(self.schema, self.most_legal, self.outcomes)

    @cached_property
    def written(self) -> dict[int, dict[int, Move]]:
        """The moves whose notation is always the same, by seat, then by action: see `moves.write_move`."""
        return {}

    @cached_property
    def lines(self) -> dict[tuple[int, Note], Line]:
        """What events have in common, by the number of seats and their notes: see `events.EventLog`."""
        return {}

    @cached_property
    def _layouts(self) -> dict[tuple[int, bool], Layout]:
        return {}

    def layout(self, seats: int, relative: bool = True) -> Layout:
        """What the numbers of an observation are; see `Game.layout`."""
        found = self._layouts.get((seats, relative))
        if found is None:
            found = self._layouts[seats, relative] = Layout(self.schema, seats, relative)
        return found

    def start_row(self, options: Integers) -> Row:
        """A record at the start of a game. options: the number of seats, then the index of each option's value."""
        row = self.schema.new()
        started = self._starts.get(key := options.tobytes())
        if started is not None:
            row.write(started)
            return row
        fields = [self.schema.by_name[self.schema.seats_field], *self.schema.options]
        for each, value in zip(fields, options.tolist(), strict=True):
            setattr(row, each.name, value)
        verbs.start(row)
        self._starts[key] = row.tobytes()
        return row

    @cached_property
    def _starts(self) -> dict[bytes, bytes]:
        """What records begin with, by the options: nothing of it is left to chance."""
        return {}

    # --- notation

    def write_move(self, row: Row, action: int) -> str:
        """The notation of an action, without the seat."""
        return self.moves.write(row, action)

    def read_move(self, row: Row, verb: str, args: Sequence[str]) -> int:
        """The action a verb and its words stand for; NotationError, or IllegalMove for what cannot be meant now."""
        try:
            return self.moves.read(row, verb, args)
        except NotationError as error:
            raise error.in_words(self.words) from None
        except Refused as refused:
            raise IllegalMove(self.refusal(refused.key, refused.facts, refused.clause)) from None

    def write_outcome(self, row: Row, outcome: int) -> str:
        """The notation of a chance outcome, without the "* " of a log."""
        assert self.chance is not None
        return self.chance.write(row, outcome)

    def read_outcome(self, row: Row, text: str) -> int:
        """The outcome a text stands for; NotationError when it is none of this game."""
        if self.chance is None:
            raise NotationError("engine.no_such_outcome", text=text, forms=[])
        try:
            return self.chance.read(row, text)
        except NotationError as error:
            raise error.in_words(self.words) from None

    # --- what is told

    def explain(self, row: Row, seat: int, action: int, number: int) -> Reason:
        """The clause and the sentence of a refusal, by the number that `act` gave."""
        exists = 0 <= action < self.actions
        tried = f"P{seat + 1} {self.write_move(row, action)}" if exists else action
        key = self.reasons[number]
        return self.refusal(key, {"tried": tried, "seat": f"P{seat + 1}", **self.texts.facts(row, seat, action)})

    def refusal(self, key: str, facts: Mapping[str, Fact], clause: str = "") -> Reason:
        """The reason of that key, with the facts it mentions.

        clause  where the words file names none; else the one of the task that the facts name.
        """
        entry = self.words["reasons"][key]
        told = {name: fact for name, fact in facts.items() if name in slots(entry["text"])}
        task = facts.get("task")
        if not clause and "clause" not in entry and isinstance(task, Message):
            clause = self.words["tasks"][task.key]["clause"]
        message = Message(key, told)
        return Reason(clause or entry["clause"], message.english(self.words, "reasons"), key, told)

    # --- arrays

    @cached_property
    def scratches(self) -> Scratches:
        """The `buffers` of each thread; see `scratch`."""
        return Scratches(self)

    @property
    def scratch(self) -> Buffers:
        """This thread's arrays, for short use: thousands of tables share them."""
        return self.scratches.buffers

    def buffers(self, note_rows: int = NOTE_ROWS) -> Buffers:
        """Fresh arrays of the sizes this game needs."""
        return Buffers(
            np.zeros(self.most_legal, np.int64),
            np.zeros(max(1, self.outcomes), np.int64),
            np.zeros(len(self.streams), np.int64),
            np.zeros((note_rows, NOTE_COLUMNS), np.int64),
        )


def _functions(modules: Sequence[ModuleType]) -> list[FunctionType]:
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]


def _verbs(functions: Sequence[FunctionType]) -> dict[str, FunctionType]:
    return {function.__name__: function for function in functions if function.__name__ in verbs.VERBS}


class Scratches(threading.local):
    """Arrays of a rulebook, made for each thread that asks."""

    def __init__(self, book: Rulebook) -> None:
        self.buffers = book.buffers()


def _reduced(row: Row) -> tuple[Callable[[str, bytes], Row], tuple[str, bytes]]:
    """What pickles keep of a row: of which game it is, and its bytes."""
    return row_of, (row.schema.game, row.tobytes())


def row_of(name: str, data: bytes) -> Row:
    """A record of an installed game, from the bytes of another."""
    row = rulebook(name).schema.new()
    row.write(data)
    return row


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


@cache
def _loaded(name: str) -> Rulebook | str:
    """The rulebook of an installed package, or what is wrong with it: one broken game leaves the others alone."""
    try:
        book = _entry_points()[name].load().RULEBOOK
        if isinstance(book, Rulebook):
            if (book.name, bool(book.words["title"])) != (name, True):
                raise ValueError(f"its rulebook is called {book.name!r}")
            book.register()
            return book
        wrong = f"its RULEBOOK is a {type(book).__name__}"
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    logger.warning("the game %r is installed but cannot be played: %s", name, wrong)
    return wrong


def rulebook(name: str) -> Rulebook:
    """The rulebook an installed package registers under `name`; OptionError names those there are."""
    if str(name) not in _entry_points():
        games = game_names()
        raise OptionError("engine.no_such_game", name=str(name), near=nearest(str(name), games), games=list(games))
    book = _loaded(name)
    if isinstance(book, str):
        raise OptionError("engine.broken_game", name=name, text=book)
    return book


def game_names() -> tuple[str, ...]:
    """Names of the installed games that can be played, in alphabetical order.

    Examples:
        >>> import hustings
        >>> "combat" in hustings.game_names()
        True
    """
    return tuple(name for name in sorted(_entry_points()) if isinstance(_loaded(name), Rulebook))


def broken_games() -> dict[str, str]:
    """The installed games that cannot be played, by name, and what is wrong with each."""
    return {name: wrong for name in sorted(_entry_points()) if isinstance(wrong := _loaded(name), str)}
