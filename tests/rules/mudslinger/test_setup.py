"""MS-1 to MS-3: candidates, who begins, open states, a turn, drawing."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hustings
from hustings import OptionError, Table
from hustings.games.mudslinger.cards import (
    CANDIDATES,
    CODES,
    COPIES,
    DOLLARS,
    GROUP,
    KIND_CODES,
    PARTIES,
    PARTY_OF,
    PEOPLE,
    PILE_OF,
    PILES,
    POINTS,
    SORT,
    STATES,
)
from hustings.games.mudslinger.record import IN_PILE, WITH_SEAT
from tests.rules.mudslinger.tables import (
    CHOSEN,
    FIRST,
    asked,
    begun,
    dealt,
    drawn,
    first_rolls,
    legal,
    new_table,
    play,
    refused,
    rich,
    see,
    told,
)

FIRST_CARDS = [("first_card", 1), ("three_cards", 3)]
SIX = ", ".join(f"P{seat + 1} run {code}" for seat, code in enumerate(CANDIDATES))


def test_MS_1_three_to_six_play() -> None:
    for seats in (3, 4, 5, 6):
        assert new_table(seats).seats == seats
    for seats in (2, 7):
        with pytest.raises(OptionError):
            new_table(seats)


def test_MS_1_candidates_random_each_left_is_as_likely() -> None:
    table = new_table(candidates="random")
    assert table.odds().keys() == {f"P1 {party}" for party in PARTIES}
    assert set(table.odds().values()) == {next(iter(table.odds().values()))}
    play(table, "* P1 CON")
    assert table.odds().keys() == {f"P2 {party}" for party in PARTIES if party != "CON"}
    assert not table.owes


def test_MS_1_candidates_random_with_six_also_pick_your_party() -> None:
    assert "P1 ANY" in new_table(6, candidates="random").odds()
    assert "P1 ANY" not in new_table(5, candidates="random").odds()


def test_MS_1_candidates_chosen_in_seat_order() -> None:
    table = new_table(candidates="chosen")
    assert asked(table) == "P1"
    assert legal(table, 1) == [f"run {party}" for party in PARTIES]
    play(table, "P1 run CON")
    assert asked(table) == "P2"
    assert refused(table, "P2 run CON") == "MS-1"
    assert refused(table, "P2 run ANY") == "MS-1"
    assert legal(table, 2) == [f"run {party}" for party in PARTIES if party != "CON"]


def test_MS_1_pick_your_party_names_any_of_the_five_at_the_start() -> None:
    table = play(new_table(6, candidates="chosen"), SIX)
    assert asked(table) == "P6"
    assert legal(table, 6) == [f"party {party}" for party in PARTIES]
    play(table, "P6 party LIB")
    assert see(table, "party")[5] == "LIB"
    assert see(table, "candidate")[5] == "ANY"


def test_MS_1_the_highest_roll_begins() -> None:
    table = play(new_table(candidates="chosen"), "P1 run CON, P2 run LIB, P3 run IND")
    play(table, "* P1 dice 1 1 1, * P2 dice 6 5 6, * P3 dice 5 5 5, * GA, * TX, * VT, * CA")
    assert asked(table) == "P2"
    assert see(table, "runner") == "P2"


def test_MS_1_ties_for_the_highest_roll_again_among_themselves() -> None:
    table = play(new_table(candidates="chosen"), "P1 run CON, P2 run LIB, P3 run IND")
    play(table, "* P1 dice 6 6 5, * P2 dice 1 1 1, * P3 dice 5 6 6")
    assert all(text.startswith("P1 dice") for text in table.odds())
    play(table, "* P1 dice 1 1 1")
    assert all(text.startswith("P3 dice") for text in table.odds())
    play(table, "* P3 dice 1 1 1, * P1 dice 1 1 1, * P3 dice 1 1 2, * GA, * TX, * VT, * CA")
    assert asked(table) == "P3"


def test_MS_1_four_states_open_and_no_money_no_cards() -> None:
    table = begun()
    assert [code for code, lies in see(table, "lies").items() if lies == "open"] == ["CA", "GA", "TX", "VT"]
    assert see(table, "money") == [0, 0, 0]
    assert see(table, "cards") == [0, 0, 0]
    assert see(table, "deck") == 112


def test_MS_1_a_won_state_is_replaced_while_there_are_any() -> None:
    table = drawn("M01", "P1 campaign GA, * dice 1 1 2")
    assert len(table.odds()) == 46
    assert "GA" not in table.odds()
    play(table, "* OH")
    assert see(table, "open_count") == 4
    assert asked(table) == "P2"


def test_MS_21_length_20_draws_two_states_from_each_pile_alike_in_size_and_leaning() -> None:
    table = new_table(length="20")
    assert set(table.odds()) == {"CA", "IL", "MI", "NC", "NY"}
    play(table, "* CA")
    assert set(table.odds().values()) == {Fraction(1, 4)}
    play(table, "* NY")
    assert set(table.odds()) == {"TX", "FL", "GA", "OH", "PA"}
    while table.odds() and "P1 CON" not in table.odds():
        table.settle(next(iter(table.odds())))
    for pile in range(PILES):
        lies = [see(table, "lies")[STATES[state]] for state in range(50) if PILE_OF[state] == pile]
        assert sorted(lies) == ["deck", "deck", "not in play", "not in play", "not in play"]
    (told_all,) = told(table, "in_play")
    assert len(told_all["states"]) == see(table, "unseen") == 20
    assert told_all["points"] == sum(POINTS[0, STATES.index(code)] for code in told_all["states"])


def test_MS_21_length_50_has_every_state_in_play() -> None:
    table = begun()
    assert see(table, "unseen") == 46
    assert "not in play" not in see(table, "lies").values()
    assert told(table, "in_play") == []


def test_MS_21_length_20_turns_up_one_of_the_four_largest_first() -> None:
    table = new_table(length="20", candidates="chosen")
    while table.odds():
        table.settle(next(iter(table.odds())))
    play(table, f"P1 run CON, P2 run LIB, P3 run IND, {FIRST}")
    large = set(table.odds())
    assert len(large) == 4
    assert min(POINTS[0, STATES.index(code)] for code in large) >= 15
    table.settle(min(large))
    assert len(table.odds()) == 19


def test_MS_22_start_first_group_deals_each_player_a_group_that_fits_and_pays_two_dollars() -> None:
    table = play(new_table(candidates="chosen", start="first_group"), "P1 run CON, P2 run LIB, P3 run PEA")
    found = {CODES.index(text.removeprefix("P1 ")) for text in table.odds()}
    assert {int(DOLLARS[card]) for card in found} == {2}
    assert {PARTIES[PARTY_OF[card]] for card in found} == {"IND", "CON", "MIL"}
    assert {SORT[card] for card in found} == {GROUP}
    first = min(table.odds())
    play(table, f"* {first}")
    assert f"P2 {first[3:]}" not in table.odds()
    play(table, f"* {min(table.odds())}")
    play(table, f"* {min(table.odds())}, {FIRST}, * GA, * TX, * VT, * CA")
    assert see(table, "income") == [2, 2, 2]
    assert see(table, "money") == [2, 0, 0]
    assert see(table, "deck") == 109


def test_MS_22_start_source_begins_with_no_group() -> None:
    assert see(begun(start="source"), "chain_length") == [0, 0, 0]


@pytest.mark.parametrize("length", ["50", "20"])
def test_MS_21_a_size_for_research_takes_the_place_of_the_draw(length: str) -> None:
    table = hustings.game("mudslinger", states=12, length=length).start(seed=1)
    assert told(table, "in_play") == []
    assert sum(lies in ("deck", "open") for lies in see(table, "lies").values()) == 12


def test_MS_2_income_every_dollar_of_ones_own_groups_at_the_start_of_ones_turn() -> None:
    table = drawn("G46", "P1 rest")
    assert see(table, "money") == [0, 0, 0]
    play(table, "P2 draw, * P2 G24, P2 rest, P3 draw, * P3 V05, P3 rest")
    assert see(table, "money") == [3, 0, 0]
    assert told(table, "turn")[-1] == {"turn": 4, "income": 3, "money": 3}
    play(table, "P1 draw, * P1 G35, P1 rest")
    assert see(table, "money") == [3, 3, 0]
    assert see(table, "income") == [4, 3, 0]


def test_MS_2_the_bank_has_no_limit() -> None:
    table = rich(drawn("G46", "P1 rest, P2 draw, * P2 V03, P2 rest, P3 draw, * P3 V05"), 1_000_000)
    assert see(play(table, "P3 rest"), "money")[0] == 1_000_003


def test_MS_2_card_first_then_perhaps_one_attempt() -> None:
    table = begun()
    assert legal(table, 1, "draw") == ["draw"]
    assert refused(table, "P1 campaign GA") == "MS-15"
    play(table, "P1 draw, * P1 M01")
    assert refused(table, "P1 draw") == "MS-15"
    play(table, "P1 campaign GA, * dice 6 6 6")
    assert asked(table) == "P2"


def test_MS_3_an_action_goes_to_the_hand_and_only_its_owner_knows_it() -> None:
    table = drawn("LEAK")
    assert see(table, "cards") == [1, 0, 0]
    assert see(table, "hand", 1)[0]["LEAK"] == 1
    assert see(table, "hand", 2)[0]["LEAK"] == 0
    assert told(table, "drew_kind", 1) == [{"card": "LEAK"}]
    assert told(table, "drew_kind", 2) == told(table, "drew_kind") == []


def test_MS_3_a_group_that_fits_must_be_placed_another_is_discarded() -> None:
    fits = drawn("G35")
    assert see(fits, "chain")[0][0] == "G35"
    assert see(fits, "pile_size") == 0
    stranger = drawn("G01")
    assert see(stranger, "chain")[0][0] is None
    assert see(stranger, "pile")[0] == "G01"
    assert told(stranger, "misfit") == [{"card": "G01", "party": "PEA", "takes": ["IND", "CON", "MIL"]}]
    assert asked(fits) == asked(stranger) == "P1"


def test_MS_3_every_card_of_the_deck_is_as_likely() -> None:
    odds = begun("P1 draw").odds()
    assert len(odds) == 78 + 17
    assert odds["P1 G01"].denominator == 112
    assert odds["P1 DONOR"] == 3 * odds["P1 G01"]
    assert "P1 G01" not in drawn("G01", "P1 rest, P2 draw").odds()


def without_deck(pile: int) -> Table:
    """P1 begins; the deck is empty, `pile` groups lie on the discard pile, and all else is with nobody we look at."""
    table = begun()
    row = table._row
    for card in range(PEOPLE):
        row.where[card] = IN_PILE if card < pile else WITH_SEAT + 2
        row.pile[card] = card + 1 if card < pile else 0
    for kind, copies in enumerate(COPIES):
        row.hand[2, kind] = int(copies)
        row.cards[2] += int(copies)
    row.pile_size, row.deck = pile, 0
    return table


def test_MS_3_the_kinds_of_cards_in_the_deck_are_known_where_the_rivals_cards_are_not() -> None:
    """Which action cards are left hangs on P2's hand; how many, and all groups, mates and managers, everybody knows."""
    table = dealt(begun(), "DONOR", "LEAK SPIN")
    assert table.odds_after("P1 draw", seat=0) == {}
    kinds = table.odds_by_kind("P1 draw", seat=0)
    assert kinds == {
        "group": Fraction(58, 109),
        "mate": Fraction(10, 109),
        "manager": Fraction(10, 109),
        "action": Fraction(31, 109),
    }
    table = begun()
    assert table.odds_after("P1 draw", seat=0)
    assert sum(table.odds_by_kind("P1 draw", seat=0).values()) == 1
    assert drawn("G13").odds_by_kind("P1 campaign GA", seat=0) == {}


