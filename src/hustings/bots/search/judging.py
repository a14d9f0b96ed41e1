"""Judge a decision: compare the move with the best that searches find, and play both on in imagined worlds.

A caller searches up to LOOKS times (`weigh_look`), plays on after the two moves that differ most (`play_worlds`), and
finishes the verdict (`conclude`). All numbers of a verdict are in one array, indexed by the constants below.
"""

from __future__ import annotations

import math
from typing import Literal

from hustings.bots.search.decision import best_by, look
from hustings.bots.search.endgame import SOLVED
from hustings.bots.search.iteration import advance
from hustings.bots.search.nodes import ROOT, WAIT, WORLD
from hustings.bots.search.quick import quick_action
from hustings.engine.kernels import Numbers, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, held, imagine, payoff

Slip = Literal["", "inaccuracy", "mistake", "blunder"]
#: streams for the keys of searches, of imagined worlds, and of the games that are played on
LOOK, IMAGINED, PLAYED = CHOICE_STREAM - 30, CHOICE_STREAM - 31, CHOICE_STREAM - 32
LOOKS = 3  # the most searches for a decision
WORLDS = 1000  # the imagined worlds that are played on after each of two moves
SLIPS: tuple[Slip, ...] = ("", "inaccuracy", "mistake", "blunder")
LEAST_SLIPS = (0.05, 0.10, 0.20)  # the smallest loss of each kind of slip, as a share of the game
PRECISION = 10000.0  # losses, gains and shares are rounded to a ten-thousandth
LAPSE = 0.2  # the probability that a seat makes a slip while a game is played on
SECOND_LOOK = 0.03  # a larger loss is checked by another search, with other imagined worlds
MIXED_IN = 0.02  # a move is part of a solved mix if the mix plays it with at least this probability
VARIED = 0.1  # a sealed choice is as good as the best if a search would vary to it with at least this probability
LEAST_LOSS = 0.02  # a decision mattered if its loss minus the error is at least this
LEAST_GAIN = 0.05  # a decision mattered if its move is better than the next best by at least this
LEADS = 3  # the most states that are shown for a better move
LEAST_LEAD = 0.15  # a state is shown if the better move holds it in at least this larger part of WORLDS
#: Indices of a verdict. The loss with its standard error and the best move's share; how much the move made is better
#: than the next best; the kind of slip (an index of SLIPS); how much the decision mattered, 0 for a little and above 1
#: for a loss; 1 if two moves are compared; the better of them and the other, and the mean scores after each. Then
#: follow LEADS times a state (-1: none) and the parts of games in which it is held after the better and the other move.
LOSS, ERROR, SHARE, GAIN, SLIP, MATTERS, COMPARED, BETTER, OTHER, BETTER_SCORE, OTHER_SCORE, FIRST_LEAD = range(12)
VERDICT = FIRST_LEAD + 3 * LEADS
#: numbers for each seat of the sums that `play_worlds` adds up: shares, their squares, scores
SUMS = 3


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
def weigh_look(
    made: int,
    size: int,
    solved: bool,
    actions: Numbers,
    tried: Numbers,
    found: Numbers,
    pooled: Numbers,
    verdict: Numbers,
) -> bool:
    """Add the result of a search to a verdict; return whether the decision needs another search.

    made    the action that was made, which the search may not have considered.
    size    the number of choices, at least 2.
    found   the weights and shares of the choices; unless `solved`, the shares become the means over all searches.
    pooled  for all searches together, how often each choice was tried and the sum of its shares; 0 before the first.
    """
    weights, shares = found
    at = index_of(made, size, actions)
    for k in range(size):
        pooled[0, k] += tried[k]
        pooled[1, k] += tried[k] * shares[k]
    verdict[COMPARED] = 1.0
    if at < 0:
        best = best_by(size, weights, shares)
        verdict[SHARE] = shares[best]
        verdict[BETTER], verdict[OTHER] = actions[best], made
        return False
    whole = 0.0
    for k in range(size):
        whole += weights[k]
        if not solved:
            shares[k] = pooled[1, k] / pooled[0, k] if pooled[0, k] else 0.0
    best = best_by(size, weights, shares) if solved else best_by(size, pooled[0], shares)
    part = weights[at] / whole
    if shares[best] <= shares[at] or best == at or (part >= MIXED_IN if solved else VARIED <= part < 1.0):
        praise(at, size, actions, shares, verdict)
        return False
    verdict[LOSS] = shares[best] - shares[at]
    spread = variance(shares[best], pooled[0, best]) + variance(shares[at], pooled[0, at])
    verdict[ERROR] = 0.0 if solved else math.sqrt(spread)
    verdict[SHARE] = shares[best]
    verdict[BETTER], verdict[OTHER] = actions[best], made
    verdict[COMPARED] = verdict[LOSS] - verdict[ERROR] >= LEAST_LOSS
    return verdict[LOSS] > SECOND_LOOK and not solved


