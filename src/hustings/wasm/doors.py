"""The functions that a page may call: each with its arguments, and the Python that is compiled.

An argument is r: a record, p: int64 numbers, f: doubles, h: int32 numbers, w: unsigned 64-bit words, b: bytes (all
of them places in the page's memory), i: an int32, k: an int64 or d: a double. Every door returns an int32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hustings.bots.search import decision, quick
from hustings.bots.search.bargaining import NO_DEAL, breaking_action
from hustings.bots.search.frames import COLUMNS
from hustings.bots.search.matrix import MOST_CHOICES
from hustings.bots.search.memory import EDGES_A_NODE, FRAMES, LONGEST_PATH, POOL
from hustings.bots.search.nodes import BOTTOM
from hustings.engine.bound import BoundGame
from hustings.engine.declared import Telling
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, chance, playout, verbs
from hustings.wasm.pointers import array_at, rows_at

Door = tuple[str, Callable[..., Any]]
HABITS, SETTINGS = 6, 7  # how many numbers of a level stand at the beginning of a search's memory
ROOM = 16  # words before the masks
MOST_FACTS = 64  # numbers that a kernel writes for facts, a result or effects


def doors(book: BoundGame) -> dict[str, Door]:
    """Return the doors of a game by name."""
    return {**_rules(book), **(_telling(book.telling) if book.telling else {}), **_bots(book), "think": _think(book)}


def _rules(book: BoundGame) -> dict[str, Door]:
    most, outcomes = book.most_legal, max(1, book.outcomes)

    def start(r: Any) -> int:
        verbs.start(array_at(r, 0, (1,))[0])
        return 0

    def look(r: Any, out: Any) -> int:
        s = array_at(r, 0, (1,))[0]
        told = array_at(out, 0, (5,))
        told[0] = verbs.owes(s)
        told[1] = verbs.may(s)
        told[2] = verbs.over(s)
        told[3] = verbs.forced(s) if told[0] and not told[2] else 0
        told[4] = verbs.stream(s) if not told[0] and not told[2] else 0
        return 0

    def legal(r: Any, seat: int, out: Any) -> Any:
        return verbs.legal(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (most,)))

    def choices(r: Any, seat: int, out: Any) -> Any:
        return verbs.choices(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (most,)))

    def act(r: Any, seat: int, action: int, note: Any) -> Any:
        written = array_at(note, 0, (NOTE_ROWS, NOTE_COLUMNS))
        written[0, 0] = 0
        return verbs.act(array_at(r, 0, (1,))[0], seat, action, written)

    def chances(r: Any, weights: Any) -> Any:
        return verbs.chances(array_at(r, 0, (1,))[0], array_at(weights, 0, (outcomes,)))

    def roll(r: Any, number: int, weights: Any) -> Any:
        return verbs.roll(array_at(r, 0, (1,))[0], number, array_at(weights, 0, (outcomes,)))

    def settle(r: Any, outcome: int, note: Any) -> int:
        written = array_at(note, 0, (NOTE_ROWS, NOTE_COLUMNS))
        written[0, 0] = 0
        verbs.settle(array_at(r, 0, (1,))[0], outcome, written)
        return 0

    def imagine(r: Any, seat: int, key: int) -> int:
        verbs.imagine(array_at(r, 0, (1,))[0], seat, key)
        return 0

    def payoff(r: Any, seats: int, out: Any) -> int:
        verbs.payoff(array_at(r, 0, (1,))[0], array_at(out, 0, (2, seats)))
        return 0

    def draw(key: int, stream: int, count: int, out: Any) -> int:
        array_at(out, 0, (1,))[0] = chance.draw(key, stream, count)
        return 0

    return {
        "start": ("r", start),
        "look": ("rp", look),
        "legal": ("rip", legal),
        "choices": ("rip", choices),
        "act": ("riip", act),
        "chances": ("rp", chances),
        "roll": ("rkp", roll),
        "settle": ("rip", settle),
        "imagine": ("rik", imagine),
        "payoff": ("rip", payoff),
        "draw": ("kiip", draw),
    }


def _telling(told: Telling) -> dict[str, Door]:
    write, end, show, prepare, win, lose = (
        told.facts,
        told.ending,
        told.effects,
        told.foresee,
        told.majority,
        told.too_many,
    )

    def facts(r: Any, seat: int, action: int, out: Any) -> int:
        write(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (MOST_FACTS,)))
        return 0

    def ending(r: Any, out: Any) -> Any:
        return end(array_at(r, 0, (1,))[0], array_at(out, 0, (MOST_FACTS,)))

    def effects(r: Any, seat: int, action: int, out: Any) -> Any:
        return show(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (MOST_FACTS,)))  # type: ignore[misc]

    def foresee(r: Any, seat: int, size: int, out: Any) -> Any:
        return prepare(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (size,)))  # type: ignore[misc]

    def majority(r: Any) -> Any:
        return win(array_at(r, 0, (1,))[0])  # type: ignore[misc]

    def too_many(r: Any) -> Any:
        return lose(array_at(r, 0, (1,))[0])  # type: ignore[misc]

    hold, again, states = told.held, told.recount, len(told.states)

    def held(r: Any, out: Any) -> int:
        hold(array_at(r, 0, (1,))[0], array_at(out, 0, (2 * states,)))  # type: ignore[misc]
        return 0

    def recount(r: Any, holder: Any) -> int:
        again(array_at(r, 0, (1,))[0], array_at(holder, 0, (states,)), array_at(holder, 0, (0, NOTE_COLUMNS)))  # type: ignore[misc]
        return 0

    found: dict[str, Door] = {"facts": ("riip", facts), "ending": ("rp", ending)}
    if show:
        found["effects"] = ("riip", effects)
    if prepare:
        found["foresee"] = ("riip", foresee)
    if win:
        found["majority"] = ("r", majority)
    if lose:
        found["too_many"] = ("r", too_many)
    if hold and again:
        found["held"], found["recount"] = ("rp", held), ("rp", recount)
    return found


def _bots(book: BoundGame) -> dict[str, Door]:
    most, outcomes, streams = book.most_legal, max(1, book.outcomes), len(book.streams)

    def thumb(r: Any, seat: int, key: int, count: int, out: Any) -> Any:
        return playout.thumb_action(array_at(r, 0, (1,))[0], seat, key, count, array_at(out, 0, (most,)))

    def quickly(r: Any, seat: int, lapse: float, breaks: int, key: int, out: Any) -> Any:
        s = array_at(r, 0, (1,))[0]
        actions = array_at(out, 0, (most,))
        broken = breaking_action(s, seat, breaks, actions)
        return broken if broken != NO_DEAL else quick.quick_action(s, seat, lapse, key, 0, actions)

    def playouts(
        r: Any,
        games: int,
        seats: int,
        keys: Any,
        levels: Any,
        note: Any,
        weights: Any,
        out: Any,
        used: Any,
        ends: Any,
    ) -> Any:
        return playout.playouts(
            array_at(r, 0, (games,)),
            array_at(keys, 0, (games,)),
            array_at(levels, 0, (seats,)),
            array_at(note, 0, (1, NOTE_COLUMNS)),
            array_at(weights, 0, (outcomes,)),
            array_at(out, 0, (most,)),
            array_at(used, 0, (streams,)),
            array_at(ends, 0, (games, 2, seats)),
        )

    return {
        "thumb": ("rikip", thumb),
        "quickly": ("ridikp", quickly),
        "playouts": ("riiwpppppp", playouts),
    }


def _think(book: BoundGame) -> Door:  # noqa: PLR0915  # one place after another
    """The search of a level, in one block of memory that a page gives: see `memory_words`."""
    most, outcomes, streams = book.most_legal, max(1, book.outcomes), len(book.streams)
    width = -(-book.schema.dtype.itemsize // 8)
    side = MOST_CHOICES

    def think(  # noqa: PLR0915  # likewise
        p: Any, f: Any, h: Any, w: Any, b: Any, r: Any, seats: int, seat: int, key: int,
        nodes: int, edges: int, spotted: int, exact: int, kept: int, how: int,
    ) -> Any:  # fmt: skip
        deep, pool, wide = (FRAMES, POOL, side) if exact else (1, 1, 1)
        rows = BOTTOM + (FRAMES + 1 if exact else 0)
        at = ROOM
        fixed = array_at(w, at, (seats, width))
        at += seats * width
        spots = array_at(p, at, (spotted, 2))
        at += 2 * spotted
        full = array_at(w, at, (1, width))
        at += width
        view = (
            rows_at(r, w, at, rows, width * 8),
            array_at(w, at, (rows, width)),
            array_at(b, at * 8, (rows, width * 8)),
        )
        at += rows * width
        found = (array_at(p, at, (most + 1,)), array_at(f, at + most + 1, (most + 1,)))
        at += 2 * (most + 1)
        edge = (
            array_at(f, at, (edges,)),
            array_at(f, at + edges, (edges,)),
            array_at(h, 2 * (at + 2 * edges), (edges,)),
            array_at(h, 2 * (at + 2 * edges) + edges, (edges,)),
        )
        at += 3 * edges
        tree = (
            array_at(p, at, (nodes,)),
            array_at(h, 2 * (at + nodes), (nodes,)),
            array_at(h, 2 * (at + nodes) + nodes, (nodes,)),
            edge,
            array_at(p, at + 2 * nodes, (2,)),
            array_at(f, at + 2 * nodes + 2, (3,)),
        )
        at += 2 * nodes + 5
        path, note = array_at(p, at, (LONGEST_PATH, 2)), array_at(p, at + 2 * LONGEST_PATH, (1, NOTE_COLUMNS))
        at += 2 * LONGEST_PATH + NOTE_COLUMNS
        weights, actions = array_at(p, at, (outcomes,)), array_at(p, at + outcomes, (most,))
        at += outcomes + most
        counts, shares = array_at(p, at, (streams,)), array_at(p, at + streams, (2, seats))
        at += streams + 2 * seats
        work = (path, note, weights, actions, counts, shares, array_at(p, at, (most,)))
        at += most
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
        endgame = (frames, items, values, memory, solver, result)
        habits, settings = array_at(p, 0, (HABITS,)), array_at(f, 8, (SETTINGS,))
        masks = (fixed, spots, full, array_at(p, 0, (0, 2)))
        if how == 0:
            return decision.choose(view, seat, key, habits, settings, tree, work, masks, endgame, found)
        if how == 1:
            return decision.interject(view, seat, key, habits, settings, tree, work, masks, endgame, found)
        return decision.look(view, seat, key, habits, settings, tree, work, masks, endgame, found)

    return "pfhwbr" + "iik" + "iiiiii", think


def memory_words(book: BoundGame, seats: int, nodes: int, spotted: int, exact: int, kept: int) -> dict[str, int]:
    """Return where the parts of a search's memory begin that a page reads or writes, and its size, in words.

    habits, settings  the numbers of the level.   fixed, spots, full  what each seat may know (`Memory.masks`).
    view  the row of the view that is asked about.   weights, shares  the result by choice.   tried, action  likewise,
    as int32.
    """
    width, most, edges = -(-book.schema.dtype.itemsize // 8), book.most_legal, edges_for(book, nodes)
    rows = BOTTOM + (FRAMES + 1 if exact else 0)
    deep, pool, wide = (FRAMES, POOL, MOST_CHOICES) if exact else (1, 1, 1)
    spots = ROOM + seats * width
    full = spots + 2 * spotted
    view = full + width
    weights = view + rows * width
    edge = weights + 2 * (most + 1)
    tree = edge + 3 * edges
    work = tree + 2 * nodes + 5
    ends = work + 2 * LONGEST_PATH + NOTE_COLUMNS + max(1, book.outcomes) + 2 * most + len(book.streams) + 2 * seats
    size = ends + deep * COLUMNS + 2 * pool + 2 * kept + 1 + (wide + 1) ** 2 + 4 * wide + 2 * (most + 1)
    return {
        "habits": 0, "settings": 8, "fixed": ROOM, "spots": spots, "full": full, "view": view, "weights": weights,
        "shares": weights + most + 1, "tried": edge + 2 * edges, "edges": edges, "size": size,
    }  # fmt: skip


def edges_for(book: BoundGame, nodes: int) -> int:
    """Return how many edges a search has; an even number, so that two arrays of int32 fill whole words."""
    edges = max(book.most_legal + 1, EDGES_A_NODE * nodes)
    return edges + edges % 2
