"""Judge a decision: compare the move with the best that searches find, and play both on in imagined worlds.

A caller searches up to LOOKS times (`weigh_look`) and finishes the verdict (`conclude`). A move that no search finds
is first played on in imagined worlds, as the best one is. For decisions that mattered, the caller then plays on
after the two moves that differ most (`explain`). All are arrays of one `memory.Search`.
"""

from __future__ import annotations

import math
from typing import Literal

from hustings.bots.search.decision import best_by, look
from hustings.bots.search.endgame import SOLVED
from hustings.bots.search.frames import copied
from hustings.bots.search.memory import (
    BETTER,
    BETTER_SCORE,
    COMPARED,
    ERROR,
    FIRST_LEAD,
    GAIN,
    LEADS,
    LOSS,
    MATTERS,
    OTHER,
    OTHER_SCORE,
    ROOT,
    SHARE,
    SIZE,
    SLIP,
    SOLUTION,
    SUMS,
    WORLD,
    Endgame,
    Judged,
    Tree,
    World,
)
from hustings.bots.search.nodes import WAIT
from hustings.bots.search.quick import quick_action
from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import advance, lowest_seat
from hustings.engine.kernels.verbs import act, held, imagine, payoff

Slip = Literal["", "inaccuracy", "mistake", "blunder"]
#: streams for the keys of searches, of imagined worlds, and of the games that are played on
LOOK, IMAGINED, PLAYED = CHOICE_STREAM - 30, CHOICE_STREAM - 31, CHOICE_STREAM - 32
LOOKS = 3  # the most searches for a decision
SLIPS: tuple[Slip, ...] = ("", "inaccuracy", "mistake", "blunder")
LEAST_SLIPS = (0.05, 0.10, 0.20)  # the smallest loss of each kind of slip, as a share of the game
PRECISION = 10000.0  # losses, gains and shares are rounded to a ten-thousandth
LAPSE = 0.2  # the probability that a seat makes a slip while a game is played on
SECOND_LOOK = 0.03  # a larger loss is checked by another search, with other imagined worlds
MIXED_IN = 0.02  # a move is part of a solved mix if the mix plays it with at least this probability
VARIED = 0.1  # a sealed choice is the bot's if the bot makes it this often and it loses no more than its error
CLEAR = 0.015  # a loss counts if it is larger than SURE errors by at least this, so that a page shows two chances
SURE = 2.0
LEAST_LOSS = 0.02  # a decision mattered if its loss minus the error is at least this
LEAST_GAIN = 0.05  # a decision mattered if its move is better than the next best by at least this
CARRIES = 0.5  # imagined worlds explain a loss or gain if they show at least this part of it
OBVIOUS = 0.9  # the move itself takes a state if it is held in at least this larger part of the worlds
LEAST_LEAD = 0.15  # a state is shown if the better move holds it in at least this larger part of the worlds


@kernel
def rounded(value: float, precision: float) -> float:
    """Round a number; unlike Python's own, halves are rounded up, as on a web page."""
    return math.floor(value * precision + 0.5) / precision


@kernel
def index_of(action: int, size: int, actions: Numbers) -> int:
    """Return the index of an action, or -1."""
    for k in range(size):
        if actions[k] == action:
            return k
    return -1


@kernel
def variance(share: float, tried: float) -> float:
    """Return the variance of a mean of results, above 0 even if all results are equal."""
    return (share * (1.0 - share) + 0.25 / (tried + 1.0)) / max(tried, 1.0)


@kernel
def begin_verdict(judged: Judged) -> None:
    judged.pooled[:] = 0.0
    judged.verdict[:] = 0.0


@kernel
def choices_of(tree: Tree) -> int:
    """Return the number of choices that a search has found, without WAIT."""
    size = int(tree.root[SIZE])
    return size - 1 if size and tree.action[size - 1] == WAIT else size


