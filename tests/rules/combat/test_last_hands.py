"""EC-19 and EC-20: hands 11 and 12, what is added to them, and short hands in small decks."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import hustings
from hustings.engine.table import Table
from hustings.rooms.log.state import move_without_choice
from tests.rules.combat.tables import (
    EDITIONS,
    LAST_SIX,
    PILE_AFTER_TEN,
    after_ten_hands,
    codes,
    hand,
    only_wilds,
    ordinary_hand,
    owing,
    pile,
    tiny_table,
    where,
)
from tests.rules.tables import enter, moves_of, refused, told

WINS_THROW = {"P1": "P1 rock; P2 scissors", "P2": "P1 rock; P2 paper"}


def deck_of_six(cards: str, edition: str) -> Table:
    """Two stacks of three, so the first hand is a short last hand: `cards` lie on places 1 to 3."""
    rest = [code for code in ("MT", "ND", "SD", "UT", "VA", "WI") if code not in cards.split()]
    return tiny_table(" ".join(cards.split() + rest[:3]), edition)


# --- EC-19


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_19_before_hand_11_the_layer_adds_two_cards_of_his_pile(edition: str) -> None:
    """After ten hands P1 owes an addition before anything is laid; three of his cards wait in the stack."""
    table = after_ten_hands(edition)
    assert (table.view(None)["hand"], table.view(None)["task"], owing(table)) == (11, "add", ["P1"])
    assert table.view(None)["stack"] == [3, 3]
    assert table.view(None)["lies"] == ["empty"] * 5
    assert where(table, "unseen") == codes(LAST_SIX)
    for label, cards in PILE_AFTER_TEN.items():
        assert pile(table, label) == codes(cards)


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_19_one_is_the_highest_the_other_any_card_wilds_included(edition: str) -> None:
    """P1's highest are FL and NY, 29 each: either goes with any card of the pile, numbered or collected."""
    table = after_ten_hands(edition)
    cards = PILE_AFTER_TEN["P1"].split()
    pairs = {frozenset((high, card)) for high in ("FL", "NY") for card in cards if card != high}
    assert moves_of(table, "P1") == sorted("add " + " ".join(sorted(pair)) for pair in pairs)
    assert len(pairs) == 41
    assert {"add FL NY", "add FL SWING", "add CELEB NY", "add FL WY"} <= set(moves_of(table, "P1"))


def test_EC_19_p2_has_one_highest_card_to_add() -> None:
    """P2's highest is CA alone, so every one of his choices holds CA."""
    table = enter(after_ten_hands("prose"), "P1 add FL NY")
    cards = "FL NY CT OR OK"
    hand(table, cards, "P1 turn 1; P2 turn 3; P1 take FL 2")
    assert (table.view(None)["hand"], table.view(None)["task"], owing(table)) == (12, "add", ["P2"])
    others = [code for code in pile(table, "P2") if code != "CA"]
    assert "OK" in others
    assert moves_of(table, "P2") == sorted("add " + " ".join(sorted(("CA", code))) for code in others)


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_19_p2_chooses_only_after_hand_11(edition: str) -> None:
    """While P1 adds, P2 owes nothing and has no move; his addition waits until hand 11 is over."""
    table = after_ten_hands(edition)
    assert moves_of(table, "P2") == []
    assert "P1 who must add cards" in refused(table, "P2 add CA TX").text
    enter(table, "P1 add FL WY")
    assert "P2 add CA TX" in refused(table, "P2 add CA TX").text


def test_EC_19_both_players_are_told_of_both_stakes() -> None:
    """Before hand 11 it is announced that P2 stakes next, before hand 12 that nobody does."""
    table = enter(after_ten_hands(), "P1 add FL NY")
    ordinary_hand(table, "FL CT NY OR OK")
    assert told(table, "stakes") == [(0, {"hand": 11, "next": "P2"}), (1, {"hand": 12, "next": None})]


@pytest.mark.parametrize(("edition", "opener"), [("prose", "P1"), ("illustrated", "P2")])
def test_EC_19_the_five_cards_are_laid_and_everybody_knows_the_added_two(edition: str, opener: str) -> None:
    """The two leave the pile and lie among five on unknown places; all see which two they are."""
    table = enter(after_ten_hands(edition), "P1 add NY SWING")
    assert told(table, "added") == [(0, {"cards": ["NY", "SWING"]})]
    assert told(table, "laid")[-1] == (0, {"hand": 11, "count": 5, "opener": opener})
    assert table.view(None)["stack"] == [0, 3]
    assert table.view(None)["lies"] == ["down"] * 5
    assert table.view(None)["card"] == [None] * 5
    assert where(table, "added") == ["NY", "SWING"]
    assert not {"NY", "SWING"} & set(pile(table, "P1"))
    assert owing(table) == [opener]


