"""Intervals hold as often as they say, whenever one stops, and ratings are those of the model."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from hustings import game
from hustings.arena import Entrant, stats
from hustings.arena.matches.plan import Block, Plan, Shares
from hustings.arena.matches.rating import ELO, beside, ratings
from hustings.arena.stats import ConfidenceSequence

RUNS, LENGTH = 120, 200


@pytest.mark.parametrize("kind", ["all or nothing", "often even"])
def test_a_confidence_sequence_is_seldom_ever_wrong(kind: str) -> None:
    """Looked at after every deal, it loses the true mean in fewer than one run of twenty (and chance: three more)."""
    values = {"all or nothing": [0, 1], "often even": [0, 0.5, 0.5, 0.5, 1]}[kind]
    numbers = np.random.default_rng(3).choice(values, (RUNS, LENGTH))
    lost = 0
    for run in numbers.tolist():
        sequence = ConfidenceSequence()
        wrong = False
        for number in run:
            sequence.add(number)
            wrong |= not sequence.low <= 0.5 <= sequence.high
        lost += wrong
    assert lost <= RUNS * 0.05 + 3


def test_a_confidence_sequence_narrows_and_says_what_is_sure() -> None:
    rng = np.random.default_rng(5)
    sequence = ConfidenceSequence()
    for number in rng.choice([0.5, 0.5, 1.0], 300).tolist():
        sequence.add(number)
    assert sequence.verdict(0.5, 0.02) == "above"
    assert sequence.verdict(0.9, 0.02) == "below"
    assert sequence.verdict(2 / 3, 0.3) == "even"
    assert sequence.verdict(2 / 3, 0.001) == ""
    assert sequence.low < 2 / 3 < sequence.high < 0.8


def test_numbers_without_a_common_mean_leave_no_interval(caplog: pytest.LogCaptureFixture) -> None:
    """Every candidate is refused; the last interval before that would be a false verdict."""
    sequence = ConfidenceSequence()
    for number in [1.0] * 100 + [0.0] * 400:
        sequence.add(number)
    assert (sequence.low, sequence.high) == (0, 1)
    assert [sequence.verdict(fair, 0.02) for fair in (0.01, 0.2, 0.5, 0.8, 0.99)] == [""] * 5
    (said,) = caplog.messages
    assert said.startswith("no mean fits the first ")
    sequence.add(0.0)
    assert (sequence.low, sequence.high, len(caplog.messages)) == (0, 1, 1)


def test_intervals_are_by_deal() -> None:
    assert stats.mean_error(np.array([0.5])) == math.inf
    numbers = np.array([1.0, 0.5] * 10)
    assert math.isclose(stats.mean_error(numbers), 2.09302 * numbers.std(ddof=1) / math.sqrt(20), rel_tol=1e-5)


def test_standard_errors_agree() -> None:
    """Means by sums of squares, and by the sandwich of the simplest model, have the error of the same numbers."""
    numbers = np.random.default_rng(2).random((50, 2))
    errors = numbers.std(axis=0) / math.sqrt(50)
    sums, squares = numbers.sum(axis=0), (numbers * numbers).sum(axis=0)
    assert stats.standard_error_of_sum(sums[None], squares[None], 50) == pytest.approx(errors)
    both = stats.standard_error_of_sum(sums[:, None], squares[:, None], 50)
    assert both == pytest.approx(np.linalg.norm(errors))
    assert stats.sandwich_errors(numbers - numbers.mean(axis=0), np.eye(2) / 50) == pytest.approx(errors)
    assert stats.standard_error(numbers[:, 0]) == pytest.approx(errors[0] * math.sqrt(50 / 49))


@pytest.mark.parametrize("degrees", [1, 2, 5, 19, 199, 200, 5000])
def test_students_t_is_scipys(degrees: int) -> None:
    for risk in (0.05, 0.01, 0.0005):
        assert stats.student(degrees, risk) == pytest.approx(scipy.stats.t.isf(risk / 2, degrees), rel=1e-3)
    for value in (0.5, 2.0, 4.0):
        assert stats.chance_beyond(value, degrees) == pytest.approx(2 * scipy.stats.t.sf(value, degrees), rel=0.01)


def test_equal_shares_leave_doubt() -> None:
    """As Clopper and Pearson's exact interval of n wins in n games."""
    won = np.ones(10)
    assert stats.share_error(won) == pytest.approx(1 - scipy.stats.beta.ppf(0.025, 10, 1))
    assert stats.bounds(1.0, stats.share_error(won)) == (pytest.approx(0.6915, abs=1e-4), 1.0)
    assert stats.share_error(np.array([0.5])) == pytest.approx(0.4875)


