"""The worth of a card or state: how much larger its holder's share of the result is, other cards being equal.

The last record of a game shows the holder of each card: in a field whose places are card codes and whose words end in
the number of a seat or side. Shares are regressed on the holders of all cards together, as in a linear probability
model; the seats of one game count as one observation (a sandwich estimator). The worth is an association: players who
win for other reasons also hold more cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from hustings.arena.matches.plan import Block, Plan
from hustings.arena.stats import sandwich_errors, student
from hustings.arena.studies.figure import Figure
from hustings.arena.studies.parts import CARDS
from hustings.arena.studies.tables import Hands, Setting, side_shares
from hustings.engine.record import Schema

NOBODY = -1
RIDGE = 1e-9

Holders = npt.NDArray[np.int64]


def of_cards(setting: Setting, hands: Hands) -> list[Figure]:
    """Play games and return the worth of each card whose holder the record names; empty if it names none."""
    plan = setting.plan(records=True)
    if not any(_told(plan.game.book.schema)):
        return []
    [block] = hands.play("cards", [plan], [setting.games_of(plan)])
    codes, held = _holders(plan, block)
    worth, errors = _regressed(_signs(plan, held), side_shares(plan, block))
    group = f"{plan.seats} players"
    return [
        Figure(CARDS, group, code, value, error, len(held), 0.0)
        for code, value, error in zip(codes, worth.tolist(), errors.tolist(), strict=True)
        if error
    ]


def _told(schema: Schema) -> Iterator[tuple[str, tuple[str, ...], list[int]]]:
    """Yield each field that names card holders: its name, the card codes, and the seat for each word or NOBODY."""
    for field in schema.fields:
        axis = field.axes[0] if len(field.axes) == 1 else None
        ends = [re.search(r"(\d)$", word or "") for word in field.unit or ()]
        if isinstance(axis, tuple) and any(ends):
            yield field.name, axis, [int(end[1]) - 1 if end else NOBODY for end in ends]


def _holders(plan: Plan, block: Block) -> tuple[list[str], Holders]:
    """Return the card codes and their holders, shaped (games, codes), by the first field that has the code."""
    found: dict[str, npt.NDArray[np.int64]] = {}
    assert block.records is not None
    for name, codes, seats in _told(plan.game.book.schema):
        told = np.array(seats)[block.records[name]]
        for place, code in enumerate(codes):
            found.setdefault(code, told[:, place])
    return list(found), np.stack(list(found.values()), axis=1)


def _signs(plan: Plan, held: Holders) -> npt.NDArray[np.float64]:
    """Return the design matrix, shaped (games, sides, cards): 1 for a card's holder; the other sides sum to -1."""
    count = len(plan.sides)
    signs = np.zeros((len(held), count, held.shape[1]))
    for side, members in enumerate(plan.sides):
        mine = np.isin(held, members)
        signs[:, side] = np.where(mine, 1.0, np.where(held == NOBODY, 0.0, -1 / (count - 1)))
    return signs


def _regressed(
    signs: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Estimate each card's worth by least squares: the gain in share from taking the card from another side.

    Args:
        signs: The design matrix of `_signs`, shaped (games, sides, cards).
        shares: Each side's share of each game, shaped (games, sides).

    Returns:
        The worth of each card, and half the width of its 95 % interval, which counts each game as one observation. Both
        are 0 for a card with the same holder in all games.
    """
    games, sides, cards = signs.shape
    moves = np.any(signs.std(0) > 0, axis=0)
    signs, shares = (numbers - numbers.mean(0) for numbers in (signs[:, :, moves], shares))  # drops the worth of seats
    flat = signs.reshape(-1, signs.shape[2])
    inverse = np.linalg.pinv(flat.T @ flat + RIDGE * np.eye(flat.shape[1]))
    slope = inverse @ (flat.T @ shares.ravel())
    rest = shares - signs @ slope
    scores = np.einsum("gs,gsc->gc", rest, signs)
    whole = 1 + 1 / (sides - 1)
    worth, errors = np.zeros(cards), np.zeros(cards)
    worth[moves], errors[moves] = whole * slope, whole * student(games - 1) * sandwich_errors(scores, inverse)
    return worth, errors