def test_EC_19_an_added_card_lies_on_each_place_with_the_same_chance() -> None:
    """With d places face down each added card has 1/d, wherever one turns; the other cards share the rest evenly."""
    table = enter(after_ten_hands("prose"), "P1 add NY SWING")
    for place in range(1, 6):
        odds = table.odds_after(f"P1 turn {place}", seat=1)
        assert odds == {"NY": Fraction(1, 5), "SWING": Fraction(1, 5)} | dict.fromkeys(
            LAST_SIX.split(), Fraction(1, 10)
        )
        assert sum(odds.values()) == 1


def test_EC_19_an_added_wild_is_played_when_it_is_turned() -> None:
    """The collected Swing State comes into play in hand 11 by its own rule, and only then leaves the game."""
    table = enter(after_ten_hands("prose"), "P1 add NY SWING")
    cards = "SWING CT NY OR OK"
    hand(table, cards, "P1 turn 1")
    assert told(table, "wild") == [(0, {"place": 1, "card": "SWING"})]
    assert where(table, "gone") == ["SWING"]
    hand(table, cards, "P2 turn 2; P1 turn 3")  # 7 + 29 is even
    assert {"CT", "NY", "OR", "OK"} <= set(pile(table, "P1"))


def test_EC_19_an_added_wild_may_be_the_second_of_the_hand() -> None:
    """An unseen wild turned first, the added one second: EC-10 as in any hand."""
    table = enter(after_ten_hands("prose"), "P1 add NY SWING")
    hand(table, "RECOUNT SWING NY OR OK", "P1 turn 1; P2 turn 2")
    assert {"NY", "OR", "OK"} <= set(pile(table, "P2"))
    assert where(table, "gone") == ["RECOUNT", "SWING"]


