"""Every game's README says what the game is: its fields, its options and its clauses."""

from __future__ import annotations

import re

import pytest

import hustings
from tests.rules.readmes import readme

NAMES = ("combat", "mudslinger", "politics", "president")
EXPLAINED = {"combat": ("EC", 25), "politics": ("PO", 13), "president": ("UP", 12)}  # the last clause of each


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_fields_is_the_schemas(name: str) -> None:
    """Between its two marks stands what the schema's `table()` yields; on failure the table to put there is printed."""
    rows = hustings.game(name).book.schema.table()
    lines = [f"| `{field}` | `{kind}` | {sees} | {meaning} |" for field, kind, sees, meaning in rows]
    wanted = "\n".join(["| field | type | who sees it | meaning |", "|---|---|---|---|", *lines])
    found = re.search(r"<!-- fields: .*? -->\n(.*?)\n?<!-- end of fields -->", readme(name), re.DOTALL)
    assert found is not None
    print(wanted)
    assert found[1] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_options_lists_every_value_default_first(name: str) -> None:
    """Each option's row has its values in the order in which the game declares them."""
    for option in hustings.game(name).book.options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in readme(name)
        assert hustings.game(name).options[option.name] == option.values[0]


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_clause_is_explained_once_and_in_order(name: str) -> None:
    """A paragraph begins with each clause's id, from the first to the last, and with no other."""
    prefix, last = EXPLAINED[name]
    clauses = [f"{prefix}-{number}" for number in range(1, last + 1)]
    assert re.findall(rf"^\*\*({prefix}-\d+)", readme(name), re.MULTILINE) == clauses


@pytest.mark.parametrize("name", NAMES)
def test_every_option_and_value_has_a_label(name: str) -> None:
    """Each option is explained, and each of its values named."""
    texts = hustings.game(name).words["options"]
    options = {option.name: option.values for option in hustings.game(name).book.options}
    assert list(texts) == list(options)
    for option, values in options.items():
        assert tuple(texts[option]["values"]) == values
        assert texts[option]["label"]
        assert texts[option]["help"].endswith(".")
