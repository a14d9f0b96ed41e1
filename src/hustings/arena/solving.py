"""`hustings.arena.solve`: approximate the equilibrium of a small game by CFR+ on its whole tree.

Kernels here address actions by information set: the actions of set i have the indices first[i] to first[i + 1] - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.arena.game_tree import (
    CHANCE,
    DECISION,
    EDGE,
    EDGES,
    END,
    KIND,
    PARENT,
    SEAT,
    act_heard,
    grow,
    hear,
    key_at,
)
from hustings.bots.search.memory import masks_of, rows_of
from hustings.engine.errors import HustingsError
from hustings.engine.game import Game, Table
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, Numbers, kernel
from hustings.engine.kernels.verbs import settle
from hustings.engine.notation import read_outcome

FIRST_ROOM = 1 << 16  # nodes of the first attempt to grow a tree
MOST_NODES = 1 << 25
DEEPEST = 500  # the most nodes on one line of play
EDGES_A_NODE = 4

Array = npt.NDArray[Any]
Policy = Mapping[str, float]


@kernel
def match_regrets(regrets: Numbers, first: Numbers, policy: Numbers) -> None:
    """Write the policy by regret matching: proportional to positive regrets; uniform if no regret is positive."""
    for info in range(first.shape[0] - 1):
        total = 0.0
        for k in range(first[info], first[info + 1]):
            total += max(0.0, regrets[k])
        for k in range(first[info], first[info + 1]):
            policy[k] = max(0.0, regrets[k]) / total if total > 0 else 1.0 / (first[info + 1] - first[info])


@kernel
def spread(
    tree: Numbers, infos: Numbers, first: Numbers, seat: int, policy: Numbers, own: Numbers, rest: Numbers
) -> None:
    """Write the probability of reaching each node as two factors: `own` by the seat's policy, `rest` by all else."""
    nodes, target, odds = tree
    own[0] = rest[0] = 1.0
    for n in range(nodes.shape[0]):
        for k in range(nodes[n, EDGES]):
            edge = nodes[n, EDGE] + k
            chance = odds[edge] if nodes[n, KIND] == CHANCE else policy[first[infos[n]] + k]
            mine = nodes[n, KIND] == DECISION and nodes[n, SEAT] == seat
            own[target[edge]] = own[n] * chance if mine else own[n]
            rest[target[edge]] = rest[n] if mine else rest[n] * chance


def improve(
    tree: Numbers, infos: Numbers, first: Numbers, values: Numbers, tables: Numbers, work: Numbers, begin: int, end: int
) -> None:
    """Run iterations `begin` to `end` - 1 of CFR+ with alternating updates and linear averaging.

    Args:
        tree: The arrays of nodes, of edges' targets and of edges' odds.
        infos: The information set of each node.
        first: The index of each information set's first action.
        values: Each seat's share at each end.
        tables: Three arrays by action: regrets, the current policy, the weighted sum of policies.
        work: Three arrays by node: the two factors of `spread`, and the value.
        begin: The first iteration.
        end: The iteration after the last.
    """
    nodes, target, odds = tree
    regrets, policy, average = tables
    own, rest, worth = work
    for iteration in range(begin, end):
        for seat in range(values.shape[1]):
            match_regrets(regrets, first, policy)
            spread(tree, infos, first, seat, policy, own, rest)
            for n in range(nodes.shape[0] - 1, -1, -1):
                if nodes[n, KIND] == END:
                    worth[n] = values[n, seat]
                    continue
                total = 0.0
                for k in range(nodes[n, EDGES]):
                    edge = nodes[n, EDGE] + k
                    chance = odds[edge] if nodes[n, KIND] == CHANCE else policy[first[infos[n]] + k]
                    total += chance * worth[target[edge]]
                worth[n] = total
                if nodes[n, KIND] == DECISION and nodes[n, SEAT] == seat:
                    for k in range(nodes[n, EDGES]):
                        at = first[infos[n]] + k
                        regrets[at] += rest[n] * (worth[target[nodes[n, EDGE] + k]] - total)
                        average[at] += (iteration + 1.0) * own[n] * policy[at]
            for k in range(regrets.shape[0]):
                regrets[k] = max(0.0, regrets[k])


