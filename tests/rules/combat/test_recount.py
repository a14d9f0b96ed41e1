"""EC-13 and EC-14: Recount in the prose and in the illustrated edition."""

from __future__ import annotations

import pytest

from hustings.engine.table import Table
from tests.rules.combat.tables import codes, hand, new_table, owing, pile, rival, tiny_table, turn_in, where
from tests.rules.tables import moves_of, told

SEVENS = "CT OR OK"  # three cards of 7 votes
THROWS = {"P1": "P1 rock; P2 scissors", "P2": "P2 paper; P1 rock"}


def play_recount(table: Table, cards: str, script: str) -> Table:
    """Play moves and check that the hand is over."""
    hand(table, cards, script)
    assert table.view(None)["hand"] == 2
    return table


def assert_wins_all(table: Table, label: str, cards: str) -> None:
    """One player has every numbered card of the hand, the other nothing; the Recount is gone."""
    assert pile(table, label) == sorted(set(cards.split()) - {"RECOUNT"})
    assert pile(table, rival(label)) == []
    assert where(table, "gone") == ["RECOUNT"]


# --- prose: R is P1 when it comes first or third, P2 when second


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("RECOUNT OH TX NY FL", "P2"), ("RECOUNT TX OH NY FL", "P1"), ("RECOUNT WY HI NY FL", "P2")],
)
def test_EC_13_recount_turned_first_the_lower_of_two_cards_wins_all(cards: str, winner: str) -> None:
    """Prose: O turns a card, then R; the player whose card is lower has the whole hand."""
    table = turn_in(new_table("prose"), cards, "first")
    assert owing(table) == ["P2"]
    hand(table, cards, "P2 turn 2")
    assert owing(table) == ["P1"]
    play_recount(table, cards, "P1 turn 3")
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize(("breaker", "winner"), [("OH", "P2"), ("NY", "P1"), ("HI", "P2"), ("WY", "P1")])
def test_EC_13_recount_equal_cards_other_player_breaks_the_tie(breaker: str, winner: str) -> None:
    """Prose: after equal cards O turns another; even gives him the hand, odd gives it to R."""
    cards = f"RECOUNT CT OR {breaker} FL"
    table = hand(new_table("prose"), cards, "P1 turn 1; P2 turn 2; P1 turn 3")
    assert owing(table) == ["P2"]
    assert moves_of(table, "P2") == ["turn 4", "turn 5"]
    play_recount(table, cards, "P2 turn 4")
    assert_wins_all(table, winner, cards)
    votes = {"OH": 18, "NY": 29, "HI": 4, "WY": 3}[breaker]
    assert told(table, "counted") == [(1, {"sum": votes, "even": "even" if winner == "P2" else "odd"})]


@pytest.mark.parametrize(("cards", "winner"), [("OH RECOUNT WY NY FL", "P2"), ("OH RECOUNT TX NY FL", "P1")])
def test_EC_13_recount_turned_second_is_compared_with_the_exposed_card(cards: str, winner: str) -> None:
    """Prose: O's card lies there, so only R turns one; the lower card's player wins all."""
    table = turn_in(new_table("prose"), cards, "second")
    assert owing(table) == ["P2"]
    play_recount(table, cards, "P2 turn 3")
    assert_wins_all(table, winner, cards)
    own = {"WY": 3, "TX": 38}[cards.split()[2]]
    assert told(table, "compared") == [(1, {"own": own, "other": 18})]


@pytest.mark.parametrize(("breaker", "winner"), [("OH", "P1"), ("NY", "P2")])
def test_EC_13_recount_turned_second_the_exposed_cards_player_breaks_the_tie(breaker: str, winner: str) -> None:
    """Prose: equal to O's exposed card: O turns another, even wins it for him, odd for R."""
    cards = f"CT RECOUNT OR {breaker} FL"
    table = hand(new_table("prose"), cards, "P1 turn 1; P2 turn 2; P2 turn 3")
    assert owing(table) == ["P1"]
    play_recount(table, cards, "P1 turn 4")
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize(("cards", "winner"), [("CT OR RECOUNT WY FL", "P1"), ("CT OR RECOUNT NY FL", "P2")])
def test_EC_13_recount_turned_third_is_compared_with_the_others_tied_card(cards: str, winner: str) -> None:
    """Prose: R broke a tie with it and turns one more, against O's exposed card; the lower wins all four."""
    table = turn_in(new_table("prose"), cards, "third")
    assert (owing(table), table.view(None)["first"]) == (["P1"], "OR")
    play_recount(table, cards, "P1 turn 4")
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize(("breaker", "winner"), [("OH", "P2"), ("NY", "P1")])
def test_EC_13_recount_turned_third_the_last_card_breaks_the_tie(breaker: str, winner: str) -> None:
    """Prose: a third card of the same value: O turns the last one, even for himself, odd for R."""
    cards = f"CT OR RECOUNT OK {breaker}"
    table = hand(new_table("prose"), cards, "P1 turn 1; P2 turn 2; P1 turn 3; P1 turn 4")
    assert (owing(table), moves_of(table, "P2")) == (["P2"], ["turn 5"])
    play_recount(table, cards, "P2 turn 5")
    assert_wins_all(table, winner, cards)


