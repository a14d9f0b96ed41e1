"""EC-5 to EC-8: the higher card chooses, what he may choose, ties, and cards won face down."""

from __future__ import annotations

import pytest

import hustings
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import draw
from hustings.engine.record import Row
from hustings.engine.rules import Buffers
from hustings.engine.table import Table
from hustings.games.combat.hand import is_wild, value_of
from hustings.games.combat.moves import ADD_ID, PAIR
from hustings.games.combat.record import ADDS
from tests.rules.combat.tables import EDITIONS, codes, hand, new_table, ordinary_hand, owing, pile, rival, where
from tests.rules.tables import enter, moves_of, refused, told

OPENER = {"prose": "P1", "illustrated": "P2"}  # of hand 1
PROSE_CHOICES = ["take CA 3", "take CA 4", "take CA 5", "take CA TX", "take TX 3 4", "take TX 3 5", "take TX 4 5"]
ILLUSTRATED_CHOICES = [choice for choice in PROSE_CHOICES if choice != "take CA TX"]


def two_turned(edition: str, cards: str) -> tuple[Table, str, str]:
    """Places 1 and 2 of a first hand are turned; the table, the opener and the other player."""
    opener = OPENER[edition]
    return hand(new_table(edition), cards, f"{opener} turn 1; {rival(opener)} turn 2"), opener, rival(opener)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("cards", "opener_chooses"), [("CA TX OH NY FL", True), ("TX CA OH NY FL", False)])
def test_EC_5_the_player_who_turned_the_higher_card_chooses(edition: str, cards: str, opener_chooses: bool) -> None:
    """It does not matter who laid or opened: the higher card's turner takes first, the other gets the rest."""
    table, opener, other = two_turned(edition, cards)
    chooser = opener if opener_chooses else other
    assert owing(table) == [chooser]
    assert moves_of(table, rival(chooser)) == []
    hand(table, cards, f"{chooser} take CA 4")
    assert pile(table, chooser) == codes("CA NY")
    assert pile(table, rival(chooser)) == codes("TX OH FL")


@pytest.mark.parametrize(("edition", "choices"), [("prose", PROSE_CHOICES), ("illustrated", ILLUSTRATED_CHOICES)])
def test_EC_6_the_choices_of_each_edition(edition: str, choices: list[str]) -> None:
    """The higher card with one other (illustrated: a face-down one), or the lower with two face-down ones."""
    table, opener, _ = two_turned(edition, "CA TX OH NY FL")
    assert moves_of(table, opener) == choices


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("choice", "taken", "left"),
    [
        ("take CA 3", "CA OH", "TX NY FL"),
        ("take CA 5", "CA FL", "TX OH NY"),
        ("take TX 3 5", "TX OH FL", "CA NY"),
        ("take TX 4 5", "TX NY FL", "CA OH"),
    ],
)
def test_EC_6_what_is_not_taken_goes_to_the_other_player(edition: str, choice: str, taken: str, left: str) -> None:
    """Two cards with the higher one, three with the lower one; the other player gets three or two."""
    table, opener, other = two_turned(edition, "CA TX OH NY FL")
    hand(table, "CA TX OH NY FL", f"{opener} {choice}")
    assert pile(table, opener) == codes(taken)
    assert pile(table, other) == codes(left)


def test_EC_6_prose_lets_him_take_both_exposed_cards() -> None:
    """In the prose edition the one other card may be the lower exposed one; three unknown cards go across."""
    table, opener, other = two_turned("prose", "CA TX OH NY FL")
    hand(table, "CA TX OH NY FL", f"{opener} take CA TX")
    assert pile(table, opener) == codes("CA TX")
    assert pile(table, other) == codes("OH NY FL")


def test_EC_6_illustrated_refuses_both_exposed_cards() -> None:
    """The illustrated edition pairs the higher card with a face-down one only."""
    table, opener, _ = two_turned("illustrated", "CA TX OH NY FL")
    reason = refused(table, f"{opener} take CA TX")
    assert reason.clause == "EC-6"
    assert "CA (55) with one face-down card, or TX (38) with two face-down cards" in reason.text


@pytest.mark.parametrize("spelling", ["take TX CA", "take CA TX"])
def test_EC_6_a_list_of_cards_is_a_set(spelling: str) -> None:
    """The order in which the cards are named means nothing; the log has codes by alphabet, then places."""
    table, opener, _ = two_turned("prose", "CA TX OH NY FL")
    enter(table, f"{opener} {spelling}")
    assert table.log[-1] == "P1 take CA TX"


