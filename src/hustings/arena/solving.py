"""`hustings.arena.solve`: approximate the equilibrium of a small game by CFR+ on its whole tree.

A policy is an array with the actions of one information set after the other: those of set i have the indices first[i]
to first[i + 1] - 1. A tree is a tuple of arrays by node, in preorder: the parent; the seat that moved to the node, or
CHANCE; the index of its action, or -1; the odds of a chance outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.arena.game_tree import CHANCE, DEEPEST, entry, grow, key_at, make, stage_for
from hustings.engine.errors import HustingsError
from hustings.engine.framed import Framed, Summary
from hustings.engine.game import Game
from hustings.engine.kernels import Numbers, kernel
from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.engine.notation import read_outcome
from hustings.engine.table import Table

FIRST_ROOM = 1 << 16  # nodes of the first attempt to grow a tree
MOST_NODES = 1 << 25

Array = npt.NDArray[Any]
Policy = Mapping[str, float]


@kernel
def match_regrets(regrets: Numbers, begin: int, end: int, odds: Numbers, at: int) -> None:
    """Write odds by regret matching from index `at` on: proportional to positive regrets, or else uniform."""
    total = 0.0
    for k in range(begin, end):
        total += max(0.0, regrets[k])
    for k in range(begin, end):
        odds[at + k - begin] = max(0.0, regrets[k]) / total if total > 0 else 1.0 / (end - begin)


@kernel
def spread(tree: Numbers, seat: int, policy: Numbers, own: Numbers, rest: Numbers) -> None:
    """Write the probability of reaching each node as two factors: `own` by the seat's policy, `rest` by all else."""
    parent, mover, action, odds = tree
    own[0] = rest[0] = 1.0
    for n in range(1, parent.shape[0]):
        own[n], rest[n] = own[parent[n]], rest[parent[n]]
        if mover[n] == seat:
            own[n] *= policy[action[n]]
        else:
            rest[n] *= odds[n] if mover[n] == CHANCE else policy[action[n]]


@kernel
def evaluate(tree: Numbers, values: Numbers, seat: int, policy: Numbers, worth: Numbers) -> None:
    """Write the seat's expected share at each node if all seats follow a policy; values: the shares at the ends."""
    parent, mover, action, odds = tree
    for n in range(parent.shape[0]):
        worth[n] = values[n, seat]
    for n in range(parent.shape[0] - 1, 0, -1):
        worth[parent[n]] += worth[n] * (odds[n] if mover[n] == CHANCE else policy[action[n]])


def improve(tree: Numbers, first: Numbers, values: Numbers, tables: Numbers, work: Numbers, iterations: int) -> None:
    """Run iterations of CFR+ with alternating updates and linear averaging.

    Args:
        tree: The tree.
        first: The index of each information set's first action.
        values: Each seat's share at each end.
        tables: Three arrays by action: regrets, the current policy, the weighted sum of policies.
        work: Three arrays by node: the two factors of `spread`, and the value.
        iterations: The number of iterations.
    """
    parent, mover, action, _ = tree
    regrets, policy, average = tables
    own, rest, worth = work
    for iteration in range(iterations):
        for seat in range(values.shape[1]):
            for info in range(first.shape[0] - 1):
                match_regrets(regrets, first[info], first[info + 1], policy, first[info])
            spread(tree, seat, policy, own, rest)
            evaluate(tree, values, seat, policy, worth)
            for n in range(1, parent.shape[0]):
                if mover[n] == seat:
                    at, above = action[n], parent[n]
                    regrets[at] += rest[above] * (worth[n] - worth[above])
                    average[at] += (iteration + 1.0) * own[above] * policy[at]
            for k in range(regrets.shape[0]):
                regrets[k] = max(0.0, regrets[k])


