"""Which moves show somebody what was hidden from them: told of the verbs alone, for every game."""

from __future__ import annotations

import random

import hustings
from hustings.engine.table import Table


def played(game: str, seats: int, seed: int, moves: int) -> dict[tuple[str, bool], int]:
    """How often moves of each verb, chosen by chance, show something or nothing."""
    table, chooser = hustings.game(game).start(seats=seats, seed=seed), random.Random(seed)
    found: dict[tuple[str, bool], int] = {}
    for _ in range(moves):
        if table.over:
            break
        move = chooser.choice(table.legal(min(table.owes)))
        kind = (move.verb, table.shows_hidden(move))
        found[kind] = found.get(kind, 0) + 1
        table.play(move)
    return found


def untouched(table: Table, move: str) -> bool:
    """Whether asking leaves a table as it was, and gives the same answer again."""
    before = table.record().tobytes(), table.log, table.events()
    asked = table.shows_hidden(move)
    return (table.record().tobytes(), table.log, table.events()) == before and table.shows_hidden(move) is asked


def test_a_sealed_choice_shows_nothing_until_the_last_one_opens_all() -> None:
    table = hustings.game("president").start(seats=3, seed=1)
    for seat in range(3):
        move = table.legal(seat)[0]
        assert untouched(table, str(move))
        assert table.shows_hidden(move) is (seat == 2)
        table.play(move)


def test_a_card_from_the_hand_shows_what_it_is_and_dollars_do_not() -> None:
    found = played("mudslinger", 3, 5, 150)
    assert not {(verb, True) for verb in ("draw", "pass", "spend", "sling", "rest", "campaign", "promise")} & set(found)
    assert ("pass", False) in found
    assert ("trade", False) not in found
    found = played("politics", 2, 3, 40)
    assert ("play", True) in found  # and where only one card could it have been, it shows nothing


def test_to_decline_a_reaction_never_shows_anything() -> None:
    """What `rooms.commands.takeback` takes for granted."""
    for seed in range(3):
        found = played("mudslinger", 4, seed, 120)
        assert ("pass", True) not in found
