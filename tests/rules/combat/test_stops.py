"""EC-23 to EC-25: campaign stops, what is taken after them, and wild cards that they turn up."""

from __future__ import annotations

import random

import pytest

import hustings
from hustings.engine.table import Table
from hustings.games.combat.cards import CODES, VOTES
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, owing, pile, tiny_table, where
from tests.rules.tables import moves_of, refused, told

OPENED = {"prose": "P1 turn 1; P2 turn 2", "illustrated": "P2 turn 1; P1 turn 2"}


def opened(cards: str, moves: str = "", edition: str = "prose", **options: str) -> Table:
    """A first hand with three stops for each player, in which places 1 and 2 are turned and moves are made."""
    return hand(new_table(edition, stops="3", **options), cards, "; ".join(filter(None, (OPENED[edition], moves))))


def left(table: Table) -> list[int]:
    """The stops that each player has left."""
    return list(table.view(None)["stops_left"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_23_the_player_who_shows_less_turns_another_card_or_lets_it_stand(edition: str) -> None:
    table = opened("OH FL CA TX NY", edition=edition)
    behind, ahead = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    assert owing(table) == [behind]
    assert moves_of(table, behind) == ["stand", "turn 3", "turn 4", "turn 5"]
    assert moves_of(table, ahead) == []
    hand(table, "OH FL CA TX NY", f"{behind} stand")
    assert owing(table) == [ahead]
    assert left(table) == [3, 3]
    assert told(table, "stood") == [(int(behind[1]) - 1, {})]


def test_EC_23_the_highest_card_counts_and_the_rival_may_answer() -> None:
    cards = "OH FL TX CA NY"
    table = opened(cards, "P1 turn 3")
    assert left(table) == [2, 3]
    assert told(table, "campaigned") == [(0, {"place": 3, "left": 2})]
    assert owing(table) == ["P2"]
    assert moves_of(table, "P2") == ["stand", "turn 4", "turn 5"]
    hand(table, cards, "P2 turn 4")
    assert owing(table) == ["P1"]
    hand(table, cards, "P1 stand")
    assert left(table) == [2, 2]
    assert owing(table) == ["P2"]


def test_EC_23_a_player_who_is_still_behind_may_spend_another_stop() -> None:
    table = opened("OH NY WY DE FL", "P1 turn 3; P1 turn 4; P1 turn 5")
    assert left(table) == [0, 3]
    assert owing(table) == ["P2"]
    assert moves_of(table, "P2") == ["take DE NY", "take FL NY", "take NY OH", "take NY WY"]


def test_EC_23_with_equal_cards_the_player_who_was_ahead_stays_ahead() -> None:
    """Florida and New York have 29 votes each."""
    cards = "OH FL NY CA TX"
    table = opened(cards, "P1 turn 3")
    assert owing(table) == ["P1"]
    hand(table, cards, "P1 stand")
    assert owing(table) == ["P2"]
    assert moves_of(table, "P2") == ["take FL 4", "take FL 5", "take FL NY", "take FL OH", "take NY 4 5", "take OH 4 5"]


def test_EC_23_nobody_is_asked_without_a_stop() -> None:
    cards = "OH FL WY DE AK"
    table = opened(cards, "P1 turn 3; P1 turn 4; P1 turn 5; P2 take FL OH")
    assert left(table) == [0, 3]
    following = hand(table, "NY WA TX PA IL", "P2 turn 1; P1 turn 2")
    assert owing(following) == ["P2"]
    assert moves_of(following, "P2")[0].startswith("take")


@pytest.mark.parametrize(("third", "chooser"), [("NY", "P1"), ("WY", None)])
def test_EC_23_after_a_tie_nobody_spends_a_stop(third: str, chooser: str | None) -> None:
    table = opened(f"CT OR {third} TX FL", "P1 turn 3")
    assert left(table) == [3, 3]
    if chooser:
        assert owing(table) == [chooser]
        assert refused(table, "P1 stand").clause == "EC-6"
    else:
        assert table.view(None)["hand"] == 2


def test_EC_23_the_last_hands_have_stops_too() -> None:
    """In ten hands nobody is asked, because both let everything stand."""
    table = hustings.game("combat", stops="3").start(seed=5)
    while table.view(None)["hand"] < 11 or table.view(None)["task"] != "campaign":
        table.play(table.legal(min(table.owes))[-1])
        assert not table.over
    assert left(table) == [3, 3]
    assert table.view(None)["hand"] >= 11


def test_EC_23_without_the_option_nobody_has_a_stop() -> None:
    table = hand(new_table(), "OH FL CA TX NY", OPENED["prose"])
    assert left(table) == [0, 0]
    assert owing(table) == ["P2"]
    assert refused(table, "P2 stand").clause == "EC-6"
    assert refused(opened("OH FL CA TX NY"), "P1 take OH FL").clause == "EC-23"


def test_EC_24_the_highest_card_goes_with_any_other_or_a_lower_one_with_two_face_down() -> None:
    cards = "OH FL TX CA NY"
    table = opened(cards, "P1 turn 3; P2 stand")
    assert moves_of(table, "P1") == [
        "take FL 4 5", "take FL TX", "take OH 4 5", "take OH TX", "take TX 4", "take TX 5",
    ]  # fmt: skip
    hand(table, cards, "P1 take OH TX")
    assert pile(table, "P1") == codes("OH TX")
    assert pile(table, "P2") == codes("FL CA NY")


def test_EC_24_in_the_illustrated_edition_with_a_face_down_card_while_there_is_one() -> None:
    cards = "OH FL TX CA NY"
    table = opened(cards, "P2 turn 3; P1 stand", edition="illustrated")
    assert moves_of(table, "P2") == ["take FL 4 5", "take OH 4 5", "take TX 4", "take TX 5"]
    table = opened(cards, "P2 turn 3; P1 turn 4; P2 turn 5", edition="illustrated")
    assert moves_of(table, "P1") == ["take CA FL", "take CA NY", "take CA OH", "take CA TX"]


def test_EC_24_a_refusal_names_the_choices() -> None:
    table = opened("OH FL TX CA NY", "P1 turn 3; P2 stand")
    why = refused(table, "P1 take OH FL")
    assert why.clause == "EC-24"
    assert "TX (38) with exactly one other card" in why.text
    table = opened("OH FL TX CA NY", "P2 turn 3; P1 stand", edition="illustrated")
    assert refused(table, "P2 take OH TX").clause == "EC-24"


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_25_fake_news_calls_against_the_rivals_highest_card_for_all_that_lies_open(edition: str) -> None:
    cards = "OH FL FAKE CA NY"
    behind, ahead = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = opened(cards, f"{behind} turn 3", edition=edition)
    assert table.view(None)["first"] == "FL"
    assert table.previews(table.legal(int(behind[1]) - 1))[f"{behind} call higher"] == {"call_wins": 18 + 29}
    hand(table, cards, f"{behind} call higher; {behind} turn 4")
    assert pile(table, behind) == codes("OH FL CA")
    assert pile(table, ahead) == codes("NY")


def test_EC_25_fake_news_without_a_card_left_gives_all_to_the_rival() -> None:
    table = opened("OH FL WY AK FAKE", "P1 turn 3; P1 turn 4; P1 turn 5")
    assert pile(table, "P2") == codes("OH FL WY AK")
    assert where(table, "gone") == codes("FAKE")


def test_EC_25_a_recount_compares_with_the_rivals_highest_card() -> None:
    """P1 shows Ohio and Texas, P2 Florida; P2's stop turns up the Recount, which compares with Texas."""
    cards = "OH FL TX RECOUNT NY"
    table = opened(cards, "P1 turn 3; P2 turn 4")
    assert table.view(None)["first"] == "TX"
    hand(table, cards, "P2 turn 5")
    assert pile(table, "P2") == codes("OH FL TX NY")


def test_EC_25_a_swing_state_adds_up_all_that_is_shown() -> None:
    """Ohio 18, Florida 29, New York 29, California 55: odd."""
    table = opened("OH FL SWING CA NY", "P1 turn 3; P2 turn 4; P1 turn 5")
    assert pile(table, "P2") == codes("OH FL CA NY")


@pytest.mark.parametrize("objective", ["president", "book-deal"])
def test_EC_23_the_rule_of_thumb_spends_a_stop_only_for_a_gain(objective: str) -> None:
    """Three of ten unseen cards beat Colorado's nine votes; few beat Florida's 29, but a stop can be kept."""
    near, far = opened("AL CO", objective=objective), opened("OH FL", objective=objective)
    assert hustings.bots.choose(near, 0, "thumb", key=1).verb == "turn"
    assert hustings.bots.choose(far, 0, "thumb", key=1).verb == "stand"


def test_EC_23_the_chance_of_a_stop_is_that_of_the_cards_that_may_lie_there() -> None:
    table = opened("OH FL")
    unseen = where(table, "unseen")
    higher = [code for code in unseen if VOTES[0, CODES.index(code)] > 29]
    wild = [code for code in unseen if len(code) > 2]
    told_of = table.previews(table.legal(0))["P1 turn 3"]
    assert told_of == {
        "beats": round(100 * len(higher) / len(unseen)),
        "wild_comes": round(100 * len(wild) / len(unseen)),
        "stop_brings": 1,
    }
    assert table.previews(table.legal(0))["P1 stand"] == {"stop_kept": 2}


def test_EC_23_with_only_a_wild_card_to_hope_for_its_chance_is_told() -> None:
    table = tiny_table("AK DE MT ND SD VT WY DC HI RI ME NH ID NM NE FAKE", stops="3")
    hand(table, "AK NE DE MT ND", "P1 turn 1; P2 turn 2")
    assert table.previews(table.legal(0))["P1 turn 3"]["only_wild"] == 14


SMALL = "AK DE MT ND SD VT WY DC HI RI ME NH ID NM NE WV"


@pytest.mark.parametrize(
    ("seen", "stops", "asked"),
    [
        ("", 1, False),  # a last stop shows one of three cards, and the rival keeps every choice
        ("", 2, True),  # two stops leave one card face down, so that no lower card goes with two
        ("P1 turn 3; P1 turn 4", 3, False),  # the last card is only shown
        ("P1 turn 3", 3, True),
    ],
)
def test_EC_23_nobody_is_asked_about_a_stop_that_changes_nothing(seen: str, stops: int, asked: bool) -> None:
    """West Virginia has five votes, and no other card here has more."""
    table = tiny_table(SMALL, stops="3")
    table._row.stops_left[0] = stops
    hand(table, "AK WV DE MT ND", "; ".join(filter(None, ("P1 turn 1; P2 turn 2", seen))))
    assert owing(table) == (["P1"] if asked else ["P2"])


def test_EC_23_nobody_is_asked_about_a_stop_once_the_winner_is_certain() -> None:
    certain = 0
    for number in range(40):
        table, chooser = hustings.game("combat", stops="3").start(seats=2, seed=number), random.Random(number)
        while not table.over:
            alike = table.book.moves_are_alike(table.view_row(None))
            assert not (alike and table.view(None)["task"] == "campaign")
            certain += alike
            table.play(chooser.choice(list(table.legal(min(table.owes)))))
    assert certain
