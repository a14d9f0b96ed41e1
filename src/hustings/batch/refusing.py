"""The reason why a batch refuses an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hustings.batch import stepping
from hustings.engine.errors import Reason
from hustings.engine.kernels import verbs
from hustings.engine.kernels.windows import NO_WINDOWS
from hustings.engine.messages import Message
from hustings.engine.moves import seat_label
from hustings.engine.record import Row

if TYPE_CHECKING:
    from hustings.batch.many import Batch

SHOWN = 5  # the number of legal actions that an error message lists


def reason(batch: Batch, k: int, seat: int, action: int) -> Reason:
    """Return the reason why an action is not legal in game `k`, with the clause."""
    asked = int(batch.seat[k])
    facts: dict[str, Any] = {"game": k, "seat": seat_label(seat)}
    row = batch.game.book.schema.row_type(batch._arrays.records[k : k + 1]).copy()
    facts["action"] = _written(batch, row, action)
    number = int(verbs.act(row, seat, action, batch.game.book.scratch.note))
    clause = batch.game.book.explain(row, seat, action, number).clause if number else "batch"
    key = "batch.over" if asked == stepping.NOBODY else "batch.not_asked" if asked != seat else "batch.illegal"
    if key == "batch.not_asked":
        key = "batch.not_asked" if batch._arrays.passed[k] == NO_WINDOWS else "batch.other_window"
        facts["asked"] = seat_label(asked)
    if key == "batch.illegal":
        known = batch.legal[k, : int(batch.sizes[k])].tolist()
        facts |= {"count": len(known), "some": [_written(batch, row, each) for each in known[:SHOWN]]}
        facts["more"] = f"legal[{k}]" if len(known) > SHOWN else None
    return Reason(clause, Message(key, facts).english(), key, facts)


def _written(batch: Batch, row: Row, action: int) -> str:
    """Return an action's id as text, followed by its notation if there is such an action."""
    book = batch.game.book
    return f"{action} ({book.write_move(row, action)})" if 0 <= action < book.actions else str(action)
