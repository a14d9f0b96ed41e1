"""Trained policies that come with the package, one for each game with the fewest players; they need NumPy alone.

A policy is a network with one hidden layer. Its input is the observation of a seat. Its output is a number for each
word of the moves' notation, and a move's weight follows from the sum over its words. `examples/training/small.py`
trains them and writes the files.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_called
from hustings.engine.kernels.chance import CHOICE_STREAM, HIGHEST, draw, key_of
from hustings.engine.moves import Move, seat_label
from hustings.engine.record.layout import Layout
from hustings.engine.table import Table

NAME = "learned"
MOST_WORDS = 60  # the network reads a column with at most so many words, as an input for each
MOST_ACTIONS = 140  # with at most so many actions, each whole move counts as one more word
NO_WORD = 0  # fills up the words of a move

Array = npt.NDArray[Any]


class Reader:
    """Encode observations as inputs of a network and moves as numbers of words, for one number of seats.

    Attributes:
        inputs: The number of inputs.
        words: For each seat and action its words by number, filled up with NO_WORD; shaped
            (seats, actions, most words of a move).
        count: The number of words, with NO_WORD.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.layout: Layout = game.layout(seats)
        sizes = np.array([len(column.words or ()) for column in self.layout.columns])
        ends = np.cumsum(np.maximum(sizes, 1))
        few = [np.arange(end - size, end) for end, size in zip(ends, sizes, strict=True) if 0 < size <= MOST_WORDS]
        self._kept = np.concatenate([ends[sizes == 0] - 1, *few])  # the columns of `Layout.one_hot` that are read
        self.inputs = len(self._kept)
        row = game.start_row(seats)
        number: dict[str, int] = {"": NO_WORD}
        moves = []
        for seat in range(seats):
            turned = {seat_label(k): f"+{(k - seat) % seats}" for k in range(seats)}
            for action in range(game.book.actions):
                told = [turned.get(word, word) for word in game.book.write_move(row, action).split()]
                told += [" ".join(told)] if game.book.actions <= MOST_ACTIONS and len(told) > 1 else []
                moves.append([number.setdefault(word, len(number)) for word in told])
        self.words = np.full((seats, game.book.actions, max(map(len, moves))), NO_WORD)
        for k, found in enumerate(moves):
            self.words[k // game.book.actions, k % game.book.actions, : len(found)] = found
        self.count = len(number)

    def seen(self, table: Table, seat: int) -> Array:
        """Return a seat's observation in the whole game's layout, also at a table of a smaller version."""
        return self.layout.encode(table.view_row(seat), seat)

    def read(self, observations: Array) -> Array:
        """Return the inputs of observations, shaped (n, inputs)."""
        return np.asarray(self.layout.one_hot(observations)[:, self._kept])


class Policy:
    """A trained policy of a game.

    Attributes:
        game: The game.
        seats: The number of players it was trained with.
    """

    def __init__(self, game: Game, weights: dict[str, Array]) -> None:
        self.game, self.seats = game, game.seats_allowed[0]
        self._reader = Reader(game, self.seats)
        self._weights = {name: array.astype(np.float32) for name, array in weights.items()}

    def odds(self, table: Table, seat: int) -> dict[int, float]:
        """Return the probability of each legal action of a seat, from what the seat may know.

        Raises:
            OptionError: The table has another game or number of players.
        """
        if table.game.name != self.game.name or table.seats != self.seats:
            raise OptionError(f"{NAME} plays {self.game.name} with {self.seats} players only")
        net, actions = self._weights, np.array(table.legal_actions(seat))
        hidden = np.maximum(self._reader.read(self._reader.seen(table, seat)[None]) @ net["inner"] + net["bias"], 0)
        scores = (hidden @ net["outer"])[0][self._reader.words[seat, actions]].sum(1)
        odds = np.exp(net["sharpness"] * (scores - scores.max()))
        return dict(zip(actions.tolist(), (odds / odds.sum()).tolist(), strict=True))

    def choose(self, table: Table, seat: int, key: int | str = 0) -> Move:
        """Return a move, drawn by its probability: the same for the same key.

        Raises:
            OptionError: The table has another game or number of players.
        """
        ends = np.cumsum(list(self.odds(table, seat).values()))
        place = int(np.searchsorted(ends, ends[-1] * draw(key_of(key), CHOICE_STREAM, 0) / HIGHEST))
        return table.legal(seat)[place]


@cache
def load_policy(game: str) -> Policy:
    """Return the trained policy of a game; it plays with the fewest players.

    Args:
        game: The game's name.

    Raises:
        OptionError: There is no such game, or no policy for it.

    Examples:
        >>> import hustings
        >>> from hustings import bots
        >>> table = hustings.game("president").start(seats=2, seed=7)
        >>> bots.load_policy("president").choose(table, 0, key=1) in table.legal(0)
        True
    """
    chosen = game_called(game)
    path = files(__package__).joinpath("policies", f"{game}.npz")
    if not path.is_file():
        raise OptionError(f"{NAME} does not play {game}")
    with path.open("rb") as file, np.load(file) as weights:
        return Policy(chosen, dict(weights))


def choose(table: Table, seat: int, key: int) -> Move:
    """Choose a move with the trained policy; this function is the bot `learned`."""
    return load_policy(table.game.name).choose(table, seat, key)
