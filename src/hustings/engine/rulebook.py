"""What a game package hands to the engine: its rulebook. And the facade's `Game`, a rulebook with chosen options."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from importlib import metadata, resources
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from hustings.engine import chance, verbs
from hustings.engine.errors import OptionError, Reason
from hustings.engine.kernels import NOTE_COLUMNS
from hustings.engine.record import Row, Schema

if TYPE_CHECKING:
    from hustings.engine.table import Table

Integers = npt.NDArray[np.int64]
Unit = tuple[str | None, ...] | Callable[[int], Any] | None
ENTRY_POINTS = "hustings.games"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its values, the default first; words for people come from the game's words file."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a game's rules, in our words; `when` limits it to options, e.g. {"edition": "prose"}."""

    id: str
    title: str
    text: str
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventForm:
    """How an event reads: its name, and for each argument used a name and the unit its number reads in.

    remark  whether the free text that rode along with the move belongs to it (as the argument "text").
    """

    name: str
    args: tuple[tuple[str, Unit], ...] = ()
    remark: bool = False


@dataclass(slots=True)
class Buffers:
    """The arrays the verbs write into: actions, weights, chance counts, note."""

    actions: Integers
    weights: Integers
    counts: Integers
    note: Integers


class Words(Protocol):
    """Both ways between a game's numbers and its texts; a game's `words.py` is a module of this shape."""

    def write_move(self, s: Any, action: int) -> str: ...
    def read_move(self, s: Any, verb: str, args: Sequence[str]) -> int:
        """The action a text stands for; raises NotationError when it is none of this game."""

    def write_outcome(self, s: Any, outcome: int) -> str: ...
    def read_outcome(self, s: Any, text: str) -> int:
        """The outcome a text stands for; raises NotationError when it is none of this game."""

    def explain(self, s: Any, seat: int, action: int, reason: int) -> Reason: ...
    def result_text(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> str: ...
    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, eq=False)
class Rulebook:
    """Everything the engine needs to know of a game; the verbs themselves are registered with `verbs.register`.

    actions        one more than the highest action id.
    outcomes       one more than the highest chance outcome.
    most_legal     the longest `legal` list there can be.
    package        where words.en.json lies.
    invariants     the text of each invariant `check` can name, by number.
    remarks        moves that may carry a free text without effect: the verb, and how many words come before it.
    window         the move that lets the question of a window pass, one asked while somebody else acts; "" without any.
    odds           exact chances of success that hang on one number everybody sees: that field of the view, then the
                   chance at each of its values, in order; a value beyond either end counts as that end.
    previews       for such a field, what a legal action would make of it at once, from what its seat may see; None for
                   one that leaves it as it is.
    move_odds      counts from a seat's view what its own action would bring up: a weight for each outcome, over all
                   worlds the seat may take this one for; None where it brings up nothing. It may take long, and
                   remembers what it counted last. For games whose odds hang on hidden hands; others' odds are the same
                   in every imagined world, or are not told.
    outcome_kind   the kind of an outcome for the seat whose view it is, now, by which odds are added up; without it
                   the kind of the card that comes.
    """

    name: str
    schema: Schema
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    actions: int
    outcomes: int
    most_legal: int
    streams: tuple[str, ...]
    events: Mapping[int, EventForm]
    words_module: Words
    package: str
    invariants: Mapping[int, str]
    rules: str = "1"
    remarks: Mapping[str, int] = field(default_factory=dict)
    window: str = ""
    odds: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    previews: Mapping[str, Callable[[Any, int], int | None]] = field(default_factory=dict)
    move_odds: Callable[[Any, int, int], Mapping[int, int] | None] | None = None
    outcome_kind: Callable[[Any, int, int], str] | None = None

    @cached_property
    def words(self) -> dict[str, Any]:
        """The game's texts for people: title, lines, options, clauses, events, reasons, cards."""
        text = resources.files(self.package).joinpath("words.en.json").read_text(encoding="utf-8")
        loaded: dict[str, Any] = json.loads(text)
        return loaded

    @cached_property
    def lines(self) -> dict[tuple[int, ...], Any]:
        """The events that have been read, by their numbers: see `chronicle`."""
        return {}

    @cached_property
    def _scratch(self) -> threading.local:
        return threading.local()

    @property
    def scratch(self) -> Buffers:
        """This thread's arrays, for whoever needs them for a moment: thousands of tables share them."""
        found: Buffers | None = getattr(self._scratch, "buffers", None)
        if found is None:
            found = self._scratch.buffers = self.buffers()
        return found

    def buffers(self, note_rows: int = 512) -> Buffers:
        """Fresh arrays of the sizes this game needs."""
        return Buffers(
            np.zeros(self.most_legal, np.int64),
            np.zeros(self.outcomes, np.int64),
            np.zeros(len(self.streams), np.int64),
            np.zeros((note_rows, NOTE_COLUMNS), np.int64),
        )


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


