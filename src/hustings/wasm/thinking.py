"""The door through which a page runs the search of a bot's level, in one block of memory that the page allocates.

Places in this memory are counted in words of 64 bits; `memory_words` returns the places of all parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.extending import register_jitable

from hustings.bots.search import decision, judging
from hustings.bots.search.frames import COLUMNS
from hustings.bots.search.matrix import MOST_CHOICES
from hustings.bots.search.memory import EDGES_A_NODE, FRAMES, LONGEST_PATH, POOL
from hustings.bots.search.nodes import BOTTOM
from hustings.engine.bound import BoundGame
from hustings.engine.kernels import NOTE_COLUMNS
from hustings.engine.kernels.compiled import INNER
from hustings.wasm.pointers import array_at, rows_at

HABITS, SETTINGS = 6, 7  # the numbers of integers and of doubles that describe a level, at the beginning of the memory
ROOM = 16  # the words at the beginning of the memory, before the masks
#: the requests: a move in turn, a move out of turn, all moves with shares, the judgement of a move, and games played on
CHOOSE, INTERJECT, LOOK, JUDGE, PLAY = range(5)


@register_jitable(**INNER)  # type: ignore[untyped-decorator]
def _tree_at(p: Any, f: Any, h: Any, at: int, nodes: int, edges: int) -> Any:
    """Return the arrays of `Memory.tree`, which lie from word `at` of the memory on: first edges, then nodes.

    The arguments `p`, `f` and `h` are the memory as 64-bit integers, 64-bit floats and 32-bit integers.
    """
    edge = (
        array_at(f, at, (edges,)),
        array_at(f, at + edges, (edges,)),
        array_at(h, 2 * (at + 2 * edges), (edges,)),
        array_at(h, 2 * (at + 2 * edges) + edges, (edges,)),
    )
    at += 3 * edges
    return (
        array_at(p, at, (nodes,)),
        array_at(h, 2 * (at + nodes), (nodes,)),
        array_at(h, 2 * (at + nodes) + nodes, (nodes,)),
        edge,
        array_at(p, at + 2 * nodes, (2,)),
        array_at(f, at + 2 * nodes + 2, (3,)),
    )


@register_jitable(**INNER)  # type: ignore[untyped-decorator]
def _work_at(p: Any, at: int, seats: int, most: int, outcomes: int, streams: int) -> Any:
    """Return the temporary arrays of `Memory.work` in the memory from word `at` on."""
    path, note = array_at(p, at, (LONGEST_PATH, 2)), array_at(p, at + 2 * LONGEST_PATH, (1, NOTE_COLUMNS))
    at += 2 * LONGEST_PATH + NOTE_COLUMNS
    weights, actions = array_at(p, at, (outcomes,)), array_at(p, at + outcomes, (most,))
    at += outcomes + most
    counts, shares = array_at(p, at, (streams,)), array_at(p, at + streams, (2, seats))
    return path, note, weights, actions, counts, shares, array_at(p, at + streams + 2 * seats, (most,))


@register_jitable(**INNER)  # type: ignore[untyped-decorator]
def _endgame_at(p: Any, f: Any, at: int, most: int, exact: int, kept: int) -> Any:
    """Return the arrays of `Memory.endgame`, for solving the end of a game, in the memory from word `at` on."""
    deep, pool, wide = (FRAMES, POOL, MOST_CHOICES) if exact else (1, 1, 1)
    frames, items = array_at(p, at, (deep, COLUMNS)), array_at(p, at + deep * COLUMNS, (pool,))
    at += deep * COLUMNS + pool
    values, memo = array_at(f, at, (pool,)), array_at(p, at + pool, (kept,))
    at += pool + kept
    memory = (memo, array_at(f, at, (kept,)), array_at(p, at + kept, (1,)))
    at += kept + 1
    matrix, basis = array_at(f, at, (wide + 1, wide + 1)), array_at(p, at + (wide + 1) * (wide + 1), (2, wide))
    at += (wide + 1) * (wide + 1) + 2 * wide
    solver = (matrix, basis, array_at(f, at, (2, wide)))
    at += 2 * wide
    result = (array_at(f, at, (most + 1,)), array_at(f, at + most + 1, (most + 1,)))
    return frames, items, values, memory, solver, result


@register_jitable(**INNER)  # type: ignore[untyped-decorator]
def _games_at(p: Any, f: Any, w: Any, seats: int, most: int, states: int, width: int) -> Any:
    """Return the arrays of `judging.judge` for games that are played on, which follow the verdict."""
    at = ROOM + judging.VERDICT
    sums = array_at(f, at, (2, judging.SUMS * seats + states))
    at += 2 * (judging.SUMS * seats + states)
    seen, at = array_at(w, at, (width,)), at + width
    pooled, holders = array_at(f, at, (2, most)), array_at(p, at + 2 * most, (2 * states,))
    return seen, pooled, holders, array_at(f, at + 2 * (most + states), (2, judging.WORLDS)), sums


def think_door(book: BoundGame) -> tuple[str, Callable[..., Any]]:
    """Return the door of the search, with the types of its arguments; `memory_words` shows the parts of its memory.

    The last arguments are the action and the side to judge, and for PLAY the games and the probability of slips.
    """
    states = len(book.telling.states) if book.telling else 0
    most, outcomes, streams = book.most_legal, max(1, book.outcomes), len(book.streams)
    width = -(-book.schema.dtype.itemsize // 8)

    def think(
        p: Any, f: Any, h: Any, w: Any, b: Any, r: Any, seats: int, seat: int, key: int,
        nodes: int, edges: int, spotted: int, exact: int, kept: int, how: int,
        made: int, side: int, first: int, games: int, lapse: float,
    ) -> Any:  # fmt: skip
        rows = BOTTOM + (FRAMES + 1 if exact else 0)
        verdict, told = array_at(f, ROOM, (judging.VERDICT,)), _games_at(p, f, w, seats, most, states, width)
        at = ROOM + judging.VERDICT + width + 2 * (most + judging.SUMS * seats + 2 * states + judging.WORLDS)
        fixed, spots = array_at(w, at, (seats, width)), array_at(p, at + seats * width, (spotted, 2))
        at += seats * width + 2 * spotted
        masks = (fixed, spots, array_at(w, at, (1, width)), array_at(p, 0, (0, 2)))
        at += width
        words = array_at(w, at, (rows, width))
        view = (rows_at(r, w, at, rows, width * 8), words, array_at(b, at * 8, (rows, width * 8)))
        at += rows * width
        found = (array_at(p, at, (most + 1,)), array_at(f, at + most + 1, (most + 1,)))
        at += 2 * (most + 1)
        tree = _tree_at(p, f, h, at, nodes, edges)
        at += 3 * edges + 2 * nodes + 5
        work = _work_at(p, at, seats, most, outcomes, streams)
        at += 2 * LONGEST_PATH + NOTE_COLUMNS + outcomes + 2 * most + streams + 2 * seats
        endgame = _endgame_at(p, f, at, most, exact, kept)
        habits, settings = array_at(p, 0, (HABITS,)), array_at(f, 8, (SETTINGS,))
        if how == CHOOSE:
            return decision.choose(view, seat, key, habits, settings, tree, work, masks, endgame, found)
        if how == INTERJECT:
            return decision.interject(view, seat, key, habits, settings, tree, work, masks, endgame, found)
        if how == LOOK:
            return decision.look(view, seat, key, habits, settings, tree, work, masks, endgame, found)
        if how == JUDGE:
            return judging.judge(
                view, seat, made, side, key, habits, settings, tree, work, masks, endgame, found, told, verdict
            )
        _, _, holders, won, sums = told
        sums[0, :] = 0.0
        return judging.play_worlds(view, -1, 0, -1, lapse, key, first, work, holders, won[0, :games], sums[0])

    return "pfhwbr" + "iik" + "iiiiii" + "iiiid", think


def memory_words(book: BoundGame, seats: int, nodes: int, spotted: int, exact: int, kept: int) -> dict[str, int]:
    """Return where the parts that a page reads or writes begin in a search's memory, in words.

    "habits" and "settings" are the numbers of the level. "verdict" is the result of JUDGE, "sums" of PLAY. "fixed",
    "spots" and "full" are the masks of what each seat may know (`Memory.masks`). "view" is the view to search from.
    "weights" and "shares" are results by choice. "tried" begins two arrays of int32 numbers: how often each choice was
    tried, then its action. Each has room for "edges" numbers, the number of edges of the search. "size" is the size of
    the memory.
    """
    width, most, edges = -(-book.schema.dtype.itemsize // 8), book.most_legal, edges_for(book, nodes)
    rows = BOTTOM + (FRAMES + 1 if exact else 0)
    deep, pool, wide = (FRAMES, POOL, MOST_CHOICES) if exact else (1, 1, 1)
    states = len(book.telling.states) if book.telling else 0
    sums = ROOM + judging.VERDICT
    fixed = sums + width + 2 * (most + judging.SUMS * seats + 2 * states + judging.WORLDS)
    spots = fixed + seats * width
    full = spots + 2 * spotted
    view = full + width
    weights = view + rows * width
    edge = weights + 2 * (most + 1)
    tree = edge + 3 * edges
    work = tree + 2 * nodes + 5
    ends = work + 2 * LONGEST_PATH + NOTE_COLUMNS + max(1, book.outcomes) + 2 * most + len(book.streams) + 2 * seats
    size = ends + deep * COLUMNS + 2 * pool + 2 * kept + 1 + (wide + 1) ** 2 + 4 * wide + 2 * (most + 1)
    return {
        "habits": 0, "settings": 8, "verdict": ROOM, "sums": sums, "fixed": fixed, "spots": spots, "full": full,
        "view": view, "weights": weights, "shares": weights + most + 1, "tried": edge + 2 * edges, "edges": edges,
        "size": size,
    }  # fmt: skip


def edges_for(book: BoundGame, nodes: int) -> int:
    """Return the number of edges of a search, which is even, so that two arrays of int32 fill whole words."""
    edges = max(book.most_legal + 1, EDGES_A_NODE * nodes)
    return edges + edges % 2
