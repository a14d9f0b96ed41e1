"""The game's README says what the game is: its fields, options, clauses and notation."""

from __future__ import annotations

import re
from importlib import resources

import pytest

import hustings
from hustings.games.combat import RULEBOOK
from hustings.games.combat.record import SCHEMA
from tests.rules.combat.tables import EDITIONS, after_ten_hands, hand, new_table

CLAUSES = [f"EC-{number}" for number in range(1, 23)]


def readme() -> str:
    """The README's text."""
    return resources.files("hustings.games.combat").joinpath("README.md").read_text(encoding="utf-8")


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
    """A paragraph begins with each clause id, EC-1 to EC-22, and with no other."""
    assert re.findall(r"^\*\*(EC-\d+)", readme(), re.MULTILINE) == CLAUSES


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_of_options_lists_every_value_default_first(edition: str) -> None:
    """Each option's row has its values in the order in which the game declares them."""
    for option in RULEBOOK.options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in readme()
    assert hustings.game("combat", edition=edition).options["edition"] == edition


def test_every_verb_of_the_notation_is_in_its_table() -> None:
    """Whatever is legal somewhere begins with a word the table of notation has."""
    tables = [
        new_table(),
        hand(new_table(), "CA TX", "P1 turn 1; P2 turn 2"),
        hand(new_table(), "TX FAKE", "P1 turn 1; P2 turn 2"),
        hand(new_table(), "RUSSIA", "P1 turn 1"),
        hand(new_table(), "RUSSIA", "P1 turn 1; P1 rock; P2 scissors"),
        after_ten_hands(),
    ]
    verbs = {move.verb for table in tables for seat in table.owes for move in table.legal(seat)}
    assert verbs == {"turn", "take", "call", "rock", "paper", "scissors", "pick", "add"}
    notation = readme().split("## Notation")[1].split("## The record")[0]
    assert all(re.search(rf"`(P1 )?{verb}\b", notation) for verb in verbs)
