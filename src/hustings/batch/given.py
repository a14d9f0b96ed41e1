"""The arguments of a batch, checked: its game, numbers, seeds, positions and levels, and the functions that step it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch import stepping
from hustings.batch.arrays import counted
from hustings.batch.positions import Positions
from hustings.bots import LEVELS, level
from hustings.bots.search import Settings
from hustings.bots.search.quick import ANY_CHOICE, ANY_LEGAL, ASKED
from hustings.engine import game as games
from hustings.engine.errors import OptionError
from hustings.engine.game import Game, require_sound
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.position import whole
from hustings.engine.record.encoder import Observer
from hustings.engine.table import Table

Seed = int | str | None
Position = Table | bytes


def game_of(given: str | Game | Positions, options: Mapping[str, str]) -> Game:
    """Return the game of a batch; options go with a name only."""
    if isinstance(given, str):
        return games.game(given, **options)
    if options:
        raise OptionError("batch.two_games")
    return given.game if isinstance(given, Positions) else given


def games_of(positions: Positions | None, n: int | None, seats: int, seed: object) -> tuple[int, int]:
    """Return the number of games and the seats of each; positions have their own. Raises OptionError."""
    if positions is not None:
        if n is not None or seed is not None:
            raise OptionError("batch.own_number")
        n, seats = len(positions), positions.seats
    n = counted("games", n)
    if n < 1:
        raise OptionError("batch.no_games", n=n)
    return n, seats


def threads_of(threads: int, n: int) -> int:
    """Return the number of threads for `n` games, checked. Raises OptionError."""
    threads = counted("threads", threads)
    if not 1 <= threads <= n:
        raise OptionError("batch.no_threads", threads=threads, n=n)
    return threads


def functions(observer: Observer, compiled: bool) -> tuple[Any, ...]:
    """Return `stepping.serve`, `stepping.imagine_worlds` and the observer's function, compiled if wanted."""
    if not compiled:
        return stepping.serve, stepping.imagine_worlds, observer.observe
    from hustings.batch import entries
    from hustings.engine.kernels import compiled as compiler

    compiler.activate()
    return entries.serve, entries.imagine_worlds, entries.observe(observer.observe)


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


def lapse_of(name: str) -> float:
    """Return a level's lapse (`quick`); raise OptionError for a level that searches."""
    play = level(name).play
    if isinstance(play, Settings):
        quick = [each.name for each in LEVELS.values() if each.quick]
        raise OptionError("batch.slow_level", level=name, levels=quick)
    return play


def open_lapse(name: str) -> float:
    """Return a level's lapse; the level `random` then plays any legal move, not one of its choices."""
    lapse = lapse_of(name)
    return ANY_LEGAL if lapse == ANY_CHOICE else lapse


def lapses_of(levels: Mapping[int, str], seats: int) -> npt.NDArray[np.float64]:
    lapses = np.full(seats, ASKED)
    for given, name in levels.items():
        seat = whole(given)
        if seat is None or not 0 <= seat < seats:
            raise OptionError("batch.no_such_seat", seat=repr(given), last=seats - 1)
        lapses[seat] = lapse_of(name)
    if (lapses != ASKED).all():
        raise OptionError("batch.no_seat_left")
    return lapses
