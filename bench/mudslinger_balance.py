"""How fair Mudslinger is: wins by candidate, by seat and by turn order, the length of a game, the worth of each action.

Whole games among rule-of-thumb bots, compiled. Every number comes with its standard error.

    python bench/mudslinger_balance.py [--games 12000] [--cards 6000] [--plot docs/images/mudslinger-balance.svg]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import hustings
from hustings.engine import compiled
from hustings.engine.playout import THUMB
from hustings.games.mudslinger import RULEBOOK
from hustings.games.mudslinger.cards import KIND_CODES, PARTIES

FAIR_SEATS = 5
OPENINGS = 40  # different candidates, beginners and open states the action cards are tried from
WITHIN = 2.0  # percentage points a win share may lie off
TURNS = (60, 140)

Records = npt.NDArray[Any]


def play_on(records: Records, seats: int, first_key: int) -> npt.NDArray[np.int64]:
    """Play every record to its end, in place; the payoffs, shaped (games, 2, seats)."""
    results = np.zeros((len(records), 2, seats), np.int64)
    buffers = RULEBOOK.buffers(note_rows=1)
    keys = np.arange(first_key, first_key + len(records), dtype=np.uint64)
    levels = np.full(seats, THUMB, np.int64)
    compiled.playouts(records, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results)
    return results


def whole_games(seats: int, games: int, first_key: int = 0) -> tuple[Records, npt.NDArray[np.float64]]:
    """The records at the end of so many games, and each seat's share of the win."""
    compiled.activate()
    records = np.zeros(games, RULEBOOK.schema.dtype)
    compiled.start_one(records, 0, hustings.game("mudslinger").start_options(seats))
    records[:] = records[0]
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


def openings() -> Records:
    """Five-player games at their first question, each of a deal of its own."""
    game = hustings.game("mudslinger")
    rows = [game.start(seats=FAIR_SEATS, seed=seed)._row.array for seed in range(OPENINGS)]
    return np.concatenate(rows)


def card_worth(games: int) -> None:
    """Final points of a seat that begins with one action card, less those of a seat that begins with $3 instead."""
    print(f"action cards against the $3 of a trade, {games} games each")
    base = np.tile(openings(), games // OPENINGS + 1)[:games]
    rows, seats = np.arange(games), np.arange(games) % FAIR_SEATS

    def points(records: Records) -> npt.NDArray[np.int64]:
        mine: npt.NDArray[np.int64] = play_on(records, FAIR_SEATS, 1 << 40)[rows, 1, seats]
        return mine

    paid = base.copy()
    paid["money"][rows, seats] += 3
    traded = points(paid)
    for kind, code in enumerate(KIND_CODES):
        held = base.copy()
        held["hand"][rows, seats, kind] += 1
        held["cards"][rows, seats] += 1
        held["deck"] -= 1
        gain = points(held) - traded
        print(f"  {code:9} {gain.mean():+5.2f} points ± {gain.std() / np.sqrt(games):.2f}")


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
    parser.add_argument("--cards", type=int, default=6_000, help="games for each action card; 0: none")
    parser.add_argument("--plot", type=Path, help="where to write a plot of the candidates, as SVG")
    asked = parser.parse_args()
    records, shares = whole_games(FAIR_SEATS, asked.games)
    found = by_candidate(records, shares)
    by_place(records, shares)
    for seats in (3, 4, 6):
        by_place(*whole_games(seats, asked.games // 3))
    if asked.cards:
        card_worth(asked.cards)
    if asked.plot:
        plot(found, asked.plot)


if __name__ == "__main__":
    main()
