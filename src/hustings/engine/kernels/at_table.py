"""What a table asks of the rules, as kernels over an array of one record: Python hands no record to compiled code.

What a verb tells and how the game stands come back in one note, for a call from Python costs more than most verbs.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.verbs import act, forced, legal, may, over, owes, roll, settle, stream


@kernel
def look(s: State, note: Numbers) -> None:
    """Write what `owes`, `may`, `over`, `forced`, `stream` say after the count of events in `note`.

    The last two are 0 where they do not apply.
    """
    note[0, 1] = owes(s)
    note[0, 2] = may(s)
    note[0, 3] = over(s)
    note[0, 4] = note[0, 5] = 0
    if note[0, 3] == 0:
        if note[0, 1] != 0:
            note[0, 4] = forced(s)
        else:
            note[0, 5] = stream(s)


@kernel
def look_at(records: Numbers, note: Numbers) -> None:
    """Write how the game stands: see `look`."""
    note[0, 0] = 0
    look(records[0], note)


@kernel
def legal_at(records: Numbers, seat: int, out: Numbers) -> int:
    """See `verbs.legal`."""
    return legal(records[0], seat, out)


@kernel
def act_at(records: Numbers, seat: int, action: int, note: Numbers) -> int:
    """See `verbs.act`; where it is carried out, how the game stands then."""
    note[0, 0] = 0
    reason = act(records[0], seat, action, note)
    if reason == 0:
        look(records[0], note)
    return reason


@kernel
def roll_at(records: Numbers, number: int, weights: Numbers) -> int:
    """See `verbs.roll`."""
    return roll(records[0], number, weights)


@kernel
def settle_at(records: Numbers, outcome: int, note: Numbers) -> None:
    """See `verbs.settle`, and how the game stands then."""
    note[0, 0] = 0
    settle(records[0], outcome, note)
    look(records[0], note)
