"""The tables in which a game declares its moves, outcomes and events, with their numbers and texts.

A table numbers its entries as they are added. The numbers are plain ints that the game's kernels can use:

>>> moves = MoveTable("turn 3", "call higher")
>>> TURN, CALL = moves.add("turn", Number("place", 1, 5)), moves.add("call", Words("call", ("higher", "lower")))
>>> CALL, moves.count, moves.write(None, 6), moves.read(None, "turn", ["3"])
(5, 7, 'call lower', 2)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Literal, Union, cast

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import NotationError, nearest
from hustings.engine.kernels import NOTE_ARGS, Note
from hustings.engine.messages import Fact, Message

Weight = Literal["small", "plain", "big"]
GamePart = Literal["", "unit", "between"]
Word = str | int | Message | None
Unit = Union[tuple[Word, ...], Callable[[int], Any], "Phrase", "Phrases", None]
Integers = npt.NDArray[np.int64]
MOST_TOGETHER = 62  # the most moves of a row, rows of a kind, and tasks: as many as the bits of a mask
LEGAL = 0  # instead of the number of a reason: the move is legal
_BITS = bytes.maketrans(b"01", b"\0\1")


class Refused(Exception):
    """A text that names existing things but cannot be a move; key: the key of one of the game's reasons."""

    def __init__(self, key: str, clause: str = "", **facts: Fact) -> None:
        super().__init__(key)
        self.key, self.clause, self.facts = key, clause, facts


class Part(ABC):
    """A part of a move's notation after the verb. It has `size` possible values, and each is written in words.

    A game whose words depend on the record defines its own subclasses.

    what          the name of the part, a key of the game's "terms".
    fewest, most  the number of words that the part can have; only the last part of a move may have a varying number.
    static        whether a value is always written in the same words.
    """

    what: str
    fewest = 1
    most = 1
    static = True

    @property
    def row(self) -> int:
        """The number of neighbouring values that belong to one row of moves."""
        return self.size

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of possible values."""

    @abstractmethod
    def write(self, s: Any, index: int) -> str:
        """Return the words for a value; "" for the value of an omitted part."""

    @abstractmethod
    def read(self, s: Any, words: Sequence[str]) -> int:
        """Return the value that the words stand for.

        Raises:
            NotationError: The words are unknown.
            Refused: The words are known, but such a value is impossible in this record.
        """


@dataclass(frozen=True)
class Words(Part):
    """A part that consists of one word from a list, such as a card's code."""

    what: str
    words: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.words)

    def write(self, s: Any, index: int) -> str:
        return self.words[index]

    def read(self, s: Any, words: Sequence[str]) -> int:
        if words[0] not in self.words:
            known = list(self.words)
            raise NotationError("engine.no_such_word", text=words[0], what=Message(self.what), known=known)
        return self.words.index(words[0])


@dataclass(frozen=True)
class Number(Part):
    """A part that is a number from `first` to `last`."""

    what: str
    first: int
    last: int

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def write(self, s: Any, index: int) -> str:
        return str(self.first + index)

    def read(self, s: Any, words: Sequence[str]) -> int:
        text = words[0]
        if text.isascii() and text.isdigit() and self.first <= int(text) <= self.last:
            return int(text) - self.first
        facts: dict[str, Fact] = {"what": Message(self.what), "first": self.first, "last": self.last}
        raise NotationError("engine.no_such_number", text=text, **facts)


@dataclass(frozen=True)
class Optional(Part):
    """A last part that can be omitted; if it is given, a word precedes it ("on P3").

    Its values are those of `part`, and one more for the omission.
    """

    word: str
    part: Part
    fewest = 0
    most = 2

    @property
    def size(self) -> int:
        return self.part.size + 1

    def write(self, s: Any, index: int) -> str:
        return f"{self.word} {self.part.write(s, index)}" if index < self.part.size else ""

    def read(self, s: Any, words: Sequence[str]) -> int:
        if not words:
            return self.part.size
        if words[0] != self.word or len(words) < 2:
            raise NotationError("engine.no_such_word", text=words[0], what="word here", known=[self.word])
        return self.part.read(s, words[1:])


