"""The environment that the examples of training learn in: fair to both seats, and a match that means something."""

from __future__ import annotations

import importlib.util
import py_compile
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest

from tests.examples.conftest import ROOT

TRAINING = ROOT / "examples" / "training"
Array = npt.NDArray[np.generic]


def loaded(name: str) -> ModuleType:
    """A script of the folder as a module."""
    spec = importlib.util.spec_from_file_location(name, TRAINING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def duel() -> ModuleType:
    return loaded("duel")


def newcomer(seed: int) -> object:
    """A policy that plays any legal action."""
    chance = np.random.default_rng(seed)
    return lambda observations, masks: (masks * chance.random(masks.shape)).argmax(axis=1)


def test_both_seats_see_the_same_from_their_own_place(duel: ModuleType) -> None:
    games = duel.Duel(8, list(range(4)))
    assert games.observations.shape[0] == games.masks.shape[0] == 8
    assert ((games.observations >= 0) & (games.observations <= 1)).all()
    seats = [batch.seat.tolist() for batch in games.batches]
    assert seats == [[0] * 4, [1] * 4]
    policy, over = newcomer(1), np.zeros(8, np.bool_)
    for week in range(1, 13):
        shares, ended = games.step(policy(games.observations, games.masks))  # type: ignore[operator]
        assert ended.all() == (week == 12)
        over |= ended
    assert over.all()
    assert set(shares.tolist()) <= {0.0, 0.5, 1.0}


def test_any_move_is_even_with_newcomers_and_loses_to_the_rule_of_thumb(duel: ModuleType) -> None:
    even = duel.match(newcomer(2), 400, opponent="random")
    assert abs(even.share - 0.5) < 2 * even.error
    beaten = duel.match(newcomer(3), 200)
    assert beaten.share + beaten.error < 0.2
    assert str(beaten).endswith("(400 games)")
    assert duel.match(newcomer(3), 200) == beaten


def test_small_policies_are_trained_alike_with_one_seed() -> None:
    small = loaded("small")
    one, two, other = (small.trained("president", 2, 1, seed) for seed in (1, 1, 2))
    assert set(one) == {"inner", "bias", "outer"}
    assert all(array.tobytes() == two[name].tobytes() for name, array in one.items())
    assert any(array.tobytes() != other[name].tobytes() for name, array in one.items())


@pytest.mark.parametrize("script", sorted(TRAINING.glob("*.py")), ids=lambda path: path.name)
def test_the_scripts_are_python(script: Path, tmp_path: Path) -> None:
    """Those that need PyTorch are not run here: it is no part of what development needs."""
    assert py_compile.compile(str(script), cfile=str(tmp_path / "out.pyc"), doraise=True)