def respond(
    tree: Numbers,
    infos: Numbers,
    first: Numbers,
    values: Numbers,
    seat: int,
    policy: Numbers,
    best: Numbers,
    work: Numbers,
) -> float:
    """Return the seat's best share against the others' policy, and write the best responses.

    The seat's deepest decisions are answered first. Arguments not listed are those of `improve`.

    Args:
        seat: The seat that responds.
        policy: The others' policy, by action.
        best: Receives the best action of each information set.
        work: Three arrays by node: the factor `rest` of `spread`, the value, the number of the seat's decisions above;
            and one by action: the sum of its values.
    """
    nodes, target, odds = tree
    rest, worth, above, gain = work
    deepest = 0
    for n in range(1, nodes.shape[0]):
        parent = nodes[n, PARENT]
        above[n] = above[parent] + (nodes[parent, KIND] == DECISION and nodes[parent, SEAT] == seat)
        deepest = max(deepest, above[n])
    for level in range(deepest, -2, -1):
        gain[:] = 0.0
        for n in range(nodes.shape[0] - 1, -1, -1):
            if nodes[n, KIND] == END:
                worth[n] = values[n, seat]
            elif nodes[n, KIND] == DECISION and nodes[n, SEAT] == seat:
                worth[n] = worth[target[nodes[n, EDGE] + best[infos[n]]]]
                for k in range(nodes[n, EDGES] if above[n] == level else 0):
                    gain[first[infos[n]] + k] += rest[n] * worth[target[nodes[n, EDGE] + k]]
            else:
                worth[n] = 0.0
                for k in range(nodes[n, EDGES]):
                    edge = nodes[n, EDGE] + k
                    chance = odds[edge] if nodes[n, KIND] == CHANCE else policy[first[infos[n]] + k]
                    worth[n] += chance * worth[target[edge]]
        for n in range(nodes.shape[0]):
            if nodes[n, KIND] == DECISION and nodes[n, SEAT] == seat and above[n] == level:
                for k in range(nodes[n, EDGES]):
                    if gain[first[infos[n]] + k] > gain[first[infos[n]] + best[infos[n]]]:
                        best[infos[n]] = k
    return float(worth[0])


@cache
def _compiled() -> dict[str, Any]:
    from hustings.bots.search import entries  # makes `fold` known to the compiler
    from hustings.engine.kernels import compiled

    del entries
    functions = (grow, spread, improve, respond)
    return {function.__name__: compiled.entry(function) for function in functions}


