"""The contract of observations and facts: an observation has the numbers of the view, and a game's facts are true."""

from __future__ import annotations

import re
from typing import Any

from hustings.engine.record.field import SEES_OWN
from hustings.engine.record.layout import Column, Layout
from hustings.testing.game_suite import GameSuite, Variant
from hustings.testing.positions import Position

_MOST_GAMES = 20
_SEAT = re.compile(r"you(?:\+(\d))?")
_LOOKS = 5  # the number of positions to compare in a game


def _seat_of(label: str, seat: int, relative: bool) -> int | None:
    """Return the seat that a label such as "you+1" or "P2" means for an observing seat, or None if it means none."""
    match = _SEAT.fullmatch(label) if relative else re.fullmatch(r"P(\d)", label)
    if match is None:
        return None
    return seat + int(match[1] or 0) if relative else int(match[1]) - 1


def _in_view(view: dict[str, Any], layout: Layout, column: Column, seat: int) -> Any:
    """Return the value in a view for a column of observations, found by the column's name."""
    field = layout.schema.by_name[column.field]
    labels = re.findall(r"\[([^\]]*)\]", column.name)
    found = view[field.name]
    if field.sees == SEES_OWN:
        found = found[seat]
    bit = _seat_of(labels.pop(0), seat, layout.relative) if field.seat_bits else None
    axes = field.axes[1:] if field.sees == SEES_OWN else field.axes
    for label, axis in zip(labels, axes or (None,) * len(labels), strict=True):
        if isinstance(axis, tuple):
            found = found[label]
        else:
            turned = _seat_of(label, seat, layout.relative) if axis else None
            found = found[int(label) if turned is None else turned % len(found)]
    return found if bit is None else found >> bit % layout.seats & 1


def _word(word: str | None, layout: Layout, column: Column, seat: int) -> str | None:
    """Return a word of a column as it appears in the view: "you+1" becomes the seat's label."""
    field = layout.schema.by_name[column.field]
    turned = _seat_of(word, seat, True) if word and layout.relative else None
    if turned is None:
        return word
    here = [each for each in field.unit or () if each and re.fullmatch(re.escape(field.seat_word) + r"\d", each)]
    return here[turned % min(len(here), layout.seats)]


def test_an_observation_says_what_the_view_says(variant: Variant) -> None:
    """Every number of an observation, relative or not, compiled or not, equals the view's and is in its range."""
    from hustings.testing import kernels

    schema = variant.book.schema
    position = Position(variant.book, variant.rows())
    looks = 0
    for step in variant.walk(position, variant.random("observations")):
        if (step % 7 and not position.over()) or looks > _LOOKS:
            continue
        looks += 1
        for seat in range(variant.seats):
            view = schema.as_json(schema.blanked(position.row, seat))
            for relative in (True, False):
                layout = variant.game.layout(variant.seats, relative)
                numbers = layout.encode(position.row, seat)
                assert numbers[0] == seat
                assert ((layout.low <= numbers) & (numbers <= layout.high)).all()
                assert kernels.observed(layout, position.row, seat) == numbers.tolist()
                for column, number in list(zip(layout.columns, numbers.tolist(), strict=True))[1:]:
                    said = _word(column.words[number], layout, column, seat) if column.words else number
                    assert said == _in_view(view, layout, column, seat), column.name


def test_what_a_games_facts_promise_holds(suite: GameSuite) -> None:
    """A game's facts are true: about simultaneous decisions, about moves out of turn, and about the longest game."""
    facts = suite.variants[0].game.facts
    together = unasked = False
    for number in range(_MOST_GAMES):
        variant = suite.variants[number * 7 % len(suite.variants)]
        position = Position(variant.book, variant.rows())
        moves = 0
        for _ in variant.walk(position, variant.random(f"facts {number}")):
            owes, may = position.owes(), position.may()
            together |= owes & owes - 1 != 0
            unasked |= may != 0
            moves += bool(owes | may)
        assert facts.longest is None or moves <= facts.longest[variant.seats]
    assert (together, unasked) == (facts.simultaneous, facts.unasked)
