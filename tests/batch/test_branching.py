"""Games of a batch are copied, branched and stored, and go on as if nothing had happened."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import hustings
from hustings.batch import Batch, Positions
from hustings.batch.stepping import NOBODY

GAMES = (("combat", 2), ("mudslinger", 3), ("politics", 4), ("president", 2))
WAYS: tuple[Callable[[Batch], Batch], ...] = (
    Batch.copy,
    copy.deepcopy,
    lambda batch: pickle.loads(pickle.dumps(batch)),
)


def told(batch: Batch) -> list[bytes]:
    """Everything that a batch says of its games."""
    names = ("seat", "owes", "sizes", "bits", "mask", "rewards", "ended", "scores", "lengths", "decisions")
    legal = [batch.legal[k, : batch.sizes[k]].tobytes() for k in range(batch.n)]
    seen = batch.observation[batch.seat != NOBODY] if len(batch.observation) else batch.observation
    return [getattr(batch, name).tobytes() for name in names] + [
        *legal,
        seen.tobytes(),
        batch._arrays.records.tobytes(),
    ]


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_copy_goes_on_as_its_original(name: str, seats: int, way: Callable[[Batch], Batch], auto_reset: bool) -> None:
    """Byte for byte, in all arrays, also when games end and others begin in their places."""
    batch = Batch(name, 5, seats, seed=3, mask=True, auto_reset=auto_reset)
    for _ in range(20):
        batch.step_as("random")
    other = way(batch)
    assert told(other) == told(batch)
    for _ in range(60):
        other.step_as("random")
    first = told(other)
    assert first != told(batch)
    for _ in range(60):
        batch.step_as("random")
    assert told(batch) == first


def test_a_copy_keeps_levels_threads_and_beginnings() -> None:
    table = hustings.game("politics").start(seats=2, seed=7)
    batch = Batch("politics", 6, seed=1, levels={1: "thumb"}, observe=False, threads=2)
    batch.start_from(table, seat=0)
    other = pickle.loads(pickle.dumps(batch))
    for _ in range(3):
        assert (other.reset() == batch.reset()).all()
        assert told(other) == told(batch)
        assert (batch.seat == 0).all()


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_game_is_branched(name: str, seats: int, compiled: bool) -> None:
    """Places take another game with its chance; the others keep theirs, and what the last step said of them."""
    batch = Batch(name, 4, seats, seed=3, mask=True, compiled=compiled, auto_reset=False)
    while (batch.seat != NOBODY).all():
        earlier = batch.positions()
        batch.step_as("random")
    before, positions = told(batch), batch.positions()
    batch[:] = positions
    assert told(batch) == before
    over = int((batch.seat == NOBODY).argmax())
    going = (over + 1) % 4
    batch[going] = earlier[going]
    both = batch.positions()
    batch[over] = batch[going]
    assert (batch.observation[over] == batch.observation[going]).all()
    assert not batch.ended[over]
    batch.step(batch.legal[:, 0])
    assert batch.table(over).record().tobytes() == batch.table(going).record().tobytes()
    batch[[over, going]] = both[[going, over]]
    assert batch.seat[going] == NOBODY != batch.seat[over]


def test_positions_move_to_a_batch_of_another_kind() -> None:
    """With or without masks, levels and observations, and of another length."""
    batch = Batch("president", 8, seed=3)
    for _ in range(5):
        batch.step_as("thumb")
    stored: Positions = pickle.loads(pickle.dumps(batch[2:5]))
    assert len(stored) == 3
    other = Batch(stored, mask=True, observe=False)
    assert [other.table(k).view(0) for k in range(3)] == [batch.table(k).view(0) for k in range(2, 5)]
    assert other.mask.sum(1).tolist() == other.sizes.tolist() == batch.sizes[2:5].tolist()
    third = Batch("president", 2, seed=1, levels={0: "thumb"})
    third[1] = stored[0]
    assert third.seat.tolist() == [1, 1]


def test_a_branch_can_have_other_chance() -> None:
    batch = Batch("politics", 50, seed=3)
    batch[:] = batch[0]
    same = batch.copy()
    assert np.unique(same.rollout("thumb"), axis=0).shape[0] == 1
    batch.reseed(5)
    assert np.unique(batch.rollout("thumb"), axis=0).shape[0] > 1


def test_what_does_not_fit_is_refused() -> None:
    batch, three = Batch("president", 4, seed=1), Batch("president", 4, 3, seed=1)
    before = told(batch)
    for positions in (three[0], Batch("combat", 2, seed=1)[0], Batch("president", 1, seed=1, dealt="one")[0]):
        with pytest.raises(hustings.OptionError, match=r"other options|another"):
            batch[0] = positions
    with pytest.raises(hustings.OptionError, match="2 positions were given for 4 games"):
        batch[:] = batch[:2]
    with pytest.raises(hustings.OptionError, match="give no number or seed with them"):
        Batch(batch.positions(), 4)
    with pytest.raises(IndexError):
        batch[4]
    assert told(batch) == before


@pytest.mark.parametrize("relative", [True, False])
def test_a_layout_can_be_pickled_and_copied(relative: bool) -> None:
    for name in hustings.game_names():
        layout, table = hustings.game(name).layout(relative=relative), hustings.game(name).start(seed=1)
        for other in (pickle.loads(pickle.dumps(layout)), copy.deepcopy(layout), copy.copy(layout)):
            assert (str(other), other.columns) == (str(layout), layout.columns)
            assert other.encode(table.record(), 1).tolist() == layout.encode(table.record(), 1).tolist()
