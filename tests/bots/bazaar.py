"""Whole games of Mudslinger, compiled, in which some bargain, some do not, and some only beg and swindle."""

from __future__ import annotations

from typing import Any

import numpy as np

from hustings import game
from hustings.bots.search.bargaining import STEADY, breaking_action
from hustings.bots.search.quick import quick_action, silent_action
from hustings.bots.temperaments import tempted_by
from hustings.engine.kernels import Numbers, State, compiled, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import advance, lowest_seat
from hustings.engine.kernels.verbs import act, bargaining, heuristic, legal, payoff
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import outlook as learned
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.bargains import worth_given, worth_got

BARGAINS, SILENT, SWINDLES, BREAKS = range(4)
SWINDLE = CHOICE_STREAM - 40  # the stream of what a swindler tries
#: what is kept of a deal: which game, who decided, the other, what it got and gave (items, or NOTHING), what it saw in
#: it, what it got less what it gave by its own lights, and its outlook before and after, in millionths
DEAL, WIDTH = range(8), 8
MOST_DEALS = 200_000
TEMPTED = tempted_by("opportunist")


@kernel
def swindle(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """A promise to be broken, an offer, or -1: up to three in every turn, whoever's it is."""
    number = draw(key, SWINDLE, count)
    if s.deals[seat] >= r.MOST_DEALS or number % 3 == 0:
        return -1
    size = legal(s, seat, actions)
    found = 0
    first, end = (m.PROMISE, m.ACTIONS) if number % 3 == 1 and s.deals[seat] == 0 else (m.OFFER, m.PROMISE)
    for k in range(size):
        if first <= actions[k] < end:
            actions[found] = actions[k]
            found += 1
    return actions[(number >> 8) % found] if found else -1


@kernel
def demand(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """What a swindler asks for: anything at all, or whatever is worth most."""
    number = draw(key, SWINDLE + 1, count)
    size = legal(s, seat, actions)
    best = -1
    most = -1
    for k in range(size):
        if m.FOR <= actions[k] < m.TRADE:
            worth = (
                (number >> 8) * (k + 1) % 1009 if number % 2 else worth_got(s, seat, s.offered_to, actions[k] - m.FOR)
            )
            if worth > most:
                best, most = actions[k], worth
    return best


@kernel
def own_action(s: State, seat: int, way: int, key: int, count: int, actions: Numbers) -> int:
    """The move of a seat that bargains (BREAKS: as an opportunist), or accepts nothing: is silent, or swindles.

    A swindler breaks whatever it has promised, as soon as mud brings anything.
    """
    broken = breaking_action(s, seat, 0 if way == SWINDLES else TEMPTED if way == BREAKS else STEADY, actions)
    if broken >= 0:
        return int(broken)
    if way in (BARGAINS, BREAKS):
        return quick_action(s, seat, 0.0, key, count, actions)
    if bargaining(s):
        return m.DECLINE if s.frame[s.depth - 1] == r.OFFERED else demand(s, seat, key, count, actions)
    if way == SWINDLES:
        tried = swindle(s, seat, key, count, actions)
        if tried >= 0:
            return tried
    return silent_action(s, seat, 0.0, key, count, actions)


@kernel
def outlook(s: State, seat: int, shares: Numbers) -> int:
    """A seat's likely share as the game's learned outlook has it, in millionths."""
    learned.shares(s, shares)
    total = 0
    for each in range(shares.shape[1]):
        total += shares[0, each]
    return 1_000_000 * shares[0, seat] // total


@kernel
def note_deal(s: State, game_number: int, seat: int, gets: int, gives: int, line: Numbers, shares: Numbers) -> None:
    """Keep what a seat sees in a deal it is about to make."""
    line[0], line[1], line[2], line[3], line[4] = game_number, seat, s.offerer, gets, gives
    line[5] = heuristic(s, seat, m.ACCEPT)
    line[6] = worth_got(s, seat, s.offerer, gets) - worth_given(s, seat, gives)
    line[7] = -outlook(s, seat, shares)


def play(
    records: Numbers,
    keys: Numbers,
    ways: Numbers,
    talk: Numbers,
    words: Numbers,
    deals: Numbers,
    results: Numbers,
    work: Numbers,
) -> int:
    """Play every game; returns how many offers were accepted, which `deals` tells of.

    ways  per game and seat.   talk  receives how many deals each seat of each game started; words: how many truces
    it kept, and broke.
    """
    note, weights, actions, counts, shares = work
    made = 0
    for number in range(records.shape[0]):
        s = records[number]
        counts[:] = 0
        decisions = 0
        mask = advance(s, keys[number], counts, weights, note)
        while mask:
            seat = lowest_seat(mask)
            action = own_action(s, seat, ways[number, seat], keys[number], decisions, actions)
            accepts = action == m.ACCEPT and s.frame[s.depth - 1] == r.OFFERED and made < deals.shape[0]
            if accepts:
                note_deal(s, number, seat, s.gives - 1, s.wants - 1, deals[made], shares)
            talk[number, seat] += action >= m.GIVE
            act(s, seat, action, note)
            if accepts:
                deals[made, 7] += outlook(s, seat, shares)
                made += 1
            decisions += 1
            mask = advance(s, keys[number], counts, weights, note)
        payoff(s, shares)
        for each in range(shares.shape[1]):
            results[number, each] = shares[0, each]
            words[number, each, 0], words[number, each, 1] = s.kept[each], s.broken[each]
    return made


def played(seats: int, ways: Any, keys: Any, truces: str = "no") -> tuple[Any, Any, Any, Any]:
    """Shares by game and seat, the deals that were made, how many each seat started, and truces it kept and broke."""
    chosen = game("mudslinger", truces=truces)
    buffers = chosen.book.buffers(note_rows=1)
    records = np.repeat(chosen.start_row(seats).array, len(keys))
    shares, talk = np.zeros((len(keys), seats), np.int64), np.zeros((len(keys), seats), np.int64)
    words = np.zeros((len(keys), seats, 2), np.int64)
    deals = np.zeros((MOST_DEALS, WIDTH), np.int64)
    work = (buffers.note, buffers.weights, buffers.actions, buffers.counts, np.zeros((2, seats), np.int64))
    made = _compiled()(records, np.asarray(keys, np.int64), np.asarray(ways), talk, words, deals, shares, work)
    return shares / shares.sum(axis=1, keepdims=True), deals[:made], talk, words


_ENTRY: list[Any] = []


def _compiled() -> Any:
    if not _ENTRY:
        compiled.activate()
        _ENTRY.append(compiled.entry(play))
    compiled.activate()
    return _ENTRY[0]
