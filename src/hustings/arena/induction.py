"""`hustings.arena.backward_induction`: solve a game for two whose only secret is the choices of the present round.

The value of a position then does not depend on the moves that led to it, so every position is solved once, from the
end: a sealed round is a matrix game, solved by the simplex method (`bots.search.matrix`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from hustings.arena.game_tree import entry
from hustings.arena.solving import Policy
from hustings.arena.stats import mean_error
from hustings.bots.search.endgame import done, push, remember, step, worth, write_solution
from hustings.bots.search.frames import BEYOND, END, SEALED, copied, key_of_row, play_singles
from hustings.bots.search.matrix import OWN
from hustings.bots.search.memory import (
    BOTTOM,
    CHILD,
    FIRST,
    ITEMS,
    KEY,
    KIND,
    ROOT,
    SECOND,
    STEPS_A_POSITION,
    VALUES,
    Endgame,
    Search,
    World,
    memory_for,
)
from hustings.bots.search.nodes import FREE
from hustings.engine.errors import HustingsError
from hustings.engine.framed import Framed, Summary
from hustings.engine.game import Game
from hustings.engine.kernels import Numbers, kernel, verbs
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.kernels.verbs import unseal
from hustings.engine.record import Row
from hustings.engine.table import Table

ROOM, MOST_ROOM = 1 << 16, 1 << 27  # positions with a value, at first and at most; 16 bytes each
SOLVED, FULL, UNSUITED = range(3)


@kernel
def gap_of(value: float, frame: Numbers, ends: Endgame) -> float:
    """Return how much more than the mixes guarantee the best replies to them win, in a sealed round just solved."""
    rows, columns, begin = frame[FIRST], frame[SECOND], frame[VALUES]
    values, mixes = ends.values, ends.mixes
    best, least = -1.0, 2.0
    for i in range(rows):
        mean = 0.0
        for j in range(columns):
            payoff = values[begin + i * columns + j]
            mean += mixes[1, j] * (value if payoff == OWN else payoff)
        best = max(best, mean)
    for j in range(columns):
        mean = 0.0
        for i in range(rows):
            payoff = values[begin + i * columns + j]
            mean += mixes[0, i] * (value if payoff == OWN else payoff)
        least = min(least, mean)
    return best - least


def induce(world: World, ends: Endgame, seat: int, found: Numbers) -> int:
    """Solve the position in row ROOT and all that can follow; return SOLVED, FULL or UNSUITED.

    Args:
        world, ends: The memory; values of positions that are known already are used.
        seat: If this is 0 or 1, the sealed choice of the other seat is forgotten, and `ends.odds` receives how often to
            make each of the seat's choices. Otherwise -1.
        found: Receives the value for the first seat and the largest `gap_of`.
    """
    row = copied(ROOT, BOTTOM, world.words)
    s = world.records[row]
    if seat >= 0:
        unseal(s, seat)
    kind = play_singles(s, row, world)
    if kind in (BEYOND, END) or not push(0, kind, key_of_row(row, world), world, ends):
        return UNSUITED
    depth = 0
    while True:
        frame = ends.frames[depth]
        if not done(depth, ends):
            depth = step(depth, world, ends)
            if depth < 0:
                return UNSUITED
            continue
        value = worth(depth, ends)
        if frame[KIND] == SEALED:
            found[1] = max(found[1], gap_of(value, frame, ends))
        if depth == 0:
            found[0] = value
            if seat >= 0:
                write_solution(seat, ends)
            return SOLVED
        before = ends.known_count[0]
        remember(frame[KEY], value, ends)
        if ends.known_count[0] == before:
            return FULL
        depth -= 1
        ends.values[ends.frames[depth, VALUES] + ends.frames[depth, CHILD] - 1] = value


class Induction(Framed):
    """An equilibrium found by backward induction, and the values of the solved positions.

    Attributes:
        game: The game.
        values: P1's share in an equilibrium, after each solved deal, or as the only number that of the whole game.
        gap: The most that best replies win above what the mixes guarantee, in any solved round.
        positions: The number of positions solved so far.
    """

    def __init__(self, game: Game) -> None:
        """Prepare the memory.

        Raises:
            OptionError: The game does not allow two seats.
        """
        game.start_options(2)
        self.game, self.values, self.gap, self.positions = game, list[float](), 0.0, 0
        self._room = ROOM
        self._memory = self._empty()

    @property
    def value(self) -> float:
        """P1's share in an equilibrium: the mean of `values`."""
        return sum(self.values) / len(self.values)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of `value`; 0 if all deals were solved."""
        return mean_error(np.array(self.values)) if len(self.values) > 1 else 0.0

    @property
    def bound(self) -> float:
        """An upper bound on the exploitability: half of `gap` for each round; infinite if a game can go on for ever."""
        longest = self.game.facts.longest
        return longest[2] / 2 * self.gap / 2 if longest else math.inf

    def policy(self, table: Table) -> Policy:
        """Return the probability of each move of the lowest seat that must decide, by the move's notation.

        Moves that do the same as another one may be missing. A deal that is not solved yet is solved first.

        Raises:
            HustingsError: No seat has a choice.
        """
        seat, row, actions = min(table.owes, default=0), table.record(), self.game.book.buffers(note_rows=1).actions
        if len(table.legal(seat)) < 2:
            raise HustingsError(f"no seat of {self.game.title} has a choice here")
        if verbs.choices(row, seat, actions) == 1:
            return {str(table.move(seat, int(actions[0]))): 1.0}
        self._solve(row, seat)
        ends = self._memory.ends
        frame = ends.frames[0]
        begin, size = int(frame[ITEMS]), int(frame[FIRST])
        if frame[KIND] == SEALED and seat:
            begin, size = begin + size, int(frame[SECOND])
        odds = ends.odds[:size] / ends.odds[:size].sum()
        pairs = zip(ends.items[begin : begin + size].tolist(), odds.tolist(), strict=True)
        return {str(table.move(seat, action)): chance for action, chance in pairs}

    def columns(self) -> dict[str, Any]:
        """Return the values as columns: the deal, from 1, and P1's share."""
        return {"deal": np.arange(1, len(self.values) + 1), "share": np.array(self.values)}

    def summary(self) -> Summary:
        """Return the value with its interval, the bound on the exploitability, and the number of positions."""
        row = f"{self.value:.5f} ± {self.error:.5f}", f"{self.bound:.1g}", f"{self.positions:,}"
        return f"{self.game.title}, solved from the end", ("P1's share", "exploitability at most", "positions"), [row]

    def _empty(self) -> Search:
        return memory_for(self.game.book, 2, 1, exact=STEPS_A_POSITION * (self._room - 1))

    def _solve(self, row: Row, seat: int = -1) -> float:
        """Solve a position, with more room if needed; return its value for the first seat."""
        found = np.zeros(2)
        while True:
            world, _, ends, _ = self._memory
            world.write(row.tobytes())
            before, result = int(ends.known_count[0]), int(entry(induce)(world, ends, seat, found))
            self.gap = max(self.gap, float(found[1]))
            if result == SOLVED:
                self.positions += int(ends.known_count[0]) - before
                return float(found[0])
            if result == UNSUITED:
                raise HustingsError(f"{self.game.title} has lasting secrets or too long lines of play to be solved so")
            if self._room >= MOST_ROOM:
                raise HustingsError(f"{self.game.title} has more than {MOST_ROOM} positions; choose smaller sizes")
            self._room *= 4
            self._memory = self._empty()


def backward_induction(game: Game, deals: int | None = None, *, seed: int | str = "deals") -> Induction:
    """Solve a game for two exactly, if its only secrets are the choices of the present round.

    The policy is an equilibrium up to rounding (`Induction.bound`).

    Args:
        game: A game, best a small version, such as `hustings.game("president", weeks=3, states=3)`.
        deals: The number of deals to solve, drawn at random; by default the whole game with all its deals.
        seed: The same seed gives the same deals.

    Raises:
        OptionError: The game does not allow two seats.
        HustingsError: The game has other secrets, too long lines of play, or too many positions.

    Examples:
        >>> import hustings
        >>> from hustings import arena
        >>> solved = arena.backward_induction(hustings.game("president", weeks=3, states=2))
        >>> round(solved.value, 6), solved.bound < 1e-9
        (0.5, True)
    """
    found = Induction(game)
    if deals is None:
        found.values.append(found._solve(game.start_row(2)))
        return found
    for k in range(deals):
        found._memory.ends.known[:] = FREE
        found._memory.ends.known_count[0] = 0
        found.values.append(found._solve(game.start(2, draw(key_of(seed), 0, k)).record()))
    return found
