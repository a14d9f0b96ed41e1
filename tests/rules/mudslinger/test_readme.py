"""The game's README says what the game is: its numbers and its codes."""

from __future__ import annotations

from hustings.games.mudslinger.cards import CANDIDATES, KIND_CODES
from hustings.games.mudslinger.record import MOST_DEALS, MOST_DOLLARS
from tests.rules.readmes import readme


def test_the_numbers_and_codes_are_the_games() -> None:
    """Every kind of action but Recount, Spin Doctor and Whistle Stop is listed with what it does; so are the limits."""
    text = readme("mudslinger")
    assert " ".join(CANDIDATES) in text
    assert all(f"`{code}" in text or f"play {code}" in text for code in KIND_CODES if code not in ("RECOUNT", "GAG"))
    assert f"${MOST_DOLLARS})" in text
    assert (MOST_DEALS, "at most three deals" in text) == (3, True)
