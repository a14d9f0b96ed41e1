"""How often a person is asked in a four-seat game of Mudslinger, by four thoughtful clickers at the default settings.

Each clicker decides by the rule of thumb. A decision is settled without a click if the room makes the only legal move,
or if an answer given beforehand settles it, as a new page has them (client/src/games/mudslinger/answers.svelte.ts).
If the clicker would do something else, it takes the answer back, which counts as a click of its own.

    python bench/prompts.py [--games 20]
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Sequence

import hustings
from hustings.bots import choose
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.cards import POINTS
from hustings.games.mudslinger.turns import wins
from hustings.rooms.log.state import move_without_choice

SEATS = 4
LARGE = 10  # points of a rival's state from which on a person is asked
LAST = 5  # states left from which on a person is asked about each
SECONDS = 5.0  # a decision by hand; half as long for somebody who knows the game
STANDING = 0.7  # an answer given beforehand, on average
TO_COME = [r.LIES.index(where) for where in ("deck", "open", "under the deck")]
KINDS = {r.CARD: "draw", r.ATTEMPT: "attempt", r.BIDDING: "bid", r.ROLLING: "roll", r.ANSWER: "answer"}


class Beforehand:
    """What a seat has answered beforehand: it draws, and lets go what does not concern it."""

    def __init__(self) -> None:
        self._joined: tuple[int, int] | None = None

    def settles(self, table: Table, seat: int, legal: Sequence[Move]) -> Move | None:
        """The move that is made without a click, if any."""
        view = table.view_row(seat)
        top = int(view.frame[view.depth - 1])
        named = {move.verb: move for move in legal}
        if top == r.CARD:
            return None if "lobby" in named or view.turn <= SEATS else named["draw"]
        if "pass" not in named or top == r.WHISTLING:
            return None
        return named["pass"] if self._lets_go(view, seat, top) else None

    def _lets_go(self, view: Row, seat: int, top: int) -> bool:
        own = seat in (view.runner, view.defender) or self._joined == _contest(view)
        if top == r.ANSWER:
            above = view.depth - 1
            return not (own or seat in (view.frame_by[above], view.frame_target[above]))
        if top == r.ROLLING:
            return not (own or _concerns_all(view)) or (seat == view.runner) == wins(sum(view.dice), view.rating)
        return not (own or (_concerns_all(view) and _can_oppose(view, seat)))

    def join(self, table: Table, seat: int) -> None:
        """The seat bids: the contest is about it until it is over."""
        self._joined = _contest(table.view_row(seat))


def _contest(view: Row) -> tuple[int, int]:
    return int(view.turn), int(view.contest)


def _concerns_all(view: Row) -> bool:
    left = sum(int(where) in TO_COME for where in view.lies)
    return left <= LAST or int(POINTS[view.votes, view.contest - 1]) >= LARGE


def _can_oppose(view: Row, seat: int) -> bool:
    return bool(view.cards[seat] or (view.money[seat] and view.rating > view.base_rating))


def game(seed: int) -> list[Counter[str]]:
    """One game; by seat, how its decisions were settled, and by what question it was asked."""
    table = hustings.game("mudslinger", open_states="yes").start(seats=SEATS, seed=f"prompts {seed}")
    told = [Counter[str]() for _ in range(SEATS)]
    beforehand = [Beforehand() for _ in range(SEATS)]
    while not table.over:
        seat = min(table.owes)
        legal, count = table.legal(seat), told[seat]
        view = table.view_row(seat)
        kind = KINDS.get(int(view.frame[view.depth - 1]), "other")
        wanted = choose(table, seat, "thumb", key=f"{seed} {table.length}")
        count["asked"] += 1
        if move_without_choice(table, seat):
            count["forced"] += 1
            table.play(wanted)
            continue
        settled = beforehand[seat].settles(table, seat, legal)
        if settled is not None and settled.action == wanted.action:
            count["standing"] += 1
        else:
            count["taken back"] += settled is not None
            count["clicks"] += 1 + (settled is not None)
            count[kind] += 1
        if wanted.verb in ("spend", "sling", "play") and view.contest:
            beforehand[seat].join(table, seat)
        table.play(wanted)
    return told


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    games = [game(seed) for seed in range(parser.parse_args().games)]
    seats = [count for told in games for count in told]
    names = ("asked", "forced", "standing", "taken back", "clicks", *KINDS.values(), "other")
    print(f"{'a seat, a game':16} {'mean':>6} {'least':>6} {'most':>6}")
    for name in names:
        found = [count[name] for count in seats]
        print(f"{name:16} {statistics.mean(found):6.1f} {min(found):6} {max(found):6}")
    minutes = [sum(SECONDS * each["clicks"] + STANDING * each["standing"] for each in told) / 60 for told in games]
    print(f"{'minutes':16} {statistics.mean(minutes):6.1f} {min(minutes):6.1f} {max(minutes):6.1f}")


if __name__ == "__main__":
    main()