def test_MS_3_an_empty_deck_is_made_anew_from_the_discards() -> None:
    table = without_deck(pile=5)
    table.play("P1 draw")
    assert (see(table, "deck"), see(table, "pile_size")) == (5, 0)
    assert table.odds().keys() == {"P1 G01", "P1 G02", "P1 G03", "P1 G04", "P1 G05"}
    assert told(table, "new_deck") == [{"cards": 5}]


def test_MS_3_with_cards_left_in_the_deck_the_discards_stay() -> None:
    table = drawn("G01", "P1 rest, P2 draw")
    assert see(table, "pile_size") == 1
    assert told(table, "new_deck") == []


def test_MS_3_neither_deck_nor_discards_no_card() -> None:
    table = without_deck(pile=0)
    table.play("P1 draw")
    assert told(table, "no_card") == [{}]
    assert legal(table, 1, "campaign") == ["campaign CA", "campaign GA", "campaign TX", "campaign VT"]


def after_groups(start: str) -> Table:
    """Three players, each with a candidate and the first group, before the action cards are dealt."""
    table = play(new_table(candidates="chosen", start=start), CHOSEN)
    for label in ("P1", "P2", "P3"):
        assert {SORT[CODES.index(text.removeprefix(f"{label} "))] for text in table.odds()} == {GROUP}
        play(table, f"* {min(table.odds())}")
    return table


