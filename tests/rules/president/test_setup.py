"""UP-1 and UP-2: pyramids, states, electors and the deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import hustings
from hustings.games.president.record import CODES, ELECTORS
from tests.rules.president.tables import deal, dealt, held, holder, place, points, small_deal, stock, undealt
from tests.rules.tables import refused, told

SEATS = range(2, 7)
PRINTED = {
    "2012": dict(zip(CODES, (3, 6, 6, 9, 10, 13, 15, 16, 18, 20, 29), strict=True)),
    "2024": dict(zip(CODES, (4, 6, 6, 10, 10, 13, 16, 15, 17, 19, 30), strict=True)),
}


@pytest.mark.parametrize("seats", SEATS)
def test_UP_1_each_player_has_four_pyramids_of_each_size(seats: int) -> None:
    """Twelve each, and everybody sees the stocks of all; there are two to six players and no more."""
    table = undealt(seats)
    for viewer in (None, *range(seats)):
        assert table.view(viewer)["stock"] == [{"small": 4, "medium": 4, "large": 4}] * seats
    assert hustings.game("president").seats_allowed == tuple(SEATS)


def test_UP_1_a_pyramid_is_worth_one_two_or_three_points() -> None:
    """Small 1, medium 2, large 3, added up in the state."""
    table = place(dealt(2, "MT NV IA CO WI VA NC MI OH PA"), "1 FL, 3 OH; 2 FL, 3 OH; 3 FL, 2 OH")
    assert points(table, "FL") == [6, 0]
    assert points(table, "OH") == [0, 8]


@pytest.mark.parametrize(("votes", "total"), [("2012", 145), ("2024", 146)])
def test_UP_1_the_electors_on_the_eleven_cards(votes: str, total: int) -> None:
    """The printed numbers of 2012, or those of the newer census; a dealt card tells its own."""
    cards = hustings.game("president", votes=votes).cards()
    assert {card["code"]: card["value"] for card in cards} == PRINTED[votes]
    assert sum(PRINTED[votes].values()) == total == ELECTORS[("2012", "2024").index(votes)].sum()
    table = dealt(2, " ".join(CODES[:4]), votes=votes)
    assert [args["electors"] for _, args in told(table, "dealt")] == [PRINTED[votes][code] for code in CODES[:4]]


@pytest.mark.parametrize(("seats", "each"), [(2, 5), (3, 3), (4, 2), (5, 2), (6, 1)])
def test_UP_2_equal_deals_as_many_each_as_the_eleven_allow(seats: int, each: int) -> None:
    """Whole rounds only; what is left lies beside the map."""
    table = deal(undealt(seats), " ".join(CODES[: seats * each]))
    assert not table.odds()
    assert Counter(held(table).values()) == {f"P{seat + 1}": each for seat in range(seats)}
    assert len(held(table)) == seats * each
    assert table.owes == frozenset(range(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_UP_2_one_deals_one_card_each(seats: int) -> None:
    """The other cards lie beside the map."""
    table = deal(undealt(seats, dealt="one"), " ".join(CODES[:seats]))
    assert not table.odds()
    assert held(table) == {CODES[seat]: f"P{seat + 1}" for seat in range(seats)}


@pytest.mark.parametrize("dealing", ["equal", "one"])
def test_UP_2_cards_go_round_and_round_from_P1(dealing: str) -> None:
    """One at a time: P1, P2, P3, P1 ... and with one each it ends after the first round."""
    table = undealt(3, dealt=dealing)
    receivers = []
    while table.odds():
        (receiver,) = {text.split()[0] for text in table.odds()}
        receivers.append(receiver)
        table.settle(min(table.odds()))
    assert receivers == ["P1", "P2", "P3"] * (3 if dealing == "equal" else 1)
    assert [event[0] for event in told(table, "dealt")] == [int(label[1]) - 1 for label in receivers]


def test_UP_2_every_card_not_yet_dealt_is_as_likely() -> None:
    """Eleven alike, then ten alike without the one that is dealt."""
    table = undealt(2)
    assert table.odds() == {f"P1 {code}": Fraction(1, 11) for code in CODES}
    table.settle("P1 FL")
    assert table.odds() == {f"P2 {code}": Fraction(1, 10) for code in CODES if code != "FL"}


def test_UP_2_a_card_shows_who_leads_and_brings_no_points() -> None:
    """Dealt cards are held in the open; on the map there is nothing yet."""
    table = dealt(2, "FL MT PA OH NV IA CO WI VA NC")
    for viewer in (None, 0, 1):
        assert table.view(viewer)["holder"]["FL"] == "P1"
        assert table.view(viewer)["holder"]["MT"] == "P2"
        assert table.view(viewer)["holder"]["MI"] is None
    assert all(points(table, code) == [0, 0] for code in CODES)


@pytest.mark.parametrize(("dealing", "each"), [("equal", 2), ("one", 1)])
def test_UP_2_fewer_states_are_dealt_in_whole_rounds_too(dealing: str, each: int) -> None:
    """Five states and two players: two each, or one; a state out of the game is never dealt."""
    table = small_deal(2, "MT NV IA CO FL", dealt=dealing)
    while table.odds():
        assert {text.split()[1] for text in table.odds()} <= {"MT", "NV", "IA", "CO", "FL"}
        table.settle(min(table.odds()))
    assert Counter(held(table).values()) == {"P1": each, "P2": each}


def test_UP_2_with_more_players_than_states_nothing_is_dealt() -> None:
    """No round would go to everybody."""
    table = small_deal(3, "MT FL")
    assert not table.odds()
    assert held(table) == {}
    assert table.owes == {0, 1, 2}


def test_UP_2_nobody_chooses_before_the_cards_are_dealt() -> None:
    """While a card is still to come nobody owes a choice, and one that comes is refused."""
    table = dealt(2, "FL MT PA OH NV IA CO WI VA")
    assert table.owes == frozenset()
    assert table.legal(0) == ()
    reason = refused(table, "P1 place large FL")
    assert reason.clause == "UP-2"
    assert "P1 place large FL" in reason.text
    assert "1 of the states" in reason.text
    deal(table, "")
    table.settle("P2 NC")
    assert table.owes == {0, 1}


def test_UP_2_a_state_beside_the_map_is_nobodys_until_somebody_leads() -> None:
    """The eleventh card can be won like any other."""
    table = dealt(2, "FL MT PA OH NV IA CO WI VA NC")
    place(table, "1 MI, 1 FL")
    assert holder(table, "MI") == "P1"
    assert stock(table, 0) == [3, 4, 4]
