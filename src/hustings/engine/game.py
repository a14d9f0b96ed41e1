"""A game with its options chosen, and the functions that choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import index
from typing import Any

import numpy as np

from hustings.engine.brief import fitting
from hustings.engine.errors import OptionError, nearest
from hustings.engine.facts import Facts
from hustings.engine.installed import rulebook
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import Draw, seeded
from hustings.engine.messages import Fact, Message
from hustings.engine.record import Row
from hustings.engine.record.layout import Layout
from hustings.engine.rulebook import Clause, Rulebook
from hustings.engine.rules import Integers
from hustings.engine.smaller import Smaller
from hustings.engine.table import Table


@dataclass(frozen=True)
class Game:
    """A game with its options chosen; immutable and hashable. `hustings.game` creates one.

    Examples:
        >>> import hustings
        >>> game = hustings.game("president", dealt="one")
        >>> game.title, game.seats_allowed
        ('U.S. President', (2, 3, 4, 5, 6))
        >>> game == hustings.game("president", dealt="one")
        True
    """

    name: str
    chosen: tuple[tuple[str, str], ...]
    sizes: tuple[tuple[str, int], ...] = ()  # sizes of a smaller version; empty for the whole game

    @property
    def book(self) -> Rulebook:
        """The game's rulebook: its declaration, notation and caches."""
        return rulebook(self.name)

    @property
    def title(self) -> str:
        """The game's name as people read it."""
        title: str = self.book.words["title"]
        return title

    @property
    def options(self) -> dict[str, str]:
        """The chosen value of every option, and the sizes if this is a smaller version of the game."""
        return {**dict(self.chosen), **{name: str(size) for name, size in self.sizes}}

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """The numbers of seats the game can be played with."""
        return self.book.seats

    @property
    def words(self) -> dict[str, Any]:
        """The game's texts for people: the content of its words file."""
        return self.book.words

    def cards(self) -> list[dict[str, Any]]:
        """Return the deck: the code, name, value and kind of each card.

        Examples:
            >>> import hustings
            >>> hustings.game("combat").cards()[0]
            {'code': 'AK', 'name': 'Alaska', 'value': 3, 'kind': 'state'}
        """
        return self.book.texts.cards(self.options)

    def neutrally(self, text: str) -> str:
        """Return a text in which cards that are named after a news story have general names."""
        names = {card["code"]: card["name"] for card in self.cards()}
        for code, neutral in self.words.get("neutral", {}).items():
            text = text.replace(names[code], neutral)
        return text

    def clauses(self) -> list[Clause]:
        """Return the clauses of the rules that apply under the chosen options, in order."""
        small = self._small_clauses
        clauses = [Clause(**{**clause, **small.get(clause["id"], {})}) for clause in self.words["clauses"]]
        options = self.options
        return [clause for clause in clauses if all(options[name] == value for name, value in clause.when.items())]

    @property
    def _small_texts(self) -> dict[str, Any]:
        """The texts of smaller versions that differ from the whole game's; empty for the whole game."""
        found: dict[str, Any] = self.words.get("small", {}) if self.sizes else {}
        return found

    @property
    def _small_clauses(self) -> dict[str, dict[str, str]]:
        """For each clause that reads otherwise in this smaller version: its title and text."""
        words = self._lacks().words
        clauses = self._small_texts.get("clauses", {}).items()
        return {name: {part: fitting([text], words)[0] for part, text in told.items()} for name, told in clauses}

    def _lacks(self, seats: int | None = None) -> Smaller:
        return self.book.lacks(self.start_options(self._allowed(seats)), dict(self.sizes))

    def brief(self, seats: int | None = None) -> dict[str, list[str]]:
        """Return the introduction under the chosen options: five sentences, in parts "goal", "turn" and "win".

        Args:
            seats: The number of players; without it, the sentences for every number.

        Examples:
            >>> import hustings
            >>> hustings.game("president").brief()["goal"]
            ['After week 12, you need 73 of the 145 electors.']
        """
        table = {**self._lacks(seats).words, **self.options, **({} if seats is None else {"seats": str(seats)})}
        brief = {**self.words.get("brief", {}), **self._small_texts.get("brief", {})}
        return {part: fitting(lines, table) for part, lines in brief.items()}

    @property
    def facts(self) -> Facts:
        """The numbers that describe the game: actions, outcomes, the longest game, utilities and more."""
        if not self.sizes:
            return self.book.facts
        return replace(self.book.facts, longest=self.book.longest_games(dict(self.sizes)))

    def layout(self, seats: int | None = None, relative: bool = True) -> Layout:
        """Return the layout of this game's observations: the name, range and meaning of each number.

        Args:
            seats: The number of players; by default the fewest.
            relative: True to count seats from the one that observes, False to count them from P1.

        Raises:
            OptionError: The game is not played with that number of seats.

        Examples:
            >>> import hustings
            >>> layout = hustings.game("president").layout(seats=3)
            >>> layout.columns[1].name, layout.columns[1].low, layout.columns[1].high
            ('weeks', 1, 12)
        """
        return _layout(self, self._allowed(seats), relative)

    def _allowed(self, seats: int | None) -> int:
        """Return the number of seats, by default the fewest; raise OptionError if the game does not allow it."""
        if seats is None:
            return self.book.seats[0]
        if type(seats) is int and seats in self.book.seats:
            return seats
        numbers: list[Fact] = list(self.book.seats)
        allowed = reduce(lambda first, second: Message("engine.or", {"first": first, "second": second}), numbers)
        try:
            number = index(seats)
        except TypeError:
            raise OptionError("engine.seats_not_whole", game=self.title, seats=repr(seats), allowed=allowed) from None
        if number not in self.book.seats:
            raise OptionError("engine.wrong_seats", game=self.title, seats=number, allowed=allowed)
        return number

    def start_row(self, seats: int) -> Row:
        """Return a record at the start of a game with that number of seats.

        Raises:
            OptionError: The game is not played with that number of seats.
        """
        return self.book.start_row(self.start_options(self._allowed(seats)), dict(self.sizes))

    def start_options(self, seats: int) -> Integers:
        """Return an array with the number of seats and the index of each option's value, for `verbs.start`."""
        options = dict(self.chosen)
        indices = [option.values.index(options[option.name]) for option in self.book.options]
        return np.array([seats, *indices], np.int64)

    def imagined(self, view: Row | bytes, seat: int, key: int | str = 0) -> Table:
        """Return a table drawn uniformly from all that agree with a seat's view.

        Args:
            view: A result of `Table.view_row` or `Table.view_bytes`, possibly from another process.
            seat: The seat whose view it is.
            key: The seed for everything hidden from the seat and for the chance outcomes to come.

        Raises:
            OptionError: `view` is not a view of this game with these options, or it cannot occur in the game.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> world = table.game.imagined(table.view_bytes(0), seat=0)
            >>> world.view(0) == table.view(0)
            True
        """
        row = self.row_of(view)
        require_sound(self, row.tobytes(), seat)
        world = Table(self, row, seeded(self.book.streams, key), asked=True).imagine(seat, key)
        world.resume(f"imagined {key}")
        return world

    def row_of(self, data: Row | bytes) -> Row:
        """Return a new record with the content of a record or of a seat's view of one.

        Raises:
            OptionError: The data belong to another game or other options, or a number is outside its field's bounds;
                the message names the field.
        """
        if not isinstance(data, (bytes, Row)):
            raise OptionError("engine.wrong_view", type=type(data).__name__)
        given = data if isinstance(data, bytes) else data.tobytes()
        size = self.book.schema.dtype.itemsize
        if len(given) != size:
            raise OptionError("engine.no_view", game=self.title, size=len(given), wanted=size)
        row = self.book.schema.new(given)
        stray = self.book.schema.stray(row, view=True)
        if stray:
            low, high = stray.range
            raise OptionError("engine.stray", field=stray.name, low=low, high=high)
        if self.book.options_of(row) != dict(self.chosen):
            raise OptionError("engine.other_options", game=self.title)
        return row

    def start(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        chance: str = "drawn",
        draw: Draw | None = None,
    ) -> Table:
        """Start a game at a new table.

        Args:
            seats: The number of players; by default the fewest.
            seed: An int or str for a game whose chance can be repeated; None for random chance.
            chance: "drawn": the table draws chance outcomes itself; "asked": it waits for `Table.settle`.
            draw: A source of chance instead of the seed. It is called with the name of a stream and a count from 0, and
                returns a uniform integer of 63 bits.

        Raises:
            OptionError: The game is not played with that number of seats, or `chance` is neither of the two.

        Examples:
            >>> import hustings
            >>> game = hustings.game("combat")
            >>> game.start(seats=2, seed=7)
            <Table of Electoral College Combat: 0 entries, owes [0]>
            >>> table = game.start(seats=2, chance="asked")
            >>> move = table.play("P1 turn 3")
            >>> table.settle("TX")
            >>> table.log
            ('P1 turn 3', '* TX')
        """
        if chance not in ("drawn", "asked"):
            raise OptionError("engine.wrong_chance", value=repr(chance))
        row = self.start_row(self._allowed(seats))
        return Table(self, row, draw or seeded(self.book.streams, seed), asked=chance == "asked")


