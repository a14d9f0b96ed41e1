"""Compare a game's rules with a second implementation, written from the rules text alone, in random games."""

from __future__ import annotations

from math import ceil

import pytest

from hustings.testing.compare import compare_game
from hustings.testing.game_suite import GameSuite, Variant
from hustings.testing.perft import kernel_lines, reference_lines
from hustings.testing.positions import CompiledPosition, Position

_CHUNKS = 2  # the number of tests that share each variant's games, so that workers can run in parallel
_INTERPRETED = 2


def _games_of(variant: Variant) -> int:
    """Return the number of games of this variant to compare."""
    return ceil(variant.suite.fuzz / len(variant.suite.variants))


@pytest.mark.needs("reference")
@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_the_compiled_kernel_plays_as_the_reference(variant: Variant, chunk: int, fuzz: float) -> None:
    """The compiled rules agree with the reference on seats to move, legal moves, odds, facts and results."""
    games = max(1, ceil(_games_of(variant) * fuzz / _CHUNKS))
    entries = 0
    for number in range(games):
        random = variant.random(f"compiled {chunk} {number}")
        position = CompiledPosition(variant.book, variant.rows())
        entries += compare_game(variant.suite, position, variant.reference(), random)
    assert entries >= games


@pytest.mark.needs("reference")
def test_the_interpreted_kernel_plays_as_the_reference(variant: Variant) -> None:
    """The interpreted rules, as tables run them, agree with the reference."""
    for number in range(_INTERPRETED):
        random = variant.random(f"interpreted {number}")
        assert compare_game(variant.suite, Position(variant.book, variant.rows()), variant.reference(), random)


@pytest.mark.needs("small")
def test_lines_of_play_count_the_same(suite: GameSuite) -> None:
    """In small versions, both implementations have the same number of lines of play at every depth (perft).

    The numbers are compared plain and weighted by the probability of chance outcomes.
    """
    counted = 0
    for game in suite.small() if suite.small else ():
        position = Position(suite.book, game.row())
        for entry in game.entries:
            position.enter(entry)
        kernel = kernel_lines(position, game.depth)
        reference = reference_lines(game.reference, game.entries, game.depth)
        assert kernel == reference, game.name
        assert len(kernel.nodes) > 1, game.name
        counted += sum(kernel.nodes)
    assert counted > 1000


@pytest.mark.needs("small")
def test_small_variants_play_to_the_end_as_the_reference(suite: GameSuite) -> None:
    """In small versions, both implementations agree in whole random games."""
    for game in suite.small() if suite.small else ():
        for number in range(10):
            position, reference = Position(suite.book, game.row()), game.reference()
            assert compare_game(suite, position, reference, suite.first.random(f"{game.name} {number}"))
