"""Which variants of a game the quick run plays."""

from __future__ import annotations

from itertools import combinations

import pytest

from hustings.testing.game_suite import GameSuite, Variant
from tests.games import GAMES


def _pairs(variants: list[Variant]) -> set[object]:
    """Every two values, of options and seats, that one of the variants has together."""
    values = [[("seats", variant.seats), *variant.game.chosen] for variant in variants]
    return {pair for chosen in values for pair in combinations(chosen, 2)}


@pytest.mark.parametrize("game", GAMES, ids=lambda suite: suite.name)
def test_in_few_variants_every_two_values_meet(game: GameSuite) -> None:
    assert _pairs(game.few_variants) == _pairs(game.variants)
    assert set(game.plain_variants) <= set(game.few_variants) <= set(game.variants)
    assert len(set(game.few_variants)) == len(game.few_variants) <= 20
