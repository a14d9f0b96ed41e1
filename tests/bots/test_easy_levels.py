"""The levels below the rule of thumb: plausible slips, and no deal that a person would shake their head at."""

from __future__ import annotations

import pytest

from hustings import game
from hustings.bots import choose, level, levels
from hustings.bots.search.quick import misjudged, slip_action
from hustings.engine.kernels import verbs
from hustings.games.mudslinger.heuristic import NEVER
from hustings.web.protocol.games import level_list
from tests.games import NAMES

DECISIONS = 1200  # of a game of four, about half of it


@pytest.mark.parametrize("name", ["random", "canvasser", "thumb"])
@pytest.mark.parametrize("truces", ["no", "yes"])
def test_bots_make_no_gifts_no_promises_and_no_offers_that_cannot_be_accepted(name: str, truces: str) -> None:
    table = game("mudslinger", truces=truces).start(seats=4, seed="bargains 2")
    offers = 0
    for number in range(DECISIONS):
        if table.over:
            break
        seat = min(table.owes)
        move = table.play(choose(table, seat, name, key=number))
        assert move.verb not in {"give", "promise"}
        if move.verb == "for":
            offers += 1
            assert [one for one in table.legal(min(table.owes)) if one.verb == "accept"]
    assert offers == 0 if name == "random" else offers > 0 or truces == "no"


def test_a_slip_misses_or_overrates_a_gain_and_takes_no_loss_for_one() -> None:
    numbers = [number * 0x9E3779B97F4A7C15 % 2**43 for number in range(4000)]
    gains, losses = [misjudged(100, number) for number in numbers], [misjudged(-100, number) for number in numbers]
    assert 0 == min(gains) < 100 < max(gains) <= 200
    assert 0 < sum(gain > 0 for gain in gains) < len(gains) / 4
    assert -150 <= min(losses) < -100 < max(losses) <= -50


def test_a_slip_never_makes_a_move_that_the_rule_of_thumb_would_not_hear_of() -> None:
    table = game("mudslinger").start(seats=4, seed="slips")
    actions = table.game.book.buffers(note_rows=1).actions
    for number in range(DECISIONS // 2):
        seat = min(table.owes)
        view = table.view_row(seat)
        slip = int(slip_action(view, seat, number, 0, actions))
        assert verbs.heuristic(view, seat, slip) > NEVER // 2
        table.play(choose(table, seat, "canvasser", key=number))


@pytest.mark.parametrize("name", NAMES)
def test_the_easiest_level_people_are_offered_plays_by_the_rule_of_thumb(name: str) -> None:
    offered = [one.name for one in level_list(name)]
    assert offered == [one.name for one in levels(name) if one.name != "random"]
    assert 0.0 < float(level(offered[0]).play) < 1.0  # type: ignore[arg-type]  # it does not search