def test_EC_6_places_are_printed_after_codes() -> None:
    """`take 5 TX 3` is the same as `take TX 3 5`, which is how it is written down."""
    table, opener, _ = two_turned("illustrated", "CA TX OH NY FL")
    enter(table, f"{opener} take 5 TX 3")
    assert "P2 take TX 3 5" in table.log


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_a_tie_is_told_and_the_opener_turns_a_third_card(edition: str) -> None:
    """Two cards of 7: nobody chooses, the opener turns again."""
    table, opener, other = two_turned(edition, "CT OR OK NY FL")
    assert told(table, "tied") == [(None, {"votes": 7})]
    assert owing(table) == [opener]
    assert moves_of(table, other) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_all_three_equal_go_to_the_opener(edition: str) -> None:
    """Three cards of 7: the opener takes them at once, the other player the two face-down ones."""
    table, opener, other = two_turned(edition, "CT OR OK NY FL")
    hand(table, "CT OR OK NY FL", f"{opener} turn 3")
    assert pile(table, opener) == codes("CT OR OK")
    assert pile(table, other) == codes("NY FL")
    assert table.view(None)["hand"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_a_higher_third_card_is_taken_with_any_one_other(edition: str) -> None:
    """In both editions the opener takes the higher card and one other, exposed or not; three go across."""
    table, opener, other = two_turned(edition, "CT OR NY OK FL")
    hand(table, "CT OR NY OK FL", f"{opener} turn 3")
    assert owing(table) == [opener]
    assert moves_of(table, opener) == ["take CT NY", "take NY 4", "take NY 5", "take NY OR"]
    hand(table, "CT OR NY OK FL", f"{opener} take NY 4")
    assert pile(table, opener) == codes("NY OK")
    assert pile(table, other) == codes("CT OR FL")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_a_higher_third_card_may_take_an_exposed_one(edition: str) -> None:
    """The one other card may be either of the two that tied."""
    table, opener, other = two_turned(edition, "CT OR NY OK FL")
    hand(table, "CT OR NY OK FL", f"{opener} turn 3; {opener} take NY OR")
    assert pile(table, opener) == codes("NY OR")
    assert pile(table, other) == codes("CT OK FL")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_a_lower_third_card_brings_the_two_face_down_ones(edition: str) -> None:
    """The opener takes the lower card and both face-down ones without a choice; the tied two go across."""
    table, opener, other = two_turned(edition, "CT OR WY OK FL")
    hand(table, "CT OR WY OK FL", f"{opener} turn 5")  # FL comes up: higher
    assert owing(table) == [opener]
    table, opener, other = two_turned(edition, "CT OR WY OK FL")
    hand(table, "CT OR WY OK FL", f"{opener} turn 3")  # WY comes up: lower
    assert pile(table, opener) == codes("WY OK FL")
    assert pile(table, other) == codes("CT OR")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_7_in_hand_two_the_tie_is_the_other_openers(edition: str) -> None:
    """Hand 2 has the other opener, so a tie there serves the other player."""
    table = ordinary_hand(new_table(edition), "CA TX OH PA IL", "CA 3")
    opener = rival(OPENER[edition])
    before = {label: pile(table, label) for label in ("P1", "P2")}
    cards = "CT OR WY OK FL"
    hand(table, cards, f"{opener} turn 1; {rival(opener)} turn 2; {opener} turn 3")
    assert pile(table, opener) == sorted(before[opener] + codes("WY OK FL"))
    assert pile(table, rival(opener)) == sorted(before[rival(opener)] + codes("CT OR"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_8_won_cards_are_turned_up_choosers_first_by_place(edition: str) -> None:
    """The chooser's face-down cards come up by place, then the other player's by place, each into its pile."""
    table, opener, other = two_turned(edition, "CA TX OH NY FL")
    chooser, loser = int(opener[1]) - 1, int(other[1]) - 1
    enter(table, f"{opener} take TX 3 5")
    orders = []
    for code in ("OH", "FL", "NY"):
        orders.append(table.view(None)["pending"])
        enter(table, f"* {code}")
    assert orders == [3, 5, 4]
    assert told(table, "turned_up") == [
        (chooser, {"place": 3, "card": "OH", "votes": 18}),
        (chooser, {"place": 5, "card": "FL", "votes": 29}),
        (loser, {"place": 4, "card": "NY", "votes": 29}),
    ]
    assert pile(table, opener) == codes("FL OH TX")


def test_EC_8_the_other_players_cards_come_by_place_too() -> None:
    """With both exposed cards taken, the three that go across come up on places 3, 4 and 5 in that order."""
    table, opener, other = two_turned("prose", "CA TX OH NY FL")
    hand(table, "CA TX OH NY FL", f"{opener} take CA TX")
    assert [(arguments["place"], seat) for seat, arguments in told(table, "turned_up")] == [(3, 1), (4, 1), (5, 1)]
    assert (opener, other) == ("P1", "P2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_8_a_wild_card_won_face_down_is_collected_unplayed(edition: str) -> None:
    """It goes to the pile of the player who won it, and the hand ends as it would have."""
    table, opener, other = two_turned(edition, "CA TX SWING NY RUSSIA")
    hand(table, "CA TX SWING NY RUSSIA", f"{opener} take CA 3")
    assert pile(table, opener) == codes("CA SWING")
    assert pile(table, other) == codes("TX NY RUSSIA")
    assert where(table, "gone") == []
    assert [(arguments["card"], arguments["place"]) for _, arguments in told(table, "collected")] == [
        ("SWING", 3),
        ("RUSSIA", 5),
    ]
    assert told(table, "wild") == told(table, "second_wild") == []
    assert (table.view(None)["hand"], table.view(None)["wilds"]) == (2, 0)


def test_EC_8_exposed_cards_are_won_before_any_turns_up() -> None:
    """The pile has the exposed cards as soon as the choice is made; the face-down ones follow one by one."""
    table, opener, _ = two_turned("prose", "CA TX OH NY FL")
    enter(table, f"{opener} take CA 3")
    assert (pile(table, "P1"), pile(table, "P2")) == (["CA"], ["TX"])
    enter(table, "* OH")
    assert pile(table, "P1") == codes("CA OH")


def test_EC_8_both_piles_are_public() -> None:
    """Whoever looks sees which cards each player has won."""
    table, opener, _ = two_turned("prose", "CA TX OH NY FL")
    hand(table, "CA TX OH NY FL", f"{opener} take CA 3")
    views = [table.view(seat)["where"] for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    assert [code for code, place in views[0].items() if place == "pile 2"] == codes("FL NY TX")


# --- what bots consider


def considered(table: Table) -> list[str]:
    """The essentially different moves of the seat that owes one, without its label."""
    seat = min(table.owes)
    row, out = table.view_row(seat), table.game.book.buffers().actions
    return [table.game.book.write_move(row, int(action)) for action in out[: verbs.choices(row, seat, out)]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_4_of_face_down_cards_bots_consider_one(edition: str) -> None:
    """Places 1 and 2 are turned: any of the others is as good as the first of them, and any two as the first two."""
    assert considered(new_table(edition)) == ["turn 1"]
    both = ["take CA 3", "take CA TX", "take TX 3 4"]
    table, _, _ = two_turned(edition, "CA TX OH NY FL")
    assert sorted(considered(table)) == [move for move in both if edition == "prose" or move != "take CA TX"]


def test_EC_19_of_states_with_equal_votes_bots_consider_one() -> None:
    """Every set of votes that may be added is among the choices once, wild cards by name."""
    game, fewer = hustings.game("combat"), 0
    for key in range(6):
        row, buffers = playing(game, key)
        assert row is not None
        seat = int(row.mover)
        every = sets_of_votes(row, buffers.actions[: verbs.legal(row, seat, buffers.actions)].tolist())
        some = sets_of_votes(row, buffers.actions[: verbs.choices(row, seat, buffers.actions)].tolist())
        assert len(some) == len(set(some))
        assert set(some) == set(every)
        fewer += len(some) < len(every)
    assert fewer


def playing(game: hustings.Game, key: int) -> tuple[Row | None, Buffers]:
    """A game played at random until cards are to be added; no row where none were."""
    row, buffers = game.start_row(2), game.book.buffers()
    for count in range(2000):
        if verbs.over(row):
            break
        if not verbs.owes(row):
            verbs.settle(row, int(verbs.roll(row, draw(key, 0, count), buffers.weights)), buffers.note)
            continue
        if row.task == ADDS:
            return row, buffers
        seat = 0 if verbs.owes(row) & 1 else 1
        size = verbs.legal(row, seat, buffers.actions)
        verbs.act(row, seat, int(buffers.actions[draw(key, 1, count) % size]), buffers.note)
    return None, buffers


def sets_of_votes(row: Row, actions: list[int]) -> list[tuple[int, ...]]:
    """What is added, by votes; wild cards by number, below none."""

    def kind(card: int) -> int:
        return 100 + card if is_wild(card) else int(value_of(row, card))

    return [tuple(sorted(kind(card) for card in divmod(action - ADD_ID, PAIR))) for action in actions]
