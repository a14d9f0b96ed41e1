"""Matches: the same deals for everybody in every seat, shares that add up, entrants of every kind."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from hustings import Game, Move, OptionError, Table, game
from hustings.arena.match import Entrant, Match, Tally, matches
from hustings.bots import choose
from hustings.bots.search import Settings
from tests.cli.conftest import Command, hustings

__all__ = ["hustings"]

DEALS = 6


def first_legal(table: Table, seat: int, key: int) -> Move:
    """An entrant: the first legal move."""
    return table.legal(seat)[0]


def rule_of_thumb(table: Table, seat: int, key: int) -> str:
    """An entrant: the level `thumb`, as text."""
    return str(choose(table, seat, "thumb", key))


def cheat(table: Table, seat: int, key: int) -> str:
    """An entrant whose moves are none."""
    return "P1 win"


def entrants(*names: str) -> list[Entrant]:
    return [Entrant.read(name) for name in names]


@pytest.fixture
def president() -> Game:
    return game("president")


def test_entrants_are_levels_searches_and_functions() -> None:
    assert Entrant.read("thumb").play == 0.0
    assert Entrant.read("search:iterations=20").play == Settings(iterations=20)
    assert Entrant.read("search").play == Settings()
    assert Entrant.read(f"{__name__}:first_legal").play is first_legal
    for text, complaint in (
        ("deep", "there is no bot level 'deep'"),
        ("nosuch:bot", "the entrant 'nosuch:bot' cannot be had"),
        (f"{__name__}:nosuch", "cannot be had"),
        (f"{__name__}:DEALS", "is no function"),
    ):
        with pytest.raises(OptionError, match=complaint):
            Entrant.read(text)


def test_everybody_sits_everywhere_with_the_same_cards(president: Game) -> None:
    one = Match(president, 3, entrants("thumb", "random"))
    assert one.seatings == ((0, 1, 1), (1, 1, 0), (1, 0, 1))
    tally = one.tally()
    played = list(one.play(DEALS, tally))
    assert [game.deal for game in played] == [deal for deal in range(DEALS) for _ in range(3)]
    assert all(math.isclose(sum(game.shares), 1) for game in played)
    mine = [game.shares[game.seating.index(0)] for game in played]
    assert math.isclose(tally.mean(0), sum(mine) / len(mine))
    assert math.isclose(tally.mean(0) + 2 * tally.mean(1), 1)
    assert list(Match(president, 3, entrants("thumb", "random")).play(DEALS)) == played, "the same seed, the same games"
    assert list(Match(president, 3, entrants("thumb", "random"), seed=2).play(DEALS)) != played


def test_equals_have_even_shares_deal_by_deal(president: Game) -> None:
    """The same entrant twice: what one wins in a seat the other wins in the same seat."""
    one = Match(president, 2, entrants("search:iterations=4", "search:iterations=4"))
    tally = one.tally()
    list(one.play(3, tally))
    assert tally.deals == [[0.5, 0.5]] * 3


def test_partners_sit_together() -> None:
    one = Match(game("politics"), 4, entrants("thumb", "random"))
    assert one.sides == ((0, 2), (1, 3))
    assert one.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_functions_see_a_table_of_their_view_and_play_as_their_levels_do(president: Game) -> None:
    """Shares of a function that asks a level are that level's own, ties apart."""
    one = Match(president, 2, entrants(f"{__name__}:rule_of_thumb", f"{__name__}:first_legal"))
    tally = one.tally()
    list(one.play(2, tally))
    assert tally.mean(0) > 0.5
    with pytest.raises(OptionError, match="an entrant's move 'P1 win' is not legal"):
        list(Match(president, 2, entrants(f"{__name__}:cheat", "random")).play(1))


def test_more_entrants_than_sides_meet_two_by_two(president: Game) -> None:
    found = matches(president, 2, entrants("random", "canvasser", "thumb"))
    assert [[one.name for one in match.entrants] for match in found] == [
        ["random", "canvasser"],
        ["random", "thumb"],
        ["canvasser", "thumb"],
    ]
    [together] = matches(president, 3, entrants("random", "canvasser", "thumb"))
    assert together.seatings == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    with pytest.raises(OptionError, match="a match needs two entrants at least"):
        matches(president, 2, entrants("random"))
    with pytest.raises(OptionError, match="a table of 2 sides was asked for with 3 entrants"):
        Match(president, 2, entrants("random", "thumb", "random"))


def test_intervals_and_the_sequential_test() -> None:
    tally = Tally(entrants("thumb", "random"), 2, [[0.5, 0.5]])
    assert tally.error(0) == math.inf
    tally.deals = [[1.0, 0.0], [0.5, 0.5]] * 10
    assert math.isclose(tally.mean(0), 0.75)
    assert math.isclose(tally.error(0), 1.96 * 0.2565 / math.sqrt(20), rel_tol=1e-3)
    assert tally.decided(0.05)
    assert not tally.decided(0.0)
    tally.deals = [[1.0, 0.0], [0.0, 1.0]] * 50
    assert not tally.decided(0.05)


def test_the_command_prints_shares_and_writes_games(hustings: Command, tmp_path: Path) -> None:
    said = hustings("match", "president", "--seats", "thumb,random", "--games", "8", "--csv", "games.csv")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines()] == ["entrant", "thumb", "random", "4"]
    rows = (tmp_path / "games.csv").read_text().splitlines()
    assert rows[0] == "match,deal,seat,entrant,share,score"
    assert len(rows) == 1 + 8 * 2
    stopped = hustings("match", "president", "--seats", "thumb,random", "--games", "400", "--stop", "0.05")
    assert int(stopped.out.splitlines()[-1].split()[0]) < 200
    assert "there is no bot level 'deep'" in hustings("match", "president", "--seats", "deep,thumb").sentence
    assert hustings("match", "president", "--seats", "thumb,random", "--csv", "no/such/file").sentence
