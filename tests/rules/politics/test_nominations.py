"""PO-1 to PO-4: the deal, the parties, the nominations."""

from __future__ import annotations

import pytest

import hustings
from hustings import NotationError
from tests.rules.politics.tables import WHOLE, hand, imagined_hands, moves, states, table_of, whole_table
from tests.rules.tables import enter, refused, told

FOUR = "NY PA / VA TN / OH IN / NC GA"


@pytest.mark.parametrize(("seats", "dealt", "left"), [(2, 8, 29), (4, 8, 13), (6, 6, 9)])
def test_PO_1_hands_of_eight_and_of_six_leave_the_extra_cards(seats: int, dealt: int, left: int) -> None:
    table = hustings.game("politics").start(seats=seats, seed=1)
    view = table.view(0)
    assert view["held"] == [dealt] * seats
    assert view["stock"] == left
    assert len(hand(table, 0)) == dealt
    assert [entry.split()[1] for entry in table.log] == [f"P{k % seats + 1}" for k in range(dealt * seats)]


def test_PO_1_there_are_28_republican_and_17_democratic_cards() -> None:
    deck = hustings.game("politics").cards()
    assert len(deck) == 45
    assert sum(card["party"] == "R" for card in deck) == 28
    assert not {"AZ", "NM", "OK", "AK", "HI", "DC"} & {card["code"] for card in deck}


@pytest.mark.parametrize(("votes", "total", "illinois"), [("1904", 476, 27), ("1900", 447, 24)])
def test_PO_1_the_votes_on_the_cards_are_those_of_the_year(votes: str, total: int, illinois: int) -> None:
    values = {card["code"]: card["value"] for card in hustings.game("politics", votes=votes).cards()}
    assert sum(values.values()) == total
    assert values["IL"] == illinois
    table = table_of("IL PA / VA TN", "", "P1 side R; P1 nominate IL", votes=votes)
    assert table.view(None)["tally"] == [illinois, 0]


def test_PO_1_partners_sit_alternately() -> None:
    table = table_of(
        FOUR, "", "P1 nominate NY; P2 nominate VA; P3 pass; P4 play NC; P1 play PA; P2 play TN; P3 play OH"
    )
    assert states(table, 0) == {"NY", "PA", "OH"}
    assert states(table, 1) == {"VA", "NC", "TN"}


def test_PO_1_nobody_moves_before_the_cards_are_dealt() -> None:
    table = hustings.game("politics").start(seats=4, chance="asked")
    assert table.owes == frozenset()
    assert refused(table, "P1 nominate NY").clause == "PO-1"


def test_PO_2_of_two_players_the_first_chooses_his_party_after_the_deal() -> None:
    table = whole_table()
    assert table.owes == {0}
    assert moves(table, 0) == ["side D", "side R"]
    assert refused(table, "P1 nominate NY").clause == "PO-2"
    assert refused(table, "P2 side D").clause == "PO-2"
    assert enter(table, "P1 side D").view(None)["party"] == ["D", "R"]
    assert whole_table(entries="P1 side R").view(None)["party"] == ["R", "D"]


@pytest.mark.parametrize("side", ["R", "D"])
def test_PO_2_with_two_players_the_option_side_changes_nothing(side: str) -> None:
    assert moves(whole_table(side=side), 0) == ["side D", "side R"]
    assert whole_table(side=side).view(None)["party"] == [None, None]


@pytest.mark.parametrize(("side", "parties"), [("R", ["R", "D"]), ("D", ["D", "R"])])
@pytest.mark.parametrize("seats", [4, 6])
def test_PO_2_with_four_and_six_the_table_sets_the_party_of_P1(side: str, parties: list[str], seats: int) -> None:
    table = hustings.game("politics", side=side).start(seats=seats, seed=3)
    assert table.view(None)["party"] == parties
    assert table.owes == {0}
    assert refused(table, f"P1 side {side}").clause == "PO-3"


def test_PO_3_a_nominee_is_of_the_sides_party() -> None:
    table = whole_table(entries="P1 side R")
    assert moves(table, 0) == ["nominate NY", "nominate OH", "nominate PA", "nominate WV"]
    assert refused(table, "P1 nominate KY").clause == "PO-3"
    assert refused(table, "P1 nominate CA").clause == "PO-3"  # not in their hand
    enter(table, "P1 nominate NY")
    assert moves(table, 1) == ["nominate AL", "nominate GA", "nominate NC", "nominate TN", "nominate VA"]
    assert refused(table, "P2 nominate NJ").text == (
        "P2 nominate NJ does not fit: NJ is not Democratic; P2 may nominate AL, GA, NC, TN, VA."
    )


