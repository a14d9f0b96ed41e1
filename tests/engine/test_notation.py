"""Notation: what reads as a move or an outcome, what does not and why, and free texts that ride along."""

from __future__ import annotations

import pytest

from hustings import Game, Move, NotationError
from hustings.engine.moves import LONGEST, LONGEST_REMARK, seat_label
from hustings.engine.notation import outcome_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"'' is no move: it must begin with a seat, P1 to P2"),
        ("bid 1", r"it must begin with a seat, P1 to P2"),
        ("P0 bid 1", r"it must begin with a seat, P1 to P2"),
        ("P3 bid 1", r"it must begin with a seat, P1 to P2"),
        ("P01 bid 1", r"it must begin with a seat, P1 to P2"),
        ("P999 bid 1", r"it must begin with a seat, P1 to P2"),
        ("p1 bid 1", r"it must begin with a seat, P1 to P2"),
        ("P1", r"'P1' is no move: nothing follows the seat"),
        ("P1 ", r"nothing follows the seat"),
        ("P1 bid '1", r"its quotation marks do not close"),
        ("P1 bid 1\\", r"its quotation marks do not close"),
        ("P1 bid 4", r"'4' is no bid; there are 0 to 2"),
        ("P1 fold", r"'fold' is no move of this game"),
        ("P1 bid 1 two words", r"'bid 1 two words' is no move of this game"),
        ("P1 " + "x" * LONGEST, rf"a move of {LONGEST + 3} characters was given; at most {LONGEST} are allowed"),
    ],
)
def test_what_is_no_move_says_why(toy: Game, text: str, said: str) -> None:
    table = toy.start(seats=2, seed=1)
    for ask in (table.read, table.play, table.why_not):
        with pytest.raises(NotationError, match=said):
            ask(text)
    assert table.log == ()


def test_a_move_reads_with_any_blanks_and_prints_in_one_form(toy: Game) -> None:
    table = toy.start(seats=3, seed=1)
    move = table.read("  P3   bid\t2 ")
    assert (str(move), move.seat, move.action, move.verb, move.args) == ("P3 bid 2", 2, 2, "bid", ("2",))
    assert move.as_dict() == {"text": "P3 bid 2", "seat": 2, "verb": "bid", "args": ["2"], "action": 2}
    assert move in table.legal(2)
    assert table.read(move) is move
    assert seat_label(move.seat) == "P3"


@pytest.mark.parametrize(
    ("typed", "remark"),
    [
        ('P1 bid 1 "for the people"', "for the people"),
        ("P1 bid 1 'one  more'", "one more"),
        ("P1 bid 1 yes", "yes"),
        ('P1 bid 1 "Zoë & <b>"', "Zoë & <b>"),
        ("P1 bid 1 " + "y" * LONGEST_REMARK, "y" * LONGEST_REMARK),
    ],
)
def test_a_free_text_rides_along_without_effect(toy: Game, typed: str, remark: str) -> None:
    told, plain = toy.start(seats=2, seed=1), toy.start(seats=2, seed=1)
    move = told.play(typed)
    plain.play("P1 bid 1")
    assert move.remark == remark
    assert move.action == 1
    assert told.log == (f'P1 bid 1 "{remark}"',)
    assert told.view_row(0).tobytes() == plain.view_row(0).tobytes()
    assert told.events()[0].args == {"text": remark}
    assert plain.events()[0].args == {"text": ""}
    again = told.read(told.log[0])
    assert (again.remark, again.text) == (remark, told.log[0])


@pytest.mark.parametrize("remark", ["y" * (LONGEST_REMARK + 1), 'say \\"no\\"', "\x1b[2J", "back\\\\slash", "two\x00"])
def test_a_free_text_too_long_or_odd_is_refused(toy: Game, remark: str) -> None:
    table = toy.start(seats=2, seed=1)
    with pytest.raises(NotationError, match=f"at most {LONGEST_REMARK} are allowed, without quotation marks"):
        table.play(f'P1 bid 1 "{remark}"')
    assert table.log == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"'' is no chance outcome of this game"),
        ("* ", r"'\* ' is no chance outcome of this game"),
        ("* edge", r"'edge' is no side of a coin"),
        ("z" * 500, rf"an outcome of 500 characters was given; at most {LONGEST} are allowed"),
    ],
)
def test_what_is_no_outcome_says_why(toy: Game, text: str, said: str) -> None:
    table = toy.start(seats=2, chance="asked")
    for move in ("P1 bid 1", "P2 bid 0"):
        table.play(move)
    with pytest.raises(NotationError, match=said):
        table.settle(text)
    assert table.odds().keys() == {"heads", "tails"}


def test_an_outcome_reads_with_and_without_its_mark() -> None:
    assert outcome_text("* P1  NY") == outcome_text(" P1 NY") == "P1 NY"


@pytest.mark.parametrize("seat", [-1, 2, 99, 1 << 80])
def test_a_move_of_a_seat_that_is_not_here_is_refused(toy: Game, seat: int) -> None:
    table = toy.start(seats=2, seed=1)
    before = table.view_row(None).tobytes()
    for ask in (table.play, table.why_not):
        with pytest.raises(NotationError, match=f"seat {seat} was asked for; this table has seats 0 to 1"):
            ask(Move(seat, 1, "P9 bid 1"))
    assert table.view_row(None).tobytes() == before