def test_EC_13_a_wild_as_tie_breaker_is_a_second_wild() -> None:
    """Prose: O turns the tie-breaker and it is a wild; he wins what is left, without even or odd."""
    cards = "RECOUNT CT OR SWING FL"
    table = play_recount(new_table("prose"), cards, "P1 turn 1; P2 turn 2; P1 turn 3; P2 turn 4")
    assert pile(table, "P2") == codes("CT OR FL")
    assert told(table, "counted") == []


@pytest.mark.parametrize("winner", ["P1", "P2"])
@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("RECOUNT CT OR", "P1 turn 1; P2 turn 2; P1 turn 3"),
        ("CT RECOUNT OR", "P1 turn 1; P2 turn 2; P2 turn 3"),
        ("CT OR RECOUNT", "P1 turn 1; P2 turn 2; P1 turn 3"),
    ],
)
def test_EC_13_with_no_card_left_to_turn_they_throw_for_the_hand(cards: str, moves: str, winner: str) -> None:
    """Prose, in a hand of three: a card is due and none lies there, so the winner of the throw wins all."""
    table = hand(tiny_table("RECOUNT CT OR TX OH NY", "prose"), cards, moves)
    assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
    hand(table, cards, "P1 rock; P2 rock")
    assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
    hand(table, cards, THROWS[winner])
    assert_wins_all(table, winner, cards)


# --- illustrated: R is P2 when it comes first or third, P1 when second


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("RECOUNT OH TX NY FL", "P2"), ("RECOUNT TX OH NY FL", "P1"), ("RECOUNT WY HI NY FL", "P2")],
)
def test_EC_14_recount_turned_first_he_turns_and_then_the_other(cards: str, winner: str) -> None:
    """Illustrated: R turns a card first, then O; the lower wins the hand."""
    table = turn_in(new_table("illustrated"), cards, "first")
    assert owing(table) == ["P2"]
    hand(table, cards, "P2 turn 2")
    assert owing(table) == ["P1"]
    play_recount(table, cards, "P1 turn 3")
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize(("cards", "winner"), [("WY RECOUNT OH TX FL", "P1"), ("TX RECOUNT OH WY FL", "P2")])
def test_EC_14_recount_turned_second_does_not_compare_what_was_exposed(cards: str, winner: str) -> None:
    """Illustrated: both turn a new card. O's exposed WY (3) would win, and his TX would lose; neither counts."""
    table = turn_in(new_table("illustrated"), cards, "second")
    assert owing(table) == ["P1"]
    hand(table, cards, "P1 turn 3")
    assert owing(table) == ["P2"]
    play_recount(table, cards, "P2 turn 4")
    assert_wins_all(table, winner, cards)
    assert told(table, "compared") == [(1, {"own": 38 if winner == "P1" else 3, "other": 18})]


@pytest.mark.parametrize(("cards", "winner"), [("CT OR RECOUNT WY FL", "P2"), ("CT OR RECOUNT FL WY", "P1")])
def test_EC_14_recount_turned_third_uses_the_last_two_cards(cards: str, winner: str) -> None:
    """Illustrated: after a tie R turns the fourth card and O the fifth; the tied ones are won with the hand."""
    table = turn_in(new_table("illustrated"), cards, "third")
    assert owing(table) == ["P2"]
    hand(table, cards, "P2 turn 4")
    assert owing(table) == ["P1"]
    play_recount(table, cards, "P1 turn 5")
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize("thrower", ["P1", "P2"])
@pytest.mark.parametrize(("breaker", "even"), [("TX", True), ("NY", False)])
@pytest.mark.parametrize(
    ("layout", "moves", "last"),
    [
        ("RECOUNT CT OR {} FL", "P2 turn 1; P2 turn 2; P1 turn 3", 4),
        ("OK RECOUNT OR CT {}", "P2 turn 1; P1 turn 2; P1 turn 3; P2 turn 4", 5),
    ],
)
def test_EC_14_recount_equal_cards_the_throws_winner_turns_the_tie_breaker(
    layout: str, moves: str, last: int, breaker: str, even: bool, thrower: str
) -> None:
    """Illustrated: equal cards are thrown for; the winner of the throw turns one: even is his, odd the other's."""
    cards = layout.format(breaker)
    table = hand(new_table("illustrated"), cards, moves)
    assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
    hand(table, cards, THROWS[thrower])
    assert (table.view(None)["task"], owing(table)) == ("turn", [thrower])
    play_recount(table, cards, f"{thrower} turn {last}")
    assert_wins_all(table, thrower if even else rival(thrower), cards)
    seat = int(thrower[1]) - 1
    assert told(table, "counted") == [(seat, {"sum": 38 if even else 29, "even": "even" if even else "odd"})]


