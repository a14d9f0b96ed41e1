"""The doors of a game's module: the functions that a page may call, as Python code to compile.

A door is declared with a letter for the type of each argument. Pointers into the page's memory are r: to a record, p:
to int64 numbers, f: to doubles, h: to int32 numbers, w: to unsigned 64-bit words and b: to bytes. Values are i: an
int32, k: an int64 and d: a double. Every door returns an int32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hustings.bots.search import quick
from hustings.bots.search.bargaining import NO_DEAL, breaking_action, deal_action, other_answer
from hustings.engine.kernels import NOTE_COLUMNS, chance, playout, verbs
from hustings.engine.rulebook import Rulebook
from hustings.engine.telling import Telling
from hustings.wasm.pointers import array_at, note_at
from hustings.wasm.thinking import think_door

Door = tuple[str, Callable[..., Any]]
Kernel = Callable[..., Any]


def doors(book: Rulebook) -> dict[str, Door]:
    """Return the doors of a game by name."""
    return {
        **_rules(book),
        **_telling(book.telling),
        **_levels(book),
        "playouts": _playouts(book),
        "think": think_door(),
    }


# --- doors to a kernel that takes a record, then values, then an array to write into


def _asking(kernel: Kernel) -> Door:
    return "r", lambda r: kernel(array_at(r, 0, (1,))[0])


def _with_two(kernel: Kernel, letters: str) -> Door:
    return letters, lambda r, seat, value: kernel(array_at(r, 0, (1,))[0], seat, value)


def _writing(kernel: Kernel, size: int) -> Door:
    return "rp", lambda r, out: kernel(array_at(r, 0, (1,))[0], array_at(out, 0, (size,)))


def _writing_for(kernel: Kernel, size: int, letters: str = "rip") -> Door:
    return letters, lambda r, value, out: kernel(array_at(r, 0, (1,))[0], value, array_at(out, 0, (size,)))


def _writing_of(kernel: Kernel, size: int) -> Door:
    return "riip", lambda r, seat, action, out: kernel(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (size,)))


def _listing(kernel: Kernel) -> Door:
    return "riip", lambda r, seat, size, out: kernel(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (size,)))


def _noting(kernel: Kernel) -> Door:
    return "rp", lambda r, note: kernel(array_at(r, 0, (1,))[0], note_at(note))


def _noting_of(kernel: Kernel) -> Door:
    return "riip", lambda r, seat, action, note: kernel(array_at(r, 0, (1,))[0], seat, action, note_at(note))


# --- the doors of a game


def _rules(book: Rulebook) -> dict[str, Door]:
    outcomes = max(1, book.outcomes)

    def look(r: Any, out: Any) -> None:
        s = array_at(r, 0, (1,))[0]
        told = array_at(out, 0, (5,))
        told[0] = verbs.owes(s)
        told[1] = verbs.may(s)
        told[2] = verbs.over(s)
        told[3] = verbs.forced(s) if told[0] and not told[2] else 0
        told[4] = verbs.stream(s) if not told[0] and not told[2] else 0

    def payoff(r: Any, seats: int, out: Any) -> None:
        verbs.payoff(array_at(r, 0, (1,))[0], array_at(out, 0, (2, seats)))

    def draw(key: int, stream: int, count: int, out: Any) -> None:
        array_at(out, 0, (1,))[0] = chance.draw(key, stream, count)

    return {
        "start": _asking(verbs.start),
        "look": ("rp", look),
        "legal": _writing_for(verbs.legal, book.most_legal),
        "choices": _writing_for(verbs.choices, book.most_legal),
        "act": _noting_of(verbs.act),
        "imagine": _with_two(verbs.imagine, "rik"),
        "payoff": ("rip", payoff),
        "chances": _writing(verbs.chances, outcomes),
        "roll": _writing_for(verbs.roll, outcomes, "rkp"),
        "settle": ("rip", lambda r, outcome, note: verbs.settle(array_at(r, 0, (1,))[0], outcome, note_at(note))),
        "draw": ("kiip", draw),
    }


def _telling(told: Telling) -> dict[str, Door]:
    why, hold, again, states = told.explain, told.held, told.recount, len(told.states)

    def explain(r: Any, seat: int, action: int, reason: int, note: Any) -> None:
        why(array_at(r, 0, (1,))[0], seat, action, reason, note_at(note))  # type: ignore[misc]

    def recount(r: Any, holder: Any) -> None:
        again(array_at(r, 0, (1,))[0], array_at(holder, 0, (states,)), array_at(holder, 0, (0, NOTE_COLUMNS)))  # type: ignore[misc]

    found = {
        "ending": _noting(told.ending),
        "explain": told.explain and ("riiip", explain),
        "effect": told.effect and _noting_of(told.effect),
        "foresee": told.foresee and _listing(told.foresee),
        "prospects": told.prospects and _listing(told.prospects),
        "majority": told.majority and _asking(told.majority),
        "too_many": told.too_many and _asking(told.too_many),
        "alike": told.alike and _asking(told.alike),
        "held": hold and again and _writing(hold, 2 * states),
        "recount": hold and again and ("rp", recount),
        "odds": told.odds and _writing_of(told.odds, max(told.odds_memory, default=0)),
        "kind": told.kind and _with_two(told.kind, "rii"),
    }
    return {name: door for name, door in found.items() if door}


def _levels(book: Rulebook) -> dict[str, Door]:
    most = book.most_legal

    def thumb(r: Any, seat: int, key: int, count: int, out: Any) -> Any:
        return playout.thumb_action(array_at(r, 0, (1,))[0], seat, key, count, array_at(out, 0, (most,)))

    def quickly(r: Any, seat: int, lapse: float, breaks: int, key: int, out: Any) -> Any:
        s = array_at(r, 0, (1,))[0]
        actions = array_at(out, 0, (most,))
        broken = breaking_action(s, seat, breaks, actions)
        return broken if broken != NO_DEAL else quick.quick_action(s, seat, lapse, key, 0, actions)

    def answers(r: Any, seat: int, key: int, out: Any) -> Any:
        s = array_at(r, 0, (1,))[0]
        told, actions = array_at(out, 0, (2,)), array_at(out, 2, (most,))
        if not verbs.bargaining(s):
            return 0
        best = deal_action(s, seat, key, 0, actions)
        told[0] = best
        told[1] = other_answer(s, seat, best, verbs.choices(s, seat, actions), actions)
        return 1

    return {"thumb": ("rikip", thumb), "quickly": ("ridikp", quickly), "answers": ("rikp", answers)}


def _playouts(book: Rulebook) -> Door:
    most, outcomes, streams = book.most_legal, max(1, book.outcomes), len(book.streams)

    def playouts(
        r: Any, games: int, seats: int, keys: Any, levels: Any, note: Any, weights: Any, out: Any, used: Any, ends: Any
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

    return "riiwpppppp", playouts
