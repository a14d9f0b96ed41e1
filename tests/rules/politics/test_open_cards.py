"""PO-10: three of the extra cards lie open, and a player who draws takes one of them."""

from __future__ import annotations

from random import Random

import pytest

import hustings
from hustings.engine.table import Table
from hustings.games.politics.cards import CODES
from hustings.games.politics.moves import TAKE_ID
from tests.rules.politics.tables import hand, imagined_hands, moves, states, table_of, whole_table
from tests.rules.tables import enter, refused, told

HANDS = "NY TX SC GA OR ID WA CA / VA AL MS LA AR IA SD ND"
OPEN = "* PA; * IL; * KY; "
NOMINATED = OPEN + "P1 side R; P1 nominate NY; P2 nominate VA"


def lying_open(table: Table) -> set[str]:
    """The open cards, as a spectator sees them."""
    return {code for code, where in table.view(None)["where"].items() if where == "open"}


def test_PO_10_three_extra_cards_are_opened_before_anybody_chooses() -> None:
    table = whole_table(HANDS, market="3")
    assert not table.owes
    assert set(table.odds()) == {code for code in CODES if code not in HANDS.split()}
    enter(table, OPEN)
    assert lying_open(table) == {"PA", "IL", "KY"}
    assert moves(table, 0) == ["side D", "side R"]
    assert table.view(1)["stock"] == 26
    assert told(table, "opened")[-1] == (None, {"card": "KY", "votes": 13, "stock": 26})


def test_PO_10_an_open_card_that_fits_is_played_at_once_and_replaced() -> None:
    table = whole_table(HANDS, NOMINATED, market="3")
    assert moves(table, 0) == ["take IL", "take KY", "take PA"]
    enter(table, "P1 take PA")
    assert states(table, 0) == {"NY", "PA"}
    assert lying_open(table) == {"IL", "KY"}
    assert not table.owes
    enter(table, "* OH")
    assert lying_open(table) == {"IL", "KY", "OH"}
    assert table.owes == {1}
    assert told(table, "took") == [(0, {"card": "PA", "votes": 34, "fits": 1})]
    assert told(table, "played") == [(0, {"card": "PA", "votes": 34, "total": 73})]


def test_PO_10_an_open_card_that_does_not_fit_is_held_for_all_to_know() -> None:
    table = whole_table(HANDS, NOMINATED + "; P1 take IL; * OH", market="3")
    assert "IL" in hand(table, 0)
    assert all(table.view(seat)["taker"]["IL"] == "P1" for seat in (0, 1, None))
    assert all("IL" in cards for cards in imagined_hands(table, 1, 0))
    assert all(len(cards) == 8 for cards in imagined_hands(table, None, 0))
    enter(table, "P2 take KY; * WV; P1 take WV; * IN; P2 take IN; * DE; P1 take PA")
    assert "WV" in hand(table, 0)
    assert table.view(1)["taker"]["WV"] == "P1"
    enter(table, "* NV; P2 take OH; * MD; P1 play WV")
    assert table.view(1)["taker"]["WV"] is None


def test_PO_10_who_must_play_takes_only_if_no_card_fits() -> None:
    table = whole_table("NY NJ SC GA OR ID WA CA / VA AL MS LA AR IA SD ND", NOMINATED, market="3")
    assert moves(table, 0) == ["play NJ"]
    assert refused(table, "P1 take PA").text == "P1 take PA is for a player who cannot play; P1 can play NJ."
    enter(table, "P1 play NJ; P2 take KY; * OH; P1 take IL")
    assert all(not cards & {"PA", "CT", "MA", "VT", "DE"} for cards in imagined_hands(table, 1, 0))


def test_PO_10_who_may_draw_instead_chooses_between_playing_and_taking() -> None:
    table = whole_table("NY NJ SC GA OR ID WA CA / VA AL MS LA AR IA SD ND", NOMINATED, market="3", must_play="no")
    assert moves(table, 0) == ["play NJ", "take IL", "take KY", "take PA"]


def test_PO_10_face_down_cards_are_not_drawn_while_cards_lie_open() -> None:
    table = whole_table(HANDS, NOMINATED, market="3")
    draw, take = refused(table, "P1 draw"), refused(table, "P1 take OH")
    assert (draw.clause, take.clause) == ("PO-10", "PO-10")
    assert draw.text.endswith(": a player who draws takes one of the open cards, IL, KY, PA.")
    assert take.text.endswith(" needs an open card, and OH does not lie open; open are IL, KY, PA.")


