"""The rule of thumb: it takes what it can win, holds what it has, breaks majorities, and beats chance."""

from __future__ import annotations

import numpy as np
import pytest

import hustings
from hustings.bots import choose
from hustings.engine.kernels import compiled, playout, verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.table import Table
from hustings.games.president.heuristic import reach
from hustings.games.president.record import CODES, FLORIDA_MARGIN
from hustings.games.president.rules import best_of_others, florida_counts
from tests.rules.president.tables import dealt, place, small

GAMES = 400
FAR_ABOVE = 1.8  # times a fair share


def heuristic(table: Table, move: str) -> int:
    """How good a move looks to the player who makes it."""
    read = table.read(move)
    return int(verbs.heuristic(table._row, read.seat, read.action))


def thumb(table: Table, seat: int) -> str:
    """What the rule of thumb plays, without the seat."""
    return str(choose(table, seat, "thumb")).split(" ", 1)[1]


def test_a_richer_state_looks_better() -> None:
    """Where nobody is, in the order of the electors; Florida for two points only (UP-8)."""
    table = small(2, "MT NV CO WI VA NC MI OH PA FL")
    looks = [
        heuristic(table, f"P1 place small {code}") for code in ("MT", "NV", "CO", "WI", "VA", "NC", "MI", "OH", "PA")
    ]
    assert looks == sorted(looks)
    assert len(set(looks)) == len(looks)
    assert (
        heuristic(table, "P1 place medium FL")
        > heuristic(table, "P1 place medium PA")
        > heuristic(table, "P1 place small FL")
    )


def test_many_players_do_not_all_go_to_one_place() -> None:
    """Six who think alike have tastes of their own, which never outweigh a majority; two have none."""
    table = small(6, "NC MI OH PA VA WI")
    assert len({thumb(table, seat).split()[2] for seat in range(6)}) > 2
    pair = small(2, "NC MI OH PA VA WI")
    assert len({thumb(pair, seat).split()[2] for seat in range(2)}) == 1
    danger = small(6, "NC MI OH PA VA WI MT", 12, "P1 PA, P1 OH, P1 MI")
    assert all(thumb(danger, seat).split()[2] in ("PA", "OH", "MI") for seat in range(1, 6))


def test_a_pyramid_that_decides_nothing_strengthens_a_lead() -> None:
    """P1's Ohio is safe and P2's Montana is lost to P1: neither choice changes anything, and Ohio looks better."""
    table = place(small(2, "OH MT NV", 4, "P1 OH, P2 MT, P2 NV"), "3 OH, 3 MT; 3 OH, 3 MT; 3 NV, 3 NV")
    assert heuristic(table, "P1 place small MT") < heuristic(table, "P1 place small OH") < 0


def is_lost(table: Table, seat: int, code: str) -> bool:
    """Return True if a player can neither reach a rival's state nor, in Florida, make the rival's lead too small."""
    row, state = table._row, CODES.index(code)
    needed = best_of_others(row, seat, state) + 1 - (FLORIDA_MARGIN if code == "FL" and florida_counts(row) else 0)
    return row.holder[state] != seat and reach(row, seat, state) < needed


def test_a_bots_last_pyramids_go_where_they_take_hold_or_threaten_a_state() -> None:
    """In ten games by fixed deals, no pyramid of the last three weeks goes to a state that is lost to its bot."""
    for seed in range(10):
        table = hustings.game("president").start(seats=2, seed=f"last pyramids {seed}")
        while not table.over:
            for seat in sorted(table.owes):
                move = choose(table, seat, "thumb", key=seed)
                code = str(move).split()[3]
                assert table.view(None)["week"] < 10 or not is_lost(table, seat, code), (seed, str(move))
                table.play(move)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_size_of_a_pyramid_is_no_habit(seats: int) -> None:
    """In each of the first eight weeks of twenty games by fixed deals, bots place each of the three sizes."""
    placed: dict[int, set[str]] = {week: set() for week in range(1, 9)}
    for seed in range(20):
        table = hustings.game("president").start(seats=seats, seed=f"sizes {seed}")
        while (week := table.view(None)["week"]) in placed:
            for seat in sorted(table.owes):
                move = choose(table, seat, "thumb", key=seed)
                placed[week].add(str(move).split()[2])
                table.play(move)
    assert set(map(len, placed.values())) == {3}, placed


