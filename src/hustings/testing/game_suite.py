"""The declaration of a game for the contract suite, and the variants of the game that the suite plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, cycle, product
from random import Random
from typing import Any, Protocol

import hustings
from hustings import Game, Table
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.testing import positions, tables
from hustings.testing.positions import Position
from hustings.testing.redeal import redealt

#: If a game has at most this many combinations of option values and numbers of seats, all are played. Otherwise the
#: default options are played with every number of seats, and every other option value once, with a number of seats in
#: turn.
MOST_VARIANTS = 64
NO_CHANCE = "no chance step came up; a game without chance declares GameSuite(..., chance=False)"


class Reference(Protocol):
    """A simple second implementation of a game, which takes and returns moves and outcomes as text."""

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
    """A small version of a game, in which every line of play can be counted (perft).

    row        returns the record of the position for the game's rules.
    reference  returns the same position in the second implementation.
    depth      the number of moves and chance outcomes up to which lines are counted.
    entries    log entries to carry out in both first.
    """

    name: str
    row: Callable[[], Row]
    reference: Callable[[], Reference]
    depth: int
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class InformationSet:
    """A position and its information set: all records that the seat cannot distinguish from `row`, with weights.

    The weights give the frequency with which `imagine` must return each record.
    """

    name: str
    row: Row
    seat: int
    weights: Mapping[bytes, int]


@dataclass(frozen=True)
class Corruption:
    """A change that breaks a record: if `where` holds before, `check` must name a broken invariant afterwards."""

    name: str
    change: Callable[[Row], None]
    where: Callable[[Row], bool] = lambda row: True


def put(field: str, value: int, *index: int) -> Callable[[Row], None]:
    """Return a function that changes a record: it writes a value into a field, or into its element at `index`."""

    def change(row: Row) -> None:
        if not index:
            setattr(row, field, value)
        else:
            getattr(row, field)[index if len(index) > 1 else index[0]] = value

    return change


def add(field: str, amount: int, *index: int) -> Callable[[Row], None]:
    """Return a function that changes a record: it adds an amount to a field, or to its element at `index`."""

    def change(row: Row) -> None:
        before = getattr(row, field)
        if index:
            before = before[index if len(index) > 1 else index[0]]
        put(field, before + amount, *index)(row)

    return change


@dataclass(frozen=True)
class Symmetry:
    """The symmetry of a game whose seats can be exchanged.

    relabel  returns a record in which seat k of the given record has become seat order[k].
    action   returns the id of the same action in the relabelled record.
    covers   returns whether a step, given by the records before and after it, must commute with relabelling.
    """

    relabel: Callable[[Row, Sequence[int]], Row]
    action: Callable[[Row, int, Sequence[int]], int]
    covers: Callable[[Row, Row], bool]


@dataclass(frozen=True, eq=False)
class GameSuite:
    """A game as the contract suite tests it. Only the name is required; everything else that is declared adds tests.

    name              the name under which the game is registered.
    chance            False if the game has no chance; the suite verifies this.
    hidden            False if every seat knows everything; the suite verifies this.
    sealed            whether several seats ever have to decide at once.
    open_odds         whether there are positions in which the odds after a move do not depend on hidden information.
    reference         returns the second implementation at the start of a game, from the number of seats and options.
    facts             returns the dict to compare with `Reference.facts`, from `Schema.as_json` of the whole record.
    small             returns small versions of the game, in which lines of play are counted.
    corruptions       changes that break records; together they break every invariant.
    redeal            returns the log of a different game that a seat cannot distinguish from the one at a table, found
                      without the game's `imagine`; None if there is none. Seat None is a spectator. The default tries
                      other hidden outcomes and choices (`redeal.redealt`).
    secrets           returns fragments of JSON that nothing sent to a seat may contain now.
    information_sets  returns positions with all records that a seat cannot distinguish from them.
    symmetry          the way to exchange seats; None if the seats have different roles.
    rare              outcomes that should be tested more often than they occur; some games prefer them.
    redeal_share      the part of all positions in which `redeal` is tried; 1 if the game seldom hides anything.
    looks             the part of the positions of a random game that tests check; 1 if games are short.
    fuzz              the number of games that are compared with the reference, over all variants.
    deals             the least number of different games from a hundred seeds; lower if the game has little chance.
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
    rare: frozenset[str] = frozenset()
    redeal_share: float = 1.0
    looks: float = 1.0
    fuzz: int = 2000
    deals: int = 100

    @cached_property
    def book(self) -> Rulebook:
        """The game's rulebook."""
        return hustings.game(self.name).book

    @property
    def first(self) -> Variant:
        """The variant with the default options and the fewest seats."""
        return self.plain_variants[0]

    @cached_property
    def variants(self) -> list[Variant]:
        """Variants that cover every number of seats and every option value; all combinations if there are few."""
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
        """A subset of `variants` that covers every pair of option values, and of an option value and a seat number."""
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
    def two_variants(self) -> list[Variant]:
        """The default options with the fewest seats, and every option's last value with the most."""
        last = {option.name: option.values[-1] for option in self.book.options}
        return [self._variant(self.book.seats[0], {}), self._variant(self.book.seats[-1], last)]

    @cached_property
    def plain_variants(self) -> list[Variant]:
        """The default options with every number of seats, for tests that no option affects."""
        return [self._variant(count, {}) for count in self.book.seats]

    @cached_property
    def sizes(self) -> list[dict[str, int]]:
        """All combinations of the sizes of smaller versions, the whole game's included; empty if there are none."""
        sizes = self.book.sizes
        return [dict(zip(sizes, chosen, strict=True)) for chosen in product(*sizes.values())] if sizes else []

    def has(self, part: str) -> bool:
        """Return whether the suite declares a part, such as "reference" or "chance"."""
        return bool(getattr(self, part))

    def _variant(self, seats: int, options: Mapping[str, str]) -> Variant:
        return Variant(self, hustings.game(self.name, **options), seats)

    def looked_at(self) -> Iterator[bool]:
        """Yield for each step of a random game whether tests check the step.

        Tests check the first step and a fraction `looks` of the others; the choice is the same in every run.
        """
        random = Random(self.name)
        yield True
        while True:
            yield self.looks == 1 or random.random() < self.looks


@dataclass(frozen=True)
class Variant:
    """One way to play a game: certain options and a number of seats."""

    suite: GameSuite
    game: Game
    seats: int

    @property
    def name(self) -> str:
        """The variant's name in test ids."""
        return "-".join([self.game.name, str(self.seats), *(value for _, value in self.game.chosen)])

    @property
    def book(self) -> Rulebook:
        """The game's rulebook."""
        return self.suite.book

    def random(self, salt: object = "") -> Random:
        """Return a random generator seeded by this variant and `salt`, so that every run is the same."""
        return Random(f"{self.name} {salt}")

    def rows(self) -> Row:
        """Return a record at the start of a game, before any chance."""
        return self.game.start_row(self.seats)

    def reference(self) -> Reference:
        """Return the second implementation at the start of a game."""
        assert self.suite.reference is not None
        return self.suite.reference(self.seats, self.game.options)

    def walk(self, position: Position, random: Random) -> Iterator[int]:
        """Play a random game to its end; yield the number of the step before each step to check, and at the end."""
        return positions.walk(position, random, self.suite.looked_at())

    def play(self, table: Table, random: Random) -> Iterator[int]:
        """Play a random game at a table to its end; yield the number of log entries before each step to check."""
        return tables.walk(table, random, self.suite.looked_at())
