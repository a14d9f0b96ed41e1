"""The game's README says what the game is: its fields, options, rulings and notation."""

from __future__ import annotations

import re
from importlib import resources

from hustings.games.mudslinger import RULEBOOK
from hustings.games.mudslinger.cards import CANDIDATES, KIND_CODES
from hustings.games.mudslinger.record import MOST_DEALS, MOST_DOLLARS, SCHEMA


def readme() -> str:
    """The README's text."""
    return resources.files("hustings.games.mudslinger").joinpath("README.md").read_text(encoding="utf-8")


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


def test_the_table_of_options_lists_every_value_default_first() -> None:
    """Each option's row has its values in the order in which the game declares them."""
    for option in RULEBOOK.options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in readme()


def test_the_numbers_and_codes_are_the_games() -> None:
    """Every kind of action but Recount, Spin Doctor and Whistle Stop is listed with what it does; so are the limits."""
    text = readme()
    assert " ".join(CANDIDATES) in text
    assert all(f"`{code}" in text or f"play {code}" in text for code in KIND_CODES if code not in ("RECOUNT", "GAG"))
    assert f"${MOST_DOLLARS})" in text
    assert (MOST_DEALS, "at most three deals" in text) == (3, True)
