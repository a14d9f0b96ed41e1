"""Positions of Politics built from notation, and short ways to look at them.

Hands are written as codes, one hand after the other: "NY PA / VA TX". Moves and cards that come stand in one text, each
entry as in a log: "P1 nominate NY; P2 draw; * P2 KY". Chance is asked at every table here, so a card comes up where the
test names it, and nowhere else.
"""

from __future__ import annotations

import hustings
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.games.politics.cards import CODES
from hustings.games.politics.election import begin
from tests.rules.tables import enter, table_over, unbegun

#: the eight cards of each of two hands in which both can play on for long
WHOLE = "NY PA OH KY WV MO TX SC / VA TN NC GA AL MD NJ DE"


def table_of(hands: str, extra: str = "", entries: str = "", **options: str) -> Table:
    """A table whose deck is only the hands and the extra cards, dealt, and led by entries."""
    dealt = [hand.split() for hand in hands.split("/")]
    game = hustings.game("politics", **options)
    row = unbegun(game, len(dealt))
    deck = [code for hand in dealt for code in hand] + extra.split()
    begin(row, sum(1 << CODES.index(code) for code in deck), len(dealt[0]))
    table = table_over(game, row)
    for cards in zip(*dealt, strict=True):
        for seat, code in enumerate(cards):
            table.settle(f"P{seat + 1} {code}")
    return enter(table, entries)


def whole_table(hands: str = WHOLE, entries: str = "", **options: str) -> Table:
    """A table with the whole deck, the hands dealt, and led by entries."""
    dealt = [hand.split() for hand in hands.split("/")]
    table = hustings.game("politics", **options).start(seats=len(dealt), chance="asked")
    for cards in zip(*dealt, strict=True):
        for seat, code in enumerate(cards):
            table.settle(f"P{seat + 1} {code}")
    return enter(table, entries)


def moves(table: Table, seat: int) -> list[str]:
    """A seat's legal moves, without the seat."""
    return sorted(move.text.split(" ", 1)[1] for move in table.legal(seat))


def hand(table: Table, seat: int) -> set[str]:
    """The cards a seat sees in its hand."""
    return {code for code, holder in table.view(seat)["holder"].items() if holder == f"P{seat + 1}"}


def states(table: Table, side: int) -> set[str]:
    """The states that lie on a side."""
    return {code for code, where in table.view(None)["where"].items() if where == f"side {side + 1}"}


def worlds(table: Table, seat: int | None, count: int = 60) -> list[Row]:
    """Records a seat imagines."""
    return [table.imagine(seat, key)._row for key in range(count)]


def imagined_hands(table: Table, seat: int | None, rival: int, count: int = 60) -> list[set[str]]:
    """A rival's hands as a seat imagines them."""
    return [
        {code for card, code in enumerate(CODES) if row.hand[rival] >> card & 1} for row in worlds(table, seat, count)
    ]