@lru_cache(maxsize=256)
def _layout(game: Game, seats: int, relative: bool) -> Layout:
    return game.book.layout(game.start_options(seats), relative, dict(game.sizes))


@lru_cache(maxsize=256)
def count_actions(game: Game, bargaining: bool) -> int:
    """Return the number of action ids; with reaction windows the last id means to wait.

    Raises:
        OptionError: No seat can move out of turn in this game.
    """
    if bargaining and not game.facts.unasked:
        raise OptionError("engine.no_bargaining", game=game.name)
    return int(game.facts.actions) + bargaining


def require_sound(game: Game, data: bytes, seat: int | None) -> None:
    """Require that a record satisfies the game's invariants; data from elsewhere could break compiled rules.

    Args:
        game: The game with its options.
        data: The bytes of a record whose numbers are within their bounds, or of a seat's view of one.
        seat: The seat whose view it is; -1 for a spectator, None for a whole record.

    Raises:
        OptionError: The record, or a world imagined from the view, breaks an invariant.
    """
    row = game.book.schema.new(data)
    try:
        with np.errstate(divide="raise"):  # the default is a warning and 0
            if seat is not None:
                verbs.unseal(row, seat)
                verbs.imagine(row, seat, 0)
            number = verbs.check(row)
    except (ArithmeticError, IndexError, ValueError) as error:  # of interpreted rules that meet a corrupt record
        raise OptionError("engine.broken_record", game=game.title, text=str(error)) from error
    if number:
        raise OptionError("engine.broken_record", game=game.title, text=game.book.broken[number])


