"""The odds of cards to come are exact, and two facts about the deck."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

import hustings
from hustings.engine.kernels import verbs
from hustings.engine.table import Table
from hustings.games.combat.cards import CODES
from tests.rules.combat.tables import LAST_SIX, after_ten_hands, codes, hand, new_table, where
from tests.rules.tables import enter

LAST = LAST_SIX.split()


def votes_2012() -> list[int]:
    """The votes on the 51 numbered cards."""
    return [int(card["value"]) for card in hustings.game("combat").cards() if card["kind"] == "state"]


def hand_eleven(added: str) -> Table:
    """P1 has added two cards to hand 11 of a prose game and waits to turn."""
    return enter(after_ten_hands(), f"P1 add {added}")


def test_EC_4_two_random_numbered_cards_are_equal_with_probability_0612() -> None:
    """Of the 1275 pairs of numbered cards of 2012, 78 have equal votes."""
    pairs = list(combinations(votes_2012(), 2))
    equal = sum(first == second for first, second in pairs)
    assert (equal, len(pairs)) == (78, 1275)
    assert round(equal / len(pairs), 4) == 0.0612


def test_EC_15_more_values_are_odd_than_even() -> None:
    """26 of the cards of 2012 have an odd number of votes, 25 an even one."""
    odd = sum(value % 2 for value in votes_2012())
    assert (odd, 51 - odd) == (26, 25)


def test_EC_4_the_odds_of_a_tie_follow_from_them() -> None:
    """After a first 7, two of the 55 cards that may come make a tie."""
    table = enter(hand(new_table(), "CT", "P1 turn 1"), "P2 turn 2")
    odds = table.odds()
    assert odds["OR"] + odds["OK"] == Fraction(2, 55)
    assert sum(odds.values()) == 1


def test_EC_19_odds_before_any_card_of_hand_eleven() -> None:
    """Five places, two added cards: 1/5 each; the six unseen cards share the rest, 1/10 each."""
    table = enter(hand_eleven("NY SWING"), "P1 turn 3")
    assert table.odds() == {"NY": Fraction(1, 5), "SWING": Fraction(1, 5)} | dict.fromkeys(LAST, Fraction(1, 10))


def test_EC_19_odds_of_a_stake_before_it_is_made() -> None:
    """The chances of any place of the hand that would be laid, from what the table knows; none for illegal stakes."""
    table = after_ten_hands()
    told = {"NY": Fraction(1, 5), "SWING": Fraction(1, 5)} | dict.fromkeys(LAST, Fraction(1, 10))
    assert table.move_odds("P1 add NY SWING", seat=0)[0] == told
    assert table.move_odds("P1 add SWING FAKE", seat=0) == ({}, {})


def test_EC_19_odds_after_an_unseen_card_came_up() -> None:
    """Four places: 1/4 for each added card, and half is left for five unseen ones."""
    table = enter(hand(hand_eleven("NY WY"), "CT", "P1 turn 1"), "P2 turn 2")
    rest = [code for code in LAST if code != "CT"]
    assert table.odds() == {"NY": Fraction(1, 4), "WY": Fraction(1, 4)} | dict.fromkeys(rest, Fraction(1, 10))


def test_EC_19_odds_after_an_added_card_came_up() -> None:
    """Four places, one added card: 1/4, and 3/4 shared by six."""
    table = enter(hand(hand_eleven("NY WY"), "NY", "P1 turn 1"), "P2 turn 2")
    assert table.odds() == {"WY": Fraction(1, 4)} | dict.fromkeys(LAST, Fraction(1, 8))


def test_EC_19_odds_with_only_the_added_cards_left() -> None:
    """Three unseen cards came up: the two places that remain hold the two added cards, one half each, then surely."""
    table = enter(hand(hand_eleven("NY WY"), "CT OR OK", "P1 turn 1; P2 turn 2"), "P1 turn 3; * HI")
    assert table.odds() == {"NY": Fraction(1, 2), "WY": Fraction(1, 2)}
    enter(table, "* NY")
    assert table.odds() == {"WY": Fraction(1)}


def test_EC_19_odds_with_no_added_card_left() -> None:
    """Both added cards came up: the six unseen ones are even again."""
    table = enter(hand(hand_eleven("NY WY"), "NY WY", "P1 turn 1; P2 turn 2"), "P1 take NY 3")
    assert table.odds() == dict.fromkeys(LAST, Fraction(1, 6))


def test_EC_19_in_hand_twelve_no_card_can_be_in_a_stack() -> None:
    """With both stacks empty three unseen cards lie among five places: 1/5 for each of the five."""
    table = hand(hand_eleven("FL NY"), "FL NY CT OR OK", "P1 turn 1; P2 turn 3; P1 take FL 2")
    enter(table, "P2 add CA TX; P2 turn 1")
    assert table.odds() == dict.fromkeys([*where(table, "unseen"), "CA", "TX"], Fraction(1, 5))
    assert where(table, "unseen") == codes("FAKE RECOUNT HI")


@pytest.mark.parametrize(
    ("build", "move"),
    [
        (new_table, "P1 turn 2"),
        (lambda: hand_eleven("NY SWING"), "P1 turn 2"),
        (lambda: hand(hand_eleven("NY WY"), "NY", "P1 turn 1"), "P2 turn 4"),
        (lambda: enter(hand(hand_eleven("NY WY"), "CT OR OK", "P1 turn 1; P2 turn 2"), "P1 turn 3"), "* OK"),
        (lambda: enter(hand(hand_eleven("NY WY"), "CT OR", "P1 turn 1; P2 turn 2"), "P1 turn 3"), "* HI"),
    ],
)
def test_EC_4_drawing_gives_each_card_exactly_its_weight(build: Callable[[], Table], move: str) -> None:
    """Of as many numbers in a row as the weights sum to, each card gets as many as its own weight."""
    table = enter(build(), move)
    buffers = table.game.book.buffers()
    total = int(verbs.chances(table._row, buffers.weights))
    weights = {CODES[card]: int(buffers.weights[card]) for card in buffers.weights.nonzero()[0]}
    assert sum(weights.values()) == total
    drawn = [CODES[verbs.roll(table._row, number, buffers.weights)] for number in range(1000 * total, 1001 * total)]
    assert {code: drawn.count(code) for code in weights} == weights
