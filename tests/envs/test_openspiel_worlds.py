"""Resampled states have a past of their own, and nothing in them tells what was hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough

import hustings
from hustings.envs import openspiel
from tests.envs.test_openspiel import GAMES, played

#: a game, moves into it, and the seat that resamples
MOMENTS = [
    ("hustings_president", 7, 1),
    ("hustings_president(players=3)", 8, 2),
    ("hustings_president_simultaneous", 7, 1),
    ("hustings_politics", 13, 0),
    ("hustings_politics(players=4,must_play=no)", 9, 1),
    ("hustings_combat", 9, 0),
    ("hustings_mudslinger(longest=80)", 40, 0),
    ("hustings_mudslinger(bargaining=true,longest=200)", 100, 0),
    ("hustings_mudslinger(bargaining=true,longest=200)", 101, 1),
]


def at(text: str, moves: int, seed: int) -> Any:
    """A state some random moves into a game."""
    game, choice = pyspiel.load_game(text), random.Random(seed)
    state = game.new_initial_state()
    while moves and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choice.choice(state.chance_outcomes())[0])
            continue
        moves -= 1
        if state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([choice.choice(actions) if actions else 0 for actions in legal])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
    return state


def told(state: Any, player: int) -> list[Any]:
    """All that OpenSpiel hands out about a player's knowledge."""
    texts = [state.information_state_string(player), state.observation_string(player)]
    tensors = [state.observation_tensor(player)]
    if state.get_game().get_type().provides_information_state_tensor:
        tensors.append(state.information_state_tensor(player))
    return [*texts, *tensors]


@pytest.mark.parametrize(("text", "moves", "player"), MOMENTS)
def test_a_resampled_state_is_whole_and_looks_the_same_to_the_player(text: str, moves: int, player: int) -> None:
    """Its history leads to it, it can be stored, and the player knows exactly what they knew."""
    state = at(text, moves, 2)
    world = state.resample_from_infostate(player, lambda: 0.3)
    assert told(world, player) == told(state, player)
    assert world.history()
    assert len(world.history()) == len(state.history())
    again = world.get_game().deserialize_state(world.serialize())
    assert again.table.record().tobytes() == world.table.record().tobytes()
    assert str(again) == str(world)
    for other in range(state.num_players()):
        assert told(again, other) == told(world, other)


def test_what_an_opponent_saw_in_a_world_does_not_follow_the_truth() -> None:
    """Politics: of the cards dealt to P2 in secret, worlds agree with the truth as often as with each other."""
    state = at("hustings_politics", 13, 4)
    numbers = random.Random(5)
    worlds = [state.resample_from_infostate(0, numbers.random) for _ in range(24)]
    true = _rows(state)
    rows = [_rows(world) for world in worlds]
    assert sum((row != true).any() for row in rows) == len(rows)
    agree = [_alike(row, true) for row in rows]
    among = [_alike(one, other) for k, one in enumerate(rows) for other in rows[:k]]
    spread = np.std(among) + 1e-9
    assert abs(np.mean(agree) - np.mean(among)) < 4 * spread / np.sqrt(len(agree)) + 0.02


def test_strings_of_opponents_differ_from_the_truth() -> None:
    """Mudslinger: cards that rivals drew and kept are drawn anew, so their information states are not the true ones."""
    choice, state = random.Random(3), pyspiel.load_game("hustings_mudslinger(longest=200)").new_initial_state()
    for _ in range(120):
        if state.is_chance_node():
            state.apply_action(choice.choice(state.chance_outcomes())[0])
        else:
            quiet = [
                a for a in state.legal_actions() if state.action_to_string(a).split()[1] in ("draw", "rest", "pass")
            ]
            state.apply_action(choice.choice(quiet or state.legal_actions()))
    numbers = random.Random(9)
    true = [state.information_state_string(rival) for rival in (1, 2)]
    worlds = [state.resample_from_infostate(0, numbers.random) for _ in range(6)]
    found = [[world.information_state_string(rival) for rival in (1, 2)] for world in worlds]
    assert all(one != true for one in found)
    assert len({str(one) for one in found}) == len(found)


def _rows(state: Any) -> Any:
    """P2's tensor of the positions so far."""
    size = state.table.game.layout(2).one_hot_size
    return np.array(state.information_state_tensor(1), np.float32)[size:]


def _alike(one: Any, other: Any) -> float:
    """The share of the hidden numbers (those that differ anywhere) in which two agree."""
    used = (one != 0) | (other != 0)
    return float((one[used] == other[used]).mean())


def test_sealed_choices_are_each_as_likely_in_worlds() -> None:
    """U.S. President: P2 resamples while P1's choice is sealed; all 33 choices come up, the true one as seldom."""
    state = pyspiel.load_game("hustings_president").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(5)
    numbers = random.Random(6)
    found = [state.resample_from_infostate(1, numbers.random).history()[-1] for _ in range(330)]
    assert set(found) > set(range(20))
    assert found.count(5) < 30


def test_a_position_with_hidden_choices_is_resampled_too() -> None:
    """A game that begins at a position hides what was hidden there."""
    table = hustings.game("president").start(seats=2, seed=2)
    table.play_action(0, 3)
    state = openspiel.position(table).new_initial_state()
    worlds = [state.resample_from_infostate(1, lambda number=number: number / 40) for number in range(40)]
    assert len({world.table.record().tobytes() for world in worlds}) > 10
    assert {world.information_state_string(1) for world in worlds} == {state.information_state_string(1)}


