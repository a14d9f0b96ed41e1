"""All installed games as OpenSpiel games: importing this module registers `hustings_president` and the others.

Every decision node belongs to one seat. If several seats choose at once, the lowest seat chooses first, and the
information states of the others do not depend on its choice. A game with such rounds is registered a second time, such
as `hustings_president_simultaneous`. In that form these rounds are simultaneous nodes; a seat that has nothing to
decide there has no legal action (pass 0 for it). A decision of a single seat is still a node of that seat.

Chance nodes are explicit and have exact odds. The utility of a seat is its share of the result times the number of
seats, minus 1, so utilities sum to zero. Moves that a seat may make while others decide (`Table.may`) exist only with
the parameter `bargaining=true`: seats then get reaction windows (`hustings.envs.windows`), and the last action id means
to wait.

The parameters are `players`, the game's options and sizes, `longest` and `record`. An option with values of digits is
a number; a word among its values is the number after the largest, so `market=4` in Politics is "fronts". After
`longest` moves an unfinished game is cut off, and every seat gets 0. `record` makes the game begin at another position:
an "x" and the bytes of a record in hexadecimal; `position` makes such a game.

Examples:
    >>> import hustings.envs.openspiel
    >>> import pyspiel
    >>> game = pyspiel.load_game("hustings_president(players=3,dealt=one)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 11)
    >>> pyspiel.load_game("hustings_president_simultaneous").get_type().dynamics.name
    'SIMULTANEOUS'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pyspiel

import hustings
from hustings.engine.kernels.chance import seeded
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.envs.pasts import CHANCE, Past, Step, imagined
from hustings.envs.shared import utilities
from hustings.envs.windows import Windows, count_actions

__all__ = ["SpielGame", "SpielState", "position"]

PREFIX = "hustings_"
SIMULTANEOUS = "_simultaneous"
HEX = "x"  # precedes the hexadecimal digits of a record: OpenSpiel reads a text of digits alone as a number
STARTS_TRIED = 64  # the number of imagined first positions that resampling tries
UNBOUNDED = 5000  # the limit of moves for a game whose rules set none
LONG = 400  # games with more moves than this have no information state tensors


def _parameters(values: Sequence[str]) -> dict[str, int | str]:
    """Return the parameter for each value of an option.

    OpenSpiel reads digits as a number, and a parameter is a number for every value or for none. So if some values are
    digits and others are words, the words become the numbers that follow the largest.
    """
    numbers = [int(value) for value in values if value.isdigit()]
    following = count(max(numbers, default=0) + 1)
    return {value: int(value) if value.isdigit() else next(following) if numbers else value for value in values}


def _specification(game: hustings.Game, simultaneous: bool = False) -> dict[str, int | str]:
    options = {option.name: _parameters(option.values)[option.default] for option in game.book.options}
    sizes = {size: numbers[-1] for size, numbers in game.book.sizes.items()}
    windows = {"bargaining": False} if game.facts.unasked and not simultaneous else {}
    return {"players": game.facts.seats[0], "longest": 0, "record": "", **windows, **options, **sizes}


def game_type(game: hustings.Game, simultaneous: bool = False) -> Any:
    """Return the OpenSpiel type of a game or of its form with simultaneous nodes."""
    facts = game.facts
    kinds = pyspiel.GameType
    hidden, open_ = kinds.Information.IMPERFECT_INFORMATION, kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=PREFIX + game.name + SIMULTANEOUS * simultaneous,
        long_name=f"Hustings: {game.title}{', simultaneous' * simultaneous}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=hidden if facts.hidden or facts.simultaneous else open_,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.seats[-1],
        min_num_players=facts.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=_has_tensors(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(game, simultaneous),
        default_loadable=True,
        provides_factored_observation_string=False,
    )


def _chosen(game: hustings.Game, told: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that parameters choose; one that stands for no value is left for the game to refuse."""
    chosen = {}
    for option in game.book.options:
        values = {parameter: value for value, parameter in _parameters(option.values).items()}
        chosen[option.name] = values.get(told[option.name], str(told[option.name]))
    return chosen


