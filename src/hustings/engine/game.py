"""The facade's `Game`: a rulebook with its options chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from hustings.engine.errors import OptionError
from hustings.engine.messages import Fact, Message
from hustings.engine.record import Row
from hustings.engine.rulebook import Clause, Integers, Rulebook, rulebook
from hustings.engine.table import Table, seeded


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
        return self.book.texts.cards(self.options)

    def clauses(self) -> list[Clause]:
        """The clauses that apply under the chosen options, in order."""
        clauses = [Clause(**clause) for clause in self.words["clauses"]]
        options = self.options
        return [clause for clause in clauses if all(options[name] == value for name, value in clause.when.items())]

    def start_row(self, seats: int) -> Row:
        """A record set up for `seats`; OptionError when the game is not played with so many."""
        if seats not in self.book.seats:
            numbers: list[Fact] = list(self.book.seats)
            allowed = reduce(lambda first, second: Message("engine.or", {"first": first, "second": second}), numbers)
            raise OptionError("engine.wrong_seats", game=self.title, seats=seats, allowed=allowed)
        return self.book.start_row(self.start_options(seats))

    def start_options(self, seats: int) -> Integers:
        """The chosen options as `Rulebook.start_row` takes them: the number of seats, then each value's index."""
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
        if chance not in ("drawn", "asked"):
            raise OptionError("engine.wrong_chance", value=repr(chance))
        row = self.start_row(self.book.seats[0] if seats is None else seats)
        return Table(self, row, draw or seeded(self.book, seed), asked=chance == "asked")


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
            raise OptionError("engine.no_such_option", game=name, option=key, options=list(known))
        if str(value) not in known[key].values:
            allowed = list(known[key].values)
            raise OptionError("engine.no_such_value", game=name, option=key, value=repr(value), values=allowed)
    chosen = {key: str(options.get(key, option.default)) for key, option in known.items()}
    return Game(name, tuple(chosen.items()))
