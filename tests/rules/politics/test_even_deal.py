"""PO-13: key states are dealt in pairs, one to each side."""

from __future__ import annotations

import pytest

import hustings
from hustings import Table
from hustings.games.politics.record import MARKETS

KEY_STATES = {"IL", "KY", "MO", "OH", "PA", "TN", "VA"}
DEALS = 150


def deal(seats: int, number: int, market: str = "even") -> Table:
    return hustings.game("politics", must_play="no", market=market).start(seats=seats, seed=f"even {number}")


def dealt(table: Table, seat: int) -> list[str]:
    """The cards that a player was dealt, in order."""
    return [entry.split()[2] for entry in table.log if entry.startswith(f"* P{seat + 1} ")]


def keys(table: Table, seat: int) -> int:
    return len(KEY_STATES & set(dealt(table, seat)))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_PO_13_each_player_is_dealt_as_many_key_states_as_the_player_before(seats: int) -> None:
    numbers = set()
    for number in range(DEALS):
        table = deal(seats, number)
        for seat in range(0, seats, 2):
            assert [card in KEY_STATES for card in dealt(table, seat)] == [
                card in KEY_STATES for card in dealt(table, seat + 1)[: len(dealt(table, seat))]
            ]
            numbers.add(keys(table, seat))
        assert dealt(table, seats - 1)[-1] not in KEY_STATES
        assert not KEY_STATES & {entry[2:] for entry in table.log if len(entry.split()) == 2}
    assert {0, 1, 2} <= numbers


@pytest.mark.parametrize("market", MARKETS[:-1])
def test_PO_13_without_the_option_key_states_come_as_they_come(market: str) -> None:
    tables = [deal(2, number, market) for number in range(DEALS)]
    assert any(keys(table, 0) != keys(table, 1) for table in tables)


def test_PO_13_only_the_cards_that_may_come_have_odds() -> None:
    table = hustings.game("politics", market="even").start(seats=2, chance="asked")
    table.settle("P1 KY")
    assert set(table.odds()) == {f"P2 {code}" for code in KEY_STATES - {"KY"}}
    table.settle("P2 MO")
    for entry in ("P1 IL", "P2 OH", "P1 PA", "P2 TN"):
        table.settle(entry)
    assert "P1 VA" not in table.odds()
    with pytest.raises(hustings.IllegalMove):
        table.settle("P1 VA")


def test_PO_13_a_key_state_can_be_opened_after_the_nominations() -> None:
    came = set()
    for number in range(DEALS):
        table = deal(2, number)
        while not table.over:
            table.play(table.legal(min(table.owes))[-1])
        came |= {entry[2:] for entry in table.log if entry.startswith("* ") and len(entry.split()) == 2}
    assert came >= KEY_STATES


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_PO_13_cards_kept_at_the_end_are_not_dealt_again(seats: int) -> None:
    """When every seat in a row has passed, the votes are counted, whoever still holds cards; with fronts not (PO-7)."""
    redealt = dict.fromkeys(("fronts", "even"), 0)
    for market in redealt:
        for number in range(5):
            table = deal(seats, number, market)
            while not table.over:
                seat = min(table.owes)
                table.play(table.legal(seat)[number % len(table.legal(seat))])
            told = [event.event for event in table.all_events()]
            redealt[market] += "third_party" in told
            if market == "even":
                assert told.count("passed") >= seats
                assert "stuck_again" in told or "all_played" in told
    assert redealt["fronts"] > redealt["even"] == 0
