"""Bots: levels with names, choices from the view alone, and a rule of thumb that beats chance."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from hustings import Game, HustingsError, NotationError, OptionError, game
from hustings.bots import LEVELS, choose, level, levels
from hustings.bots.levels import choose_in_view, choose_within
from hustings.bots.search import Settings
from hustings.engine.kernels import playout
from hustings.engine.kernels.chance import key_of
from hustings.testing import tables
from tests.games import NAMES
from tests.games.moments import hidden_moments

GAMES = 3000  # compiled, against chance
SIGMAS = 4.0  # how far above an even share the rule of thumb must come out


#: levels that answer within milliseconds, so that whole games of them can be played; others search in the same way
BRIEF = [one.name for one in levels() if not isinstance(one.play, Settings) or one.play.iterations <= 100]


def test_levels_have_names_titles_and_a_line() -> None:
    assert [one.name for one in levels()] == list(LEVELS)
    assert {"random", "thumb"} < LEVELS.keys(), "rooms have been saved with these"
    assert len({one.title for one in levels()}) == len(levels())
    for one in levels():
        assert level(one.name) is one
        assert one.line.endswith(".")
        assert one.title[0].isupper()
    with pytest.raises(OptionError, match="there is no bot level 'deep'; there are random, canvasser, thumb, "):
        level("deep")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_three_levels_at_least_and_tells_what_each_is_worth(name: str) -> None:
    """From the weakest to the strongest; the rule of thumb, which stands in for others, is always one."""
    offered = [one.name for one in levels(name)]
    assert len(offered) >= 3
    assert offered[0] == "random"
    assert "thumb" in offered
    assert offered == [one for one in LEVELS if one in offered]
    assert set(game(name).words["strength"]) == set(offered) - {"random"}


def test_a_game_that_tells_of_no_strength_has_all_levels(toy: Game) -> None:
    assert levels(toy.name) == levels()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", BRIEF)
def test_a_whole_game_of_bots_is_legal_and_repeats(name: str, bot: str) -> None:
    """The same keys choose the same moves; other keys other moves. Every choice is one of the legal moves."""
    logs = []
    for salt in ("one", "one", "other"):
        table = game(name).start(seed="bots")
        for number in range(60):
            if table.over:
                break
            seat = max(table.owes)
            move = choose(table, seat, bot, key=f"{salt} {number}")
            assert move in table.legal(seat)
            table.play(move)
        logs.append(table.log)
    assert logs[0] == logs[1]
    assert logs[0] != logs[2] or bot not in ("random", "canvasser")


@pytest.mark.parametrize("name", NAMES)
def test_thinking_leaves_the_table_and_its_chance_alone(name: str) -> None:
    asked: list[int] = []

    def draw(stream: str, count: int) -> int:
        asked.append(count)
        return count * 0x9E3779B97F4A7C15 % 2**63

    table = game(name).start(draw=draw)
    for number in range(10):
        seat = min(table.owes)
        before, drawn = tables.state(table), len(asked)
        chosen = [choose(table, seat, bot, key=number) for bot in BRIEF for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[2] == chosen[3]
        assert (tables.state(table), len(asked)) == (before, drawn)
        table.play(chosen[0])


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_know_changes_no_choice(name: str) -> None:
    """A bot at a table whose hidden parts are others chooses the same; so it does from the bytes of its view alone."""
    moments = hidden_moments(name)
    assert moments or not any(field.sees != "everyone" for field in game(name).book.schema.fields)
    for one, other, seat in moments:
        assert one.log != other.log
        for bot in BRIEF:
            for key in range(4):
                chosen = choose(one, seat, bot, key)
                assert choose(other, seat, bot, key) == chosen
                view = one.game.book.schema.new()
                view.write(one.view_row(seat).tobytes())
                assert choose_in_view(one.game.book, view, seat, bot, key) == chosen


def test_a_search_in_too_little_time_tells_how_much_of_its_level_it_had() -> None:
    table = game("president").start(seats=3, seed=4)
    book, view, play = table.game.book, table.view_row(0), Settings(80, cut=10, exact=0)
    move, part = choose_within(book, view, 0, play, 1, seconds=1e-9)
    assert (move in table.legal(0), part) == (True, 0.2)  # the first sixteen iterations
    assert choose_within(book, view, 0, play, 1) == (choose_in_view(book, view, 0, play, 1), 1.0)
    assert choose_within(book, view, 0, "thumb", 1)[1] is None


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    table = game("combat").start(seed=1)
    with pytest.raises(HustingsError, match="seat 1 has nothing to decide now"):
        choose(table, 1)
    with pytest.raises(NotationError, match="seat 2 was asked for; this table has seats 0 to 1"):
        choose(table, 2)
    with pytest.raises(OptionError, match="there is no bot level 'deep'"):
        choose(table, 0, "deep")


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_of_thumb_beats_chance(name: str) -> None:
    """Over thousands of games, in every chair in turn against random players, well above an even share.

    Sides that share a win are counted by their shares. The bound is of the shares themselves: their mean less an even
    share, in standard errors.
    """
    from hustings.engine.kernels import compiled

    chosen = game(name)
    seats = chosen.seats_allowed[0]
    shares = []
    for chair in range(seats):
        levels_by_seat = np.full(seats, playout.RANDOM)
        levels_by_seat[chair] = playout.THUMB
        keys = np.array([key_of(f"{chair} {number}") for number in range(GAMES // seats)], np.uint64)
        results, decisions = compiled.random_games(chosen.book, chosen.start_options(seats), keys, levels_by_seat)
        assert decisions > len(keys)
        shares.append(results[:, 0, chair] / results[:, 0].sum(axis=1))
    won = np.concatenate(shares)
    error = won.std() / sqrt(len(won))
    assert won.mean() > 1 / seats + SIGMAS * error, (won.mean(), error)
