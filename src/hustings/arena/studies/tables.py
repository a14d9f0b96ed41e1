"""The settings that all parts of a study share: game, players, number of games, workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import Progress
from hustings.arena.matches.plan import Block, Plan, Shares, Work
from hustings.arena.matches.playing import Player, play
from hustings.arena.workers import Workers, processors, results
from hustings.bots import levels
from hustings.engine.game import Game

WEAKEST = "random"
FIRST_TIMED, LAST_TIMED = 1, 3  # the deals by which a level is timed; deal 0 only warms up


@dataclass(frozen=True)
class Setting:
    """The settings that all parts of a study share.

    Attributes:
        game: The game with its options.
        seats: The number of players.
        bot: The bot that plays.
        games: The number of games for each figure.
        deep: The limit of games if an entrant other than `bot` searches, because searches are slow.
        seed: Equal seeds give equal games.
    """

    game: Game
    seats: int
    bot: Entrant
    games: int
    deep: int
    seed: int | str

    def plan(self, *entrants: Entrant, mirrored: bool = False, records: bool = False) -> Plan:
        """Return a plan of these entrants, or of this setting's bot against itself."""
        return Plan(self.game, self.seats, entrants or (self.bot,), self.seed, mirrored, records)

    def having(self, game: Game | None = None, seats: int | None = None) -> Setting:
        return replace(self, game=game or self.game, seats=seats or self.seats)

    def games_of(self, plan: Plan) -> int:
        usual = all(entrant.quick or entrant == self.bot for entrant in plan.entrants)
        return self.games if usual else min(self.games, self.deep)


@dataclass(frozen=True)
class Hands:
    """The workers and the progress function of a study; `open` makes workers for some plans."""

    open: Callable[[Sequence[Plan]], Workers]
    tell: Progress

    def play(self, name: str, plans: Sequence[Plan], games: Sequence[int]) -> list[Block]:
        deals = [max(2, count // plan.games_a_deal) for plan, count in zip(plans, games, strict=True)]
        whole = sum(count * plan.games_a_deal for plan, count in zip(plans, deals, strict=True))
        done, found = 0, []
        self.tell(name, 0, whole)
        with closing(self.open(plans)) as hands:
            for plan, count in zip(plans, deals, strict=True):
                blocks = []
                for block in results(hands, play, plan.works(0, count)):
                    blocks.append(block)
                    done += block.lengths.size
                    self.tell(name, done, whole)
                found.append(Block.joined(blocks))
        return found


def side_shares(plan: Plan, block: Block) -> Shares:
    """Return each side's share of each game, shaped (games, sides)."""
    shares = block.shares.reshape(-1, plan.seats)
    return np.stack([shares[:, list(side)].sum(1) for side in plan.sides], axis=1)


def is_drawn(shares: Shares) -> Shares:
    """Return 1 for each drawn game, shaped (games,)."""
    return np.asarray(np.ptp(shares, axis=1) < 1e-9, np.float64)


def affordable(game: Game, seats: int, games: int, seconds: float, tell: Progress) -> Entrant:
    """Return the strongest level that can play the games in the time on all processors, or the weakest level.

    The result depends on the machine, so a study that is to be repeated must name its bot.
    """
    bots = [Entrant.read(level.name) for level in reversed(levels(game.name))]
    for number, bot in enumerate(bots):
        tell("choosing the bot", number, len(bots))
        plan, player = Plan(game, seats, (bot,)), Player(game, seats)
        player.play(Work(plan, 0, FIRST_TIMED))
        before = time.perf_counter()
        player.play(Work(plan, FIRST_TIMED, LAST_TIMED))
        if (time.perf_counter() - before) / (LAST_TIMED - FIRST_TIMED) * games / processors() <= seconds:
            break
    tell("choosing the bot", len(bots), len(bots))
    return bot
