"""The declaration of a game, written by its author and read by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import Any, Protocol

from hustings.engine.board import Board
from hustings.engine.campaign import Campaign
from hustings.engine.declared import EventForm, MoveTable, OutcomeTable
from hustings.engine.events import Event
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message
from hustings.engine.record import Schema
from hustings.engine.telling import Telling


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, with its values; the first value is the default. The words file describes both to people.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").options["edition"]
        'prose'
    """

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The default value, which is the first of the values."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule of a game, in our words.

    Attributes:
        id: Its number, such as "EC-6"; refusals name it.
        title: A short heading.
        text: The rule in full.
        when: The option values under which the clause applies, such as {"edition": "prose"}; empty if it always does.

    Examples:
        >>> import hustings
        >>> hustings.game("combat").clauses()[0].title
        'The deal'
    """

    id: str
    title: str
    text: str
    when: Mapping[str, str] = field(default_factory=dict)


class Deck(Protocol):
    """The shape of the module `words.py` in a game with a `Telling`: it only lists the cards."""

    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the deck under these options: the code, name, value and kind of every card."""


class Texts(Deck, Protocol):
    """The shape of the module `words.py` in a game without a `Telling`: it writes its texts as keys and facts."""

    def facts(self, s: Any, seat: int, action: int) -> Mapping[str, Fact]:
        """Return the facts that a refusal may mention besides {tried} and {seat}: only what the seat may know."""

    def result(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
        """Return the sentence about the result; its key is one of "results". `winners` is empty if all seats tie."""


@dataclass(frozen=True, slots=True)
class Promises:
    """The names of the events about promises between seats, for reports on who keeps their word.

    Attributes:
        item: The item of an exchange that is a promise; the rules can check whether it is kept.
        exchanged: The event of an exchange. Its seat is the one that accepts; its arguments include `offerer`, `gives`
            and `wants`.
        kept: The event of a seat that keeps such a promise.
        broken: The event of a seat that breaks such a promise.
        words: The event of a promise in free text, with `target` and `text`; no rule can check it.
        unit: The unit in which reports measure a gain.
        scale: The number of units of the verbs `heuristic` and `temptation` that make one `unit`.
    """

    item: str
    exchanged: str
    kept: str
    broken: str
    words: str
    unit: str
    scale: int


@dataclass(frozen=True, eq=False)
class Rulebook:
    """The declaration of a game. The engine plays it as a `BoundGame`.

    A game without chance needs no `chances` and no `settle`; a game without hidden fields needs no `imagine`.

    Attributes:
        name: The game's name, which is also the name of its entry point.
        schema: The fields of the record.
        seats: The numbers of seats that the game can be played with.
        modules: The modules of the rules. Their functions are kernels; a function with the name of a verb is that verb.
        moves: The moves and their notation.
        events: The events by number.
        reasons: The reasons of refusals by number: keys of "reasons" in the words file.
        texts: The module `words.py` with the game's own texts.
        most_legal: The length of the longest list that the verb `legal` can write.
        package: The package that contains words.en.json.
        invariants: The text of each invariant that `check` can name, by number.
        chance: The chance outcomes and their notation; None for a game without chance.
        streams: The chance streams that the game draws from.
        rules: The version of the rules. A change that makes an old log invalid or changes its outcome raises it.
        usual: The option values of a table whose host chose none, where they differ from the rules' defaults.
        older: For each older version, the option values that keep its behaviour. Saved games and rooms of that version
            continue with these values; {} if they continue unchanged.
        reaction: The move that declines a reaction, in games where a seat may react to another seat's move; else "".
        odds: For chances of success that depend on one public number: by the name of its field in the view, the exact
            chance at each value, in order. A value beyond either end counts as that end. The effect of that name is the
            value right after an action.
        evident: Returns whether everybody can tell afterwards, from a spectator's view, that a seat's only legal move
            was its only one; rooms may make such moves for the seat. None if everybody can whenever nothing is hidden.
        holdings: Returns who holds which state, from a record or a view and the public events; for games with a map.
        campaign: Returns the course of the game, from a record or a view and the public events; for the discussion
            after a game.
        board: Returns the things on the table, from a view and its seat (None: a spectator); without it, pictures show
            the public fields.
        promises: The events about promises; None in games without them.
        simultaneous: Whether several seats can have to make a sealed decision at once.
        longest: Returns the largest number of moves in a game, from the number of seats; None if a game can go on
            without end.
        sizes: Numbers that make the game smaller, for research: the possible values of each; the last is that of the
            whole game.
        start_small: Starts a smaller game in a record that has only seats and options, given all sizes.
        telling: Kernels for facts, results, effects and the rest, so that a page can play the game without a server. It
            replaces `texts.facts` and `texts.result`.
    """

    name: str
    schema: Schema
    seats: tuple[int, ...]
    modules: Sequence[ModuleType]
    moves: MoveTable
    events: Mapping[int, EventForm]
    reasons: Mapping[int, str]
    texts: Texts | Deck
    most_legal: int
    package: str
    invariants: Mapping[int, str]
    chance: OutcomeTable | None = None
    streams: tuple[str, ...] = ("deal",)
    rules: str = "1"
    usual: Mapping[str, str] = field(default_factory=dict)
    older: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reaction: str = ""
    odds: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    evident: Callable[[Any, int, int], bool] | None = None
    holdings: Callable[[Any, Sequence[Event]], Holdings] | None = None
    campaign: Callable[[Any, Sequence[Event]], Campaign] | None = None
    board: Callable[[Any, int | None], Board] | None = None
    promises: Promises | None = None
    simultaneous: bool = False
    longest: Callable[[int], int] | None = None
    sizes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    start_small: Callable[[Any, Mapping[str, int]], None] | None = None
    telling: Telling | None = None
