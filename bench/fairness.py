"""How fair the seats of each game are and how far apart the bots' levels: what the games' words tell as "facts".

Whole games with the usual options, compiled: bots with a rule of thumb among themselves, at every size of table; then
one of them among newcomers, as often in one seat as in another. Every rate comes with its standard error. A game is
drawn where all share it; of other shared wins, such as a side's, every winner has one.

    python bench/fairness.py [--games 20000] [GAME ...]
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import hustings
from hustings.engine.game import Game
from hustings.engine.installed import game_names
from hustings.engine.kernels.compiled import random_games
from hustings.engine.kernels.playout import RANDOM, THUMB

Wins = npt.NDArray[np.bool_]


def played(game: Game, levels: list[int], games: int, first_key: int = 0) -> Wins:
    """Whether each seat won each game; nobody did where the game was drawn."""
    keys = np.arange(first_key, first_key + games, dtype=np.uint64)
    results, _ = random_games(game.book, game.start_options(len(levels)), keys, np.array(levels, np.int64))
    weights = results[:, 0]
    most = weights.max(1, keepdims=True)
    wins: Wins = (weights == most) & (weights.min(1, keepdims=True) < most)
    return wins


def told(name: str, came: Wins) -> None:
    """Print how often something came, and its standard error, in per cent."""
    print(f"  {name:14} {100 * came.mean():6.2f} % ± {100 * came.std() / np.sqrt(len(came)):.2f}")


def seats_of(game: Game, seats: int, games: int) -> None:
    """Rule-of-thumb bots among themselves."""
    wins = played(game, [THUMB] * seats, games)
    print(f"{game.name}: {games} games of {seats} ward captains")
    for seat in range(seats):
        told(f"P{seat + 1} wins", wins[:, seat])
    told("drawn", np.logical_not(wins.any(axis=1)))


def levels_of(game: Game, seats: int, games: int) -> None:
    """One rule-of-thumb bot among newcomers."""
    own = []
    for seat in range(seats):
        levels = [RANDOM] * seats
        levels[seat] = THUMB
        own.append(played(game, levels, games // seats, seat * games)[:, seat])
    print(f"{game.name}: {games // seats * seats} games of a ward captain with {seats - 1} newcomers")
    told("he wins", np.concatenate(own))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=20_000, help="games for each size of table")
    asked = parser.parse_args()
    for name in asked.names or game_names():
        game = hustings.game(name)
        for seats in game.seats_allowed:
            seats_of(game, seats, asked.games)
        levels_of(game, min(game.seats_allowed), asked.games)


if __name__ == "__main__":
    main()
