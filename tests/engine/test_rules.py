"""Tables call the functions that a game's author wrote, once for each step, and hide none of their errors."""

from __future__ import annotations

import threading
import traceback
from typing import Any

import pytest

from hustings import Game
from hustings.engine.kernels import verbs
from hustings.engine.record import Row

NOTED = ((-1, 1, 0, 0, 0, 0, 0),)


@pytest.mark.parametrize("verb", ["legal", "act", "roll", "settle"])
def test_a_verb_that_fails_is_called_once_and_its_error_is_the_authors(
    toy: Game, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """A second call would work on a record that the first has already changed."""
    rules, row, calls = toy.book.ruling, toy.start_row(2), []

    def fails(s: Row, *rest: Any) -> int:
        s.bids[0] = 1
        calls.append(rest)
        return int([][len(calls)])

    monkeypatch.setitem(verbs.BY_ROW[type(row)], verb, fails)  # type: ignore[arg-type]
    ask: dict[str, Any] = {
        "legal": lambda: rules.legal(row, 0),
        "act": lambda: rules.act(row, 0, 1),
        "roll": lambda: rules.roll(row, 1),
        "settle": lambda: rules.settle(row, 1),
    }
    with pytest.raises(IndexError) as caught:
        ask[verb]()
    assert len(calls) == 1
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.name) == (__file__, "fails")


def test_an_error_of_a_rule_reaches_whoever_plays(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The traceback of a move ends in the line of the author's rule."""
    table = toy.start(seats=2, seed=1)

    def fails(s: Row, seat: int, action: int, note: Any) -> int:
        s.face = 1000
        return 0

    monkeypatch.setitem(verbs.BY_ROW[type(table.record())], "act", fails)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format") as caught:
        table.play(table.legal(0)[0])
    assert [each.lineno for each in traceback.extract_tb(caught.value.__traceback__) if each.name == "fails"] == [
        fails.__code__.co_firstlineno + 1
    ]


def test_numbers_and_events_outlive_the_next_call(toy: Game) -> None:
    """Answers are plain ints and tuples; none of them is a view of an array that the next call overwrites."""
    rules, row = toy.book.ruling, toy.start_row(2)
    legal = rules.legal(row, 0)
    _, notes, _ = rules.act(row, 0, legal[0])
    kept = list(notes)
    reason, none, standing = rules.act(row, 0, legal[0])
    assert (reason > 0, none, standing) == (True, [], None)
    rules.act(row, 1, legal[-1])
    assert notes == kept != []
    assert {type(number) for numbers in (legal, *notes) for number in numbers} == {int}
    assert {type(note) for note in notes} == {tuple}


def test_threads_share_no_arrays(toy: Game) -> None:
    rules, found = toy.book.ruling, []
    thread = threading.Thread(target=lambda: found.append(rules.buffers))
    thread.start()
    thread.join()
    assert found[0] is not rules.buffers
    assert rules.buffers is toy.book.scratch
