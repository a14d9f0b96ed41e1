"""The table's own manners, on a game small enough to know every answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from hustings import Game, HustingsError, IllegalMove, NotationError, Result, Table
from hustings.engine.declared import EventTable
from hustings.engine.html import LAST_ENTRIES
from hustings.engine.record import Row
from hustings.engine.telling import Telling
from tests.engine import toy as toy_game


def waiting(game: Game) -> Table:
    """A table where both have bid and the coin is in the air."""
    table = game.start(seats=2, chance="asked")
    table.play("P2 bid 2")
    table.play('P1 bid 1 "<script>alert(1)</script>"')
    return table


def test_a_refusal_changes_nothing_and_names_the_clause(toy: Game) -> None:
    table = toy.start(seats=2, seed=1)
    table.play("P1 bid 1")
    before = (table.view_row(0).tobytes(), table.log, table.events(0, 0))
    with pytest.raises(IllegalMove) as refused:
        table.play("P1 bid 2")
    assert refused.value.reason.clause == "PA-1"
    assert str(refused.value) == "P1 has bid already. (PA-1)"
    assert table.why_not("P1 bid 2") == refused.value.reason
    assert table.why_not("P2 bid 2") is None
    assert (table.view_row(0).tobytes(), table.log, table.events(0, 0)) == before


def test_chance_asked_waits_and_takes_only_what_can_come(toy: Game) -> None:
    table = toy.start(seats=2, chance="asked")
    assert table.odds() == {}
    with pytest.raises(IllegalMove, match=r"'heads' was to be settled, but no chance step waits \(chance\)"):
        table.settle("heads")
    table = waiting(toy)
    assert table.owes == frozenset()
    assert table.odds() == {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    table.settle("* tails")
    assert (table.over, table.odds(), table.log[-1]) == (True, {}, "* tails")


def test_chance_drawn_settles_itself(toy: Game) -> None:
    table = toy.start(seats=2, draw=lambda stream, count: 1)
    table.play("P1 bid 0")
    table.play("P2 bid 2")
    assert table.log == ("P1 bid 0", "P2 bid 2", "* tails")


def test_results_are_shares_of_one(toy: Game) -> None:
    table = waiting(toy)
    assert table.result is None
    table.settle("heads")
    assert table.result == Result((1,), (Fraction(0), Fraction(1)), (1, 2), "P2 wins.")
    assert table.result.as_dict() == {"winners": ["P2"], "shares": [0.0, 1.0], "scores": [1, 2], "text": "P2 wins."}


def test_a_draw_has_no_winners_and_a_shared_win_has_several(toy: Game) -> None:
    nobody, two = waiting(toy), toy.start(seats=3, chance="asked")
    nobody.settle("tails")
    assert nobody.result is not None
    assert (nobody.result.winners, nobody.result.shares) == ((), (Fraction(1, 2), Fraction(1, 2)))
    for move in ("P1 bid 2", "P2 bid 0", "P3 bid 2"):
        two.play(move)
    two.settle("heads")
    assert two.result is not None
    assert (two.result.winners, sum(two.result.shares)) == ((0, 2), 1)


def test_each_seat_is_told_its_own_secrets(toy: Game) -> None:
    table = waiting(toy)
    assert [event.event for event in table.events(0, 0)] == ["bid", "bid", "secret"]
    assert [event.event for event in table.events(0, None)] == ["bid", "bid"]
    assert [(event.seat, event.args) for event in table.events(0, 1) if event.event == "secret"] == [(1, {"pence": 2})]
    assert table.events(since=1, seat=1)[0].entry == 2
    assert table.view(0)["pence"] == [1, 0]
    assert table.view(None)["pence"] == [0, 0]


@pytest.mark.parametrize(
    "ask",
    [
        lambda table, seat: table.legal(seat),
        lambda table, seat: table.view(seat),
        lambda table, seat: table.view_row(seat),
        lambda table, seat: table.events(0, seat),
        lambda table, seat: table.imagine(seat),
        lambda table, seat: table.odds_after("P1 bid 1", seat),
    ],
    ids=["legal", "view", "view_row", "events", "imagine", "odds_after"],
)
@pytest.mark.parametrize("seat", [-1, 2, 64])
def test_a_seat_that_is_not_here_is_refused(toy: Game, ask: Callable[[Table, int], object], seat: int) -> None:
    with pytest.raises(NotationError, match=f"seat {seat} was asked for; this table has seats 0 to 1"):
        ask(toy.start(seats=2, seed=1), seat)


COUNTED = (2, 4)  # sizes of the memory: the first is too small


def test_a_games_own_count_of_what_comes_stands_before_what_worlds_agree_on(toy: Game) -> None:
    """Asked with the view of the seat whose move it is, and of nobody else's; 0: it says nothing of this move."""
    asked = []

    def count(view: Row, seat: int, action: int, memory: list[int]) -> int:
        asked.append(view.tobytes())
        if len(memory) < COUNTED[-1]:
            return -1
        memory[0], memory[2] = 3, action
        return int(action > 0)

    table = toy.start(seats=2, chance="asked")
    table.play("P1 bid 1")
    evens = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    assert table.move_odds("P2 bid 2", seat=1) == (evens, {})
    kinds = ("up", "down")
    declared = toy_game.rulebook(toy_game)
    telling = Telling(
        lambda row, note: None,
        EventTable(),
        odds=count,
        odds_memory=COUNTED,
        kind=lambda view, seat, outcome: outcome,
        kinds=kinds,
    )
    table.book = replace(declared, telling=telling)
    told = (Fraction(3, 5), Fraction(2, 5))
    odds, added = table.move_odds("P2 bid 2", seat=1)
    assert odds == dict(zip(("heads", "tails"), told, strict=True)) == table.odds_after("P2 bid 2", seat=1)
    assert added == dict(zip(kinds, told, strict=True)) == table.odds_by_kind("P2 bid 2", seat=1)
    assert set(asked) == {table.view_row(1).tobytes()}
    assert table.move_odds("P2 bid 0", seat=1) == (evens, dict(zip(kinds, evens.values(), strict=True)))
    assert table.odds_after("P2 bid 2", seat=0) == evens
    assert table.move_odds("P1 bid 2", seat=0) == ({}, {}), "P1 has bid"