def test_PO_3_the_nominees_are_the_first_states_of_the_sides() -> None:
    table = whole_table(entries="P1 side D; P1 nominate KY; P2 nominate MD")
    assert (states(table, 0), states(table, 1)) == ({"KY"}, {"MD"})
    assert table.view(None)["nominee"] == ["KY", "MD"]
    assert "KY" not in hand(table, 0)
    assert table.owes == {0}


def test_PO_3_with_four_the_first_turn_is_that_of_the_third() -> None:
    assert table_of(FOUR, "TX", "P1 nominate NY; P2 nominate VA").owes == {2}


def test_PO_3_another_person_may_be_named_to_no_effect() -> None:
    plain = whole_table(entries="P1 side R; P1 nominate NY")
    named = whole_table(entries='P1 side R; P1 nominate NY "Charles Evans Hughes"')
    assert named._row.tobytes() == plain._row.tobytes()
    assert named.log[-1] == 'P1 nominate NY "Charles Evans Hughes"'
    assert told(named, "nominated") == [
        (0, {"card": "NY", "votes": 39, "nominee": "Theodore Roosevelt", "text": "Charles Evans Hughes"})
    ]
    assert told(plain, "nominated")[0][1]["text"] == ""
    assert hustings.load(named.save(), seed=1).log[: len(named.log)] == named.log


@pytest.mark.parametrize("text", ['"' + "x" * 61 + '"', '"a\tb\x07"', '"say \\"no\\""'])
def test_PO_3_the_name_is_short_and_plain(text: str) -> None:
    with pytest.raises(NotationError):
        whole_table(entries="P1 side R").play(f"P1 nominate NY {text}")


def test_PO_3_only_one_name_is_from_the_old_rules_and_the_game_says_so() -> None:
    deck = {card["code"]: card for card in hustings.game("politics").cards()}
    assert [code for code, card in deck.items() if card["named by"] == "the old rules"] == ["NY"]
    assert deck["NY"]["nominee"] == "Theodore Roosevelt"
    assert all(card["nominee"] and "(" not in card["nominee"] for card in deck.values())
    (clause,) = [clause for clause in hustings.game("politics").clauses() if clause.id == "PO-3"]
    assert "our suggestions" in clause.text


@pytest.mark.parametrize("must_play", ["yes", "no"])
def test_PO_4_without_a_card_of_the_party_one_is_drawn_for(must_play: str) -> None:
    table = table_of("KY TN / OH VA", "MD MO WV", "P1 side R", must_play=must_play)
    assert moves(table, 0) == ["draw"]
    assert refused(table, "P1 nominate KY").clause == "PO-4"
    enter(table, "P1 draw; * P1 MO")
    assert table.owes == {0}
    assert moves(table, 0) == ["draw"]
    enter(table, "P1 draw; * P1 WV")
    assert moves(table, 0) == ["nominate WV"]
    enter(table, "P1 nominate WV")
    assert hand(table, 0) == {"KY", "TN", "MO"}
    assert table.view(None)["held"] == [3, 2]


@pytest.mark.parametrize("must_play", ["yes", "no"])
def test_PO_4_with_a_card_of_the_party_none_is_drawn(must_play: str) -> None:
    table = table_of("KY OH / IN VA", "MD MO WV", "P1 side R", must_play=must_play)
    assert moves(table, 0) == ["nominate OH"]
    assert refused(table, "P1 draw").clause == "PO-4"


def test_PO_4_when_the_extra_cards_run_out_any_card_is_nominated() -> None:
    table = table_of("KY TN / VA NC", "GA", "P1 side R; P1 draw; * P1 GA")
    assert moves(table, 0) == ["nominate GA", "nominate KY", "nominate TN"]
    enter(table, "P1 nominate KY")
    assert table.view(None)["party"] == ["R", "D"]
    assert states(table, 0) == {"KY"}


def test_PO_4_everybody_can_tell_what_a_nominator_who_drew_lacks() -> None:
    table = whole_table("KY TN NC GA AL MO TX SC / VA OH IN NY PA MD NJ DE", "P1 side R; P1 draw; * P1 AR; P1 draw")
    republicans = {card["code"] for card in table.game.cards() if card["party"] == "R"}
    assert all(imagined.isdisjoint(republicans) for imagined in imagined_hands(table, 1, 0))


def test_the_hands_of_these_tables_are_what_they_say() -> None:
    table = whole_table()
    assert [hand(table, seat) for seat in range(2)] == [set(part.split()) for part in WHOLE.split("/")]