@kernel
def judge(
    view: Numbers,
    seat: int,
    made: int,
    side: int,
    key: int,
    habits: Numbers,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
    endgame: Numbers,
    found: Numbers,
    games: Numbers,
    verdict: Numbers,
) -> int:
    """Judge an action of a seat from the view in row ROOT, for reviews; return 0 if the seat had no choice.

    games  room for the view, the array `pooled` of `weigh_look`, and `holders`, `won` and `sums` of `play_worlds`.

    The other tuples are those of `decision.look`.
    """
    seen, pooled, holders, won, sums = games
    for k in range(seen.shape[0]):
        seen[k] = view[1][ROOT, k]
    pooled[:] = 0.0
    sums[:] = 0.0
    verdict[:] = 0.0
    actions, tried = tree[3][3], tree[3][2]
    size = 0
    for number in range(LOOKS):
        size = look(view, seat, draw(key, LOOK, number), habits, settings, tree, work, masks, endgame, found)
        if size and actions[size - 1] == WAIT:
            size -= 1
        if size < 2:
            return 0
        if not weigh_look(made, size, tree[5][2] == SOLVED, actions, tried, found, pooled, verdict):
            break
    known = index_of(made, size, actions) >= 0
    if verdict[COMPARED]:
        for k in range(seen.shape[0]):
            view[1][ROOT, k] = seen[k]  # a search removes sealed choices of rivals
        for k in range(2):
            action = int(verdict[BETTER + k])
            play_worlds(view, seat, action, side, LAPSE, key, 0, work, holders, won[k], sums[k])
    conclude(seat, work[5].shape[1], known, won, sums, verdict)
    return size


@kernel
def praise(at: int, size: int, actions: Numbers, shares: Numbers, verdict: Numbers) -> None:
    """Write the verdict on a move that lost nothing, with its gain over the next best move."""
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
def play_on(view: Numbers, lapse: float, key: int, work: Numbers) -> None:
    """Play the record in row WORLD to its end by the rule of thumb with slips; write the payoffs into `work`."""
    s = view[0][WORLD]
    _, note, weights, actions, counts, shares, _ = work
    for k in range(counts.shape[0]):
        counts[k] = 0
    count = 0
    mask = advance(s, key, counts, weights, note)
    while mask:
        seat = lowest_seat(mask)
        act(s, seat, quick_action(s, seat, lapse, key, count, actions), note)
        count += 1
        mask = advance(s, key, counts, weights, note)
    payoff(s, shares)


