"""The measured games are those of the environment's windows."""

from __future__ import annotations

import bargaining as bench
import numpy as np

import hustings
from hustings.bots.search.bargaining import deal_action
from hustings.bots.search.quick import quick_action, reserved_action
from hustings.engine.kernels.chance import Seeded
from hustings.envs.windows import Windows


def test_the_measured_game_has_the_windows_of_the_environment() -> None:
    """The same rule and numbers through `Windows`, of a game in which one seat is silent and one deals in its turn."""
    game, manners, key = hustings.game("mudslinger", truces="yes"), (bench.DEALS, bench.SILENT, bench.IN_TURN), 11
    buffers = game.book.buffers(note_rows=1)
    row = game.start_row(3)
    results, told = np.zeros((1, 2, 3), np.int64), np.zeros(4, np.int64)
    work = (buffers.note, buffers.weights, buffers.actions, buffers.counts)
    bench.play([row], [key], np.array([manners]), work, results, told)
    windows, turn, waited = Windows(game.start(3, draw=Seeded(key, game.book.streams))), 0, 0
    while (seat := windows.seat) is not None:
        view, manner = windows.table.view_row(seat), manners[seat]
        if windows.reacts:
            deal = deal_action(view, seat, key, turn, buffers.actions) if manner == bench.DEALS else -1
            action = windows.wait if deal < 0 else int(deal)
            waited += 1
        else:
            rule = reserved_action if manner == bench.SILENT else quick_action
            action = int(rule(view, seat, 0.0, key, turn, buffers.actions))
        windows.play(action)
        turn += 1
    assert windows.table.record().tobytes() == row.tobytes()
    assert told[bench.WINDOWS] == waited
    assert told[bench.OFFERS] > 0
