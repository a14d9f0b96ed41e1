"""A list of legal moves makes its moves when somebody asks, and stays as it is."""

from __future__ import annotations

import pickle
import random

import pytest

import hustings
from hustings.engine.moves import Move
from hustings.engine.notation import LegalMoves
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook


def taking() -> tuple[hustings.Table, int]:
    """A table of Combat at which a seat must take cards, whose texts hang on what lies there."""
    table = hustings.game("combat").start(seats=2, seed=7)
    while table.legal(seat := min(table.owes))[0].verb != "take":
        table.play(table.legal(seat)[0])
    return table, seat


def test_only_what_is_asked_for_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = taking()
    table = table.copy()
    table._legal.clear()
    written: list[int] = []
    write = Rulebook.write_move

    def writing(book: Rulebook, row: Row, action: int) -> str:
        written.append(action)
        return write(book, row, action)

    monkeypatch.setattr(Rulebook, "write_move", writing)
    legal = table.legal(seat)
    assert (len(legal), written) == (len(legal.actions), [])
    move = legal[1]
    assert (legal[1], set(written)) == (move, {legal.actions[1]})
    table.play(move)
    assert legal.actions[0] not in written


def test_it_stays_what_it_was_while_the_game_goes_on() -> None:
    table, seat = taking()
    early = [str(move) for move in table.copy().legal(seat)]
    kept, undone, chance = table.legal(seat), table.copy(), random.Random(1)
    undone._legal.clear()
    late = undone.legal(seat)
    table.play(kept[0])
    assert undone.undo() != ""
    while not table.over:
        table.play(chance.choice(table.legal(min(table.owes))))
    assert [str(move) for move in kept] == [str(move) for move in late] == early


def test_it_is_a_sequence_that_equals_a_tuple() -> None:
    table, seat = taking()
    legal = table.legal(seat)
    moves = tuple(legal)
    assert isinstance(legal, LegalMoves)
    assert legal == moves == table.copy().legal(seat)
    assert (hash(legal), repr(legal), legal[1:], legal[-1]) == (hash(moves), repr(moves), moves[1:], moves[-1])
    assert all(move in legal for move in moves)
    assert Move(seat, moves[0].action, "another text") not in legal
    assert Move(1 - seat, moves[0].action, moves[0].text) not in legal
    assert not legal.__contains__(str(moves[0]))
    assert (list(reversed(legal)), legal.index(moves[1]), legal.count(moves[1])) == ([*moves][::-1], 1, 1)
    assert pickle.loads(pickle.dumps(legal)) == moves
    assert table.legal(1 - seat) == () != legal
    with pytest.raises(IndexError):
        legal[len(legal)]


def test_a_pickled_table_goes_on() -> None:
    table, seat = taking()
    move = table.legal(seat)[0]
    other = pickle.loads(pickle.dumps(table))
    assert other.legal(seat) == table.legal(seat)
    assert other.events() == table.events()
    assert str(other.play(str(move))) == str(table.play(move))
    assert other.log == table.log
