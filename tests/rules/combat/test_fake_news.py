"""EC-11: Fake News, turned first, second and third. It is the same in both editions."""

from __future__ import annotations

import pytest

from hustings.engine.table import Table
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, owing, pile, rival, turn_in, where
from tests.rules.tables import moves_of, refused, told

OPENER = {"prose": "P1", "illustrated": "P2"}


def fake_news(edition: str, cards: str, when: str) -> tuple[Table, str, str]:
    """Fake News turned first, second or third in hand 1: the table, its player F and the other O."""
    table = turn_in(new_table(edition), cards, when)
    player = rival(OPENER[edition]) if when == "second" else OPENER[edition]
    return table, player, rival(player)


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_11_turned_first_he_turns_a_reference_then_calls(edition: str) -> None:
    """F turns a card, calls the next against it, and turns that one too; O does nothing."""
    cards = "FAKE OH TX NY FL"
    table, player, other = fake_news(edition, cards, "first")
    assert moves_of(table, player) == ["turn 2", "turn 3", "turn 4", "turn 5"]
    hand(table, cards, f"{player} turn 2")
    assert table.view(None)["first"] == "OH"
    assert moves_of(table, player) == ["call equal", "call higher", "call lower"]
    assert moves_of(table, other) == []
    hand(table, cards, f"{player} call higher")
    assert table.view(None)["call"] == "higher"
    assert moves_of(table, player) == ["turn 3", "turn 4", "turn 5"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("next_card", "call", "right"),
    [
        ("TX", "higher", True),
        ("TX", "lower", False),
        ("TX", "equal", False),
        ("WY", "higher", False),
        ("WY", "lower", True),
        ("WY", "equal", False),
        ("OR", "higher", False),
        ("OR", "lower", False),
        ("OR", "equal", True),
    ],
)
def test_EC_11_a_right_call_wins_both_cards_a_wrong_one_gives_both_away(
    edition: str, next_card: str, call: str, right: bool
) -> None:
    """Against CT (7): a higher, a lower and an equal card, each called three ways. F wins both or O does."""
    cards = f"FAKE CT {next_card} NY FL"
    table, player, other = fake_news(edition, cards, "first")
    hand(table, cards, f"{player} turn 2; {player} call {call}; {player} turn 3")
    assert pile(table, player if right else other) == sorted(["CT", next_card])
    assert pile(table, other if right else player) == []
    value = {"TX": 38, "WY": 3, "OR": 7}[next_card]
    assert told(table, "called") == [(int(player[1]) - 1, {"call": call, "reference": 7})]
    assert told(table, "right" if right else "wrong") == [(int(player[1]) - 1, {"value": value, "reference": 7})]
    assert told(table, "wrong" if right else "right") == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_11_turned_first_it_makes_two_pairs(edition: str) -> None:
    """With four cards left F turns a new reference after the first pair and calls again; then the hand is over."""
    cards = "FAKE OH TX NY FL"
    table, player, other = fake_news(edition, cards, "first")
    hand(table, cards, f"{player} turn 2; {player} call higher; {player} turn 3")
    assert moves_of(table, player) == ["turn 4", "turn 5"]
    hand(table, cards, f"{player} turn 4; {player} call higher")
    assert moves_of(table, player) == ["turn 5"]
    hand(table, cards, f"{player} turn 5")
    assert pile(table, player) == codes("OH TX")
    assert pile(table, other) == codes("NY FL")
    assert where(table, "gone") == ["FAKE"]
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("call", "right"), [("higher", True), ("lower", False), ("equal", False)])
def test_EC_11_turned_second_the_others_card_is_the_reference(edition: str, call: str, right: bool) -> None:
    """F calls at once against the card O has exposed, and wins it with the next one, or loses both."""
    cards = "OH FAKE TX NY FL"
    table, player, other = fake_news(edition, cards, "second")
    assert (owing(table), table.view(None)["first"]) == ([player], "OH")
    hand(table, cards, f"{player} call {call}; {player} turn 3")
    assert pile(table, player if right else other) == codes("OH TX")
    assert moves_of(table, player) == ["turn 4", "turn 5"]
    hand(table, cards, f"{player} turn 5; {player} call equal; {player} turn 4")
    assert codes("FL NY") == [code for code in pile(table, player) if code in ("FL", "NY")]
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hidden", "total", "call", "right"),
    [
        ("NY FL", 58, "higher", True),
        ("NY FL", 58, "lower", False),
        ("NY FL", 58, "equal", False),
        ("WY VT", 6, "lower", True),
        ("WY VT", 6, "higher", False),
        ("MD HI", 14, "equal", True),
        ("MD HI", 14, "higher", False),
        ("MD HI", 14, "lower", False),
    ],
)
def test_EC_11_turned_third_he_calls_the_sum_of_the_two_hidden_cards(
    edition: str, hidden: str, total: int, call: str, right: bool
) -> None:
    """Two cards of 7 are exposed: F calls the hidden sum against 14, turns both, and all four go one way."""
    cards = f"CT OR FAKE {hidden}"
    table, player, other = fake_news(edition, cards, "third")
    hand(table, cards, f"{player} call {call}")
    assert moves_of(table, player) == ["turn 4", "turn 5"]
    assert told(table, "called") == [(int(player[1]) - 1, {"call": call, "reference": 14})]
    hand(table, cards, f"{player} turn 5")
    assert (owing(table), pile(table, player), pile(table, other)) == ([player], [], [])
    hand(table, cards, f"{player} turn 4")
    assert pile(table, player if right else other) == codes(f"CT OR {hidden}")
    assert pile(table, other if right else player) == []
    assert told(table, "right" if right else "wrong") == [(int(player[1]) - 1, {"value": total, "reference": 14})]


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_11_a_wild_as_reference_wins_what_is_left(edition: str) -> None:
    """The card F turns as a reference is a wild: the second of the hand, so F has the other three."""
    cards = "FAKE SWING TX NY FL"
    table, player, _ = fake_news(edition, cards, "first")
    hand(table, cards, f"{player} turn 2")
    assert pile(table, player) == codes("TX NY FL")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("call", ["higher", "lower", "equal"])
