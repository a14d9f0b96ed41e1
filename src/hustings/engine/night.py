"""Election night: the states of a finished game are called one by one and counted by the game's own rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from hustings.engine.holdings import Holdings
from hustings.engine.kernels import NOTE_COLUMNS, verbs
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.telling import NOBODYS

NO_NOTE = np.zeros((0, NOTE_COLUMNS), np.int64)  # a note without room, so that hypothetical counts emit no events


@dataclass(frozen=True, slots=True)
class Call:
    """The call of a state: the side that holds it, and each side's total of votes after the call."""

    state: str
    side: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Night:
    """An election night: the states are called for their sides one by one.

    Attributes:
        calls: The calls, one for each state that counts for a side, in an order in which the lead changes often. If the
            game was counted several times, they are those of the first count.
        deciding: The number (from 0) of the call that makes the winner certain: the states that are still out cannot
            change the winner. None if no side wins the count alone.
        places: The sides by the result of the game, the winner first.
    """

    calls: tuple[Call, ...]
    deciding: int | None
    places: tuple[int, ...]


def night_of(book: Rulebook, row: Row, held: Holdings) -> Night:
    """Return the election night of a finished game, from its record and the holders of its states."""
    sides = {state: side for state, side in held.holder.items() if side is not None}
    order = _order(sides, held)
    count = partial(_count, book, row, held.sides)
    calls = []
    for number, state in enumerate(order, 1):
        totals, _ = count({one: sides[one] for one in order[:number]})
        calls.append(Call(state, sides[state], totals))
    _, winner = count(sides)

    def decided(number: int) -> bool:
        """Return whether the winner is certain after call `number`: the same if all later states go to any one side."""
        known = {one: sides[one] for one in order[: number + 1]}
        ends = ({**dict.fromkeys(order, side), **known} for side in range(len(held.sides)))
        return all(count(end)[1] == winner for end in ends)

    deciding = None if winner is None else bisect_left(range(len(order) - 1), True, key=decided)
    out = np.zeros((2, sum(map(len, held.sides))), np.int64)
    verbs.payoff(row, out)
    shares, scores = out.tolist()
    figures = [(shares[seats[0]], scores[seats[0]]) for seats in held.sides]
    places = sorted(range(len(figures)), key=figures.__getitem__, reverse=True)
    return Night(tuple(calls), deciding, tuple(places))


def _order(sides: Mapping[str, int], held: Holdings) -> list[str]:
    """Return the states in the order of their calls: each time the smallest one that is left of the side behind."""
    left: list[list[str]] = [[] for _ in held.sides]
    for state in sorted(sides, key=lambda state: (-held.votes[state], state)):
        left[sides[state]].append(state)
    order: list[str] = []
    totals = [0] * len(left)
    while any(left):
        side = min((side for side, states in enumerate(left) if states), key=totals.__getitem__)
        order.append(left[side].pop())
        totals[side] += held.votes[order[-1]]
    return order


def _count(
    book: Rulebook, row: Row, sides: tuple[tuple[int, ...], ...], holder: Mapping[str, int]
) -> tuple[tuple[int, ...], int | None]:
    """Count the game as if `holder` gave the holders of states; return each side's total and the winning side or None.

    sides  the seats of each side.
    """
    counted = row.copy()
    assert book.telling.recount is not None
    book.telling.recount(counted, [holder.get(code, NOBODYS) for code in book.telling.states], NO_NOTE)
    out = np.zeros((2, sum(map(len, sides))), np.int64)
    verbs.payoff(counted, out)
    shares, scores = out.tolist()
    winners = [side for side, seats in enumerate(sides) if any(shares[seat] for seat in seats)]
    return tuple(scores[seats[0]] for seats in sides), winners[0] if len(winners) == 1 else None
