"""The lists of what is stored: complete, in both languages, and the same on the pages of the documentation."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import get_args

from hustings.classes import records as class_records
from hustings.classes.data import codebook
from hustings.clubs import records as club_records
from hustings.clubs.settings import ClubGame
from hustings.gatherings import stored
from hustings.gatherings.results import Finish
from hustings.rooms.log import log_events
from hustings.rooms.settings import RoomSettings
from tests.web.helpers import Site

ROOT = Path(__file__).parents[2]
KINDS: dict[stored.Log, list[type]] = {
    "class": [
        *get_args(class_records.Record),
        *(class_records.TablePlan, Finish, class_records.PhoneCheck, class_records.ClassSettings),
    ],
    "table": [*get_args(log_events.Record), log_events.Chair, RoomSettings],
    "club": [*get_args(club_records.Record), club_records.Dealt, ClubGame, Finish],
}
FIELDS = [
    (log, kind.__name__, part.name)
    for log, kinds in KINDS.items()
    for kind in kinds
    for part in dataclasses.fields(kind)
]


def test_every_field_is_listed_once_with_its_meaning() -> None:
    listed = [(one.log, one.record, one.field) for one in stored.stored()]
    assert sorted(listed) == sorted(FIELDS)
    assert all(one.meaning for one in stored.stored())


def test_the_server_answers_the_list(site: Site) -> None:
    told = site.ask("GET", "/api/stored").json
    assert [(one["log"], one["record"], one["field"]) for one in told] == [
        (one.log, one.record, one.field) for one in stored.stored()
    ]


def test_the_pages_of_the_documentation_list_every_field() -> None:
    for name, title, logs in (
        ("class-data.md", "## The log of a class", ("class", "table")),
        ("club-data.md", "## The log of a club", ("club",)),
    ):
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        rows = page.split(title)[1]
        listed = re.findall(r"\w+\.\w+", rows.partition(f"| {stored.UNUSED} |")[2])
        for record, cell in re.findall(r"^\| `(\w+)` \| (.+) \|$", rows, re.M):
            listed += [f"{record}.{field}" for field in re.findall(r"`(\w+)`: ", cell)]
        assert sorted(listed) == sorted(f"{record}.{field}" for log, record, field in FIELDS if log in logs)
        written = stored.tables(page, *logs)  # scripts/stored_data.py writes it
        assert (codebook.tables(written) if name == "class-data.md" else written) == page


def test_every_field_has_its_spanish() -> None:
    text = (ROOT / "client" / "src" / "words" / "es" / "stored.ts").read_text(encoding="utf-8")
    for log in get_args(stored.Log):
        part = text.split(f"\n  {log}: {{\n")[1].partition("\n  },")[0]
        said = dict(re.findall(r"^    '(\w+\.\w+)': '(.+)',$", part, re.M))
        fields = [one for one in stored.stored() if one.log == log]
        declared = {f"{one.record}.{one.field}": one.spanish for one in fields if one.spanish}
        assert set(said).isdisjoint(declared)
        said |= declared
        english = {f"{one.record}.{one.field}": one.meaning for one in fields}
        assert set(said) == set(english)
        assert [name for name in said if said[name] == english[name]] == []