@cache
def _loaded(name: str) -> Rulebook | str:
    """The rulebook of an installed package, or what is wrong with it: one broken game leaves the others alone."""
    try:
        book = _entry_points()[name].load().RULEBOOK
        if isinstance(book, Rulebook):
            return book
        wrong = f"its RULEBOOK is a {type(book).__name__}"
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    logger.warning("the game %r is installed but cannot be played: %s", name, wrong)
    return wrong


def rulebook(name: str) -> Rulebook:
    """The rulebook an installed package registers under `name`; OptionError names those there are."""
    if name not in _entry_points():
        raise OptionError(f"there is no game {name!r}; installed are {', '.join(game_names())}")
    book = _loaded(name)
    if isinstance(book, str):
        raise OptionError(f"the game {name!r} is installed but cannot be played: {book}")
    return book


def game_names() -> tuple[str, ...]:
    """The names of all installed games that can be played, by alphabet."""
    return tuple(name for name in sorted(_entry_points()) if isinstance(_loaded(name), Rulebook))


def broken_games() -> dict[str, str]:
    """The installed games that cannot be played, by name, and what is wrong with each."""
    return {name: wrong for name in sorted(_entry_points()) if isinstance(wrong := _loaded(name), str)}


@dataclass(frozen=True)
class Game:
    """A game with its options chosen: frozen and hashable. Make one with `hustings.game(name, option=value)`."""

    name: str
    chosen: tuple[tuple[str, str], ...]

    @property
    def book(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook(self.name)

    @property
    def title(self) -> str:
        """The game's name for people."""
        title: str = self.book.words["title"]
        return title

    @property
    def options(self) -> dict[str, str]:
        """Every option and its chosen value."""
        return dict(self.chosen)

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """The numbers of seats the game is played with."""
        return self.book.seats

    @property
    def words(self) -> dict[str, Any]:
        """The game's texts for people."""
        return self.book.words

    def cards(self) -> list[dict[str, Any]]:
        """The deck: code, name, value and kind of every card."""
        return self.book.words_module.cards(self.options)

    def clauses(self) -> list[Clause]:
        """The clauses that apply under the chosen options, in order."""
        clauses = [Clause(**clause) for clause in self.words["clauses"]]
        options = self.options
        return [clause for clause in clauses if all(options[name] == value for name, value in clause.when.items())]

    def start_row(self, seats: int) -> Row:
        """A record set up for `seats`; OptionError when the game is not played with so many."""
        if seats not in self.book.seats:
            allowed = " or ".join(map(str, self.book.seats))
            raise OptionError(f"{self.title} was asked for with {seats} seats; it is played with {allowed}")
        row = self.book.schema.new()
        verbs.start(row, self.start_options(seats))
        return row

    def start_options(self, seats: int) -> Integers:
        """The chosen options as `verbs.start` takes them: the number of seats, then each value's index."""
        indices = [option.values.index(self.options[option.name]) for option in self.book.options]
        return np.array([seats, *indices], np.int64)

    def start(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        chance: str = "drawn",
        draw: Callable[[str, int], int] | None = None,
    ) -> Table:
        """A new table.

        seats   how many play; the game's smallest number when left out.
        seed    int or str for a repeatable deal, None for a fresh one.
        chance  "drawn": chance settles itself; "asked": it waits for `settle`.
        draw    where chance comes from instead of the seed: called with a stream's name and a count from 0, it
                returns a uniform integer of 63 bits.
        """
        from hustings.engine.table import Table

        if chance not in ("drawn", "asked"):
            raise OptionError(f"chance was given as {chance!r}; allowed are 'drawn' and 'asked'")
        row = self.start_row(self.book.seats[0] if seats is None else seats)
        return Table(self, row, draw or seeded(self.book, seed), asked=chance == "asked")


def seeded(book: Rulebook, seed: int | str | None) -> Callable[[str, int], int]:
    """Chance from a seed: the same number of the same stream for the same seed, anywhere."""
    key = chance.key_of(seed)
    index = {name: number for number, name in enumerate(book.streams)}
    return lambda stream, count: chance.draw(key, index[stream], count)


def game(name: str, /, **options: str) -> Game:
    """The game `name` with the options given and the defaults of the rest.

    >>> game("combat", edition="illustrated").options["votes"]
    '2012'

    Raises OptionError for a game, option or value that does not exist, naming those that do.
    """
    book = rulebook(name)
    known = {option.name: option for option in book.options}
    for key, value in options.items():
        if key not in known:
            raise OptionError(f"{name} has no option {key!r}; it has {', '.join(known)}")
        if str(value) not in known[key].values:
            allowed = ", ".join(known[key].values)
            raise OptionError(f"option {key!r} of {name} was given as {value!r}; allowed are {allowed}")
    chosen = {key: str(options.get(key, option.default)) for key, option in known.items()}
    return Game(name, tuple(chosen.items()))
