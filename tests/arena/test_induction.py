"""Backward induction: the values that CFR+ approaches, and a policy against which no best response gains anything."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import hustings
from hustings import arena
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.table import Table

TWO = hustings.game("president", weeks=2, states=2)


def gains(solved: arena.Induction) -> tuple[float, ...]:
    """Return the gains of best responses to the policy, measured on the whole tree, which keeps all lines apart."""

    def choose(table: Table, seat: int) -> Mapping[int, float]:
        return {table.read(move).action: chance for move, chance in solved.policy(table).items()}

    tree = arena.GameTree(solved.game)
    return tree.gains(tree.policy_of(choose))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("president", {"weeks": 2, "states": 2}),
        ("president", {"weeks": 2, "states": 3, "votes": "2024"}),
        pytest.param("president", {"weeks": 3, "states": 2, "overtaken": "keeps"}, marks=pytest.mark.slow),
    ],
)
def test_best_responses_on_the_whole_tree_gain_nothing(name: str, sizes: dict[str, int]) -> None:
    solved = arena.backward_induction(hustings.game(name, **sizes))
    assert max(gains(solved)) < 1e-9
    assert solved.bound < 1e-9
    assert solved.error == 0


@pytest.mark.slow
def test_repeated_throws_have_the_value_that_cfr_approaches() -> None:
    game = hustings.game("combat", cards=4)
    solved = arena.backward_induction(game)
    assert solved.value == pytest.approx(arena.solve(game, iterations=1000).values[0], abs=1e-4)
    assert max(gains(solved)) < 1e-9
    assert solved.bound == float("inf")  # a throw can be repeated for ever


def test_a_last_round_in_which_nobody_has_a_choice_is_played() -> None:
    """With one state and all pyramids, each player has one left for the last week."""
    solved = arena.backward_induction(hustings.game("president", weeks=12, states=1))
    assert solved.value == pytest.approx(0.5)
    assert solved.positions > 1000


def test_more_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hustings.game("president", weeks=3, states=2)
    usual = arena.backward_induction(game)
    monkeypatch.setattr("hustings.arena.induction.ROOM", 1 << 4)
    grown = arena.backward_induction(game)
    assert (grown.value, grown.positions) == (usual.value, usual.positions)
    monkeypatch.setattr("hustings.arena.induction.MOST_ROOM", 1 << 6)
    with pytest.raises(HustingsError, match="choose smaller sizes"):
        arena.backward_induction(game)


def test_the_mean_of_all_deals_is_the_value_of_the_game() -> None:
    game = hustings.game("president", weeks=2, states=3)
    some = arena.backward_induction(game, deals=40, seed=1)
    assert len(set(some.values)) > 1
    assert abs(some.value - arena.backward_induction(game).value) < some.error
    assert arena.backward_induction(game, deals=40, seed=1).values == some.values
    assert arena.backward_induction(game, deals=40, seed=2).values != some.values


def test_the_policy_of_a_deal_that_was_not_solved() -> None:
    """It is that of the whole game, whether or not the rival has sealed a choice."""
    game = hustings.game("president", weeks=3, states=2)
    whole, one = arena.backward_induction(game), arena.backward_induction(game, deals=1)
    for seed in range(4):
        table = game.start(seats=2, seed=seed)
        before = one.policy(table)
        assert before == pytest.approx(whole.policy(table))
        table.play(table.legal(1)[seed])
        assert one.policy(table) == before


def test_games_that_cannot_be_solved_so() -> None:
    with pytest.raises(HustingsError, match="secrets"):
        arena.backward_induction(hustings.game("politics", cards=6))
    with pytest.raises(OptionError):
        arena.backward_induction(hustings.game("mudslinger"))
    table = TWO.start(seats=2, chance="asked")
    with pytest.raises(HustingsError, match="choice"):
        arena.backward_induction(TWO).policy(table)


def test_a_solution_prints_and_has_a_frame() -> None:
    solved = arena.backward_induction(TWO)
    assert repr(solved) == "<Induction of U.S. President, solved from the end>"
    assert "56" in str(solved)
    assert solved.frame()["share"].to_list() == [0.5]
