"""Find a different game that looks the same to a seat, by trying other hidden outcomes and choices."""

from __future__ import annotations

from random import Random

from hustings import HustingsError, Table
from hustings.engine.moves import CHANCE_MARK
from hustings.testing import tables

TRIED = 6  # the most entries of the log for which others are tried
OTHERS = 3  # the most other entries tried in place of one


def redealt(table: Table, seat: int | None, random: Random) -> list[str] | None:
    """Return a log with one different entry that looks the same to the seat (None: a spectator).

    None if no such log was found, if the seat knows everything, or after the end, when games reveal what was hidden.
    """
    log = list(table.log)
    view = table.view_row(seat).tobytes()
    if table.over or view == table.record().tobytes():
        return None
    for number in random.sample(range(len(log)), min(TRIED, len(log))):
        for entry in _instead(table, log[:number], log[number], random):
            other = [*log[:number], entry, *log[number + 1 :]]
            try:
                after = tables.replayed(table, other)
            except HustingsError:
                continue
            if after.view_row(seat).tobytes() == view and _looks_alike(table, log, other, number, seat):
                return other
    return None


def _instead(table: Table, before: list[str], entry: str, random: Random) -> list[str]:
    """Return some entries that would have been possible in place of a log entry."""
    here = tables.replayed(table, before)
    if entry.startswith(CHANCE_MARK):
        others = [CHANCE_MARK + text for text in here.odds()]
    else:
        others = [str(move) for move in here.legal(here.read(entry).seat)]
    others = [other for other in others if other != entry]
    return random.sample(others, min(OTHERS, len(others)))


def _looks_alike(table: Table, one: list[str], two: list[str], since: int, seat: int | None) -> bool:
    """Return whether two logs look the same to the seat after every entry from `since` on."""
    left, right = tables.replayed(table, one[:since]), tables.replayed(table, two[:since])
    for here, there in zip(one[since:], two[since:], strict=True):
        left.enter(here)
        right.enter(there)
        if left.view_row(seat).tobytes() != right.view_row(seat).tobytes():
            return False
    return True
