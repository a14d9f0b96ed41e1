"""The game's README says what the game is: its notation."""

from __future__ import annotations

import re

from tests.rules.combat.tables import after_ten_hands, hand, new_table
from tests.rules.readmes import notation


def test_every_verb_of_the_notation_is_in_its_table() -> None:
    """Whatever is legal somewhere begins with a word the table of notation has."""
    tables = [
        new_table(),
        hand(new_table(), "CA TX", "P1 turn 1; P2 turn 2"),
        hand(new_table(stops="3"), "CA TX", "P1 turn 1; P2 turn 2"),
        hand(new_table(), "TX FAKE", "P1 turn 1; P2 turn 2"),
        hand(new_table(), "RUSSIA", "P1 turn 1"),
        hand(new_table(), "RUSSIA", "P1 turn 1; P1 rock; P2 scissors"),
        after_ten_hands(),
    ]
    verbs = {move.verb for table in tables for seat in table.owes for move in table.legal(seat)}
    assert verbs == {"turn", "take", "call", "rock", "paper", "scissors", "pick", "add", "stand"}
    assert all(re.search(rf"`(P1 )?{verb}\b", notation("combat")) for verb in verbs)
