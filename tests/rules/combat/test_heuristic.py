"""The rule of thumb: votes for what may be taken, chances for a call, turned round in Book Deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from hustings.engine.kernels import verbs
from hustings.engine.table import Table
from hustings.games.combat.cards import CODES, VOTES
from tests.rules.combat.tables import after_ten_hands, hand, new_table, where
from tests.rules.tables import enter

SIGN = {"president": 1, "book-deal": -1}
OBJECTIVES = list(SIGN)


def heuristic(table: Table, move: str) -> int:
    """How good a move looks to the player who makes it."""
    read = table.read(move)
    return int(verbs.heuristic(table._row, read.seat, read.action))


def votes(code: str) -> int:
    """The votes of 2012 on a card."""
    return int(VOTES[0, CODES.index(code)])


def mean_unseen(table: Table) -> int:
    """The mean votes of the unseen cards, in hundredths, rounded down."""
    unseen = where(table, "unseen")
    return 100 * sum(map(votes, unseen)) // len(unseen)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_choice_looks_as_good_as_the_votes_it_may_bring(objective: str) -> None:
    """Exposed cards count their votes, face-down ones the mean of the unseen; with Book Deal fewer look better."""
    table = hand(new_table(objective=objective), "CA TX", "P1 turn 1; P2 turn 2")
    mean = mean_unseen(table)
    assert heuristic(table, "P1 take CA TX") == SIGN[objective] * 9300
    assert heuristic(table, "P1 take CA 3") == SIGN[objective] * (5500 + mean)
    assert heuristic(table, "P1 take TX 3 4") == SIGN[objective] * (3800 + 2 * mean)
    best = max(table.legal(0), key=lambda move: heuristic(table, str(move)))
    assert str(best) == ("P1 take CA TX" if objective == "president" else "P1 take TX 3 4")


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_pick_looks_as_good_as_its_card(objective: str) -> None:
    """In Collusion an exposed card counts its votes, a face-down one the mean."""
    table = hand(
        new_table(objective=objective), "CT OR RUSSIA", "P1 turn 1; P2 turn 2; P1 turn 3; P1 rock; P2 scissors"
    )
    assert heuristic(table, "P1 pick OR") == SIGN[objective] * 700
    assert heuristic(table, "P1 pick 4") == SIGN[objective] * mean_unseen(table)
    assert heuristic(table, "P1 pick 3") == 0


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_call_looks_as_good_as_its_chance(objective: str) -> None:
    """In ten-thousandths, rounded down: how many unseen cards make it right. A wild makes no call right."""
    table = hand(new_table(objective=objective), "OH FAKE", "P1 turn 1; P2 turn 2")
    unseen = where(table, "unseen")
    numbered = [votes(code) for code in unseen if len(code) == 2]
    right = {
        "higher": sum(value > 18 for value in numbered),
        "lower": sum(value < 18 for value in numbered),
        "equal": sum(value == 18 for value in numbered),
    }
    for call, count in right.items():
        assert heuristic(table, f"P2 call {call}") == SIGN[objective] * (10_000 * count // len(unseen))
    assert right == {"higher": 6, "lower": 44, "equal": 0}


def test_a_call_of_the_sum_counts_pairs() -> None:
    """Turned third: of all pairs of unseen cards those whose sum makes the call right, wilds counting nothing."""
    table = hand(new_table(), "CT OR FAKE", "P1 turn 1; P2 turn 2; P1 turn 3")
    sums = [votes(first) + votes(second) for first, second in combinations(where(table, "unseen"), 2)]
    for call, right in (
        ("higher", sum(total > 14 for total in sums)),
        ("lower", sum(total < 14 for total in sums)),
        ("equal", sum(total == 14 for total in sums)),
    ):
        assert heuristic(table, f"P1 call {call}") == int(Fraction(10_000 * right, len(sums)))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_adding_looks_as_bad_as_the_votes_put_at_stake(objective: str) -> None:
    """What is added may be lost, so a low second card looks better than a high one; a wild costs nothing."""
    table = after_ten_hands(objective=objective)
    assert heuristic(table, "P1 add FL NY") == SIGN[objective] * -5800
    assert heuristic(table, "P1 add NY WY") == SIGN[objective] * -3200
    assert heuristic(table, "P1 add NY SWING") == SIGN[objective] * -2900
    assert heuristic(table, "P1 add NY") == SIGN[objective] * -2900


def test_an_added_card_still_hidden_counts_for_the_mean() -> None:
    """In hand 11 the added cards may lie on any place, so they are among those that may come."""
    table = hand(enter(after_ten_hands(), "P1 add NY WY"), "CT HI", "P1 turn 1; P2 turn 2")
    unseen, down = where(table, "unseen"), 3
    mean = Fraction(votes("NY") + votes("WY") + Fraction(sum(map(votes, unseen)), len(unseen)), down)
    assert heuristic(table, "P1 take CT 3") == 700 + int(100 * mean)


def test_a_call_about_the_last_card_knows_what_was_added() -> None:
    """In hand 11 of five cards P1 has added two: when one place is left, NY must lie there."""
    cards = "CT FAKE HI WY NY"
    table = hand(enter(after_ten_hands(), "P1 add NY WY"), cards, "P1 turn 1; P2 turn 2")
    told = []
    while table.view(None)["task"] in ("call", "turn") and table.view(None)["hand"] == 11:
        (seat,) = table.owes
        if table.view(None)["task"] == "call":
            told.append({call: heuristic(table, f"P{seat + 1} call {call}") for call in ("higher", "lower", "equal")})
        hand(table, cards, str(table.legal(seat)[0]))
    assert told[-1] == {"higher": 10_000, "lower": 0, "equal": 0}
    assert 0 < told[0]["higher"] < 10_000


def test_places_and_throws_all_look_the_same() -> None:
    """No place is better than another to turn, and no sign better to throw."""
    table = new_table()
    assert {heuristic(table, str(move)) for move in table.legal(0)} == {0}
    enter(table, "P1 turn 1; * RUSSIA")
    assert {heuristic(table, str(move)) for move in table.legal(1)} == {0}
