"""The game's README says what the game is: its fields, options, clauses and notation."""

from __future__ import annotations

import re
from importlib import resources

from hustings.games.president import RULEBOOK
from hustings.games.president.cards import CODES, ELECTORS, SIZE_NAMES
from hustings.games.president.record import SCHEMA
from tests.rules.president.tables import dealt

CLAUSES = [f"UP-{number}" for number in range(1, 13)]


def readme() -> str:
    """The README's text."""
    return resources.files("hustings.games.president").joinpath("README.md").read_text(encoding="utf-8")


def fields_table() -> str:
    """The table of fields as the README must have it."""
    lines = [f"| `{name}` | `{kind}` | {sees} | {meaning} |" for name, kind, sees, meaning in SCHEMA.table()]
    return "\n".join(["| field | type | who sees it | meaning |", "|---|---|---|---|", *lines])


def test_the_table_of_fields_is_the_schemas() -> None:
    """Between its two marks stands what SCHEMA.table() yields; on failure the table to put there is printed."""
    found = re.search(r"<!-- fields: .*? -->\n(.*?)\n?<!-- end of fields -->", readme(), re.DOTALL)
    assert found is not None
    print(fields_table())
    assert found[1] == fields_table()


def test_every_clause_is_explained_once_and_in_order() -> None:
    """A paragraph begins with each clause id, UP-1 to UP-12, and with no other."""
    assert re.findall(r"^\*\*(UP-\d+)", readme(), re.MULTILINE) == CLAUSES


def test_the_table_of_options_lists_every_value_default_first() -> None:
    """Each option's row has its values in the order in which the game declares them."""
    for option in RULEBOOK.options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in readme()


def test_the_table_of_electors_is_the_cards() -> None:
    """Each state's row has its electors under both apportionments."""
    for state, code in enumerate(CODES):
        assert re.search(rf"^\| {code} \| {ELECTORS[0, state]} \| {ELECTORS[1, state]} \|$", readme(), re.MULTILINE)
    assert f"| all | {ELECTORS[0].sum()} | {ELECTORS[1].sum()} |" in readme()


def test_the_notation_is_the_one_moves_are_written_in() -> None:
    """The table of notation names the one verb and every size."""
    notation = readme().split("## Notation")[1].split("## The record")[0]
    table = dealt(2, "FL MT PA OH NV IA CO WI VA NC")
    assert {move.verb for move in table.legal(0)} == {"place"}
    assert "`P1 place large FL`" in notation
    assert all(size in notation for size in SIZE_NAMES)
    assert f"`* {table.log[0].removeprefix('* ')}`" in notation
