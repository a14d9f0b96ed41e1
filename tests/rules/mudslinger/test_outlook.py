"""The outlook in mid-game: shares for a search to cut playouts by."""

from __future__ import annotations

import json
from importlib import resources
from math import log

import numpy as np

import hustings
from hustings.bots import choose
from hustings.engine.kernels import verbs
from hustings.games.mudslinger import outlook
from hustings.games.mudslinger.table import in_contest


def told() -> dict[str, dict[str, float]]:
    """What the file of weights says of itself."""
    text = resources.files("hustings.games.mudslinger").joinpath("weights.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def test_the_weights_tell_more_than_even_shares_do() -> None:
    """Of games they were not learned from, with every number of seats."""
    for seats in map(str, hustings.game("mudslinger").seats_allowed):
        assert told()["log_loss"][seats] < told()["log_loss_of_even_shares"][seats]
        assert abs(told()["log_loss_of_even_shares"][seats] - log(int(seats))) < 1e-3
    assert tuple(told()["features"]) == outlook.FEATURES
    assert outlook.WEIGHTS.shape == (outlook.STAGES, len(outlook.FEATURES))


def test_nothing_is_estimated_before_the_first_turn_nor_while_a_contest_goes_on() -> None:
    row, shares = hustings.game("mudslinger").start_row(3), np.zeros((2, 3), np.int64)
    assert verbs.estimate(row, shares) == 0
    table = hustings.game("mudslinger").start(seats=3, seed="outlook")
    told = set()
    for _ in range(300):
        table.play(choose(table, min(table.owes), "thumb", key=len(table.log)))
        contest = in_contest(table.record())
        assert verbs.estimate(table.record(), shares) == (table.record().turn > 0 and not contest)
        told.add(contest)
    assert told == {False, True}


def test_every_seat_has_a_share_and_the_one_far_ahead_the_largest() -> None:
    """Forty rivals' states do not come back: who is given ten more large ones is the likely winner."""
    table = hustings.game("mudslinger").start(seats=3, seed="outlook")
    while len(table.log) < 200 or in_contest(table.record()):
        table.play(choose(table, min(table.owes), "thumb", key=len(table.log)))
    row, shares = table.record(), np.zeros((2, 3), np.int64)
    assert verbs.estimate(row, shares) == 1
    assert shares[0].min() > 0
    assert shares[0].max() == outlook.LARGEST
    for leader in range(3):
        ahead = row.copy()
        for state in range(20):
            ahead.holder[state] = leader + 1
        assert verbs.estimate(ahead, shares) == 1
        assert shares[0].argmax() == leader
        assert shares[0, leader] > 0.8 * shares[0].sum()