@dataclass(frozen=True)
class Form:
    """One kind of move: a verb, the parts and fixed words after it, and the id of its first action."""

    verb: str
    parts: tuple[Part | str, ...]
    first: int
    when: tuple[int, ...] = ()  # the tasks that it answers; () for every task
    exact: bool = False

    @property
    def row(self) -> int:
        """The number of actions in a row: those that differ only in the last part."""
        last = self.parts[-1] if self.parts else ""
        return 1 if isinstance(last, str) else last.row

    @property
    def count(self) -> int:
        """The number of actions of this kind."""
        count = 1
        for part in self.parts:
            count *= 1 if isinstance(part, str) else part.size
        return count

    def takes(self, args: Sequence[str]) -> bool:
        """Return whether these words can follow the verb."""
        fewest = sum(1 if isinstance(part, str) else part.fewest for part in self.parts)
        most = sum(1 if isinstance(part, str) else part.most for part in self.parts)
        fixed = all(part == arg for part, arg in zip(self.parts, args, strict=False) if isinstance(part, str))
        return fewest <= len(args) <= most and fixed

    def write(self, s: Any, index: int) -> str:
        """Return the notation of the action at `index` among those of this kind."""
        if len(self.parts) == 1 and not isinstance(only := self.parts[0], str):  # a fast path for most moves
            said = only.write(s, index)
            return f"{self.verb} {said}" if said else self.verb
        words: list[str] = []
        for part in reversed(self.parts):
            if isinstance(part, str):
                words.append(part)
            else:
                index, value = divmod(index, part.size)
                words.append(part.write(s, value))
        return " ".join([self.verb, *filter(None, reversed(words))])

    def read(self, s: Any, args: Sequence[str]) -> int:
        """Return the action id for the words after the verb."""
        index, rest = 0, list(args)
        for place, part in enumerate(self.parts, 1):
            taken = len(rest) if place == len(self.parts) else 1
            if not isinstance(part, str):
                index = index * part.size + part.read(s, rest[:taken])
            del rest[:taken]
        return self.first + index


