"""Reaction windows: who is asked, how often, and that neither tells anything hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import hustings
from hustings import IllegalMove, OptionError, Table
from hustings.envs.pettingzoo import aec_env
from hustings.envs.windows import Windows, choose
from tests.envs.test_pettingzoo import WITH_MASKS, finished
from tests.games.mudslinger_hidden import redeal

SHORT = {"states": "5", "truces": "yes"}


def stepped(windows: Windows, choice: random.Random) -> Iterator[tuple[int, bool, int]]:
    """Play a random game; yield the seat asked, whether it is in a window, and its action before it is carried out."""
    while not windows.table.over:
        seat = windows.seat
        if seat is None:
            odds = windows.table.odds()
            windows.table.settle(choice.choices(list(odds), [float(odd) for odd in odds.values()])[0])
            continue
        action = choice.choice(windows.legal_actions(seat))
        yield seat, windows.reacts, action
        windows.play(action)


@pytest.mark.filterwarnings(WITH_MASKS)
@pytest.mark.parametrize("seats", [3, 5])
def test_api(seats: int) -> None:
    env = aec_env("mudslinger", seats, bargaining=True, **SHORT)
    api_test(env, num_cycles=200)  # raises for what does not hold
    assert env.action_space("player_0").n == env.unwrapped.game.facts.actions + 1


def test_seeds() -> None:
    seed_test(partial(aec_env, "mudslinger", 3, bargaining=True), num_cycles=60)  # raises where two runs differ
    _, one = finished(aec_env("mudslinger", 3, bargaining=True, **SHORT), 5)
    _, two = finished(aec_env("mudslinger", 3, bargaining=True, **SHORT), 5)
    assert one.log == two.log


def test_a_game_with_windows_ends_and_pays_the_shares() -> None:
    rewards, table = finished(aec_env("mudslinger", 3, bargaining=True, **SHORT), 8)
    assert table.over
    assert list(rewards.values()) == pytest.approx([float(share * 3 - 1) for share in table.result.shares])
    assert {entry.split()[1] for entry in table.log} >= {"trade", "give", "offer", "for", "promise"}


def test_each_other_seat_has_one_window_before_a_decision() -> None:
    """Clockwise from the seat that owes, each at most once; the partner in a deal is asked at once."""
    windows = Windows(hustings.game("mudslinger", **SHORT).start(seats=4, seed=3))
    asked: list[int] = []
    reacted = 0
    for seat, reacts, action in stepped(windows, random.Random(3)):
        table = windows.table
        assert (seat in table.owes) is not reacts
        if table.view(None)["offerer"] is not None:
            assert not reacts
            continue
        if reacts:
            assert seat in table.may
            assert seat not in asked
            asked.append(seat)
            reacted += action != windows.wait
        else:
            assert not table.may - table.owes - set(asked)
            asked = []
    assert reacted > 20


def test_windows_go_round_from_the_seat_that_owes() -> None:
    windows = Windows(hustings.game("mudslinger").start(seats=5, seed=3))
    owing, order = min(windows.table.owes), []
    while windows.reacts:
        assert windows.seat is not None
        order.append(windows.seat)
        windows.play(windows.wait)
    assert order == [(owing + step) % 5 for step in range(1, 5)]
    assert windows.seat == owing
    assert windows.action_mask(owing)[windows.wait] == 0
    assert not windows.action_mask(order[0]).any()


def test_a_refused_move_leaves_the_window_open() -> None:
    windows = Windows(hustings.game("mudslinger").start(seats=3, seed=3))
    seat, draw = windows.seat, 0
    with pytest.raises(IllegalMove):
        windows.play(draw)
    assert (windows.seat, windows.passed) == (seat, 0)


def test_without_bargaining_only_those_who_owe_are_asked() -> None:
    windows = Windows(hustings.game("mudslinger", **SHORT).start(seats=3, seed=3), bargaining=False)
    moves = [reacts for _, reacts, _ in stepped(windows, random.Random(3))]
    assert moves
    assert not any(moves)
    with pytest.raises(OptionError, match="combat has no reaction windows"):
        aec_env("combat", bargaining=True)


def followed(table: Table, log: Sequence[str]) -> tuple[Windows, list[tuple[int | None, bool]]]:
    """Replay a log through windows; return them, and who was asked at every step."""
    windows = Windows(table.game.start(seats=table.seats, chance="asked"))
    asked = []
    for entry in log:
        here = windows.table
        while windows.seat is not None and not here.forced and here.read(entry).seat != windows.seat:
            asked.append((windows.seat, windows.reacts))
            windows.play(windows.wait)
        asked.append((windows.seat, windows.reacts))
        if windows.seat is None or here.forced:
            here.enter(entry)
        else:
            windows.play(here.read(entry).action)
    return windows, asked


def test_what_a_seat_cannot_know_changes_no_window_mask_or_observation() -> None:
    """After another deal of what is hidden, the same seats were asked in the same order, and the seat sees the same."""
    choice, compared = random.Random(4), 0
    for seed in range(8):
        table = hustings.game("mudslinger", states="20").start(seats=3, seed=seed, chance="asked")
        for _ in stepped(Windows(table), choice):
            if table.length < 40 or choice.random() > 0.1:
                continue
            seat = choice.randrange(3)
            log = redeal(table, seat, choice)
            if log is None:
                continue
            one, asked = followed(table, table.log)
            two, asked_then = followed(table, log)
            assert asked == asked_then
            assert (one.seat, one.reacts) == (two.seat, two.reacts)
            assert one.action_mask(seat).tolist() == two.action_mask(seat).tolist()
            assert np.array_equal(one.table.observation(seat), two.table.observation(seat))
            compared += 1
    assert compared > 10


def test_the_baseline_bargains_from_its_view_and_a_silent_one_does_not() -> None:
    """P1 never deals, P2 and P3 do; in a world that looks the same the baseline acts the same."""
    table = hustings.game("mudslinger", truces="yes").start(seats=3, seed=2)
    windows, offered_in_windows = Windows(table), 0
    while (seat := windows.seat) is not None:
        action = choose(windows, "thumb", f"2 {table.length} {seat}", deals=seat != 0)
        assert action in windows.legal_actions(seat)
        if not table.length % 5:
            other = Windows(table.imagine(seat, key=1))
            other.passed = windows.passed
            assert choose(other, "thumb", f"2 {table.length} {seat}", deals=seat != 0) == action
        offered_in_windows += windows.reacts and action != windows.wait
        windows.play(action)
    assert table.over
    assert offered_in_windows
    assert any(entry.endswith("accept") for entry in table.log)
    deals = {entry.split()[0] for entry in table.log if entry.split()[1] in ("offer", "give", "accept")}
    assert deals == {"P2", "P3"}
