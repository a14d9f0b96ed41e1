"""PO-11 and PO-12: the dealer's card, and new fronts for a player who has nothing that fits."""

from __future__ import annotations

import pytest

import hustings
from tests.rules.politics.tables import hand, imagined_hands, states, table_of, whole_table
from tests.rules.tables import enter, told

HANDS = "NY TX SC GA OR ID WA CA / VA AL MS LA AR IA SD ND"
NOMINATED = "* P2 MN; * IL; * KY; * OH; P1 side R; P1 nominate NY; P2 nominate VA"


@pytest.mark.parametrize(("seats", "most", "extra"), [(2, 9, 28), (4, 9, 12), (6, 7, 8)])
def test_PO_11_the_dealer_is_dealt_one_card_more(seats: int, most: int, extra: int) -> None:
    view = hustings.game("politics", market="fronts").start(seats=seats, seed=1).view(None)
    assert view["held"][:seats] == [most - 1] * (seats - 1) + [most]
    assert view["stock"] + 3 == extra


@pytest.mark.parametrize("market", ["0", "3"])
def test_PO_11_everybody_else_is_dealt_alike(market: str) -> None:
    view = hustings.game("politics", market=market).start(seats=2, seed=1).view(None)
    assert view["held"][:2] == [8, 8]


def test_PO_12_an_open_card_of_the_party_is_a_new_front_if_nothing_fits() -> None:
    table = whole_table(HANDS, NOMINATED, market="fronts", must_play="no")
    assert table.previews(table.legal(0))["P1 take IL"]["front"] == 1
    assert "front" not in table.previews(table.legal(0)).get("P1 take KY", {})
    enter(table, "P1 take IL")
    assert states(table, 0) == {"NY", "IL"}
    assert told(table, "new_front") == [(0, {"card": "IL", "votes": 27})]
    assert told(table, "played")[-1] == (0, {"card": "IL", "votes": 27, "total": 66})
    enter(table, "* NV; P2 take KY; * IN; P1 take IN")
    assert states(table, 0) == {"NY", "IL", "IN"}
    assert len(told(table, "new_front")) == 1


def test_PO_12_a_card_of_the_other_party_goes_into_the_hand() -> None:
    table = whole_table(HANDS, NOMINATED, market="fronts", must_play="no")
    enter(table, "P1 take KY")
    assert states(table, 0) == {"NY"}
    assert "KY" in hand(table, 0)
    assert told(table, "new_front") == []


@pytest.mark.parametrize("fitting", ["hand", "open"])
def test_PO_12_nothing_is_a_new_front_while_a_card_fits(fitting: str) -> None:
    hands = HANDS.replace("CA", "NJ") if fitting == "hand" else HANDS
    opened = NOMINATED.replace("* OH", "* PA") if fitting == "open" else NOMINATED
    table = whole_table(hands, opened, market="fronts", must_play="no")
    enter(table, "P1 take IL")
    assert states(table, 0) == {"NY"}
    assert "IL" in hand(table, 0)


def test_PO_12_there_are_no_new_fronts_without_the_option() -> None:
    table = whole_table(HANDS, NOMINATED.removeprefix("* P2 MN; "), market="3", must_play="no")
    enter(table, "P1 take IL")
    assert "IL" in hand(table, 0)


def test_PO_12_a_new_front_shows_that_nothing_fitted() -> None:
    table = whole_table(HANDS, NOMINATED + "; P1 take IL; * PA", market="fronts", must_play="no")
    assert all(not cards & {"NJ", "CT", "MA", "VT"} for cards in imagined_hands(table, 1, 0))


def test_PO_12_no_side_is_walled_in_before_the_extra_cards_are_gone() -> None:
    nominated = "* P2 NV; * OR; * ID; * FL; P1 side R; P1 nominate NY; P2 nominate TX"
    table = table_of("NY WA / TX CA", "NV OR ID FL", nominated, market="fronts")
    assert told(table, "walled_in") == []
    enter(table, "P1 take ID; P2 take FL")
    assert told(table, "walled_in") == []
    enter(table, "P1 take OR")
    assert [seat for seat, _ in told(table, "new_front")] == [1, 0]
    assert [args["party"] for _, args in told(table, "walled_in")] == ["Democratic"]


def test_PO_12_the_rule_of_thumb_opens_a_front() -> None:
    table = whole_table(HANDS, NOMINATED, market="fronts", must_play="no")
    assert hustings.bots.choose(table, 0, "thumb", key=1).text == "P1 take IL"
