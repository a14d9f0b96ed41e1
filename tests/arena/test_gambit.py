"""Small games as files for Gambit and OpenSpiel are the same games."""

from __future__ import annotations

import re

import pytest

import hustings
from hustings import arena

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    ("name", "sizes", "seats"),
    [("president", {"weeks": 2, "states": 1}, 2), ("president", {"weeks": 1, "states": 2}, 3)],
)
def test_openspiel_reads_the_same_game(name: str, sizes: dict[str, int], seats: int) -> None:
    """The same nodes and information sets; and play by chance leads to the same shares."""
    tree = arena.GameTree(hustings.game(name, **sizes), seats)
    game = pyspiel.load_efg_game(arena.efg(tree))
    assert game.num_players() == seats
    ends, sets = [0.0] * seats, set()
    nodes = 0
    stack = [(game.new_initial_state(), 1.0)]
    while stack:
        state, chance = stack.pop()
        nodes += 1
        if state.is_terminal():
            ends = [total + chance * share for total, share in zip(ends, state.returns(), strict=True)]
            continue
        if not state.is_chance_node():
            sets.add(state.information_state_string())
        outcomes = (
            state.chance_outcomes()
            if state.is_chance_node()
            else [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
        )
        stack += [(state.child(action), chance * odds) for action, odds in outcomes]
    uniform = tree.policy_of(lambda table, seat: dict.fromkeys(table.legal_actions(seat), 1 / len(table.legal(seat))))
    assert ends == pytest.approx(list(tree.values(uniform)))
    assert (nodes, len(sets)) == (tree.nodes, tree.information_sets)


def test_moves_have_their_notation_and_chances_sum_to_one() -> None:
    text = arena.efg(arena.GameTree(hustings.game("president", weeks=1, states=2)))
    assert '"place small FL"' in text
    for line in text.splitlines():
        if line.startswith("c"):
            odds = re.findall(r'" (\d+)/(\d+)', line)
            assert sum(int(over) / int(under) for over, under in odds) == pytest.approx(1)