class MoveTable:
    """The moves of a game: their action ids and notation. Error messages show the `examples`."""

    def __init__(self, *examples: str) -> None:
        self.examples = examples
        self.count = 0  # the number of actions
        self.remarks: dict[str, int] = {}  # for verbs that a free text may follow, the number of words before it
        self._forms: list[Form] = []
        self._firsts: list[int] = []  # the first action of each form
        self._static: list[bool] = []  # whether the notation of each form is the same in every record
        self._written: dict[int, str] = {}  # cached notation of actions of such forms

    def add(
        self,
        verb: str,
        *parts: Part | str,
        remark: bool = False,
        when: int | Sequence[int] = (),
        exact: bool = False,
    ) -> int:
        """Add a kind of move and return its first action.

        Its actions are numbered in a row, and the value of the last part varies fastest.

        remark  whether the player may add a free text, which has no effect on the game.
        when    the task or tasks that it answers, as the verb `task` numbers them from 1; by default every task.
        exact   whether the verb `candidates` returns exactly the legal moves of this kind, so that `refusal` is not
                called for the list. It states legality a second time, so it needs a figure that asks for it.

        Raises:
            ValueError: The last part has over 62 values, or the other parts have over 62 combinations.
        """
        form = Form(verb, parts, self.count, (when,) if isinstance(when, int) else tuple(when), exact)
        if form.row > MOST_TOGETHER or form.count > MOST_TOGETHER * form.row:
            wide = f"{form.count // form.row} rows of {form.row}"
            raise ValueError(f"the moves {verb!r} have {wide}; at most {MOST_TOGETHER} rows of {MOST_TOGETHER} fit")
        if not all(0 < task < MOST_TOGETHER for task in form.when):
            raise ValueError(f"the moves {verb!r} answer tasks {form.when}; tasks are numbered from 1 to 61")
        self._forms.append(form)
        self._firsts.append(form.first)
        self._static.append(all(isinstance(part, str) or part.static for part in parts))
        self.count += form.count
        if remark:
            self.remarks[verb] = len(parts)
        return form.first

    @property
    def forms(self) -> tuple[Form, ...]:
        """The kinds of moves, in the order of their actions."""
        return tuple(self._forms)

    @property
    def tasks(self) -> int:
        """One more than the highest task that a kind of move answers."""
        return 1 + max((task for form in self._forms for task in form.when), default=1)

    @property
    def when(self) -> Integers:
        """For each action, the bit mask of the tasks that it answers, for `refusal`."""
        every = tuple(range(1, self.tasks))
        masks = [sum(1 << task for task in form.when or every) for form in self._forms]
        return np.repeat(masks, [form.count for form in self._forms]).astype(np.min_scalar_type(-1 - max(masks)))

    def by_task(self, without: Sequence[int] = ()) -> tuple[Integers, ...]:
        """Return the kinds of moves by task: kinds starts[t] to starts[t + 1] - 1 answer task t.

        Args:
            without: The first action of each kind that is left out.

        Returns:
            `starts`; then for each kind its first action, the size of a row, the bit masks of all its rows and of all
            moves of a row, and 1 if it is exact.
        """
        starts, found = [0, 0], list[tuple[int, ...]]()
        for task in range(1, self.tasks):
            for form in self._forms:
                if form.first not in without and (not form.when or task in form.when):
                    lines, moves = (1 << form.count // form.row) - 1, (1 << form.row) - 1
                    found.append((form.first, form.row, lines, moves, form.exact))
            starts.append(len(found))
        return np.array(starts), *np.array(found or [(0, 1, 0, 0, 0)], np.int64).T.copy()

    def write(self, s: Any, action: int) -> str:
        """Return the notation of an action, without the seat."""
        text = self._written.get(action)
        if text is None:
            number = self._number(action)
            text = self._forms[number].write(s, action - self._firsts[number])
            if self._static[number]:
                self._written[action] = text
        return text

    def static(self, action: int) -> bool:
        """Return whether an action has the same notation in every position; valid only once `write` wrote it."""
        return action in self._written

    def verb(self, action: int) -> str:
        """Return the verb of an action."""
        return self._forms[self._number(action)].verb

    def _number(self, action: int) -> int:
        """Return the index of an action's form in `_forms`."""
        return bisect_right(self._firsts, action) - 1

    def read(self, s: Any, verb: str, args: Sequence[str]) -> int:
        """Return the action for a verb and the words after it; raise NotationError or Refused as `Part.read` does."""
        fitting = [form for form in self._forms if form.verb == verb and form.takes(args)]
        if not fitting:
            near = nearest(verb, {form.verb for form in self._forms})
            text, forms = " ".join([verb, *args]), list(self.examples)
            raise NotationError("engine.no_such_move", text=text, near=None if near == verb else near, forms=forms)
        for form in fitting[:-1]:
            try:
                return form.read(s, args)
            except NotationError:
                continue  # the text may be another kind of move with that verb
        return fitting[-1].read(s, args)


class OutcomeTable:
    """A game's chance outcomes and their notation: a word from a list, after the label of the seat that receives it.

    words     the list of words; or several lists, if `by` says which one applies.
    examples  examples of outcomes, which error messages show.
    seat      the field of the record with the seat that receives the outcome; "" if outcomes go to no seat, such as
              cards turned up for all. If the field's value is no seat, this outcome goes to nobody.
    by        the field of the record with the number of the list that applies; "" if there is only one list.
    """

    def __init__(
        self,
        words: tuple[str, ...] | tuple[tuple[str, ...], ...],
        *examples: str,
        what: str = "outcome",
        seat: str = "",
        by: str = "",
    ) -> None:
        lists = cast(tuple[tuple[str, ...], ...], words if by else (words,))
        self.parts = tuple(Words(what, one) for one in lists)
        self.examples = examples
        self.seat, self.by = seat, by
        self.count = max(map(len, lists))
        self._numbers = {word: number for one in lists for number, word in enumerate(one)}

    def write(self, s: Any, outcome: int) -> str:
        """Return the notation of an outcome, without the "* " of a log."""
        word = self.parts[getattr(s, self.by) if self.by else 0].words[outcome]
        seat = getattr(s, self.seat) if self.seat else -1
        return f"P{seat + 1} {word}" if 0 <= seat < s.seats else word

    def read(self, s: Any, text: str) -> int:
        """Return the outcome that a text describes; raise NotationError for an unknown text.

        The label of the seat is not verified here but by the table.
        """
        label, _, rest = text.partition(" ")
        named = bool(self.seat) and label in {f"P{seat + 1}" for seat in range(s.seats)}
        word = rest if named else text
        goes = bool(self.seat) and 0 <= getattr(s, self.seat) < s.seats
        if not self.by and (named or not goes) and " " not in word:
            return self.parts[0].read(s, [word])
        if not self.by or word not in self._numbers:
            raise NotationError("engine.no_such_outcome", text=text, forms=list(self.examples))
        return self._numbers[word]


@dataclass(frozen=True, slots=True)
class EventForm:
    """A kind of event: its name, and for each argument a name and the unit of its number (see `Unit`).

    remark  whether the event has the free text of the move as an additional argument "text".
    weight  how much the event matters to people: clients pause at a big event and omit a small one from summaries.
    votes   for big events: the event counts as plain if it names no card with at least this many votes; 0: never.
    part    the part of the game that begins after the event: a "unit" that people remember, such as a week or a
            contest, or what lies "between" units; "" if no part begins.
    """

    name: str
    args: tuple[tuple[str, Unit], ...] = ()
    remark: bool = False
    weight: Weight = "plain"
    votes: int = 0
    part: GamePart = ""

    def read(self, rows: Iterable[Note]) -> dict[str, Any]:
        """Return the arguments from the rows of a note in which a kernel has written the event."""
        numbers = (number for row in rows for number in row[NOTE_ARGS:])
        return {name: _value(unit, numbers) for name, unit in self.args}


def _value(unit: Unit, numbers: Iterator[int]) -> Any:
    if isinstance(unit, Phrase | Phrases):
        return unit.read(numbers)
    number = next(numbers)
    if unit is None:
        return number
    return unit[number] if isinstance(unit, tuple) else unit(number)


class EventTable(dict[int, EventForm]):
    """The kinds of events of a game, or of its refusals, results or effects, by number from 1."""

    def add(
        self, name: str, /, *, remark: bool = False, big: int | None = None, small: bool = False,
        part: GamePart = "", **args: Unit,
    ) -> int:  # fmt: skip
        """Add a kind of event and return its number.

        big    the fewest votes of a named card that make the event a big moment; 0 if it always is one, None if never.
        small  whether summaries omit the event.
        part   the part of the game that begins after the event (see `EventForm`).
        args   for each argument its name and the unit of its number; a name such as "from_" loses the underscore.
        """
        number = len(self) + 1
        weight: Weight = "small" if small else "plain" if big is None else "big"
        named = tuple((each.rstrip("_"), unit) for each, unit in args.items())
        self[number] = EventForm(name, named, remark, weight, big or 0, part)
        return number


@dataclass(frozen=True)
class Members:
    """A unit for bit masks, which are shown as the list of the words whose bits are set.

    none: the key of the phrase for an empty mask, one of the game's "terms"; "" for an empty list.
    """

    words: tuple[Word, ...]
    none: str = ""

    def __call__(self, mask: int) -> Any:
        bits = f"{mask & (1 << len(self.words)) - 1:b}".encode()[::-1]  # a loop over the bits takes three times as long
        found = list(compress(self.words, bits.translate(_BITS)))
        return found if found or not self.none else Message(self.none)


def members(words: Sequence[Word]) -> Members:
    """Return the unit for bit masks whose bit k stands for word k."""
    return Members(tuple(words))


@dataclass(frozen=True)
class Terms:
    """A unit for numbers that select a phrase: k selects `keys[k]`, one of the game's "terms" or "tasks", or None."""

    keys: tuple[str | None, ...]

    def __call__(self, number: int) -> Fact:
        key = self.keys[number]
        return None if key is None else Message(key)


@dataclass(frozen=True)
class Counts:
    """A unit for a number that packs a small count for each word, of `bits` bits: a list with each word that often."""

    words: tuple[str, ...]
    bits: int

    def __call__(self, number: int) -> list[Any]:
        most = (1 << self.bits) - 1
        return [word for place, word in enumerate(self.words) for _ in range(number >> self.bits * place & most)]


@dataclass(frozen=True)
class Phrase:
    """A unit for several numbers: one that selects a phrase, if there are several, and those of the phrase's facts."""

    keys: tuple[str, ...]  # keys of the game's "terms"
    facts: Mapping[str, Unit]

    def read(self, numbers: Iterator[int]) -> Message:
        """Return the phrase with its facts."""
        key = self.keys[next(numbers) if len(self.keys) > 1 else 0]
        return Message(key, {name: _value(unit, numbers) for name, unit in self.facts.items()})


@dataclass(frozen=True)
class Phrases:
    """A unit for several numbers, one for each word: each number and its word become a phrase."""

    key: str  # the key of the phrase, one of the game's "terms"
    number: str  # the name of the phrase's fact that is the number
    word: str  # the name of the phrase's fact that is the word
    words: tuple[str, ...]

    def read(self, numbers: Iterator[int]) -> list[Fact]:
        """Return a phrase for each word."""
        return [Message(self.key, {self.number: next(numbers), self.word: word}) for word in self.words]