@kernel
def play_worlds(
    view: Numbers,
    seat: int,
    action: int,
    side: int,
    lapse: float,
    key: int,
    first: int,
    work: Numbers,
    holders: Numbers,
    won: Numbers,
    sums: Numbers,
) -> int:
    """Play the game on, once for each place in `won`; add up how these games end and return how many they are.

    view    its row ROOT is a seat's view, or a complete record if the seat is below 0.
    action  the action that the seat makes first, in worlds that it imagines.
    side    the seat's side, for the states that it holds at the end; below 0: states are not counted.
    first   the number of the first game; the same numbers and key give the same games.
    work    that of `Memory`. holders: room for what the verb `held` writes.
    won     receives the seat's share of each game.
    sums    the sums of SUMS for each seat, and how often the side held each state; they are increased.
    """
    shares = work[5]
    seats = shares.shape[1]
    for number in range(won.shape[0]):
        for k in range(view[1].shape[1]):
            view[1][WORLD, k] = view[1][ROOT, k]
        s = view[0][WORLD]
        if seat >= 0:
            imagine(s, seat, draw(key, IMAGINED, first + number))
            act(s, seat, action, work[1])
        play_on(view, lapse, draw(key, PLAYED, first + number), work)
        whole = 0
        for k in range(seats):
            whole += shares[0, k]
        for k in range(seats):
            share = shares[0, k] / whole
            sums[k] += share
            sums[seats + k] += share * share
            sums[2 * seats + k] += shares[1, k]
        won[number] = shares[0, max(0, seat)] / whole
        if side >= 0:
            held(s, holders)
            for state in range(sums.shape[0] - SUMS * seats):
                sums[SUMS * seats + state] += holders[state] == side
    return won.shape[0]


@kernel
def conclude(seat: int, seats: int, known: bool, won: Numbers, sums: Numbers, verdict: Numbers) -> None:
    """Finish a verdict; `won` and `sums` have the games after the better of two moves, then those after the other.

    known  whether the search considered the move that was made; if not, its loss is measured by the games.
    """
    if not known:
        weigh_games(won, verdict)
    if verdict[COMPARED]:
        at = 2 * seats + seat
        verdict[BETTER_SCORE] = rounded(sums[0, at] / WORLDS, 10.0)
        verdict[OTHER_SCORE] = rounded(sums[1, at] / WORLDS, 10.0)
        write_leads(SUMS * seats, sums, verdict)
    sure = verdict[LOSS] - verdict[ERROR]
    for k in range(len(LEAST_SLIPS)):
        if sure >= LEAST_SLIPS[k]:
            verdict[SLIP] = k + 1
    verdict[MATTERS] = 0.0
    if verdict[COMPARED]:
        verdict[MATTERS] = 1.0 + sure if verdict[LOSS] > 0.0 else verdict[GAIN]
    for k in range(GAIN + 1):
        verdict[k] = rounded(verdict[k], PRECISION)


@kernel
def weigh_games(won: Numbers, verdict: Numbers) -> None:
    """Write the loss of a move: the same worlds were played on after the best move and after this move."""
    games = won.shape[1]
    total = squares = 0.0
    for k in range(games):
        gain = won[0, k] - won[1, k]
        total += gain
        squares += gain * gain
    loss = total / games
    verdict[ERROR] = math.sqrt(max(0.0, squares / games - loss * loss) / games)
    if loss > verdict[ERROR]:
        verdict[LOSS] = loss
    else:
        verdict[BETTER] = verdict[OTHER]
    verdict[COMPARED] = verdict[LOSS] - verdict[ERROR] >= LEAST_LOSS


@kernel
def write_leads(at: int, sums: Numbers, verdict: Numbers) -> None:
    """Write the states that the side holds more often after the better move; `at`: the first state in `sums`.

    A state that is held in every game is left out: the move itself takes it.
    """
    for k in range(LEADS):
        best = -1
        most = LEAST_LEAD * WORLDS - 0.5
        for state in range(at, sums.shape[1]):
            if sums[0, state] < WORLDS and sums[0, state] - sums[1, state] > most:
                best, most = state, sums[0, state] - sums[1, state]
        verdict[FIRST_LEAD + 3 * k] = best - at if best >= 0 else -1
        if best >= 0:
            verdict[FIRST_LEAD + 3 * k + 1] = sums[0, best] / WORLDS
            verdict[FIRST_LEAD + 3 * k + 2] = sums[1, best] / WORLDS
            sums[0, best] = sums[1, best]
