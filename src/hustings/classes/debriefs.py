"""A class's finished game, also counted by other rules, for the teacher, the projector and the phones.

Nobody sees the debrief before the last table is over, except the teacher, who may look at finished tables earlier. If
all tables play with the same cards (duplicate), the teacher must wait, too.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import asdict, dataclass, replace

from hustings.classes import records as r
from hustings.classes.pictures import Pictures
from hustings.classes.state import ClassState, ClassTable
from hustings.classes.updates import SeatName
from hustings.debrief import Count, Debrief, Screen, debrief, debrief_stopped, screens, summary, traffic
from hustings.debrief.debrief import Outcome
from hustings.debrief.story import Kind, Traffic
from hustings.engine.campaign import Effort
from hustings.gatherings.tables import TableWatch
from hustings.rooms.errors import RoomError
from hustings.rooms.wire import Wire


@dataclass(frozen=True, slots=True)
class CountInfo(Wire):
    """The result of a table by one rule of counting; see `hustings.debrief.Count`.

    key, facts: the rule, and the facts in its texts; name, text and question are these texts in English.
    totals: each side's total by this rule; winners: the indexes of the sides that come first.
    changed: see `hustings.debrief.Count`.
    flips: the smallest set of states that would make the next side come first.
    outcome: who wins by this rule: the same side as in the game, another side, several sides that tie, or nobody.
    weights: what each state counts for its holder, in the game's own count; for other rules see `RuleInfo`.
    parts: for rules that divide a state or rank the sides in it, each side's part of each state.
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
class EffortInfo(Effort, Wire):
    """Something that a side did in a state; see `hustings.engine.campaign.Effort`."""


@dataclass(frozen=True, slots=True)
class RoundInfo(Wire):
    """One of a game's several counts. totals: by side; held: each state's side; leaving: the sides that then leave."""

    totals: list[int]
    held: dict[str, int]
    leaving: list[int]


@dataclass(frozen=True, slots=True)
class TableDebrief(Wire):
    """A table, also counted by other rules. number: from 1; names, seats: by side, as the projector shows them.

    stopped: the table was stopped early, so that its states are counted as they were held then.
    played: the count that decided; others: the counts by other rules, in the order to show them.
    held: the side that holds each state, null for nobody.
    efforts: the sides' efforts in the states, in order; rounds: the game's counts, if it counts several times.
    majority: more than half of the votes of all states in play.
    needed: the number of votes that wins the game or a round; 0 if no number does. parties: as in `OwnTable`.
    links: pairs of neighbouring states with the same holder, in a game in which networks count.
    house: the sides among whom the House would choose; empty in a game that the fewest votes win.
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
    majority: int
    needed: int
    parties: list[str]
    links: list[tuple[str, str]]
    house: list[int]


@dataclass(frozen=True, slots=True)
class RuleInfo(Wire):
    """A rule and its results in the class. tables: how many tables it counts; turned: those that other sides win by it.

    weights: what each state counts for its holder by this rule; empty for rules that divide or rank.
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

    table: the number of the table to show large, null if all are equally large.
    rule: an index of `rules`; facts: the facts in the headline.
    marked: the numbers of the tables that the headline counts.
    """

    kind: Kind
    table: int | None
    rule: int | None
    facts: dict[str, int | str]
    marked: list[int]


@dataclass(frozen=True, slots=True)
class StateTraffic(Traffic, Wire):
    """A state in the campaigns of all tables; see `hustings.debrief.Traffic`."""


@dataclass(frozen=True, slots=True)
class Prediction(Wire):
    """A question that the class answered before or during the game.

    bars: how many people gave each answer; ready: as in `QuestionInfo`.
    """

    number: int
    text: str
    answers: list[str]
    bars: list[int]
    ready: str | None


@dataclass(frozen=True, slots=True)
class ClassDebrief(Wire):
    """The last game of a class, also counted by other rules.

    number: the number of the game, from 1; duplicate: whether all tables had the same deal.
    tables: the tables that are counted; waiting: the number of tables that are not over yet.
    rules: the other rules, in the order to show them; caution: a sentence about what no count can say.
    screens: the screens for the projector, in order; states: the states, the one with most efforts first.
    predictions: the questions that the class answered before or during the game.
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
    """Makes and caches the debriefs of the last game's tables."""

    def __init__(self) -> None:
        self._known: dict[str, Debrief] = {}
        self._counting = asyncio.Lock()

    async def tell(self, pictures: Pictures, teacher: bool) -> ClassDebrief:
        """Return the last game, also counted by other rules, for the teacher or for everybody else.

        Raises RoomError if they may not see any table yet, or if the class ends or begins another game meanwhile.
        """
        state, game = pictures.state, pictures.state.game
        watches = list(pictures.tables.watches)  # a copy, because the list is emptied if the class is deleted
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
        majority=found.majority,
        needed=found.needed,
        parties=pictures.parties(pictures.tables.watches[place]),
        links=list(course.links),
        house=list(found.house),
    )


def _count_info(count: Count) -> CountInfo:
    return CountInfo(**count.as_dict())


def _told(state: ClassState, tables: list[TableDebrief], found: list[Debrief], waiting: int) -> ClassDebrief:
    lines = summary(found)
    rules = [
        RuleInfo(**{key: value for key, value in line.items() if key != "changed"}, turned=_turned(tables, line))
        for line in lines
    ]
    settings, predictions = state.settings, _predictions(state)
    return ClassDebrief(
        game=settings.game,
        number=state.number,
        duplicate=settings.duplicate,
        waiting=waiting,
        tables=tables,
        rules=rules,
        caution=found[0].caution.english(),
        screens=[_screen(one, tables) for one in screens(found, lines, bool(predictions))],
        states=[StateTraffic(**asdict(one)) for one in traffic(found)],
        predictions=predictions,
    )


def _screen(screen: Screen, tables: list[TableDebrief]) -> ScreenInfo:
    table = None if screen.table is None else tables[screen.table].number
    marked = [tables[place].number for place in screen.marked]
    return ScreenInfo(screen.kind, table, screen.rule, dict(screen.facts), marked)


def _predictions(state: ClassState) -> list[Prediction]:
    """Return the answered questions from before and during the last game, with their answers counted."""
    found = []
    for question in state.polls():
        if question.given and question.part not in r.AFTERWARDS:
            counts = Counter(question.given.values())
            bars = [counts[number] for number in range(len(question.answers))]
            found.append(Prediction(question.number, question.text, question.answers, bars, question.ready))
    return found


def _turned(tables: list[TableDebrief], line: dict[str, object]) -> list[int]:
    """Return the numbers of the tables at which other sides win by a rule than in the game."""
    rule = (line["key"], line["facts"])
    return [
        table.number for table in tables if any(one.changed and (one.key, one.facts) == rule for one in table.others)
    ]
