"""`Positions`: the state of some games of a batch, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch.arrays import Array, Arrays
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.kernels.windows import NO_WINDOWS


@dataclass(frozen=True, eq=False)
class Positions:
    """The state of some games of a batch, with their chance to come; its arrays are copies and can be pickled.

    `Batch.positions` and `batch[...]` return positions; `batch[...] = positions` and `Batch(positions)` continue them.

    Attributes:
        game: The game.
        seats: The number of players in each game.
        records: The records as bytes, shaped (n, bytes).
        keys: The key (seed) of each game's chance, shaped (n,).
        firsts: The key that the keys of further games in the same place follow from, shaped (n,).
        begun: The number of games begun in the same place, shaped (n,).
        counts: The number of chance outcomes drawn from each stream, shaped (n, streams).
        decisions: The number of decisions so far, shaped (n,).
        passed: The seats that have had their reaction window since the last decision, as bits; -1 without `bargaining`.
        rewards, scores, ended, lengths: The results of the last step, as in `Batch`.

    Examples:
        >>> from hustings.batch import Batch
        >>> batch = Batch("president", 4, seed=7)
        >>> batch[1:] = batch[0]
        >>> len(batch.positions()), batch.table(3).view(0) == batch.table(0).view(0)
        (4, True)
    """

    game: Game
    seats: int
    records: npt.NDArray[np.uint8]
    keys: npt.NDArray[np.uint64]
    firsts: npt.NDArray[np.uint64]
    begun: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int64]
    passed: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int64]
    ended: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int64]

    @classmethod
    def of(cls, game: Game, seats: int, arrays: Arrays, which: Any) -> Positions:
        """Copy the state of some games from a batch's arrays; which: anything that indexes an array of `n` games."""
        found = np.atleast_1d(np.arange(len(arrays.keys))[which])
        return cls(game, seats, *(array[found] for array in _places(arrays).values()))

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, which: Any) -> Positions:
        """Return some of the positions; which: anything that indexes an array of them."""
        found = np.atleast_1d(np.arange(len(self))[which])
        return replace(self, **{name: getattr(self, name)[found] for name in ARRAYS})

    def write(self, game: Game, seats: int, arrays: Arrays, which: Any) -> None:
        """Write the positions into some games of a batch; a single position is written into all of them.

        Raises:
            OptionError: The positions are of another game or number of seats, or their number does not fit.
        """
        found = np.atleast_1d(np.arange(len(arrays.keys))[which])
        if self.game != game or self.seats != seats or self.records.shape[1] != arrays.games[1].shape[1]:
            raise OptionError("engine.other_options", game=game.title)
        if len(self) not in (1, len(found)):
            raise OptionError("batch.other_number", found=len(self), n=len(found))
        windows = arrays.passed[0] != NO_WINDOWS
        for name, array in _places(arrays).items():
            array[found] = getattr(self, name)
        arrays.passed[found] = np.maximum(self.passed, 0) if windows else NO_WINDOWS

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game.title} with {self.seats} seats>"


ARRAYS = tuple(field.name for field in fields(Positions))[2:]


def _places(arrays: Arrays) -> dict[str, Array]:
    """Return the arrays of a batch by the names of the attributes of `Positions`, in the same order."""
    own = (arrays.games[1], arrays.keys, arrays.firsts, arrays.begun, arrays.counts, arrays.decisions, arrays.passed)
    return dict(zip(ARRAYS, (*own, *arrays.ends), strict=True))
