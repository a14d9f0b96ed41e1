"""Kernels written for the interpreter: what of them changes, and what cannot."""

from __future__ import annotations

import traceback
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from hustings.engine.game import Game, game
from hustings.engine.installed import rulebook
from hustings.engine.kernels import KERNELS, NOTE_ROWS, Note, Numbers, State, bits, tell, tell_only, unheard
from hustings.engine.kernels import plain as module
from hustings.engine.kernels.plain import Plain
from hustings.engine.record import Row
from hustings.engine.ruling import Ruling
from hustings.games.combat import hand, moves

TABLE = np.array([[1, 2], [3, 4]], np.int64)
LIMIT = 3


def looked_up(s: State, k: int) -> int:
    found: int = int(TABLE[k, 1]) + s.hand + LIMIT
    return found


def raised(s: State) -> None:
    s.hand = 1
    s.hand = 1000


def local(s: State, TABLE: Any) -> Any:  # noqa: N803  # it hides the table of that name
    return TABLE[0, 1]


def told(s: State, note: Numbers) -> None:
    tell(note, 1, s.hand == 1, 2, 3, 4, True)
    tell_only(note, 1 << 1, 1, 0, s.hand, 0, 0, 0)


def with_defaults(s: State, k: int = 2) -> int:
    return k + int(s.hand)


def with_names(s: State, *, k: int = 2) -> int:
    return k + int(s.hand)


def other_row(s: Any) -> int:
    return int(s.hand)


@pytest.fixture(name="plain")
def fresh() -> Plain:
    return Plain(rulebook("combat").schema)


@pytest.fixture(name="row")
def started() -> Row:
    return game("combat").start_row(2)


def test_what_is_written_reads_slots_tuples_and_constants(plain: Plain, row: Row) -> None:
    written = plain.written(looked_up)
    assert written(row, 1) == looked_up(row, 1) == 4 + 1 + 3
    assert written.__code__.co_names[-1:] == ("_hand",)
    assert [plain.scope[name] for name in written.__code__.co_names[:-1]] == [((1, 2), (3, 4))]
    assert plain.written(other_row)(row) == 1
    assert plain.written(with_defaults)(row) == plain.written(with_names)(row) == 3
    assert plain.written(with_defaults)(row, 5) == plain.written(with_names)(row, k=5) == 6


def test_a_number_too_large_for_its_field_is_refused_on_the_line_it_stands_on(plain: Plain, row: Row) -> None:
    with pytest.raises(ValueError, match="format") as caught:
        plain.written(raised)(row)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno) == (__file__, raised.__code__.co_firstlineno + 2)


def test_names_of_the_function_hide_those_of_the_module(plain: Plain, row: Row) -> None:
    assert plain.written(local)(row, {(0, 1): "mine"}) == "mine"


def test_events_are_tuples_of_plain_numbers_and_a_full_list_takes_no_more(plain: Plain, row: Row) -> None:
    notes: list[Note] = []
    plain.written(told)(row, notes)
    assert notes == [(-1, 1, 1, 2, 3, 4, 1), (2, 1, 0, 1, 0, 0, 0)]
    assert {type(number) for note in notes for number in note} == {int}
    for _ in range(NOTE_ROWS):
        plain.written(told)(row, notes)
    assert len(notes) == NOTE_ROWS - 1


def test_a_kernel_without_a_source_calls_the_others_as_they_are_written(plain: Plain, row: Row) -> None:
    scope: dict[str, Any] = {"tell": tell, "__name__": __name__}
    exec("def hidden(s, note):\n    tell(note, 1, 0, s.hand, 0, 0, 0)", scope)
    notes: list[Note] = []
    plain.written(scope["hidden"])(row, notes)
    assert notes == [(-1, 1, 0, 1, 0, 0, 0)]
    assert scope["tell"] is tell


def test_kernels_of_numbers_are_remembered_and_never_more_than_so_many(
    plain: Plain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 2)
    written: Any = plain.written(moves.task_of)
    assert [written(k) for k in range(moves.ACTIONS)] == [moves.task_of(k) for k in range(moves.ACTIONS)]
    assert written.cache_info().currsize == 2
    assert not hasattr(plain.written(hand.value_of), "cache_info")


def test_what_is_written_otherwise_does_the_same() -> None:
    assert all(module.REPLACED[bits.lowest](mask) == bits.lowest(mask) for mask in (1, 6, 1 << 40, (1 << 50) - 8))
    assert all(module.REPLACED[bits.size_of](mask) == bits.size_of(mask) for mask in (0, 7, 1 << 61, (1 << 62) - 1))
    for mask in (1, 0b1011, (1 << 56) - 1, 0x5A5A << 33):
        for index in range(mask.bit_count()):
            assert module.REPLACED[bits.member](mask, index) == bits.member(mask, index)
    assert module.REPLACED[unheard]([(-1, 1, 0, 1, 0, 0, 0)]) == []
    kernels = set(module.REPLACED) - {unheard}  # the compiler has an instruction for it
    assert all(isinstance(function, FunctionType) and function in KERNELS for function in kernels)


def test_a_game_that_wants_arrays_gets_them(toy: Game) -> None:
    book, row = toy.book, toy.start_row(2)
    ruling = Ruling(book.schema, book.most_legal, book.outcomes)
    legal = ruling.legal(row, 0)
    for seat in range(2):
        ruling.act(row, seat, legal[0])
    assert ruling.roll(row, 1) in {0, 1}
    assert ruling.legal(toy.start_row(2), 0) == legal
    assert {type(action) for action in legal} == {int}
