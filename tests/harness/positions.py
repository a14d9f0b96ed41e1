"""A record in progress, driven interpreted or compiled through the same few questions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from random import Random

import numpy as np
import numpy.typing as npt

from hustings.engine import verbs
from hustings.engine.moves import CHANCE_MARK, read_move, read_outcome
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from tests.harness.bench import bench
from tests.harness.pictures import Picture, picture

LOOKED = 5  # the counts of `kernels.look_one` before the seats': owes, may, over, check, weight

MOST_WORDINGS = 256  # kinds of records whose texts are remembered


@cache
def bits(mask: int) -> frozenset[int]:
    """The seats of a bit mask."""
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Notation:
    """Numbers of moves and outcomes by their texts; what was written stays known where the same decides the text."""

    def __init__(self, book: Rulebook) -> None:
        self._words = book
        self._wording = bench(book.name).wording
        self._moves: dict[Hashable, dict[int, str]] = {}
        self._outcomes: dict[Hashable, dict[int, str]] = {}

    def moves(self, row: Row, lists: list[list[int]]) -> list[dict[str, int]]:
        """Each list's actions by their texts."""
        known = self._known(self._moves, row)
        return [by_text(row, actions, known, self._words.write_move) if actions else {} for actions in lists]

    def outcomes(self, row: Row, outcomes: list[int]) -> dict[str, int]:
        """These outcomes by their texts."""
        return by_text(row, outcomes, self._known(self._outcomes, row), self._words.write_outcome)

    def _known(self, written: dict[Hashable, dict[int, str]], row: Row) -> dict[int, str]:
        """What was written at records like this one."""
        if len(written) > MOST_WORDINGS:
            written.clear()
        return written.setdefault(self._wording(row), {})


def by_text(row: Row, numbers: list[int], known: dict[int, str], write: Callable[[Row, int], str]) -> dict[str, int]:
    """The numbers by their texts; those that are not known are written."""
    try:
        return {known[number]: number for number in numbers}
    except KeyError:
        known.update((number, write(row, number)) for number in numbers if number not in known)
        return {known[number]: number for number in numbers}


@cache
def notation(book: Rulebook) -> Notation:
    """That of a game, which remembers what it has written."""
    return Notation(book)


class Position:
    """A record asked through the verbs, interpreted."""

    def __init__(self, book: Rulebook, row: Row) -> None:
        self.book = book
        self.row = row
        self.seats = int(row.array[book.schema.seats_field][0])
        self.buffers = book.buffers()
        self.notation = notation(book)

    def owes(self) -> int:
        return int(verbs.owes(self.row))

    def may(self) -> int:
        return int(verbs.may(self.row))

    def over(self) -> bool:
        return bool(verbs.over(self.row))

    def check(self) -> int:
        return int(verbs.check(self.row))

    def forced(self) -> int:
        """1 + the action the program makes for the seat that owes, else 0."""
        return int(verbs.forced(self.row))

    def legal(self, seat: int) -> list[int]:
        """The seat's legal action ids."""
        actions: list[int] = self.buffers.actions[: verbs.legal(self.row, seat, self.buffers.actions)].tolist()
        return actions

    def weights(self) -> dict[int, int]:
        """The pending outcomes with their weights, {} when no chance step waits."""
        if not verbs.chances(self.row, self.buffers.weights):
            return {}
        return {int(k): int(self.buffers.weights[k]) for k in self.buffers.weights.nonzero()[0]}

    def act(self, seat: int, action: int) -> int:
        self.buffers.note[0, 0] = 0
        return int(verbs.act(self.row, seat, action, self.buffers.note))

    def settle(self, outcome: int) -> None:
        self.buffers.note[0, 0] = 0
        verbs.settle(self.row, outcome, self.buffers.note)

    def payoff(self) -> npt.NDArray[np.int64]:
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self.row, out)
        return out

    def copy(self) -> Position:
        return type(self)(self.book, self.row.copy())

    def enter(self, entry: str) -> None:
        """Carry a log entry out, a move or a chance outcome; AssertionError when it cannot be."""
        if entry.startswith(CHANCE_MARK):
            outcome = read_outcome(self.book, self.row, entry)
            assert outcome in self.weights(), entry
            self.settle(outcome)
        else:
            move = read_move(self.book, self.row, entry)
            assert not self.act(move.seat, move.action), entry

    def texts(self) -> list[dict[str, int]]:
        """Each seat's legal moves: action ids by notation."""
        return self.notation.moves(self.row, [self.legal(seat) for seat in range(self.seats)])

    def outcome_texts(self, outcomes: list[int]) -> dict[str, int]:
        """These outcomes by notation."""
        return self.notation.outcomes(self.row, outcomes)

    def picture(self) -> Picture:
        """The whole record by field name, as `Schema.as_json` gives it; for looking at only."""
        return picture(self.row, self.seats)


class CompiledPosition(Position):
    """The same, compiled: one look answers every question until the next step."""

    def __init__(self, book: Rulebook, row: Row) -> None:
        super().__init__(book, row)
        from tests.harness import kernels

        self._kernels = kernels
        self._actions = np.zeros((self.seats, book.most_legal), np.int64)
        self._lists = [memoryview(actions) for actions in self._actions]
        self._counts = np.zeros(LOOKED + self.seats, np.int64)
        self._look()

    def _look(self) -> None:
        self._kernels.look_one(self.row.array, 0, self._actions, self.buffers.weights, self._counts)
        self._seen: list[int] = self._counts.tolist()

    def owes(self) -> int:
        return self._seen[0]

    def may(self) -> int:
        return self._seen[1]

    def over(self) -> bool:
        return bool(self._seen[2])

    def check(self) -> int:
        return self._seen[3]

    def legal(self, seat: int) -> list[int]:
        return self._lists[seat][: self._seen[LOOKED + seat]].tolist()

    def weights(self) -> dict[int, int]:
        if not self._seen[4]:
            return {}
        return {k: weight for k, weight in enumerate(self.buffers.weights.tolist()) if weight}

    def act(self, seat: int, action: int) -> int:
        self.buffers.note[0, 0] = 0
        reason = int(self._kernels.act_one(self.row.array, 0, seat, action, self.buffers.note))
        self._look()
        return reason

    def settle(self, outcome: int) -> None:
        self.buffers.note[0, 0] = 0
        self._kernels.settle_one(self.row.array, 0, outcome, self.buffers.note)
        self._look()


def random_step(position: Position, random: Random) -> None:
    """One step at random: a chance outcome by its weight, or a legal move of a seat that owes or may."""
    weights = position.weights()
    if weights:
        position.settle(random.choices(list(weights), list(weights.values()))[0])
        return
    seat = random.choice(sorted(bits(position.owes() | position.may())))
    assert not position.act(seat, random.choice(position.legal(seat)))


def looks(name: str) -> Iterator[bool]:
    """At which steps of a random game of this kind it is looked at: all, or some of a long one, the same every time."""
    share = bench(name).looks
    random = Random(name)
    yield True
    while True:
        yield share == 1 or random.random() < share


def walk(position: Position, random: Random) -> Iterator[int]:
    """Play a random game to its end; yields the step's number before the steps it looks at and at the end."""
    for step, look in enumerate(looks(position.book.name)):
        over = position.over()
        if look or over:
            yield step
        if over:
            return
        random_step(position, random)
        assert step < 20_000, "a random game does not end"
