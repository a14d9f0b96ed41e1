"""A batch with reaction windows plays what `Windows` plays at single tables, and tells no seat anything hidden."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

import hustings
from hustings.batch import Batch
from hustings.batch.stepping import NOBODY
from hustings.envs.windows import Windows
from tests.batch.test_branching import told

SHORT = {"states": "5", "truces": "yes"}
LEVELS = ("random", "thumb", "canvasser", "random")


def reacting(batch: Batch) -> np.ndarray:
    """Return whether each game's asked seat is in a reaction window."""
    return (batch.seat != NOBODY) & (batch.owes >> np.maximum(batch.seat, 0) & 1 == 0)


@pytest.mark.parametrize(("seats", "games", "options"), [(3, 150, SHORT), (6, 50, {"states": "5", "hot_streak": "on"})])
def test_drawn_games_are_those_of_single_tables(seats: int, games: int, options: dict[str, str]) -> None:
    """Byte for byte at every decision, with masks, observations, windows, shares and scores."""
    seeds = list(range(games))
    batch = Batch("mudslinger", len(seeds), seats, seed=seeds, mask=True, auto_reset=False, bargaining=True, **options)
    tables = [Windows(hustings.game("mudslinger", **options).start(seats, seed)) for seed in seeds]
    moves, reacted = 0, 0
    while (batch.seat != NOBODY).any():
        actions, asked = batch.choose(LEVELS[moves % len(LEVELS)]).copy(), batch.seat.copy()
        reacted += (reacting(batch) & (actions != batch.wait)).sum()
        batch.step(actions)
        moves += 1
        for k in (asked != NOBODY).nonzero()[0]:
            windows = tables[k]
            windows.play(int(actions[k]))
            table = windows.table
            assert table.record().tobytes() == batch._arrays.records[k].tobytes()
            assert (windows.seat, table.over) == (None if table.over else batch.seat[k], bool(batch.ended[k]))
            assert windows.passed == batch._arrays.passed[k]
            if not table.over and (k + moves) % 9 == 0:
                seat = int(batch.seat[k])
                assert windows.reacts == reacting(batch)[k]
                assert batch.legal[k, : batch.sizes[k]].tolist() == windows.legal_actions(seat)
                assert batch.mask[k].tolist() == windows.action_mask(seat).tolist()
                assert batch.observation[k].tolist() == table.observation(seat).tolist()
    assert reacted > 500
    for k, windows in enumerate(tables):
        assert windows.table.result is not None
        assert batch.scores[k].tolist() == list(windows.table.result.scores)


def test_what_a_seat_cannot_know_changes_no_window_mask_or_observation() -> None:
    """In worlds that differ in hidden cards only, the same seat is asked, and it has the same mask and observation."""
    batch = Batch("mudslinger", 12, 3, seed=5, bargaining=True, states="20", truces="yes")
    worlds = Batch("mudslinger", 6, 3, mask=True, bargaining=True, states="20", truces="yes")
    different, windows = 0, 0
    for move in range(40):
        for _ in range(17):
            batch.step_as("random" if move % 2 else "thumb")
        k = move % batch.n
        seat, passed = int(batch.seat[k]), batch._arrays.passed[k]
        worlds.start_from(batch.table(k), seat=seat, seed=move)
        worlds[:] = replace(worlds.positions(), passed=np.full(worlds.n, passed))
        different += len(np.unique(worlds._arrays.records)) > 1
        windows += reacting(batch)[k]
        assert worlds.seat.tolist() == [seat] * worlds.n
        assert reacting(worlds).tolist() == [bool(reacting(batch)[k])] * worlds.n
        assert (worlds.mask == worlds.mask[0]).all()
        assert worlds.mask[0].nonzero()[0].tolist() == batch.legal[k, : batch.sizes[k]].tolist()
        assert (worlds.observation == batch.observation[k]).all()
    assert different > 10
    assert 5 < windows < 40


