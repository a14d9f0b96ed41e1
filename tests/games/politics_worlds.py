"""Small games of Politics, and every world a seat can take one for, found by playing all deals that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

import hustings
from hustings.engine.installed import rulebook
from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.engine.record import Row
from hustings.games.politics.cards import CODES
from hustings.games.politics.election import begin
from hustings.games.politics.record import DRAW, NO, PASS, PLAY, SCHEMA
from hustings.testing import InformationSet
from hustings.testing.positions import Position, bits

MIDDLE = "IL IN KY MD MO NC OH PA TN VA WV"  # cards of a small deck, as many of them as it has
FEWEST, MOST = 3, 40  # worlds of a position
MOST_AT_ONCE = 6000  # records followed at a time
NO_DUTY = {"must_play": "no"}
OPEN = {"market": "3"}


def small_game(seats: int, codes: Sequence[str], dealt: int, options: Mapping[str, str]) -> Row:
    """A game with fewer cards, before its deal."""
    game = hustings.game("politics", **options)
    whole, row = game.start_row(seats), SCHEMA.new()
    for name in ("seats", *game.options):
        setattr(row, name, getattr(whole, name))
    begin(row, sum(1 << CODES.index(code) for code in codes), dealt)
    return row


def alike(start: Row, log: Sequence[str], seat: int) -> Counter[bytes]:
    """All records that a log can have led to for all a seat saw of it, each with the number of ways it came about.

    The game is played again with every card that can come where the seat did not see it come; what looks different to
    the seat at any step is left out. Cards that come in another order count as other ways. Empty when there are too
    many to follow.
    """
    true = Position(rulebook("politics"), start.copy())
    found: Counter[bytes] = Counter({start.tobytes(): 1})
    own = CHANCE_MARK + seat_label(seat) + " "
    for entry in log:
        true.enter(entry)
        unseen = entry.startswith(CHANCE_MARK) and not entry.startswith(own)
        view = SCHEMA.blanked(true.row, seat).tobytes()
        following: Counter[bytes] = Counter()
        for data, ways in found.items():
            row = SCHEMA.new()
            row.write(data)
            for after in steps(Position(rulebook("politics"), row), entry, unseen):
                if SCHEMA.blanked(after.row, seat).tobytes() == view:
                    following[after.row.tobytes()] += ways
        found = following
        if len(found) > MOST_AT_ONCE:
            return Counter()
    return found


def steps(here: Position, entry: str, unseen: bool) -> list[Position]:
    """Where an entry leads: everywhere chance can, when the seat does not see what came."""
    if unseen:
        ends = []
        for outcome in here.weights():
            there = here.copy()
            there.settle(outcome)
            ends.append(there)
        return ends
    try:
        here.enter(entry)
    except AssertionError:
        return []
    return [here]


def random_log(start: Row, random: Random) -> list[tuple[list[str], Row]]:
    """A random game, moment by moment: the log so far and the record."""
    here = Position(rulebook("politics"), start.copy())
    log: list[str] = []
    moments = []
    write = rulebook("politics")
    while not here.over():
        weights = here.weights()
        if weights:
            outcome = random.choice(list(weights))
            log.append(CHANCE_MARK + write.write_outcome(here.row, outcome))
            here.settle(outcome)
        else:
            (seat,) = bits(here.owes())
            action = random.choice(here.legal(seat))
            log.append(f"{seat_label(seat)} {write.write_move(here.row, action)}")
            assert not here.act(seat, action)
        moments.append((list(log), here.row.copy()))
    return moments


Sought = Callable[[list[str], Row], bool]

#: name, number of the random game, seats, cards of the deck, cards dealt, options, who looks on, what is sought
Kind = tuple[str, int, int, int, int, dict[str, str], int, Sought]
KINDS: tuple[Kind, ...] = (
    ("kept", 32, 2, 9, 3, {}, 0, lambda log, row: row.lacks[1] and row.task == PLAY and row.stock and row.mover == 0),
    ("just drawn", 19, 2, 9, 3, {}, 0, lambda log, row: row.fresh and row.task == PLAY and row.mover == 1),
    (
        "a card is coming",
        35,
        2,
        9,
        3,
        {},
        0,
        lambda log, row: row.pending == DRAW and row.dealing == 1 and row.lacks[1],
    ),
    ("can play", 72, 4, 8, 1, {}, 0, lambda log, row: row.task == PLAY and not row.stock and row.mover == 1),
    ("cannot play", 773, 4, 8, 1, {}, 0, lambda log, row: row.task == PASS and row.mover == 1 and unshown(row)),
    ("spectator", 7, 2, 8, 2, {}, -1, lambda log, row: row.lacks[1] and row.lacks[0] and row.stock),
    ("four", 3, 4, 9, 1, {"waters": "yes"}, 0, lambda log, row: row.lacks[1] and row.lacks[2] and row.stock),
    ("four, a deal", 6, 4, 8, 1, {}, 1, lambda log, row: row.redealt and row.to_deal == 1),
    ("four, passes", 36, 4, 8, 1, {}, 2, lambda log, row: row.redealt and row.passes == 1 and row.task == PLAY),
    ("bare", 298, 2, 9, 3, {}, 1, lambda log, row: row.bare[0] and row.fresh and log.count("P1 draw") > 1),
    ("bare, kept", 40, 2, 9, 2, {}, 1, lambda log, row: row.bare[0] and row.room[6, 45] == 1 and row.held[0] > 2),
    ("free, kept", 21, 2, 9, 3, NO_DUTY, 0, lambda log, row: log.count("P2 draw") > 1 and kept(row, 1)),
    ("free, spectator", 16, 2, 8, 2, NO_DUTY, -1, lambda log, row: kept(row, 0) and kept(row, 1)),
    ("free, just drawn", 9, 2, 9, 3, NO_DUTY, 0, lambda log, row: row.fresh and row.mover == 1 and kept(row, 1)),
    ("free, bare", 7, 2, 9, 2, NO_DUTY, 1, lambda log, row: row.bare[0] and kept(row, 0)),
    ("open, taken", 32, 2, 11, 3, OPEN, 0, lambda log, row: row.taken[1] and row.lacks[1]),
    ("open, redealt", 7, 2, 11, 3, OPEN, 0, lambda log, row: row.redealt and row.to_deal == 2),
    ("free, four", 116, 4, 9, 1, NO_DUTY, 3, lambda log, row: kept(row, 0) and kept(row, 1)),
)


def unshown(row: Row) -> int:
    """What P1 does not see, borders the mover's side, and he has not shown to lack yet, as a bit mask."""
    unknown = row.deck & ~(row.network[0] | row.network[1] | row.hand[0])
    return int(unknown & row.border[row.mover % 2] & ~row.lacks[row.mover])


def kept(row: Row, seat: int) -> bool:
    """Whether a limit of `room` bears on the hand: fewer than all its cards can have bordered at some time."""
    side = seat % 2
    limits = [row.room[seat, size] for size in range(1, row.states[side] + 1)]
    return bool(row.must_play == NO and not row.redealt and limits and 0 < min(limits) < row.held[seat])


@cache
def information_sets() -> tuple[InformationSet, ...]:
    """A position of each kind with all its worlds, each counted once."""
    found = []
    for kind in KINDS:
        made = position(*kind)
        assert made is not None, kind[0]
        found.append(made)
    return tuple(found)


def position(
    name: str, number: int, seats: int, cards: int, dealt: int, options: dict[str, str], seat: int, sought: Sought
) -> InformationSet | None:
    """The first position of a kind in a random game, None where it has too few or too many worlds."""
    start = small_game(seats, MIDDLE.split()[:cards], dealt, options)
    for log, row in random_log(start, Random(f"{name} {number}")):
        if sought(log, row):
            found = alike(start, log, seat)
            return InformationSet(name, row, seat, dict.fromkeys(found, 1)) if FEWEST <= len(found) <= MOST else None
    return None