def test_EC_19_an_added_card_may_be_won_by_the_other_player() -> None:
    """What is added is at stake: P2 turns the higher card and carries P1's highest away."""
    table = enter(after_ten_hands("prose"), "P1 add NY WY")
    hand(table, "WY NY CT OR OK", "P1 turn 1; P2 turn 2; P2 take NY 3")
    assert {"NY", "CT"} <= set(pile(table, "P2"))
    assert {"WY", "OR", "OK"} <= set(pile(table, "P1"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_19_hands_11_and_12_are_played_like_the_others(edition: str) -> None:
    """The same opener, choices and turning up; after hand 12 nothing is left in stacks, on places or unseen."""
    opener = "P1" if edition == "prose" else "P2"
    table = enter(after_ten_hands(edition), "P1 add FL NY")
    ordinary_hand(table, "FL CT NY OR OK")
    assert (table.view(None)["hand"], owing(table)) == (12, ["P2"])
    high = "CA" if "CA" in pile(table, "P2") else "FL"
    other = next(code for code in pile(table, "P2") if code != high)
    enter(table, "P2 add " + " ".join(sorted((high, other))))
    assert owing(table) == ["P2" if opener == "P1" else "P1"]
    ordinary_hand(table, f"{high} HI {other} FAKE RECOUNT")
    assert table.over
    assert where(table, "unseen") == where(table, "table") == where(table, "added") == []
    assert table.view(None)["stack"] == [0, 0]


# --- EC-20


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_20_with_an_empty_pile_nothing_is_added(edition: str) -> None:
    """Six cards: P1 has won nothing before his last hand, so three cards are laid and there is no entry."""
    table = deck_of_six("CA TX OH", edition)
    assert (table.view(None)["hands"], table.view(None)["stack"]) == (2, [0, 3])
    assert table.view(None)["lies"] == ["down"] * 3 + ["empty"] * 2
    assert (table.log, owing(table)) == ((), ["P1" if edition == "prose" else "P2"])


def test_EC_20_with_an_empty_pile_before_the_twelfth_nothing_is_added_either() -> None:
    """P1 wins all of the first hand, so P2 has nothing to add and the second is laid at once."""
    table = hand(deck_of_six("SWING OH TX", "prose"), "SWING OH TX", "P1 turn 1; P2 turn 2; P1 turn 3")
    assert pile(table, "P2") == []
    assert told(table, "laid") == [(1, {"hand": 2, "count": 3, "opener": "P2"})]
    assert told(table, "added") == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_20_with_one_numbered_card_that_one_is_added(edition: str) -> None:
    """One card in the pile: it is added alone, and the hand has four cards."""
    chooser, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    cards = "CA TX OH" if edition == "prose" else "TX CA OH"
    table = hand(deck_of_six(cards, edition), cards, f"{chooser} turn 1; {other} turn 2; P1 take CA 3")
    assert pile(table, "P2") == ["TX"]
    assert moves_of(table, "P2") == ["add TX"]
    enter(table, "P2 add TX")
    assert told(table, "laid") == [(1, {"hand": 2, "count": 4, "opener": "P2" if edition == "prose" else "P1"})]
    assert table.view(None)["lies"] == ["down"] * 4 + ["empty"]


def test_EC_20_with_one_wild_that_one_is_added() -> None:
    """The only card of the pile is a wild: it is added alone."""
    table = hand(deck_of_six("CA TX FAKE", "prose"), "CA TX FAKE", "P1 turn 1; P2 turn 2; P1 take CA TX")
    assert (pile(table, "P2"), moves_of(table, "P2")) == (["FAKE"], ["add FAKE"])


def test_EC_20_with_one_numbered_card_and_a_wild_both_are_added() -> None:
    """Two cards are two to add, even when one is a wild."""
    table = hand(deck_of_six("CA TX FAKE", "prose"), "CA TX FAKE", "P1 turn 1; P2 turn 2; P1 take TX 3")
    assert pile(table, "P1") == codes("TX FAKE")
    table = hand(deck_of_six("TX CA FAKE", "prose"), "TX CA FAKE", "P1 turn 1; P2 turn 2; P2 take TX 3")
    assert pile(table, "P2") == codes("TX FAKE")
    assert moves_of(table, "P2") == ["add FAKE TX"]


def test_EC_20_of_wilds_only_one_is_added() -> None:
    """A pile of three wilds adds any one of them; the hand has four cards."""
    table = only_wilds()
    assert pile(table, "P1") == codes("SWING RUSSIA FAKE")
    assert moves_of(table, "P1") == ["add FAKE", "add RUSSIA", "add SWING"]
    enter(table, "P1 add RUSSIA")
    assert table.view(None)["lies"] == ["down"] * 4 + ["empty"]
    assert pile(table, "P1") == codes("SWING FAKE")


@pytest.mark.parametrize(
    ("edition", "choices"),
    [("prose", ["take CA 3", "take CA TX", "take TX 3"]), ("illustrated", ["take CA 3", "take TX 3"])],
)
def test_EC_20_choices_take_as_many_face_down_cards_as_there_are(edition: str, choices: list[str]) -> None:
    """Three cards: one lies face down, so the lower card brings one instead of two."""
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(deck_of_six("CA TX OH", edition), "CA TX OH", f"{opener} turn 1; {other} turn 2")
    assert moves_of(table, opener) == choices
    hand(table, "CA TX OH", f"{opener} take TX 3")
    assert pile(table, opener) == codes("OH TX")


@pytest.mark.parametrize(
    ("edition", "choices"), [("prose", ["take CA TX", "take TX"]), ("illustrated", ["take CA", "take TX"])]
)
def test_EC_20_with_no_face_down_card_left_the_exposed_ones_are_shared(edition: str, choices: list[str]) -> None:
    """Two cards only: prose lets the chooser have both, or the lower alone; illustrated gives him either."""
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(tiny_table("CA TX OH NY", edition), "CA TX", f"{opener} turn 1; {other} turn 2")
    assert moves_of(table, opener) == choices
    hand(table, "CA TX", f"{opener} take TX")
    assert (pile(table, opener), pile(table, other)) == ((["TX"], ["CA"]))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "opener_gets", "other_gets"),
    [("CT OR OK", "CT OR OK", ""), ("CT OR WY", "WY", "CT OR"), ("CT OR NY", "NY CT", "OR")],
)
def test_EC_20_a_tie_in_a_hand_of_three(edition: str, cards: str, opener_gets: str, other_gets: str) -> None:
    """The tie-breaker is the last card: the face-down cards that EC-7 would share are none."""
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(deck_of_six(cards, edition), cards, f"{opener} turn 1; {other} turn 2; {opener} turn 3")
    if "NY" in cards:
        assert moves_of(table, opener) == ["take CT NY", "take NY OR"]
        hand(table, cards, f"{opener} take CT NY")
    assert pile(table, opener) == codes(opener_gets)
    assert pile(table, other) == codes(other_gets)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("winner", ["P1", "P2"])
