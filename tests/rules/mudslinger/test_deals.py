"""MS-16 and MS-17: polls, gifts, offers, promises."""

from __future__ import annotations

import pytest

from hustings import NotationError
from tests.rules.mudslinger.tables import asked, begun, dealt, drawn, holding, legal, play, refused, rich, see, told

# --- polls


def test_MS_16_a_poll_costs_five_and_shows_the_payer_alone_all_states_held() -> None:
    table = holding(rich(begun(), 0, 7, 0), P1="AL", P3="AK")
    play(table, "P2 poll")
    assert see(table, "money") == [0, 2, 0]
    assert (see(table, "holder", 2)["AL"], see(table, "holder", 2)["AK"]) == ("P1", "P3")
    assert see(table, "holder", 1)["AK"] is None
    assert told(table, "polled", 3) == [{"dollars": 5}]
    assert told(table, "saw_state", 2) == [{"state": "AK", "owner": "P3"}, {"state": "AL", "owner": "P1"}]
    assert told(table, "saw_state", 3) == []


def test_MS_16_a_poll_shows_what_is_held_at_that_moment() -> None:
    table = holding(rich(begun(), 0, 9, 0), P3="AK")
    play(table, "P2 poll")
    holding(table, P3="AL")
    assert see(table, "holder", 2)["AK"] == "P3"
    assert see(table, "holder", 2)["AL"] is None


def test_MS_16_by_anyone_at_any_time_who_can_pay() -> None:
    table = holding(rich(drawn("G35"), 0, 5, 4), P1="AL")
    assert legal(table, 2, "poll") == ["poll"]
    assert refused(table, "P3 poll") == "MS-16"
    assert refused(table, "P1 poll") == "MS-16"


def test_MS_16_not_where_nothing_is_hidden() -> None:
    assert refused(rich(begun(), 9, 9, 9), "P1 poll") == "MS-16"
    table = holding(rich(begun(open_states="yes"), 9, 9, 9), P1="AL")
    assert refused(table, "P2 poll") == "MS-16"
    assert see(table, "holder", 2)["AL"] == "P1"


# --- gifts


def test_MS_17_money_is_given_at_once() -> None:
    table = rich(begun(), 0, 6, 0)
    play(table, "P2 give P3 $4")
    assert see(table, "money") == [0, 2, 4]
    assert refused(table, "P2 give P3 $3") == "MS-17"
    assert refused(table, "P2 give P2 $1") == "MS-17"
    assert refused(table, "P2 give P4 $1") == "MS-17"


def test_MS_17_a_card_is_given_and_seen_by_the_two_alone() -> None:
    table = play(dealt(begun(), "", "SPIN"), "P2 give P3 SPIN")
    assert see(table, "cards") == [0, 0, 1]
    assert told(table, "gave_card", 1) == [{"target": "P3"}]
    assert told(table, "gave_kind", 2) == told(table, "gave_kind", 3) == [{"target": "P3", "card": "SPIN"}]
    assert told(table, "gave_kind", 1) == []
    assert refused(table, "P2 give P3 SPIN") == "MS-17"


@pytest.mark.parametrize("what", ["GA", "G35", "V07", "M01"])
def test_MS_17_states_groups_and_power_cards_are_never_given_offered_or_asked_for(what: str) -> None:
    table = rich(drawn("G35"), 30, 30, 30)
    for move in (f"P1 give P2 {what}", f"P1 offer P2 {what}"):
        assert refused(table, move) == "MS-17"
    play(dealt(table, "", "SPIN"), "P1 offer P2 $1")
    assert refused(table, f"P1 for {what}") == "MS-17"
    assert table.why_not(f"P1 give P2 {what}").text.startswith(f"{what} stays where it is")


@pytest.mark.parametrize("what", ["$11", "$0"])
def test_MS_17_sums_are_of_one_to_ten_dollars(what: str) -> None:
    table = rich(drawn("G35"), 30, 30, 30)
    for move in (f"P1 give P2 {what}", f"P1 offer P2 {what}"):
        assert refused(table, move) == "MS-17"
        assert table.why_not(move).text == f"One deal moves from $1 to $10, not {what}."
    play(dealt(table, "", "SPIN"), "P1 offer P2 $1")
    assert refused(table, f"P1 for {what}") == "MS-17"


@pytest.mark.parametrize("move", ["P1 give P2 XX", "P1 offer P2 $", "P1 give P2 $1x"])
def test_MS_17_what_is_no_item_is_no_move(move: str) -> None:
    with pytest.raises(NotationError):
        rich(drawn("G35"), 30, 30, 30).play(move)


# --- offers


