"""The contract of `check`: it finds every corruption of a record and accepts every reachable position."""

from __future__ import annotations

import pytest

from hustings.engine.kernels import verbs
from hustings.engine.record import Row
from hustings.testing.game_suite import Corruption, GameSuite, Variant
from hustings.testing.positions import Position, random_step

_GAMES = 60
_MOST_SMALL = 5000  # the most positions of small versions
_EACH = 5  # the number of positions in which each corruption is tried


def _positions(suite: GameSuite) -> list[Row]:
    """Return every position of a number of random games, with variants in turn."""
    rows = []
    for number in range(_GAMES):
        variant = suite.variants[number * 11 % len(suite.variants)]
        position = Position(variant.book, variant.rows())
        rows += [position.row.copy() for _ in variant.walk(position, variant.random(f"check {number}"))]
    return rows


def _small_positions(suite: GameSuite) -> list[Row]:
    """Return every position of a random game of each small version; these games reach rare situations."""
    rows: list[Row] = []
    for game in suite.small() if suite.small else ():
        position, random = Position(suite.book, game.row()), suite.first.random(f"check {game.name}")
        for entry in game.entries:
            position.enter(entry)
        while not position.over() and len(rows) < _MOST_SMALL:
            rows.append(position.row.copy())
            random_step(position, random)
    return rows


@pytest.mark.needs("corruptions")
def test_every_corruption_is_caught(suite: GameSuite) -> None:
    """Each corruption makes `check` name a broken invariant in a position in which none was broken before."""
    assert len({corruption.name for corruption in suite.corruptions}) == len(suite.corruptions)
    rows = _positions(suite)
    suite.first.random("shuffle").shuffle(rows)
    small = _small_positions(suite)
    missed = []
    for corruption in suite.corruptions:
        tried = [row for row in rows if corruption.where(row)][:_EACH]
        tried = tried or [row for row in small if corruption.where(row)][:_EACH]
        assert tried, f"no position was met for {corruption.name!r}"
        missed += [corruption.name for row in tried if not _caught(corruption, row, suite)]
    assert not missed


def _caught(corruption: Corruption, row: Row, suite: GameSuite) -> bool:
    assert verbs.check(row) == 0
    broken = row.copy()
    corruption.change(broken)
    assert broken.tobytes() != row.tobytes(), corruption.name
    number = verbs.check(broken)
    assert number == 0 or number in suite.book.broken
    return bool(number)


@pytest.mark.needs("corruptions")
def test_every_invariant_has_its_sentence(suite: GameSuite) -> None:
    """Together the corruptions break most invariants, and every invariant has a text."""
    book = suite.book
    rows = _positions(suite)
    broken = set()
    for corruption in suite.corruptions:
        for row in [row for row in rows if corruption.where(row)][:: max(1, len(rows) // 40)]:
            other = row.copy()
            corruption.change(other)
            broken.add(int(verbs.check(other)))
    unbroken = set(book.invariants) - broken
    assert not unbroken, [book.invariants[number] for number in sorted(unbroken)]
    assert all(text and not text.endswith(".") for text in book.broken.values())


@pytest.mark.parametrize("byte", [0x7F, 0x80, 0xFF])
def test_check_never_fails_on_garbage(plain: Variant, byte: int) -> None:
    """`check` never raises an error or reads outside the record, even with random bytes in it."""
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
