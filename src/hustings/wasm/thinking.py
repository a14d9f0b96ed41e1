"""The door through which a page runs the search of a bot's level, in one block of memory that the page allocates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hustings.bots.search import decision, judging
from hustings.wasm.pointers import search_at

#: the requests: a move in turn, a move out of turn, all moves with shares, the judgement of a move, games played on,
#: and what a better move leads to
CHOOSE, INTERJECT, LOOK, JUDGE, PLAY, EXPLAIN = range(6)


def think_door() -> tuple[str, Callable[..., Any]]:
    """Return the door of the search, with the types of its arguments.

    The block holds the sizes `memory.SIZES`, then the arrays as `memory.places` lays them out. The last arguments are
    the action to judge (for EXPLAIN the better one), the side, the first game (for EXPLAIN the other action), the
    number of games, and the probability of slips.
    """

    def think(
        r: Any, p: Any, seat: int, key: int, how: int, made: int, side: int, first: int, games: int, lapse: float
    ) -> Any:
        m = search_at(r, p)
        if how == CHOOSE:
            return decision.choose(seat, key, m.world, m.tree, m.ends)
        if how == INTERJECT:
            return decision.interject(seat, key, m.world, m.tree, m.ends)
        if how == LOOK:
            return decision.look(seat, key, m.world, m.tree, m.ends)
        if how == JUDGE:
            return judging.judge(seat, made, key, games, m.world, m.tree, m.ends, m.judged)
        if how == EXPLAIN:
            return judging.explain(seat, made, first, side, key, games, m.world, m.judged)
        return judging.play_worlds(-1, 0, -1, lapse, key, first, games, 0, m.world, m.judged)

    return "rp" + "ik" + "iiiiid", think
