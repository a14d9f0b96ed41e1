"""How often the better player wins one game of Politics, and a duel of best of three deals with the sides changed.

A deal is played twice, once from each side; the lead in both games together wins it. The intervals draw whole deals
again (95 %).

    python bench/duels.py [--deals 1000] [--better thumb] [--weaker canvasser]
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import hustings
from hustings.bots import choose

DEALS = 3  # of a duel
DRAWS = 2000
EVEN = 0.5
LEVEL = 95
Numbers = npt.NDArray[np.float64]


def game(deal: int, levels: tuple[str, str]) -> tuple[float, float]:
    """The first level's share of one game and its lead, which is the winner's."""
    table = hustings.game("politics").start(seats=2, seed=f"duel {deal}")
    while not table.over:
        seat = min(table.owes)
        table.play(choose(table, seat, levels[seat], key=f"{deal} {table.length}"))
    result = table.result
    assert result is not None
    share, margin = float(result.shares[0]), abs(float(result.scores[0] - result.scores[1]))
    return share, margin * (1 if share > EVEN else -1 if share < EVEN else 0)


def played(deal: int, better: str, weaker: str) -> tuple[float, float]:
    """The better level's mean share of a deal's two games, and 1, 0.5 or 0 for the deal."""
    first, lead = game(deal, (better, weaker))
    second, behind = game(deal, (weaker, better))
    return (first + 1 - second) / 2, (1 + float(np.sign(lead - behind))) / 2


def duel(deals: Numbers) -> Numbers:
    """The share of duels of three deals, from the parts of deals won, level and lost; shaped (draws, deals)."""
    won, level, lost = ((deals == worth).mean(-1) for worth in (1, 0.5, 0))
    ahead = won**3 + 3 * won**2 * level + 3 * won**2 * lost + 3 * won * level**2
    return np.asarray(ahead + (6 * won * level * lost + level**3) / 2)


def main() -> None:
    """Print the three shares with their intervals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--better", default="thumb")
    parser.add_argument("--weaker", default="canvasser")
    asked = parser.parse_args()
    shares, deals = np.array([played(deal, asked.better, asked.weaker) for deal in range(asked.deals)]).T
    drawn = np.random.default_rng(1).integers(len(deals), size=(DRAWS, len(deals)))
    ends = [(100 - LEVEL) / 2, (100 + LEVEL) / 2]
    for name, whole, again in (
        ("a game", shares.mean(), shares[drawn].mean(-1)),
        ("a deal from both sides", deals.mean(), deals[drawn].mean(-1)),
        (f"a duel of {DEALS} deals", duel(deals), duel(deals[drawn])),
    ):
        low, high = np.percentile(again, ends)
        print(f"{name:24} {float(whole):.3f} ({low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
