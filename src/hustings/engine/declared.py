"""Declarations of a game: moves, outcomes, events and reasons, with their numbers and texts.

Each table gives every entry its number when it is added, a plain int for the kernels to use:

>>> moves = MoveTable("turn 3", "call higher")
>>> TURN, CALL = moves.add("turn", Number("place", 1, 5)), moves.add("call", Words("call", ("higher", "lower")))
>>> CALL, moves.count, moves.write(None, 6), moves.read(None, "turn", ["3"])
(5, 7, 'call lower', 2)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Literal, cast

from hustings.engine.errors import NotationError, nearest
from hustings.engine.messages import Fact, Message

Weight = Literal["small", "plain", "big"]
Word = str | int | Message | None
Unit = tuple[Word, ...] | Callable[[int], Any] | None
LEGAL = 0  # the number of no reason
_BITS = bytes.maketrans(b"01", b"\0\1")


class Refused(Exception):
    """A text that names existing things but cannot be a move. key: of one of the game's reasons."""

    def __init__(self, key: str, clause: str = "", **facts: Fact) -> None:
        super().__init__(key)
        self.key, self.clause, self.facts = key, clause, facts


class Part(ABC):
    """A part of a move's notation after the verb: `size` values, each with its words.

    A game whose words depend on the record has parts of its own. what: its name, a key of the game's "terms".
    fewest, most: how many words it takes; only the last part of a move may take a varying number. static: whether the
    words of a value are always the same.
    """

    what: str
    fewest = 1
    most = 1
    static = True

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of values."""

    @abstractmethod
    def write(self, s: Any, index: int) -> str:
        """Return the words of a value; "" for the value of an omitted part."""

    @abstractmethod
    def read(self, s: Any, words: Sequence[str]) -> int:
        """Return the value of words; raise NotationError for unknown words, Refused for an impossible value."""


@dataclass(frozen=True)
class Words(Part):
    """A part that is one word of a list, such as a card's code."""

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
    """A part that is a number from `low` to `high`."""

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
    """A last part that may be omitted, after its own word ("on P3"); the last value stands for the omission."""

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
    """One kind of move: a verb, the parts and fixed words after it, the number of its first action."""

    verb: str
    parts: tuple[Part | str, ...]
    first: int

    @property
    def count(self) -> int:
        """The number of actions."""
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
        """Return the words of the action at `index`."""
        if len(self.parts) == 1 and not isinstance(only := self.parts[0], str):  # as in most moves
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
        """Return the action that the words after the verb stand for."""
        index, rest = 0, list(args)
        for place, part in enumerate(self.parts, 1):
            taken = len(rest) if place == len(self.parts) else 1
            if not isinstance(part, str):
                index = index * part.size + part.read(s, rest[:taken])
            del rest[:taken]
        return self.first + index


class MoveTable:
    """A game's moves: action numbers and their notation. Error messages quote `examples`."""

    def __init__(self, *examples: str) -> None:
        self.examples = examples
        self.count = 0  # one more than the highest action
        self.remarks: dict[str, int] = {}  # verbs that may carry a free text, and how many words come before it
        self._forms: list[Form] = []
        self._firsts: list[int] = []  # the first action of each
        self._static: list[bool] = []  # whether each is called the same whatever the record says
        self._written: dict[int, str] = {}  # of actions of such forms

    def add(self, verb: str, *parts: Part | str, remark: bool = False) -> int:
        """Add a kind of move and return its first action; the last part varies fastest.

        remark  whether a free text without effect may follow.
        """
        form = Form(verb, parts, self.count)
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
        """Return whether an action has the same notation in every position."""
        return action in self._written

    def verb(self, action: int) -> str:
        """Return the verb of an action."""
        return self._forms[self._number(action)].verb

    def _number(self, action: int) -> int:
        """Return the number of an action's form."""
        return bisect_right(self._firsts, action) - 1

    def read(self, s: Any, verb: str, args: Sequence[str]) -> int:
        """Return the action of a verb and its words. Raises NotationError or Refused."""
        fitting = [form for form in self._forms if form.verb == verb and form.takes(args)]
        if not fitting:
            near = nearest(verb, {form.verb for form in self._forms})
            text, forms = " ".join([verb, *args]), list(self.examples)
            raise NotationError("engine.no_such_move", text=text, near=None if near == verb else near, forms=forms)
        for form in fitting[:-1]:
            try:
                return form.read(s, args)
            except NotationError:
                continue  # another move of that verb is meant
        return fitting[-1].read(s, args)


