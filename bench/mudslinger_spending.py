"""What bots do with their dollars in Mudslinger: dollars unspent, futile bids, mud where the lead is at stake.

    python bench/mudslinger_spending.py [--games 200] [--levels thumb,canvasser] [--seats 3,4] [--length 20]

Every seat plays at the same level, with the options of "Play now". The same arguments print the same numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

import hustings
from hustings.arena.stats import mean_error
from hustings.batch import Batch
from hustings.bots.levels import choose, level
from hustings.engine.kernels import State
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.contest import wins
from hustings.games.mudslinger.evaluation import SUMS
from hustings.games.mudslinger.scoring import points_left, points_of
from hustings.games.mudslinger.standing import takes_the_lead

SEEN = (m.PASS, m.DRAW, m.LOBBY)  # beside bids, the moves of quick bots that are looked at
LATE = 9  # contests with at most so many states left are compared by what is at stake


@dataclass
class Spending:
    """What the bots of some games did with their dollars.

    Attributes:
        dollars: For each game, the mean of all seats' dollars when its winner is known (`is_decided`).
        ends: For each game, the mean of all seats' dollars at its end.
        bids: The number of bids and mud.
        futile: The number of them that are futile (`is_futile`).
        changes: For each late contest whose success would change who leads, whether a rival slung mud.
        others: The same for the other late contests.
    """

    dollars: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    bids: int = 0
    futile: int = 0
    changes: list[bool] = field(default_factory=list)
    others: list[bool] = field(default_factory=list)


def is_bid(action: int) -> bool:
    """Return True for `spend` and `sling` (MS-10)."""
    return m.SPEND <= action < m.TAKE


def is_futile(row: State, seat: int, action: int) -> bool:
    """Return True for a bid that can change nothing of the result for the seat that makes it.

    The result is who wins the game, the seat's place among the players, and its own points (MS-20). A bid is futile if

    - the same rolls of the dice win before and after it, or
    - it is made in a rival's contest, and the winner is known or the seat's place is settled.

    A runner's own bid with better chances is not futile, because it can bring the runner points.
    """
    change = action - m.SPEND + 1 if action < m.SLING else m.SLING - action - 1
    if [wins(roll, row.rating) for roll in SUMS] == [wins(roll, row.rating + change) for roll in SUMS]:
        return True
    return seat != row.runner and (is_decided(row) or has_settled_place(row, seat))


def is_decided(row: State) -> bool:
    """Return True if the points of all states left are fewer than those between the leader and each other player."""
    points, left = sorted((points_of(row, seat) for seat in range(row.seats)), reverse=True), points_left(row)
    return points[0] - points[1] > left


def has_settled_place(row: State, seat: int) -> bool:
    """Return True if the points of all states left are fewer than those between the seat and each other player.

    This includes every seat that has won or that can no longer catch the next one.
    """
    mine, left = points_of(row, seat), points_left(row)
    return all(abs(points_of(row, other) - mine) > left for other in range(row.seats) if other != seat)


def held_when_decided(row: State) -> float:
    """Return the mean of all seats' dollars at the first question after the winner became known, less its income."""
    paid = row.income[row.runner] if row.frame[0] == r.CARD else 0
    return (sum(row.money[: row.seats]) - paid) / row.seats


def observe(found: Spending, contests: dict[int, list[bool]], row: State, seat: int, action: int) -> None:
    """Add a decision to what was found; `contests`: by turn, whether a contest changes who leads, and has seen mud."""
    if row.frame[0] == r.BIDDING and row.unseen + row.open_count <= LATE:
        contests.setdefault(int(row.turn), [bool(takes_the_lead(row)), False])[1] |= m.SLING <= action < m.TAKE
    if is_bid(action):
        found.bids += 1
        found.futile += is_futile(row, seat, action)


def quick_games(name: str, games: int, seats: int, options: dict[str, str]) -> Iterator[tuple[int, State, int, int]]:
    """Yield game, record, seat and action of decisions, and then each game's last record with seat -1.

    The decisions are all bids and the moves in SEEN.
    """
    batch = Batch("mudslinger", games, seats=seats, seed="spending", auto_reset=False, observe=False, **options)
    while (batch.seat >= 0).any():
        actions = batch.choose(name)
        for k in np.flatnonzero(batch.seat >= 0).tolist():
            if is_bid(actions[k]) or actions[k] in SEEN:
                yield k, batch.table(k)._row, int(batch.seat[k]), int(actions[k])
        batch.step(actions)
    for k in range(games):
        yield k, batch.table(k)._row, -1, 0


def searched_games(name: str, games: int, seats: int, options: dict[str, str]) -> Iterator[tuple[int, State, int, int]]:
    """Yield what `quick_games` yields, for a level that searches."""
    for k in range(games):
        table = hustings.game("mudslinger", **options).start(seats=seats, seed=f"spending {k}")
        for decision in count():
            if table.result:
                break
            seat = min(table.owes)
            move = choose(table, seat, name, key=decision)
            yield k, table._row, seat, table.game.book.read_move(table._row, move.verb, move.args)
            table.play(move)
        yield k, table._row, -1, 0


def spending(name: str, games: int, seats: int, **options: str) -> Spending:
    """Play games among bots of a level, and return what they did with their dollars."""
    found = Spending()
    contests: list[dict[int, list[bool]]] = [{} for _ in range(games)]
    decided: dict[int, float] = {}
    played = quick_games if level(name).quick else searched_games
    for k, row, seat, action in played(name, games, seats, options):
        if seat >= 0:
            observe(found, contests[k], row, seat, action)
            if k not in decided and is_decided(row):
                decided[k] = held_when_decided(row)
        else:
            found.ends.append(sum(row.money[:seats]) / seats)
            found.dollars.append(decided.get(k, found.ends[-1]))
    for changes, mud in (each for game in contests for each in game.values()):
        (found.changes if changes else found.others).append(mud)
    return found


def percent(flags: Sequence[bool]) -> str:
    return f"{100 * sum(flags) / max(1, len(flags)):.0f} % of {len(flags)}"


def main() -> None:
    """Print a line for each level and number of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", default="thumb,canvasser")
    parser.add_argument("--seats", default="3,4")
    parser.add_argument("--length", default="20", choices=r.LENGTHS)
    asked = parser.parse_args()
    options = {**hustings.game("mudslinger").book.usual, "length": asked.length}
    for name in asked.levels.split(","):
        for seats in map(int, asked.seats.split(",")):
            found = spending(name, asked.games, seats, **options)
            left = f"${np.mean(found.dollars):.1f} ± {mean_error(np.array(found.dollars)):.1f} when the winner is known"
            middle = f"in half of the games at most ${np.median(found.dollars):.1f}"
            ends = f"${np.mean(found.ends):.1f} at the end"
            print(f"{name:10} {seats} players, {asked.games} games: {left}, {middle}; {ends}")
            print(f"{'':10} {found.futile} of {found.bids} bids futile")
            changes, others = percent(found.changes), percent(found.others)
            print(f"{'':10} mud in {changes} contests that change who leads and in {others} other late contests")


if __name__ == "__main__":
    main()
