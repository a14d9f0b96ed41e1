"""The contract of `fast.py`: its faster forms of verbs have the same results as the plain verbs."""

from __future__ import annotations

import numpy as np
import pytest

from hustings.engine.fast import FILE, digest, fast_forms
from hustings.engine.kernels import verbs
from hustings.testing.game_suite import GameSuite, Variant
from hustings.testing.positions import Position

_LISTS = ("legal", "choices", "bargains")  # (s, seat, out) -> size
_ANSWERS = ("owes", "may", "over", "known", "forced", "stream", "bargaining")  # (s) -> number


def _faster(suite: GameSuite) -> frozenset[str]:
    """Return the names of the verbs for which the game has a faster form."""
    forms = fast_forms(suite.book.package)
    return frozenset(vars(forms)).intersection(verbs.VERBS) if forms else frozenset()


def test_fast_forms_were_checked_against_these_rules(suite: GameSuite) -> None:
    """`CHECKED` in `fast.py` is the digest of the current rules; otherwise the engine would ignore the file."""
    forms = fast_forms(suite.book.package)
    if forms is not None:
        now = digest(suite.book.package)
        advice = (
            f'if the other tests of fast forms pass, write CHECKED = "{now}" into {suite.name}/{FILE}, else delete it'
        )
        assert now == forms.CHECKED, advice


def test_fast_forms_answer_as_the_plain_verbs(variant: Variant) -> None:
    """At every step of a random game, each faster form returns or writes the same as the plain verb."""
    faster, plain = _faster(variant.suite), verbs.PLAIN[variant.book.schema]
    position = Position(variant.book, variant.rows())
    compared = 0
    for _ in variant.walk(position, variant.random("fast")):
        row, out, other = position.row, variant.book.buffers().actions, variant.book.buffers().actions
        for name in faster.intersection(_ANSWERS):
            assert getattr(verbs, name)(row) == plain[name](row), _disagreement(variant.suite, name)
        if "interrupts" in faster:
            masks = verbs.interrupts(row, out), plain["interrupts"](row, other)
            assert masks[0] == masks[1], _disagreement(variant.suite, "interrupts")
        for seat in range(position.seats):
            for name in faster.intersection(_LISTS):
                size, right = getattr(verbs, name)(row, seat, out), plain[name](row, seat, other)
                assert out[:size].tolist() == other[:right].tolist(), _disagreement(variant.suite, name)
            if "heuristic" in faster:
                for action in position.legal(seat):
                    looks = verbs.heuristic(row, seat, action), plain["heuristic"](row, seat, action)
                    assert looks[0] == looks[1], _disagreement(variant.suite, "heuristic")
        compared += 1
    assert compared


@pytest.mark.needs("chance")
def test_fast_rolls_are_plain_rolls(variant: Variant) -> None:
    """At every chance step, both forms of `roll` select the same outcome by the same number."""
    position, random = Position(variant.book, variant.rows()), variant.random("rolls")
    plain = verbs.PLAIN[variant.book.schema]["roll"]
    scratch = np.zeros(variant.book.outcomes, np.int64)
    for _ in variant.walk(position, random):
        total = verbs.chances(position.row, scratch)
        for number in (random.getrandbits(62) for _ in range(8 if total else 0)):
            assert verbs.roll(position.row, number, scratch) == plain(position.row, number, scratch), _disagreement(
                variant.suite, "roll"
            )


def _disagreement(suite: GameSuite, name: str) -> str:
    return f"{name} of {suite.name}/{FILE} disagrees with the plain verb: update or delete it"
