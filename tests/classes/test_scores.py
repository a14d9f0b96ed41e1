"""A table's scores: the same on every page and in the data, and never more votes than exist."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pandas
import pytest

from hustings.classes.updates import ClassView, ScreenView
from hustings.engine.knowledge import holdings_open
from tests.classes.helpers import Page, Student, class_of, hurry, open_classes
from tests.games import NAMES
from tests.rooms.helpers import run, until

SIZES = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
MOST_MOVES = 40  # of each person; then the teacher ends the game


@pytest.mark.parametrize("game", NAMES)
def test_no_table_shows_more_votes_than_exist_and_all_pages_show_the_same(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 8, game=game, size=SIZES[game])
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            recounted = False
            while not recounted:
                await classroom.start()
                for _ in range(MOST_MOVES):
                    if classroom.state.phase == "playing":
                        await hurry(classroom)
                if classroom.state.phase == "playing" and not all(one.over for one in classroom.tables.watches):
                    await classroom.stop(0)
                await until(lambda: all(person.shown.info.phase == "over" for person in people))
                recounted = game != "president" or any(view.recounted for view in _views(screen).values())
            data = zipfile.ZipFile(io.BytesIO(await classes.data(classroom, False)))
            stored = pandas.read_csv(io.BytesIO(data.read("results.csv")))
            for number, watch in enumerate(classroom.tables.watches, 1):
                table = watch.room.state.table
                assert table is not None
                held = holdings_open(table)
                assert held is not None
                rows = stored[(stored.game_number == classroom.state.number) & (stored.table == number)]
                shown = [
                    [seat.score for seat in desk.last(ClassView).tables[number - 1].seats],
                    [seat.score for seat in screen.last(ClassView).tables[number - 1].seats],
                    rows.sort_values("seat").score.to_list(),
                    *(one.table.finish.scores for one in people if _sits(one, number)),  # type: ignore[union-attr]
                ]
                assert len(shown) > 3
                assert shown == [shown[0]] * len(shown)
                votes = sum(shown[0][side[0]] for side in table.sides)
                assert votes <= sum(held.votes.values())
                view = _views(screen)[number]
                assert view.recounted == (held.last_count is not None)
                assert view.held == held.holder  # the map stays, with every hidden state open

    run(work())


def _views(screen: Page) -> dict[int, ScreenView]:
    """The last view of each table on a projector."""
    return {view.number: view for view in screen.notices if isinstance(view, ScreenView)}


def _sits(person: Student, number: int) -> bool:
    table = person.table
    return table is not None and table.number == number
