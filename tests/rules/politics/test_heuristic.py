"""The rule of thumb: what it prefers, and that it wins."""

from __future__ import annotations

import numpy as np
import pytest

import hustings
from hustings.bots import choose
from hustings.engine.kernels.chance import key_of
from hustings.engine.kernels.playout import RANDOM, THUMB
from tests.rules.politics.tables import table_of, whole_table

GAMES = 1500


def chosen(hands: str, entries: str, seat: int = 0, extra: str = "CA", **options: str) -> str:
    return str(choose(table_of(hands, extra, entries, **options), seat, "thumb", 1)).split(" ", 1)[1]


def test_it_nominates_a_state_with_many_around_it() -> None:
    table = whole_table("ME WV RI KY MO TX SC GA / VA TN NC FL AL MD NJ DE", "P1 side R")
    assert str(choose(table, 0, "thumb", 1)) == "P1 nominate WV"


def test_it_chooses_the_party_it_can_nominate_better_for() -> None:
    assert chosen("ME TN / VA OH", "") == "side D"
    assert chosen("PA FL / VA OH", "") == "side R"
    assert chosen("FL TX / VA OH", "") == "side D"


def test_it_opens_the_network_rather_than_count_votes() -> None:
    """Arkansas (9) leads to Louisiana and Texas, Mississippi (10) to Louisiana only."""
    entries = "P1 side D; P1 nominate TN; P2 nominate OH"
    assert chosen("TN AR MS / OH KY ID", entries, extra="LA TX CA") == "play AR"
    assert chosen("TN AR MS / OH KY ID", entries, extra="NV CA") == "play MS", "nothing to open"


def test_it_takes_what_the_other_side_borders_too() -> None:
    """Virginia and North Carolina have 12 votes each; West Virginia, the other side's state, borders Virginia."""
    assert chosen("TN NC VA / WV CA ID", "P1 side D; P1 nominate TN; P2 nominate WV", extra="NV OR") == "play VA"


def test_it_draws_where_it_may() -> None:
    assert (
        chosen(
            "OH WV / TN MI",
            "P1 side D; P1 draw; * P1 VA; P1 nominate VA; P2 nominate MI",
            extra="VA CA",
            must_play="no",
        )
        == "draw"
    )


@pytest.mark.parametrize("must_play", ["yes", "no"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_beats_random_moves(seats: int, must_play: str) -> None:
    """From both sides, the same deals: clearly more than half of all games, five standard errors and more."""
    from hustings.engine.kernels import compiled

    game = hustings.game("politics", must_play=must_play)
    keys = np.array([key_of(f"thumb {number}") for number in range(GAMES)], np.uint64)
    won = 0.0
    for side in range(2):
        levels = np.array([THUMB if seat % 2 == side else RANDOM for seat in range(seats)], np.int64)
        results, _ = compiled.random_games(game.book, game.start_options(seats), keys, levels)
        won += float((results[:, 0, side] / (results[:, 0, 0] + results[:, 0, 1])).sum())
    assert won / (2 * GAMES) > 0.5 + 5 * 0.5 / (2 * GAMES) ** 0.5
