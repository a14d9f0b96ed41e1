"""A game: its declaration, written by its author, and what the engine derives from it to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from types import FunctionType, ModuleType
from typing import Any

from hustings.engine.board import Board
from hustings.engine.campaign import Campaign
from hustings.engine.declared import EventForm, MoveTable, OutcomeTable, Refused
from hustings.engine.errors import IllegalMove, NotationError, Reason
from hustings.engine.events import Event, Line
from hustings.engine.facts import Facts
from hustings.engine.holdings import Holdings
from hustings.engine.kernels import NOTE_ARGS, NOTE_CODE, NOTE_ROWS, WHEN_REGISTERED, Note, kernel, verbs
from hustings.engine.kernels.listing import drawer, lister
from hustings.engine.messages import Fact, Message, slots, words_of
from hustings.engine.moves import Move
from hustings.engine.post import Post
from hustings.engine.promises import Promises
from hustings.engine.record import Row, Schema
from hustings.engine.record.layout import Layout
from hustings.engine.rules import Buffers, Integers, Rules, buffers
from hustings.engine.smaller import Smaller
from hustings.engine.telling import Deck, Telling

Odds = dict[str, Fraction]
REMOVED = frozenset({"legal", "any_legal", "random_round", "draw_chance"})  # verbs of older versions
ADVICE = (
    "delete these functions (and fast.py), for the engine now lists and draws moves by `refusal`; "
    "see `when` of MoveTable.add, and the verb `candidates` for speed"
)
EVENTS_NOW = (
    "declare refusals, results and effects in an EventTable each; the kernels `explain`, `ending` and `effect` of "
    "Telling write them as events; `hustings new-game` shows how"
)
MOST_ODDS = 64  # the most counts of odds cached for each game
MOST_LINES = 20_000  # the most event lines cached for each game


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


def _told_by_functions() -> Telling:
    """Refuse a game of an older version, whose functions returned texts as keys and facts."""
    raise ValueError(f"it needs telling=Telling(...): {EVENTS_NOW}")


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A game: what its author declares, and what the engine derives from that. `installed.rulebook` returns one.

    A game without chance needs no `chances` and no `settle`; a game without hidden fields needs no `imagine`.

    Attributes:
        name: The game's name, which is also the name of its entry point.
        schema: The fields of the record.
        seats: The numbers of seats that the game can be played with.
        modules: The modules of the rules. Their functions are kernels; a function with the name of a verb is that verb.
        moves: The moves and their notation.
        events: The events by number.
        reasons: The reasons of refusals by number; their names are keys of "reasons" in the words file.
        texts: The module that lists the game's cards.
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
        longest: Returns the largest number of moves in a game, from the number of seats and all sizes; None if a game
            can go on without end.
        sizes: Numbers that make the game smaller, for research: the possible values of each; the last is that of the
            whole game.
        start_small: Starts a smaller game in a record that has only seats and options, given all sizes.
        smaller: Returns what a smaller version has less of, from the record at its start and all sizes.
        telling: Kernels for facts, results, effects and the rest, so that a page can play the game without a server.
        brisk: Whether turns are many and short, so that bots pause for a quarter of the usual time before a move.
        post: How the game is played by post, in rooms that play over days; None if it is played move by move there.
    """

    name: str
    schema: Schema
    seats: tuple[int, ...]
    modules: Sequence[ModuleType]
    moves: MoveTable
    events: Mapping[int, EventForm]
    reasons: Mapping[int, EventForm]
    texts: Deck
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
    longest: Callable[[int, Mapping[str, int]], int] | None = None
    sizes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    start_small: Callable[[Any, Mapping[str, int]], None] | None = None
    smaller: Callable[[Any, Mapping[str, int]], Smaller] | None = None
    brisk: bool = False
    telling: Telling = field(default_factory=_told_by_functions)
    post: Post | None = None

    @cached_property
    def written(self) -> dict[int, dict[int, Move]]:
        """A cache of the moves whose notation never changes, by seat and action."""
        return {}

    @cached_property
    def _lines(self) -> dict[tuple[int, Note], Line]:
        """The parts that events with different log entries share, by number of seats and note."""
        return {}

    @cached_property
    def _layouts(self) -> dict[tuple[object, ...], Layout]:
        return {}

    @cached_property
    def _starts(self) -> dict[tuple[object, ...], bytes]:
        """The first records by their options; a start uses no chance."""
        return {}

    def register(self) -> None:
        """Register the game's functions as the verbs of its record.

        Raises:
            ValueError: A verb is missing or unknown or takes the wrong arguments, the game lists its legal moves
                itself, its rules use a function of a module that is not among `modules`, or `older` has an unknown
                option value or the current version.
        """
        allowed = {(option.name, value) for option in self.options for value in option.values}
        for version, kept in self.older.items():
            if version == self.rules or not kept.items() <= allowed:
                raise ValueError(f"it cannot keep version {version} of its rules by {dict(kept)}")
        if apart := _apart(self.modules, f"{self.package}."):
            raise ValueError(f"its rules use {', '.join(apart)}, whose module is not among its modules")
        functions = _functions(self.modules)
        if old := sorted(function.__name__ for function in functions if function.__name__ in REMOVED):
            raise ValueError(f"it defines {', '.join(old)}: {ADVICE}")
        found = {function.__name__: function for function in functions if function.__name__ in verbs.VERBS}
        listed = {"legal": lister(self.moves), "drawn": drawer(self.moves) or verbs.listed_draw}
        verbs.register(self.schema, found | listed, chance=self.chance is not None)
        for function in functions:
            kernel(function)
        for told in WHEN_REGISTERED:
            told()

    # --- the game's properties

    @property
    def words(self) -> dict[str, Any]:
        """The game's texts for people: title, clauses, sentences for events and reasons, and more."""
        return words_of(self.package)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The game's options, in the order of their fields."""
        return tuple(Option(each.name, tuple(map(str, each.unit or ()))) for each in self.schema.options)

    def options_of(self, row: Row) -> dict[str, str]:
        """Return the value of each option in a record."""
        return {option.name: option.values[getattr(row, option.name)] for option in self.options}

    def kept(self, version: str) -> Mapping[str, str] | None:
        """Return the option values that keep a version of the rules, or None if that version cannot be played."""
        return {} if version == self.rules else self.older.get(version)

    @property
    def actions(self) -> int:
        """The number of action ids."""
        return self.moves.count

    @property
    def outcomes(self) -> int:
        """The number of ids of chance outcomes."""
        return self.chance.count if self.chance else 0

    @cached_property
    def facts(self) -> Facts:
        """The numbers that describe the game to programs."""
        return Facts(
            actions=self.actions,
            most_legal=self.most_legal,
            outcomes=self.outcomes,
            longest=self.longest_games({}),
            lowest=0.0,
            highest=1.0,
            utility_sum=1.0,
            hidden=self.schema.hides,
            simultaneous=self.simultaneous,
            unasked=verbs.has(self.schema, "may"),
            seats=self.seats,
        )

    @cached_property
    def broken(self) -> dict[int, str]:
        """The invariants that a record can break: the text for each number that `check` may return, except 0."""
        return {verbs.OUT_OF_BOUNDS: "a number is out of its field's bounds", **self.invariants}

    @cached_property
    def ruling(self) -> Rules:
        """The verbs as tables call them."""
        return Rules(self.most_legal, self.outcomes, len(self.streams))

    def all_sizes(self, sizes: Mapping[str, int]) -> dict[str, int]:
        """Return every size of a version of the game, given those that differ from the whole game's."""
        return {name: values[-1] for name, values in self.sizes.items()} | dict(sizes)

    def longest_games(self, sizes: Mapping[str, int]) -> dict[int, int] | None:
        """Return the largest number of moves by number of seats, or None if a game can go on without end."""
        longest = self.longest
        return {seats: longest(seats, self.all_sizes(sizes)) for seats in self.seats} if longest else None

    def lacks(self, options: Integers, sizes: Mapping[str, int]) -> Smaller:
        """Return what a version of the game has less of; the arguments are those of `start_row`."""
        if not sizes or self.smaller is None:
            return Smaller()
        return self.smaller(self.start_row(options, sizes), self.all_sizes(sizes))

    def layout(self, options: Integers, relative: bool = True, sizes: Mapping[str, int] | None = None) -> Layout:
        """Return the layout of observations: the name, range and meaning of each number.

        Args:
            options: The number of seats, then the index of each option's value.
            relative: True to count seats from the one that observes, False to count them from P1.
            sizes: The sizes if this is a smaller version of the game.
        """
        seats = int(options[0])
        key = (options.tobytes(), relative, *sizes.items()) if sizes else (seats, relative)
        found = self._layouts.get(key)
        if found is None:
            found = self._layouts[key] = Layout(self.schema, seats, relative, self.lacks(options, sizes or {}))
        return found

    def start_row(self, options: Integers, sizes: Mapping[str, int] | None = None) -> Row:
        """Return a record at the start of a game.

        Args:
            options: The number of seats, then the index of each option's value.
            sizes: The sizes if this is a smaller version of the game.
        """
        row = self.schema.new()
        started = self._starts.get(key := (options.tobytes(), *(sizes or {}).items()))
        if started is not None:
            row.write(started)
            return row
        fields = [self.schema.by_name[self.schema.seats_field], *self.schema.options]
        for each, value in zip(fields, options.tolist(), strict=True):
            setattr(row, each.name, value)
        if sizes and self.start_small:
            self.start_small(row, self.all_sizes(sizes))
        else:
            verbs.start(row)
        self._starts[key] = row.tobytes()
        return row

    # --- notation

    def write_move(self, row: Row, action: int) -> str:
        """Return the notation of an action, without the seat."""
        return self.moves.write(row, action)

    def read_move(self, row: Row, verb: str, args: Sequence[str]) -> int:
        """Return the action for a verb and the words after it.

        Raises:
            NotationError: The words are no move of this game.
            IllegalMove: The words name existing things, but cannot be a move now.
        """
        try:
            return self.moves.read(row, verb, args)
        except NotationError as error:
            raise error.in_words(self.words) from None
        except Refused as refused:
            number = next((number for number, form in self.reasons.items() if form.name == refused.key), 0)
            known = self._facts_of(row, -1, -1, number)
            raise IllegalMove(self.refusal(refused.key, {**known, **refused.facts}, refused.clause)) from None

    def write_outcome(self, row: Row, outcome: int) -> str:
        """Return the notation of a chance outcome, without the "* " of a log."""
        assert self.chance is not None
        return self.chance.write(row, outcome)

    def read_outcome(self, row: Row, text: str) -> int:
        """Return the outcome that a text describes; raise NotationError if the game has no such outcome."""
        if self.chance is None:
            raise NotationError("engine.no_such_outcome", text=text, forms=[])
        try:
            return self.chance.read(row, text)
        except NotationError as error:
            raise error.in_words(self.words) from None

    def weights(self, row: Row) -> dict[int, int]:
        """Return the weight of each outcome of the chance step that is due; {} if none is."""
        weights = self.scratch.weights
        if not verbs.chances(row, weights):
            return {}
        return {k: int(weights[k]) for k in weights.nonzero()[0].tolist()}

    def odds_of(self, row: Row, weights: Mapping[int, int]) -> Odds:
        """Return the exact probability of each outcome by its text, from the weights of all outcomes."""
        total = sum(weights.values())
        return {self.write_outcome(row, outcome): Fraction(weight, total) for outcome, weight in weights.items()}

    def counted(self, seen: bytes, seat: int, action: int) -> Mapping[int, int] | None:
        """Return the weight of each outcome that can follow a seat's own action, over all worlds that fit its view.

        None if the game counts no odds for this action. Counting may take long, so the last results are cached.

        Args:
            seen: The bytes of the seat's view.
            seat: The seat.
            action: The id of the seat's action.
        """
        return self._counted(seen, seat, action) if self.telling.odds else None

    @cached_property
    def _counted(self) -> Callable[[bytes, int, int], Mapping[int, int] | None]:
        assert self.telling.odds is not None
        count, sizes = self.telling.odds, self.telling.odds_memory

        @lru_cache(maxsize=MOST_ODDS)
        def counted(seen: bytes, seat: int, action: int) -> Mapping[int, int] | None:
            view = self.schema.new()
            view.write(seen)
            for size in sizes:
                memory = [0] * size
                told = count(view, seat, action, memory)
                if told >= 0:
                    break
            weights = {outcome: memory[2 * outcome] for outcome in range(self.outcomes) if memory[2 * outcome]}
            return weights if told > 0 else None

        return counted

    # --- refusals and events

    def explain(self, row: Row, seat: int, action: int, number: int) -> Reason:
        """Return the reason for a refusal from the number that `act` returned."""
        exists = 0 <= action < self.actions
        tried = f"P{seat + 1} {self.write_move(row, action)}" if exists else action
        facts = {"tried": tried, "seat": f"P{seat + 1}", **self._facts_of(row, seat, action, number)}
        return self.refusal(self.reasons[number].name, facts)

    def _facts_of(self, row: Row, seat: int, action: int, number: int) -> Mapping[str, Fact]:
        """Return the facts of a refusal by the number of its reason."""
        rows = self.ruling.told(self.telling.explain, row, seat, action, number) if self.telling.explain else []
        return self.reasons[number].read(rows) if rows else {}

    def ending(self, row: Row) -> Message:
        """Return the sentence about a finished game's result; its key is one of "results" in the game's words."""
        rows = self.ruling.told(self.telling.ending, row)
        form = self.telling.endings[rows[0][NOTE_CODE]]
        return Message(form.name, form.read(rows))

    # --- effects and outlook

    def effects_of(self, view: Row, seat: int, action: int) -> dict[str, int]:
        """Return the effects of a legal action, each by its name; the call may change the view."""
        if self.telling.effect is None:
            return {}
        notes = self.ruling.told(self.telling.effect, view, seat, action)
        return {self.telling.effects[note[NOTE_CODE]].name: note[NOTE_ARGS] for note in notes}

    @property
    def has_night(self) -> bool:
        """True if the game has an election night: a finished game can be counted state by state."""
        return bool(self.holdings and self.telling.recount)

    def moves_are_alike(self, view: Row) -> bool:
        """Return whether it can no longer matter which legal moves are made, from a spectator's view."""
        return bool(self.telling.alike and self.telling.alike(view))

    def refusal(self, key: str, facts: Mapping[str, Fact], clause: str = "") -> Reason:
        """Return a reason by its key, with the facts that its sentence mentions.

        Args:
            key: One of "reasons" in the game's words.
            facts: Facts by name; those that the sentence does not mention are left out.
            clause: The clause, if the words file has none for this reason; by default the clause of the fact `task`.
        """
        entry = self.words["reasons"][key]
        told = {name: fact for name, fact in facts.items() if name in slots(entry["text"])}
        task = facts.get("task")
        if not clause and "clause" not in entry and isinstance(task, Message):
            clause = self.words["tasks"][task.key]["clause"]
        message = Message(key, told)
        return Reason(clause or entry["clause"], message.english(self.words, "reasons"), key, told)

    def line(self, note: Note, seats: int, remark: str = "") -> Line:
        """Return the event for a note, without its log entry; equal notes share one `Line`.

        Args:
            note: The event as a verb has written it, in numbers.
            seats: The number of seats at the table.
            remark: The free text that came with the move.
        """
        line = None if remark else self._lines.get((seats, note))
        if line is None:
            line = Line(self.events[note[NOTE_CODE]], note, seats, remark)
            if not remark:
                if len(self._lines) >= MOST_LINES:
                    self._lines.clear()
                self._lines[seats, note] = line
        return line

    # --- arrays

    @property
    def scratch(self) -> Buffers:
        """This thread's arrays for short use; all tables of the game share them."""
        return self.ruling.buffers

    def buffers(self, note_rows: int = NOTE_ROWS) -> Buffers:
        """Return new arrays of the sizes that this game needs; note_rows: how many events the note has room for."""
        return buffers(self.most_legal, self.outcomes, len(self.streams), note_rows)


def _functions(modules: Sequence[ModuleType]) -> list[FunctionType]:
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]


def _apart(modules: Sequence[ModuleType], package: str) -> list[str]:
    """Return the functions that modules of rules use from modules of the game's package that are not among them."""
    names = {module.__name__ for module in modules}
    used = (value for module in modules for value in vars(module).values() if isinstance(value, FunctionType))
    apart = {each for each in used if each.__module__.startswith(package) and each.__module__ not in names}
    return sorted(f"{each.__module__}.{each.__name__}" for each in apart)
