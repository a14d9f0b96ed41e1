"""Positions of U.S. President built from notation, and short ways to look at them.

A week is written as one placement for each player, in the order of the seats, "3 FL, 1 MT": the size by its victory
points, then the state. Weeks are separated by semicolons. Chance is asked at every table here, so nobody holds a card
that the test did not deal.
"""

from __future__ import annotations

from typing import Any

import hustings
from hustings.engine.table import Table
from hustings.games.president.record import ABSENT, CODES, HOLDER, NOBODY, SIZE_NAMES
from hustings.games.president.rules import begin_deal
from tests.rules.tables import assert_sound, table_over

OVERTAKEN = ("aside", "keeps")
EMPTY_STATES = ("inherit", "aside")
SIZE_OF = dict(zip("123", SIZE_NAMES, strict=True))
ASIDE = None  # the holder of a card beside the map


def undealt(seats: int = 2, **options: str) -> Table:
    """A whole game before the first card is dealt."""
    return hustings.game("president", **options).start(seats=seats, chance="asked")


def dealt(seats: int, cards: str, **options: str) -> Table:
    """A whole game in which these cards were dealt, one at a time, round and round from P1; the others lie aside."""
    return deal(undealt(seats, **options), cards)


def deal(table: Table, cards: str) -> Table:
    """Deal these cards in order."""
    for number, code in enumerate(cards.split()):
        table.settle(f"P{number % table.seats + 1} {code}")
        assert_sound(table)
    return table


def small(seats: int, states: str, weeks: int = 12, holders: str = "", **options: str) -> Table:
    """A game of fewer states and weeks, after the deal.

    holders  who holds which card at first, as "P1 FL, P2 MT"; the others lie beside the map.
    """
    game = hustings.game("president", **options)
    row: Any = game.start_row(seats)
    row.weeks, row.to_deal, row.dealing = weeks, 0, NOBODY
    for state, code in enumerate(CODES):
        row.holder[state] = NOBODY if code in states.split() else ABSENT
    for holding in filter(None, holders.split(", ")):
        label, code = holding.split()
        row.holder[CODES.index(code)] = HOLDER.index(label)
    return table_over(game, row)


def small_deal(seats: int, states: str, **options: str) -> Table:
    """A game of fewer states before the first card is dealt."""
    game = hustings.game("president", **options)
    row: Any = game.start_row(seats)
    for state, code in enumerate(CODES):
        row.holder[state] = NOBODY if code in states.split() else ABSENT
    begin_deal(row)
    return table_over(game, row)


def place(table: Table, text: str) -> Table:
    """Play whole weeks: each player's placement in the order of the seats, weeks separated by semicolons."""
    for week in text.split(";"):
        placements = [part.split() for part in week.split(",")]
        assert len(placements) == table.seats, week
        for seat, (points, state) in enumerate(placements):
            table.play(f"P{seat + 1} place {SIZE_OF[points]} {state}")
            assert_sound(table)
    return table


def campaign(table: Table, *plans: str) -> Table:
    """Play to the end: each player's twelve placements in order, "3FL 3FL 2PA ...", the first of each in week 1."""
    split = [plan.split() for plan in plans]
    assert {len(plan) for plan in split} == {table.view(None)["weeks"]}
    for week in zip(*split, strict=True):
        place(table, ", ".join(f"{text[0]} {text[1:]}" for text in week))
    return table


# --- what is seen


def holder(table: Table, state: str) -> str | None:
    """Who holds a card; ASIDE when it lies beside the map."""
    found: str | None = table.view(None)["holder"][state]
    return found


def held(table: Table) -> dict[str, str]:
    """The cards in somebody's hands, and in whose."""
    return {code: label for code, label in table.view(None)["holder"].items() if label not in (ASIDE, "absent")}


def points(table: Table, state: str) -> list[int]:
    """The victory points in a state, by seat."""
    return [table.view(None)["points"][seat][state] for seat in range(table.seats)]


def standing(table: Table, seat: int, state: str) -> int:
    """How many pyramids of a seat stand in a state."""
    return sum(table.view(None)["placed"][seat][state].values())


def stock(table: Table, seat: int) -> list[int]:
    """The small, medium and large pyramids a seat has left."""
    return [table.view(None)["stock"][seat][size] for size in SIZE_NAMES]


def end(table: Table) -> hustings.Result:
    """How the game ended."""
    assert table.over
    assert table.result is not None
    return table.result
