"""The kernel against a second implementation written from the rules text alone, move by move in fuzzed games."""

from __future__ import annotations

from math import ceil

import pytest

from tests.harness.bench import Variant, bench, variants
from tests.harness.compare import compare_game
from tests.harness.perft import kernel_lines, reference_lines
from tests.harness.positions import CompiledPosition, Position

CHUNKS = 2  # tests each variant's games are split into, so that workers share them
INTERPRETED = 2


def games_of(variant: Variant) -> int:
    """How many games of this variant are compared."""
    ways = sum(other.game.name == variant.game.name for other in variants())
    return ceil(variant.bench.fuzz / ways)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_compiled_kernel_plays_as_the_reference(variant: Variant, chunk: int, fuzz: float) -> None:
    """What is owed, every legal move, all odds, the picture and the end agree at every step."""
    games = max(1, ceil(games_of(variant) * fuzz / CHUNKS))
    entries = 0
    for number in range(games):
        random = variant.random(f"compiled {chunk} {number}")
        reference = variant.bench.reference(variant.seats, variant.game.options)
        entries += compare_game(variant.bench, CompiledPosition(variant.book, variant.rows()), reference, random)
    assert entries >= games


def test_the_interpreted_kernel_plays_as_the_reference(variant: Variant) -> None:
    """The same for the rules as the table runs them."""
    for number in range(INTERPRETED):
        random = variant.random(f"interpreted {number}")
        reference = variant.bench.reference(variant.seats, variant.game.options)
        assert compare_game(variant.bench, Position(variant.book, variant.rows()), reference, random)


def test_lines_of_play_count_the_same(game_name: str) -> None:
    """Perft: on small variants both count the same lines at every depth, plain and weighted by chance."""
    found = bench(game_name)
    counted = 0
    for tiny in found.tiny():
        position = Position(Variant.of(game_name).book, tiny.row())
        for entry in tiny.entries:
            position.enter(entry)
        kernel = kernel_lines(position, tiny.depth)
        reference = reference_lines(tiny.reference, tiny.entries, tiny.depth)
        assert kernel == reference, tiny.name
        assert len(kernel.nodes) > 1, tiny.name
        counted += sum(kernel.nodes)
    assert counted > 1000


def test_small_variants_play_to_the_end_as_the_reference(game_name: str) -> None:
    """Whole random games of the small variants agree too."""
    found = bench(game_name)
    for tiny in found.tiny():
        for number in range(10):
            plain = Variant.of(game_name)
            position, reference = Position(plain.book, tiny.row()), tiny.reference()
            assert compare_game(found, position, reference, plain.random(f"{tiny.name} {number}"))
