"""`hustings.arena.sample`: approximate a game's equilibrium by sampling, without growing the whole tree.

The method is external-sampling MCCFR (Lanctot et al. 2009): each traversal tries all actions of one player, and samples
chance outcomes and the other players' actions. The work is divided into parts: independent runs whose weighted policies
are added up, so the result does not depend on the workers. The spread of the parts shows the error.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import numpy as np

from hustings.arena.game_tree import (
    CHANCE,
    DEEPEST,
    END,
    Stage,
    advance,
    copy,
    entry,
    key_at,
    make,
    stage_for,
    write_shares,
)
from hustings.arena.solving import Array, GameTree, Policy, Solution, key_of_set, match_regrets
from hustings.arena.stats import mean_error
from hustings.arena.workers import Kept, hire, results
from hustings.bots.search.nodes import FREE, slot_of
from hustings.engine.errors import HustingsError
from hustings.engine.game import Game
from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, HIGHEST, draw, key_of
from hustings.engine.table import Table

FIRST_ROOM, MOST_ROOM, ACTIONS_A_SET = 1 << 12, 1 << 24, 8
OVER, FULL = -1, -2  # returned instead of a slot: the game is over, the table is full
NOBODY = -1  # given instead of a player: all decisions are sampled
#: columns of a path: the slot of a decision, and the next of its actions
SLOT, NEXT = range(2)


@kernel
def slot_for(key: int, count: int, table: Numbers) -> int:
    """Return the slot of an information set in the hash table, added at its first visit; FULL if there is no room."""
    keys, first, sizes, regrets, _, used = table
    slot = slot_of(keys, key)
    if keys[slot] == FREE:
        if 2 * used[0] >= keys.shape[0] or used[1] + count > regrets.shape[0]:
            return FULL
        keys[slot] = key
        first[slot] = used[1]
        sizes[slot] = count
        used[0] += 1
        used[1] += count
    return slot


@kernel
def descend(depth: int, player: int, weight: float, stage: Stage, chance: Numbers, table: Numbers) -> int:
    """Sample chance and the other players up to the player's next decision; return its slot, or OVER or FULL.

    The policy of that decision is then in the stage's odds.
    """
    choices, odds = stage.choices, stage.odds
    _, first, _, regrets, sums, _ = table
    while True:
        actor = advance(depth, stage)
        count = choices[depth, 0]
        if actor == END:
            return OVER
        if actor != CHANCE:
            slot = slot_for(key_at(depth, actor, stage), count, table)
            if slot == FULL:
                return FULL
            match_regrets(regrets, first[slot], first[slot] + count, odds[depth], 0)
            if actor == player:
                return slot
            if actor == (player + 1) % stage.seen.shape[1]:
                for k in range(count):
                    sums[first[slot] + k] += weight * odds[depth, k]
        left = draw(chance[0], CHOICE_STREAM, chance[1]) / HIGHEST
        chance[1] += 1
        chosen = 0
        while chosen < count - 1 and left >= odds[depth, chosen]:
            left -= odds[depth, chosen]
            chosen += 1
        make(actor, choices[depth, 1 + chosen], depth, stage)


@kernel
def climb(depth: int, value: float, odds: Numbers, path: Numbers, gains: Numbers, table: Numbers) -> int:
    """Go back to the last decision with an untried action and return its depth, or 0 after the first decision.

    On the way, add the regrets of the decisions whose actions have all been tried. `value` is the share at the end.
    """
    _, first, sizes, regrets, _, _ = table
    while depth > 1:
        depth -= 1
        slot = path[depth, SLOT]
        gains[depth, path[depth, NEXT] - 1] = value
        if path[depth, NEXT] < sizes[slot]:
            return depth
        value = 0.0
        for k in range(sizes[slot]):
            value += odds[depth, k] * gains[depth, k]
        for k in range(sizes[slot]):
            regrets[first[slot] + k] += gains[depth, k] - value
    return 0


def run(
    keys: Numbers,
    player: int,
    end: int,
    stage: Stage,
    lines: Numbers,
    table: Numbers,
    values: Numbers,
) -> int:
    """Run one traversal for each key and each player from `player` to `end` - 1; return 0 if the table is full.

    Args:
        keys: The seed of each iteration's chance.
        player: The first player to traverse for; NOBODY (with `end` 0) to sample all decisions.
        end: The player after the last.
        stage: The arrays of the walk; depth 0 keeps the start of the game, and traversals begin at depth 1.
        lines: By depth the path of the player's decisions and the values of their actions; the key and count of chance.
        table: By slot: key, first action, number of actions. By action: regret, sum of policies. The numbers of slots
            and actions in use.
        values: Receives each seat's share at the end of the last game with each key.
    """
    choices, odds = stage.choices, stage.odds
    path, gains, chance = lines
    for k in range(keys.shape[0]):
        for explorer in range(player, end):
            chance[0], chance[1] = keys[k], 0
            depth = copy(0, stage)
            while depth:
                slot = descend(depth, explorer, k + 1.0, stage, chance, table)
                if slot == FULL or depth + 1 == path.shape[0]:
                    return 0
                if slot == OVER:
                    write_shares(stage.records[depth], k, stage.shares, values)
                    depth = climb(depth, values[k, max(explorer, 0)], odds, path, gains, table)
                else:
                    path[depth, SLOT], path[depth, NEXT] = slot, 0
                if depth:
                    path[depth, NEXT] += 1
                    depth = copy(depth, stage)
                    make(explorer, choices[depth - 1, path[depth - 1, NEXT]], depth, stage)
    return 1


@dataclass(frozen=True)
class Part:
    """A piece of work: an independent run with some iterations, then some games that measure its policy."""

    game: Game
    seats: int
    key: int
    iterations: int
    games: int

    def __str__(self) -> str:
        return f"{self.iterations} iterations"


def run_part(work: Part, kept: Kept) -> tuple[Array, Array, Array, Array]:
    """Do one part; return the keys and sizes of information sets, the sums of policies, and each seat's mean share."""
    stage = stage_for(work.game, work.seats)
    lines = np.zeros((DEEPEST, 2), int), np.zeros_like(stage.odds), np.zeros(2, int)
    keys = np.array([draw(work.key, 0, k) for k in range(work.iterations + work.games)], np.int64)
    values = np.zeros((len(keys), work.seats))
    room = FIRST_ROOM
    while room <= MOST_ROOM:
        by_slot, by_action, used = np.zeros((3, room), np.int64), np.zeros((2, room * ACTIONS_A_SET)), np.zeros(2, int)
        table = (*by_slot, *by_action, used)
        if entry(run)(keys[: work.iterations], 0, work.seats, stage, lines, table, values):
            table[3][:] = table[4]  # so that the games are played by the average policy
            if entry(run)(keys[work.iterations :], NOBODY, 0, stage, lines, table, values):
                slots = np.flatnonzero(table[0])
                slots = slots[np.argsort(table[1][slots])]
                return table[0][slots], table[2][slots], table[3][: table[2][slots].sum()], values[: work.games].mean(0)
        room *= 4
    raise HustingsError(f"{work.game.title} has more than {MOST_ROOM // 2} information sets; choose smaller sizes")


