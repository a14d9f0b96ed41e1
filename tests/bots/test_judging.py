"""The judgement of a move by what searches found."""

from __future__ import annotations

import numpy as np
import pytest

from hustings.bots.search.judging import LOSS, VERDICT, weigh_look

ACTIONS, TRIED = np.array([3, 5, 8]), np.array([500.0, 300.0, 200.0])
SHARES = (0.6, 0.5, 0.4)


@pytest.mark.parametrize(
    ("made", "weights", "solved", "loss"),
    [
        (3, (1, 0, 0), False, 0.0),  # the best move
        (5, (1, 0, 0), False, 0.1),
        (5, (6, 3, 1), False, 0.0),  # a sealed choice that the search would vary to
        (8, (90, 5, 5), False, 0.2),  # one that it would make too seldom
        (8, (90, 5, 5), True, 0.0),  # but a solved mix is exact
    ],
)
def test_a_choice_of_the_searches_own_mix_loses_nothing(
    made: int, weights: tuple[int, ...], solved: bool, loss: float
) -> None:
    verdict, found = np.zeros(VERDICT), np.array([weights, SHARES], np.float64)
    weigh_look(made, len(ACTIONS), solved, ACTIONS, TRIED, found, np.zeros((2, len(ACTIONS))), verdict)
    assert verdict[LOSS] == pytest.approx(loss)
