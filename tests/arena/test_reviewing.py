"""A game reviewed: what decisions lost, what was luck, and that the one is not taken for the other."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hustings
from hustings import arena, bots
from hustings.arena.reviewing import judged, runs_of
from hustings.engine.table import Table


def played(levels: tuple[str, ...], game: str = "president", seed: int = 5) -> Table:
    """A game between levels."""
    table = hustings.game(game).start(seats=len(levels), seed=seed)
    while not table.over:
        seat = min(table.owes)
        table.play(bots.choose(table, seat, levels[seat], key=f"{seed} {table.length}"))
    return table


@pytest.fixture(scope="module")
def unequal() -> tuple[dict[str, Any], arena.Review]:
    """A searching level against any legal move, and its review."""
    saved = played(("boss", "random")).save()
    return saved, arena.review(saved, 300, seconds=0.5)


def test_who_plays_at_random_loses_more_by_it(unequal: tuple[dict[str, Any], arena.Review]) -> None:
    _, found = unequal
    thinking, guessing = found.accuracy
    assert thinking is not None
    assert guessing is not None
    assert thinking > 85 > guessing + 5
    assert found.lost[0] < found.lost[1] - 0.2


def test_a_decision_says_what_was_better_and_a_slip_where_that_leads(
    unequal: tuple[dict[str, Any], arena.Review],
) -> None:
    saved, found = unequal
    assert {decision.slip for decision in found.decisions} > {""}
    for decision in found.decisions:
        assert saved["log"][decision.entry - 1] == decision.move
        assert not decision.loss or decision.best != decision.move
        least = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05, "": -1}[decision.slip]
        assert decision.loss - decision.error >= least - 1e-3
        assert not decision.slip or decision.loss - 2 * decision.error >= 0.01  # nothing that is too close to tell
        assert decision.scores is not None or not decision.leads
        assert not (decision.gain and decision.loss)
        for lead in decision.leads:
            assert 0 <= lead.played < lead.better <= 1
            assert lead.state not in decision.best.split() or lead.better < 0.9
            assert 0.15 <= lead.better - lead.played + 1e-9 < 0.9
    assert any(decision.scores for decision in found.decisions)


def test_three_decisions_of_each_seat_mattered_and_losses_go_first(
    unequal: tuple[dict[str, Any], arena.Review],
) -> None:
    _, found = unequal
    for seat, entries in enumerate(found.matters):
        told = [next(each for each in found.decisions if each.entry == entry) for entry in entries]
        assert len(told) <= 3
        assert all(each.seat == seat and (each.loss > each.error or each.gain >= 0.05) for each in told)
        assert [each.loss > 0 for each in told] == sorted((each.loss > 0 for each in told), reverse=True)
        assert all(each.runner_up not in ("", each.move) for each in told if not each.loss)
    worst = max(found.decisions, key=lambda each: each.loss - each.error)
    assert found.matters[worst.seat][0] == worst.entry


def test_a_review_of_politics_tells_how_many_states_the_better_move_opens() -> None:
    found = arena.review(played(("thumb", "random"), "politics", seed=3).save(), 300, seconds=0.1)
    compared = [each for each in found.decisions if each.effects]
    assert compared
    assert all(len(each.effects) == 2 for each in compared)
    assert any(each.scores for each in compared)
    assert any("opens" in effect for each in compared for effect in each.effects)


def test_a_review_leaves_out_moves_that_change_nothing() -> None:
    """In Politics for two the order of cards, after the party and the nominations."""
    found = arena.review(played(("thumb", "random"), "politics", seed=3).save(), 60, seconds=0.1)
    assert {each.move.split()[1] for each in found.decisions} <= {"side", "nominate"}
    assert found.decisions


def test_a_good_move_is_told_where_nobody_loses_anything() -> None:
    """In Combat good moves are close together: without slips a review still has something to tell."""
    found = arena.review(played(("thumb", "thumb"), "combat", seed=3).save(), 2000, seconds=0.1)
    told = [each for each in found.decisions if each.runner_up]
    assert told
    assert sum(map(len, found.matters)) > 0


def test_only_the_choice_of_the_bot_is_called_so() -> None:
    """Of the stakes of Combat's last hand most are too rarely tried to measure a loss; a hint puts them behind."""
    table = hustings.game("combat").start(seats=2, seed=4)
    while " add " not in str(table.legal(min(table.owes))[0]):
        seat = min(table.owes)
        table.play(bots.choose(table, seat, "thumb", key=f"4 {table.length}"))
    (seat,) = table.owes
    found = [judged(table, move, "key", 400) for move in table.legal(seat)]
    decisions = [decision for decision in found if decision]
    assert len(decisions) > 20
    same = [each for each in decisions if each.best == each.move]
    assert len(same) == 1
    assert all(each.best == same[0].move and each.loss >= 0 for each in decisions if not each.loss)
    assert sum(not each.loss for each in decisions) > 1
    assert all(not each.gain and not each.runner_up for each in decisions if each not in same)


def test_moves_that_nobody_chose_are_not_reviewed(unequal: tuple[dict[str, Any], arena.Review]) -> None:
    saved, found = unequal
    listed = {entry for seat in found.matters for entry in seat}
    again = arena.review({**saved, "automatic": sorted(listed)}, 300, seconds=0.0)
    assert listed
    assert [each.entry for each in again.decisions] == [
        each.entry for each in found.decisions if each.entry not in listed
    ]
    assert not listed & {entry for seat in again.matters for entry in seat}
    assert [run.entry for run in again.runs] == [run.entry for run in found.runs]