class OutcomeTable:
    """A game's chance outcomes and their notation: the words of a list, after the seat that receives it.

    words     the list; or several, if the record says which.
    examples  for people who mistype.
    seat      the record's field with that seat; "" if a card turned up for all has none. A number that is no seat: the
              outcome goes to nobody.
    by        the record's field with the number of the list; "" if there is only one.
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
        """Return the outcome of a text; raise NotationError for an unknown text. The table checks the seat."""
        label, _, rest = text.partition(" ")
        named = bool(self.seat) and label in {f"P{seat + 1}" for seat in range(s.seats)}
        word = rest if named else text
        if not self.by and named == bool(self.seat) and " " not in word:
            return self.parts[0].read(s, [word])
        if not self.by or word not in self._numbers:
            raise NotationError("engine.no_such_outcome", text=text, forms=list(self.examples))
        return self._numbers[word]


@dataclass(frozen=True, slots=True)
class EventForm:
    """The form of an event: its name, and for each used argument a name and the unit of its number.

    remark  whether the free text that rode along with the move belongs to it (as the argument "text").
    weight  how much the event matters to people: clients pause at a big one, and leave a small one out of summaries.
    votes   of a big event: the fewest votes of a card that it names; a lesser event is plain. 0 for every event.
    """

    name: str
    args: tuple[tuple[str, Unit], ...] = ()
    remark: bool = False
    weight: Weight = "plain"
    votes: int = 0


class EventTable(dict[int, EventForm]):
    """A game's events by number, from 1."""

    def add(
        self, name: str, /, *, remark: bool = False, big: int | None = None, small: bool = False, **args: Unit
    ) -> int:
        """Add an event and return its number.

        big    the fewest votes of a card that make it a big moment; 0 if it always is one.
        small  whether summaries leave it out.
        args   the names of its arguments, and how their numbers read ("from_" is called "from").
        """
        number = len(self) + 1
        weight: Weight = "small" if small else "plain" if big is None else "big"
        named = tuple((each.rstrip("_"), unit) for each, unit in args.items())
        self[number] = EventForm(name, named, remark, weight, big or 0)
        return number


class ReasonTable(dict[int, str]):
    """The reasons of refusals, numbered from 1: keys of "reasons" in the game's words file."""

    def add(self, key: str) -> int:
        """Add a reason and return its number."""
        number = len(self) + 1
        self[number] = key
        return number


@dataclass(frozen=True)
class Members:
    """A unit for bit masks: the words of the bits that are set, in order.

    none: the key of the phrase for an empty mask, one of the game's "terms"; "" for an empty list.
    """

    words: tuple[Word, ...]
    none: str = ""

    def __call__(self, mask: int) -> Any:
        bits = f"{mask & (1 << len(self.words)) - 1:b}".encode()[::-1]  # looking bit by bit takes three times as long
        found = list(compress(self.words, bits.translate(_BITS)))
        return found if found or not self.none else Message(self.none)


def members(words: Sequence[Word]) -> Members:
    """Return the unit of bit masks over these words."""
    return Members(tuple(words))


@dataclass(frozen=True)
class Terms:
    """A unit for numbers that stand for phrases: keys of the game's "terms" or "tasks", or None."""

    keys: tuple[str | None, ...]

    def __call__(self, number: int) -> Fact:
        key = self.keys[number]
        return None if key is None else Message(key)


@dataclass(frozen=True)
class Counts:
    """A unit for several small counts in one number, each in as many bits: every word as often as its count."""

    words: tuple[str, ...]
    bits: int

    def __call__(self, number: int) -> list[Any]:
        most = (1 << self.bits) - 1
        return [word for place, word in enumerate(self.words) for _ in range(number >> self.bits * place & most)]


@dataclass(frozen=True)
class Phrases:
    """A unit for as many numbers as there are words: one phrase for each number, with its word."""

    key: str  # of the game's "terms"
    number: str  # the fact of the phrase that is the number
    word: str  # the fact that is the word
    words: tuple[str, ...]

    @property
    def columns(self) -> int:
        """The number of numbers."""
        return len(self.words)

    def read(self, numbers: Sequence[int]) -> list[Fact]:
        """Return the phrases of these numbers."""
        pairs = zip(numbers, self.words, strict=True)
        return [Message(self.key, {self.number: number, self.word: word}) for number, word in pairs]


