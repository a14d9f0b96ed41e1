"""Tables of Mudslinger built from notation, and short ways to look at them.

Three players with chosen candidates, P1 conservative, P2 liberal, P3 independent, P1 begins, and four states open.
After that `play` carries out entries, moves and chance outcomes alike, separated by commas; chance is asked, so a card
comes up where the test has it and nowhere else.
"""

from __future__ import annotations

from typing import Any

import hustings
from hustings.engine.errors import Reason
from hustings.engine.table import Table
from hustings.games.mudslinger.cards import STATES
from hustings.games.mudslinger.record import HELD, UNSEEN
from tests.rules.tables import assert_sound, enter

CHOSEN = "P1 run CON, P2 run LIB, P3 run IND"
FIRST = "* P1 dice 6 6 6, * P2 dice 1 2 3, * P3 dice 1 1 1"
OPENED = "* GA, * TX, * VT, * CA"


def play(table: Table, entries: str) -> Table:
    """Carry out entries, separated by commas; the record is sound after each."""
    return enter(table, entries, ",")


def new_table(seats: int = 3, **options: str) -> Table:
    """A fresh table, chance asked."""
    return hustings.game("mudslinger", **options).start(seats=seats, chance="asked")


def begun(entries: str = "", opened: str = OPENED, **options: str) -> Table:
    """The first turn of P1, the conservative, after the set-up and some entries."""
    table = first_rolls(play(new_table(candidates="chosen", **options), CHOSEN))
    return play(play(table, f"{FIRST}, {opened}"), entries)


def first_rolls(table: Table) -> Table:
    """Settle chance by the first outcome in alphabetical order until the players roll for who begins."""
    while not any(" dice " in text for text in table.odds()):
        table.settle(min(table.odds()))
    return table


def drawn(card: str, entries: str = "", **options: str) -> Table:
    """As `begun`, and P1 has drawn this card: they are asked for their attempt."""
    return begun(f"P1 draw, * P1 {card}, {entries}", **options)


def rich(table: Table, *money: int) -> Table:
    """The players' dollars, from P1 on; it is sound to have any."""
    for seat, dollars in enumerate(money):
        table._row.money[seat] = dollars
    return table


def dealt(table: Table, *hands: str) -> Table:
    """Action cards go from the deck to the players' hands, from P1 on, by their codes."""
    codes = list(table.game.book.schema.by_name["played"].axes[0] or ())
    for seat, hand in enumerate(hands):
        for code in hand.split():
            table._row.hand[seat, codes.index(code)] += 1
            table._row.cards[seat] += 1
            table._row.deck -= 1
    assert_sound(table)
    return table


def holding(table: Table, **states: str) -> Table:
    """States go from the deck to the players who hold them: P1="AL AK"."""
    row = table._row
    for label, codes in states.items():
        for code in codes.split():
            state = STATES.index(code)
            assert row.lies[state] == UNSEEN
            seat = int(label[1:]) - 1
            row.lies[state], row.holder[state] = HELD, seat + 1
            everybody = (1 << row.seats) - 1
            row.shown[state] = everybody if row.open_states else 0
            row.seen[state] = row.shown[state] | 1 << seat
            row.displayed[state] = seat + 1 if row.open_states else 0
            row.unseen -= 1
            row.won[seat] += 1
    assert_sound(table)
    return table


def legal(table: Table, seat: int, verb: str = "") -> list[str]:
    """The seat's legal moves without its label, all or those of one verb."""
    texts = [move.text.split(" ", 1)[1] for move in table.legal(seat - 1)]
    return [text for text in texts if text.split(" ")[0] == verb or not verb]


def why(table: Table, move: str) -> Reason:
    """Why a move is refused; AssertionError when it is not."""
    reason = table.why_not(move)
    assert reason is not None, f"{move} is allowed"
    return reason


def refused(table: Table, move: str) -> str:
    """The clause that refuses a move."""
    return why(table, move).clause


def asked(table: Table) -> str:
    """Who is asked, as "P1"; nobody while chance is due."""
    return " ".join(f"P{seat + 1}" for seat in sorted(table.owes))


def see(table: Table, field: str, seat: int | None = None) -> Any:
    """One field of what a seat, from 1, sees; None is a spectator."""
    return table.view(None if seat is None else seat - 1)[field]


def told(table: Table, event: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The arguments of all events of a name that a seat, from 1, was told."""
    return [found.args for found in table.events(0, None if seat is None else seat - 1) if found.event == event]
