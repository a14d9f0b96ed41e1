"""Learn the weights of Mudslinger's outlook from games of the rule of thumb: python scripts/train_outlook.py

Every number of seats plays; some moments of each game are remembered with what every seat had then and what it won.
A conditional logit by stage of the game is fitted to four games of five, and its log loss told on the fifth. The same
seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import hustings
from hustings.bots.search.quick import silent_action
from hustings.engine.installed import game_names
from hustings.engine.kernels import compiled
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.kernels.playout import advance, lowest_seat
from hustings.engine.kernels.verbs import act, payoff
from hustings.games.mudslinger.outlook import FEATURES, STAGES, UNIT, feature, stage
from hustings.games.mudslinger.table import in_contest

FILE = Path(hustings.__file__).parent / "games" / "mudslinger" / "weights.json"
MOMENTS = 16  # of a game
APART = 23  # decisions
LAPSE = 0.05  # how often a seat makes any move: otherwise all games would be of one kind
HELD_OUT = 5  # of so many games one is not learned from
RIDGE = 1e-3
STEPS = 30

Array = npt.NDArray[Any]


@compiled.entry
def moments(records, start, key, lapse, had, stages, shares, work):  # type: ignore[no-untyped-def]
    """Play a game, and remember what every seat had at some moments; returns how many."""
    note, weights, actions, counts = work
    s = records[0]
    found = decisions = 0
    while True:
        mask = advance(s, key, counts, weights, note)
        if mask == 0:
            payoff(s, shares)
            return found
        due = decisions >= start + found * APART and found < had.shape[0]
        if due and s.turn > 0 and not in_contest(s):
            stages[found] = stage(s)
            for seat in range(shares.shape[1]):
                for which in range(len(FEATURES)):
                    had[found, seat, which] = feature(s, seat, which)
            found += 1
        seat = lowest_seat(mask)
        act(s, seat, silent_action(s, seat, lapse, key, decisions, actions), note)
        decisions += 1


def self_play(seats: int, games: int, key: int) -> tuple[Array, Array, Array, Array]:
    """What was had, [moment, seat, stage * feature]; won, [moment, seat]; each moment's game; its stage."""
    game = hustings.game("mudslinger")
    start, buffers = game.start_row(seats), game.book.buffers(note_rows=1)
    work = (buffers.note, buffers.weights, buffers.actions, buffers.counts)
    records, shares = np.zeros(1, game.book.schema.dtype), np.zeros((2, seats), np.int64)
    had, stages = np.zeros((MOMENTS, seats, len(FEATURES)), np.int64), np.zeros(MOMENTS, np.int64)
    all_had, all_won, of, at = [], [], [], []
    for number in range(games):
        records[0] = start.array[0]
        buffers.counts[:] = 0
        count = moments(records, draw(key, 2, number) % 200, draw(key, 1, number), LAPSE, had, stages, shares, work)
        for k in range(count):
            spread = np.zeros((seats, STAGES, len(FEATURES)))
            spread[:, stages[k]] = had[k]
            all_had.append(spread.reshape(seats, -1))
            all_won.append(shares[0] / shares[0].sum())
            of.append(number)
            at.append(int(stages[k]))
    return np.array(all_had), np.array(all_won), np.array(of), np.array(at)


def chances(had: Array, weights: Array) -> Array:
    """Each seat's chance by the weights."""
    value = had @ weights
    odds = np.exp(value - value.max(axis=1, keepdims=True))
    shares: Array = odds / odds.sum(axis=1, keepdims=True)
    return shares


def fitted(parts: list[tuple[Array, Array]], width: int) -> Array:
    """The weights with the least log loss, by Newton's method with a ridge."""
    weights = np.zeros(width)
    total = sum(len(had) for had, _ in parts)
    for _ in range(STEPS):
        slope, bend = RIDGE * weights, RIDGE * np.eye(width)
        for had, won in parts:
            likely = chances(had, weights)
            slope += np.einsum("nsf,ns->f", had, likely - won) / total
            mean = np.einsum("nsf,ns->nf", had, likely)
            bend += (np.einsum("nsf,ns,nsg->fg", had, likely, had, optimize=True) - mean.T @ mean) / total
        weights -= np.linalg.solve(bend, slope)
    return weights


def log_loss(had: Array, won: Array, weights: Array) -> float:
    """The mean of - log chance of who won."""
    return float(-(won * np.log(np.maximum(chances(had, weights), 1e-12))).sum(axis=1).mean())


def main() -> None:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000, help="of every number of seats")
    parser.add_argument("--seed", default="outlook")
    asked = parser.parse_args()
    game_names()
    compiled.activate()
    learned, held = [], {}
    for seats in hustings.game("mudslinger").seats_allowed:
        had, won, of, _ = self_play(seats, asked.games, key_of(f"{asked.seed} {seats}"))
        out = of % HELD_OUT == 0
        learned.append((had[~out], won[~out]))
        held[seats] = (had[out], won[out])
    weights = fitted(learned, STAGES * len(FEATURES))
    rounded = np.round(weights * UNIT).astype(np.int64).reshape(STAGES, len(FEATURES))
    told = {str(seats): round(log_loss(*part, rounded.reshape(-1) / UNIT), 4) for seats, part in held.items()}
    blind = {str(seats): round(float(np.log(seats)), 4) for seats in held}
    FILE.write_text(
        json.dumps(
            {
                "games": asked.games,
                "seed": asked.seed,
                "log_loss": told,
                "log_loss_of_even_shares": blind,
                "features": FEATURES,
                "weights": rounded.tolist(),
            }
        )
        + "\n",
        encoding="utf-8",
    )
    print(told, blind)


if __name__ == "__main__":
    main()
