"""OpenSpiel plays our games: its own checks, its searches and solvers, and what its players are told."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import hustings
from hustings.envs import openspiel
from tests.games.president import small_game

GAMES = [
    "hustings_president(players=3,overtaken=keeps)",
    "hustings_combat(edition=illustrated,votes=2024)",
    "hustings_politics(players=4,longest=30)",
    "hustings_politics(market=4,longest=30)",
    "hustings_mudslinger(longest=20)",
    "hustings_mudslinger(bargaining=true,truces=yes,longest=40)",
]


def played(game: Any, moves: int, seed: int = 3) -> Any:
    """A state some random moves into a game, and the chance that follows them."""
    state, choice = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (moves or state.is_chance_node()):
        if state.is_chance_node():
            state.apply_action(choice.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
            moves -= 1
    return state


def test_all_installed_games_are_registered() -> None:
    assert {f"hustings_{name}" for name in hustings.game_names()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("text", GAMES)
def test_random_simulation(text: str) -> None:
    """OpenSpiel's own test of a game: tensors, strings, clones, odds, utilities, and games through their history."""
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)  # raises for what does not hold
    assert not game.new_initial_state().history()  # and its games have left this one's beginning alone


@pytest.mark.parametrize(
    ("text", "longest", "tensor"),
    [("president(weeks=2,states=2)", 4, 72 + 5 * 41), ("politics(cards=6)", 23, 144 + 24 * 48)],
)
def test_tensors_and_bounds_of_small_games_are_their_own(text: str, longest: int, tensor: int) -> None:
    game = pyspiel.load_game(f"hustings_{text}")
    assert game.max_game_length() == longest
    state = played(game, 2)
    player = state.current_player()
    assert len(state.information_state_tensor(player)) == tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", GAMES[:2])
def test_a_state_is_what_the_table_says(text: str) -> None:
    state = played(pyspiel.load_game(text), 5)
    table = state.table
    player = state.current_player()
    assert state.legal_actions() == table.legal_actions(player)
    assert state.action_to_string(player, state.legal_actions()[0]) == str(table.legal(player)[0])
    assert state.information_state_string(player) == table.information_state(player)
    layout = table.game.layout(table.seats)
    assert state.observation_tensor(player) == pytest.approx(layout.one_hot(table.observation(player)).tolist())
    assert state.returns() == [0.0] * table.seats


def test_chance_has_exact_odds() -> None:
    state = pyspiel.load_game("hustings_combat").new_initial_state()
    state.apply_action(2)
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(56), 1 / 56))
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0).startswith("* ")


def test_sealed_choices_are_made_in_turn_and_not_told() -> None:
    game = pyspiel.load_game("hustings_president")
    one = played(game, 4)
    other = one.clone()
    assert one.current_player() == 0
    first, last = one.legal_actions()[0], one.legal_actions()[-1]
    one.apply_action(first)
    other.apply_action(last)
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def test_information_state_tensors_remember() -> None:
    state = played(pyspiel.load_game("hustings_president"), 7)
    assert len(state.seen) == 8
    layout = state.table.game.layout(2)
    tensor = np.array(state.information_state_tensor(1), np.float32)
    history = tensor[layout.one_hot_size :].reshape(-1, layout.size)
    assert history.shape[0] == 25
    assert history[7] == pytest.approx(layout.scaled(state.table.observation(1)))
    assert not history[8:].any()


@pytest.mark.parametrize("players", [2, 3])
def test_utilities_sum_to_zero_by_shares(players: int) -> None:
    state = played(pyspiel.load_game("hustings_president", {"players": players}), 99)
    assert state.table.over
    shares = [float(share) for share in state.table.result.shares]
    assert state.returns() == pytest.approx([players * share - 1 for share in shares])
    assert sum(state.returns()) == pytest.approx(0)


def test_a_game_is_broken_off_after_its_longest() -> None:
    state = played(pyspiel.load_game("hustings_mudslinger(longest=6)"), 99)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0, 0.0]
    assert state.legal_actions() == []


def test_a_game_that_begins_at_a_position() -> None:
    table = hustings.game("president", votes="2024").start(seats=3, seed=2)
    table.play("P1 place small FL")
    state = openspiel.position(table).new_initial_state()
    assert state.current_player() == 1
    assert state.table.record().tobytes() == table.record().tobytes()
    assert state.get_game().get_parameters()["votes"] == 2024
    with pytest.raises(TypeError, match="without its game"):
        openspiel.position(table.record())


@pytest.fixture(scope="module")
def small() -> Any:
    """U.S. President in one week and two states, dealt already."""
    row = small_game(2, 1, ["FL", "MT"], {})
    return openspiel.position(row, hustings.game("president"))


def test_a_seat_that_owes_nothing_waits_or_reacts() -> None:
    """Windows go round before a decision, and the player's strings tell which seat is asked."""
    state = played(pyspiel.load_game("hustings_mudslinger(bargaining=true)"), 0)
    asked, wait = [], state.num_distinct_actions() - 1
    owing = min(state.table.owes)
    while state.current_player() != owing:
        asked.append(state.current_player())
        assert state.action_to_string(wait) == f"P{asked[-1] + 1} wait"
        assert json.loads(state.information_state_string(owing))["window"] == asked[-1]
        assert json.loads(state.observation_string(owing))["window"] == asked[-1]
        state.apply_action(wait)
    assert asked == [(owing + 1) % 3, (owing + 2) % 3]
    assert wait not in state.legal_actions()
    assert "window" not in json.loads(state.information_state_string(owing))


def test_only_games_with_unasked_moves_have_windows() -> None:
    assert "bargaining" not in pyspiel.load_game("hustings_combat").get_type().parameter_specification
    with pytest.raises(pyspiel.SpielError, match="bargaining"):
        pyspiel.load_game("hustings_combat(bargaining=true)")


def test_cfr_solves_a_small_game(small: Any) -> None:
    solver = cfr.CFRPlusSolver(small)
    first = exploitability.nash_conv(small, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    last = exploitability.nash_conv(small, solver.average_policy())
    assert last <= first
    assert last < 0.02


@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def test_searches_of_openspiel_play(search: str) -> None:
    state = played(pyspiel.load_game("hustings_president"), 20)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    if search == "mcts":
        bot: Any = mcts.MCTSBot(state.get_game(), 2, 20, rollouts, random_state=np.random.RandomState(1))
    else:
        bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 2, 20, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_a_world_that_the_player_cannot_tell_apart() -> None:
    state = played(pyspiel.load_game("hustings_politics"), 8)
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, lambda number=number: number) for number in (0.25, 0.5)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
    assert worlds[0].table.record().tobytes() != worlds[1].table.record().tobytes()


def test_a_word_among_numbers_is_the_next_number() -> None:
    """OpenSpiel reads digits as numbers, so `market=fronts` of Politics is 4 there, after 0 and 3."""
    for number, value in ((0, "0"), (3, "3"), (4, "fronts")):
        game = pyspiel.load_game(f"hustings_politics(market={number})")
        assert pyspiel.load_game(str(game)).game.options["market"] == value
    table = hustings.game("politics", market="fronts").start(seats=2, seed=7)
    assert openspiel.position(table).game.options["market"] == "fronts"