def game(name: str, /, **options: str | int) -> Game:
    """Return a game with the chosen options, and with sizes if a smaller version is wanted.

    Args:
        name: The name of an installed game, such as "combat"; `game_names` lists them.
        options: Values of the game's options (omitted options have their default), and sizes such as `weeks=2`.

    Raises:
        OptionError: There is no such game, option or value; the message lists the existing ones.

    Examples:
        >>> import hustings
        >>> hustings.game("combat", edition="illustrated").options["votes"]
        '2012'
        >>> hustings.game("president", weeks=2, states=3).start(seats=2, seed=7).view(0)["weeks"]
        2
    """
    book = rulebook(name)
    values: dict[str, Sequence[str]] = {option.name: option.values for option in book.options}
    values |= {size: [str(number) for number in numbers] for size, numbers in book.sizes.items()}
    for key, value in options.items():
        if key not in values:
            near = nearest(key, values)
            raise OptionError("engine.no_such_option", game=name, option=key, near=near, options=list(values))
        if str(value) not in values[key]:
            near = nearest(value, values[key]) if type(value) is str else None
            facts: dict[str, Fact] = {"game": name, "option": key, "value": repr(value), "near": near}
            raise OptionError("engine.no_such_value", **facts, values=list(values[key]))
    chosen = {option.name: str(options.get(option.name, option.default)) for option in book.options}
    sizes = {size: int(options.get(size, numbers[-1])) for size, numbers in book.sizes.items()}
    smaller = {size: number for size, number in sizes.items() if number != book.sizes[size][-1]}
    return Game(name, tuple(chosen.items()), tuple(smaller.items()))


def whole_game(name: str, /, **options: str) -> Game:
    """Return a game as `game` does, but refuse sizes, because rooms and classes play whole games only.

    Raises:
        OptionError: There is no such game, option or value.
    """
    chosen = game(name, **options)
    if chosen.sizes:
        raise OptionError(
            "engine.no_such_option",
            game=name,
            option=chosen.sizes[0][0],
            near=None,
            options=[option.name for option in chosen.book.options],
        )
    return chosen
