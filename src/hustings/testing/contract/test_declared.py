"""The contract of declarations: a game has chance and hidden information only if its suite declares them."""

from __future__ import annotations

from hustings.testing.game_suite import GameSuite
from hustings.testing.positions import Position

_MOST_GAMES = 40


def test_chance_and_hidden_information_are_met_where_they_are_declared(suite: GameSuite) -> None:
    """A game declared without chance has no chance step; one without hidden information shows all to every seat."""
    chance = hidden = False
    for number in range(_MOST_GAMES):
        variant = suite.variants[number * 7 % len(suite.variants)]
        position = Position(variant.book, variant.rows())
        for _ in variant.walk(position, variant.random(f"declared {number}")):
            chance |= bool(position.weights())
            hidden |= any(
                variant.book.schema.seen(position.row, seat) != position.row.tobytes() for seat in range(variant.seats)
            )
        if chance and hidden:
            break
    for name, met in (("chance", chance), ("hidden", hidden)):
        assert met == getattr(suite, name), f"declare GameSuite(..., {name}={met}): this is what random games show"
