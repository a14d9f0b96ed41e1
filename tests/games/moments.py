"""Moments of our games at which something is hidden from the seat that is to move."""

from __future__ import annotations

from hustings import Table
from hustings.testing import tables
from tests.games import BY_NAME

MOMENTS = 4  # with something hidden, of each game
TRIES = 28  # games in which they are looked for


def hidden_moments(name: str) -> list[tuple[Table, Table, int]]:
    """Pairs of tables that the seat whose turn it is cannot tell apart, re-dealt without the game's own `imagine`."""
    variants = BY_NAME[name].plain_variants
    found: list[tuple[Table, Table, int]] = []
    for number in range(TRIES):
        variant = variants[number % len(variants)]
        random = variant.random(f"hidden {number}")
        table = variant.game.start(seats=variant.seats, chance="asked")
        for _ in variant.play(table, random):
            if table.over or not table.owes or random.random() < 0.5:
                continue
            seat = min(table.owes)
            log = variant.suite.redeal(table, seat, random)
            if log is not None and log != list(table.log):
                found.append((tables.replayed(table, table.log), tables.replayed(table, log), seat))
                break
        if len(found) == MOMENTS:
            break
    return found
