"""The list of legal moves: rows of declared moves, narrowed by task and candidates, then tested by `refusal`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hustings import Game
from hustings.engine.declared import MoveTable, Number
from hustings.engine.kernels import KERNELS, verbs
from hustings.engine.kernels.listing import lister
from hustings.engine.parts import OneOrTwo
from tests.engine import toy as rules

CHOOSE, GIVE = 1, 2
WORDS = ("a", "b", "c")


@pytest.fixture(name="moves")
def declared(monkeypatch: pytest.MonkeyPatch) -> MoveTable:
    """Two words for any task, three sizes to choose, two seats to give one of four items, pairs for both tasks."""
    monkeypatch.setattr("hustings.engine.kernels.KERNELS", list(KERNELS))
    moves = MoveTable("wait")
    moves.add("wait")
    moves.add("choose", Number("size", 1, 3), when=CHOOSE)
    moves.add("give", Number("seat", 1, 2), Number("item", 1, 4), when=GIVE, exact=True)
    moves.add("add", OneOrTwo("card", WORDS), when=(CHOOSE, GIVE))
    return moves


class Toy:
    """The verbs of a game with the moves above, and the questions that the list asks them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, toy: Game, task: int) -> None:
        self.row = toy.start_row(2)
        self.tested: list[int] = []
        self.refused: frozenset[int] = frozenset()
        self.rows, self.candidates = -1, -1
        answers: dict[str, Any] = {
            "task": lambda s: task,
            "shared": lambda s, seat: 7,
            "rows": lambda s, seat, first, shared: self.rows if shared == 7 else 0,
            "candidates": lambda s, seat, first, shared: self.candidates if shared == 7 else 0,
            "refusal": self._refusal,
        }
        for name, answer in answers.items():
            monkeypatch.setitem(verbs.BY_ROW[type(self.row)], name, answer)  # type: ignore[arg-type]

    def _refusal(self, s: Any, seat: int, action: int) -> int:
        self.tested.append(action)
        return int(action in self.refused)

    def listed(self, legal: Any) -> list[int]:
        self.tested.clear()
        out = np.zeros(99, np.int64)
        found: list[int] = out[: legal(self.row, 0, out)].tolist()
        return found


def test_moves_that_do_not_answer_the_task_are_not_tested(
    monkeypatch: pytest.MonkeyPatch, toy: Game, moves: MoveTable
) -> None:
    game = Toy(monkeypatch, toy, CHOOSE)
    pairs = list(range(12, 24))
    assert game.listed(lister(moves)) == game.tested == [0, 1, 2, 3, *pairs]
    game.refused = frozenset({0, 2, 13})
    assert game.listed(lister(moves)) == [1, 3, 12, *pairs[2:]]
    assert game.listed(lister(moves, without=(1, 12))) == []
    assert Toy(monkeypatch, toy, 0).listed(lister(moves)) == []


def test_rows_and_candidates_leave_moves_out_and_exact_ones_are_not_tested(
    monkeypatch: pytest.MonkeyPatch, toy: Game, moves: MoveTable
) -> None:
    """A row is the moves that differ in their last part; `rows` is asked for kinds with several of them."""
    game = Toy(monkeypatch, toy, GIVE)
    assert game.listed(lister(moves)) == [0, *range(4, 24)]
    assert game.tested == [0, *range(12, 24)]
    game.rows, game.candidates = 0b10, 0b0101
    assert game.listed(lister(moves)) == [0, 8, 10, 16, 18]
    assert game.tested == [0, 16, 18]


def test_a_move_tells_the_tasks_that_it_answers(moves: MoveTable) -> None:
    assert moves.when.tolist() == [0b110] + [0b010] * 3 + [0b100] * 8 + [0b110] * 12
    assert moves.when.dtype == np.int8
    single = MoveTable("wait")
    single.add("wait")
    assert single.when.tolist() == [0b10]


@pytest.mark.parametrize(
    ("parts", "when", "said"),
    [
        ((Number("n", 0, 62),), (), "the moves 'do' have 1 rows of 63; at most 62 rows of 62 fit"),
        ((Number("n", 0, 62), Number("m", 0, 1)), (), "the moves 'do' have 63 rows of 2; at most 62 rows of 62 fit"),
        ((), 0, r"the moves 'do' answer tasks \(0,\); tasks are numbered from 1 to 61"),
        ((), (1, 62), r"the moves 'do' answer tasks \(1, 62\); tasks are numbered from 1 to 61"),
    ],
)
def test_moves_that_no_mask_holds_are_refused(parts: tuple[Number, ...], when: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        MoveTable("do").add("do", *parts, when=when)
    MoveTable("do").add("do", Number("n", 1, 62), Number("m", 1, 62), when=61)


@pytest.mark.parametrize("name", ["legal", "any_legal", "random_round", "draw_chance"])
def test_a_game_that_lists_its_own_moves_is_told_what_to_change(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A game of an older `new-game` has a `legal` of its own, and perhaps a fast.py."""

    def old(s: Any, seat: int, out: Any) -> int:
        return 0

    old.__name__, old.__module__ = name, rules.__name__
    monkeypatch.setattr(rules, name, old, raising=False)
    with pytest.raises(ValueError, match=rf"it defines {name}: delete .* \(and fast.py\).* `refusal`; see `when`"):
        rules.rulebook(rules).register()
