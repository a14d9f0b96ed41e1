"""The compiled functions of the search that Python calls. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from hustings.bots.search import decision, judging, nodes
from hustings.bots.search.quick import ASKED, quick_action
from hustings.engine.installed import game_names
from hustings.engine.kernels import Numbers, compiled
from hustings.engine.kernels.playout import advance, lowest_seat
from hustings.engine.kernels.verbs import act, payoff

GAME, TURN, SEAT, ANSWER = range(4)  # indices of the state of `play_on`


@overload(nodes.fold, jit_options=compiled.INNER)
def _fold(total: Any, word: Any) -> Any:
    def wrapping(total: Any, word: Any) -> Any:
        mixed = (np.uint64(total) ^ np.uint64(word)) * np.uint64(nodes.FACTOR)
        return np.int64(mixed ^ (mixed >> np.uint64(32)))

    return wrapping


game_names()  # loads all games, so that every process uses the same folder of compiled code, whichever game it plays
compiled.activate()


think = compiled.entry(decision.think)
play_worlds = compiled.entry(judging.play_worlds)


@compiled.entry
def quick_choice(views: Numbers, seat: int, lapse: float, key: int, actions: Numbers) -> int:
    """Return the action of a seat without a search, from its view, the only record of `views` (`quick_action`)."""
    return quick_action(views[0], seat, lapse, key, 0, actions)


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
    """Play games one after another until the caller must be asked for an action.

    Returns 1 + the seat that must decide, or 0 when all games are over.

    lapses    for each game and seat, its lapse (`quick`), or ASKED.
    counts    for each chance stream, how many of its numbers the current game has used.
    at        the current state: the game (GAME), its number of decisions (TURN), and the answer to the last return, an
              action (ANSWER) of a seat (SEAT). ANSWER is below 0 without an action. Before the first call ANSWER is
              below 0 and the others are 0.
    work      scratch space: note, weights, actions.
    results   receives the payoffs of each game; lengths: its number of decisions.
    """
    note, weights, actions = work
    while at[GAME] < records.shape[0]:
        game = int(at[GAME])
        s = records[game]
        if at[ANSWER] >= 0:
            act(s, int(at[SEAT]), int(at[ANSWER]), note)
            at[TURN] += 1
            at[ANSWER] = -1
        while True:
            mask = advance(s, keys[game], counts, weights, note)
            if mask == 0:
                break
            seat = lowest_seat(mask)
            if lapses[game, seat] == ASKED:
                return 1 + seat
            act(s, seat, quick_action(s, seat, lapses[game, seat], keys[game], int(at[TURN]), actions), note)
            at[TURN] += 1
        payoff(s, results[game])
        lengths[game] = at[TURN]
        at[GAME] += 1
        at[TURN] = 0
        counts[:] = 0
    return 0