def respond(
    tree: Numbers,
    first: Numbers,
    values: Numbers,
    seat: int,
    policy: Numbers,
    owner: Numbers,
    found: Numbers,
    work: Numbers,
) -> None:
    """Write a seat's best responses to the others' policy into the policy.

    The seat's deepest decisions are answered first. Arguments not listed are those of `improve`.

    Args:
        seat: The seat that responds.
        policy: A policy of all seats.
        owner: The seat that decides in each information set.
        found: A node of each information set.
        work: Four arrays by node: the two factors of `spread`, the value, the number of the seat's decisions above;
            and one by action: the sum of its values.
    """
    parent, mover, action, _ = tree
    own, rest, worth, above, gain = work
    spread(tree, seat, policy, own, rest)
    deepest = 0
    for n in range(1, parent.shape[0]):
        above[n] = above[parent[n]] + (mover[n] == seat)
        deepest = max(deepest, above[n])
    for level in range(deepest - 1, -1, -1):
        evaluate(tree, values, seat, policy, worth)
        gain[:] = 0.0
        for n in range(1, parent.shape[0]):
            if mover[n] == seat:
                gain[action[n]] += rest[parent[n]] * worth[n]
        for info in range(owner.shape[0]):
            if owner[info] == seat and above[found[info]] == level:
                best = first[info]
                for k in range(first[info], first[info + 1]):
                    best = k if gain[k] > gain[best] else best
                    policy[k] = 0.0
                policy[best] = 1.0


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
        (actor, self._parent, place, self._number), keys, odds, self._values = self._grown()
        asked = np.flatnonzero(actor >= 0)
        self._keys, found, infos = np.unique(keys[asked], return_index=True, return_inverse=True)
        self._found = asked[found]
        self._owner = actor[self._found]
        counts = np.bincount(self._parent[1:], minlength=len(actor))
        self._first = np.concatenate([[0], np.cumsum(counts[self._found])])
        if not (counts[asked] == np.diff(self._first)[infos]).all():
            raise HustingsError(f"a player of {game.title} can tell two situations apart that have the same key")
        self.nodes, self.information_sets = len(actor), len(self._keys)
        begin = np.full(self.nodes, -1)  # the index of the first action of a decision's information set
        begin[asked] = self._first[infos]
        mover = actor[self._parent]
        self._action = np.where(mover >= 0, begin[self._parent] + place, -1)
        self._action[0] = -1  # no move leads to the root
        self._tree = self._parent, mover, self._action, odds

    def _grown(self) -> tuple[Array, ...]:
        """Return the arrays that `grow` fills, cut to the size of the tree; the columns of nodes come as rows."""
        room = FIRST_ROOM
        while room <= MOST_NODES:
            arrays = np.zeros((room, 4), np.int32), np.zeros(room, int), np.zeros(room), np.zeros((room, self.seats))
            used = int(entry(grow)(stage_for(self.game, self.seats), np.zeros((DEEPEST, 2), int), *arrays))
            if used:
                nodes, *others = (array[:used].copy() for array in arrays)
                return nodes.T.copy(), *others
            room *= 4
        raise HustingsError(f"the tree of {self.game.title} has more than {MOST_NODES} nodes; choose smaller sizes")

    def seat_of(self, information_set: int) -> int:
        """Return the seat that decides in an information set."""
        return int(self._owner[information_set])

    def shares(self, node: int) -> list[float]:
        """Return each seat's share at an end of the game; the number of a node counts from 0, in preorder."""
        found: list[float] = self._values[node].tolist()
        return found

    def table(self, information_set: int) -> Table:
        """Return a table at one of the positions of an information set; its number counts from 0."""
        steps, node = [], int(self._found[information_set])
        while node:
            steps.append(int(self._number[node]))
            node = int(self._parent[node])
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

    @property
    def numbers(self) -> Array:
        """The id of each action of each information set, in the order of a policy."""
        numbers = np.zeros(self._first[-1], int)
        numbers[self._action[self._action >= 0]] = self._number[self._action >= 0]
        return numbers

    def policy_of(self, choose: Callable[[Table, int], Mapping[int, float]]) -> Array:
        """Return the policy of a function that gets a table and the seat to move.

        The function returns the probability of each action by its id. The policy has a number for each action of each
        information set.
        """
        policy: list[float] = []
        for info, actions in enumerate(np.split(self.numbers, self._first[1:-1])):
            odds = choose(self.table(info), self.seat_of(info))
            policy += [odds.get(action, 0.0) for action in actions.tolist()]
        return np.array(policy)

    def values(self, policy: Array) -> tuple[float, ...]:
        """Return each seat's expected share of the result if all seats follow a policy."""
        worth = np.zeros((self.seats, self.nodes))
        for seat in range(self.seats):
            entry(evaluate)(self._tree, self._values, seat, policy, worth[seat])
        return tuple(worth[:, 0].tolist())

    def gains(self, policy: Array, against: Array | None = None) -> tuple[float, ...]:
        """Return for each seat how much its share grows if it plays the best response to the others' policy.

        Args:
            policy: A policy of all seats.
            against: The policy against which the responses are then played; by default the same. If both are samples
                of a level's choices with different keys, the gain is on average at most that against the level itself.
        """
        met = policy if against is None else against
        owners = np.repeat(self._owner, np.diff(self._first))
        found = []
        for seat, value in enumerate(self.values(met)):
            response = np.where(owners == seat, self._response(seat, policy), met)
            found.append(self.values(response)[seat] - value)
        return tuple(found)

    def _response(self, seat: int, policy: Array) -> Array:
        """Return a policy in which one seat plays the best response to the others'."""
        work = *np.zeros((3, self.nodes)), np.zeros(self.nodes, int), np.zeros(self._first[-1])
        response = policy.copy()
        entry(respond)(self._tree, self._first, self._values, seat, response, self._owner, self._found, work)
        return response

    def solve(self, iterations: int = 1000) -> Solution:
        """Approximate an equilibrium by CFR+ (Tammelin 2014); with two players the policy converges to one."""
        tables, work = np.zeros((3, self._first[-1])), np.zeros((3, self.nodes))
        entry(improve)(self._tree, self._first, self._values, tuple(tables), tuple(work), iterations)
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


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Framed):
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

    def columns(self) -> dict[str, Array]:
        """Return the policy as columns: information set, seat (from 1), action and probability."""
        tree = self.tree
        sets = np.repeat(np.arange(tree.information_sets), np.diff(tree._first))
        seats = np.asarray(tree._owner)[sets] + 1
        return {"set": sets, "seat": seats, "action": tree.numbers, "probability": self.probabilities}

    def summary(self) -> Summary:
        """Return the exploitability, and each seat's value and gain by a best response."""
        told = f"{self.iterations:,} iterations, exploitability {self.exploitability:.2g}"
        pairs = zip(self.values, self.gains, strict=True)
        rows = [(seat_label(seat), f"{value:.4f}", f"{gain:.2g}") for seat, (value, gain) in enumerate(pairs)]
        return f"{self.tree.game.title}: {told}", ("seat", "share", "gain of a best response"), rows

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
    """Return the key of the present information set of the lowest seat that must decide at a table."""
    stage, followed = stage_for(game, seats, rows=1, fast=False), game.start(seats, chance="asked")
    for text in table.log:
        if text.startswith(CHANCE_MARK):
            make(CHANCE, read_outcome(game.book, stage.records[0], text), 0, stage)
        else:
            move = followed.read(text)
            make(move.seat, move.action, 0, stage)
        followed.enter(text)
    return int(key_at(0, min(table.owes, default=0), stage))


def solve(game: Game, seats: int | None = None, iterations: int = 1000) -> Solution:
    """Approximate the equilibrium of a small game.

    With two players the policy converges to an equilibrium. With more, CFR+ has no guarantee: `Solution.gains` shows
    how far from one the policy is.

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
