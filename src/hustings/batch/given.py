"""The arguments of a batch, checked, and the functions that step it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hustings.batch import stepping
from hustings.batch.arrays import counted
from hustings.batch.positions import Positions
from hustings.engine import game as games
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.record.encoder import Observer


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