class GameTree:
    """The tree of a small game: all lines of play.

    Attributes:
        game, seats: The game and the number of players.
        nodes: The number of nodes: ends, and positions with at least two possible moves or chance outcomes.
        information_sets: The number of information sets of all players: situations that a player can tell apart.
    """

    def __init__(self, game: Game, seats: int | None = None) -> None:
        """Grow the tree.

        Raises:
            HustingsError: The game is too large: its tree has more than about 30 million nodes.
        """
        self.game, self.seats = game, int(game.start_options(game.seats_allowed[0] if seats is None else seats)[0])
        room = FIRST_ROOM
        while not (used := self._grow(room)):
            room *= 4
            if room > MOST_NODES:
                raise HustingsError(f"the tree of {game.title} has more than {MOST_NODES} nodes; choose smaller sizes")
        nodes, keys, self._values, target, number, odds = self._tree
        edges = int(nodes[used - 1, EDGE] + nodes[used - 1, EDGES])
        self._nodes, self._values = nodes[:used].copy(), self._values[:used].copy()
        self._target, self._number, self._odds = target[:edges].copy(), number[:edges].copy(), odds[:edges].copy()
        del self._tree
        asked = np.flatnonzero(self._nodes[:, KIND] == DECISION)
        self._keys, self._found, found = np.unique(keys[asked], return_index=True, return_inverse=True)
        self._found = asked[self._found]
        self._infos = np.zeros(used, np.int32)
        self._infos[asked] = found
        self._first = np.concatenate([[0], np.cumsum(self._nodes[self._found, EDGES])]).astype(np.int64)
        if not (self._nodes[asked, EDGES] == np.diff(self._first)[found]).all():
            raise HustingsError(f"a player of {game.title} can tell two situations apart that have the same key")
        self.nodes, self.information_sets = used, len(self._keys)

    def _grow(self, room: int) -> int:
        book, seats = self.game.book, self.seats
        view = rows_of(book, DEEPEST, compiled=True)
        start = self.game.start_row(seats).tobytes()
        view[2][0, : len(start)] = np.frombuffer(start, np.uint8)
        most = 2 + max(book.most_legal, book.outcomes)
        self._tree = (
            np.zeros((room, 5), np.int32), np.zeros(room, np.int64), np.zeros((room, seats)),
            np.zeros(room * EDGES_A_NODE, np.int32), np.zeros(room * EDGES_A_NODE, np.int32),
            np.zeros(room * EDGES_A_NODE),
        )  # fmt: skip
        items, seen = np.zeros((DEEPEST, most), np.int64), np.zeros((DEEPEST, seats), np.int64)
        path = np.zeros((DEEPEST, 2), np.int64)
        return int(_compiled()["grow"](view, seats, items, seen, path, self._work(), self._masks(view), self._tree))

    def _work(self) -> tuple[Array, ...]:
        buffers = self.game.book.buffers(note_rows=NOTE_ROWS)
        return buffers.note, buffers.weights, buffers.actions, np.zeros((2, self.seats), np.int64)

    def _masks(self, view: tuple[Any, Array, Array]) -> tuple[Array, Array]:
        return masks_of(self.game.book, self.seats, view[1].shape[1])

    @property
    def _edges(self) -> tuple[Array, Array, Array]:
        return self._nodes, self._target, self._odds

    def seat_of(self, information_set: int) -> int:
        """Return the seat that decides in an information set."""
        return int(self._nodes[self._found[information_set], SEAT])

    def table(self, information_set: int) -> Table:
        """Return a table at one of the positions of an information set; its number counts from 0."""
        steps, node = [], int(self._found[information_set])
        while (parent := int(self._nodes[node, PARENT])) >= 0:
            begin, count = self._nodes[parent, EDGE], self._nodes[parent, EDGES]
            edge = begin + int(np.flatnonzero(self._target[begin : begin + count] == node)[0])
            steps.append(int(self._number[edge]))
            node = parent
        table = self.game.start(self.seats, chance="asked")
        while True:
            seat = min(table.owes, default=None)
            numbers = table.legal_actions(seat) if seat is not None else list(table.outcome_odds())
            if forced := table.forced:
                table.play(forced)
            elif len(numbers) > 1 and not steps:
                return table
            else:
                number = steps.pop() if len(numbers) > 1 else numbers[0]
                if seat is None:
                    table.settle_outcome(number)
                else:
                    table.play_action(seat, number)

    def policy_of(self, choose: Callable[[Table, int], Mapping[int, float]]) -> Array:
        """Return the policy of a function that gets a table and the seat to move.

        The function returns the probability of each action by its id. The policy has a number for each action of each
        information set.
        """
        policy = np.zeros(self._first[-1])
        for info in range(self.information_sets):
            odds = choose(self.table(info), self.seat_of(info))
            begin = self._nodes[self._found[info], EDGE]
            for k in range(self._first[info + 1] - self._first[info]):
                policy[self._first[info] + k] = odds.get(int(self._number[begin + k]), 0.0)
        return policy

    def values(self, policy: Array) -> tuple[float, ...]:
        """Return each seat's expected share of the result if all seats follow a policy."""
        return tuple(
            float((self._values[:, seat] * self._reach(seat, policy).prod(0))[self._nodes[:, KIND] == END].sum())
            for seat in range(self.seats)
        )

    def gains(self, policy: Array) -> tuple[float, ...]:
        """Return for each seat how much its share grows if it plays the best response to the others' policy."""
        values = self.values(policy)
        return tuple(self._best(seat, policy) - values[seat] for seat in range(self.seats))

    def _reach(self, seat: int, policy: Array) -> Array:
        reach = np.zeros((2, self.nodes))
        _compiled()["spread"](self._edges, self._infos, self._first, seat, policy, reach[0], reach[1])
        return reach

    def _best(self, seat: int, policy: Array) -> float:
        values, above = np.zeros(self.nodes), np.zeros(self.nodes, np.int64)
        work = (self._reach(seat, policy)[1], values, above, np.zeros(self._first[-1]))
        best = np.zeros(self.information_sets, np.int64)
        edges = self._edges, self._infos, self._first, self._values
        return float(_compiled()["respond"](*edges, seat, policy, best, work))

    def solve(self, iterations: int = 1000) -> Solution:
        """Approximate an equilibrium by CFR+ (Tammelin 2014); with two players the policy converges to one."""
        tables = np.zeros((3, self._first[-1]))
        work = np.zeros((3, self.nodes))
        edges = self._edges, self._infos, self._first, self._values
        _compiled()["improve"](*edges, tuple(tables), tuple(work), 0, iterations)
        return self._solution(iterations, tables[2])

    def measured(self, sums: Mapping[int, Array], iterations: int = 0) -> Solution:
        """Return a policy with its exact values and gains.

        Args:
            sums: Numbers proportional to the policy for some information sets, by key; it is uniform in all others.
            iterations: The number of iterations that the policy comes from.
        """
        counts = np.diff(self._first).tolist()
        parts = [sums.get(key, np.ones(count)) for key, count in zip(self._keys.tolist(), counts, strict=True)]
        return self._solution(iterations, np.concatenate(parts))

    def _solution(self, iterations: int, weights: Array) -> Solution:
        sums = np.add.reduceat(weights, self._first[:-1])
        counts = np.diff(self._first)
        average = np.where(np.repeat(sums, counts) > 0, weights, 1.0)
        average /= np.repeat(np.add.reduceat(average, self._first[:-1]), counts)
        return Solution(self, iterations, self.values(average), self.gains(average), average)


