"""Make complete random games as saved games: for other implementations to replay, for tests, and as examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hustings.engine.game import Game
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.table import Table


def random_game(game: Game, seats: int, seed: int | str, with_legal: bool = False) -> dict[str, Any]:
    """Play one complete random game and return it as a saved game; the same arguments give the same game.

    Chance outcomes are those of the table `game.start(seats, seed)`. Moves are drawn from the seed as well: first a
    verb, then one of its moves, so a verb with few moves is as frequent as a verb with many.

    Args:
        game: The game with its options.
        seats: The number of seats.
        seed: The seed of chance and moves.
        with_legal: Whether to add "legal", a list parallel to "log". For a move it has the sorted notations of all
            legal moves of the seat; for a chance entry, the sorted texts of all possible outcomes.

    Raises:
        OptionError: The game does not allow this number of seats.
    """
    table, key, decisions = game.start(seats, seed), key_of(seed), 0
    while not table.over:
        if forced := table.forced:
            table.play(forced)
        else:
            table.play(_drawn(table, draw(key, CHOICE_STREAM, decisions)))
            decisions += 1
    saved = table.save()
    if with_legal:
        saved["legal"] = list(_legal(game.start(seats, chance="asked"), saved["log"]))
    return saved


def _drawn(table: Table, number: int) -> Move:
    """Choose a move of any seat by a random number: first a verb, then a seat, then an action, each uniformly."""
    by_verb: dict[str, dict[int, list[int]]] = {}
    for seat in sorted(table.owes | table.may):
        for action in table.legal_actions(seat):
            by_verb.setdefault(table.book.moves.verb(action), {}).setdefault(seat, []).append(action)
    number, verb = divmod(number, len(by_verb))
    by_seat = list(by_verb.values())[verb]
    number, place = divmod(number, len(by_seat))
    seat, actions = list(by_seat.items())[place]
    return table.move(seat, actions[number % len(actions)])


def _legal(table: Table, log: list[str]) -> Iterator[list[str]]:
    """Yield the possible entries before each entry of a log, as the table follows the log from the start."""
    for entry in log:
        if entry.startswith(CHANCE_MARK):
            yield sorted(table.odds())
        elif forced := table.forced:
            yield [str(forced)]
        else:
            yield sorted(map(str, table.legal(table.read(entry).seat)))
        table.enter(entry)
