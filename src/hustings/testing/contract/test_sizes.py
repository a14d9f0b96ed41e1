"""The contract of small games: they can be played to their end, and their facts, layouts and texts are their own."""

from __future__ import annotations

from typing import Any

import pytest

import hustings
from hustings.engine.record.layout import Layout
from hustings.testing import positions
from hustings.testing.game_suite import Variant
from hustings.testing.positions import Position


@pytest.mark.needs("sizes")
def test_a_game_of_every_size_is_played_to_its_end(plain: Variant) -> None:
    """For every combination of sizes, a random game with random options ends within the facts, and stays sound.

    Every observation is within the layout, and a one-hot observation has one place for each number.
    """
    book, random = plain.book, plain.random("sizes")
    for sizes in plain.suite.sizes:
        options = {option.name: random.choice(option.values) for option in book.options}
        game = hustings.game(book.name, **options, **sizes)
        position = Position(book, game.start_row(plain.seats))
        assert position.check() == 0, f"{sizes}: {book.broken[position.check()]}"
        layout, moves = game.layout(plain.seats), 0
        try:
            for _ in positions.walk(position, random, plain.suite.looked_at()):
                moves += bool(position.owes() | position.may())
                numbers = layout.encode(position.row, moves % plain.seats)
                assert ((layout.low <= numbers) & (numbers <= layout.high)).all(), (
                    f"{sizes}: {_beyond(layout, numbers)}"
                )
                assert (layout.one_hot(numbers) > 0).sum() >= sum(column.words is not None for column in layout.columns)
        except IndexError as error:
            raise AssertionError(f"a game of {sizes} with {options} writes outside a field") from error
        assert position.check() == 0, f"{sizes}: {book.broken[position.check()]}"
        assert position.payoff()[0].sum() > 0
        assert game.facts.longest is None or moves <= game.facts.longest[plain.seats], sizes


def _beyond(layout: Layout, numbers: Any) -> list[str]:
    """Return the names of columns whose numbers are out of their range."""
    return [
        column.name for column, n in zip(layout.columns, numbers, strict=True) if not column.low <= n <= column.high
    ]


@pytest.mark.needs("sizes")
def test_a_small_games_facts_layout_and_texts_are_its_own(plain: Variant) -> None:
    """No smaller version shares its layout, its clauses or its longest game with another one; no hole stays open."""
    options = {option.name: option.default for option in plain.book.options}
    seen: dict[str, dict[Any, dict[str, int]]] = {"layout": {}, "clauses": {}}
    for sizes in plain.suite.sizes:
        game = hustings.game(plain.book.name, **options, **sizes)
        layout, clauses = game.layout(plain.seats), game.clauses()
        columns = tuple((column.name, column.low, column.high) for column in layout.columns)
        texts = tuple(text for clause in clauses for text in (clause.title, clause.text))
        lines = [line for part in game.brief(plain.seats).values() for line in part]
        assert not [text for text in (*texts, *lines) if "{" in text], sizes
        assert layout.one_hot(layout.encode(game.start_row(plain.seats), 0)).shape == (layout.one_hot_size,)
        for name, found in (("layout", columns), ("clauses", texts)):
            assert found not in seen[name], f"{sizes} has the {name} of {seen[name].get(found)}"
            seen[name][found] = sizes
