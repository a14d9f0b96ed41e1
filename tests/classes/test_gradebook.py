"""The table for a gradebook: one row for each person, with what they did themselves."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from hustings.classes import changes
from hustings.classes.data.gradebook import place_of
from hustings.gatherings.results import Finish
from tests.classes.helpers import class_of, do, open_classes
from tests.classes.test_debriefs import finish
from tests.rooms.helpers import move, run


def test_a_row_has_places_right_answers_and_own_decisions(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, _, people = await class_of(classes, 2, naming="dealt", game="combat")
            await classroom.start()
            watcher = await people[0].sit()
            legal = watcher.snapshot.legal  # type: ignore[attr-defined]
            own = 0
            if legal:
                assert (await move(people[0].room, watcher, legal[0].text)).type == "ack"
                own = 1
            await finish(classroom, [0])
            for right in (1, 0):
                await do(classroom, lambda state, right=right: changes.open_question(  # type: ignore[misc]
                    state, "How many?", ["10", "11"], "exit", right))  # fmt: skip
                await classroom.answer(people[0].token, classroom.state.questions[-1].number, 1)
                await do(classroom, lambda state: changes.close_question(state, False))
            text = (await classes.gradebook(classroom)).decode("utf-8-sig")
            rows = {row["name"]: row for row in csv.DictReader(io.StringIO(text))}
            assert len(rows) == 2
            names = {number: person.name for number, person in classroom.state.people.items()}
            first, second = rows[names[1]], rows[names[2]]
            assert (first["right"], first["asked"], second["right"], second["asked"]) == ("1", "2", "0", "2")
            assert int(first["decisions"]) == own, "the rule of thumb's moves are not the pupil's"
            assert second["decisions"] == "0"
            table = classroom.state.tables[0]
            end = table.finish
            assert end is not None
            for number in names:
                seat = table.seat_of(number)
                assert seat is not None
                lost = end.scores[seat] < max(end.scores)  # in a draw both come first
                assert rows[names[number]]["places"] == ("2" if lost else "1"), (end, seat)

    run(work())


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [([5, 9, 7], [1], [3, 1, 2]), ([5, 9, 9], [1, 2], [3, 1, 1]), ([0, 80, 65], [2], [3, 2, 1])],
)
def test_winners_come_first_and_level_sides_share_a_place(
    scores: list[int], winners: list[int], places: list[int]
) -> None:
    sides = [(0,), (1,), (2,)]
    assert [place_of(Finish(scores, winners, False), sides, side) for side in sides] == places
