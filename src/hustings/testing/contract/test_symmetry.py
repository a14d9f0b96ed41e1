"""The contract of symmetry: sealed choices can come in any order, and relabelling seats commutes with play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

import pytest

from hustings.testing.game_suite import GameSuite, Variant
from hustings.testing.positions import Position, bits, random_step

_WANTED = 30
_MOST_GAMES = 200
_UNSEALED_GAMES = 5  # the number of games to play of a game without sealed choices, to verify that it has none
_ORDERS = 24
_SYMMETRY_GAMES = 8


def _owed_at_once(suite: GameSuite, seed: str, step: int) -> Iterator[tuple[Position, list[int], Random]]:
    """Yield positions of random games in which several seats must decide at once, with these seats and a Random.

    step  the step through the list of variants from one game to the next.
    """
    ways, met = suite.variants, 0
    for number in range(_MOST_GAMES if suite.sealed else _UNSEALED_GAMES):
        variant = ways[number * step % len(ways)]
        random = variant.random(f"{seed} {number}")
        position = Position(variant.book, variant.rows())
        while not position.over():
            owing = sorted(bits(position.owes()))
            if len(owing) > 1:
                yield position, owing, random
                met += 1
                if met == _WANTED:
                    return
            random_step(position, random)


def _in_order(position: Position, order: tuple[int, ...], chosen: dict[int, int]) -> bytes | None:
    """Return the record's bytes after the seats chose in this order, or None if a choice was refused."""
    trial = position.copy()
    for seat in order:
        if trial.act(seat, chosen[seat]):
            return None
    assert trial.check() == 0
    return trial.row.tobytes()


def test_the_order_of_sealed_choices_does_not_matter(suite: GameSuite) -> None:
    """If several seats must decide at once, the record is the same for every order of the same choices."""
    met = 0
    for position, owing, random in _owed_at_once(suite, "order", 7):
        chosen = {seat: random.choice(position.legal(seat)) for seat in owing}
        ends = {_in_order(position, order, chosen) for order in islice(permutations(owing), _ORDERS)}
        assert len(ends) == 1
        assert None not in ends
        met += 1
    assert met == _WANTED or not suite.sealed, f"only {met} moments were met at which several seats owe"


def test_a_sealed_choice_leaves_the_others_choices_alone(suite: GameSuite) -> None:
    """If several seats must decide at once and one of them has chosen, the others' legal moves are unchanged."""
    met = 0
    for position, owing, random in _owed_at_once(suite, "alone", 5):
        first = random.choice(owing)
        rest = [seat for seat in owing if seat != first]
        before = [position.legal(seat) for seat in rest]
        trial = position.copy()
        assert not trial.act(first, random.choice(trial.legal(first)))
        assert [trial.legal(seat) for seat in rest] == before
        assert bits(trial.owes()) == frozenset(rest)
        met += 1
    assert met == _WANTED or not suite.sealed, f"only {met} moments were met at which several seats owe"


@pytest.mark.parametrize("number", range(_SYMMETRY_GAMES))
def test_relabelling_seats_commutes_with_play(plain: Variant, number: int) -> None:
    """In a game with symmetric seats, relabelling them commutes with playing; legal moves and odds correspond too."""
    symmetry = plain.suite.symmetry
    random = plain.random(f"relabel {number}")
    orders = list(islice(permutations(range(plain.seats)), 1, _ORDERS)) if symmetry else [tuple(range(plain.seats))]
    variant = random.choice([way for way in plain.suite.variants if way.seats == plain.seats])
    position = Position(variant.book, variant.rows())
    steps = compared = 0
    for _ in plain.walk(position, random):
        if symmetry and not position.over():
            steps += 1
            compared += _relabelled_step(position, random.choice(orders), random.getrandbits(32), variant)
    assert position.over()
    assert (steps and compared) or not symmetry


def _relabelled_step(position: Position, order: tuple[int, ...], salt: int, variant: Variant) -> bool:
    """Make a random step in a position and in the relabelled one, and compare them.

    Returns whether the game declares that relabelling commutes with this step.
    """
    symmetry = variant.suite.symmetry
    assert symmetry is not None
    random = variant.random(salt)
    here, there = position.copy(), Position(position.book, symmetry.relabel(position.row, order))
    before = here.row.copy()
    weights = here.weights()
    assert there.weights() == weights
    assert bits(there.owes()) == {order[seat] for seat in bits(here.owes())}
    if weights:
        outcome = random.choice(list(weights))
        here.settle(outcome)
        there.settle(outcome)
    else:
        for seat in range(here.seats):
            actions = sorted(symmetry.action(before, action, order) for action in here.legal(seat))
            assert there.legal(order[seat]) == actions
        seat = random.choice(sorted(bits(here.owes() | here.may())))
        action = random.choice(here.legal(seat))
        assert not here.act(seat, action)
        assert not there.act(order[seat], symmetry.action(before, action, order))
    if not symmetry.covers(before, here.row):
        return False
    assert there.row.tobytes() == symmetry.relabel(here.row, order).tobytes()
    return True
