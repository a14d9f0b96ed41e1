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
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, chance, playout, verbs
from hustings.engine.rulebook import Rulebook
from hustings.engine.telling import Telling
from hustings.wasm.pointers import array_at
from hustings.wasm.thinking import think_door

Door = tuple[str, Callable[..., Any]]
MOST_FACTS = 64  # the most numbers that a kernel writes for facts, a result or effects


def doors(book: Rulebook) -> dict[str, Door]:
    """Return the doors of a game by name."""
    telling = _telling(book.telling) if book.telling else {}
    bots = {**_levels(book), **_playouts(book), "think": think_door()}
    return {**_rules(book), **_chance(book), **telling, **bots}


def _rules(book: Rulebook) -> dict[str, Door]:
    most = book.most_legal

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

    def imagine(r: Any, seat: int, key: int) -> int:
        verbs.imagine(array_at(r, 0, (1,))[0], seat, key)
        return 0

    def payoff(r: Any, seats: int, out: Any) -> int:
        verbs.payoff(array_at(r, 0, (1,))[0], array_at(out, 0, (2, seats)))
        return 0

    return {
        "start": ("r", start),
        "look": ("rp", look),
        "legal": ("rip", legal),
        "choices": ("rip", choices),
        "act": ("riip", act),
        "imagine": ("rik", imagine),
        "payoff": ("rip", payoff),
    }


def _chance(book: Rulebook) -> dict[str, Door]:
    outcomes = max(1, book.outcomes)

    def chances(r: Any, weights: Any) -> Any:
        return verbs.chances(array_at(r, 0, (1,))[0], array_at(weights, 0, (outcomes,)))

    def roll(r: Any, number: int, weights: Any) -> Any:
        return verbs.roll(array_at(r, 0, (1,))[0], number, array_at(weights, 0, (outcomes,)))

    def settle(r: Any, outcome: int, note: Any) -> int:
        written = array_at(note, 0, (NOTE_ROWS, NOTE_COLUMNS))
        written[0, 0] = 0
        verbs.settle(array_at(r, 0, (1,))[0], outcome, written)
        return 0

    def draw(key: int, stream: int, count: int, out: Any) -> int:
        array_at(out, 0, (1,))[0] = chance.draw(key, stream, count)
        return 0

    return {
        "chances": ("rp", chances),
        "roll": ("rkp", roll),
        "settle": ("rip", settle),
        "draw": ("kiip", draw),
    }


def _telling(told: Telling) -> dict[str, Door]:
    write, end, show, prepare, list_open = told.facts, told.ending, told.effects, told.foresee, told.prospects

    def facts(r: Any, seat: int, action: int, out: Any) -> int:
        write(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (MOST_FACTS,)))
        return 0

    def ending(r: Any, out: Any) -> Any:
        return end(array_at(r, 0, (1,))[0], array_at(out, 0, (MOST_FACTS,)))

    def effects(r: Any, seat: int, action: int, out: Any) -> Any:
        return show(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (MOST_FACTS,)))  # type: ignore[misc]

    def foresee(r: Any, seat: int, size: int, out: Any) -> Any:
        return prepare(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (size,)))  # type: ignore[misc]

    def prospects(r: Any, seat: int, size: int, out: Any) -> Any:
        return list_open(array_at(r, 0, (1,))[0], seat, array_at(out, 0, (size,)))  # type: ignore[misc]

    found: dict[str, Door] = {"facts": ("riip", facts), "ending": ("rp", ending)}
    if show:
        found["effects"] = ("riip", effects)
    if prepare:
        found["foresee"] = ("riip", foresee)
    if list_open:
        found["prospects"] = ("riip", prospects)
    return found | _counting(told) | _odds(told)


def _counting(told: Telling) -> dict[str, Door]:
    win, lose, equal, hold, again = told.majority, told.too_many, told.alike, told.held, told.recount
    states = len(told.states)

    def majority(r: Any) -> Any:
        return win(array_at(r, 0, (1,))[0])  # type: ignore[misc]

    def too_many(r: Any) -> Any:
        return lose(array_at(r, 0, (1,))[0])  # type: ignore[misc]

    def alike(r: Any) -> Any:
        return equal(array_at(r, 0, (1,))[0])  # type: ignore[misc]

    def held(r: Any, out: Any) -> int:
        hold(array_at(r, 0, (1,))[0], array_at(out, 0, (2 * states,)))  # type: ignore[misc]
        return 0

    def recount(r: Any, holder: Any) -> int:
        again(array_at(r, 0, (1,))[0], array_at(holder, 0, (states,)), array_at(holder, 0, (0, NOTE_COLUMNS)))  # type: ignore[misc]
        return 0

    found: dict[str, Door] = {}
    if win:
        found["majority"] = ("r", majority)
    if lose:
        found["too_many"] = ("r", too_many)
    if equal:
        found["alike"] = ("r", alike)
    if hold and again:
        found["held"], found["recount"] = ("rp", held), ("rp", recount)
    return found


def _odds(told: Telling) -> dict[str, Door]:
    count, memory, classify = told.odds, max(told.odds_memory, default=0), told.kind

    def odds(r: Any, seat: int, action: int, out: Any) -> Any:
        return count(array_at(r, 0, (1,))[0], seat, action, array_at(out, 0, (memory,)))  # type: ignore[misc]

    def kind(r: Any, seat: int, outcome: int) -> Any:
        return classify(array_at(r, 0, (1,))[0], seat, outcome)  # type: ignore[misc]

    found: dict[str, Door] = {}
    if count:
        found["odds"] = ("riip", odds)
    if classify:
        found["kind"] = ("rii", kind)
    return found


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


def _playouts(book: Rulebook) -> dict[str, Door]:
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

    return {"playouts": ("riiwpppppp", playouts)}