@kernel
def weigh_look(made: int, tree: Tree, judged: Judged) -> bool:
    """Add the result of a search to the verdict; return whether the decision needs another search.

    There are at least two choices. The search may not have considered the action that was `made`. Unless the endgame is
    solved, the shares `found` become the means over all searches.
    """
    size = choices_of(tree)
    solved = tree.root[SOLUTION] == SOLVED
    actions, shares, pooled, verdict = tree.action, tree.found, judged.pooled, judged.verdict
    at = index_of(made, size, actions)
    for k in range(size):
        pooled[0, k] += tree.tried[k]
        pooled[1, k] += tree.tried[k] * shares[k]
    verdict[COMPARED] = 1.0
    if at < 0:
        best = best_by(size, tree.mix, shares)
        verdict[SHARE] = shares[best]
        verdict[BETTER], verdict[OTHER] = actions[best], made
        return False
    whole = 0.0
    for k in range(size):
        whole += tree.mix[k]
        if not solved:
            shares[k] = pooled[1, k] / pooled[0, k] if pooled[0, k] else 0.0
    best = best_by(size, tree.mix, shares) if solved else best_by(size, pooled[0], shares)
    part = tree.mix[at] / whole
    loss = max(0.0, shares[best] - shares[at])
    spread = variance(shares[best], pooled[0, best]) + variance(shares[at], pooled[0, at])
    error = 0.0 if solved else math.sqrt(spread)
    if best == at or (part >= MIXED_IN if solved else VARIED <= part < 1.0 and loss <= error):
        praise(at, size, tree, judged)
        return False
    verdict[LOSS] = loss
    verdict[ERROR] = error if loss > 0.0 else 0.0
    verdict[SHARE] = shares[best]
    verdict[BETTER], verdict[OTHER] = actions[best], made
    verdict[COMPARED] = verdict[LOSS] - verdict[ERROR] >= LEAST_LOSS
    return verdict[LOSS] > SECOND_LOOK and not solved


@kernel
def judge(seat: int, made: int, key: int, worlds: int, world: World, tree: Tree, ends: Endgame, judged: Judged) -> int:
    """Judge an action of a seat from the view in row ROOT, for reviews; return 0 if the seat had no choice.

    worlds  the number of worlds, at most `memory.WORLDS`, for an action that no search considers.

    Python does the same in `arena.reviewing` with the compiled search that the bots have: another one, compiled into
    this kernel, would take 10 to 20 seconds for each game.
    """
    for k in range(judged.seen.shape[0]):
        judged.seen[k] = world.words[ROOT, k]
    begin_verdict(judged)
    for number in range(LOOKS):
        look(seat, draw(key, LOOK, number), world, tree, ends)
        if choices_of(tree) < 2:
            return 0
        if not weigh_look(made, tree, judged):
            break
    if is_unconsidered(made, tree):
        for k in range(judged.seen.shape[0]):
            world.words[ROOT, k] = judged.seen[k]  # a search removes sealed choices of rivals
        for k in range(2):
            play_worlds(seat, int(judged.verdict[BETTER + k]), -1, LAPSE, key, 0, worlds, k, world, judged)
        weigh_games(worlds, judged)
    conclude(judged)
    return choices_of(tree)


@kernel
def is_unconsidered(made: int, tree: Tree) -> bool:
    """Return whether the last search did not consider an action."""
    return index_of(made, choices_of(tree), tree.action) < 0


@kernel
def explain(seat: int, better: int, other: int, side: int, key: int, worlds: int, world: World, judged: Judged) -> int:
    """Play on after each of two actions of a seat, from the view in row ROOT; write scores and leads into the verdict.

    worlds  the number of worlds, at most `memory.WORLDS`; the key is that with which the decision was judged.
    """
    play_worlds(seat, better, side, LAPSE, key, 0, worlds, 0, world, judged)
    play_worlds(seat, other, side, LAPSE, key, 0, worlds, 1, world, judged)
    write_worlds(seat, worlds, world, judged)
    return worlds


@kernel
def praise(at: int, size: int, tree: Tree, judged: Judged) -> None:
    """Write the verdict on a move that lost nothing, with its gain over the next best move."""
    actions, shares, verdict = tree.action, tree.found, judged.verdict
    other = 1 if at == 0 else 0
    for k in range(size):
        if k != at and shares[k] > shares[other]:
            other = k
    verdict[LOSS] = verdict[ERROR] = 0.0
    verdict[SHARE] = shares[at]
    verdict[GAIN] = max(0.0, shares[at] - shares[other])
    verdict[BETTER], verdict[OTHER] = actions[at], actions[other]
    verdict[COMPARED] = verdict[GAIN] >= LEAST_GAIN


@kernel
def play_on(lapse: float, key: int, world: World) -> None:
    """Play the record in row WORLD to its end by the rule of thumb with slips; write the payoffs into `shares`."""
    s = world.records[WORLD]
    for k in range(world.counts.shape[0]):
        world.counts[k] = 0
    count = 0
    while True:
        mask = advance(s, key, world.counts, world.weights, world.note)
        if mask == 0:
            payoff(s, world.shares)
            return
        seat = lowest_seat(mask)
        act(s, seat, quick_action(s, seat, lapse, key, count, world.actions), world.note)
        count += 1


