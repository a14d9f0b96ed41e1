"""Bots of Mudslinger spend their dollars before the end, and on nothing that is futile."""

from __future__ import annotations

import mudslinger_spending as bench
import numpy as np
import pytest

import hustings
from hustings.games.mudslinger import moves as m
from tests.rules.mudslinger.tables import drawn, holding, play, rich

MOST = 5.0  # dollars that a seat holds when the winner of a game is known, on average
MOST_LONG = 15.0  # the same with 50 states


@pytest.mark.parametrize(("level", "games"), [("thumb", 60), ("canvasser", 60), ("alderman", 18)])
def test_few_dollars_are_left_and_no_bid_is_futile(level: str, games: int) -> None:
    found = bench.spending(level, games, 4, **hustings.game("mudslinger").book.usual)
    assert np.mean(found.dollars) <= MOST
    assert found.bids > 10 * games
    assert found.futile == 0


def test_the_long_game_leaves_more_dollars() -> None:
    """A bot that spends earlier loses to one that keeps dollars for the last contests, so bots of both save."""
    found = bench.spending("thumb", 30, 4, **{**hustings.game("mudslinger").book.usual, "length": "50"})
    assert np.mean(found.dollars) <= MOST_LONG
    assert found.futile == 0


def test_once_the_winner_is_known_rivals_bid_in_vain() -> None:
    table = rich(drawn("M01", opened="* VT, * WY, * SD, * ND", open_states="yes"), 9, 9, 9)
    most = "CA TX NY FL IL PA OH GA MI NC NJ VA WA AZ IN MA TN"
    row = play(holding(table, P1=most, P2="CO", P3="MN"), "P1 campaign VT")._row
    assert bench.is_decided(row)
    assert bench.is_futile(row, 1, m.SLING)
    assert not bench.is_futile(row, 0, m.SPEND)


def test_rivals_sling_more_often_if_the_contest_changes_who_leads() -> None:
    found = bench.spending("thumb", 60, 4, **hustings.game("mudslinger").book.usual)
    assert np.mean(found.changes) > np.mean(found.others)


def test_a_bid_is_futile_if_it_changes_neither_the_chance_nor_a_place() -> None:
    table = rich(drawn("M01", opened="* VT, * WY, * SD, * ND", open_states="yes"), 9, 9, 9)
    holding(table, P1="CA TX NY FL", P2="GA", P3="VA")
    row = play(table, "P1 campaign VT")._row
    assert not bench.is_futile(row, 0, m.SPEND)
    assert not bench.is_futile(row, 1, m.SLING)
    row.rating = 0
    assert bench.is_futile(row, 0, m.SPEND)