def test_compiled_and_interpreted_windows_are_the_same() -> None:
    """With a level inside, and in the forms of the legal actions."""
    given = {"seed": "both", "levels": {1: "canvasser"}, "mask": True, "bargaining": True, **SHORT}
    made = [Batch("mudslinger", 3, 3, compiled=compiled, **given) for compiled in (True, False)]
    for move in range(60):
        assert told(made[0]) == told(made[1])
        bits = np.unpackbits(made[0].bits.view(np.uint8), axis=1, bitorder="little")[:, : made[0].wait + 1]
        assert (bits == made[0].mask).all()
        assert made[0].mask[:, -1].tolist() == reacting(made[0]).tolist()
        for batch in made:
            batch.step(batch.choose(LEVELS[move % len(LEVELS)]))


def test_stepping_as_a_level_and_on_threads_changes_nothing() -> None:
    apart, joint, shared = (
        Batch("mudslinger", 9, 3, seed=2, mask=True, bargaining=True, threads=threads, **SHORT) for threads in (1, 1, 2)
    )
    for move in range(600):
        level = LEVELS[move % len(LEVELS)]
        apart.step(apart.choose(level))
        for batch in (joint, shared):
            batch.step_as(level)
    assert told(apart) == told(joint) == told(shared)
    assert (joint.lengths > 0).any()


def test_a_level_inside_deals_in_its_windows_as_its_choices_do() -> None:
    """A level inside the batch, the choices from outside, and a rollout play the same games."""
    game = hustings.game("mudslinger", states="20", truces="yes")
    outside, inside, rolled = (
        Batch(game, 12, 3, seed=4, levels=levels, auto_reset=False, bargaining=True)
        for levels in (None, {1: "thumb", 2: "thumb"}, None)
    )
    in_windows = 0
    while (outside.seat != NOBODY).any():
        reacts, actions = reacting(outside), outside.choose("thumb")
        in_windows += (reacts & (actions != outside.wait)).sum()
        outside.step(actions)
    inside.rollout(lambda batch: batch.choose("thumb"))
    rolled.rollout("thumb")
    assert in_windows > 2
    for batch in (inside, rolled):
        assert batch._arrays.records.tobytes() == outside._arrays.records.tobytes()
        assert batch.lengths.tolist() == outside.lengths.tolist()


def test_copies_continue_in_their_windows() -> None:
    batch = Batch("mudslinger", 8, 3, seed=3, mask=True, bargaining=True, **SHORT)
    while len(set(batch._arrays.passed.tolist())) < 3:
        batch.step_as("random")
    other, loaded = batch.copy(), pickle.loads(pickle.dumps(batch))
    for _ in range(300):
        batch.step_as("random")
        other.step_as("random")
        loaded.step_as("random")
    assert told(batch) == told(other) == told(loaded)
    plain = Batch(batch.positions())
    assert (plain.owes >> plain.seat & 1).all()
    back = Batch(plain.positions(), bargaining=True)
    assert reacting(back).any()


def test_only_the_asked_seat_acts_and_only_in_a_window_it_waits() -> None:
    batch = Batch("mudslinger", 2, 3, seed=1, bargaining=True)
    assert reacting(batch).all()
    owing = int(batch.owes[0]).bit_length() - 1
    before = told(batch)
    with pytest.raises(hustings.IllegalMove, match="only the seat that is asked acts"):
        batch.step([batch.wait] * 2, seats=[owing, int(batch.seat[1])])
    assert told(batch) == before
    for _ in range(2):
        batch.step([batch.wait] * 2)
    assert batch.seat[0] == owing
    with pytest.raises(hustings.IllegalMove, match=f"to make action {batch.wait};"):
        batch.step([batch.wait] * 2)
    with pytest.raises(hustings.OptionError, match="combat has no reaction windows"):
        Batch("combat", 2, bargaining=True)