@dataclass(frozen=True, slots=True)
class Solution:
    """An approximate equilibrium.

    Attributes:
        tree: The game's tree.
        iterations: The iterations of CFR+.
        values: Each seat's expected share of the result.
        gains: For each seat, how much a best response would raise its share.
        probabilities: The policy: the probability of each action of each information set, in order.
    """

    tree: GameTree
    iterations: int
    values: tuple[float, ...]
    gains: tuple[float, ...]
    probabilities: Array

    @property
    def exploitability(self) -> float:
        """The mean of `gains`, as a share of the game; 0 in an equilibrium."""
        return sum(self.gains) / len(self.gains)

    def policy(self, table: Table) -> Policy:
        """Return the probability of each legal move of the lowest seat that must decide, by the move's notation.

        Raises:
            HustingsError: The tree does not contain the position, or no seat has a choice.
        """
        tree, seat = self.tree, min(table.owes, default=0)
        key = key_of_set(tree.game, tree.seats, table)
        info = int(np.searchsorted(tree._keys, key))
        if info == len(tree._keys) or tree._keys[info] != key:
            raise HustingsError(f"the tree of {table.game.title} has no choice of P{seat + 1} here")
        odds = self.probabilities[tree._first[info] : tree._first[info + 1]]
        return {str(move): float(chance) for move, chance in zip(table.legal(seat), odds, strict=True)}


def key_of_set(game: Game, seats: int, table: Table) -> int:
    """Return the key of the information set in which the lowest seat that must decide is at a table."""
    book, seat = table.book, min(table.owes, default=0)
    view = rows_of(book, 1, compiled=False)
    row, start = view[0][0], game.start_row(seats)
    row.write(start.tobytes())
    seen, note = np.zeros((1, seats), np.int64), np.zeros((NOTE_ROWS, NOTE_COLUMNS), np.int64)
    followed = game.start(seats, chance="asked")
    for entry in table.log:
        if entry.startswith("*"):
            settle(row, read_outcome(book, row, entry), note)
            hear(note, seats, seen, 0)
        else:
            move = followed.read(entry)
            act_heard(row, move.seat, move.action, 0, seats, seen, note)
        followed.enter(entry)
    return int(key_at(0, seat, view, masks_of(book, seats, view[1].shape[1]), seen))


def solve(game: Game, seats: int | None = None, iterations: int = 1000) -> Solution:
    """Approximate the equilibrium of a small game.

    Args:
        game: A small version of a game, such as `hustings.game("president", weeks=2, states=2)`.
        seats: The number of players; by default the smallest number that the game allows.
        iterations: The number of iterations of CFR+.

    Raises:
        HustingsError: The game's tree is too large.

    Examples:
        >>> import hustings
        >>> from hustings import arena
        >>> solution = arena.solve(hustings.game("president", weeks=1, states=2), iterations=200)
        >>> solution.tree.information_sets, round(solution.exploitability, 3)
        (4, 0.0)
    """
    return GameTree(game, seats).solve(iterations)
