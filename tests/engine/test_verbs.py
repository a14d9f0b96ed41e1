"""Registering a game's verbs: what is missing, unknown or of another shape is refused at once; defaults do the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numba import from_dtype

from hustings import Game, game
from hustings.engine.kernels import verbs
from hustings.engine.record import Schema
from hustings.engine.record.field import Field
from tests.engine import toy as rules


def schema() -> Schema:
    return Schema("other", [Field("seats", "i1"), Field("other", "i1", sees="nobody")])


@pytest.mark.parametrize("verb", sorted(rules.RULES))
def test_a_missing_verb_is_named(verb: str) -> None:
    some = {name: rule for name, rule in rules.RULES.items() if name != verb}
    with pytest.raises(ValueError, match=rf"'other' registers unknown verbs \[\] or lacks \['{verb}'\]"):
        verbs.register(schema(), some)


def test_an_unknown_verb_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown verbs \['shuffle'\] or lacks \[\]"):
        verbs.register(schema(), {**rules.RULES, "shuffle": rules.owes})


def test_a_verb_of_other_arguments_is_named_with_those_it_needs() -> None:
    def legal(state: Any, seat: int, out: Any) -> int:
        return 0

    with pytest.raises(ValueError, match=r"the 'legal' of 'other' must take \(s, seat, out\)"):
        verbs.register(schema(), {**rules.RULES, "legal": legal})


def test_games_with_the_same_fields_have_records_of_different_types(toy: Game) -> None:
    """The compiler tells games apart by the types of their records, so that these hold the game's name."""
    same = Schema(rules.SCHEMA.game, rules.SCHEMA.fields)
    with pytest.raises(ValueError, match="another game has a record with the name 'pennies' and the same fields"):
        verbs.register(same, rules.RULES)
    assert same not in verbs.BY_SCHEMA
    twin = Schema("twin", rules.SCHEMA.fields)
    assert from_dtype(twin.dtype) != from_dtype(rules.SCHEMA.dtype)
    assert twin.dtype.names == rules.SCHEMA.dtype.names
    try:
        verbs.register(twin, rules.RULES)
    finally:
        verbs.BY_ROW.pop(twin.row_type, None)
        verbs.BY_SCHEMA.pop(twin, None)


def test_what_a_game_does_not_say_has_a_default(toy: Game) -> None:
    row = toy.start_row(2)
    actions, weights = toy.book.buffers().actions, toy.book.buffers().weights
    assert (verbs.may(row), verbs.stream(row), verbs.forced(row), verbs.heuristic(row, 0, 2)) == (0, 0, 0, 0)
    assert verbs.choices(row, 0, actions) == verbs.legal(row, 0, actions) == 3
    for seat in range(2):
        assert verbs.act(row, seat, 1, toy.book.buffers().note) == 0
    assert Counter(verbs.roll(row, number, weights) for number in range(100, 102)) == {rules.HEADS: 1, rules.TAILS: 1}


def test_a_game_without_chance_or_secrets_leaves_their_verbs_out() -> None:
    """The defaults bring nothing up and imagine nothing."""
    open_schema = Schema("open", [Field("seats", "i1"), Field("open", "i1")])
    some = {name: rule for name, rule in rules.RULES.items() if name not in ("chances", "settle", "imagine")}
    try:
        verbs.register(open_schema, some, chance=False)
        row = open_schema.new()
        assert verbs.chances(row, np.zeros(1, np.int64)) == 0
        verbs.settle(row, 0, np.zeros((1, 7), np.int64))
        verbs.imagine(row, 0, 7)
        assert not any(row.tobytes())
    finally:
        verbs.BY_ROW.pop(open_schema.row_type, None)
        verbs.BY_SCHEMA.pop(open_schema, None)


def test_a_number_out_of_its_bounds_is_noticed_before_the_games_own_check(toy: Game) -> None:
    row = toy.start_row(2)
    assert verbs.check(row) == 0
    row.pence[0] = 3
    assert verbs.check(row) == verbs.OUT_OF_BOUNDS
    row.pence[0] = 2
    assert verbs.check(row) == 1
    assert set(toy.book.broken) == {verbs.OUT_OF_BOUNDS, 1}


def test_a_record_with_a_field_for_the_end_needs_no_verb_for_it() -> None:
    """The default `over` reads the field `finished`."""
    row = game("president").start_row(2)
    assert not verbs.over(row)
    row.finished = 1
    assert verbs.over(row)
