"""A class's finished game counted by other rules, for teacher, projector and phones.

Before the last table is over nobody is told anything, but for the teacher, who may look at tables that are over while
others play; in a class that plays duplicates not even they may, for the other tables have the same cards.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import asdict, dataclass, replace

from hustings.classes import records as r
from hustings.classes.pictures import Pictures
from hustings.classes.state import ClassState, ClassTable
from hustings.classes.tables import TableWatch
from hustings.classes.updates import SeatName
from hustings.debrief import Count, Debrief, Screen, debrief, debrief_stopped, screens, summary, traffic
from hustings.debrief.debrief import Outcome
from hustings.debrief.story import Kind
from hustings.rooms.errors import RoomError
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class CountInfo(Wire):
    """A table counted by one rule; see `hustings.debrief.Count`.

    key, facts   the rule, and what its texts mention; name, text and question are those texts in English.
    totals       what each side has by it.   winners  the sides that come out first, by their places.
    changed      whether others come out first than in the game.   flips  the fewest states that would turn it.
    outcome      the winner beside the game's: the same, one other, several level sides, or nobody.
    weights      what each state counts for its holder; of other rules see `RuleInfo`.
    parts        by rules that divide or rank: what each side has in each state.
    """

    key: str
    facts: dict[str, int | str]
    name: str
    text: str
    question: str
    totals: list[float]
    winners: list[int]
    changed: bool
    outcome: Outcome
    flips: list[str]
    weights: dict[str, int]
    parts: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class EffortInfo(Wire):
    """An effort of a side in a state; see `hustings.engine.campaign.Effort`."""

    step: int
    side: int
    state: str
    amount: int
    kind: str
    wasted: bool


@dataclass(frozen=True, slots=True)
class RoundInfo(Wire):
    """One of several counts. totals: by side; held: whose each state was; leaving: the sides that leave after it."""

    totals: list[int]
    held: dict[str, int]
    leaving: list[int]


@dataclass(frozen=True, slots=True)
class TableDebrief(Wire):
    """A table counted by other rules; number: from 1; names, seats: of each side, as on the projector.

    stopped  it has no result by its own rules: its states are counted as they were held when it was stopped.
    played   the count that decided; others: by other rules, in the order they are best told.
    held     the side that holds each state, null for nobody.
    efforts  what the sides did in the states, in order; rounds: the counts, where there may be several.
    needed   the votes that win a round; parties: of the sides; links: neighbours of one side, in games of networks.
    """

    number: int
    stopped: bool
    names: list[list[str]]
    played: CountInfo
    others: list[CountInfo]
    seats: list[list[SeatName]]
    held: dict[str, int | None]
    efforts: list[EffortInfo]
    rounds: list[RoundInfo]
    needed: int
    parties: list[str]
    links: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class RuleInfo(Wire):
    """A rule for the whole class; tables: how many it counts; turned: the tables with other winners.

    weights  what each state counts by it for its holder; empty for rules that divide or rank.
    """

    key: str
    facts: dict[str, int | str]
    name: str
    text: str
    question: str
    tables: int
    turned: list[int]
    weights: dict[str, int]


@dataclass(frozen=True, slots=True)
class ScreenInfo(Wire):
    """A screen for the projector; see `hustings.debrief.Screen`.

    table   the number of the table to show large, null if all are equally large.
    rule    the place in `rules`; count: the number of the count; facts: what the headline mentions.
    marked  the numbers of the tables that the headline counts.
    """

    kind: Kind
    table: int | None
    rule: int | None
    count: int | None
    facts: dict[str, int | str]
    marked: list[int]


@dataclass(frozen=True, slots=True)
class StateTraffic(Wire):
    """A state and all tables; see `hustings.debrief.Traffic`.

    chosen    how often a side chose it; amount: the sum of what was spent there.
    together  the steps in which several sides chose it.
    won       the tables whose winner held it; parties: the tables at which each party held it.
    """

    state: str
    chosen: int
    amount: int
    together: int
    won: int
    parties: dict[str, int]


@dataclass(frozen=True, slots=True)
class Prediction(Wire):
    """A question that the class answered before or during the game. bars: how many gave each answer."""

    number: int
    text: str
    answers: list[str]
    bars: list[int]


@dataclass(frozen=True, slots=True)
class ClassDebrief(Wire):
    """The last game of a class counted by other rules.

    number     of the game, from 1.   duplicate  every table was dealt from the same secret.
    tables     those that are counted; waiting: how many are not over yet.
    rules      in the order they are best told.   caution  what no count can say.
    screens    for the projector, in order.   states  the traffic of each state, the busiest first.
    predictions  what the class was asked and answered before.
    """

    game: str
    number: int
    duplicate: bool
    waiting: int
    tables: list[TableDebrief]
    rules: list[RuleInfo]
    caution: str
    screens: list[ScreenInfo]
    states: list[StateTraffic]
    predictions: list[Prediction]


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
    return teacher and state.step is None and not state.settings.duplicate and pictures.tables.watches[place].over


def _table(pictures: Pictures, place: int, found: Debrief) -> TableDebrief:
    finish, called = pictures.state.tables[place].finish, pictures.seat_names(place)
    seats = [[called[seat] for seat in side] for side in found.sides]
    course = found.campaign
    return TableDebrief(
        number=place + 1,
        stopped=finish is not None and finish.stopped,
        names=[[seat.name for seat in side] for side in seats],
        played=_count_info(found.played),
        others=[replace(_count_info(count), weights={}) for count in found.others],
        seats=seats,
        held=dict(found.held),
        efforts=[EffortInfo(**asdict(effort)) for effort in course.efforts],
        rounds=[RoundInfo(list(one.totals), dict(one.holder), list(one.leaving)) for one in course.rounds],
        needed=course.needed,
        parties=list(course.parties),
        links=list(course.links),
    )


def _count_info(count: Count) -> CountInfo:
    return CountInfo(**count.as_dict())


def _told(state: ClassState, tables: list[TableDebrief], found: list[Debrief], waiting: int) -> ClassDebrief:
    lines = summary(found)
    rules = [
        RuleInfo(**{key: value for key, value in line.items() if key != "changed"}, turned=_turned(tables, line))
        for line in lines
    ]
    settings = state.settings
    return ClassDebrief(
        game=settings.game,
        number=state.number,
        duplicate=settings.duplicate,
        waiting=waiting,
        tables=tables,
        rules=rules,
        caution=found[0].caution.english(),
        screens=[_screen(one, tables) for one in screens(found, lines)],
        states=[StateTraffic(**asdict(one)) for one in traffic(found)],
        predictions=_predictions(state),
    )


def _screen(screen: Screen, tables: list[TableDebrief]) -> ScreenInfo:
    table = None if screen.table is None else tables[screen.table].number
    marked = [tables[place].number for place in screen.marked]
    return ScreenInfo(screen.kind, table, screen.rule, screen.count, dict(screen.facts), marked)


def _predictions(state: ClassState) -> list[Prediction]:
    """The closed questions before and during the last game, with their answers counted."""
    found = []
    for question in state.polls():
        if question.part not in r.AFTERWARDS:
            counts = Counter(question.given.values())
            bars = [counts[number] for number in range(len(question.answers))]
            found.append(Prediction(question.number, question.text, question.answers, bars))
    return found


def _turned(tables: list[TableDebrief], line: dict[str, object]) -> list[int]:
    """Return the tables with other winners by a rule."""
    rule = (line["key"], line["facts"])
    return [
        table.number for table in tables if any(one.changed and (one.key, one.facts) == rule for one in table.others)
    ]
