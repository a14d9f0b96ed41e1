"""Compiled kernels for tests. Import this module after all games, because it is compiled for their records."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.installed import game_names, rulebook
from hustings.engine.kernels import verbs
from hustings.engine.record import Row, encoder
from hustings.engine.record.layout import Layout
from hustings.engine.rulebook import Rulebook

for _name in game_names():
    rulebook(_name)

from hustings.engine.kernels import compiled  # noqa: E402 - its kernels must know every game

compiled.activate()

CHANGED = -1


@compiled.entry
def try_actions(
    records: Any, raw: Any, scratch: Any, raw_scratch: Any, seat: int, first: int, note: Any, reasons: Any
) -> None:
    """Try each action from `first` on in a copy of the record, and write the result of `act` into `reasons`.

    The result is CHANGED if an action was refused but changed the copy.

    raw, raw_scratch  the memory of `records` and `scratch` as bytes.
    """
    for k in range(len(reasons)):
        for place in range(len(raw)):
            raw_scratch[place] = raw[place]
        reasons[k] = verbs.act(scratch[0], seat, first + k, note)
        for place in range(len(raw) if reasons[k] else 0):
            if raw[place] != raw_scratch[place]:
                reasons[k] = CHANGED


@compiled.entry
def act_one(records: Any, row: int, seat: int, action: int, note: Any) -> int:
    """Call the verb `act` on one record of an array."""
    return verbs.act(records[row], seat, action, note)


@compiled.entry
def settle_one(records: Any, row: int, outcome: int, note: Any) -> None:
    """Call the verb `settle` on one record of an array."""
    verbs.settle(records[row], outcome, note)


@compiled.entry
def look_one(records: Any, row: int, actions: Any, weights: Any, counts: Any) -> None:
    """Call all verbs that answer questions about one record, and write the answers.

    counts   receives owes, may, over, check, the sum of the weights, then each seat's number of legal actions.
    actions  receives each seat's legal actions, shaped (seats, most legal).
    weights  receives the weights of the outcomes of the chance step now due.
    """
    s = records[row]
    counts[0] = verbs.owes(s)
    counts[1] = verbs.may(s)
    counts[2] = verbs.over(s)
    counts[3] = verbs.check(s)
    counts[4] = verbs.chances(s, weights)
    for seat in range(actions.shape[0]):
        counts[5 + seat] = verbs.legal(s, seat, actions[seat])


@compiled.entry
def start_one(records: Any, row: int) -> None:
    """Call the verb `start` on one record of an array."""
    verbs.start(records[row])


@compiled.entry
def imagine_one(records: Any, row: int, seat: int, key: int) -> None:
    """Call the verb `imagine` on one view of an array."""
    verbs.imagine(records[row], seat, key)


@cache
def observer_of(layout: Layout) -> Any:
    """Return the compiled observer of a layout, and the table `reads` that must be passed to the observer."""
    plain = encoder.written(layout)
    return compiled.entry(plain.observe, apart=True), plain.reads


def observed(layout: Layout, row: Row, seat: int) -> list[int]:
    """Return the result of `Layout.encode`, computed by the compiled observer."""
    out = np.full((1, layout.size), CHANGED, layout.dtype)
    observe, reads = observer_of(layout)
    observe(0, 1, np.array([seat]), reads, *encoder.views_of(row.array), out)
    found: list[int] = out[0].tolist()
    return found


def reasons_for(book: Rulebook, row: Row, seat: int, first: int, count: int) -> npt.NDArray[np.int64]:
    """Return the results of `act` for `count` actions from `first` on, each tried in a copy of the row."""
    records: npt.NDArray[Any] = row.array.copy()
    scratch = records.copy()
    reasons = np.zeros(count, np.int64)
    note = book.buffers(note_rows=1).note
    try_actions(records, records.view(np.uint8), scratch, scratch.view(np.uint8), seat, first, note, reasons)
    return reasons
