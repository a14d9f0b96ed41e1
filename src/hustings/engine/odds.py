"""Exact odds of chance outcomes by their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

Odds = dict[str, Fraction]


def odds_of(book: Rulebook, row: Row, weights: Mapping[int, int]) -> Odds:
    """Each outcome's part of the sum of all weights, by its text."""
    total = sum(weights.values())
    return {book.write_outcome(row, outcome): Fraction(weight, total) for outcome, weight in weights.items()}


def added_up(odds: Odds, kind_of: Callable[[str], str | None]) -> Odds:
    """Odds added up by kind; {} where an outcome has none."""
    found: Odds = {}
    for text, chance in odds.items():
        kind = kind_of(text)
        if kind is None:
            return {}
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found
