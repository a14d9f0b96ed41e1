"""What a table asks of the rules, as kernels over an array of one record: Python hands no record to compiled code."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.verbs import act, forced, legal, may, over, owes, roll, settle, stream


@kernel
def look_at(records: Numbers, told: Numbers) -> None:
    """Write what `owes`, `may`, `over`, `forced`, `stream` say into `told`; the last two 0 where they do not apply."""
    s = records[0]
    told[0] = owes(s)
    told[1] = may(s)
    told[2] = over(s)
    told[3] = told[4] = 0
    if told[2] == 0:
        if told[0] != 0:
            told[3] = forced(s)
        else:
            told[4] = stream(s)


@kernel
def legal_at(records: Numbers, seat: int, out: Numbers) -> int:
    """See `verbs.legal`."""
    return legal(records[0], seat, out)


@kernel
def act_at(records: Numbers, seat: int, action: int, note: Numbers) -> int:
    """See `verbs.act`."""
    return act(records[0], seat, action, note)


@kernel
def roll_at(records: Numbers, number: int, weights: Numbers) -> int:
    """See `verbs.roll`."""
    return roll(records[0], number, weights)


@kernel
def settle_at(records: Numbers, outcome: int, note: Numbers) -> None:
    """See `verbs.settle`."""
    settle(records[0], outcome, note)
