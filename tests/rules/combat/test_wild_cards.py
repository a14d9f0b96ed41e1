"""EC-9, EC-10 and EC-18: playing a wild card, meeting a second one, and winning all the cards."""

from __future__ import annotations

from itertools import permutations

import pytest

from hustings.engine.table import Table
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, owing, pile, rival, turn_in, where
from tests.rules.tables import enter, moves_of, told

WILDS = ("FAKE", "CELEB", "RECOUNT", "SWING", "RUSSIA")
OPENER = {"prose": "P1", "illustrated": "P2"}
LAYOUT = {"first": "{} TX OH NY FL", "second": "TX {} OH NY FL", "third": "CT OR {} NY FL"}
# What is owed once the card is turned, and whether by the player who turned it ("own") or the other.
OWED = {
    ("FAKE", "first"): ("turn", "own", "own"),
    ("FAKE", "second"): ("call", "own", "own"),
    ("FAKE", "third"): ("call", "own", "own"),
    ("RECOUNT", "first"): ("turn", "other", "own"),
    ("RECOUNT", "second"): ("turn", "own", "own"),
    ("RECOUNT", "third"): ("turn", "own", "own"),
    ("SWING", "first"): ("turn", "other", "own"),
    ("SWING", "second"): ("turn", "other", "own"),
    ("SWING", "third"): ("turn", "other", "own"),
}
SECOND_WILDS = [pair for pair in permutations(WILDS, 2) if pair[0] != "CELEB"]


def wild_turned(edition: str, card: str, when: str) -> tuple[Table, str]:
    """A first hand in which a wild card was turned first, second or third, and the player who turned it."""
    table = turn_in(new_table(edition), LAYOUT[when].format(card), when)
    return table, rival(OPENER[edition]) if when == "second" else OPENER[edition]


def meet_second(edition: str, first: str, cards: str) -> tuple[Table, str]:
    """A wild card turned first, the next card met by its rule on place 2; the table and who turned place 2."""
    table = turn_in(new_table(edition), cards, "first")
    if first == "RUSSIA":
        hand(table, cards, "P1 rock; P2 scissors; P1 pick 2")
        return table, "P1"
    (seat,) = table.owes
    hand(table, cards, f"P{seat + 1} turn 2")
    return table, f"P{seat + 1}"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("when", ["first", "second", "third"])
@pytest.mark.parametrize("card", WILDS)
def test_EC_9_a_wild_card_is_played_at_once_and_leaves_the_game(edition: str, when: str, card: str) -> None:
    """Turned first, second or third, it is gone from the table and the game before anything else happens."""
    table, turner = wild_turned(edition, card, when)
    place = {"first": 1, "second": 2, "third": 3}[when]
    assert told(table, "wild") == [(int(turner[1]) - 1, {"place": place, "card": card})]
    assert where(table, "gone") == [card]
    if card != "CELEB":
        assert table.view(None)["lies"][place - 1] == "empty"
        assert (table.view(None)["wild"], table.view(None)["wilds"]) == (card, 1)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("when", ["first", "second", "third"])
@pytest.mark.parametrize("card", ["FAKE", "RECOUNT", "SWING", "RUSSIA"])
def test_EC_9_its_rule_replaces_the_rest_of_the_hand(edition: str, when: str, card: str) -> None:
    """What is owed next is what the wild card's rule says, not the second card, the tie-breaker or a choice."""
    table, turner = wild_turned(edition, card, when)
    if card == "RUSSIA":
        assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
        return
    task, prose, illustrated = OWED[card, when]
    whose = prose if edition == "prose" else illustrated
    assert table.view(None)["task"] == task
    assert owing(table) == [turner if whose == "own" else rival(turner)]
    assert all(move.startswith(task) for move in moves_of(table, owing(table)[0]))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("when", ["first", "second", "third"])
def test_EC_9_celebrity_asks_nobody_anything(edition: str, when: str) -> None:
    """Celebrity Endorsement plays itself: the next decision is in hand 2."""
    table, _ = wild_turned(edition, "CELEB", when)
    assert (table.view(None)["hand"], table.view(None)["task"]) == (2, "turn")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_9_a_turned_wild_does_not_stand_for_the_missing_card(edition: str) -> None:
    """After a wild card nobody chooses by the higher card: with TX exposed, `take` is refused."""
    table, turner = wild_turned(edition, "SWING", "second")
    other = rival(turner)
    assert table.why_not(f"{other} take TX 3") is not None
    assert moves_of(table, "P1" if owing(table) == ["P1"] else "P2") == ["turn 3", "turn 4", "turn 5"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("first", "second"), SECOND_WILDS)
