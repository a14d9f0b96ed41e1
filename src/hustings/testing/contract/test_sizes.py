"""The contract of small games: a game of any size that the rulebook allows can be played to its end."""

from __future__ import annotations

import pytest

import hustings
from hustings.testing import positions
from hustings.testing.game_suite import Variant
from hustings.testing.positions import Position


@pytest.mark.needs("sizes")
def test_a_game_of_every_size_is_played_to_its_end(plain: Variant) -> None:
    """For every combination of sizes, a random game with random options ends, and its last record is sound."""
    book, random = plain.book, plain.random("sizes")
    for sizes in plain.suite.sizes:
        options = {option.name: random.choice(option.values) for option in book.options}
        game = hustings.game(book.name, **options, **sizes)
        position = Position(book, game.start_row(plain.seats))
        assert position.check() == 0, f"{sizes}: {book.broken[position.check()]}"
        try:
            for _ in positions.walk(position, random, plain.suite.looked_at()):
                pass
        except IndexError as error:
            raise AssertionError(f"a game of {sizes} with {options} writes outside a field") from error
        assert position.check() == 0, f"{sizes}: {book.broken[position.check()]}"
        assert position.payoff()[0].sum() > 0