def test_MS_17_an_accepted_offer_is_carried_out_both_ways_at_once() -> None:
    table = rich(dealt(begun(), "DONOR", "SPIN"), 0, 4, 0)
    play(table, "P1 offer P2 DONOR")
    assert asked(table) == "P1"
    assert see(table, "cards") == [0, 1, 0]
    play(table, "P1 for $3")
    assert asked(table) == "P2"
    assert legal(table, 2)[:2] == ["accept", "decline"]
    play(table, "P2 accept")
    assert see(table, "money") == [3, 1, 0]
    assert see(table, "hand", 2)[1]["DONOR"] == 1
    assert asked(table) == "P1"


def test_MS_17_a_declined_offer_is_not_carried_out_at_all() -> None:
    table = play(rich(dealt(begun(), "DONOR"), 0, 4, 0), "P1 offer P2 DONOR, P1 for $3, P2 decline")
    assert see(table, "money") == [0, 4, 0]
    assert see(table, "hand", 1)[0]["DONOR"] == 1


def test_MS_17_the_offerer_may_withdraw_before_and_after_he_says_what_for() -> None:
    table = rich(dealt(begun(), "DONOR"), 0, 4, 0)
    for entries in ("P1 offer P2 DONOR, P1 withdraw", "P1 offer P2 DONOR, P1 for $3, P1 withdraw"):
        other = play(table.fork(), entries)
        assert see(other, "hand", 1)[0]["DONOR"] == 1
        assert see(other, "offerer") is None
    assert refused(table, "P1 withdraw") == "MS-17"
    assert refused(play(table, "P1 offer P2 DONOR, P1 for $3"), "P2 withdraw") == "MS-17"


def test_MS_17_only_who_has_what_is_asked_for_can_accept() -> None:
    table = play(rich(dealt(begun(), "", "SPIN"), 5, 0, 0), "P1 offer P2 $5, P1 for RECOUNT")
    assert refused(table, "P2 accept") == "MS-17"
    assert legal(table, 2)[0] == "decline"
    other = play(rich(dealt(begun(), "", "SPIN"), 5, 0, 0), "P1 offer P2 $5, P1 for SPIN, P2 accept")
    assert see(other, "money") == [0, 5, 0]
    assert see(other, "hand", 1)[0]["SPIN"] == 1


def test_MS_17_an_offer_asks_for_something_the_other_could_have() -> None:
    table = rich(dealt(begun(), "DONOR"), 5, 2, 0)
    assert refused(table, "P1 offer P2 $5") == "MS-17"
    assert refused(table, "P1 offer P3 DONOR") == "MS-17"
    play(table, "P1 offer P2 DONOR")
    assert legal(table, 1, "for") == ["for $1", "for $2"]
    assert refused(table, "P1 for $3") == "MS-17"
    assert refused(table, "P1 for SPIN") == "MS-17"


def test_MS_17_money_is_not_offered_for_money() -> None:
    table = play(rich(dealt(begun(), "", "SPIN"), 5, 9, 0), "P1 offer P2 $5")
    assert refused(table, "P1 for $4") == "MS-17"
    assert legal(table, 1, "for")[0] == "for ATTACK"


def test_MS_17_one_offer_waits_at_a_time_and_other_deals_go_on() -> None:
    table = rich(dealt(begun(), "DONOR", "SPIN"), 3, 4, 6)
    play(table, "P1 offer P2 DONOR, P1 for $3")
    assert refused(table, "P3 offer P2 $1") == "MS-17"
    play(table, "P3 give P2 $2")
    assert see(table, "money") == [3, 6, 4]


def test_MS_17_promises_bind_nobody() -> None:
    table = rich(begun(), 4, 0, 0)
    before = table.view(0) | {"deals": None}
    play(table, 'P1 promise P2 "You get four dollars tomorrow."')
    assert table.view(0) | {"deals": None} == before
    assert told(table, "promised", 3) == [{"target": "P2", "text": "You get four dollars tomorrow."}]
    assert asked(table) == "P1"
    play(table, "P1 give P3 $4")
    assert see(table, "money") == [0, 0, 4]


def test_MS_17_three_deals_by_each_seat_in_a_turn() -> None:
    table = rich(begun(), 9, 9, 9)
    play(table, "P2 give P1 $1, P2 give P3 $1, P2 promise P1")
    assert refused(table, "P2 give P1 $1") == "MS-17"
    assert refused(table, "P2 promise P3") == "MS-17"
    assert table.why_not("P3 give P1 $1") is None
    play(table, "P1 draw, * P1 M01, P1 rest")
    assert table.why_not("P2 give P1 $1") is None


def test_MS_17_deals_are_made_in_anybodys_turn_and_in_contests() -> None:
    table = play(rich(drawn("G35"), 9, 9, 9), "P1 campaign GA")
    play(table, "P3 give P2 $2")
    assert see(table, "money") == [9, 11, 7]
    assert asked(table) == "P1"