def test_EC_20_collusion_has_one_round_for_each_remaining_card(edition: str, winner: str) -> None:
    """A hand of three: two cards remain, so two rounds are thrown."""
    cards = "RUSSIA TX OH"
    opener = "P1" if edition == "prose" else "P2"
    table = hand(deck_of_six(cards, edition), cards, f"{opener} turn 1")
    for place in (2, 3):
        hand(table, cards, f"{WINS_THROW[winner]}; {winner} pick {place}")
    assert pile(table, winner) == codes("TX OH")
    assert (len(told(table, "threw")), table.view(None)["hand"]) == (2, 2)


def four_in_hand_two(last: str) -> Table:
    """Hand 2 of a small prose deck with four cards: P2 adds ND to his three; `last` are those, in a deck of six."""
    table = tiny_table(f"NY ND OH {last}", "prose")
    hand(table, "NY ND OH", "P1 turn 1; P2 turn 2; P1 take NY 3")
    return enter(table, "P2 add ND")


@pytest.mark.parametrize(("call", "pair_to"), [("higher", "P2"), ("lower", "P1")])
def test_EC_20_an_unpaired_last_card_in_fake_news_goes_to_the_other(call: str, pair_to: str) -> None:
    """Four cards, Fake News first: a pair is called, and the third card, alone, is turned up for O uncalled."""
    cards = "FAKE CT TX ND"
    table = hand(four_in_hand_two("FAKE CT TX"), cards, f"P2 turn 1; P2 turn 2; P2 call {call}; P2 turn 3")
    assert table.over
    assert {"CT", "TX"} <= set(pile(table, pair_to))
    assert "ND" in pile(table, "P1")
    assert told(table, "turned_up")[-1] == (0, {"place": 4, "card": "ND", "votes": 3})
    assert len(told(table, "called")) == 1


def test_EC_20_an_unpaired_last_card_that_is_a_wild_is_collected_by_the_other() -> None:
    """It is won face down, so EC-8 applies: no second wild, no rule played."""
    cards = "CT FAKE ND SWING"
    table = hand(four_in_hand_two("FAKE CT SWING"), cards, "P2 turn 1; P1 turn 2; P1 call lower; P1 turn 3")
    assert {"CT", "ND"} <= set(pile(table, "P1"))
    assert told(table, "collected") == [(1, {"place": 4, "card": "SWING"})]
    assert told(table, "second_wild") == []


def test_EC_20_an_unpaired_exposed_card_goes_to_the_other_too() -> None:
    """Two cards, Fake News turned second: nothing is left to call, and O keeps the card he exposed."""
    table = hand(tiny_table("CT FAKE OH NY", "prose"), "CT FAKE", "P1 turn 1; P2 turn 2")
    assert pile(table, "P1") == ["CT"]
    assert told(table, "called") == []
    assert where(table, "gone") == ["FAKE"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("call", "right"), [("lower", True), ("higher", False), ("equal", False)])
def test_EC_20_the_sum_of_no_cards_is_nought(edition: str, call: str, right: bool) -> None:
    """Fake News turned third of three: the call is judged at once, 0 against the exposed 14."""
    cards = "CT OR FAKE"
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(deck_of_six(cards, edition), cards, f"{opener} turn 1; {other} turn 2; {opener} turn 3")
    hand(table, cards, f"{opener} call {call}")
    assert pile(table, opener if right else other) == codes("CT OR")
    assert told(table, "right" if right else "wrong") == [(int(opener[1]) - 1, {"value": 0, "reference": 14})]


