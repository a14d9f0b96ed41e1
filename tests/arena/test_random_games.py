"""Random games as saved games: the same for the same seed, and the games a table would have played."""

from __future__ import annotations

from collections import Counter

import pytest

import hustings
from hustings import OptionError, game
from hustings.arena.random_games import random_game
from hustings.engine.moves import CHANCE_MARK
from tests.games import NAMES

SEEDS = 6


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_chance_falls_as_at_the_table_of_the_same_seed(name: str, most: bool) -> None:
    """Given the same moves, `game.start(seats, seed)` brings up the same outcomes and comes to the same end."""
    chosen = game(name)
    seats = chosen.seats_allowed[-1 if most else 0]
    for seed in (1, "a text"):
        saved = random_game(chosen, seats, seed)
        table = chosen.start(seats=seats, seed=seed)
        while not table.over:
            table.play(saved["log"][len(table.log)])
        assert list(table.log) == saved["log"]
        assert table.save() == saved


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_is_the_same_game(name: str) -> None:
    chosen = game(name)
    seats = chosen.seats_allowed[0]
    games = {seed: random_game(chosen, seats, seed) for seed in range(SEEDS)}
    for seed, saved in games.items():
        assert random_game(chosen, seats, seed) == saved
        with_legal = random_game(chosen, seats, seed, with_legal=True)
        del with_legal["legal"]
        assert with_legal == saved
    assert len({tuple(saved["log"]) for saved in games.values()}) == SEEDS
    assert random_game(chosen, seats, "1") == games[1]


@pytest.mark.parametrize("name", NAMES)
def test_random_games_replay_to_their_result(name: str) -> None:
    chosen = game(name)
    saved = random_game(chosen, chosen.seats_allowed[-1], 5)
    table = hustings.load(saved)
    assert table.over
    assert table.result is not None
    assert table.result.as_dict() == saved["result"]


def test_moves_are_drawn_evenly_and_apart_from_chance() -> None:
    """The first turn of Combat is one of five places, each as often, whatever card then comes up."""
    logs = [random_game(game("combat"), 2, seed)["log"] for seed in range(150)]
    first = Counter(log[0] for log in logs)
    assert first.keys() == {f"P1 turn {place}" for place in range(1, 6)}
    assert min(first.values()) > 12
    cards = {move: {log[1] for log in logs if log[0] == move} for move in first}
    assert all(len(seen) > 10 for seen in cards.values())


def test_kinds_of_which_there_are_few_moves_come_up_too() -> None:
    """Most of what may be done in Mudslinger at any time are deals; yet its action cards are played, too."""
    logs = [random_game(game("mudslinger"), 4, seed)["log"] for seed in range(6)]
    words = [entry.split()[:2] for log in logs for entry in log if not entry.startswith(CHANCE_MARK)]
    verbs = Counter(verb for _, verb in words)
    assert verbs["promise"] + verbs["give"] + verbs["offer"] < verbs.total() / 2
    assert verbs["play"] > 12 * len(logs)


def test_sealed_choices_come_in_mixed_order() -> None:
    """Where several seats owe at once, none of them is always first."""
    logs = [random_game(game("president"), 3, seed)["log"] for seed in range(12)]
    first = Counter(next(entry for entry in log if not entry.startswith(CHANCE_MARK)).split()[0] for log in logs)
    assert first.keys() == {"P1", "P2", "P3"}


def test_a_number_of_seats_the_game_is_not_played_with() -> None:
    with pytest.raises(OptionError, match="is played with 2"):
        random_game(game("combat"), 3, 1)