def test_EC_10_a_second_wild_wins_every_card_not_yet_won(edition: str, first: str, second: str) -> None:
    """Whatever the two are, the player who turns the second gets the three numbered cards, and both wilds are gone."""
    table, winner = meet_second(edition, first, f"{first} {second} TX OH NY")
    assert told(table, "second_wild") == [(int(winner[1]) - 1, {"place": 2, "card": second})]
    assert pile(table, winner) == codes("TX OH NY")
    assert pile(table, rival(winner)) == []
    assert where(table, "gone") == sorted([first, second])
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["FAKE", "RECOUNT", "SWING", "RUSSIA"])
def test_EC_10_the_second_wilds_own_rule_is_not_played(edition: str, first: str) -> None:
    """Celebrity Endorsement met second shares nothing out: the lowest and the highest go to the same player."""
    table, winner = meet_second(edition, first, f"{first} CELEB WY TX CA")
    assert pile(table, winner) == codes("WY TX CA")
    assert [event for event in ("called", "compared", "counted") if told(table, event)] == []
    assert told(table, "won_all") == [(int(winner[1]) - 1, {})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["FAKE", "RECOUNT", "SWING", "RUSSIA"])
def test_EC_10_a_third_wild_still_face_down_is_collected(edition: str, first: str) -> None:
    """It is not turned by anybody but won face down, so it goes to the winner's pile; two wilds are gone, not three."""
    second, third = [wild for wild in WILDS if wild != first][:2]
    table, winner = meet_second(edition, first, f"{first} {second} TX {third} NY")
    assert pile(table, winner) == codes(f"TX NY {third}")
    assert where(table, "gone") == sorted([first, second])
    assert told(table, "collected") == [(int(winner[1]) - 1, {"place": 4, "card": third})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("when", ["second", "third"])
@pytest.mark.parametrize("first", ["RECOUNT", "SWING"])
def test_EC_10_exposed_cards_are_among_those_not_yet_won(edition: str, when: str, first: str) -> None:
    """Cards exposed before the first wild belong to the hand still, and go to whoever turns the second."""
    cards = LAYOUT[when].format(first).replace("NY", "RUSSIA")
    table = turn_in(new_table(edition), cards, when)
    (winner,) = owing(table)
    hand(table, cards, f"{winner} turn 4")
    numbered = [code for code in cards.split() if code not in WILDS]
    assert pile(table, winner) == sorted(numbered)
    assert pile(table, rival(winner)) == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["RECOUNT", "SWING"])
def test_EC_10_the_second_turn_of_the_rule_may_meet_it_too(edition: str, first: str) -> None:
    """Recount and Swing State turn two cards: a wild as the latter of them wins for the player who turns it."""
    cards = f"{first} TX OH FAKE NY"
    table = turn_in(new_table(edition), cards, "first")
    (earlier,) = owing(table)
    hand(table, cards, f"{earlier} turn 2")
    (winner,) = owing(table)
    assert winner == rival(earlier)
    hand(table, cards, f"{winner} turn 4")
    assert pile(table, winner) == codes("TX OH NY")


def test_EC_10_in_the_next_hand_the_count_of_wilds_begins_anew() -> None:
    """A second wild is second in its own hand only: one turned in hand 2 is played by its rule."""
    cards = "SWING TX OH NY FL"
    table = hand(new_table("prose"), cards, "P1 turn 1; P2 turn 2; P1 turn 3")
    assert table.view(None)["hand"] == 2
    assert (table.view(None)["wilds"], table.view(None)["wild"]) == (0, None)
    hand(table, "RUSSIA CA CT OR OK", "P2 turn 1")
    assert told(table, "second_wild") == []
    assert owing(table) == ["P1", "P2"]


def test_EC_18_all_the_cards_includes_those_never_turned() -> None:
    """The winner of a Recount gets the two face-down cards as well; they are turned up by place."""
    cards = "RECOUNT OH TX NY FL"
    table = hand(new_table("prose"), cards, "P1 turn 1; P2 turn 2")
    enter(table, "P1 turn 3; * TX")
    assert told(table, "won_all") == [(1, {})]
    assert pile(table, "P2") == codes("OH TX")
    enter(table, "* NY; * FL")
    assert pile(table, "P2") == codes("OH TX NY FL")
    assert told(table, "turned_up") == [
        (1, {"place": 4, "card": "NY", "votes": 29}),
        (1, {"place": 5, "card": "FL", "votes": 29}),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("cards", "rule"), [("RECOUNT OH TX {} FL", "RECOUNT"), ("SWING OH TX FL {}", "SWING")])
def test_EC_18_a_wild_among_cards_never_turned_is_collected(edition: str, cards: str, rule: str) -> None:
    """It was not turned by a player: it joins the winner's pile and is neither played nor a second wild."""
    layout = cards.format("CELEB")
    table = turn_in(new_table(edition), layout, "first")
    for place in (2, 3):
        hand(table, layout, f"{owing(table)[0]} turn {place}")
    winner = told(table, "won_all")[0][0] or 0
    assert pile(table, f"P{winner + 1}") == codes("OH TX CELEB FL")
    assert where(table, "gone") == [rule]
    assert [arguments["card"] for _, arguments in told(table, "collected")] == ["CELEB"]
