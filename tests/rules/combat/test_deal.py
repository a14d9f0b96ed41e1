"""EC-1 to EC-4: the deck and its votes, the twelve hands, who opens, and turning a card."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

import hustings
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, ordinary_hand, owing, pile, rival, where
from tests.rules.tables import enter, moves_of, refused, told

APPORTIONMENTS = ("2012", "2024", "2004", "1992", "1984", "1972", "1964")
VOTES_OF_FOUR = {  # CA, FL, NY, PA
    "2012": (55, 29, 29, 20),
    "2024": (54, 30, 28, 19),
    "2004": (55, 27, 31, 21),
    "1992": (54, 25, 33, 23),
    "1984": (47, 21, 36, 25),
    "1972": (45, 17, 41, 27),
    "1964": (40, 14, 43, 29),
}


def whole_game(edition: str) -> hustings.Table:
    """A drawn game, played to its end by chance moves."""
    table = hustings.game("combat", edition=edition).start(seats=2, seed=12)
    choose = random.Random(12)
    while not table.over:
        table.play(choose.choice(table.legal(min(table.owes))))
    return table


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_1_each_player_has_28_cards_in_an_order_nobody_knows(edition: str) -> None:
    """56 cards make two stacks of 28; P1 deals and lays first, and no card has a place in any record or view."""
    table = new_table(edition)
    for seat in (None, 0, 1):
        view = table.view(seat)
        assert view["layer"] == "P1"
        assert view["stack"] == [28 - 5, 28]
        assert set(view["where"].values()) == {"unseen"}
        assert len(view["where"]) == 56
        assert view["card"] == [None] * 5


def test_EC_1_the_deck_has_51_numbered_cards_and_five_wild_ones() -> None:
    """One card for each state and DC with its electors, five wild cards worth nothing, and no reference card."""
    deck = hustings.game("combat").cards()
    states = [card for card in deck if card["kind"] == "state"]
    wilds = [card for card in deck if card["kind"] == "wild"]
    assert len(states) == 51
    assert len({card["code"] for card in deck}) == len(deck) == 56
    assert {card["code"] for card in wilds} == {"FAKE", "CELEB", "RECOUNT", "SWING", "RUSSIA"}
    assert {card["value"] for card in wilds} == {0}
    assert all(len(card["code"]) == 2 and card["value"] >= 3 for card in states)


@pytest.mark.parametrize("votes", APPORTIONMENTS)
def test_EC_1_the_votes_option_prints_that_apportionment_on_the_cards(votes: str) -> None:
    """Every apportionment has 51 entries that sum to 538, and cards are compared by the votes it prints."""
    game = hustings.game("combat", votes=votes)
    values = {card["code"]: card["value"] for card in game.cards() if card["kind"] == "state"}
    assert (len(values), sum(values.values())) == (51, 538)
    printed = tuple(values[code] for code in ("CA", "FL", "NY", "PA"))
    assert printed == VOTES_OF_FOUR[votes]
    table = hand(new_table(votes=votes), "FL PA", "P1 turn 1; P2 turn 2")
    shown = [arguments["votes"] for _, arguments in told(table, "turned")]
    assert shown == [printed[1], printed[3]]
    assert owing(table) == ["P1" if printed[1] > printed[3] else "P2"]


def test_EC_1_the_default_options_are_the_first_of_each() -> None:
    """Prose, President, the votes of 2012 and no campaign stops are what a game has when nothing is said."""
    options = {"edition": "prose", "objective": "president", "votes": "2012", "stops": "0"}
    assert hustings.game("combat").options == options


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_2_twelve_hands_are_laid_in_turn(edition: str) -> None:
    """P1 lays the odd hands and P2 the even ones, each of five cards, and after the twelfth the game is over."""
    table = whole_game(edition)
    laid = [(arguments["hand"], arguments["count"], seat) for seat, arguments in told(table, "laid")]
    assert laid == [(number, 5, (number - 1) % 2) for number in range(2, 13)]
    assert [arguments["hand"] for _, arguments in told(table, "hand_over")] == list(range(1, 13))
    assert table.view(None)["hands"] == 12


def test_EC_2_five_cards_come_off_the_layers_stack_until_each_has_three() -> None:
    """Hands 1 to 10 take five cards from the stack of the player who lays; three are left in both."""
    table = new_table()
    states = [card for card in hustings.game("combat").cards() if card["kind"] == "state"]
    deck = [card["code"] for card in sorted(states, key=lambda card: card["value"], reverse=True)]
    stacks = [table.view(None)["stack"]]
    for number in range(10):
        ordinary_hand(table, " ".join([deck[number], deck[-1 - number], *deck[10 + 3 * number : 13 + 3 * number]]))
        stacks.append(table.view(None)["stack"])
    assert stacks[:5] == [[23, 28], [23, 23], [18, 23], [18, 18], [13, 18]]
    assert stacks[-1] == [3, 3]
    assert table.view(None)["task"] == "add"


@pytest.mark.parametrize(("edition", "opener_is_layer"), [("prose", True), ("illustrated", False)])
def test_EC_3_who_opens_depends_on_the_edition_in_all_twelve_hands(edition: str, opener_is_layer: bool) -> None:
    """Prose: the layer turns the first card. Illustrated: the other player does, in hand 12 as in any other."""
    table = whole_game(edition)
    for seat, arguments in told(table, "laid"):
        layer = f"P{seat + 1}" if seat is not None else ""
        assert arguments["opener"] == (layer if opener_is_layer else rival(layer))
    first_turns = [event for before, event in _neighbours(table) if before == "laid" and event.event == "turned"]
    openers = [arguments["opener"] for _, arguments in told(table, "laid")]
    assert [f"P{(event.seat or 0) + 1}" for event in first_turns] == openers
    assert owing(new_table(edition)) == ["P1" if opener_is_layer else "P2"]


def _neighbours(table: hustings.Table) -> list[tuple[str, hustings.Event]]:
    events = table.events()
    return [(before.event, event) for before, event in pairwise(events)]


@pytest.mark.parametrize(("edition", "opener"), [("prose", "P1"), ("illustrated", "P2")])
def test_EC_3_the_other_player_turns_second_and_the_opener_breaks_a_tie(edition: str, opener: str) -> None:
    """The second card is the other player's to turn; when the two tie, the third is the opener's again."""
    table = new_table(edition)
    assert owing(hand(table, "OR OK", f"{opener} turn 1")) == [rival(opener)]
    assert owing(hand(table, "OR OK", f"{rival(opener)} turn 2")) == [opener]
    assert moves_of(table, opener) == ["turn 3", "turn 4", "turn 5"]


@pytest.mark.parametrize(("edition", "opener"), [("prose", "P2"), ("illustrated", "P1")])
def test_EC_3_in_hand_two_the_roles_are_exchanged(edition: str, opener: str) -> None:
    """P2 lays hand 2, so the opener is the other one than in hand 1, and so is the breaker of a tie."""
    table = ordinary_hand(new_table(edition), "CA TX OH NY FL")
    assert owing(table) == [opener]
    hand(table, "OR OK", f"{opener} turn 1; {rival(opener)} turn 2")
    assert owing(table) == [opener]


def test_EC_4_any_face_down_place_may_be_turned() -> None:
    """Five places lie face down, each of them may be turned, and what comes up lies on the place that was named."""
    table = new_table()
    assert moves_of(table, "P1") == [f"turn {place}" for place in range(1, 6)]
    enter(table, "P1 turn 4")
    assert owing(table) == []
    enter(table, "* TX")
    assert table.view(None)["card"] == [None, None, None, "TX", None]
    assert table.view(None)["turner"] == [None, None, None, "P1", None]
    assert where(table, "table") == ["TX"]
    assert moves_of(table, "P2") == ["turn 1", "turn 2", "turn 3", "turn 5"]


def test_EC_4_which_card_it_is_is_chance_even_over_all_unseen_cards() -> None:
    """Before anything is known each of the 56 cards is as likely; a card that has been seen cannot come again."""
    table = enter(new_table(), "P1 turn 1")
    assert table.odds() == dict.fromkeys(table.view(None)["where"], Fraction(1, 56))
    enter(table, "* TX; P2 turn 2")
    assert table.odds() == {code: Fraction(1, 55) for code in table.view(None)["where"] if code != "TX"}
    enter(table, "* OH")
    assert table.odds() == {}


def test_EC_4_the_choice_of_a_place_tells_nothing() -> None:
    """Every place has the same odds, from what either player knows."""
    table = hand(new_table(), "TX", "P1 turn 1")
    odds = [table.odds_after(f"P2 turn {place}", seat=1) for place in range(2, 6)]
    assert odds[0] == {code: Fraction(1, 55) for code in table.view(None)["where"] if code != "TX"}
    assert odds == [odds[0]] * 4


def test_EC_4_a_turned_card_cannot_be_turned_again() -> None:
    """Only a place without a face-up card can be turned; the refusal names the table as it lies."""
    table = hand(new_table(), "TX", "P1 turn 1")
    reason = refused(table, "P2 turn 1")
    assert reason.clause == "EC-4"
    assert "P2 turn 1" in reason.text
    assert "face up are TX, face down are places 2, 3, 4, 5" in reason.text
    assert pile(table, "P2") == codes("")