def test_a_fourth_pyramid_looks_worst_and_the_smallest_of_them_best() -> None:
    """A removed pyramid brings nothing; if one must go, then a small one."""
    table = place(small(2, "OH MT NV"), "1 OH, 1 MT; 1 OH, 1 MT; 1 OH, 1 MT")
    wasted = [heuristic(table, f"P1 place {size} OH") for size in ("small", "medium", "large")]
    assert wasted == sorted(wasted, reverse=True)
    assert max(wasted) < min(heuristic(table, f"P1 place {size} NV") for size in ("small", "medium", "large"))


@pytest.mark.parametrize("seat", [0, 2])
def test_it_breaks_a_majority(seat: int) -> None:
    """P2 holds 12 of the 11 he needs; everybody else takes one of his states from him rather than a richer free one."""
    table = small(3, "MT NV IA CO", 12, "P2 NV, P2 IA, P2 MT")
    assert thumb(table, seat).split()[2] in ("NV", "IA", "MT")
    free = small(3, "MT NV IA CO", 12, "P2 MT")
    assert thumb(free, seat).split()[2] in ("CO", "NV", "IA")


def test_it_takes_the_state_whose_loss_breaks_the_majority() -> None:
    """P2 has 37 of 68 and needs 35: Montana's three break that, and nine in Colorado, which is nobody's, do not."""
    table = small(2, "MT NV IA CO WI OH MI", 12, "P2 MT, P2 OH, P2 MI")
    blocked = heuristic(table, "P1 place small MT")
    assert blocked > 10 * heuristic(table, "P1 place small CO")
    assert thumb(table, 0).split()[2] in ("MT", "OH", "MI")


def test_it_voids_florida_where_it_cannot_take_it() -> None:
    """The last week: P1 cannot overtake, but with one point less of a lead P2's 29 electors are void (UP-8)."""
    table = place(small(2, "FL MT NV", 3), "1 MT, 3 FL; 1 NV, 1 MT")
    assert heuristic(table, "P1 place medium FL") > 100 * heuristic(table, "P1 place medium MT")
    assert heuristic(table, "P1 place small FL") < heuristic(table, "P1 place medium FL") // 100
    assert thumb(table, 0) in ("place medium FL", "place large FL")


def test_it_secures_florida_before_its_own_electors_are_void() -> None:
    """A lead of one brings nothing: the second point there is worth the whole state."""
    table = place(small(2, "FL MT NV"), "1 FL, 1 MT")
    assert heuristic(table, "P1 place small FL") > heuristic(table, "P1 place small NV")


def test_it_does_not_add_to_what_nobody_can_take() -> None:
    """One week is left, and six points in Ohio are more than a single pyramid can bring."""
    table = place(small(2, "OH MT NV", 3), "3 OH, 3 MT; 3 OH, 3 MT")
    assert heuristic(table, "P1 place large OH") < 0 < heuristic(table, "P1 place large NV")


def test_it_is_not_told_what_the_others_have_sealed() -> None:
    """The same choice, whatever P1 has sealed."""
    plays = set()
    for sealed in ("large FL", "small MT", "large PA"):
        table = dealt(2, "FL MT PA OH NV IA CO WI VA NC")
        table.play(f"P1 place {sealed}")
        plays.add(thumb(table, 1))
    assert len(plays) == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_it_clearly_beats_chance(seats: int) -> None:
    """One by the rule of thumb among newcomers, in every seat: far more than a fair share of the games."""
    game = hustings.game("president")
    options = game.start_options(seats)
    won = 0.0
    for seat in range(seats):
        levels = np.zeros(seats, np.int64)
        levels[seat] = playout.THUMB
        keys = np.array([key_of(f"thumb {seat} {number}") for number in range(GAMES // seats)], np.uint64)
        weights = compiled.random_games(game.book, options, keys, levels)[0][:, 0, :]
        won += float((weights[:, seat] / weights.sum(axis=1)).mean()) / seats
    assert won > FAR_ABOVE / seats
