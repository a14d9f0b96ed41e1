"""What a game adds to the shared suite, and how the suite finds it.

A game that is installed gets every contract test without a line. What cannot be guessed stands in
`tests/games/<game>.py` as one `Bench` named BENCH: a second implementation to compare with, small positions,
corruptions, another way to re-deal.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import cycle, product
from random import Random
from typing import Any, Protocol

import hustings
from hustings import Game, Table
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook, game_names

#: up to so many option sets times seat counts every combination is tried; beyond, the defaults with every number of
#: seats, and every other value of every option once, with the numbers of seats in turn
MOST_VARIANTS = 64


class Reference(Protocol):
    """A naive second implementation of a game (tests/reference): texts in, texts out."""

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
class Tiny:
    """A small variant of a game for counting every line of play (perft).

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
class Worlds:
    """A position whose worlds can be listed: all records the seat cannot tell from `row`, each with its weight."""

    name: str
    row: Row
    seat: int
    weights: Mapping[bytes, int]


@dataclass(frozen=True)
class Corruption:
    """A change no sound record survives: wherever `where` holds, `check` must name a broken invariant afterwards."""

    name: str
    change: Callable[[Row], None]
    where: Callable[[Row], bool] = lambda row: True


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


@dataclass(frozen=True)
class Bench:
    """What one game adds.

    reference    makes the second implementation for a number of seats and options.
    facts        from `Schema.as_json` of the whole record the dict that `Reference.facts` returns.
    tiny         small variants for perft.
    corruptions  at least twenty.
    redeal       the log of another game that leads to what the seat cannot tell from this table, found without the
                 game's `imagine`; None where the seat misses nothing. Seat None is a spectator.
    secrets      fragments of JSON that nothing sent to the seat may contain now.
    worlds       positions with all their worlds.
    symmetry     None where the seats are not alike.
    wording      what of a record the text of a move or an outcome depends on besides its number.
    rare         outcomes worth meeting more often than chance brings them up: the fuzzed games are drawn towards them.
    open_information  whether a move's odds can be move_odds because nothing hidden bears on them.
    sealed       whether several seats ever owe at once.
    redeal_share the part of all moments at which a re-deal is tried: 1 where something is seldom hidden.
    looks        the part of a random game's moments at which it is looked at: 1 where a game has not many.
    fuzz         how many games are compared with the reference, over all variants.
    """

    reference: Callable[[int, Mapping[str, str]], Reference]
    facts: Callable[[Mapping[str, Any]], dict[str, object]]
    tiny: Callable[[], Sequence[Tiny]]
    corruptions: Sequence[Corruption]
    redeal: Callable[[Table, int | None, Random], list[str] | None]
    secrets: Callable[[Table, int | None], Sequence[str]]
    worlds: Callable[[], Sequence[Worlds]]
    symmetry: Symmetry | None = None
    wording: Callable[[Row], Hashable] = Row.tobytes
    rare: frozenset[str] = frozenset()
    open_information: bool = True
    sealed: bool = True
    redeal_share: float = 1.0
    looks: float = 1.0
    fuzz: int = 8000


@dataclass(frozen=True)
class Variant:
    """One way to play a game: its options and the number of seats."""

    game: Game
    seats: int

    @classmethod
    def of(cls, name: str) -> Variant:
        """A game with its default options and fewest seats."""
        game = hustings.game(name)
        return cls(game, game.seats_allowed[0])

    @property
    def name(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(value for _, value in self.game.chosen)])

    @property
    def book(self) -> Rulebook:
        return self.game.book

    @property
    def bench(self) -> Bench:
        return bench(self.game.name)

    def random(self, salt: object = "") -> Random:
        """Random numbers of this variant's own, the same in every run."""
        return Random(f"{self.name} {salt}")

    def rows(self) -> Row:
        """A fresh record, chance not settled."""
        return self.game.start_row(self.seats)


@cache
def bench(name: str) -> Bench:
    """The bench of a game; AssertionError says what is missing."""
    try:
        module = importlib.import_module(f"tests.games.{name}")
    except ModuleNotFoundError as error:
        raise AssertionError(
            f"the game {name!r} is installed, but tests/games/{name}.py is not there: {error}"
        ) from None
    found: Bench = module.BENCH
    return found


def variants() -> list[Variant]:
    """Every installed game with every number of seats and every option value, in all combinations where few."""
    found = []
    for name in game_names():
        book = hustings.game(name).book
        combinations = list(product(*(option.values for option in book.options)))
        if len(combinations) * len(book.seats) <= MOST_VARIANTS:
            names = [option.name for option in book.options]
            sets = [dict(zip(names, values, strict=True)) for values in combinations]
            found += [Variant(hustings.game(name, **options), count) for options in sets for count in book.seats]
            continue
        found += [Variant(hustings.game(name), count) for count in book.seats]
        others = [{option.name: value} for option in book.options for value in option.values[1:]]
        counts = cycle(book.seats)
        found += [Variant(hustings.game(name, **options), next(counts)) for options in others]
    return found


def plain_variants() -> list[Variant]:
    """Every installed game with every number of seats, default options: for what options cannot matter to."""
    return [Variant(hustings.game(name), count) for name in game_names() for count in hustings.game(name).seats_allowed]
