"""How often a person is asked in a four-seat game of Mudslinger, by four thoughtful clickers at the default settings.

Each clicker decides by the rule of thumb. A decision is settled without a click if the room makes the only legal move,
or if an answer given beforehand settles it, as a new page has them (client/src/games/mudslinger/answers.svelte.ts).
The clicker bids by orders (client/src/games/mudslinger/orders.ts), and where it passes it passes for the rest of the
contest, by the button for that. If the clicker would do something else than was said beforehand, it takes that back,
which counts as a click of its own. `--one-by-one` leaves out orders and the button. With `--below 15` contests below 15
points and not for the lead settle themselves, as the switch of the table does it (`skipped` in orders.ts).

    python bench/prompts.py [--games 20] [--states 50] [--one-by-one] [--below 15] [--part 10] [--rating 13]
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import hustings
from hustings.bots import choose
from hustings.engine.moves import Move
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.cards import POINTS
from hustings.games.mudslinger.contest import wins
from hustings.rooms.log.state import move_without_choice

SEATS = 4
LARGE = 10  # points of a rival's state from which on a person is asked, without a limit of their own
LAST = 5  # states left from which on a person is asked about each
SECONDS = 5.0  # a decision by hand; half as long for somebody who knows the game
FEW = 2  # clicks in a contest
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


@dataclass
class Latest:
    """The latest contest: its number, its weight in points, the cards played and the dollars of its runner."""

    number: tuple[int, int] = (0, 0)
    weight: int = 0
    cards: int = 0
    spent: int = 0

    def note(self, move: Move, view: Row, seat: int) -> None:
        """Count a move."""
        self.cards += move.verb == "play"
        self.spent += int(move.args[0]) if move.verb == "spend" and seat == view.runner else 0


@dataclass(frozen=True)
class Alone:
    """The switch that settles contests below so many points, by bids for a rating up to a part of the dollars."""

    below: int
    rating: int
    part: int

    def move(self, view: Row, seat: int, legal: Sequence[Move], contest: Latest) -> Move | None:
        """The move that the switch makes, if any."""
        top, named = int(view.frame[view.depth - 1]), {move.verb: move for move in legal}
        if contest.weight >= self.below or top not in (r.BIDDING, r.ROLLING, r.ANSWER, r.WHISTLING):
            return None
        if view.contest and _is_for_the_lead(view):
            return None
        above = view.depth - 1
        if top == r.ANSWER and view.frame_target[above] == seat and view.frame_by[above] != seat:
            return None
        dollars = (int(view.money[seat]) + contest.spent) // self.part - contest.spent
        bid = ("spend", (str(min(self.rating - int(view.rating), dollars)),))
        asked = top == r.BIDDING and seat == view.runner
        return next((move for move in legal if asked and (move.verb, move.args) == bid), named.get("pass"))


def weight(view: Row) -> int:
    """The points a contest counts as: a state's, but as many as the largest one's if few are left."""
    points, left = POINTS[view.votes], sum(int(where) in TO_COME for where in view.lies)
    return int(points.max() if left <= LAST else points[view.contest - 1])


def _is_for_the_lead(view: Row) -> bool:
    """Whether the runner would lead after a win, or the defender no longer would."""
    points = POINTS[view.votes]
    before = [int(points[np.flatnonzero(np.asarray(view.displayed) == seat)].sum()) for seat in range(SEATS)]
    after, stake = before.copy(), int(points[view.contest - 1])
    after[view.runner] += stake
    if attacked := view.defender < SEATS:
        after[view.defender] -= stake
    falls = attacked and before[view.defender] == max(before) and after[view.defender] < max(after)
    return bool(falls or after[view.runner] == max(after))


def _contest(view: Row) -> tuple[int, int]:
    return int(view.turn), int(view.contest)


def _concerns_all(view: Row) -> bool:
    return weight(view) >= LARGE or _is_for_the_lead(view)


def _can_oppose(view: Row, seat: int) -> bool:
    return bool(view.cards[seat] or (view.money[seat] and view.rating > view.base_rating))


@dataclass
class Said:
    """What a seat has said for the contest that goes on."""

    contest: tuple[int, int] = (0, 0)
    rating: int | None = None  # the order: hold this rating
    cards: int = 0  # how many cards had been played when the order was given
    rest: tuple[int, int] | None = None  # of its own contest: rating and base when it passed for the rest
    clicks: int = 0

    def settles(self, view: Row, seat: int, legal: Sequence[Move], cards: int) -> Move | None:
        """The move that an order or the button makes, if any."""
        top, own = int(view.frame[view.depth - 1]), seat == view.runner
        named = {move.verb: move for move in legal}
        if top == r.BIDDING and self.rating is not None and self.cards == cards:
            if view.rating >= self.rating if own else view.rating <= self.rating:
                return named.get("pass")
            bid = ("spend" if own else "sling", (str(abs(self.rating - int(view.rating))),))
            return next((move for move in legal if (move.verb, move.args) == bid), None)
        party = seat in (view.runner, view.defender)
        within = top in (r.BIDDING, r.ANSWER) or (top == r.ROLLING and not party)
        if self.rest is None or not within or (party and self.rest != _stake(view)):
            return None
        aimed = top == r.ANSWER and view.frame_target[view.depth - 1] == seat
        return None if aimed else named.get("pass")


def _stake(view: Row) -> tuple[int, int]:
    return int(view.rating), int(view.base_rating)


class Clicker:
    """One seat and the clicks that it needs. by: whether it bids by orders and passes by the button."""

    def __init__(self, seat: int, by_orders: bool) -> None:
        self.seat, self.by_orders = seat, by_orders
        self.count = Counter[str]()
        self.contests: list[int] = []  # the clicks in each contest in which there were any
        self._beforehand, self._said = Beforehand(), Said()

    def decide(self, table: Table, wanted: Move, cards: int, alone: bool) -> None:
        """Count what a decision takes; cards: how many have been played in the contest; alone: made by the switch."""
        view, legal = table.view_row(self.seat), table.legal(self.seat)
        self.count["asked"] += 1
        if _contest(view) != self._said.contest:
            self.close()
            self._said = Said(_contest(view))
        if move_without_choice(table, self.seat):
            self.count["forced"] += 1
            return
        if alone:
            self.count["standing"] += 1
            return
        settled = self._said.settles(view, self.seat, legal, cards) if self.by_orders else None
        settled = settled or self._beforehand.settles(table, self.seat, legal)
        if settled is not None and settled.action == wanted.action:
            self.count["standing"] += 1
        else:
            self._click(view, wanted, settled is not None, cards)
        if wanted.verb in ("spend", "sling", "play") and view.contest:
            self._beforehand.join(table, self.seat)

    def _click(self, view: Row, wanted: Move, takes_back: bool, cards: int) -> None:
        """Take back what would be made, then make a move, as an order or for the rest of the contest."""
        said = self._said
        self.count["taken back"] += takes_back
        self.count["clicks"] += 1 + takes_back
        self.count[KINDS.get(int(view.frame[view.depth - 1]), "other")] += 1
        if view.contest:
            said.clicks += 1 + takes_back
        bids = wanted.verb == "spend" if self.seat == view.runner else wanted.verb == "sling"
        said.rest = _stake(view) if wanted.verb == "pass" else None
        said.rating, said.cards = None, cards
        if bids:
            dollars = int(wanted.args[0])
            said.rating = int(view.rating) + (dollars if wanted.verb == "spend" else -dollars)

    def close(self) -> None:
        """Note the clicks of the contest that is over."""
        if self._said.clicks:
            self.contests.append(self._said.clicks)


def game(seed: int, states: str, by_orders: bool, alone: Alone | None = None) -> list[Clicker]:
    """Play one game and return its seats."""
    options = {"open_states": "yes", "length": states, "start": "source" if states == "50" else "three_cards"}
    table = hustings.game("mudslinger", **options).start(seats=SEATS, seed=f"prompts {seed}")
    clickers = [Clicker(seat, by_orders) for seat in range(SEATS)]
    latest = Latest()
    while not table.over:
        seat = min(table.owes)
        view = table.view_row(seat)
        if view.contest and _contest(view) != latest.number:
            latest = Latest(_contest(view), weight(view))
        settled = alone.move(view, seat, table.legal(seat), latest) if alone else None
        wanted = settled or choose(table, seat, "thumb", key=f"{seed} {table.length}")
        clickers[seat].decide(table, wanted, latest.cards, settled is not None)
        latest.note(wanted, view, seat)
        table.play(wanted)
    for clicker in clickers:
        clicker.close()
    return clickers


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--states", choices=("50", "20"), default="50")
    parser.add_argument("--one-by-one", action="store_true")
    parser.add_argument(
        "--below", type=int, default=0, help="points below which contests settle themselves; 0: none do"
    )
    parser.add_argument("--rating", type=int, default=13, help="the rating that the switch bids for")
    parser.add_argument("--part", type=int, default=10, help="it bids at most one in so many of the seat's dollars")
    asked = parser.parse_args()
    alone = Alone(asked.below, asked.rating, asked.part) if asked.below else None
    games = [game(seed, asked.states, not asked.one_by_one, alone) for seed in range(asked.games)]
    seats = [clicker for told in games for clicker in told]
    names = ("asked", "forced", "standing", "taken back", "clicks", *KINDS.values(), "other")
    print(f"{'a seat, a game':16} {'mean':>6} {'least':>6} {'most':>6}")
    for name in names:
        found = [clicker.count[name] for clicker in seats]
        print(f"{name:16} {statistics.mean(found):6.1f} {min(found):6} {max(found):6}")
    minutes = [
        sum(SECONDS * one.count["clicks"] + STANDING * one.count["standing"] for one in told) / 60 for told in games
    ]
    print(f"{'minutes':16} {statistics.mean(minutes):6.1f} {min(minutes):6.1f} {max(minutes):6.1f}")
    contests = [clicks for one in seats for clicks in one.contests]
    few = sum(clicks <= FEW for clicks in contests) / len(contests)
    print(f"at most {FEW} clicks in {few:.0%} of the {len(contests)} contests in which a seat clicks")


if __name__ == "__main__":
    main()
