"""The checker is checked: no corruption goes by, and no sound position is called broken."""

from __future__ import annotations

import pytest

from hustings.engine import verbs
from hustings.engine.record import Row
from tests.harness.bench import Corruption, Variant, bench, variants
from tests.harness.positions import Position, random_step, walk

LEAST = 20
GAMES = 60
MOST_SMALL = 5000  # positions of small variants
EACH = 5  # positions each corruption is tried in


def positions(game_name: str) -> list[Row]:
    """Every position of a few random games of all kinds."""
    ways = [variant for variant in variants() if variant.game.name == game_name]
    rows = []
    for number in range(GAMES):
        variant = ways[number * 11 % len(ways)]
        position = Position(variant.book, variant.rows())
        rows += [position.row.copy() for _ in walk(position, variant.random(f"check {number}"))]
    return rows


def small_positions(game_name: str) -> list[Row]:
    """Every position of random games of the small variants: they meet situations that long games are poor in."""
    rows = []
    for tiny in bench(game_name).tiny():
        plain = Variant.of(game_name)
        position, random = Position(plain.book, tiny.row()), plain.random(f"check {tiny.name}")
        for entry in tiny.entries:
            position.enter(entry)
        while not position.over() and len(rows) < MOST_SMALL:
            rows.append(position.row.copy())
            random_step(position, random)
    return rows


def test_every_corruption_is_caught(game_name: str) -> None:
    """Each corruption, wherever it applies, makes `check` name an invariant; the position before it was sound."""
    found = bench(game_name)
    assert len(found.corruptions) >= LEAST
    assert len({corruption.name for corruption in found.corruptions}) == len(found.corruptions)
    rows = positions(game_name)
    Variant.of(game_name).random("shuffle").shuffle(rows)
    small = small_positions(game_name)
    missed = []
    for corruption in found.corruptions:
        tried = [row for row in rows if corruption.where(row)][:EACH]
        tried = tried or [row for row in small if corruption.where(row)][:EACH]
        assert tried, f"no position was met for {corruption.name!r}"
        missed += [corruption.name for row in tried if not caught(corruption, row, game_name)]
    assert not missed


def caught(corruption: Corruption, row: Row, game_name: str) -> bool:
    assert verbs.check(row) == 0
    broken = row.copy()
    corruption.change(broken)
    assert broken.tobytes() != row.tobytes(), corruption.name
    number = verbs.check(broken)
    assert number == 0 or number in Variant.of(game_name).book.broken
    return bool(number)


def test_every_invariant_has_its_sentence(game_name: str) -> None:
    """The corruptions between them break most invariants, and each has a text."""
    book = Variant.of(game_name).book
    rows = positions(game_name)
    broken = set()
    for corruption in bench(game_name).corruptions:
        for row in [row for row in rows if corruption.where(row)][:: max(1, len(rows) // 40)]:
            other = row.copy()
            corruption.change(other)
            broken.add(int(verbs.check(other)))
    unbroken = set(book.invariants) - broken
    assert not unbroken, [book.invariants[number] for number in sorted(unbroken)]
    assert all(text and not text.endswith(".") for text in book.broken.values())


@pytest.mark.parametrize("byte", [0x7F, 0x80, 0xFF])
def test_check_never_fails_on_garbage(plain: Variant, byte: int) -> None:
    """Bytes at random are called broken, or sound, but never raise or read elsewhere."""
    random = plain.random(f"garbage {byte}")
    row = plain.rows()
    size = len(row.tobytes())
    named = 0
    for _ in range(400):
        data = bytearray(row.tobytes())
        for _ in range(random.randrange(1, 4)):
            data[random.randrange(size)] = random.choice([byte, random.randrange(256)])
        other = plain.book.schema.new()
        other.write(bytes(data))
        number = verbs.check(other)
        assert number == 0 or number in plain.book.broken
        named += bool(number)
    assert named
