"""Every page of a class says whose electors count and how many win, and no text counts fifty-one states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hustings
from hustings.classes.updates import ClassView
from hustings.gatherings import tables
from tests.classes.helpers import Page, class_of, open_classes
from tests.rooms.helpers import run, until

ROOT = Path(__file__).parents[2]
TEXTS = {"client/src": ("*.ts", "*.svelte"), "src/hustings": ("*.json", "*.md"), "docs": ("*.md",), "paper": ("*.md",)}
MISCOUNTED = re.compile(r"\b(51|fifty-one|cincuenta y un) (states|estados)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("game", "options", "elections", "majority"),
    [
        ("president", {}, "2012-20", 73),
        ("president", {"votes": "2024"}, "2024-28", 74),
        ("combat", {"votes": "2024"}, "2024-28", 270),
        ("politics", {}, "1904", None),
        ("mudslinger", {"votes": "2024"}, "2024-28", None),
    ],
)
def test_every_page_names_the_electors_and_the_majority(
    tmp_path: Path, game: str, options: dict[str, str], elections: str, majority: int | None
) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            size = {"combat": 2, "mudslinger": 3}.get(game, 4)
            classroom, teacher, people = await class_of(classes, size, game=game, options=options, size=size)
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            pages = [desk.last(ClassView), screen.last(ClassView), *(one.shown for one in people)]
            assert {(page.info.elections, page.info.majority) for page in pages} == {(elections, majority)}

    run(work())


def test_partners_have_the_mark_of_their_party_on_every_page(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, people = await class_of(classes, 4, game="politics", size=4)
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            await until(lambda: all(one.table for one in people) and bool(screen.last(ClassView).tables))
            shown = [desk.last(ClassView).tables[0], screen.last(ClassView).tables[0]]
            shown += [one.table for one in people if one.table]
            assert {(tuple(map(tuple, table.sides)), tuple(table.parties)) for table in shown} == {
                (((0, 2), (1, 3)), ("R", "D"))
            }

    run(work())


@pytest.mark.parametrize("neutral", [True, False])
def test_the_progress_of_a_table_has_the_neutral_names_of_its_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, neutral: bool
) -> None:
    monkeypatch.setattr(tables, "progress_seen", lambda table: "Hand 4 of 12 · Russian Collusion")

    async def work() -> None:
        async with open_classes(tmp_path) as classes:
            classroom, teacher, _ = await class_of(classes, 2, game="combat", neutral=neutral)
            desk, screen = Page(), Page()
            await classroom.attach(desk, teacher)
            await classroom.attach(screen, None)
            await classroom.start()
            await until(lambda: bool(desk.last(ClassView).tables and screen.last(ClassView).tables))
            called = "Foreign Interference" if neutral else "Russian Collusion"
            assert desk.last(ClassView).tables[0].now == f"Hand 4 of 12 · {called}"
            assert screen.last(ClassView).tables[0].now == f"Hand 4 of 12 · {called}"

    run(work())


def test_no_text_counts_the_district_of_columbia_as_a_state() -> None:
    found = [f"{path}: {match[0]}" for path in _texts() for match in MISCOUNTED.finditer(path.read_text("utf-8"))]
    assert found == []
    assert MISCOUNTED.search("Fifty-one states, and 51 estados")


def test_the_president_says_that_its_swing_states_are_those_of_the_2010s() -> None:
    assert "swing states of the 2010s" in hustings.game("president").words["line"]


def _texts() -> Iterator[Path]:
    yield ROOT / "README.md"
    for folder, patterns in TEXTS.items():
        for pattern in patterns:
            yield from (path for path in (ROOT / folder).rglob(pattern) if "static" not in path.parts)
