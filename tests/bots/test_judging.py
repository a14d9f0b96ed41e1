"""The judgement of a move by what searches found."""

from __future__ import annotations

import pytest

from hustings import game
from hustings.bots.search.endgame import SOLVED, UNSOLVED
from hustings.bots.search.judging import weigh_look
from hustings.bots.search.memory import LOSS, SIZE, SOLUTION, memory_for

ACTIONS, TRIED = (3, 5, 8), (500, 300, 200)
SHARES = (0.6, 0.5, 0.4)
CLOSE = (0.6, 0.58, 0.4)  # the second is worse by less than its error


@pytest.mark.parametrize(
    ("made", "weights", "shares", "solved", "loss"),
    [
        (3, (1, 0, 0), SHARES, False, 0.0),  # the best move
        (5, (1, 0, 0), SHARES, False, 0.1),
        (5, (6, 3, 1), CLOSE, False, 0.0),  # a sealed choice that the search would vary to
        (5, (6, 3, 1), SHARES, False, 0.1),  # one that loses more than its error
        (8, (90, 5, 5), SHARES, False, 0.2),  # one that it would make too seldom
        (8, (90, 5, 5), SHARES, True, 0.0),  # but a solved mix is exact
    ],
)
def test_a_choice_of_the_searches_own_mix_loses_nothing(
    made: int, weights: tuple[int, ...], shares: tuple[float, ...], solved: bool, loss: float
) -> None:
    _, tree, _, judged = memory_for(game("president").book, 2, 1, compiled=False)
    size = tree.root[SIZE] = len(ACTIONS)
    tree.root[SOLUTION] = SOLVED if solved else UNSOLVED
    tree.action[:size], tree.tried[:size], tree.mix[:size], tree.found[:size] = ACTIONS, TRIED, weights, shares
    weigh_look(made, tree, judged)
    assert judged.verdict[LOSS] == pytest.approx(loss)
