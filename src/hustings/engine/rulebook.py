"""The declaration of a game, written by its author and read by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import Any, Protocol

from hustings.engine.board import Board
from hustings.engine.campaign import Campaign
from hustings.engine.declared import EventForm, MoveTable, OutcomeTable, Telling
from hustings.engine.events import Event
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message
from hustings.engine.record import Schema


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
    """The cards of a game with a `Telling`; its `words.py` is a module of this shape."""

    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the deck: code, name, value and kind of every card."""


class Texts(Deck, Protocol):
    """A game's own texts as keys and facts; its `words.py` is a module of this shape."""

    def facts(self, s: Any, seat: int, action: int) -> Mapping[str, Fact]:
        """Facts that a refusal may mention, besides {tried} and {seat}; only what the seat may know."""

    def result(self, s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
        """Return how the game ended: a key of "results" in the game's words. `winners` is empty if all seats tie."""


@dataclass(frozen=True, slots=True)
class Promises:
    """The events in which seats promise one another something, for reports on who keeps their word.

    Attributes:
        item: The thing in an exchange that is a promise which the rules can check.
        exchanged: The event of an exchange by the seat that accepts, with `offerer`, `gives` and `wants`.
        kept: The event of a seat that has kept such a promise.
        broken: The event of a seat that breaks it.
        words: The event of a promise in words, with `target` and `text`, which nothing can check.
        unit: The unit of a gain.
        scale: How many units of `heuristic` and `temptation` make one of `unit`.
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
        name: The name of the entry point.
        schema: The fields of the record.
        seats: The numbers of seats that the game can be played with.
        modules: The modules of the rules. Their functions are kernels; those named like a verb are the game's verbs.
        moves: The moves and their notation.
        events: The events by number.
        reasons: The reasons of refusals by number: keys of "reasons" in the words file.
        texts: The game's own texts.
        most_legal: The longest list that `legal` can return.
        package: The package that contains words.en.json.
        invariants: The text of each invariant that `check` can name, by number.
        chance: The chance outcomes and their notation; None for a game without chance.
        streams: The chance streams that the game draws from.
        rules: The version of the rules; a change of the rules that a log could notice raises it.
        older: For each older version, the option values that keep its behaviour. Saved games and rooms of that version
            continue with these values; {} if they continue unchanged.
        reaction: The move that declines a reaction, in games where a seat may react to another seat's move; else "".
        odds: Exact chances of success that depend on one public number: the name of that field of the view, then the
            chance at each of its values, in order. A value beyond either end counts as that end.
        previews: For such a field, a function of a view and a legal action that returns the field's value right after
            the action, or None if the action leaves it unchanged.
        effects: What a player should know of a legal action before choosing it: named numbers, from a view, its seat
            and the action.
        evident: Whether everybody can tell from a spectator's view that a seat's only legal move was its only one, once
            the move is made; None if that holds whenever the game hides nothing. Rooms may make such moves.
        holdings: Who holds which state, from a record or a view and the public events; for games with a map.
        campaign: The course of the game, from a record or a view and the public events; for the talk after a game.
        recount: A function that changes a finished record as if each side held these states alone, for `payoff` to
            read: called with the record, the side of each state and an array for notes. For games with a map and an
            election night.
        majority: The votes that win, from a record or a view; None if no number of votes does.
        too_many: The votes that lose, likewise.
        foresee: The actions that a seat can prepare while others are asked, from its view and its number: those that
            may be legal when it is asked next.
        board: What lies on the table, from a view and its seat (None: a spectator); without it a picture shows the
            public fields.
        promises: The events of promises; None in games without.
        simultaneous: Whether several seats can owe a sealed decision at once.
        longest: The most moves of a game, by the number of seats; None if a game can go on without end.
        sizes: Numbers that make the game smaller, for research: the possible values of each, the whole game's last.
        start_small: Begins a smaller game, in a record with only seats and options, given all sizes.
        telling: Facts, results, effects and the rest as kernels, so that a page can play the game without a server. It
            takes the place of `texts.facts` and `texts.result`, and of `effects`, `foresee`, `majority` and `too_many`.
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
    older: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reaction: str = ""
    odds: Mapping[str, Mapping[int, Fraction]] = field(default_factory=dict)
    previews: Mapping[str, Callable[[Any, int], int | None]] = field(default_factory=dict)
    effects: Callable[[Any, int, int], Mapping[str, int]] | None = None
    evident: Callable[[Any, int, int], bool] | None = None
    holdings: Callable[[Any, Sequence[Event]], Holdings] | None = None
    campaign: Callable[[Any, Sequence[Event]], Campaign] | None = None
    recount: Callable[[Any, Mapping[str, int], Any], None] | None = None
    majority: Callable[[Any], int | None] | None = None
    too_many: Callable[[Any], int | None] | None = None
    foresee: Callable[[Any, int], Sequence[int]] | None = None
    board: Callable[[Any, int | None], Board] | None = None
    promises: Promises | None = None
    simultaneous: bool = False
    longest: Callable[[int], int] | None = None
    sizes: Mapping[str, range] = field(default_factory=dict)
    start_small: Callable[[Any, Mapping[str, int]], None] | None = None
    telling: Telling | None = None