@pytest.mark.parametrize("truth", [0.5, 0.8, 0.95, 0.99])
@pytest.mark.parametrize("deals", [4, 10, 20, 50])
def test_intervals_of_few_deals_hold(truth: float, deals: int) -> None:
    numbers = (np.random.default_rng(7).random((1000, deals)) < truth).astype(float)
    ends = [stats.bounds(float(run.mean()), stats.share_error(run)) for run in numbers]
    assert sum(low <= truth <= high for low, high in ends) >= 870
    assert all(0 <= low < high <= 1 for low, high in ends)


def test_many_comparisons_are_corrected_for() -> None:
    assert stats.surely_off([0.03] + [0.5] * 19) == [False] * 20
    assert stats.surely_off([0.5, 0.001, 0.02, 0.6]) == [False, True, False, False]
    assert stats.surely_off([0.016, 0.5, 0.01]) == [True, False, True]


@pytest.mark.parametrize(("truth", "deals"), [(0.5, 6), (0.5, 40), (0.2, 40)])
def test_chances_of_shares_are_seldom_small_without_a_difference(truth: float, deals: int) -> None:
    numbers = (np.random.default_rng(9).random((2000, deals, 2)) < truth).mean(axis=2)
    assert np.mean([stats.share_chance(run, truth) <= 0.05 for run in numbers]) <= 0.08
    won = np.ones(10)
    assert stats.share_chance(won, 0.5) == pytest.approx(2 * 0.5**10)
    assert stats.share_chance(won - 1, 0.25) == 2 * 0.75**10
    assert stats.share_chance(won / 2, 0.5) == 1


def test_several_confidence_sequences_share_their_risk() -> None:
    """Three are wider than one, and a share of the risk is seldom exceeded."""
    alone, shared = ConfidenceSequence(), ConfidenceSequence(0.05 / 3)
    for number in np.random.default_rng(2).random(200).tolist():
        alone.add(number)
        shared.add(number)
    assert shared.low < alone.low < alone.high < shared.high


def _table(seats: int, names: str, won: Shares) -> tuple[Plan, Block]:
    """A table of President where the sides' shares of each deal are given, shaped (deals, games, seats)."""
    plan = Plan(game("president"), seats, tuple(map(Entrant.read, names.split())))
    weights = np.rint(won * 1000).astype(np.int64)
    return plan, Block(0, weights, weights, np.ones(weights.shape[:2], np.int64))


def test_ratings_are_the_odds_of_winning() -> None:
    """Three games of four won: 400 points on the scale's base-ten logarithm of the odds, 3 to 1."""
    deals = np.tile([[[1, 0], [0, 1]], [[1, 0], [1, 0]]], (2000, 1, 1)).astype(float)
    plan, block = _table(2, "thumb random", deals)
    (strong, (low, high)), (weak, _) = ratings(2, [((0, 1), plan, block)])
    assert math.isclose(strong - weak, ELO * math.log(3), rel_tol=1e-3)
    assert strong == -weak
    assert strong - 20 < low < strong < high < strong + 20


def test_ratings_of_three_at_one_table_are_luces() -> None:
    one_game = np.array([[1, 0, 0]] * 6 + [[0, 1, 0]] * 3 + [[0, 0, 1]], float)
    in_seats = np.stack([one_game, np.roll(one_game, -1, 1), np.roll(one_game, -2, 1)], axis=1)
    plan, block = _table(3, "thumb canvasser random", np.tile(in_seats, (300, 1, 1)))
    assert plan.seatings == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    found = [rating for rating, _ in ratings(3, [((0, 1, 2), plan, block)])]
    assert math.isclose(found[0] - found[1], ELO * math.log(2), rel_tol=0.01)
    assert math.isclose(found[1] - found[2], ELO * math.log(3), rel_tol=0.01)


def test_ratings_intervals_are_those_of_deals_drawn_again() -> None:
    """A bootstrap over deals: both games of a deal are won or lost together, so the deals are what counts."""
    rng = np.random.default_rng(7)
    first = rng.random(200) < 0.6
    deals = np.where(first[:, None, None], [[1, 0], [0, 1]], [[0, 1], [1, 0]]).astype(float)
    plan, block = _table(2, "thumb random", deals)
    [(_, (low, high)), _] = ratings(2, [((0, 1), plan, block)])
    again = []
    for _ in range(200):
        drawn = rng.integers(0, 200, 200)
        other = Block(0, block.weights[drawn], block.scores, block.lengths)
        again.append(ratings(2, [((0, 1), plan, other)])[0][0])
    assert math.isclose((high - low) / 2, 1.96 * np.std(again), rel_tol=0.2)