@dataclass(frozen=True)
class Phrase:
    """A unit for a number that chooses one of several phrases, followed by the numbers of the phrase's facts."""

    keys: tuple[str | None, ...]  # of the game's "terms"; None for no phrase
    facts: FactTable

    @property
    def columns(self) -> int:
        """The number of numbers."""
        return 1 + self.facts.columns

    def read(self, numbers: Sequence[int]) -> Fact:
        """Return the phrase of these numbers."""
        key = self.keys[numbers[0]]
        return None if key is None else Message(key, self.facts.read(numbers[1:]))


class FactTable:
    """Facts that a kernel writes as numbers, one after another, and how the numbers read."""

    def __init__(self, **facts: Unit | Phrases | Phrase) -> None:
        self.facts = {name.rstrip("_"): unit for name, unit in facts.items()}
        self.columns = sum(unit.columns if isinstance(unit, Phrases | Phrase) else 1 for unit in facts.values())

    def read(self, numbers: Sequence[int]) -> dict[str, Fact]:
        """Return the facts of a kernel's numbers."""
        found: dict[str, Fact] = {}
        at = 0
        for name, unit in self.facts.items():
            if isinstance(unit, Phrases | Phrase):
                found[name] = unit.read(numbers[at : at + unit.columns])
                at += unit.columns
            else:
                number = numbers[at]
                found[name] = number if unit is None else unit[number] if isinstance(unit, tuple) else unit(number)
                at += 1
        return found


class EndingTable(list[tuple[str, FactTable]]):
    """How a game can end: keys of "results" in the game's words, each with its facts."""

    def add(self, key: str, **facts: Unit | Phrases | Phrase) -> int:
        """Add an ending and return its number, from 0."""
        self.append((key, FactTable(**facts)))
        return len(self) - 1

    @property
    def columns(self) -> int:
        """The most numbers that an ending has."""
        return max(table.columns for _, table in self)


@dataclass(frozen=True, eq=False)
class Telling:
    """Kernels for the facts and results of a table, shared by Python and a page without a server.

    Attributes:
        facts: Writes the facts that a refusal may mention, from a record, a seat and an action that may not exist;
            only what the seat may know.
        fact_table: The names of these facts.
        ending: Writes the facts of the result of a finished record; returns the number of the ending.
        endings: The endings.
        effects: From a view, which may be changed, its seat and a legal action: writes a number for each effect and
            returns a bit mask of those that there are.
        effect_names: The names of the effects: keys of "effects" in the game's words.
        foresee: From a view, which may be changed, and its seat: writes the actions that the seat can prepare while
            others are asked, and returns how many.
        majority: The votes that win; 0 if no number does. too_many: likewise the votes that lose.
        states: The codes of the map's states, for games with an election night.
        held: From a record: writes the side of each state (-1: nobody; -2: not in play), then the votes of each.
        recount: Changes a finished record as if each side held these states alone, for `payoff` to read; its arguments
            are the record, the side of each state (-1: nobody) and a note.
        first_count: If a game may be counted several times, the event of a seat's count, its argument with the number
            of the count, from 1, and its argument with the states that the seat held.
        odds: From a view, its seat, a seat's action and a memory of zeros: counts all worlds that agree with the view,
            writes the weight of each outcome that the action would bring up (`kernels.wide`) at twice its number, and
            returns 1; 0 if it has nothing to say of the action, -1 if the memory is too small. For games whose odds
            depend on hidden hands. odds_memory: the sizes of the memory to try.
        kind: From a view, which may be changed, its seat and an outcome that comes next: the number of the outcome's
            kind, by which odds are added up; by default the kind of the card that comes. kinds: their names.
    """

    facts: Callable[[Any, int, int, Any], None]
    fact_table: FactTable
    ending: Callable[[Any, Any], int]
    endings: EndingTable
    effects: Callable[[Any, int, int, Any], int] | None = None
    effect_names: tuple[str, ...] = ()
    foresee: Callable[[Any, int, Any], int] | None = None
    majority: Callable[[Any], int] | None = None
    too_many: Callable[[Any], int] | None = None
    states: tuple[str, ...] = ()
    held: Callable[[Any, Any], None] | None = None
    recount: Callable[[Any, Any, Any], None] | None = None
    first_count: tuple[str, str, str] | None = None
    odds: Callable[[Any, int, int, Any], int] | None = None
    odds_memory: tuple[int, ...] = ()
    kind: Callable[[Any, int, int], int] | None = None
    kinds: tuple[str, ...] = ()