def test_PO_10_nothing_is_taken_in_the_form_of_1904() -> None:
    table = whole_table(HANDS, "P1 side R; P1 nominate NY; P2 nominate VA")
    assert refused(table, "P1 take PA").clause == "PO-10"
    assert moves(table, 0) == ["draw"]


def test_PO_10_a_nominator_without_a_card_of_his_party_draws_face_down_cards() -> None:
    table = table_of("VA TN / OH IN", "KY PA NY IL ME", "* PA; * KY; * NY; P1 side R", market="3")
    assert moves(table, 0) == ["draw"]
    enter(table, "P1 draw; * P1 IL")
    assert moves(table, 0) == ["nominate IL"]
    enter(table, "P1 nominate IL; P2 draw; * P2 ME; P2 nominate OH")
    assert lying_open(table) == {"PA", "KY", "NY"}
    assert moves(table, 0) == ["take KY", "take NY", "take PA"]
    enter(table, "P1 take KY")
    assert moves(table, 1) == ["play IN"]


def test_PO_10_the_last_open_cards_are_taken_before_anybody_passes() -> None:
    table = table_of("NY ME / VA CA", "OR NV", "* OR; * NV; P1 side R; P1 nominate NY; P2 nominate VA", market="3")
    enter(table, "P1 take OR")
    assert moves(table, 1) == ["take NV"]
    enter(table, "P2 take NV")
    assert told(table, "no_more_extra") == [(None, {})]
    enter(table, "P1 pass; P2 pass")
    view = table.view(None)
    assert view["pending"] == "deal"
    assert set(view["taker"].values()) == {None}


def test_PO_10_a_card_says_what_it_opens_only_if_it_fits() -> None:
    table = whole_table(HANDS, NOMINATED, market="3")
    previews = table.previews(table.legal(0))
    assert previews["P1 take PA"]["opens"] == 4  # DE, MD, OH, WV
    assert "opens" not in previews.get("P1 take IL", {})


def test_PO_10_a_card_says_what_it_opens_to_the_other_side_if_it_is_left() -> None:
    """Only a card that fits the other side has this effect, never a card of the hand."""
    hands = HANDS.replace("SC", "CT")
    table = whole_table(hands, NOMINATED, market="3", must_play="no")
    previews = table.previews(table.legal(0))
    assert previews["P1 take KY"]["leaves"] == 27 + 15 + 18 + 23  # IL, IN, MO, OH
    assert {move for move, effects in previews.items() if "leaves" in effects} == {"P1 take KY"}
    assert "P1 play CT" in previews


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_PO_10_taken_cards_are_all_that_the_open_cards_tell_of_hands(seats: int) -> None:
    """Imagined worlds agree with the view; each hand holds the cards it took, and the rest of it is not known."""
    random = Random(seats)
    for market, must_play in (("3", "yes"), ("3", "no"), ("fronts", "yes"), ("fronts", "no")):
        table = hustings.game("politics", market=market, must_play=must_play).start(seats=seats, seed=seats)
        while not table.over:
            seat = min(table.owes)
            for viewer in range(seats):
                world = table.imagine(viewer, key=table.length)
                assert world.view(viewer) == table.view(viewer)
                assert world.legal_actions(seat) != []
            table.play(random.choice(table.legal(seat)))
        assert any(entry.split(" ", 1)[1].startswith("take") for entry in table.log)


def test_PO_10_the_rule_of_thumb_takes_what_fits_and_brings_most() -> None:
    table = whole_table(HANDS, NOMINATED, market="3", must_play="no")
    assert hustings.bots.choose(table, 0, "thumb", key=1).text == "P1 take PA"
    assert TAKE_ID + CODES.index("PA") in table.legal_actions(0)


def test_PO_10_a_state_opens_to_nobody_whose_rival_is_known_to_hold_its_card() -> None:
    """The own hand counts, and what the other side took from the open cards; unknown cards may still come."""
    table = whole_table(HANDS.replace("TX", "OH"), NOMINATED.replace("IL", "IN"), market="3", must_play="no")
    assert table.previews(table.legal(0))["P1 take KY"]["leaves"] == 27 + 15 + 18  # IL, IN, MO, without OH
    enter(table, "P1 take PA; * MN; P2 take IN")
    while not table.owes:
        enter(table, "* WI")
    assert table.previews(table.legal(0))["P1 play OH"]["opens"] == 2  # KY, MI, without IN
