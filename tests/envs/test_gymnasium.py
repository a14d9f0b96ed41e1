"""Gymnasium plays a seat of our games: its own checker, opponents, rewards, illegal actions."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers

import hustings
import hustings.envs.gymnasium as ours
from hustings import HustingsError, OptionError
from hustings.bots.levels import choose_with_key

GAMES = ["Combat", "Mudslinger", "Politics", "President"]


def finished(env: Any, seed: int | None) -> tuple[float, int]:
    """Play any legal action to the end: the sum of the rewards, and how many steps it took."""
    choice, total, steps = random.Random(str(seed)), 0.0, 0
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        action = choice.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, broken_off, info = env.step(action)
        assert not broken_off
        total, steps = total + reward, steps + 1
    return total, steps


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_check(name: str) -> None:
    env = gymnasium.make(f"hustings/{name}-v0", opponents="random", render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=2)
    assert "waiting for P1" in env.render()


def test_gymnasiums_own_check_needs_no_matplotlib() -> None:
    program = (
        "import sys, warnings; sys.modules['matplotlib'] = None; warnings.simplefilter('ignore')\n"
        "import gymnasium, hustings.envs.gymnasium\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "check_env(gymnasium.make('hustings/President-v0', opponents='random').unwrapped)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_installed_game_is_registered() -> None:
    assert {ours.name_of(name) for name in hustings.game_names()} <= set(gymnasium.registry)
    assert ours.name_of("whistle_stop") == "hustings/WhistleStop-v0"


@pytest.mark.parametrize(("game", "seats", "seat"), [("president", 3, 1), ("combat", 2, 1), ("politics", 4, 2)])
def test_the_reward_is_the_seats_share(game: str, seats: int, seat: int) -> None:
    env = ours.SeatEnv(game, seats, seat=seat, opponents="random")
    for seed in range(3):
        reward, steps = finished(env, seed)
        assert env.table.over
        assert steps
        assert reward == pytest.approx(float(env.table.result.shares[seat] * seats - 1))
    assert not env.action_masks().any()


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = ours.SeatEnv("president", opponents="thumb"), ours.SeatEnv("president", opponents="thumb")
    logs = []
    for env in (first, second):
        finished(env, 5)
        one = env.table.log
        finished(env, None)
        logs.append((one, env.table.log))
    assert logs[0] == logs[1]
    assert logs[0][0] != logs[0][1]


def test_opponents_play_by_their_levels() -> None:
    """The rule of thumb beats whoever plays anything in nearly every game."""
    weak, strong = (ours.SeatEnv("president", opponents=level) for level in ("random", "thumb"))
    rewards = [np.mean([finished(env, seed)[0] for seed in range(12)]) for env in (weak, strong)]
    assert rewards[1] < rewards[0]
    env = ours.SeatEnv("president", 3, opponents=["thumb", "random"], seat=1)
    env.reset(seed=1)
    assert env.table.owes == {1}


def first_legal(table: hustings.Table, seat: int, key: int) -> hustings.Move:
    """Play the first legal move, as an opponent of one's own."""
    return table.legal(seat)[0]


@pytest.mark.parametrize(
    "opponents", ["search:iterations=2", first_legal, f"{__name__}:first_legal", ["thumb", first_legal]]
)
def test_opponents_are_what_the_arena_takes(opponents: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, __name__, sys.modules[first_legal.__module__])
    seats = 3 if isinstance(opponents, list) else 2
    env = ours.SeatEnv("president", seats, opponents=opponents)
    finished(env, 4)
    assert env.table.over
    if callable(opponents):
        named = ours.SeatEnv("president", seats, opponents=f"{__name__}:first_legal")
        finished(named, 4)
        assert named.table.log == env.table.log


def thumb(table: Any, seat: int, key: int) -> Any:
    """The rule of thumb, interpreted."""
    return choose_with_key(table.game.book, table.view_row(seat), seat, "thumb", key)


@pytest.mark.parametrize("game", ["president", "mudslinger"])
def test_compiled_opponents_play_the_same_moves(game: str) -> None:
    envs = [ours.SeatEnv(game, opponents=opponents, longest=60) for opponents in ("thumb", thumb)]
    for seed in range(3):
        infos = [env.reset(seed=seed)[1] for env in envs]
        ended = False
        while not ended:
            legal = np.flatnonzero(infos[0]["action_mask"])
            told = [env.step(int(legal[seed % len(legal)])) for env in envs]
            infos, ended = [one[4] for one in told], told[0][2] or told[0][3]
            assert envs[0].table.log == envs[1].table.log
            assert told[0][0].tolist() == told[1][0].tolist()


def test_longest_truncates_a_game() -> None:
    env = ours.SeatEnv("president", opponents="random", longest=6)
    env.reset(seed=1)
    seen = [env.step(int(env.action_masks().argmax()))[1:4] for _ in range(3)]
    assert seen == [(0.0, False, False), (0.0, False, False), (0.0, False, True)]
    envs = ours.BatchEnv("president", 2, opponents="random", longest=6)
    _, info = envs.reset(seed=1)
    for step in range(6):
        _, rewards, ended, truncated, info = envs.step(info["action_mask"].argmax(axis=1))
        assert not rewards.any()
        assert not ended.any()
        assert truncated.tolist() == [step in (2, 5)] * 2
        assert ("final_obs" in info) == truncated.any()


