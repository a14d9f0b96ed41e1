"""Mudslinger in a terminal: what its drawing shows of a position."""

from __future__ import annotations

import io

from rich.console import Console

from hustings.engine.table import Table
from hustings.terminal.drawing import drawing_of
from tests.rules.mudslinger.tables import begun, dealt, drawn, holding, play, rich

NAMES = ("Ann", "Bo", "Cy")


def picture(table: Table, seat: int | None = None) -> str:
    """The picture on 100 columns, without colours, its lines joined."""
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(drawing_of(table.game, NAMES).picture(table, None if seat is None else seat - 1))
    return " ".join(console.export_text().split())


def gloss(table: Table, text: str) -> str:
    move = table.read(text)
    return drawing_of(table.game, NAMES).gloss(table.view_row(move.seat), move)


def test_players_piles_and_open_states_are_shown() -> None:
    table = holding(rich(drawn("G35", "P1 rest, P2 draw, * P2 G47"), 4, 0, 7), P3="AL")
    shown = picture(table, 1)
    assert "Ann $4 Conservative, +$1 a turn · 0 states, 0 cards" in shown
    assert "Ann: G35 (" in shown
    assert "Cy $7 Independent, +$0 a turn · 1 state, 0 cards" in shown
    assert "On the discard pile: G47 Drum Majors." in shown
    assert "GA (16, your base 7)" in shown
    assert "Deck: 110 cards; 45 states." in shown


def test_the_hand_and_ones_own_states_are_for_their_owner_only() -> None:
    table = holding(dealt(begun(), "", "LEAK LEAK"), P2="AL AK")
    assert "2 x LEAK Leak: Look at a rival's action cards" in picture(table, 2)
    assert {"AK2", "AL2"} <= {*picture(table, 2).split()}
    for other in (picture(table, 1), picture(table)):
        assert "LEAK" not in other
        assert {"AK?", "AL?"} <= {*other.split()}


def test_the_contest_is_shown_with_its_odds() -> None:
    table = play(rich(drawn("G35"), 9, 9, 9), "P1 campaign GA, P1 spend 4")
    assert "Ann in GA (16): rating 11, base 7, 62.5%" in picture(table)
    assert gloss(table, "P2 sling 1") == "rating 10: 50.0%"
    assert gloss(table, "P1 spend 5") == "rating 16: 98.1%"


def test_an_attempt_is_glossed_with_points_rating_and_odds() -> None:
    assert gloss(drawn("V07"), "P1 campaign GA") == "Georgia (16); rating 9: 37.5%"


def test_an_offer_is_shown() -> None:
    table = play(rich(dealt(begun(), "DONOR"), 0, 9, 0), "P1 offer P2 DONOR")
    assert "Ann offers Bo DONOR for ...." in picture(table)
    assert "Ann offers Bo DONOR for $4." in picture(play(table, "P1 for $4"))