@kernel
def play_worlds(
    seat: int,
    action: int,
    side: int,
    lapse: float,
    key: int,
    first: int,
    games: int,
    place: int,
    world: World,
    judged: Judged,
) -> int:
    """Play some games on from row ROOT and write how they end; return their number.

    seat    the seat whose view is in row ROOT; below 0: it holds a complete record.
    action  the action that the seat makes first, in worlds that it imagines.
    side    the seat's side, for the states that it holds at the end; below 0: states are not counted.
    first   the number of the first game; the same numbers and key give the same games.
    games   the number of games, at most `memory.WORLDS`.
    place   the row of `shared` and `sums` to write: the seat's share of each game; the sums of SUMS for each seat, then
            how often the side held each state.
    """
    seats = world.shares.shape[1]
    sums = judged.sums[place]
    sums[:] = 0.0
    for number in range(games):
        copied(ROOT, WORLD, world.words)
        s = world.records[WORLD]
        if seat >= 0:
            imagine(s, seat, draw(key, IMAGINED, first + number))
            act(s, seat, action, world.note)
        play_on(lapse, draw(key, PLAYED, first + number), world)
        whole = 0
        for k in range(seats):
            whole += world.shares[0, k]
        for k in range(seats):
            share = world.shares[0, k] / whole
            sums[k] += share
            sums[seats + k] += share * share
            sums[2 * seats + k] += world.shares[1, k]
        judged.shared[place, number] = world.shares[0, max(0, seat)] / whole
        if side >= 0:
            held(s, judged.holders)
            for state in range(sums.shape[0] - SUMS * seats):
                sums[SUMS * seats + state] += judged.holders[state] == side
    return games


@kernel
def write_worlds(seat: int, worlds: int, world: World, judged: Judged) -> None:
    """Write into the verdict the gain, scores and leads of games that were played on after each of two moves."""
    seats, verdict = world.shares.shape[1], judged.verdict
    verdict[GAIN] = (judged.sums[0, seat] - judged.sums[1, seat]) / worlds
    at = 2 * seats + seat
    verdict[BETTER_SCORE] = rounded(judged.sums[0, at] / worlds, 10.0)
    verdict[OTHER_SCORE] = rounded(judged.sums[1, at] / worlds, 10.0)
    write_leads(SUMS * seats, worlds, judged.sums, verdict)


@kernel
def conclude(judged: Judged) -> None:
    """Finish a verdict: the kind of slip, and how much the decision mattered."""
    verdict = judged.verdict
    sure = verdict[LOSS] - verdict[ERROR]
    clear = verdict[LOSS] - SURE * verdict[ERROR] >= CLEAR
    for k in range(len(LEAST_SLIPS)):
        if clear and sure >= LEAST_SLIPS[k]:
            verdict[SLIP] = k + 1
    verdict[MATTERS] = 0.0
    if verdict[COMPARED]:
        verdict[MATTERS] = clear * (1.0 + sure) if verdict[LOSS] > 0.0 else verdict[GAIN]
    for k in range(GAIN + 1):
        verdict[k] = rounded(verdict[k], PRECISION)


@kernel
def weigh_games(games: int, judged: Judged) -> None:
    """Write the loss of a move: the same worlds were played on after the best move and after this move."""
    won, verdict = judged.shared, judged.verdict
    total = squares = 0.0
    for k in range(games):
        gain = won[0, k] - won[1, k]
        total += gain
        squares += gain * gain
    loss = total / games
    error = math.sqrt(max(0.0, squares / games - loss * loss) / games)
    if loss > error:
        verdict[LOSS], verdict[ERROR] = loss, error
    verdict[COMPARED] = verdict[LOSS] - verdict[ERROR] >= LEAST_LOSS


@kernel
def write_leads(at: int, worlds: int, sums: Numbers, verdict: Numbers) -> None:
    """Write the states that the side holds more often after the better move; `at`: the first state in `sums`.

    A state that is held in every game, or OBVIOUS more often, is left out: the move itself takes it.
    """
    for k in range(LEADS):
        best = -1
        most = LEAST_LEAD * worlds - 0.5
        for state in range(at, sums.shape[1]):
            more = sums[0, state] - sums[1, state]
            if sums[0, state] < worlds and most < more < OBVIOUS * worlds:
                best, most = state, more
        verdict[FIRST_LEAD + 3 * k] = best - at if best >= 0 else -1
        if best >= 0:
            verdict[FIRST_LEAD + 3 * k + 1] = sums[0, best] / worlds
            verdict[FIRST_LEAD + 3 * k + 2] = sums[1, best] / worlds
            sums[0, best] = sums[1, best]
