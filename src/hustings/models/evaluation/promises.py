"""The promises in the saved games of an evaluation: which were kept or broken, and what breaking them was worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hustings.engine import saved
from hustings.engine.kernels import verbs
from hustings.engine.moves import seat_label
from hustings.engine.promises import Promises
from hustings.engine.table import Table

KEPT, BROKEN, OPEN, WORDS = "kept", "broken", "open", "words"


@dataclass(frozen=True)
class Promise:
    """A promise that one seat made to another.

    Attributes:
        game: The number of the game, from 1.
        entry: The log entry in which the promise was made.
        by: The name of the entrant that promised.
        to: The seat that received the promise.
        outcome: KEPT, BROKEN, OPEN (undecided at the game's end) or WORDS (free text that the rules cannot check).
        price: The price that the promise was sold for, such as "$4"; "" for words.
        gain: For a broken promise, the gain of the move that broke it; otherwise the most that any decision of the
            seat would have gained by breaking it. Both follow the game's rule of thumb, in the unit the game declares.
        text: The words of a promise in free text.
    """

    game: int
    entry: int
    by: str
    to: str
    outcome: str
    price: str = ""
    gain: float = 0.0
    text: str = ""


def promises(number: int, game: dict[str, Any]) -> list[Promise]:
    """Replay a saved game and return its promises in the order in which they were made."""
    declared = saved.game_of(game).book.promises
    return sorted(_found(number, game, declared), key=lambda one: one.entry) if declared else []


def _found(number: int, game: dict[str, Any], declared: Promises) -> Iterator[Promise]:
    names, waiting = game["seats"], dict[int, Promise]()
    for entry, text, table in saved.replay(game):
        for event in table.events(entry - 2):
            args = event.args
            if event.seat is None:
                continue
            if event.event == declared.words:
                to, words = args["target"], str(args["text"])
                yield Promise(number, event.entry, names[event.seat], to, WORDS, text=words)
            elif event.event == declared.exchanged and declared.item in (args["gives"], args["wants"]):
                offerer, acceptor = int(args["offerer"][1:]) - 1, event.seat
                is_given = args["gives"] == declared.item
                by, to, price = (offerer, acceptor, "wants") if is_given else (acceptor, offerer, "gives")
                waiting[by] = Promise(number, event.entry, names[by], seat_label(to), OPEN, str(args[price]))
            elif event.event in (declared.kept, declared.broken) and event.seat in waiting:
                outcome = KEPT if event.event == declared.kept else BROKEN
                yield replace(waiting.pop(event.seat), outcome=outcome)
        for seat, promise in waiting.items():
            if text.startswith(f"{seat_label(seat)} "):
                waiting[seat] = replace(promise, gain=_gain(promise, table, seat, text, declared.scale))
    yield from waiting.values()


def _gain(promise: Promise, table: Table, seat: int, text: str, scale: int) -> float:
    """Return the gain of a move if it breaks the promise, else the most that a breach would have gained so far."""
    view, own = table.view_row(seat), table.read(text).action
    taken = verbs.temptation(view, seat, own)
    if taken:
        return float(taken - 1) / scale
    most = max(verbs.temptation(view, seat, action) for action in table.legal(seat).actions)
    return max(promise.gain, float(most - 1) / scale)