def test_an_imagined_table_cannot_be_saved_and_names_must_fit(toy: Game) -> None:
    table = waiting(toy)
    with pytest.raises(HustingsError, match="an imagined table was to be saved"):
        table.imagine(0).save()
    with pytest.raises(HustingsError, match="3 names were given for a table of 2 seats"):
        table.save(["A", "B", "C"])
    assert table.save()["seats"] == ["P1", "P2"]


def test_a_table_says_what_it_is(toy: Game) -> None:
    table = toy.start(seats=2, chance="asked")
    assert repr(table) == "<Table of Penny <Auction>: 0 entries, owes [0, 1]>"
    table = waiting(toy)
    table.settle("heads")
    assert repr(table) == "<Table of Penny <Auction>: 3 entries, over>"


# --- notebooks


def test_a_notebook_shows_what_everybody_may_know_and_escapes_it(toy: Game) -> None:
    table = waiting(toy)
    page = table._repr_html_()
    assert page.startswith("<div style='max-width:640px'><svg ")
    assert "<title>Penny &lt;Auction&gt;</title>" in page
    assert "<summary>Penny &lt;Auction&gt;: what everybody sees</summary>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script" not in page
    assert "waiting for chance" in page
    assert "secret" not in page
    assert "<th style='text-align:left'>bids</th>" in page
    assert "pence" not in page  # which nobody but the bidder may know
    table.settle("heads")
    assert "<b>P2 wins.</b>" in table._repr_html_()


def test_a_notebook_waits_for_those_who_owe_and_shows_the_last_entries_only(toy: Game) -> None:
    table = toy.start(seats=3, chance="asked")
    table.play("P2 bid 1")
    assert "waiting for P1, P3" in table._repr_html_()
    assert table._repr_html_().count("<li>") == 1 <= LAST_ENTRIES
