"""The compiled search: what Python calls. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from hustings.bots.search import iteration, nodes
from hustings.bots.search.quick import quick_action
from hustings.engine.kernels import Numbers, compiled
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, payoff
from hustings.engine.rulebook import game_names

ASKED = -1.0  # instead of a lapse: the seat's player is asked


@overload(nodes.fold, jit_options=compiled.INNER)
def _fold(total: Any, word: Any) -> Any:
    def wrapping(total: Any, word: Any) -> Any:
        mixed = (np.uint64(total) ^ np.uint64(word)) * np.uint64(nodes.FACTOR)
        return np.int64(mixed ^ (mixed >> np.uint64(32)))

    return wrapping


game_names()  # loads all of them: whichever a process plays, it looks for compiled code in the same folder
compiled.activate()


think = compiled.entry(iteration.think)


@compiled.entry
def play_on(
    records: Numbers,
    row: int,
    key: int,
    lapses: Numbers,
    counts: Numbers,
    turn: Numbers,
    work: Numbers,
    shares: Numbers,
) -> int:
    """Play a game on until a seat must be asked, and return 1 + that seat; 0 at its end, the payoffs written.

    lapses  per seat how often a quick level makes any move (see `quick_action`), or ASKED.
    counts  how many numbers of each chance stream are used up.   turn[0] counts the decisions.
    work    note, weights, actions.
    """
    note, weights, actions = work
    s = records[row]
    while True:
        mask = iteration.advance(s, key, counts, weights, note)
        if mask == 0:
            payoff(s, shares)
            return 0
        seat = lowest_seat(mask)
        if lapses[seat] < 0.0:
            return 1 + seat
        act(s, seat, quick_action(s, seat, lapses[seat], key, turn[0], actions), note)
        turn[0] += 1