@pytest.mark.parametrize("thrower", ["P1", "P2"])
def test_EC_14_recount_turned_third_and_equal_the_throw_decides(thrower: str) -> None:
    """Illustrated: all five cards are used up by an equal pair, so the throw itself wins the hand."""
    cards = "CT OR RECOUNT WY VT"
    table = hand(new_table("illustrated"), cards, "P2 turn 1; P1 turn 2; P2 turn 3; P2 turn 4; P1 turn 5")
    assert owing(table) == ["P1", "P2"]
    play_recount(table, cards, THROWS[thrower])
    assert_wins_all(table, thrower, cards)
    assert told(table, "counted") == []


@pytest.mark.parametrize("thrower", ["P1", "P2"])
def test_EC_14_a_wild_as_tie_breaker_is_a_second_wild(thrower: str) -> None:
    """Illustrated: the winner of the throw turns a wild and wins what is left by EC-10."""
    cards = "RECOUNT CT OR SWING FL"
    table = hand(new_table("illustrated"), cards, "P2 turn 1; P2 turn 2; P1 turn 3")
    play_recount(table, cards, f"{THROWS[thrower]}; {thrower} turn 4")
    assert pile(table, thrower) == codes("CT OR FL")


@pytest.mark.parametrize("winner", ["P1", "P2"])
@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("RECOUNT CT OR", "P2 turn 1; P2 turn 2; P1 turn 3"),
        ("CT RECOUNT OR", "P2 turn 1; P1 turn 2; P1 turn 3"),
        ("CT OR RECOUNT", "P2 turn 1; P1 turn 2; P2 turn 3"),
    ],
)
def test_EC_14_with_no_card_left_to_turn_they_throw_for_the_hand(cards: str, moves: str, winner: str) -> None:
    """Illustrated, in a hand of three: the card due is missing, so the winner of the throw wins all."""
    table = hand(tiny_table("RECOUNT CT OR TX OH NY", "illustrated"), cards, moves)
    assert owing(table) == ["P1", "P2"]
    hand(table, cards, THROWS[winner])
    assert_wins_all(table, winner, cards)


@pytest.mark.parametrize(
    ("edition", "script", "effect"),
    [
        ("prose", "P1 turn 1", {"lower_of_two": 0}),
        ("prose", "P1 turn 1; P2 turn 2", {"lower_wins": 7}),
        ("prose", "P1 turn 1; P2 turn 2; P1 turn 3", {"even_wins": 0}),
        ("illustrated", "P2 turn 1", {"lower_of_two": 0}),
        ("illustrated", "P2 turn 1; P2 turn 2", {"lower_wins": 7}),
        ("illustrated", "P2 turn 1; P2 turn 2; P1 turn 3", {"throw_turns": 0}),
        ("illustrated", f"P2 turn 1; P2 turn 2; P1 turn 3; {THROWS['P1']}", {"even_wins": 0}),
    ],
)
def test_EC_13_EC_14_a_turn_says_which_card_wins_the_hand(edition: str, script: str, effect: dict[str, int]) -> None:
    """The lower of two, a card below the other player's, or after a tie an even one."""
    table = hand(new_table(edition), "RECOUNT CT OR NY FL", script)
    seat = int(owing(table)[0][1]) - 1
    told_of = table.previews(table.legal(seat))
    assert len(told_of) == len(table.legal(seat))
    assert all(each == effect for each in told_of.values())


def test_EC_4_an_ordinary_turn_promises_nothing() -> None:
    """Only a wild card says beforehand what a turn decides."""
    table = hand(new_table("prose"), "OH TX NY FL CA", "P1 turn 1")
    assert table.previews(table.legal(1)) == {}