@pytest.mark.parametrize(("start", "each"), FIRST_CARDS)
def test_MS_24_each_player_is_dealt_the_action_cards_of_the_beginning_after_the_groups(start: str, each: int) -> None:
    table = after_groups(start)
    assert table.odds() == {
        f"P1 {code}": Fraction(int(count), int(COPIES.sum())) for code, count in zip(KIND_CODES, COPIES, strict=True)
    }
    play(table, "* P1 GERRY")
    assert not any(text.endswith("GERRY") for text in table.odds())
    dealt_to = ["P1"]
    while not any(" dice " in text for text in table.odds()):
        dealt_to.append(min(table.odds()).split()[0])
        table.settle(min(table.odds()))
    assert dealt_to == [label for label in ("P1", "P2", "P3") for _ in range(each)]
    play(table, f"{FIRST}, * NH, * AL, * VT, * AK")
    assert see(table, "cards") == [each] * 3
    assert see(table, "deck") == 109 - 3 * each


@pytest.mark.parametrize(("start", "each"), FIRST_CARDS)
def test_MS_24_only_their_owner_sees_the_first_cards(start: str, each: int) -> None:
    table = after_groups(start)
    hands = [["LEAK", "DONOR", "SLUSH"], ["SPIN", "SPIN", "DUMP"], ["GAG", "GERRY", "SURGE"]]
    for seat, hand in enumerate(hands, 1):
        play(table, ", ".join(f"* P{seat} {code}" for code in hand[:each]))
    assert [sum(see(table, "hand", seat)[0].values()) for seat in (1, 2, 3, None)] == [each, 0, 0, 0]
    assert [event["card"] for event in told(table, "drew_kind", 1)] == hands[0][:each]
    assert told(table, "drew_kind") == []


@pytest.mark.parametrize("start", ["source", "first_group", "small_first"])
def test_MS_24_other_beginnings_deal_no_action_card(start: str) -> None:
    table = first_rolls(play(new_table(candidates="chosen", start=start), CHOSEN))
    assert see(table, "cards") == [0, 0, 0]
