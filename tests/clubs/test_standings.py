"""Points of rounds, evenings and seasons; absence never helps; ratings beside the bots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hustings.clubs.standings import Game, PlayedRound, Seat, alike, evening_points, rate, round_points, season
from hustings.engine.kernels.chance import draw

ANCHORS = {"random": -400.0, "thumb": 0.0, "boss": 300.0}


def game(*scores: int, deal: int | None = None, first: int = 0) -> Game:
    """A table of members numbered from `first`, without partners; the highest scores win."""
    seats = tuple(Seat(str(first + number), score) for number, score in enumerate(scores))
    winners = tuple(number for number, score in enumerate(scores) if score == max(scores))
    return Game(seats, tuple((number,) for number in range(len(scores))), winners, deal)


def test_a_win_is_shared() -> None:
    assert round_points([game(9, 5, 3), game(4, 4, 1, first=3)]) == {"0": 100, "1": 0, "2": 0, "3": 50, "4": 50, "5": 0}


def test_a_draw_is_shared_by_all() -> None:
    assert round_points([replace(game(1, 2, 3), winners=())]) == {"0": 33, "1": 33, "2": 33}


def test_partners_win_together() -> None:
    four = replace(game(7, 5, 7, 5), sides=((0, 2), (1, 3)), winners=(0, 2))
    assert round_points([four]) == {"0": 100, "1": 0, "2": 100, "3": 0}


def test_duplicate_deals_compare_the_same_seat() -> None:
    """A member who lost with a hand that lost everywhere can still have made the most of the hand."""
    games = [game(60, 40, deal=1), game(70, 30, deal=1, first=2), game(45, 55, deal=1, first=4)]
    assert round_points(games) == {"0": 50, "1": 50, "2": 100, "3": 0, "4": 0, "5": 100}
    assert alike(games, games[0], 1) == 50


def test_equals_in_duplicate_deals_count_half_and_bots_are_compared_with() -> None:
    bots = replace(game(60, 40, deal=1), seats=(Seat(None, 60, level="boss"), Seat(None, 40, level="boss")))
    games = [game(60, 40, deal=1), bots, game(50, 70, deal=1, first=2)]
    assert round_points(games) == {"0": 75, "1": 25, "2": 0, "3": 100}


def test_two_tables_of_the_same_deal_are_not_compared() -> None:
    games = [game(60, 40, deal=1), game(70, 30, deal=1, first=2), game(45, 55, deal=2, first=4)]
    assert alike(games, games[0], 0) is None
    assert round_points(games)["0"] == 100


def test_a_bye_is_the_mean_of_the_own_results() -> None:
    games = [game(2, 1), game(2, 1, first=1), game(1, 2, first=1)]
    rounds = [PlayedRound((one,), bye) for one, bye in zip(games, ("2", None, None), strict=True)]
    assert evening_points(rounds) == {"0": 100, "1": 100, "2": 150}


def test_a_game_that_a_member_left_does_not_count() -> None:
    left = replace(game(2, 1), seats=(Seat("0", 2, whole=False), Seat("1", 1)))
    assert round_points([left]) == {"1": 0}


def test_the_best_evenings_count() -> None:
    evenings = [[PlayedRound((game(2, 1),))], [PlayedRound((game(2, 1),))], [PlayedRound((game(1, 2),))]]
    rows = season(evenings, best=2)
    assert [(row.member, row.place, row.points) for row in rows] == [("0", 1, 200), ("1", 2, 100)]
    assert [(row.evenings, row.games) for row in rows] == [(3, 3), (3, 3)]
    assert [row.place for row in season([[PlayedRound((game(2, 2, 1),))]])] == [1, 1, 3]


def random_evening(seed: int) -> list[PlayedRound]:
    """An evening of six rounds at tables of two to four, with byes, duplicate deals and members who left in a game."""
    rounds = []
    for number in range(6):
        drawn = [draw(seed, number, k) for k in range(60)]
        deal = 1 if drawn[0] % 2 else None
        size, games = 2 + drawn[1] % 3, []
        for table in range(4):
            scores = [drawn[2 + 4 * table + seat] % 9 for seat in range(size)]
            one = game(*scores, deal=deal, first=table * size)
            seats = [replace(seat, whole=drawn[20 + k + 4 * table] % 8 > 0) for k, seat in enumerate(one.seats)]
            games.append(replace(one, seats=tuple(seats)))
        rounds.append(PlayedRound(tuple(games), bye=str(4 * size) if number == drawn[50] % 6 else None))
    return rounds


def changed(rounds: list[PlayedRound], member: str, away: set[int], seat: Seat | None) -> list[PlayedRound]:
    """The same rounds where in some of them a member has no bye and `seat` instead of theirs, or a part of a game."""
    found = []
    for number, each in enumerate(rounds):
        games = [
            replace(
                one,
                seats=tuple(
                    mine if mine.member != member else replace(seat or replace(mine, whole=False), score=mine.score)
                    for mine in one.seats
                ),
            )
            for one in each.games
        ]
        found.append(PlayedRound(tuple(games), each.bye if each.bye != member else None) if number in away else each)
    return found


@pytest.mark.parametrize("hundred", range(10))
def test_joining_late_or_leaving_never_raises_the_own_points(hundred: int) -> None:
    bot = Seat(None, 0, level="thumb")
    for seed in range(100 * hundred, 100 * hundred + 100):
        rounds = random_evening(seed)
        for member, points in sorted(evening_points(rounds).items())[seed % 4 :: 4]:
            for away in ({0, 1}, {3, 4, 5}, {5}, {draw(seed, 9, int(member)) % 6}):
                for seat in (bot, None):
                    assert evening_points(changed(rounds, member, away, seat)).get(member, 0) <= points


def against(member: str, level: str, won: int, lost: int) -> list[Game]:
    seats = (Seat(member, 0), Seat(None, 0, level=level))
    return [Game(seats, ((0,), (1,)), (int(number >= won),)) for number in range(won + lost)]


def test_a_member_as_strong_as_a_bot_has_its_rating() -> None:
    found = rate([*against("1", "thumb", 20, 20), *against("2", "boss", 20, 20)], ANCHORS)
    assert abs(found["1"].rating) < 5
    assert found["1"].level == "thumb"
    assert 280 < found["2"].rating <= 300
    assert found["2"].level == "boss"
    assert 90 < found["1"].error < 120


def test_more_games_leave_less_doubt() -> None:
    few, many = (rate(against("1", "thumb", n, n), ANCHORS)["1"].error for n in (4, 40))
    assert many < few / 2


def test_a_rating_is_hidden_below_eight_games() -> None:
    assert rate(against("1", "thumb", 4, 3), ANCHORS) == {}
    assert list(rate(against("1", "thumb", 4, 4), ANCHORS)) == ["1"]


def test_members_are_rated_through_each_other() -> None:
    """The second never met a bot but beat the first, who is as strong as one."""
    between = [Game((Seat("1", 0), Seat("2", 0)), ((0,), (1,)), (int(number < 15),)) for number in range(20)]
    found = rate([*against("1", "thumb", 30, 30), *between], ANCHORS)
    assert found["2"].rating > found["1"].rating + 100


def test_a_game_that_somebody_left_is_not_rated() -> None:
    left = [replace(one, seats=(Seat("1", 0, whole=False), one.seats[1])) for one in against("1", "boss", 9, 0)]
    assert rate(left, ANCHORS) == {}
    assert rate(against("1", "unknown", 9, 0), ANCHORS) == {}
