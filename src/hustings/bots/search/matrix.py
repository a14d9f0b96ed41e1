"""Solve a matrix game for two by the simplex method: find its value and both mixed strategies.

The method uses the condensed tableau of a matrix game (Ferguson, Game Theory, II.4.5) and Bland's rule, which prevents
cycling.
"""

from __future__ import annotations

from hustings.bots.search.memory import Endgame
from hustings.engine.kernels import Numbers, kernel

OWN = -1.0  # instead of a payoff: the round is played again, so the payoff is the value of the game itself
SHIFT = 1.0  # makes every payoff positive
NEAR = 1e-11
BEGIN = 0.4999  # what repeating the last round is worth: nearly a half, but hardly what any outcome is worth
MOVING = 1e-9  # the least change of a value by which a repeated round still tells its choices apart
PIVOTS, ROUNDS = 2000, 300


@kernel
def lay_out(payoffs: Numbers, begin: int, rows: int, columns: int, own: float, table: Numbers, labels: Numbers) -> None:
    """Write the first tableau from the row player's payoffs, which are stored row by row from `begin`.

    own  the payoff to use in place of OWN.
    """
    for i in range(rows):
        for j in range(columns):
            payoff = payoffs[begin + i * columns + j]
            table[i, j] = SHIFT + (own if payoff == OWN else payoff)
        table[i, columns] = 1.0
        labels[0, i] = i
    for j in range(columns):
        table[rows, j] = -1.0
        labels[1, j] = rows + j
    table[rows, columns] = 0.0


@kernel
def entering(rows: int, columns: int, table: Numbers, labels: Numbers) -> int:
    """Return the pivot column: the lowest-labelled column that improves the value, or -1 if no column does."""
    best = -1
    for j in range(columns):
        if table[rows, j] < -NEAR and (best < 0 or labels[1, j] < labels[1, best]):
            best = j
    return best


@kernel
def leaving(rows: int, columns: int, q: int, table: Numbers, labels: Numbers) -> int:
    """Return the pivot row: the most limiting row (in a tie the lowest-labelled), or -1 if no row limits the step."""
    best = -1
    least = 0.0
    for i in range(rows):
        if table[i, q] > NEAR:
            ratio = table[i, columns] / table[i, q]
            if best < 0 or ratio < least - NEAR or (ratio < least + NEAR and labels[0, i] < labels[0, best]):
                best = i
                least = ratio
    return best


@kernel
def pivot(rows: int, columns: int, p: int, q: int, table: Numbers, labels: Numbers) -> None:
    """Do a pivot step of the simplex method in row p and column q, which exchanges their labels."""
    divisor = table[p, q]
    for i in range(rows + 1):
        factor = table[i, q] / divisor
        if i == p or factor == 0.0:
            continue
        for j in range(columns + 1):
            table[i, j] -= factor * table[p, j]
        table[i, q] = -factor
    for j in range(columns + 1):
        table[p, j] /= divisor
    table[p, q] = 1.0 / divisor
    label = labels[0, p]
    labels[0, p] = labels[1, q]
    labels[1, q] = label


@kernel
def read_mixes(rows: int, columns: int, table: Numbers, labels: Numbers, mixes: Numbers) -> None:
    """Read both mixed strategies from the last tableau: mixes[0] of the row player, mixes[1] of the column player."""
    corner = table[rows, columns]
    mixes[0, :rows] = 0.0
    mixes[1, :columns] = 0.0
    for i in range(rows):
        if labels[0, i] >= rows:
            mixes[1, labels[0, i] - rows] = max(0.0, table[i, columns] / corner)
    for j in range(columns):
        if labels[1, j] < rows:
            mixes[0, labels[1, j]] = max(0.0, table[rows, j] / corner)


@kernel
def simplex(rows: int, columns: int, table: Numbers, labels: Numbers) -> float:
    """Bring the tableau to its last form; return the value of the game."""
    for _ in range(PIVOTS):
        q = entering(rows, columns, table, labels)
        p = leaving(rows, columns, q, table, labels) if q >= 0 else -1
        if p < 0:
            break
        pivot(rows, columns, p, q, table, labels)
    return 1.0 / table[rows, columns] - SHIFT


@kernel
def sure_of(payoffs: Numbers, begin: int, rows: int, columns: int, mixes: Numbers) -> float:
    """Return the game's value if each player has one choice that guarantees it, and write the choices; else OWN."""
    best = -1.0
    row = 0
    for i in range(rows):
        least = payoffs[begin + i * columns]
        for j in range(1, columns):
            least = min(least, payoffs[begin + i * columns + j])
        if least > best:
            best = least
            row = i
    for j in range(columns):
        most = payoffs[begin + j]
        for i in range(1, rows):
            most = max(most, payoffs[begin + i * columns + j])
        if most <= best:
            mixes[0, :rows] = 0.0
            mixes[1, :columns] = 0.0
            mixes[0, row] = mixes[1, j] = 1.0
            return best
    return OWN


@kernel
def value_of(begin: int, rows: int, columns: int, ends: Endgame) -> float:
    """Return the value of a matrix game for the row player; its payoffs (0 to 1) lie in `values` row by row.

    If the round can repeat (OWN), the value is the limit for more and more rounds; repeating the last is worth BEGIN.
    The strategies are those of the last round that moves the value. In the limit itself, repeating may be as good as
    any outcome, so that two players could always choose the same and never end.

    begin  the index of the first payoff. The mixed strategies are written into `mixes`.
    """
    payoffs, mixes = ends.values, ends.mixes
    again = False
    for k in range(begin, begin + rows * columns):
        again = again or payoffs[k] == OWN
    if not again:
        value = sure_of(payoffs, begin, rows, columns, mixes)
        if value != OWN:
            return value
    value = BEGIN
    for number in range(ROUNDS):
        lay_out(payoffs, begin, rows, columns, value, ends.tableau, ends.labels)
        before = value
        value = simplex(rows, columns, ends.tableau, ends.labels)
        if number == 0 or abs(value - before) > MOVING:
            read_mixes(rows, columns, ends.tableau, ends.labels, mixes)
        if not again or abs(value - before) < NEAR:
            break
    return value
