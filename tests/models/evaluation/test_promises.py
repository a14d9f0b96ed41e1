"""Bargaining in an evaluation, and the report on promises."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hustings
from hustings import arena, bots
from hustings.arena.matches.plan import Block, Plan, shares_by_deal
from hustings.engine.table import Table
from hustings.models.evaluation import Evaluation, Question, Scripted, report
from hustings.models.evaluation.chair import Chair
from hustings.models.evaluation.games import no_bot
from hustings.models.evaluation.promises import BROKEN, KEPT, OPEN, WORDS, Promise, promises

ENTRIES = 900
NAMES = ["talker", "talker", "thumb"]


def talks(question: Question) -> str:
    """Sell a truce if possible, break every other one; promise in words; else make a plain move."""
    legal = question.look.legal
    wanted = [move for move in legal if move.startswith("offer") and move.endswith("TRUCE")]
    wanted += [move for move in legal if move in ("for $1", "accept", "draw")]
    wanted += [move for move in legal if move.startswith("campaign")]
    wanted += [move for move in legal if move.startswith("sling") and question.number % 3]
    wanted += [move for move in legal if move == "spend 2"]
    if question.number % 9 == 0:
        wanted[:0] = [f'{move} "no <b>mud</b> | from me"' for move in legal if move.startswith("promise")]
    return (wanted + [move for move in legal if move == "pass"] + legal)[0]


@pytest.fixture(scope="module")
def table() -> Table:
    """A part of a game in which P3 plays by the rule of thumb, and the others are models."""
    table = hustings.game("mudslinger", truces="yes").start(seats=3, seed=6)
    talker, thumb = arena.Entrant("talker", no_bot), arena.Entrant.read("thumb")
    chairs = [Chair(table, seat, talker, Scripted("talker", talks), 1) for seat in (0, 1)]
    chairs.append(Chair(table, 2, thumb, None, 1))
    while not table.over and table.length < ENTRIES:
        line = chairs[min(table.owes)].decide(table.length, must=True, known=None)
        assert not line.get("fallback"), line
        table.play(line["move"])
    return table


@pytest.fixture(scope="module")
def made(table: Table) -> list[Promise]:
    return promises(1, table.save(NAMES))


def test_promises_are_those_of_the_record(table: Table, made: list[Promise]) -> None:
    """The game itself counts who kept and broke how many truces."""
    view = table.view(None)
    for name, seats in (("talker", [0, 1]), ("thumb", [2])):
        mine = [one for one in made if one.by == name]
        assert sum(one.outcome == KEPT for one in mine) == sum(view["kept"][seat] for seat in seats)
        assert sum(one.outcome == BROKEN for one in mine) == sum(view["broken"][seat] for seat in seats)
    assert {one.outcome for one in made if one.by == "talker"} - {OPEN} == {KEPT, BROKEN, WORDS}
    words = [event for event in table.events() if event.event == "promised"]
    assert [one.text for one in made if one.outcome == WORDS] == [event.args["text"] for event in words]
    assert [one.entry for one in made] == sorted(one.entry for one in made)


def test_a_truce_has_its_price_and_its_worth(table: Table, made: list[Promise]) -> None:
    for one in made:
        if one.outcome == WORDS:
            continue
        accepted = next(event for event in table.events() if event.entry == one.entry and event.event == "accepted")
        assert "TRUCE" in (accepted.args["gives"], accepted.args["wants"])
        assert one.price in (accepted.args["gives"], accepted.args["wants"])
        assert one.gain >= 0
    assert any(one.gain > 0 for one in made)


def test_games_without_promises_have_none() -> None:
    table = hustings.game("combat").start(seed=1)
    while not table.over:
        table.play(bots.choose(table, min(table.owes), "random", key=table.length))
    assert promises(1, table.save()) == []


def test_the_report_shows_promises(table: Table, tmp_path: Path) -> None:
    entrants = (arena.Entrant("talker", no_bot), arena.Entrant.read("thumb"))
    plan = Plan(table.game, 3, entrants)
    ones = np.ones((1, 3, 3), np.int64)
    block = Block(0, ones, ones, ones[0])
    pairing = arena.Pairing(plan, block, shares_by_deal(plan, block))
    lines = ({"seats": NAMES}, {"saved": table.save(NAMES)})
    found = Evaluation(table.game, arena.Match(entrants, (pairing,), 1 / 3), ("talker",), (lines,))
    sections = {section.name: section for section in report.sections(found)}
    talker, thumb = sections["promises"].rows
    assert talker[:1] + thumb[:1] == ("talker", "thumb")
    assert int(talker[1]) >= int(talker[2]) + int(talker[3])
    assert int(talker[3]) == len(sections["broken"].rows)
    assert int(talker[7]) + int(thumb[7]) == len(sections["words"].rows)
    report.write(found, tmp_path / "page.html")
    report.write(found, tmp_path / "page.md")
    page, markdown = ((tmp_path / name).read_text() for name in ("page.html", "page.md"))
    assert "no &lt;b&gt;mud&lt;/b&gt; | from me" in page
    assert "<b>" not in page
    assert r"no &lt;b&gt;mud&lt;/b&gt; \| from me" in markdown
    assert "http" not in page


def test_a_seat_may_act_unasked() -> None:
    """With windows for it, a model acts while another seat is asked, or waits."""
    table = hustings.game("mudslinger").start(seats=3, seed=1)
    while not table.may:
        table.play(table.legal(min(table.owes))[0])
    seat = min(table.may - table.owes)
    replies = iter(["wait", "nonsense", "draw", f'promise P{min(table.owes) + 1} "peace"'])
    chair = Chair(table, seat, arena.Entrant("one", no_bot), Scripted("one", lambda question: next(replies)), 2)
    waited, failed = (chair.decide(1, must=False, known=None) for _ in range(2))
    assert (waited["move"], waited["unasked"], waited.get("fallback")) == (None, True, None)
    assert (failed["move"], failed["fallback"]) == (None, True)
    assert failed["attempts"][1]["refused"]["clause"].startswith("MS-")
    assert chair.decide(1, must=False, known=None)["move"].endswith('"peace"')
