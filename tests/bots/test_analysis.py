"""The whole result of a search: from the view alone, with the level's own move, and a line that can be played."""

from __future__ import annotations

import json

import pytest

import hustings
from hustings import bots

GAMES = (("combat", 2), ("mudslinger", 3), ("politics", 4), ("president", 3))


def midgame(name: str, seats: int, moves: int = 7) -> hustings.Table:
    table = hustings.game(name).start(seats=seats, seed=3)
    for number in range(moves):
        table.play(bots.choose(table, min(table.owes), "thumb", key=number))
    return table


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_an_analysis_is_the_search_of_the_level(name: str, seats: int) -> None:
    table = midgame(name, seats)
    before, seat = table.record().tobytes(), min(table.owes)
    found = bots.analyse(table, seat, "chair", key=5)
    assert table.record().tobytes() == before
    assert sum(each.visits for each in found.moves) == found.iterations == 60
    assert sum(each.policy for each in found.moves) == pytest.approx(1)
    assert 0 <= found.value <= 1
    assert {each.move for each in found.moves} <= set(table.legal(seat))
    level_move = bots.choose(table, seat, "chair", key=5)
    assert next(each.policy for each in found.moves if each.move == level_move) > 0
    assert found.line[0] == str(found.moves[0].move)
    assert found == bots.analyse(table.imagine(seat, key=9), seat, "chair", key=5)  # nothing but the view
    assert json.loads(json.dumps(found.as_dict()))["line"] == list(found.line)


def test_the_line_can_be_played_and_grows_with_the_search() -> None:
    table = hustings.game("president").start(seats=2, seed=3)
    found = bots.analyse(table, 0, iterations=3000)
    assert len(found.line) > 3
    for move in found.line:
        table.play(move)


def test_the_last_week_is_solved_and_still_searched() -> None:
    table = hustings.game("president").start(seats=2, seed=4)
    while table.view(None)["week"] < 12:
        table.play(bots.choose(table, min(table.owes), "thumb", key=len(table.log)))
    found = bots.analyse(table, 0, iterations=50)
    assert found.solved
    assert sum(each.visits for each in found.moves) == 50
    assert all(each.value is not None for each in found.moves)


def test_a_seat_that_may_act_can_wait() -> None:
    table = midgame("mudslinger", 3)
    found = bots.analyse(table, min(table.may), "chair")
    assert [each.move for each in found.moves].count(None) == 1
    assert "" in [each["move"] for each in found.as_dict()["moves"]]


def test_time_limits_a_search() -> None:
    table = hustings.game("president").start(seats=2, seed=3)
    found = bots.analyse(table, 0, iterations=0, seconds=0.02)
    assert found.iterations > 0


def test_a_deal_is_weighed_and_not_searched() -> None:
    """The policy is the level's own answer, whichever move was visited more."""
    table = hustings.game("mudslinger").start(seats=3, seed=4)
    while not [move for move in table.legal(min(table.owes)) if move.verb == "offer"]:
        table.play(bots.choose(table, min(table.owes), "thumb", key=len(table.log)))
    table.play(next(move for move in table.legal(min(table.owes)) if move.verb == "offer"))
    table.play([move for move in table.legal(min(table.owes)) if move.verb == "for"][-1])
    partner = min(table.owes)
    for key in range(4):
        found = bots.analyse(table, partner, "alderman", key=key)
        assert found.moves[0].move == bots.choose(table, partner, "alderman", key=key)
        assert found.moves[0].policy == 1
        assert found.line[0] == str(found.moves[0].move)


def test_what_cannot_be_analysed_is_refused() -> None:
    table = hustings.game("combat").start(seats=2, seed=3)
    with pytest.raises(hustings.OptionError, match="does not search"):
        bots.analyse(table, 0, "thumb")
    with pytest.raises(hustings.OptionError, match="above 0"):
        bots.analyse(table, 0, iterations=0)
    with pytest.raises(hustings.HustingsError, match="nothing to decide"):
        bots.analyse(table, 1)
