"""The game's README says what the game is: its numbers and its notation."""

from __future__ import annotations

import re

from hustings.games.president.record import CODES, ELECTORS, SIZE_NAMES
from tests.rules.president.tables import dealt
from tests.rules.readmes import notation, readme


def test_the_table_of_electors_is_the_cards() -> None:
    """Each state's row has its electors under both apportionments."""
    text = readme("president")
    for state, code in enumerate(CODES):
        assert re.search(rf"^\| {code} \| {ELECTORS[0, state]} \| {ELECTORS[1, state]} \|$", text, re.MULTILINE)
    assert f"| all | {ELECTORS[0].sum()} | {ELECTORS[1].sum()} |" in text


def test_the_notation_is_the_one_moves_are_written_in() -> None:
    """The table of notation names the one verb and every size."""
    told = notation("president")
    table = dealt(2, "FL MT PA OH NV IA CO WI VA NC")
    assert {move.verb for move in table.legal(0)} == {"place"}
    assert "`P1 place large FL`" in told
    assert all(size in told for size in SIZE_NAMES)
    assert f"`* {table.log[0].removeprefix('* ')}`" in told
