"""Our search against OpenSpiel's Python ISMCTS, as long for each move: python bench/ismcts.py [deals] [seconds] [games]

Both play whole games of two seats, each deal twice with the seats changed. Ours may look at the clock only; OpenSpiel's
bot is given as many simulations as it has time for, measured on a first move. It plays through
`hustings.envs.openspiel`; positions that look alike to it are told apart by what it sees (`use_observation_string`).
"""

from __future__ import annotations

import math
import sys
import time
from statistics import fmean, stdev

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from hustings.bots.search import Searcher, Settings
from hustings.engine.game import game
from hustings.envs.openspiel import PREFIX

GAMES = ("president", "combat", "politics")
TRIAL = 20  # simulations by which the peer's speed is measured
EXPLORE = 2.0
DEALS = 6
SECONDS = 0.1


def peer(spiel: pyspiel.Game, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    """OpenSpiel's bot."""
    random = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(
        spiel, mcts.RandomRolloutEvaluator(1, random), EXPLORE, simulations, random_state=random,
        use_observation_string=True, allow_inconsistent_action_sets=True,
    )  # fmt: skip


def play(spiel: pyspiel.Game, searcher: Searcher, seat: int, deal: int, seconds: float) -> tuple[float, list[float]]:
    """One game with our search on a seat; its share, and the seconds each of the peer's moves took."""
    chance = np.random.RandomState(deal)
    state, spent, simulations = spiel.new_initial_state(), [], TRIAL
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        elif state.current_player() == seat:
            view = state.table.view_bytes(seat)
            state.apply_action(searcher.choose(view, seat, deal))
        else:
            before = time.perf_counter()
            action = int(peer(spiel, simulations, deal).step(state))
            if len(state.legal_actions()) > 1:
                spent.append(time.perf_counter() - before)
                simulations = max(2, round(simulations * seconds / spent[-1]))
            state.apply_action(action)
    return (state.returns()[seat] + 1) / 2, spent[1:]


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    for name in sys.argv[3:] or GAMES:
        spiel = pyspiel.load_game(PREFIX + name)
        searcher = Searcher(game(name).book, 2, Settings(iterations=0, seconds=seconds))
        shares, spent = [], []
        for deal in range(deals):
            played = [play(spiel, searcher, seat, deal, seconds) for seat in range(2)]
            shares.append(fmean(share for share, _ in played))
            spent += [each for _, moves in played for each in moves]
        error = 1.96 * stdev(shares) / math.sqrt(deals)
        print(
            f"{name}: ours won {fmean(shares):.3f} ± {error:.3f} of {2 * deals} games at {seconds} s a move; "
            f"the peer took {fmean(spent):.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
