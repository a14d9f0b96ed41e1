"""How fair Mudslinger is: wins by candidate, by seat and by turn order, and the length of a game.

Whole games among rule-of-thumb bots, compiled. Every number comes with its standard error. What the action cards are
worth is measured by bench/mudslinger_cards.py.

    python bench/mudslinger_balance.py [--games 12000] [--plot docs/images/mudslinger-balance.svg]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import hustings
from hustings.engine.installed import rulebook
from hustings.engine.kernels import compiled
from hustings.engine.kernels.playout import THUMB
from hustings.games.mudslinger.cards import PARTIES

FAIR_SEATS = 5
WITHIN = 2.0  # percentage points a win share may lie off
TURNS = (60, 140)

Records = npt.NDArray[Any]


def play_on(records: Records, seats: int, first_key: int) -> npt.NDArray[np.int64]:
    """Play every record to its end, in place; the payoffs, shaped (games, 2, seats)."""
    results = np.zeros((len(records), 2, seats), np.int64)
    buffers = rulebook("mudslinger").buffers(note_rows=1)
    keys = np.arange(first_key, first_key + len(records), dtype=np.uint64)
    levels = np.full(seats, THUMB, np.int64)
    compiled.playouts(records, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results)
    return results


def whole_games(seats: int, games: int, first_key: int = 0) -> tuple[Records, npt.NDArray[np.float64]]:
    """The records at the end of so many games, and each seat's share of the win."""
    compiled.activate()
    records = np.repeat(hustings.game("mudslinger").start_row(seats).array, games)
    won = play_on(records, seats, first_key)[:, 0]
    return records, won / won.sum(1, keepdims=True)


def percent(shares: npt.NDArray[np.float64]) -> tuple[float, float]:
    """A mean and its standard error, in per cent."""
    return 100 * float(shares.mean()), 100 * float(shares.std() / np.sqrt(len(shares)))


def told(name: str, shares: npt.NDArray[np.float64], fair: float) -> tuple[float, float]:
    """Print one share against the fair one."""
    mean, error = percent(shares)
    print(
        f"  {name:14} {mean:5.1f} % ± {error:.1f}   fair {fair:.1f}   {'ok' if abs(mean - fair) <= WITHIN else 'OFF'}"
    )
    return mean, error


def by_candidate(records: Records, shares: npt.NDArray[np.float64]) -> dict[str, tuple[float, float]]:
    """Win shares by candidate in five-player games."""
    print(f"candidates, {len(records)} games of {FAIR_SEATS}")
    dealt = records["candidate"][:, :FAIR_SEATS]
    return {code: told(code, shares[dealt == k], 100 / FAIR_SEATS) for k, code in enumerate(PARTIES)}


def by_place(records: Records, shares: npt.NDArray[np.float64]) -> None:
    """Win shares by seat, and by place in the order of turns from the seat that began."""
    games, seats = shares.shape
    print(f"seats, {games} games of {seats}")
    for seat in range(seats):
        told(f"P{seat + 1}", shares[:, seat], 100 / seats)
    first = records["first_roll"][:, :seats].argmax(1)
    for place in range(seats):
        told(f"{place + 1}. to move", shares[np.arange(games), (first + place) % seats], 100 / seats)
    low, high = np.percentile(records["turn"], [1, 99])
    print(f"  turns: mean {records['turn'].mean():.0f}, 98 % within {low:.0f} and {high:.0f}; wanted {TURNS}")


def plot(found: dict[str, tuple[float, float]], path: Path) -> None:
    """Win shares by candidate with two standard errors, and the bounds they are to stay within."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "mudslinger"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.2))
    means, errors = zip(*found.values(), strict=True)
    axes.axhspan(20 - WITHIN, 20 + WITHIN, color="0.9")
    axes.axhline(20, color="0.5", linewidth=1)
    axes.errorbar(list(found), means, yerr=[2 * error for error in errors], fmt="o", color="black", capsize=4)
    axes.set_ylabel("wins, %")
    axes.set_ylim(10, 30)
    axes.set_title("Mudslinger, five rule-of-thumb bots: wins by candidate")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, print, and draw where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12_000, help="five-player games; a third as many of other sizes")
    parser.add_argument("--plot", type=Path, help="where to write a plot of the candidates, as SVG")
    asked = parser.parse_args()
    records, shares = whole_games(FAIR_SEATS, asked.games)
    found = by_candidate(records, shares)
    by_place(records, shares)
    for seats in (3, 4, 6):
        by_place(*whole_games(seats, asked.games // 3))
    if asked.plot:
        plot(found, asked.plot)


if __name__ == "__main__":
    main()
