"""Export a club's results: a row for each seat of each round."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from hustings.clubs.updates import EveningResults
from hustings.gatherings.spreadsheets import BYTE_ORDER_MARK, harmless
from hustings.rooms.hours import zone_of

COLUMNS = (
    *("evening", "day", "round", "game", "table", "seat", "member", "name"),
    *("score", "won", "alike", "stopped", "replay"),
)


def as_csv(evenings: Iterable[EveningResults]) -> bytes:
    """Return the results of evenings for a spreadsheet.

    A bot has no member; a former member has no name. `won` and `alike` are shares from 0 to 1, empty if they do not
    count. `replay` is the code of the table's room.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for evening in evenings:
        writer.writerows(_rows(evening))
    return BYTE_ORDER_MARK + text.getvalue().encode()


def _rows(evening: EveningResults) -> Iterator[tuple[object, ...]]:
    day = datetime.fromtimestamp(evening.at, zone_of(evening.zone)).date().isoformat()
    for each in evening.rounds:
        for table in each.tables:
            if table.finish is None:
                continue
            for number, seat in enumerate(table.seats, 1):
                name = harmless(seat.name or "")
                told = (evening.number, day, each.number, each.game, table.number, number, seat.member, name)
                yield (*told, seat.score, seat.points, seat.alike, table.finish.stopped, table.room)
