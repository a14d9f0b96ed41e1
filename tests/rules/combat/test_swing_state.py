"""EC-15: Swing State in both editions."""

from __future__ import annotations

import pytest

from tests.rules.combat.tables import EDITIONS, hand, new_table, owing, pile, rival, turn_in, where
from tests.rules.tables import told

OPENER = {"prose": "P1", "illustrated": "P2"}
# Where it comes, the cards, the places turned by its rule, and the sum of all numbered cards shown then.
CASES = [
    ("first", "SWING OH TX NY FL", (2, 3), 56),
    ("first", "SWING OH NY TX FL", (2, 3), 47),
    ("first", "SWING NY FL TX OH", (2, 3), 58),
    ("second", "OH SWING TX PA FL", (3, 4), 76),
    ("second", "OH SWING TX FL PA", (3, 4), 85),
    ("second", "NY SWING FL AZ OH", (3, 4), 69),
    ("third", "CT OR SWING TX OH", (4, 5), 70),
    ("third", "CT OR SWING TX NY", (4, 5), 81),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("when", "cards", "turned", "total"), CASES)
def test_EC_15_an_even_sum_of_all_cards_shown_wins_the_hand(
    edition: str, when: str, cards: str, turned: tuple[int, int], total: int
) -> None:
    """Two, three or four numbered cards show when both have turned; even gives S all, odd gives all to the other."""
    table = turn_in(new_table(edition), cards, when)
    player = rival(OPENER[edition]) if when == "second" else OPENER[edition]
    for place in turned:
        assert told(table, "counted") == []
        hand(table, cards, f"{owing(table)[0]} turn {place}")
    winner = player if total % 2 == 0 else rival(player)
    assert told(table, "counted") == [(int(player[1]) - 1, {"sum": total, "even": "even" if total % 2 == 0 else "odd"})]
    assert pile(table, winner) == sorted(set(cards.split()) - {"SWING"})
    assert pile(table, rival(winner)) == []
    assert where(table, "gone") == ["SWING"]


@pytest.mark.parametrize(("edition", "own_first"), [("prose", False), ("illustrated", True)])
@pytest.mark.parametrize("when", ["first", "second", "third"])
def test_EC_15_who_turns_first_depends_on_the_edition(edition: str, own_first: bool, when: str) -> None:
    """Prose: the other player turns a card, then S. Illustrated: S, then the other."""
    cards = {"first": "SWING OH TX NY FL", "second": "OH SWING TX NY FL", "third": "CT OR SWING TX NY"}[when]
    table = turn_in(new_table(edition), cards, when)
    player = rival(OPENER[edition]) if when == "second" else OPENER[edition]
    order = [player, rival(player)] if own_first else [rival(player), player]
    places = (4, 5) if when == "third" else (3, 4)
    for label, place in zip(order, places, strict=True):
        assert owing(table) == [label]
        hand(table, cards, f"{label} turn {place}")
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_15_cards_never_shown_do_not_count_for_the_sum(edition: str) -> None:
    """The two cards left face down are odd, but the sum of those shown is even: S wins all four."""
    cards = "SWING OH TX NY FL"
    table = turn_in(new_table(edition), cards, "first")
    for place in (2, 3):
        hand(table, cards, f"{owing(table)[0]} turn {place}")
    assert pile(table, OPENER[edition]) == ["FL", "NY", "OH", "TX"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_15_a_turn_says_which_sum_wins_its_player_the_hand(edition: str) -> None:
    """Even for S, odd for the other player, with the sum of the cards shown so far."""
    cards = "CT OR SWING TX NY"
    table = turn_in(new_table(edition), cards, "third")
    for shown, place in ((14, 4), (14 + 38, 5)):
        player = owing(table)[0]
        seat = int(player[1]) - 1
        effect = "even_sum_wins" if player == OPENER[edition] else "odd_sum_wins"
        assert set(map(str, table.previews(table.legal(seat)).values())) == {str({effect: shown})}
        hand(table, cards, f"{player} turn {place}")
