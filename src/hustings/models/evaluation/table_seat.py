"""A seat at a table in this process, for an evaluation without a room."""

from __future__ import annotations

from hustings.engine.moves import seat_label
from hustings.engine.table import Table
from hustings.models.looking import Held


class TableSeat(Held):
    """A seat at a table in this process; players' names are P1, P2 and so on."""

    number: int

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(seat)
        self.table = table
        labels = map(seat_label, range(table.seats))
        people = [{"seat": k, "name": label, "kind": "player", "model": False} for k, label in enumerate(labels)]
        self._room = {"game": table.game.name, "options": table.game.options, "seats": people, "proposal": None}
        self.update()

    def update(self) -> None:
        """Bring the state and the events up to date with the table, as far as this seat may know them."""
        table, seat, result = self.table, self.number, self.table.result
        acts = seat in table.owes or seat in table.may
        known = self.events[-1]["entry"] if self.events else 0
        self.events += [event.as_dict() for event in table.events(known, seat)]
        self.state = {
            "seat": seat,
            "view": table.view(seat),
            "owes": sorted(table.owes),
            "legal": [move.as_dict() for move in table.legal(seat)] if acts and not table.over else [],
            "decision": table.length,
            "over": table.over,
            "result": result.as_dict() if result else None,
            "room": self._room,
        }
