"""The measurements for a study's questions about seats, options and luck; module `cards` has the question of cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.plan import Block, Plan, shares_by_deal
from hustings.arena.studies.figure import LUCK, Figure, measured, measured_share
from hustings.arena.studies.tables import WEAKEST, Hands, Setting, is_drawn, side_shares
from hustings.bots import levels
from hustings.engine.game import game as game_called

SEATS, OPTIONS, CARDS = "seats", "options", "cards"
DRAWN, LENGTH = "drawn", "decisions"
FIRST, SKILL = "first side", "against random"
#: the quantities that are measured for each value of an option and compared with the option's default value
CHANGES = (FIRST, DRAWN, LENGTH, SKILL)
CHANGE = "change of "
DEAL_LUCK = "variance that duplicate deals remove"


def of_seats(setting: Setting, hands: Hands, seats: Sequence[int]) -> list[Figure]:
    """Measure every side's share at every table size; one bot plays all seats, on independent deals."""
    tables = [setting.having(seats=count) for count in seats]
    plans = [table.plan() for table in tables]
    blocks = hands.play("seats", plans, [setting.games_of(plan) for plan in plans])
    found = []
    for plan, block in zip(plans, blocks, strict=True):
        group, shares = f"{plan.seats} players", side_shares(plan, block)
        for side, members in enumerate(plan.sides):
            name = " and ".join(f"P{seat + 1}" for seat in members)
            found.append(measured_share(SEATS, group, name, shares[:, side], len(shares), 1 / len(plan.sides)))
        found += _drawn_and_long(SEATS, group, plan, block)
    return found


def _drawn_and_long(part: str, group: str, plan: Plan, block: Block) -> list[Figure]:
    drawn, lengths = is_drawn(side_shares(plan, block)), block.lengths.ravel().astype(np.float64)
    return [measured_share(part, group, DRAWN, drawn, len(drawn)), measured(part, group, LENGTH, lengths, len(drawn))]


def of_options(setting: Setting, hands: Hands, names: Sequence[str], seats: Sequence[int]) -> list[Figure]:
    """Measure the effect of each value of each option.

    The quantities are the first side's share, draws, the number of decisions, and the bot's share against random play.
    Games with a value and games with the setting's own value use the same keys (random seeds), and the difference is
    measured deal by deal.
    """
    found = []
    for count in seats:
        table = setting.having(seats=count)
        usual = _sample(table, hands, f"{count} players")
        found += _compared(f"{count} players", usual, usual)
        for option in setting.game.book.options:
            for value in option.values if option.name in names else ():
                if value != setting.game.options[option.name]:
                    group = option_group(count, option.name, value)
                    found += _compared(group, _sample(_with(table, option.name, value), hands, group), usual)
    return found


def option_group(seats: int, option: str, value: str) -> str:
    return f"{seats} players, {option}: {value}"


def _with(setting: Setting, option: str, value: str) -> Setting:
    return setting.having(game_called(setting.game.name, **{**setting.game.options, option: value}))


def _sample(setting: Setting, hands: Hands, name: str) -> dict[str, np.ndarray]:
    """Play a setting; return for each quantity in CHANGES its numbers, one for each game or for each deal."""
    equal = setting.plan()
    uneven = setting.plan(setting.bot, Entrant.read(WEAKEST), mirrored=True)
    first, second = hands.play(name, [equal, uneven], [setting.games_of(equal), setting.games_of(uneven)])
    shares = side_shares(equal, first)
    return {
        FIRST: shares[:, 0],
        DRAWN: is_drawn(shares),
        LENGTH: first.lengths.ravel().astype(np.float64),
        SKILL: shares_by_deal(uneven, second)[:, 0],
    }


def _compared(group: str, sample: dict[str, np.ndarray], default: dict[str, np.ndarray]) -> list[Figure]:
    found = []
    for name in CHANGES:
        numbers, games = sample[name], len(sample[name])
        one = measured if name == LENGTH else measured_share
        found.append(one(OPTIONS, group, name, numbers, games))
        if sample is not default:
            found.append(measured(OPTIONS, group, CHANGE + name, numbers - default[name], games, 0.0))
    return found


def of_luck(setting: Setting, hands: Hands) -> list[Figure]:
    """Measure how much skill counts: a level against the one below, the bot against random play, duplicate deals."""
    names = [Entrant.read(level.name) for level in levels(setting.game.name)]
    found = []
    for low, high in pairwise(names):
        plan = setting.plan(high, low, mirrored=True)
        if not setting.games_of(plan):
            continue
        [block] = hands.play(f"{high.name} : {low.name}", [plan], [setting.games_of(plan)])
        found.append(_share(f"{high.name} against {low.name}", plan, block))
    plan = setting.plan(setting.bot, Entrant.read(WEAKEST), mirrored=True)
    [block] = hands.play(plan.name, [plan], [setting.games_of(plan)])
    found.append(_share(f"{setting.bot.name} against {WEAKEST}", plan, block))
    return found + _duplicates(setting, hands)


def _share(name: str, plan: Plan, block: Block) -> Figure:
    return measured_share(
        LUCK, "levels", name, shares_by_deal(plan, block)[:, 0], block.lengths.size, 1 / len(plan.sides)
    )


def _duplicates(setting: Setting, hands: Hands) -> list[Figure]:
    """Measure how much duplicate deals reduce the variance of a match with the level below.

    The comparison is with equally many games on independent deals. Their mean has the variance of a single game divided
    by the number of games.
    """
    names = [level.name for level in levels(setting.game.name)]
    place = names.index(setting.bot.name) if setting.bot.name in names else 0
    plan = setting.plan(setting.bot, Entrant.read(names[place - 1] if place else WEAKEST), mirrored=True)
    [block] = hands.play("duplicates", [plan], [setting.games_of(plan)])
    ratio = _ratios(shares_by_deal(plan, block)[:, 0], _single(plan, block))
    return [measured(LUCK, f"duplicates, {plan.name}", DEAL_LUCK, 1 - ratio, block.lengths.size, 0.0)]


def _single(plan: Plan, block: Block) -> np.ndarray:
    """Return the first entrant's share of every game, shaped (deals, games of a deal)."""
    shares, who = block.shares, [seating.index(0) for seating in plan.seatings]
    sides = [next(list(side) for side in plan.sides if seat in side) for seat in who]
    return np.stack([shares[:, game][:, side].sum(1) for game, side in enumerate(sides)], axis=1)


def _ratios(deals: np.ndarray, single: np.ndarray) -> np.ndarray:
    """Return a number for each deal; their mean is the ratio of the two variances (linearized)."""
    over = (deals - deals.mean()) ** 2 * single.shape[1]
    under = ((single - single.mean()) ** 2).mean(1)
    if not under.any():
        return np.zeros(len(deals))
    ratio = over.mean() / under.mean()
    return np.asarray(ratio + (over - ratio * under) / under.mean(), np.float64)
