"""Rounds in which all seats choose at once, as OpenSpiel's simultaneous nodes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, mcts, tabular_qlearner

import hustings
from hustings.envs import openspiel
from tests.games.president import small_game

GAMES = ["hustings_president_simultaneous(players=3,overtaken=keeps)", "hustings_combat_simultaneous(longest=40)"]
TURNS = pyspiel.GameType.Dynamics.SEQUENTIAL


def at_once(state: Any) -> Any:
    """A state after the chance before it has brought whatever comes first."""
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_only_games_with_sealed_rounds_have_the_form() -> None:
    having = {name for name in hustings.game_names() if hustings.game(name).facts.simultaneous}
    named = {name for name in pyspiel.registered_names() if name.startswith("hustings_")}
    assert {name for name in named if name.endswith("_simultaneous")} == {f"hustings_{n}_simultaneous" for n in having}
    assert all(pyspiel.load_game(f"hustings_{name}").get_type().dynamics == TURNS for name in hustings.game_names())


@pytest.mark.parametrize("text", GAMES)
def test_random_simulation(text: str) -> None:
    """OpenSpiel's own test of a game, as it is and taken in turns by OpenSpiel."""
    game = pyspiel.load_game(text)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    for form in (game, pyspiel.convert_to_turn_based(game)):
        pyspiel.random_sim_test(form, num_sims=1, serialize=True, verbose=False)  # raises for what does not hold


@pytest.mark.parametrize(("name", "params"), [("president", {"players": 4}), ("combat", {"longest": 60})])
def test_both_forms_of_a_game_are_one_game(name: str, params: dict[str, Any]) -> None:
    """The same actions lead to the same record, odds and returns, and nothing is told before the round is over."""
    together = pyspiel.load_game(f"hustings_{name}_simultaneous", params).new_initial_state()
    turns, choice, rounds = pyspiel.load_game(f"hustings_{name}", params).new_initial_state(), random.Random(4), 0
    while not together.is_terminal():
        assert turns.table.record().tobytes() == together.table.record().tobytes()
        if together.is_chance_node():
            assert turns.chance_outcomes() == together.chance_outcomes()
            joint = [choice.choice(together.chance_outcomes())[0]]
        elif together.is_simultaneous_node():
            rounds += 1
            legal = [together.legal_actions(player) for player in range(together.num_players())]
            assert sum(map(bool, legal)) > 1
            assert {player for player, actions in enumerate(legal) if actions} == set(together.table.owes)
            chosen = [choice.choice(actions) if actions else 0 for actions in legal]
            together.apply_actions(chosen)
            for actions, action in zip(legal, chosen, strict=True):
                if actions:
                    turns.apply_action(action)
            continue
        else:
            assert together.current_player() == turns.current_player()
            joint = [choice.choice(together.legal_actions())]
        together.apply_action(joint[0])
        turns.apply_action(joint[0])
    assert turns.is_terminal()
    assert turns.returns() == together.returns()
    assert rounds


def test_a_seat_that_owes_nothing_has_no_legal_action() -> None:
    """The hand of one seat is sealed: the other decides alone, at a node of its own."""
    table = hustings.game("president").start(seats=2, seed=2)
    table.play_action(0, 3)
    state = openspiel.position(table, simultaneous=True).new_initial_state()
    assert state.current_player() == 1
    assert state.legal_actions(0) == []
    state.apply_action(3)
    assert at_once(state).is_simultaneous_node()


@pytest.fixture(scope="module")
def small() -> Any:
    """U.S. President in one week and two states, dealt already, with simultaneous nodes."""
    row = small_game(2, 1, ["FL", "MT"], {})
    return openspiel.position(row, hustings.game("president"), simultaneous=True)


def test_cfr_finds_the_same_in_both_forms(small: Any) -> None:
    """CFR takes turns only: OpenSpiel's conversion of the one form, and the other as it is."""
    turns = openspiel.position(small_game(2, 1, ["FL", "MT"], {}), hustings.game("president"))
    left = []
    for game in (pyspiel.convert_to_turn_based(small), turns):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(10):
            solver.evaluate_and_update_policy()
        left.append(exploitability.nash_conv(game, solver.average_policy()))
    assert left[0] == pytest.approx(left[1])
    assert left[0] < 0.05


def test_learners_act_at_once(small: Any) -> None:
    """OpenSpiel's learning environment asks both learners for the same node."""
    env = rl_environment.Environment(small)
    env.seed(1)
    learners = [tabular_qlearner.QLearner(seat, small.num_distinct_actions()) for seat in (0, 1)]
    for _ in range(5):
        step = env.reset()
        assert step.is_simultaneous_move()
        while not step.last():
            step = env.step([learner.step(step).action for learner in learners])
        for learner in learners:
            learner.step(step)
        assert sum(step.rewards) == pytest.approx(0)


def test_tree_search_on_the_form_taken_in_turns() -> None:
    game = pyspiel.load_game_as_turn_based("hustings_president_simultaneous")
    state = at_once(game.new_initial_state())
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 20, rollouts, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
