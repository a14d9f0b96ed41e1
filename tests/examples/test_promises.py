"""The example that learns to break promises: its experiments, what it learns from planted results, and its match."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from tests.examples.test_training import loaded

GAMES, SIZE = 240, 80


@pytest.fixture(scope="module")
def promises() -> ModuleType:
    return loaded("promises")


@pytest.fixture(scope="module")
def experiments(promises: ModuleType) -> object:
    found = promises.Experiments(promises.Reader(), 1, SIZE)
    found.play(GAMES)
    return found


def test_experiments_keep_and_break_truces_of_the_seat_that_decides(promises: ModuleType, experiments: object) -> None:
    reader = promises.Reader()
    games, seen, dollars = map(np.concatenate, zip(*experiments._tries, strict=True))  # type: ignore[attr-defined]
    assert len(games) == len(dollars) > 20
    assert (reader.field(seen, "truce")[:, 0] == 1).all()
    assert (reader.field(seen, "runner") > 0).all()  # counted from the observer, who is never the runner
    assert (dollars <= reader.field(seen, "money")[:, 0]).all()
    assert 0 < (dollars > 0).mean() < 1
    contests = list(zip(games.tolist(), reader.field(seen, "turn").tolist(), strict=True))
    assert len(contests) == len(set(contests))


@pytest.mark.parametrize("pays", [True, False])
def test_the_learner_breaks_truces_only_if_that_paid(promises: ModuleType, experiments: object, pays: bool) -> None:
    """With results in which exactly the games with a breach are won, or lost, the rest follows."""
    planted = promises.Experiments(promises.Reader(), 1, SIZE)
    planted._tries = experiments._tries  # type: ignore[attr-defined]
    games, _, dollars = map(np.concatenate, zip(*planted._tries, strict=True))
    broken = set(games[dollars > 0].tolist())
    planted._results = {game: float((game in broken) == pays) for game in games.tolist()}
    learner = promises.Learner(promises.Reader(), planted.learn())
    promises.match(promises.Reader(), learner, range(GAMES // 6))
    assert learner.kept + learner.broken > 10
    share = learner.broken / (learner.kept + learner.broken)
    assert share > 0.9 if pays else share < 0.1


def test_breaching_truces_hurts_by_the_odds_of_the_dice(promises: ModuleType, experiments: object) -> None:
    reader = promises.Reader()
    _, seen, _ = map(np.concatenate, zip(*experiments._tries, strict=True))  # type: ignore[attr-defined]
    little, much = (reader.breach(seen, np.full(len(seen), dollars)) for dollars in (1, 4))
    assert np.isfinite(much).all()
    assert (much[:, 0] >= little[:, 0]).all()
    rating, points = reader.field(seen, "rating"), promises.POINTS[reader.field(seen, "contest") - 1]
    worse = [promises.CHANCES[each] - promises.CHANCES[each - 1] for each in rating]
    assert little[:, 0] == pytest.approx(worse * points / 10)


def test_the_level_in_all_seats_gets_an_even_share_of_every_deal(promises: ModuleType) -> None:
    shares = promises.match(promises.Reader(), promises.Chair.level, range(12))
    assert shares == pytest.approx(np.full(12, 1 / 3))