@dataclass(frozen=True, slots=True, repr=False)
class Sample:
    """An approximate equilibrium that was found by sampling.

    Attributes:
        game, seats: The game and the number of players.
        values: Each seat's expected share of the result if all seats follow the policy.
        errors: Half the widths of the 95 % intervals of `values`, from the spread of the parts.
        sums: For each information set that was visited, by its key, numbers proportional to the policy.
    """

    game: Game
    seats: int
    values: tuple[float, ...]
    errors: tuple[float, ...]
    sums: dict[int, Array]

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.4f} ± {error:.4f}" for value, error in zip(self.values, self.errors, strict=True))
        return f"<Sample of {self.game.title}: {len(self.sums):,} information sets, values {values}>"

    def policy(self, table: Table) -> Policy:
        """Return the probability of each legal move, by its notation; uniform in an information set never visited.

        The moves are those of the lowest seat that must decide.
        """
        legal = table.legal(min(table.owes, default=0))
        odds = self.sums.get(key_of_set(self.game, self.seats, table), np.zeros(len(legal)))
        odds = odds if odds.any() else np.ones(len(legal))
        return {str(move): float(each / odds.sum()) for move, each in zip(legal, odds, strict=True)}

    def on(self, tree: GameTree) -> Solution:
        """Return the policy on the game's whole tree, with its exact values and the gains of best responses."""
        return tree.measured(self.sums)


def sample(
    game: Game,
    seats: int | None = None,
    iterations: int = 100_000,
    *,
    parts: int = 8,
    games: int = 20_000,
    seed: int | str = "sample",
    workers: int | None = None,
    cluster: str | None = None,
) -> Sample:
    """Approximate an equilibrium of a game by sampling; with two players the policy converges to an equilibrium.

    Args:
        game: A game, best a small version, such as `hustings.game("president", weeks=4, states=4)`.
        seats: The number of players; by default the smallest number that the game allows.
        iterations: The number of iterations of all parts together; each has a traversal for every player.
        parts: The number of independent runs, at least two. There is no use for more workers than parts.
        games: The number of games of all parts together that measure the values.
        seed: The same seed and parts give the same figures on any workers.
        workers: The number of threads; by default one for each processor.
        cluster: The address of a Ray cluster to work on instead, or "local".

    Raises:
        HustingsError: The game is too large.

    Examples:
        >>> import hustings
        >>> from hustings import arena
        >>> found = arena.sample(hustings.game("president", weeks=1, states=2), iterations=4000, games=800)
        >>> len(found.sums)
        4
    """
    count = int(game.start_options(game.seats_allowed[0] if seats is None else seats)[0])
    each = -(-iterations // parts), -(-games // parts)
    works = [Part(game, count, draw(key_of(seed), 0, k), *each) for k in range(parts)]
    sums: dict[int, Array] = {}
    means = []
    with closing(hire(workers, cluster, threads=True)) as hands:
        for keys, sizes, found, mean in results(hands, run_part, works):
            means.append(mean)
            for key, numbers in zip(keys.tolist(), np.split(found, np.cumsum(sizes)[:-1]), strict=True):
                sums[key] = sums[key] + numbers if key in sums else numbers
    values = np.array(means)
    return Sample(game, count, tuple(values.mean(0).tolist()), tuple(map(mean_error, values.T)), sums)