def test_the_last_observation_is_told_in_the_same_step() -> None:
    """As Gymnasium's own vector environment tells it."""
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: ours.SeatEnv("president", seat=1, opponents="random")] * 2,
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
    )
    envs = ours.BatchEnv("president", 2, seat=1, opponents="random")
    told = {}
    for name, each in (("ours", envs), ("theirs", theirs)):
        _, info = each.reset(seed=1)
        ended = np.zeros(2, np.bool_)
        while not ended.any():
            before = envs.batch.table(0)
            action = info["action_mask"].argmax(axis=1)
            _, _, ended, _, info = each.step(action)
            if name == "ours" and ended.any():
                before.play_action(1, int(action[0]))  # the other has chosen before
                assert before.over
                final = envs.batch.layout.scaled(before.observation(1))
                assert info["final_obs"][0] == pytest.approx(final)
        told[name] = info
    assert told["ours"].keys() == told["theirs"].keys()
    for info in told.values():
        assert info["_final_obs"].all()
        assert info["_final_info"].all()
        assert not info["final_info"]["action_mask"].any()
        assert info["final_info"]["_action_mask"].all()
        assert all(envs.single_observation_space.contains(each) for each in info["final_obs"])


def test_a_seat_drawn_by_the_seed() -> None:
    env = ours.SeatEnv("president", 4, seat=None, opponents="random")
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env.seat in env.table.owes
    assert seats == {0, 1, 2, 3}


def test_an_illegal_action_ends_the_episode_as_a_loss() -> None:
    env = ours.SeatEnv("combat", opponents="random")
    env.reset(seed=1)
    before = env.table.log
    _, reward, ended, _, info = env.step(3000)
    assert (reward, ended) == (-1.0, True)
    assert "EC-" in info["illegal"]
    assert env.table.log == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "combt"}, "did you mean 'combat'"),
        ({"game": "combat", "seat": 2}, "seat 2 was asked for"),
        ({"game": "combat", "opponents": "grandmaster"}, "grandmaster"),
        ({"game": "president", "seats": 3, "opponents": ["thumb"]}, "1 levels were given for 2 opponents"),
        ({"game": "combat", "longest": 0}, "cut off after 0 moves"),
        ({"game": "combat", "form": "pixels"}, "allowed are scaled, numbers, one-hot"),
    ],
)
def test_what_there_is_not_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ours.SeatEnv(**wrong)


def test_many_games_at_once_are_the_batchs() -> None:
    """Legal actions by the mask, rewards by the shares, another game where one ends."""
    envs = ours.BatchEnv("president", 16, 3, seat=1, opponents="random")
    choice = np.random.default_rng(1)
    seen, info = envs.reset(seed=5)
    ends = 0
    for _ in range(30):
        assert envs.observation_space.contains(seen)
        assert (envs.batch.seat == 1).all()
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, ended, broken_off, info = envs.step(actions)
        assert np.isin(rewards[ended], [-1, 0, 2]).all()
        assert not rewards[~ended].any()
        assert not broken_off.any()
        ends += int(ended.sum())
    assert ends == 32
    assert envs.batch.layout.scaled(envs.batch.observe(envs.batch.seat)) == pytest.approx(seen)


def test_gymnasium_makes_many_games_at_once() -> None:
    envs = gymnasium.make_vec("hustings/Politics-v0", num_envs=3, vectorization_mode="vector_entry_point", seats=4)
    first, _ = envs.reset(seed=2)
    again, _ = envs.reset(seed=2)
    assert np.array_equal(first, again)
    with pytest.raises(OptionError, match="seat 4 was asked for"):
        ours.BatchEnv("politics", 3, 4, seat=4)


@pytest.mark.parametrize("longest", [None, 9])
@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_ended_games_are_replaced_when_one_likes(mode: str, longest: int | None) -> None:
    """The same games as with `SAME_STEP`, whose last observations come at the end instead of beside the next."""
    same, other = (
        ours.BatchEnv("president", 5, seat=1, opponents="random", longest=longest, autoreset_mode=each)
        for each in ("SameStep", mode)
    )
    (seen, info), (_, other_info) = same.reset(seed=3), other.reset(seed=3)
    assert (info["action_mask"] == other_info["action_mask"]).all()
    for _ in range(40):
        actions = info["action_mask"].argmax(axis=1)
        seen, rewards, ended, truncated, info = same.step(actions)
        theirs = other.step(actions)
        assert [each.tolist() for each in theirs[1:4]] == [rewards.tolist(), ended.tolist(), truncated.tolist()]
        done = ended | truncated
        if not done.any():
            assert (theirs[0] == seen).all()
            continue
        assert (theirs[0][done] == np.stack(list(info["final_obs"][done]))).all()
        if mode == "NextStep":
            again = other.step(np.full(5, -1))
            assert not np.concatenate(again[1:4]).any()
        else:
            with pytest.raises(HustingsError, match="reset it by options"):
                other.step(actions)
            again = other.reset(options={"reset_mask": done})
        assert (again[0] == seen).all()
        assert (again[-1]["action_mask"] == info["action_mask"]).all()


def test_wrappers_of_gymnasium_take_games_that_are_replaced_in_the_next_step() -> None:
    """They refuse other modes, and normalised each game's last observation with the next game's first."""
    envs = gymnasium.make_vec(
        "hustings/President-v0", 4, vectorization_mode="vector_entry_point", autoreset_mode="NextStep"
    )
    wrapped = wrappers.NormalizeReward(wrappers.NormalizeObservation(wrappers.RecordEpisodeStatistics(envs)))
    _, info = wrapped.reset(seed=1)
    lengths = []
    for _ in range(30):
        _, _, _, _, info = wrapped.step(info["action_mask"].argmax(axis=1))
        lengths += info["episode"]["l"][info["_episode"]].tolist() if "episode" in info else []
    assert lengths == [12] * 8
