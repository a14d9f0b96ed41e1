"""The compiled search: what Python calls. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from hustings.bots.search import iteration, nodes
from hustings.bots.search.quick import quick_action
from hustings.engine.installed import game_names
from hustings.engine.kernels import Numbers, compiled
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, payoff

ASKED = -1.0  # instead of a lapse: the seat's player is asked
GAME, TURN, SEAT, ANSWER = range(4)  # where `play_on` stands


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
    keys: Numbers,
    lapses: Numbers,
    counts: Numbers,
    at: Numbers,
    work: Numbers,
    results: Numbers,
    lengths: Numbers,
) -> int:
    """Play games on, one after another, until a seat must be asked: return 1 + that seat, 0 once all are over.

    lapses    per game and seat how often a quick level slips (see `quick_action`), or ASKED.
    counts    how many numbers of each chance stream the game being played has used up.
    at        where it stands: by GAME, which game; TURN, its decisions so far; SEAT and ANSWER, what the seat that was
              asked has answered, or an ANSWER below 0. All zeros but the ANSWER before the first call.
    work      note, weights, actions.
    results   per game the payoffs; lengths: its decisions.
    """
    note, weights, actions = work
    while at[GAME] < records.shape[0]:
        game = int(at[GAME])
        s = records[game]
        if at[ANSWER] >= 0:
            act(s, int(at[SEAT]), int(at[ANSWER]), note)
            at[TURN] += 1
            at[ANSWER] = -1
        mask = iteration.advance(s, keys[game], counts, weights, note)
        while mask:
            seat = lowest_seat(mask)
            if lapses[game, seat] < 0.0:
                return 1 + seat
            act(s, seat, quick_action(s, seat, lapses[game, seat], keys[game], int(at[TURN]), actions), note)
            at[TURN] += 1
            mask = iteration.advance(s, keys[game], counts, weights, note)
        payoff(s, results[game])
        lengths[game] = at[TURN]
        at[GAME] += 1
        at[TURN] = 0
        counts[:] = 0
    return 0
