"""EC-16 and EC-17: Russian Collusion, and throws of rock, paper, scissors."""

from __future__ import annotations

import pytest

from hustings.engine.table import Table
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, owing, pile, rival, turn_in, where
from tests.rules.tables import enter, moves_of, refused, story, told

WINS = {"P1": "P1 rock; P2 scissors", "P2": "P1 rock; P2 paper"}
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
SIGNS = ("rock", "paper", "scissors")


def collusion(edition: str, cards: str = "RUSSIA TX OH NY FL", when: str = "first") -> Table:
    """Russian Collusion turned first, second or third in hand 1."""
    return turn_in(new_table(edition), cards, when)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("when", "cards", "things"),
    [
        ("first", "RUSSIA TX OH NY FL", "2 3 4 5"),
        ("second", "TX RUSSIA OH NY FL", "TX 3 4 5"),
        ("third", "CT OR RUSSIA NY FL", "CT OR 4 5"),
    ],
)
def test_EC_16_four_rounds_one_for_each_remaining_card(edition: str, when: str, cards: str, things: str) -> None:
    """Whenever it comes four cards remain: each is thrown for and picked, the last one too, and the hand is over."""
    table = collusion(edition, cards, when)
    for number, thing in enumerate(things.split()):
        assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
        winner = "P1" if number % 2 else "P2"
        hand(table, cards, WINS[winner])
        assert (table.view(None)["task"], owing(table)) == ("pick", [winner])
        assert len(moves_of(table, winner)) == 4 - number
        hand(table, cards, f"{winner} pick {thing}")
    assert [arguments["winner"] for _, arguments in told(table, "threw")] == ["P2", "P1", "P2", "P1"]
    assert table.view(None)["hand"] == 2
    assert len(pile(table, "P1")) == len(pile(table, "P2")) == 2
    assert where(table, "gone") == ["RUSSIA"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_16_the_winner_may_pick_an_exposed_or_a_face_down_card(edition: str) -> None:
    """Exposed cards are picked by code, face-down ones by place; a face-down card is turned over and won."""
    cards = "CT OR RUSSIA NY FL"
    table = collusion(edition, cards, "third")
    hand(table, cards, WINS["P1"])
    assert moves_of(table, "P1") == ["pick 4", "pick 5", "pick CT", "pick OR"]
    hand(table, cards, "P1 pick OR")
    assert pile(table, "P1") == ["OR"]
    hand(table, cards, WINS["P2"])
    enter(table, "P2 pick 5")
    assert (owing(table), pile(table, "P2")) == ([], [])
    enter(table, "* FL")
    assert pile(table, "P2") == ["FL"]
    assert told(table, "turned")[-1] == (1, {"place": 5, "card": "FL", "votes": 29})


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_16_one_player_may_win_every_round(edition: str) -> None:
    """Nothing but the throws decides: a player who wins four rounds has all four cards."""
    table = collusion(edition)
    for place in (5, 4, 3, 2):
        hand(table, "RUSSIA TX OH NY FL", f"{WINS['P2']}; P2 pick {place}")
    assert pile(table, "P2") == codes("TX OH NY FL")
    assert pile(table, "P1") == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("picker", ["P1", "P2"])
def test_EC_16_a_picked_wild_is_a_second_wild(edition: str, picker: str) -> None:
    """A face-down card is turned over when it is picked; if it is a wild, its picker wins what is left (EC-10)."""
    cards = "RUSSIA TX OH SWING FL"
    table = collusion(edition, cards)
    hand(table, cards, f"{WINS[rival(picker)]}; {rival(picker)} pick 2; {WINS[picker]}; {picker} pick 4")
    assert pile(table, rival(picker)) == ["TX"]
    assert pile(table, picker) == codes("OH FL")
    assert where(table, "gone") == codes("RUSSIA SWING")
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_16_a_wild_picked_last_wins_nothing_more(edition: str) -> None:
    """The fourth card is a wild: it leaves the game and nothing is left for its picker to win."""
    cards = "RUSSIA TX OH NY SWING"
    table = collusion(edition, cards)
    for place in (2, 3, 4, 5):
        hand(table, cards, f"{WINS['P1']}; P1 pick {place}")
    assert pile(table, "P1") == codes("TX OH NY")
    assert where(table, "gone") == codes("RUSSIA SWING")
    assert table.view(None)["hand"] == 2


def test_EC_16_an_empty_place_cannot_be_picked() -> None:
    """A card that was picked is no longer there; the refusal tells what still is."""
    cards = "RUSSIA TX OH NY FL"
    table = hand(collusion("prose"), cards, f"{WINS['P1']}; P1 pick 2; {WINS['P2']}")
    for place in (1, 2):
        reason = refused(table, f"P2 pick {place}")
        assert reason.clause == "EC-16"
        assert reason.text.startswith(f"P2 pick {place} ")
        assert "face down are places 3, 4, 5" in reason.text
    assert refused(table, "P2 pick TX").clause == "EC-16"


def test_EC_16_only_the_rounds_winner_picks() -> None:
    """The loser of the throw is told whose pick it is."""
    table = hand(collusion("prose"), "RUSSIA TX OH NY FL", WINS["P1"])
    reason = refused(table, "P2 pick 3")
    assert "P2 pick 3" in reason.text
    assert "P1 who must pick a card" in reason.text
    assert moves_of(table, "P2") == []


@pytest.mark.parametrize("second", SIGNS)
@pytest.mark.parametrize("first", SIGNS)
def test_EC_17_rock_beats_scissors_scissors_paper_and_paper_rock(first: str, second: str) -> None:
    """All nine pairs of throws: who wins picks; equal throws are thrown again by both."""
    table = enter(collusion("prose"), f"P1 {first}; P2 {second}")
    winner = "P1" if (first, second) in BEATS else "P2" if (second, first) in BEATS else None
    assert told(table, "threw") == [(None, {"first": first, "second": second, "winner": winner})]
    if winner is None:
        assert (table.view(None)["task"], owing(table)) == ("throw", ["P1", "P2"])
        assert (table.view(0)["throw"], table.view(None)["thrown"]) == ([None, None], [0, 0])
    else:
        assert (table.view(None)["task"], owing(table)) == ("pick", [winner])


def test_EC_17_draws_are_thrown_again_as_often_as_they_come() -> None:
    """Three draws decide nothing; the fourth throw does."""
    table = collusion("prose")
    for sign in SIGNS:
        enter(table, f"P1 {sign}; P2 {sign}")
    assert [arguments["winner"] for _, arguments in told(table, "threw")] == [None, None, None]
    enter(table, WINS["P2"])
    assert owing(table) == ["P2"]


@pytest.mark.parametrize("first", ["P1", "P2"])
def test_EC_17_a_throw_is_sealed_until_both_have_thrown(first: str) -> None:
    """Everybody sees that somebody has thrown; what he threw he alone sees, in the record and in the events."""
    table = enter(collusion("prose"), f"{first} paper")
    seat = int(first[1]) - 1
    assert owing(table) == [rival(first)]
    assert table.view(None)["thrown"] == [1 if label == first else 0 for label in ("P1", "P2")]
    assert table.view(seat)["throw"][seat] == "paper"
    assert table.view(1 - seat)["throw"] == table.view(None)["throw"] == [None, None]
    assert told(table, "sealed") == [(seat, {})]
    assert "paper" not in str(table.events(seat=1 - seat))
    assert story(table)[-1] == "sealed"


def test_EC_17_the_order_of_arrival_does_not_matter() -> None:
    """The second throw settles the round, whoever makes it, and the position is the same."""
    one = enter(collusion("prose"), "P1 rock; P2 paper")
    two = enter(collusion("prose"), "P2 paper; P1 rock")
    assert one.view(None) == two.view(None)
    assert one.log != two.log
    assert one.log[-2:] == ("P1 rock", "P2 paper")


def test_EC_17_what_the_rival_sealed_does_not_change_what_one_may_do() -> None:
    """With either throw sealed the other player's moves, view and refusals are the same."""
    tables = [enter(collusion("prose"), f"P1 {sign}") for sign in SIGNS]
    assert len({str(table.view(1)) for table in tables}) == 1
    assert len({tuple(map(str, table.legal(1))) for table in tables}) == 1
    assert len({table.why_not("P2 turn 2") for table in tables}) == 1
    assert len({str(table.events(seat=1)) for table in tables}) == 1


def test_EC_17_a_sealed_throw_stands() -> None:
    """Nobody throws twice in a round, nor takes a throw back."""
    table = enter(collusion("prose"), "P1 rock")
    for sign in SIGNS:
        reason = refused(table, f"P1 {sign}")
        assert reason.clause == "EC-17"
        assert "P1 has already thrown" in reason.text
    assert moves_of(table, "P1") == []
    assert moves_of(table, "P2") == sorted(SIGNS)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_EC_17_a_sealed_throw_is_all_there_is_to_imagine(seat: int | None) -> None:
    """The rival's throw is any of the three, over many keys; one's own is known; all else stays as it is."""
    table = enter(collusion("prose"), "P1 paper")
    worlds = [table.imagine(seat, key) for key in range(60)]
    signs = [world.view(0)["throw"][0] for world in worlds]
    if seat == 0:
        assert set(signs) == {"paper"}
    else:
        assert set(signs) == set(SIGNS)
        assert all(signs.count(sign) > 8 for sign in SIGNS)
    assert {str(world.view(seat)) for world in worlds} == {str(table.view(seat))}
    assert table.view(0)["throw"] == ["paper", None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_16_a_throw_says_how_many_cards_its_winner_picks_from(edition: str) -> None:
    cards = "RUSSIA TX OH NY FL"
    table = collusion(edition, cards)
    for left, thing in zip((4, 3), ("2", "3"), strict=True):
        assert set(map(str, table.previews(table.legal(0)).values())) == {str({"throw_picks": left})}
        hand(table, cards, f"{WINS['P1']}; P1 pick {thing}")
