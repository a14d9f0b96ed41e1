"""Mudslinger by post: whether games end, how fair the seats are, and how many rounds and days a game takes.

Each seat hands in a plan by a simple rule before each round; see docs/howto/over-days.md. Every share comes with its
standard error.

    python bench/mudslinger_post.py [--games 200] [--seats 4] [--length 50]
"""

from __future__ import annotations

import argparse
import random
import statistics
from typing import Any

import numpy as np

import hustings
from hustings.engine.moves import seat_label
from hustings.engine.notation import write_move
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.evaluation import ROLLS, chance, dollar, prize, strength
from hustings.games.mudslinger.plans import Goal, Mud, Other, Plan, Use
from hustings.games.mudslinger.proxy import POST
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import base_of, cap_of

MUD, MUD_POINTS = 3, 10  # dollars a round against the leader, in states of at least so many points
OTHER_POINTS = 6  # of states that turn up in the round
DEADLINE, LEAST_GAP = 20.0, 12.0  # hours
LOOKS = {1: ((8.0, 23.0),), 2: ((7.0, 12.0), (17.0, 23.0))}  # the hours between which people look in


def planned(view: Any, seat: int) -> Plan:
    """A sensible plan by a simple rule: the best attempts, mud and cards against the leader."""
    rivals = [(seat + step) % view.seats for step in range(1, view.seats)]  # among equals the next one
    leader = max(rivals, key=lambda rival: strength(view, rival))
    ranked = sorted([_attempt(view, seat, state) for state in range(c.ALL_STATES) if view.lies[state] == r.OPEN])
    goals = tuple(Goal(c.STATES[state], dollars) for worth, dollars, state in reversed(ranked) if worth > 0)
    held = [kind for kind in range(c.KINDS) if view.hand[seat, kind] and c.NAMES_WHOM[kind] != c.ON_STATE]
    on = {c.ON_RUNNER: seat_label(leader), c.ON_RIVAL: seat_label(leader)}
    uses = tuple(Use(c.KIND_CODES[kind], "play", on.get(int(c.NAMES_WHOM[kind]))) for kind in held)
    leads = strength(view, leader) > strength(view, seat)
    purse = int(view.money[seat] + view.income[seat])
    return Plan(
        "draw",
        goals[:5],
        Other(OTHER_POINTS, min(16, purse // 2)),
        (Mud(leader, MUD, MUD_POINTS),) if leads else (),
        uses[:8],
    )


def _attempt(view: State, seat: int, state: int) -> tuple[int, int, int]:
    """The worth of an attempt with the best bid from the purse and the next income, the bid, and the state."""
    base, purse = base_of(view, seat, state), int(view.money[seat] + view.income[seat])
    most = max(0, min(purse, cap_of(view) - base))
    worth = {n: prize(view, state) * chance(base + n) // ROLLS - n * dollar(view, seat) for n in range(most + 1)}
    best = max(worth, key=lambda n: worth[n])
    return int(worth[best]), best, state


def played(seats: int, seed: int, **options: str) -> tuple[Any, int]:
    """The table at the end of a game by post, and how many rounds it took."""
    table = hustings.game("mudslinger", **options).start(seats=seats, seed=seed)
    rounds = 0
    while not table.over:
        start, number = table.length, POST.round(table.view_row(None))
        plans = [planned(table.view_row(seat), seat) for seat in range(seats)]
        while not table.over and POST.round(table.view_row(None)) == number:
            (seat,) = table.owes
            view = table.view_row(seat)
            action = POST.proxy(view, seat, POST.after(plans[seat], seat, table.log_since(start)))
            table.play(write_move(table.book, view, seat, action))
        rounds += 1
    return table, rounds


def days(rounds: int, people: int, looks: int, rng: random.Random) -> float:
    """How many days so many rounds take: each person looks in at their own hours, give or take one, and plans then.

    A round ends when all have planned, or at the deadline, the next 20:00 that is at least twelve hours away.
    """
    usual = [[rng.uniform(*hours) for hours in LOOKS[looks]] for _ in range(people)]
    seen = [
        sorted(24 * day + hour + rng.uniform(-1, 1) for day in range(-1, 3 * rounds) for hour in hours)
        for hours in usual
    ]
    now = start = rng.uniform(8, 23)
    for _ in range(rounds):
        ready = max(next(at for at in times if at + 1 / 6 >= now) for times in seen)  # a look lasts ten minutes
        deadline = next(24 * day + DEADLINE for day in range(3 * rounds) if 24 * day + DEADLINE - now >= LEAST_GAP)
        now = max(now, min(ready, deadline)) if deadline > now else now
    return (now - start) / 24


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--length", default="50", help="how many states")
    parser.add_argument("--start", default="source", help="what each player begins with")
    asked = parser.parse_args()
    seats, rng = asked.seats, random.Random(1)
    by_seat, by_place, rounds = np.zeros((asked.games, seats)), np.zeros((asked.games, seats)), []
    for seed in range(asked.games):
        table, count = played(seats, seed, length=asked.length, start=asked.start)
        assert table.result is not None
        by_seat[seed] = [float(share) for share in table.result.shares]
        first = next(event.seat for event in table.all_events() if event.event == "begins")
        by_place[seed] = [by_seat[seed, (first + place) % seats] for place in range(seats)]
        rounds.append(count)
    print(f"{asked.games} games of {seats} with {asked.length} states ended")
    for name, shares in (("seat", by_seat), ("to move", by_place)):
        for place in range(seats):
            error = 100 * shares[:, place].std() / asked.games**0.5
            print(f"  {place + 1}. {name:8} {100 * shares[:, place].mean():5.1f} % ± {error:.1f}")
    print(f"  rounds: median {statistics.median(rounds):.0f}, {min(rounds)} to {max(rounds)}")
    for looks in LOOKS:
        taken = np.percentile([days(count, seats, looks, rng) for count in rounds for _ in range(10)], (10, 50, 90))
        print(f"  {looks} looks a day: {taken[1]:.0f} days, 80 % within {taken[0]:.0f} and {taken[2]:.0f}")


if __name__ == "__main__":
    main()