def test_a_move_without_a_choice_of_its_own_is_not_praised() -> None:
    saved = played(("thumb", "random", "thumb"), "mudslinger", seed=3).save()
    found = arena.review({**saved, "log": saved["log"][:60], "result": {}}, 200, seconds=0.0)
    good = {each.entry for each in found.decisions if each.gain >= 0.05}
    bare = {each.entry for each in found.decisions if each.entry in good and len(each.move.split()) == 2}
    assert bare
    assert not bare & {entry for seat in found.matters for entry in seat}


def test_answers_to_offers_are_not_judged() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=3)
    answers = {"accept", "decline"}
    while len(table.log) < 60:
        seat = min(table.owes)
        offers = [move for move in table.legal(seat) if str(move).split()[1] in {"offer", "for", "decline"}]
        fresh = len(table.log) > 30 and not {entry.split()[1] for entry in table.log if entry[0] == "P"} & answers
        table.play(offers[0] if offers and fresh else bots.choose(table, seat, "thumb", key=table.length))
    assert {entry.split()[1] for entry in table.log if entry[0] == "P"} & answers
    found = arena.review({**table.save(), "result": {}}, 200, seconds=0.0)
    assert found.decisions
    assert not {each.move.split()[1] for each in found.decisions} & answers


def test_the_same_game_has_the_same_decisions(unequal: tuple[dict[str, Any], arena.Review]) -> None:
    saved, found = unequal
    assert arena.review(saved, 300, seconds=0.1).decisions == found.decisions
    assert arena.review(saved, 300, seconds=0.1, key="other").decisions != found.decisions


def test_threads_judge_as_one_does(unequal: tuple[dict[str, Any], arena.Review]) -> None:
    """The memory of a search changes nothing in the next one, in any thread."""
    saved, _ = unequal
    alone, together = (arena.review(saved, 100, seconds=0.0, threads=number) for number in (1, 3))
    assert alone == together


@pytest.mark.parametrize(("game", "levels"), [("president", ("thumb", "random")), ("combat", ("thumb", "random"))])
def test_a_review_grows_into_the_complete_one(game: str, levels: tuple[str, ...]) -> None:
    saved, grown = played(levels, game).save(), list[arena.Review]()
    found = arena.review(saved, 100, seconds=0.0, partly=lambda so_far: grown.append(so_far()))
    first = next(each for each in grown if each.decisions)
    assert len(first.decisions) < len(found.decisions)
    assert not first.luck
    for one in grown:
        assert {each.entry for each in one.decisions} >= {entry for entries in one.matters for entry in entries}
        for decision in one.decisions:
            (same,) = (each for each in found.decisions if each.entry == decision.entry)
            assert decision == same or (decision.scores is None and decision.loss == same.loss)
    assert grown[-1].matters == found.matters
    assert grown[-1].luck == found.luck


def test_a_decision_is_judged_from_what_its_seat_knew() -> None:
    """Sealed at the same time, in the log one after the other: their order there changes nothing."""
    saved = played(("thumb", "random"), seed=9).save()
    log = list(saved["log"])
    last = max(at for at in range(1, len(log)) if log[at].startswith("P2") and log[at - 1].startswith("P1"))
    exchanged = {**saved, "log": [*log[: last - 1], log[last], log[last - 1], *log[last + 1 :]]}

    def judged(source: dict[str, Any]) -> set[tuple[str, bool]]:
        found = arena.review(source, 200, seconds=0.1)
        return {(each.move, each.loss > 0) for each in found.decisions if each.entry >= last}

    assert {move for move, _ in judged(saved)} == {move for move, _ in judged(exchanged)} == {log[last - 1], log[last]}
    assert judged(saved) == judged(exchanged)  # the last week is solved exactly: no search's chance is in it


def test_luck_adds_up_to_nothing_and_is_what_chance_did() -> None:
    steps: list[tuple[int, int]] = []
    saved = played(("thumb", "thumb"), "combat").save()
    found = arena.review(saved, 50, seconds=2, progress=lambda *step: steps.append(step))
    done = [number for number, _ in steps]
    assert done == sorted(done)
    assert sum(number > len(saved["log"]) for number in done) > 5  # so no bar stands full while luck is measured
    assert steps[-1] == (done[-1], done[-1])
    assert sum(found.luck) == pytest.approx(0, abs=1e-2)
    for run in found.runs:
        assert sum(run.shares) == pytest.approx(0, abs=1e-3)
    assert all(error < 0.2 for error in found.luck_error)


def test_only_decisions_that_lost_something_part_the_runs_of_chance() -> None:
    log = ["* A", "P1 turn 1", "* B", "* C", "P2 turn 1", "P1 turn 2", "* D", "P2 turn 2"]
    assert runs_of(log, set()) == [(0, 7)]
    assert runs_of(log, {2, 6}) == [(0, 1), (2, 4), (6, 7)]


def test_a_move_that_is_another_by_another_name_is_no_slip() -> None:
    """Face-down places are alike: which of them is taken cannot be a fault, although the search thinks of one only."""
    chosen = random.Random(3)
    table = hustings.game("combat").start(seats=2, seed=3)
    while not table.over:
        seat = min(table.owes)
        turns = [move for move in table.legal(seat) if move.verb == "turn"]
        table.play(turns[-1] if turns else chosen.choice(table.legal(seat)))
    assert not [each for each in arena.review(table.save(), 50, seconds=0.1).decisions if " turn " in each.move]
