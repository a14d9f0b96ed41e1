"""EC-12: Celebrity Endorsement, the same in both editions."""

from __future__ import annotations

import pytest

from hustings.engine.table import Table
from tests.rules.combat.tables import EDITIONS, codes, new_table, pile, rival, turn_in, where
from tests.rules.tables import enter, told

OPENER = {"prose": "P1", "illustrated": "P2"}


def celebrity(edition: str, cards: str, when: str) -> tuple[Table, str, str]:
    """Celebrity Endorsement turned first, second or third: the table after it, its player C and the other O."""
    table = turn_in(new_table(edition), cards, when)
    player = rival(OPENER[edition]) if when == "second" else OPENER[edition]
    return table, player, rival(player)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "when", "lowest", "rest"),
    [
        ("CELEB TX OH WY FL", "first", "WY", "TX OH FL"),
        ("TX CELEB OH WY FL", "second", "WY", "TX OH FL"),
        ("WY CELEB OH TX FL", "second", "WY", "OH TX FL"),
        ("CT OR CELEB TX FL", "third", "CT", "OR TX FL"),
        ("CT OR CELEB TX WY", "third", "WY", "CT OR TX"),
    ],
)
def test_EC_12_he_takes_the_lowest_card_and_the_other_the_rest(
    edition: str, cards: str, when: str, lowest: str, rest: str
) -> None:
    """All cards are shown, exposed ones included; C has the lowest of the four, O the other three."""
    table, player, other = celebrity(edition, cards, when)
    assert pile(table, player) == [lowest]
    assert pile(table, other) == codes(rest)
    assert where(table, "gone") == ["CELEB"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "taken"),
    [
        ("CELEB TX WY OH VT", "WY"),
        ("CELEB TX VT OH WY", "VT"),
        ("CELEB AK DC DE MT", "AK"),
        ("CELEB MT AK DC DE", "MT"),
    ],
)
def test_EC_12_among_equal_lowest_cards_the_lowest_place_counts(edition: str, cards: str, taken: str) -> None:
    """Several cards of the same lowest value: C gets the one on the lowest place, whatever its code."""
    table, player, other = celebrity(edition, cards, "first")
    assert pile(table, player) == [taken]
    assert pile(table, other) == sorted(set(cards.split()) - {"CELEB", taken})


def test_EC_12_the_cards_are_shown_by_place_by_the_celebrity_player() -> None:
    """Every face-down card comes up for all, one by one by place, and all are shown before any is won."""
    table = new_table("prose")
    enter(table, "P1 turn 3; * CELEB")
    for place, code in ((1, "TX"), (2, "OH"), (4, "WY")):
        assert table.view(None)["pending"] == place
        enter(table, f"* {code}")
        assert (pile(table, "P1"), pile(table, "P2")) == ([], [])
    enter(table, "* FL")
    assert [(seat, arguments["place"]) for seat, arguments in told(table, "turned")] == [
        (0, 3),
        (0, 1),
        (0, 2),
        (0, 4),
        (0, 5),
    ]
    assert told(table, "took") == [(0, {"cards": ["WY"], "places": []})]
    assert told(table, "got") == [(1, {"cards": ["FL", "OH", "TX"], "places": []})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "when", "numbered"),
    [
        ("CELEB TX FAKE WY FL", "first", "TX WY FL"),
        ("TX CELEB OH FAKE FL", "second", "TX OH FL"),
        ("CT OR CELEB FAKE FL", "third", "CT OR FL"),
    ],
)
def test_EC_12_another_wild_among_them_brings_him_all_numbered_cards(
    edition: str, cards: str, when: str, numbered: str
) -> None:
    """In both editions it is the Celebrity player who wins them; the wild that was shown leaves the game."""
    table, player, other = celebrity(edition, cards, when)
    assert pile(table, player) == codes(numbered)
    assert pile(table, other) == []
    assert where(table, "gone") == codes("CELEB FAKE")
    assert (told(table, "collected"), told(table, "second_wild")) == ([], [])
    place = cards.split().index("FAKE") + 1
    assert told(table, "wild_shown") == [(int(player[1]) - 1, {"place": place, "card": "FAKE"})]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "numbered"),
    [
        ("CELEB TX FAKE WY RUSSIA", "TX WY"),
        ("CELEB RECOUNT FAKE SWING RUSSIA", ""),
        ("CELEB FAKE SWING RUSSIA TX", "TX"),
    ],
)
def test_EC_12_every_wild_that_is_shown_leaves_the_game(edition: str, cards: str, numbered: str) -> None:
    """Two, three or four more wilds: none of them is collected by anybody."""
    table, player, other = celebrity(edition, cards, "first")
    assert pile(table, player) == codes(numbered)
    assert pile(table, other) == []
    assert where(table, "gone") == sorted(code for code in cards.split() if len(code) > 2)
    assert table.view(None)["hand"] == 2


def test_EC_12_the_lowest_may_be_the_card_that_was_exposed_by_the_other() -> None:
    """O turned WY before C turned the celebrity: C takes it away, for it is the lowest of the hand."""
    table, player, other = celebrity("illustrated", "WY CELEB OH TX FL", "second")
    assert (player, other) == ("P1", "P2")
    assert pile(table, "P1") == ["WY"]
