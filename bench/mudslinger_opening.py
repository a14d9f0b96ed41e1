"""How early a game of Mudslinger is decided under each beginning, and how fair each beginning is (MS-22 to MS-24).

Games of rule-of-thumb bots with 20 states. "Early" are the set-up and each player's first two turns. Printed for each
value of the option `start`: how often the holder of the largest state that was open early wins, how often the leader at
a part of the game wins, how often the lead changes, how many action cards are played and traded in, and shares of wins
by candidate, seat and order of turns. Shared wins and shared leads count in parts. Errors are standard errors.

    python bench/mudslinger_opening.py [--games 4000] [--seats 3] [--bot thumb] [START ...]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch import Batch
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.cards import LARGE, PARTIES, POINTS
from hustings.games.mudslinger.rules import OPENING_ROUNDS

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MOST_TURNS = 400
PARTS = (0.25, 1 / 3, 0.5, 2 / 3)
WORTH, SEED = POINTS[0], "opening"


@dataclass
class Played:
    """The course of finished games, in arrays by game.

    Attributes:
        records: The records at the end.
        points: Each seat's points at the start of each turn, by [game, turn, seat]; -1 for turns that were not played.
        early: By [game, state], whether the state was open or won early.
        large: The first turn in which a large state was open.
        cards: The action cards played in each game.
        traded: The action cards traded in.
        mud: The times that a rival slung mud.
        first_card: The turn in which the first action card was played; MOST_TURNS if none was.
        choices: The decisions with at least two legal answers.
    """

    records: Any
    points: Integers
    early: npt.NDArray[np.bool_]
    large: Integers
    cards: Integers
    traded: Integers
    mud: Integers
    first_card: Integers
    choices: Integers

    @property
    def shares(self) -> Floats:
        """Each seat's share of the win, by [game, seat]."""
        return shared(points_of(self.records, self.points.shape[2]) * len(WORTH) + self.records["won"][:, : self.seats])

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.points.shape[2]


def shared(values: Integers) -> Floats:
    """Divide one among the seats with the most, by [game, seat]."""
    best = (values == values.max(1, keepdims=True)).astype(np.float64)
    return best / best.sum(1, keepdims=True)


def points_of(records: Any, seats: int) -> Integers:
    """Each seat's points, by [game, seat]."""
    return np.stack([(WORTH * (records["holder"] == seat + 1)).sum(1) for seat in range(seats)], 1)


def play(start: str, seats: int, games: int, bot: str) -> Played:
    """Play whole games in step and note their course."""
    options = {"open_states": "yes", "length": "20", "start": start}
    batch = Batch("mudslinger", games, seats, seed=SEED, observe=False, auto_reset=False, **options)
    form, every = batch.game.start_row(seats).array.dtype, np.arange(games)
    points, large = np.full((games, MOST_TURNS, seats), -1), np.zeros(games, np.int64)
    early = np.zeros((games, len(WORTH)), np.bool_)
    cards, traded, mud, choices = np.zeros((4, games), np.int64)
    first_card = np.full(games, MOST_TURNS)
    while True:
        records: Any = batch.positions().records.view(form)[:, 0]
        turn = records["turn"]
        begins = points[every, turn, 0] < 0
        points[every[begins], turn[begins]] = points_of(records, seats)[begins]
        out = (records["lies"] == r.OPEN) | (records["lies"] == r.HELD)
        early |= out & (turn <= OPENING_ROUNDS * seats)[:, None]
        comes = (out & (WORTH >= LARGE)).any(1) & (large == 0)
        large[comes] = turn[comes]
        if (batch.seat < 0).all():
            return Played(records, points, early, large, cards, traded, mud, first_card, choices)
        actions, going = batch.choose(bot), batch.seat >= 0
        plays = going & (actions >= m.PLAY) & (actions < m.GIVE)
        first_card[plays] = np.minimum(first_card, turn)[plays]
        cards += plays
        traded += going & (actions >= m.TRADE) & (actions < m.PLAY)
        mud += going & (actions >= m.SLING) & (actions < m.TAKE)
        choices += going & (batch.sizes > 1)
        batch.step(actions)


def told(name: str, values: Floats) -> None:
    """Print a mean and its standard error, in per cent."""
    print(f"  {name:34} {100 * values.mean():5.1f} % ± {100 * values.std() / np.sqrt(len(values)):.1f}")


def decided(played: Played) -> None:
    """Print how early the games were decided."""
    shares, every, end = played.shares, np.arange(len(played.large)), played.records["turn"]
    largest = np.where(played.early, WORTH, 0).argmax(1)
    told("holder of the largest early wins", shares[every, played.records["holder"][every, largest] - 1])
    for part in PARTS:
        points = played.points[every, np.maximum(1, np.round(end * part)).astype(np.int64)]
        told(f"leader at {part:.2f} of the game wins", (shares * shared(points)).sum(1))
    changes, leader = np.zeros(len(end)), np.full(len(end), -1)
    for turn in range(1, int(end.max()) + 1):
        points = played.points[:, turn]
        alone = (shared(points).max(1) == 1) & (turn <= end)
        changes += alone & (leader >= 0) & (leader != points.argmax(1))
        leader = np.where(alone, points.argmax(1), leader)
    seats = played.seats
    print(
        f"  {played.cards.mean():.1f} action cards played, {played.traded.mean():.1f} traded in, the first in turn "
        f"{np.median(played.first_card):.0f} (median); mud {played.mud.mean():.1f} times; "
        f"{played.choices.mean() / seats:.1f} decisions a player with a choice"
    )
    print(
        f"  {end.mean():.1f} turns, a large state in turn {played.large.mean():.1f}, {changes.mean():.1f} new leaders"
    )


def fairness(played: Played) -> None:
    """Print shares of wins by candidate, seat and order of turns."""
    shares, seats = played.shares, played.seats
    dealt, first = played.records["candidate"][:, :seats], played.records["first_roll"][:, :seats].argmax(1)
    for number, code in enumerate(PARTIES):
        told(code, shares[dealt == number])
    for seat in range(seats):
        told(f"P{seat + 1}", shares[:, seat])
    for place in range(seats):
        told(f"{place + 1}. to move", shares[np.arange(len(first)), (first + place) % seats])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("starts", nargs="*", metavar="START", help="only these values of the option")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bot", default="thumb", help="a level that does not search")
    asked = parser.parse_args()
    for start in asked.starts or r.STARTS:
        print(f"start={start}, {asked.games} games of {asked.seats} ({asked.bot})")
        played = play(start, asked.seats, asked.games, asked.bot)
        decided(played)
        fairness(played)


if __name__ == "__main__":
    main()
