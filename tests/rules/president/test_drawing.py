"""U.S. President in a terminal: what its drawing shows of a position, and the curtain between two people."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.text import Text

from hustings.engine.table import Table
from hustings.games.president.record import CODES
from hustings.terminal.drawing import drawing_of
from hustings.terminal.seats import Chair
from hustings.terminal.session import Session
from tests.rules.president.tables import campaign, dealt, place, small

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
TEN = "FL MT PA OH NV IA CO WI VA NC"


def drawn(table: Table, seat: int | None = None) -> list[str]:
    """The lines of the picture on 80 columns, without colours."""
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(drawing_of(table.game, NAMES[: table.seats]).picture(table, seat))
    return [line.rstrip() for line in console.export_text().splitlines()]


def line_of(lines: list[str], start: str) -> list[str]:
    """The words of the one line that begins so."""
    (found,) = [line for line in lines if line.startswith(start)]
    return found.split()


def test_each_player_has_his_electors_and_his_pyramids() -> None:
    """Electors as they would count now, against the majority; Florida's are void without a lead of two."""
    lines = drawn(place(dealt(2, TEN), "1 MI, 3 OH"))
    assert line_of(lines, " 1   Ann")[:5] == ["1", "Ann", "64", "of", "73"]
    assert "3 small, 4 medium, 4 large" in lines[1]
    assert line_of(lines, " 2   Bo")[2] == "52"
    assert "Florida's electors are void now: Ann does not lead there by two points." in lines


def test_each_state_shows_its_card_and_the_points_with_their_pyramids() -> None:
    """Electors, holder, and per player the points and the pyramids, the largest first."""
    lines = drawn(place(dealt(2, TEN), "1 OH, 1 MT; 3 OH, 2 OH"))
    assert line_of(lines, "OH") == ["OH", "Ohio", "18", "1", "4", "31", "2", "2"]
    assert line_of(lines, "MT") == ["MT", "Montana", "3", "2", "·", "1", "1"]
    assert line_of(lines, "MI") == ["MI", "Michigan", "16", "·", "·", "·"]


def test_a_state_that_is_full_for_the_player_is_named() -> None:
    """Only to the player it concerns."""
    table = place(dealt(2, TEN), "1 OH, 1 MT; 1 OH, 1 NV; 1 OH, 1 IA")
    full = "Ann has three pyramids in OH; a fourth would leave the game."
    assert full in drawn(table, 0)
    assert full not in drawn(table, 1) + drawn(table)


def test_who_has_chosen_is_shown_and_what_only_to_himself() -> None:
    """A sealed choice is in its player's own picture and in no other."""
    table = dealt(2, TEN)
    table.play("P1 place large PA")
    assert any(line.strip() == "choice sealed" for line in drawn(table, 1))
    assert any(line.strip() == "sealed: large PA" for line in drawn(table, 0))
    assert not any("large PA" in line for line in drawn(table, 1) + drawn(table))


def test_the_end_is_shown_with_the_last_count() -> None:
    """The winner, and the electors of the last count: 0 for players who had dropped out."""
    lines = drawn(place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "1 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI"))
    assert line_of(lines, " 1   Ann")[2:5] == ["0", "of", "13"]
    assert ["wins" in line_of(lines, f" {seat} ") for seat in (1, 2, 3)] == [False, False, True]


def test_six_players_and_a_full_map_fit_eighty_columns() -> None:
    """No line is broken or cut: every state's line begins with its code."""
    plan = "3FL 3FL 3FL 3PA 2PA 2PA 2OH 2OH 1OH 1WI 1WI 1WI"
    lines = drawn(campaign(dealt(6, "MT NV IA CO VA NC"), *[plan] * 6))
    codes = [line.split()[0] for line in lines if line[:2].isupper()]
    assert sorted(codes) == sorted(CODES)
    assert line_of(lines, "FL")[-2:] == ["9", "333"]


def test_a_curtain_falls_between_two_people_who_choose_in_secret() -> None:
    """The next one is called, and what the first had typed and seen is not shown to him."""
    console = Console(width=80, file=io.StringIO(), record=True)
    typed = iter(["", "place large PA", "", "quit"])
    asked: list[str] = []
    session = Session(dealt(2, TEN), [Chair("Ann"), Chair("Bo")], console, read=reader(typed, asked))
    assert not session.play()
    shown = console.export_text()
    assert asked[0].startswith("Nobody else looks?")
    assert asked[2].startswith("Nobody else looks?")
    after = shown.split("Pass the keyboard to Bo (P2)")[1]
    assert "Ann has sealed a ballot for week 1." in after
    assert "Ann has chosen large PA" not in after


def reader(typed: Iterator[str], asked: list[str]) -> Callable[[Text], str]:
    """Input from a script; the prompts are kept."""

    def read(prompt: Text) -> str:
        asked.append(prompt.plain)
        return next(typed)

    return read
