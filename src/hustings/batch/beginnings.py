"""The keys and the positions that the games of a batch begin with."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from hustings.batch import stepping
from hustings.engine.errors import OptionError
from hustings.engine.game import Game, require_sound
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.table import Table

Seed = int | str | None
Position = Table | bytes


def keys_of(seed: Seed | Iterable[Seed], n: int) -> npt.NDArray[np.uint64]:
    """Return the key of each of `n` games, from one seed for all or a seed for each."""
    if isinstance(seed, str) or not isinstance(seed, Iterable):
        key = key_of(seed)
        return np.array([draw(key, stepping.GAMES, k) for k in range(n)], np.uint64)
    seeds = list(seed)
    if len(seeds) != n:
        raise OptionError("batch.wrong_seeds", found=len(seeds), n=n)
    return np.array([key_of(each) for each in seeds], np.uint64)


def position_bytes(game: Game, seats: int, given: Position, seat: int | None) -> bytes:
    """Return the bytes of a position: those of the whole record, or of a seat's view of it."""
    if isinstance(given, bytes):
        data = given
    else:
        data = given.record().tobytes() if seat is None else given.view_bytes(seat)
    row = game.row_of(data)
    other = isinstance(given, Table) and given.game != game
    if other or getattr(row, game.book.schema.seats_field) != seats:
        raise OptionError("engine.other_options", game=game.title)
    if isinstance(given, bytes):
        require_sound(game, data, seat)
    return data
