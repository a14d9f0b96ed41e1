"""The declaration of a game to the contract suite, and the variants of the game that the suite plays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, cycle, product
from random import Random
from typing import Any, Protocol

import hustings
from hustings import Game, Table
from hustings.engine.bound import BoundGame
from hustings.engine.fast import checked_forms, fast_forms
from hustings.engine.record import Row
from hustings.testing import positions, tables
from hustings.testing.positions import Position
from hustings.testing.redeal import redealt

#: up to so many option sets times seat counts every combination is tried; beyond, the defaults with every number of
#: seats, and every other value of every option once, with the numbers of seats in turn
MOST_VARIANTS = 64


class Reference(Protocol):
    """A naive second implementation of a game: texts in, texts out."""

    log: list[str]

    def owes(self) -> frozenset[int]: ...
    def may(self) -> frozenset[int]: ...
    def legal(self, seat: int) -> list[str]: ...
    def play(self, seat: int, text: str) -> None: ...
    def odds(self) -> dict[str, int]: ...
    def settle(self, text: str) -> None: ...
    def over(self) -> bool: ...
    def shares(self) -> list[Fraction]: ...
    def scores(self) -> list[int]: ...
    def facts(self) -> dict[str, object]: ...


@dataclass(frozen=True)
class SmallGame:
    """A small version of a game, whose every line of play can be counted (perft).

    row        makes the kernel's record.
    reference  makes the same position in the second implementation.
    depth      how many moves and chance outcomes deep the lines are counted.
    entries    log entries carried out on both first.
    """

    name: str
    row: Callable[[], Row]
    reference: Callable[[], Reference]
    depth: int
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class InformationSet:
    """A position with a listed information set: all records the seat cannot distinguish from `row`, with weights."""

    name: str
    row: Row
    seat: int
    weights: Mapping[bytes, int]


@dataclass(frozen=True)
class Corruption:
    """A corruption: if `where` holds, `check` must name a broken invariant after it."""

    name: str
    change: Callable[[Row], None]
    where: Callable[[Row], bool] = lambda row: True


def put(field: str, value: int, *index: int) -> Callable[[Row], None]:
    """Return a change that writes a value into a field, or into its element at `index`."""

    def change(row: Row) -> None:
        if not index:
            setattr(row, field, value)
        else:
            getattr(row, field)[index if len(index) > 1 else index[0]] = value

    return change


def add(field: str, amount: int, *index: int) -> Callable[[Row], None]:
    """Return a change that adds to a field, or to its element at `index`."""

    def change(row: Row) -> None:
        before = getattr(row, field)
        if index:
            before = before[index if len(index) > 1 else index[0]]
        put(field, before + amount, *index)(row)

    return change


@dataclass(frozen=True)
class Symmetry:
    """Seats that can be relabelled.

    relabel  a record with seat k called order[k].
    action   the same action in the relabelled record.
    covers   whether the step between two records is one that relabelling commutes with.
    """

    relabel: Callable[[Row, Sequence[int]], Row]
    action: Callable[[Row, int, Sequence[int]], int]
    covers: Callable[[Row, Row], bool]


@dataclass(frozen=True, eq=False)
class GameSuite:
    """A game as the contract suite tests it. Only the name is needed; whatever else is declared adds tests.

    name              the name the game is registered by.
    chance            False declares that the game has no chance; the suite holds it to that.
    hidden            False declares that every seat knows everything; the suite holds it to that.
    sealed            whether several seats ever owe at once.
    open_odds         whether there are moments at which nothing hidden bears on the odds of a seat's move.
    reference         makes the second implementation for a number of seats and options.
    facts             from `Schema.as_json` of the whole record the dict that `Reference.facts` returns.
    small             small versions of the game, for counting lines of play.
    corruptions       changes that break records: between them they break every invariant.
    redeal            the log of another game that leads to what the seat cannot tell from this table, found without
                      the game's `imagine`; None where the seat misses nothing. Seat None is a spectator. The default
                      tries other hidden outcomes and choices (`redeal.redealt`).
    secrets           fragments of JSON that nothing sent to the seat may contain now.
    information_sets  positions with all that a seat may take them for.
    symmetry          how seats are relabelled; None where they are not alike.
    wording           what of a record the text of a move or an outcome depends on besides its number.
    rare              outcomes worth meeting more often than chance brings them up: some games are drawn towards them.
    redeal_share      the part of all moments at which a re-deal is tried: 1 where something is seldom hidden.
    looks             the part of a random game's moments at which it is looked at: 1 where a game has not many.
    fuzz              how many games are compared with the reference, over all variants.
    deals             how many different games a hundred seeds bring at least: fewer where there is little chance.
    """

    name: str
    chance: bool = True
    hidden: bool = True
    sealed: bool = False
    open_odds: bool = False
    reference: Callable[[int, Mapping[str, str]], Reference] | None = None
    facts: Callable[[Mapping[str, Any]], dict[str, object]] | None = None
    small: Callable[[], Sequence[SmallGame]] | None = None
    corruptions: Sequence[Corruption] = ()
    redeal: Callable[[Table, int | None, Random], list[str] | None] = redealt
    secrets: Callable[[Table, int | None], Sequence[str]] = lambda table, seat: ()
    information_sets: Callable[[], Sequence[InformationSet]] | None = None
    symmetry: Symmetry | None = None
    wording: Callable[[Row], Hashable] = Row.tobytes
    rare: frozenset[str] = frozenset()
    redeal_share: float = 1.0
    looks: float = 1.0
    fuzz: int = 2000
    deals: int = 100

    @cached_property
    def book(self) -> BoundGame:
        """The game's rulebook, with the forms of its `fast.py` even if they were checked against other rules."""
        book = hustings.game(self.name).book
        forms = fast_forms(book.package)
        if forms is not None and forms is not checked_forms(book.package):
            book.register(forms)
        return book

    @property
    def first(self) -> Variant:
        """The game with its default options and fewest seats."""
        return self.plain_variants[0]

    @cached_property
    def variants(self) -> list[Variant]:
        """Every number of seats with every option value, in all combinations where they are few."""
        options, counts = self.book.options, self.book.seats
        every = list(product(*(option.values for option in options)))
        if len(every) * len(counts) <= MOST_VARIANTS:
            names = [option.name for option in options]
            sets = [dict(zip(names, values, strict=True)) for values in every]
            return [self._variant(count, chosen) for chosen in sets for count in counts]
        others = [{option.name: value} for option in options for value in option.values[1:]]
        turns = cycle(counts)
        return [*self.plain_variants, *(self._variant(next(turns), chosen) for chosen in others)]

    @cached_property
    def few_variants(self) -> list[Variant]:
        """A subset of `variants` that covers every pair of option values and seats."""
        pairs = {
            variant: set(combinations([("seats", variant.seats), *variant.game.chosen], 2)) for variant in self.variants
        }
        few = list(self.plain_variants)
        unmet = set[object]().union(*pairs.values()).difference(*(pairs[variant] for variant in few))
        while unmet:
            few.append(max(pairs, key=lambda variant: len(pairs[variant] & unmet)))
            unmet -= pairs[few[-1]]
        return few

    @cached_property
    def plain_variants(self) -> list[Variant]:
        """Return every number of seats with the default options, for tests that no option affects."""
        return [self._variant(count, {}) for count in self.book.seats]

    def has(self, part: str) -> bool:
        """Return whether the game declares a part, such as "reference" or "chance"."""
        return bool(getattr(self, part))

    def _variant(self, seats: int, options: Mapping[str, str]) -> Variant:
        return Variant(self, hustings.game(self.name, **options), seats)

    def looked_at(self) -> Iterator[bool]:
        """Yield for each step of a random game whether it is checked; reproducible."""
        random = Random(self.name)
        yield True
        while True:
            yield self.looks == 1 or random.random() < self.looks


@dataclass(frozen=True)
class Variant:
    """One way to play a game: its options and the number of seats."""

    suite: GameSuite
    game: Game
    seats: int

    @property
    def name(self) -> str:
        """The variant's name in test ids."""
        return "-".join([self.game.name, str(self.seats), *(value for _, value in self.game.chosen)])

    @property
    def book(self) -> BoundGame:
        """The game's rulebook."""
        return self.suite.book

    def random(self, salt: object = "") -> Random:
        """Random numbers of this variant's own, the same in every run."""
        return Random(f"{self.name} {salt}")

    def rows(self) -> Row:
        """A fresh record, chance not settled."""
        return self.game.start_row(self.seats)

    def reference(self) -> Reference:
        """The second implementation, at the start of a game."""
        assert self.suite.reference is not None
        return self.suite.reference(self.seats, self.game.options)

    def walk(self, position: Position, random: Random) -> Iterator[int]:
        """Play a random game to its end; yield the step's number before checked steps and at the end."""
        return positions.walk(position, random, self.suite.looked_at())

    def play(self, table: Table, random: Random) -> Iterator[int]:
        """Do the same at a table; yield the number of log entries."""
        return tables.walk(table, random, self.suite.looked_at())