@pytest.mark.parametrize("waits", [1, 2, 3])
def test_a_world_has_the_window_of_the_state_that_it_looks_like(waits: int) -> None:
    """Mudslinger from a position with hidden cards: the same seat is asked, also if the past is not drawn anew."""
    table, choice = hustings.game("mudslinger").start(seats=3, seed=4), random.Random(4)
    while table.length < 60:
        seat = min(table.owes)
        table.play_action(seat, choice.choice([a for a in table.legal_actions(seat) if a < 64]))
    state = openspiel.position(table, bargaining=True).new_initial_state()
    for _ in range(waits):
        state.apply_action(state.legal_actions()[-1])
    for seat in range(3):
        for late in (False, True):
            state._begun_late = late
            world = state.resample_from_infostate(seat, lambda: 0.4)
            assert told(world, seat) == told(state, seat)
            assert world.windows.passed == state.windows.passed
            assert world.current_player() == state.current_player()
            assert seat != world.current_player() or world.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    "text", [*GAMES, "hustings_president_simultaneous", "hustings_combat_simultaneous(longest=40)"]
)
def test_a_state_is_stored_and_read_at_every_step(text: str) -> None:
    """A state that was stored and read lives: same record, legal actions and strings."""
    game, choice = pyspiel.load_game(text), random.Random(8)
    state = game.new_initial_state()
    for _ in range(60):
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert again.current_player() == state.current_player()
        assert again.history() == state.history()
        assert again.table.record().tobytes() == state.table.record().tobytes()
        assert again.information_state_string(0) == state.information_state_string(0)
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(state.num_players())]
            assert [again.legal_actions(player) for player in range(state.num_players())] == legal
            state.apply_actions([choice.choice(actions) if actions else 0 for actions in legal])
        else:
            assert again.legal_actions() == state.legal_actions()
            state.apply_action(choice.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "text",
    [
        "hustings_president",
        "hustings_president_simultaneous",
        "hustings_politics(longest=12)",
        "hustings_combat(longest=9)",
        "hustings_combat_simultaneous(longest=9)",
        "hustings_mudslinger(longest=1)",
        "hustings_mudslinger(bargaining=true,longest=3)",
    ],
)
def test_openspiels_playthrough(text: str) -> None:
    """OpenSpiel writes its record of a whole game, and plays it again to the same."""
    lines = generate_playthrough.playthrough(text, action_sequence=None, seed=1)
    assert "IsTerminal() = True" in lines


def test_learning_environments_carry_the_whole_state() -> None:
    """`include_full_state` hands out states that can be read back."""
    env = rl_environment.Environment("hustings_president", include_full_state=True)
    env.seed(3)
    step = env.reset()
    _, state = pyspiel.deserialize_game_and_state(step.observations["serialized_state"])
    assert state.legal_actions() == step.observations["legal_actions"][step.observations["current_player"]]


def test_a_record_of_digits_alone_is_read_as_text() -> None:
    """OpenSpiel reads parameters that look like numbers as numbers, so a record begins with a letter."""
    state = played(pyspiel.load_game("hustings_president"), 3)
    game = openspiel.position(state.table)
    assert game.get_parameters()["record"].startswith("x")
    again = pyspiel.load_game(str(game)).new_initial_state()
    assert again.table.record().tobytes() == state.table.record().tobytes()


@pytest.mark.parametrize(
    ("text", "moves", "player"),
    [*MOMENTS, ("hustings_politics", 25, 0), ("hustings_mudslinger(longest=200)", 80, 0)],
)
def test_hidden_bytes_match_the_truth_no_oftener_than_each_other(text: str, moves: int, player: int) -> None:
    """In any game, the true record is no nearer to the sampled ones than they are to each other."""
    leaks = []
    for seed in range(4):
        state, numbers = at(text, moves, seed), random.Random(f"worlds {seed}")
        count = 60 if "president" in text else 8  # of 33 sealed choices, a few worlds say nothing
        leaks.append(_leak(state, [state.resample_from_infostate(player, numbers.random) for _ in range(count)]))
    assert np.mean(leaks) < 0.08


@pytest.mark.parametrize("moves", [0, 8])
def test_a_world_keeps_no_hand_of_the_position_that_the_game_begins_at(moves: int) -> None:
    """Politics: cards played since rule out most imagined hands; the true ones are not taken instead."""
    leaks = []
    for seed in range(6):
        table, choice = hustings.game("politics").start(seats=2, seed=seed), random.Random(seed)
        state = openspiel.position(table).new_initial_state()
        for _ in range(moves):
            while state.is_chance_node():
                state.apply_action(choice.choice(state.chance_outcomes())[0])
            state.apply_action(choice.choice(state.legal_actions()))
        numbers = random.Random(f"worlds {seed}")
        worlds = [state.resample_from_infostate(0, numbers.random) for _ in range(8)]
        worlds += [world.resample_from_infostate(0, numbers.random) for world in worlds[:2]]
        assert all(told(world, 0) == told(state, 0) for world in worlds)
        assert all(told(world.clone(), 0) == told(state, 0) for world in worlds)
        assert all(world.table.legal_actions(0) == state.table.legal_actions(0) for world in worlds)
        leaks.append(_leak(state, worlds))
    assert np.mean(leaks) < 0.08


def _leak(state: Any, worlds: list[Any]) -> float:
    """How much more of the bytes that differ anywhere is alike between truth and worlds than among the worlds."""
    true, *found = (np.frombuffer(one.table.record().tobytes(), np.uint8) for one in (state, *worlds))
    rows = np.array(found)
    rows, true = rows[:, (rows != true).any(0)], true[(rows != true).any(0)]
    if not true.size:
        return 0.0
    pairs = [(one == other).mean() for k, one in enumerate(rows) for other in rows[:k]]
    return float((rows == true).mean() - np.mean(pairs))