@pytest.mark.parametrize(
    ("cards", "called_card", "winner"), [("CT OR FAKE ND", "lower", "P2"), ("CT OR FAKE ND", "higher", "P1")]
)
def test_EC_20_the_sum_of_one_card_is_that_card(cards: str, called_card: str, winner: str) -> None:
    """Four cards, Fake News third: one face-down card is the whole sum, 3 against 14."""
    table = hand(four_in_hand_two("CT OR FAKE"), cards, "P2 turn 1; P1 turn 2; P2 turn 3")
    hand(table, cards, f"P2 call {called_card}; P2 turn 4")
    assert {"CT", "OR", "ND"} <= set(pile(table, winner))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "total"),
    [("SWING CT ND", 10), ("SWING CT OH", 25), ("CT SWING OH", 25), ("CT SWING ND", 10), ("CT OR SWING", 14)],
)
def test_EC_20_swing_state_turns_as_many_as_there_are(edition: str, cards: str, total: int) -> None:
    """Two, one or no cards are left to turn; the sum of all shown decides as always."""
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(deck_of_six(cards, edition), cards, f"{opener} turn 1")
    while table.view(None)["hand"] == 1:
        (label,) = owing(table)
        hand(table, cards, f"{label} {moves_of(table, label)[0]}")
    player = other if cards.split()[1] == "SWING" else opener
    assert told(table, "counted") == [(int(player[1]) - 1, {"sum": total, "even": "even" if total % 2 == 0 else "odd"})]
    winner = player if total % 2 == 0 else ("P2" if player == "P1" else "P1")
    assert pile(table, winner) == sorted(set(cards.split()) - {"SWING"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_20_celebrity_shares_what_there_is(edition: str) -> None:
    """Two cards remain: the lowest for the Celebrity player, the other for the other."""
    cards = "CELEB CT TX"
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    table = hand(deck_of_six(cards, edition), cards, f"{opener} turn 1")
    assert (pile(table, opener), pile(table, other)) == (["CT"], ["TX"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_20_with_the_whole_deck_there_is_always_enough_to_add(edition: str) -> None:
    """At most five of ten hands have a played wild; the others leave each player two cards. So no pile is short.

    With w hands decided by a wild, 10 - w give each player two cards or more, of which at most 5 - w are wilds: at
    least 15 - w, so ten, numbered ones.
    """
    choose = random.Random(20)
    fewest = []
    for seed in range(15):
        table = hustings.game("combat", edition=edition).start(seats=2, seed=seed)
        while table.view(None)["hand"] < 11:
            table.play(choose.choice(table.legal(min(table.owes))))
        assert table.view(None)["task"] == "add"
        fewest += [len([code for code in pile(table, label) if len(code) == 2]) for label in ("P1", "P2")]
    assert min(fewest) >= 10


def test_the_last_hand_is_a_formality_once_a_majority_is_out_of_reach() -> None:
    """Whatever is played then, the same player wins."""
    sure = open_ends = 0
    for number in range(60):
        table = hustings.game("combat").start(seats=2, seed=number)
        chooser, winner = random.Random(number), None
        while not table.over:
            view = table.view(None)
            if told(table, "decided"):
                assert table.book.moves_are_alike(table.view_row(None))
            if winner is None and table.book.moves_are_alike(table.view_row(None)):
                assert view["hand"] == view["hands"]
                winner = max((0, 1), key=lambda seat, tally=view["tally"]: tally[seat])
            seat = min(table.owes)
            table.play(chooser.choice(list(table.legal(seat))))
        result = table.result
        assert winner is None or (result and result.winners == (winner,))
        sure += winner is not None
        open_ends += winner is None
    assert sure
    assert open_ends


@pytest.mark.parametrize("objective", ["president", "book-deal"])
def test_a_certain_winner_is_told_as_soon_as_no_stake_can_change_it(objective: str) -> None:
    """EC-19 and EC-21: the previews say who wins once no stake costs a majority, or only a needlessly high one."""
    hands: set[int] = set()
    for number in range(100, 140):
        table = hustings.game("combat", objective=objective).start(seats=2, seed=number)
        chooser, certain, likely = random.Random(number), None, None
        while not table.over:
            seat = min(table.owes)
            moves = table.legal(seat)
            hopes = {hope for effects in table.previews(moves).values() for hope in effects.items()}
            hopes &= {("safe", 1), ("beaten", 1), ("beaten", 2)}
            assert len(hopes) <= 1
            assert hopes - {("beaten", 2)} or certain is None
            for name, degree in hopes:
                winner = seat if name == "safe" else 1 - seat
                assert certain in (None, winner)
                hands.add(table.view(None)["hand"])
                certain, likely = (winner, likely) if degree == 1 else (certain, winner)
            table.play(chooser.choice(list(moves)))
        assert table.result
        assert certain is None or table.result.winners == (certain,)
        assert likely is None or table.result.winners == (likely,)  # a random stake is seldom that high
    assert hands
    assert objective != "president" or min(hands) < 12  # in time to be worth a button


def test_a_sure_last_hand_ends_as_a_room_plays_it() -> None:
    """Both seats throw different signs: two equal throws would be a tie for ever (EC-17, EC-19)."""
    made, thrown = 0, 0
    for number in range(120):
        table, chooser, since = hustings.game("combat").start(seats=2, seed=number), random.Random(number), 0
        while not table.over:
            seat = min(table.owes)
            moves = table.legal(seat)
            alike = table.book.moves_are_alike(table.view_row(None))
            since += alike or since > 0
            assert since < 100
            thrown += since > 0 and moves[0].verb == "rock"
            table.play(move_without_choice(table, seat) or chooser.choice(moves))
            made += alike
    assert made
    assert thrown