def _has_tensors(game: hustings.Game) -> bool:
    longest = game.facts.longest
    return longest is not None and max(longest.values()) <= LONG


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """A game with its options for OpenSpiel; each form of a game is a class of its own.

    Attributes:
        name: The game's name in Hustings.
        simultaneous: True if seats that choose at once do so at simultaneous nodes, False if one after the other.
        bargaining: Whether seats get reaction windows, in which they may move while others decide.
    """

    name: str
    simultaneous: bool

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        plain, params = hustings.game(self.name), params or {}
        told = {**_specification(plain, self.simultaneous), **params}
        sizes = {name: int(told[name]) for name in plain.book.sizes}
        self.game = hustings.game(self.name, **_chosen(plain, told), **sizes)
        self.seats = int(told["players"])
        self.start = bytes.fromhex(told["record"].removeprefix(HEX)) or self.game.start_row(self.seats).tobytes()
        self.bargaining = bool(told.get("bargaining"))
        facts = self.game.facts
        bound = facts.longest[self.seats] if facts.longest else UNBOUNDED * (self.seats if self.bargaining else 1)
        self.longest = int(told["longest"]) or bound
        self.layout = self.game.layout(self.seats)
        self.has_tensors = _has_tensors(plain)
        info = pyspiel.GameInfo(
            num_distinct_actions=count_actions(self.game, self.bargaining),
            max_chance_outcomes=facts.outcomes,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=float(self.seats - 1),
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(game_type(plain, self.simultaneous), info, dict(params))

    def new_initial_state(self) -> SpielState:
        """Return the first state."""
        row = self.game.book.schema.new(self.start)
        return SpielState(self, Table(self.game, row, seeded(self.game.book.streams, 0), asked=True))

    def beginning_at(self, start: Table | Row) -> SpielGame:
        """Return the same game, beginning at a table or record."""
        windows = {"bargaining": True} if self.bargaining else {}
        begun: SpielGame = position(start, self.game, simultaneous=self.simultaneous, longest=self.longest, **windows)
        return begun

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielGame:
        """Return the game itself, which copies of its states share."""
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _loaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Return an observer for tensors and strings, or None if only a part of a player's knowledge is requested."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return SpielObserver(self, kind.perfect_recall) if whole and not params else None


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A table for OpenSpiel.

    Attributes:
        windows: The table with the seat that must act now, in its turn or in a reaction window.
        seen: The record (the complete position in bytes) at every decision so far, in order.
        steps: The moves and chance outcomes so far, in order.
    """

    def __init__(self, game: SpielGame, table: Table) -> None:
        super().__init__(game)
        self._spiel, self._moves = game, 0
        self.windows = Windows(table, game.bargaining)
        self.seen: tuple[bytes, ...] = ()
        self.steps: tuple[Step, ...] = ()
        self._begun_late = False  # True if the state began in the middle of a game, so that earlier steps are unknown
        self._go_on()

    @property
    def table(self) -> Table:
        """The table that the game is played at."""
        return self.windows.table

    def _go_on(self) -> None:
        """Make forced moves, then store the record at the decision that is due."""
        while move := self.table.forced:
            self.table.play(move)
            self._moves += 1
        if self._spiel.has_tensors and (self.table.owes or self.table.over):
            self.seen = (*self.seen, self.table.record().tobytes())

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id for chance, a simultaneous node or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if len(self.table.owes) > 1 and self._spiel.simultaneous:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        seat = self.windows.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or cut off."""
        return self.table.over or self._moves >= self._spiel.longest

    def _legal_actions(self, player: int) -> list[int]:
        return self.windows.legal_actions(player) if self.windows.bargaining else self.table.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their odds."""
        return [(outcome, float(odds)) for outcome, odds in self.table.outcome_odds().items()]

    def _apply_action(self, action: int) -> None:
        seat = self.windows.seat
        if seat is not None:
            self.windows.play(action)
            self._store(seat, action)
        else:
            self.table.settle_outcome(action)
            self.steps = (*self.steps, Step(CHANCE, int(action)))
        self._go_on()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for seat in sorted(self.table.owes):
            self.table.play_action(seat, actions[seat])
            self._store(seat, actions[seat])
        self._go_on()

    def _store(self, seat: int, action: int) -> None:
        """Count a move; store it as a step unless it means to wait."""
        self._moves += 1
        if action != self.windows.wait:
            self.steps = (*self.steps, Step(seat, int(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "* " + self.table.game.book.write_outcome(self.table.record(), action)
        if self.windows.bargaining and action == self.windows.wait:
            return f"P{player + 1} wait"
        return str(self.table.move(player, action))

    def returns(self) -> list[float]:
        """Return each seat's share of the result times the number of seats, minus 1; 0 for all before the end."""
        return utilities(self.table)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state with its own history that the player cannot tell from this one.

        If the game begins with hidden cards and no other start fits the later moves, the new state begins at the
        present position: its history is empty, and each earlier position that its tensors show is imagined by itself.

        Args:
            player: The seat, counted from 0.
            sampler: A function that returns a random number from 0 to 1.
        """
        random, game = Random(str(sampler())), self._spiel
        past = Past(game.game.book, game.game.book.schema.new(game.start), self.steps, player)
        found = None if self._begun_late else past.begin_elsewhere(random, STARTS_TRIED)
        if found is None:
            return self._begin_late(player, random)
        if found.tobytes() != game.start:
            game = game.beginning_at(found)
        return _after(game.new_initial_state(), past.another(random), self.windows.passed)

    def _begin_late(self, player: int, random: Random) -> SpielState:
        """Return an imagined state that begins at the present position; imagine each earlier decision by itself."""
        game, book = self._spiel, self._spiel.game.book
        table = self.table.imagine(player, key=random.getrandbits(62))
        world = SpielState(game.beginning_at(table), table)
        before = [book.schema.new(data) for data in self.seen[: len(self.seen) - len(world.seen)]]
        world.seen = (*(imagined(book, row, player, random).tobytes() for row in before), *world.seen)
        world._moves, world._begun_late, world.windows.passed = self._moves, True, self.windows.passed
        return world

    def __str__(self) -> str:
        return "\n".join(self.table.log)


def _after(state: SpielState, steps: Sequence[Step], passed: int) -> SpielState:
    """Replay steps from an initial state and return the state that they lead to.

    Steps do not include waiting. A seat whose reaction window comes before the next step waits there. After the last
    step, seats wait until the seats in `passed`, and no others, have had their windows.
    """
    rest = iter(steps)
    for step in rest:
        while state.windows.reacts and state.windows.seat != step.seat:
            state.apply_action(state.windows.wait)
        if state.is_simultaneous_node():
            joint = [0] * state.num_players()
            for seat, action in (step, *(next(rest) for _ in range(len(state.table.owes) - 1))):
                joint[seat] = action
            state.apply_actions(joint)
        else:
            state.apply_action(step.number)
    while state.windows.passed != passed:
        state.apply_action(state.windows.wait)
    return state


@lru_cache(maxsize=32)
def _loaded(text: str) -> Any:
    return pyspiel.load_game(text)


class SpielObserver:
    """An observer that makes tensors and strings of a seat's knowledge.

    The tensor of an observation is `Layout.one_hot`. With perfect recall, the tensor of an information state continues
    with the scaled observations of the seat at every decision of any seat so far, then zeros for later decisions.
    """

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._game, self._recalls = game, perfect_recall and game.has_tensors
        self._perfect = perfect_recall
        size, rows = game.layout.one_hot_size, game.longest + 1 if self._recalls else 0
        self.tensor = np.zeros(size + rows * game.layout.size, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if rows:
            self.dict["history"] = self.tensor[size:].reshape(rows, game.layout.size)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with a player's knowledge in a state."""
        layout = self._game.layout
        self.tensor.fill(0)
        self.dict["observation"][:] = layout.one_hot(state.table.observation(player))
        if self._recalls:
            schema = self._game.game.book.schema
            for number, data in enumerate(state.seen[: len(self.dict["history"])]):
                self.dict["history"][number] = layout.scaled(layout.encode(schema.new(data), player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a player's knowledge in a state as JSON."""
        if self._perfect:
            text = state.table.information_state(player)
        else:
            text = self._game.game.book.schema.as_text(state.table.view_bytes(player))
        return f'{text[:-1]},"window":{state.windows.seat}}}' if state.windows.reacts else text


def position(
    table: Table | Row, game: hustings.Game | None = None, *, simultaneous: bool = False, **params: int | str
) -> Any:
    """Return the OpenSpiel game that begins at a table's position, including everything that is hidden.

    Args:
        table: The table, or a record of `game`.
        game: The game that a record belongs to; not needed with a table.
        simultaneous: Whether seats that choose at once do so at simultaneous nodes.
        params: Further parameters, such as `longest`.

    Examples:
        >>> import hustings
        >>> from hustings.envs import openspiel
        >>> table = hustings.game("president").start(seats=2, seed=7)
        >>> openspiel.position(table).new_initial_state().current_player()
        0
    """
    chosen = table.game if isinstance(table, Table) else game
    if chosen is None:
        raise TypeError("a record was given without its game")
    row = table.record() if isinstance(table, Table) else table
    options = {option.name: _parameters(option.values)[chosen.options[option.name]] for option in chosen.book.options}
    seats = int(row.array[row.schema.seats_field][0])
    start = {"players": seats, "record": HEX + row.tobytes().hex(), **options, **params}
    return pyspiel.load_game(PREFIX + chosen.name + SIMULTANEOUS * simultaneous, start)


def _register(name: str, simultaneous: bool) -> None:
    # OpenSpiel keeps the object until after Python has ended, so it must be a class; pickles find it by its name.
    label = f"{name.capitalize()}{'Simultaneous' * simultaneous}SpielGame"
    told = {"name": name, "simultaneous": simultaneous, "__module__": __name__}
    globals()[label] = type(label, (SpielGame,), told)
    pyspiel.register_game(game_type(hustings.game(name), simultaneous), globals()[label])


for _name in hustings.game_names():
    _register(_name, simultaneous=False)
    if hustings.game(_name).facts.simultaneous:
        _register(_name, simultaneous=True)
