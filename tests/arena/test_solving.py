"""Equilibria of small games: the same tree, values and best responses as OpenSpiel's algorithms find."""

from __future__ import annotations

import pytest

import hustings
from hustings import arena
from hustings.arena.solving import GameTree
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.game import whole_game

pyspiel = pytest.importorskip("pyspiel")
SMALL = [
    pytest.param("president", {"weeks": 1, "states": 2}, marks=pytest.mark.slow),
    ("president", {"weeks": 2, "states": 1}),
    pytest.param("combat", {"cards": 4}, marks=pytest.mark.slow),
]


@pytest.fixture
def kept_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each state of a tree once, because OpenSpiel's algorithms walk the whole tree six times."""
    from hustings.envs.openspiel import SpielState

    kept: dict[str, SpielState] = {}

    def child(state: SpielState, action: int) -> SpielState:
        line = f"{state.history_str()} {action}"
        if line not in kept:
            kept[line] = pyspiel.State.child(state, action)
        return kept[line]

    monkeypatch.setattr(SpielState, "child", child, raising=False)


@pytest.mark.usefixtures("kept_children")
@pytest.mark.parametrize(("name", "sizes"), SMALL)
def test_openspiel_finds_the_same_gains_of_best_responses(name: str, sizes: dict[str, int]) -> None:
    """For the uniform policy: the tree, the information sets, the odds and the shares decide on these numbers."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    told = ",".join(f"{key}={value}" for key, value in sizes.items())
    spiel = pyspiel.load_game(f"hustings_{name}({told})")
    uniform = policy.UniformRandomPolicy(spiel)
    tree = GameTree(hustings.game(name, **sizes))
    own = tree.policy_of(lambda table, seat: dict.fromkeys(table.legal_actions(seat), 1 / len(table.legal(seat))))
    scores = expected_game_score.policy_value(spiel.new_initial_state(), [uniform, uniform])
    assert [2 * value - 1 for value in tree.values(own)] == pytest.approx(list(scores), abs=1e-9)
    assert 2 * sum(tree.gains(own)) == pytest.approx(exploitability.nash_conv(spiel, uniform), abs=1e-9)


@pytest.mark.slow
def test_an_equilibrium_gains_nothing_and_openspiel_agrees_on_its_value() -> None:
    """OpenSpiel's own CFR+ comes to the same value."""
    from open_spiel.python.algorithms import cfr, expected_game_score

    import hustings.envs.openspiel

    solution = arena.solve(hustings.game("president", weeks=1, states=2), iterations=3000)
    assert solution.exploitability < 1e-6
    solver = cfr.CFRPlusSolver(pyspiel.load_game("hustings_president(weeks=1,states=2)"))
    for _ in range(120):
        solver.evaluate_and_update_policy()
    state = solver._game.new_initial_state()
    scores = expected_game_score.policy_value(state, [solver.average_policy()] * 2)
    assert 2 * solution.values[0] - 1 == pytest.approx(scores[0], abs=1e-4)


def test_a_policy_is_found_from_a_table() -> None:
    """A table that is played, with its chance, leads to the probabilities of its seat's moves."""
    solution = arena.solve(hustings.game("president", weeks=2, states=2), iterations=300)
    table = solution.tree.game.start(seats=2, seed=3)
    while not table.over:
        for seat in sorted(table.owes):
            if len(table.legal(seat)) > 1:
                policy = solution.policy(table)
                assert list(policy) == [str(move) for move in table.legal(seat)]
                assert sum(policy.values()) == pytest.approx(1)
            table.play(table.legal(seat)[0])
    with pytest.raises(HustingsError):
        solution.policy(table)


def test_a_game_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.arena.solving.MOST_NODES", 1 << 18)
    with pytest.raises(HustingsError, match="smaller sizes"):
        GameTree(hustings.game("combat", cards=6))


@pytest.mark.parametrize("name", ["president", "combat", "politics", "mudslinger"])
def test_small_games_are_played_saved_and_loaded(name: str) -> None:
    """Every size at its least value: the game ends, its invariants hold, and its saved game has its sizes."""
    book = hustings.game(name).book
    game = hustings.game(name, **{size: numbers[0] for size, numbers in book.sizes.items()})
    table = game.start(seed=5)
    while not table.over:
        seat = min(table.owes)
        table.play(table.legal(seat)[0] if name != "mudslinger" else table.legal(seat)[-1])
        if table.length > 3000:
            break
    again = hustings.load(table.save())
    assert again.game == game
    assert again.record().tobytes() == table.record().tobytes()
    assert hustings.game(name, **{size: numbers[-1] for size, numbers in book.sizes.items()}) == hustings.game(name)
    with pytest.raises(OptionError):
        whole_game(name, **{size: str(numbers[0]) for size, numbers in book.sizes.items()})


def test_a_response_to_one_policy_gains_at_most_the_best_response_to_another() -> None:
    tree = arena.GameTree(hustings.game("president", weeks=2, states=2))
    uniform = tree.policy_of(lambda table, seat: dict.fromkeys(table.legal_actions(seat), 1 / len(table.legal(seat))))
    first = tree.policy_of(lambda table, seat: {table.legal_actions(seat)[0]: 1.0})
    assert tree.gains(uniform, against=uniform) == tree.gains(uniform)
    for policy, against in ((uniform, first), (first, uniform)):
        for gain, most in zip(tree.gains(policy, against), tree.gains(against), strict=True):
            assert gain <= most + 1e-12
    assert sum(tree.gains(first, uniform)) < sum(tree.gains(uniform))