def test_EC_11_a_wild_as_called_card_wins_the_reference_too(edition: str, call: str) -> None:
    """Whatever F called, the pending reference is among the cards not yet won, and he wins it with the rest."""
    cards = "FAKE TX SWING NY FL"
    table, player, other = fake_news(edition, cards, "first")
    hand(table, cards, f"{player} turn 2; {player} call {call}; {player} turn 3")
    assert pile(table, player) == codes("TX NY FL")
    assert (pile(table, other), told(table, "right"), told(table, "wrong")) == ([], [], [])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("place", ["reference", "called card"])
def test_EC_11_pairs_already_won_stay_won(edition: str, place: str) -> None:
    """O won the first pair; a wild in the second pair brings F only what was still on the table."""
    cards = "FAKE OH TX SWING FL" if place == "reference" else "FAKE OH TX FL SWING"
    table, player, other = fake_news(edition, cards, "first")
    hand(table, cards, f"{player} turn 2; {player} call lower; {player} turn 3; {player} turn 4")
    if place == "called card":
        hand(table, cards, f"{player} call higher; {player} turn 5")
    assert pile(table, other) == codes("OH TX")
    assert pile(table, player) == codes("FL")
    assert where(table, "gone") == codes("FAKE SWING")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_11_turned_second_a_wild_wins_the_others_reference(edition: str) -> None:
    """F turned it second and then meets a wild: O's exposed card is F's with the two face-down ones."""
    cards = "OH FAKE RUSSIA TX FL"
    table, player, other = fake_news(edition, cards, "second")
    hand(table, cards, f"{player} call higher; {player} turn 3")
    assert pile(table, player) == codes("OH TX FL")
    assert pile(table, other) == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("cards", "second"), [("CT OR FAKE SWING FL", 4), ("CT OR FAKE FL SWING", 5)])
def test_EC_11_a_wild_in_the_sum_wins_all_four_or_three(edition: str, cards: str, second: int) -> None:
    """Either of the two hidden cards of the sum may be a wild; the call is not judged and F wins what is left."""
    table, player, _ = fake_news(edition, cards, "third")
    hand(table, cards, f"{player} call lower; {player} turn 4" + ("" if second == 4 else f"; {player} turn 5"))
    assert pile(table, player) == codes("CT OR FL")
    assert (told(table, "right"), told(table, "wrong")) == ([], [])
    assert where(table, "gone") == codes("FAKE SWING")


def test_EC_11_calling_is_refused_before_a_reference_lies_there() -> None:
    """Turned first, Fake News must have a reference before a call; the refusal says what is due."""
    table, player, other = fake_news("prose", "FAKE OH TX NY FL", "first")
    reason = refused(table, f"{player} call higher")
    assert reason.clause == "EC-4"
    assert f"{player} call higher" in reason.text
    assert f"{player} must turn a card" in reason.text
    hand(table, "FAKE OH TX NY FL", f"{player} turn 2")
    reason = refused(table, f"{player} turn 3")
    assert reason.clause == "EC-11"
    assert f"{player} must call higher, lower or equal" in reason.text
    assert table.why_not(f"{other} call higher") is not None


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "when", "script", "effect"),
    [
        ("FAKE OH TX NY FL", "first", "", {"reference": 0}),
        ("FAKE OH TX NY FL", "first", "turn 2", {}),
        ("OH FAKE TX NY FL", "second", "", {}),
        ("CT OR FAKE NY FL", "third", "", {"call_wins_all": 0}),
    ],
)
def test_EC_11_a_call_says_beforehand_which_cards_it_wins(
    edition: str, cards: str, when: str, script: str, effect: dict[str, int]
) -> None:
    table, player, _ = fake_news(edition, cards, when)
    if script:
        hand(table, cards, f"{player} {script}")
    legal = table.legal(int(player[1]) - 1)
    assert table.previews(legal) == ({str(move): effect for move in legal} if effect else {})
