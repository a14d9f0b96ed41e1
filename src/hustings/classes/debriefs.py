"""A class's finished game counted by other rules, for teacher, projector and phones.

Before the last table is over nobody is told anything, but for the teacher, who may look at tables that are over while
others play; in a class that plays duplicates not even they may, for the other tables have the same cards.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from hustings.classes.pictures import Pictures
from hustings.classes.state import ClassState, ClassTable
from hustings.classes.tables import TableWatch
from hustings.classes.updates import SeatName
from hustings.debrief import Count, Debrief, debrief, debrief_stopped, summary
from hustings.rooms.errors import RoomError
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class CountInfo(Wire):
    """A table counted by one rule; see `hustings.debrief.Count`.

    key, facts   the rule, and what its texts mention; name, text and question are those texts in English.
    totals       what each side has by it.   winners  the sides that come out first, by their places.
    changed      whether others come out first than in the game.   flips  the fewest states that would turn it.
    """

    key: str
    facts: dict[str, int | str]
    name: str
    text: str
    question: str
    totals: list[float]
    winners: list[int]
    changed: bool
    flips: list[str]


@dataclass(frozen=True, slots=True)
class TableDebrief(Wire):
    """A table counted by other rules; number: from 1; names, seats: of each side, as on the projector.

    stopped  it has no result by its own rules: what everybody saw when it was stopped is counted.
    played   the count that decided; others: by other rules, in the order they are best told.
    """

    number: int
    stopped: bool
    names: list[list[str]]
    played: CountInfo
    others: list[CountInfo]
    seats: list[list[SeatName]]


@dataclass(frozen=True, slots=True)
class RuleInfo(Wire):
    """A rule for the whole class; tables: how many it counts; turned: the tables with other winners."""

    key: str
    facts: dict[str, int | str]
    name: str
    text: str
    question: str
    tables: int
    turned: list[int]


@dataclass(frozen=True, slots=True)
class ClassDebrief(Wire):
    """The last game of a class counted by other rules.

    number     of the game, from 1.   duplicate  every table was dealt from the same secret.
    tables     those that are counted; waiting: how many are not over yet.
    rules      in the order they are best told.   caution  what no count can say.
    """

    game: str
    number: int
    duplicate: bool
    waiting: int
    tables: list[TableDebrief]
    rules: list[RuleInfo]
    caution: str


class Debriefs:
    """The debriefs of the last game's tables, cached."""

    def __init__(self) -> None:
        self._known: dict[str, Debrief] = {}
        self._counting = asyncio.Lock()

    async def tell(self, pictures: Pictures, teacher: bool) -> ClassDebrief:
        """Return the last game counted by other rules, for the teacher or for everybody else.

        Raises RoomError where there is nothing that they may know yet, or the class or the next game overtakes it.
        """
        state, game = pictures.state, pictures.state.game
        watches = list(pictures.tables.watches)  # they are let go where the class is deleted meanwhile
        open_to = [place for place, _ in pictures.watched() if may_be_told(pictures, place, teacher)]
        if not open_to:
            raise RoomError("class.debrief_later")
        async with self._counting:
            self._known = {
                room: self._known[room] for room in [table.room for table in state.tables] if room in self._known
            }
            for place in open_to:
                await self._count(state.tables[place], watches[place])
                if state.game is not game or not pictures.tables.watches:
                    raise RoomError("class.debrief_later")
        counted = {place: self._known[state.tables[place].room] for place in open_to}
        tables = [_table(pictures, place, found) for place, found in counted.items()]
        waiting = len(state.tables) - len(open_to)
        return _told(state, tables, list(counted.values()), waiting)

    async def _count(self, table: ClassTable, watch: TableWatch) -> None:
        if table.room not in self._known:
            played, finish = watch.room.state.table, table.finish
            assert played is not None
            if finish is not None and finish.stopped:
                found = await asyncio.to_thread(debrief_stopped, played, finish.scores, finish.winners)
            else:
                found = await asyncio.to_thread(debrief, played)
            if found is None:
                raise RoomError("class.debrief_later")
            self._known[table.room] = found


def may_be_told(pictures: Pictures, place: int, teacher: bool) -> bool:
    """Return whether a table's debrief may be shown now to the teacher, or to everybody else."""
    state = pictures.state
    if state.phase == "over":
        return True
    return teacher and not state.settings.duplicate and pictures.tables.watches[place].over


def _table(pictures: Pictures, place: int, found: Debrief) -> TableDebrief:
    finish, called = pictures.state.tables[place].finish, pictures.seat_names(place)
    seats = [[called[seat] for seat in side] for side in found.sides]
    return TableDebrief(
        number=place + 1,
        stopped=finish is not None and finish.stopped,
        names=[[seat.name for seat in side] for side in seats],
        played=_count_info(found.played),
        others=[_count_info(count) for count in found.others],
        seats=seats,
    )


def _count_info(count: Count) -> CountInfo:
    return CountInfo(**count.as_dict())


def _told(state: ClassState, tables: list[TableDebrief], found: list[Debrief], waiting: int) -> ClassDebrief:
    rules = [
        RuleInfo(**{key: value for key, value in line.items() if key != "changed"}, turned=_turned(tables, line))
        for line in summary(found)
    ]
    settings = state.settings
    caution = found[0].caution.english()
    return ClassDebrief(settings.game, len(state.games), settings.duplicate, waiting, tables, rules, caution)


def _turned(tables: list[TableDebrief], line: dict[str, object]) -> list[int]:
    """Return the tables with other winners by a rule."""
    rule = (line["key"], line["facts"])
    return [
        table.number for table in tables if any(one.changed and (one.key, one.facts) == rule for one in table.others)
    ]