def test_who_has_won_everything_is_not_infinitely_strong() -> None:
    plan, block = _table(2, "thumb random", np.array([[[1.0, 0.0], [0.0, 1.0]]] * 20))
    [(rating, (low, high)), _] = ratings(2, [((0, 1), plan, block)])
    assert 200 < rating < 800
    assert low < rating - 100
    assert high == pytest.approx(rating)


def test_who_lies_between_two_sweeps_is_not_surely_there() -> None:
    """The middle one won all games of one pairing and lost all of the other: no spread, but doubt."""
    swept = np.array([[[1.0, 0.0], [0.0, 1.0]]] * 20)
    tables = [
        (who, *_table(2, names, swept))
        for who, names in (((0, 1), "boss thumb"), ((0, 2), "boss random"), ((1, 2), "thumb random"))
    ]
    (strong, _), (middle, (low, high)), (weak, _) = ratings(3, tables)
    assert abs(middle) < 1
    assert weak < low < -50 < 50 < high < strong


@pytest.mark.parametrize("deals", [1, 2, 20])
def test_equal_shares_leave_a_rating_in_the_same_doubt_as_the_share(deals: int) -> None:
    """One game of each deal for each: every deal is even, and the rating had an interval of no width."""
    plan, block = _table(2, "thumb random", np.array([[[1.0, 0.0], [1.0, 0.0]]] * deals))
    [(rating, (low, high)), _] = ratings(2, [((0, 1), plan, block)])
    assert rating == pytest.approx(0)
    error = stats.share_error(np.full(deals, 0.5))
    won, games = (0.5 + error) * deals + 0.5, deals + 1  # with the additional game
    assert high == pytest.approx(ELO / 2 * math.log(won / (games - won)))
    assert low == pytest.approx(-high)


def test_intervals_of_ratings_hold_as_often_as_they_say() -> None:
    """For few deals as well, where a plain bootstrap is too narrow."""
    rng, true, missed = np.random.default_rng(11), ELO / 2 * math.log(0.6 / 0.4), 0
    for _ in range(200):
        shares = rng.beta(3, 2, 8).repeat(2).reshape(8, 2)
        deals = np.stack(
            [np.stack([shares[:, 0], 1 - shares[:, 0]], 1), np.stack([1 - shares[:, 1], shares[:, 1]], 1)], 1
        )
        plan, block = _table(2, "thumb random", deals)
        [(_, (low, high)), _] = ratings(2, [((0, 1), plan, block)])
        missed += not low <= true <= high
    assert 2 <= missed <= 20


def test_ratings_beside_anchors_hold_as_often_as_their_intervals_say() -> None:
    """Four at a table, drawn from known strengths: the ratings lie within their intervals as often as they say."""
    rng = np.random.default_rng(5)
    truth = dict(zip("abcdefghijkl", rng.normal(0, 150, 12), strict=True))
    anchors = {"bot": 0.0}
    strengths = {**truth, **anchors}
    within = 0
    for _ in range(20):
        games = []
        for _ in range(80):
            who = [list(strengths)[k] for k in rng.permutation(len(strengths))[:4]]
            odds = np.exp(np.array([strengths[one] for one in who]) / ELO)
            winner = int(rng.choice(4, p=odds / odds.sum()))
            games.append([((one,), float(side == winner)) for side, one in enumerate(who)])
        found = beside(games, anchors)
        within += sum(abs(rating - truth[one]) <= error for one, (rating, error) in found.items())
    assert 0.93 <= within / (20 * 12) <= 1


def test_partners_ratings_are_averaged() -> None:
    """A pair that wins three games of four against 0: together as strong as one entrant that does."""
    alone = beside([[(("a",), float(k % 4 > 0)), (("bot",), float(k % 4 == 0))] for k in range(400)], {"bot": 0.0})
    pair = beside([[(("a", "b"), float(k % 4 > 0)), (("bot",), float(k % 4 == 0))] for k in range(400)], {"bot": 0.0})
    assert math.isclose(alone["a"][0], ELO * math.log(3), rel_tol=0.02)
    assert math.isclose(pair["a"][0], ELO * math.log(3), rel_tol=0.02)
    assert pair["a"][1] > 2 * alone["a"][1]
