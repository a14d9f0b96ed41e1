"""The kernels of a batch: one decision in each of many games, and the inputs of the next one.

Plain functions, run interpreted by tests and compiled by `entries`. Games are independent of each other, so a call
takes those from `first` to `end`, and threads share a batch out. The arrays come in tuples, made by `arrays.Arrays`:

games  records, and the same memory as bytes; the bytes of the positions that games begin at, one for all or one after
       another; each game's key, and the key that its further games' keys follow from; how many games it has begun;
       numbers used up of each chance stream; decisions.
asks   per game the seat that is asked; the mask of seats that owe; the legal actions, and how many; the same as bits;
       and as flags (an array of no rows where they are not wanted).
ends   per game its rewards and scores by seat, whether it has just ended, and how many decisions it took.
work   note, weights, actions, shares: scratch space for the verbs.
"""

from __future__ import annotations

from hustings.batch.meeting import give_out
from hustings.bots.search.iteration import advance
from hustings.bots.search.quick import quick_action
from hustings.engine.kernels import Numbers, State, kernel, unheard
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.memory import fetch
from hustings.engine.kernels.playout import lowest_seat, random_action
from hustings.engine.kernels.verbs import (
    act,
    imagine,
    legal,
    may,
    owes,
    payoff,
    random_round,
    unseal,
)

ASKED = -1.0  # instead of a lapse: the seat's actions come from outside
ANY_LEGAL = 2.0  # instead of every seat's lapse: all make legal moves at random
GAMES = CHOICE_STREAM - 16  # the stream that keys of games come from
WORLDS = CHOICE_STREAM - 18  # the stream that keys of imagined worlds come from
NOBODY = NONE = -1  # no seat, no action
FEW_WORDS = 2  # up to so many words are written in whole, and flags follow from them
AHEAD, FAR_AHEAD = 2, 8  # how many games ahead memory is asked for
LIST_BYTES, FLAG_BYTES = 64, 1024  # how much of a game's list and flags is asked for
NOT_NEGATIVE = (1 << 32) - 1  # masked with it an index cannot count from the end, so compiled code does not check
#: what `serve` is asked to do
BEGIN, VERIFY, STEP, CARRY, CHOOSE, STEP_AS = range(6)


@kernel
def serve(
    what: int,
    first: int,
    end: int,
    seats: Numbers,
    actions: Numbers,
    lapses: Numbers,
    lapse: float,
    again: int,
    games: Numbers,
    asks: Numbers,
    ends: Numbers,
    work: Numbers,
    signals: Numbers,
    job: int,
) -> int:
    """Run an operation in all games from `first` to `end`; return the first game that refuses, else `end`.

    BEGIN   begin the next game in each place whose action is not 0.
    VERIFY  only look whether every game allows its action.
    CARRY   make one decision in each game, all of them verified, and play it to the next question.
    STEP    verify, and if none refuses carry.
    CHOOSE  write into `actions` what a quick level does for each seat that is asked.
    STEP_AS choose and carry; what is chosen needs no look.

    seats, actions  per game who acts, and what; a game that is over takes none.
    lapses          per seat how often a quick level slips (see `quick_action`), or ASKED; or ANY_LEGAL for all.
    lapse           the same of the level that chooses.
    again           whether a game that ends is followed by another at once.
    signals, job    the number of a job to be given out to other threads first; 0: none.
    """
    if job:
        give_out(signals, job)
    if what == CHOOSE or what == STEP_AS:
        choose(games, first, end, lapse, asks, actions, work[2])
        if what == CHOOSE:
            return end
    if what == VERIFY or what == STEP:
        refused = first_refused(games, first, end, seats, actions, asks, work[2])
        if what == VERIFY or refused < end:
            return refused
    carry(what == BEGIN, first, end, seats, actions, lapses, again or what == BEGIN, games, asks, ends, work)
    return end


@kernel
def carry(
    anew: int,
    first: int,
    end: int,
    seats: Numbers,
    actions: Numbers,
    lapses: Numbers,
    again: int,
    games: Numbers,
    asks: Numbers,
    ends: Numbers,
    work: Numbers,
) -> None:
    """Make one decision in each game, or begin those marked `anew`, and play it to the next question.

    The tuples are taken apart here: compiled, each call copies those it passes, which took a fifth of a step's time.
    """
    records, raw, start, keys, firsts, begun, counts, decisions = games
    asked, masks, lists, sizes, words, flags = asks
    rewards, scores, ended, lengths = ends
    note, weights, scratch, shares = work
    lost = unheard(note)
    for k in range(first, end):
        fetch_game(k + AHEAD, raw, lists, flags)
        if anew and not actions[k]:
            continue
        if ended[k]:
            ended[k] = 0
            rewards[k, :] = 0.0
        s = records[k]
        if asked[k] == NOBODY and not anew:
            continue
        action, seat = NONE if anew else actions[k], seats[k]
        if anew:
            begin(k, raw, start, keys, firsts, begun, counts, decisions)
        while True:  # what is long is called in one place only: that spares compiling, and code
            if action != NONE:
                act(s, seat, action, lost)
                decisions[k] += 1
            mask = advance(s, keys[k], counts[k], weights, lost)
            if mask:
                seat = lowest_seat(mask)
                if lapses[seat] < 0.0:
                    break
                action = level_action(s, k, seat, lapses[seat], keys, decisions, scratch, lost)
                continue
            seat = NOBODY
            if not ended[k]:
                tell_end(s, k, decisions[k], shares, rewards, scores, ended, lengths)
            if not again:
                break
            begin(k, raw, start, keys, firsts, begun, counts, decisions)
            action = NONE
        masks[k] = mask
        asked[k] = seat
        tell_legal(k, legal(s, seat, scratch) if mask else 0, scratch, lists, sizes, words, flags)


@kernel
def level_action(
    s: State, k: int, seat: int, lapse: float, keys: Numbers, decisions: Numbers, scratch: Numbers, lost: Numbers
) -> int:
    """Return what a quick level does in game `k`, or NONE after it has played a whole round at random."""
    if lapse != ANY_LEGAL:
        return quick_action(s, seat, lapse, keys[k], decisions[k], scratch)
    moves = random_round(s, keys[k], decisions[k], scratch, lost)
    decisions[k] += moves
    return NONE if moves else random_action(s, seat, keys[k], decisions[k], scratch)


@kernel
def fetch_game(k: int, raw: Numbers, lists: Numbers, flags: Numbers) -> None:
    """Prefetch the memory that a step uses of game `k`."""
    fetch(raw, k, raw.shape[1])
    fetch(lists, k, LIST_BYTES)
    fetch(flags, k, min(flags.shape[1], FLAG_BYTES))


@kernel
def tell_legal(
    k: int, size: int, actions: Numbers, lists: Numbers, sizes: Numbers, words: Numbers, flags: Numbers
) -> None:
    """Write the `size` legal actions of game `k`, ascending, as a list, as bits and, if wanted, as flags."""
    if words.shape[1] <= FEW_WORDS:
        tell_words(k, size, actions, words)
        tell_flags(k, words, flags)
    else:
        mark(k, sizes[k], lists[k], flags, 0)
        tell_many_words(k, size, actions, words)
        mark(k, size, actions, flags, 1)
    sizes[k] = size
    for j in range(size):
        lists[k, j] = actions[j]


@kernel
def tell_words(k: int, size: int, actions: Numbers, words: Numbers) -> None:
    """Write ascending actions as bits (action a is bit a % 64 of word a // 64), a word at a time."""
    for place in range(words.shape[1]):
        word = 0
        for j in range(size):
            action = actions[j] - 64 * place
            word |= (1 << (action & 63)) if 0 <= action < 64 else 0
        words[k, place] = word


@kernel
def tell_flags(k: int, words: Numbers, flags: Numbers) -> None:
    """Write one or two words' bits as flags, in loops that compile to wide stores."""
    if flags.shape[0]:
        actions = flags.shape[1]
        word = int(words[k, 0])
        for j in range(min(64, actions)):
            flags[k, j] = (word >> j) & 1
        if actions > 64:
            word = int(words[k, 1])
            for j in range(64, actions):
                flags[k, j] = (word >> (j - 64)) & 1


@kernel
def tell_many_words(k: int, size: int, actions: Numbers, words: Numbers) -> None:
    """Do the same as `tell_words` if there are far more words than actions."""
    for place in range(words.shape[1]):
        words[k, place] = 0
    at = 0
    word = 0
    for j in range(size):
        action = actions[j] & NOT_NEGATIVE
        if action >> 6 != at:
            words[k, at] = word
            at = action >> 6
            word = 0
        word |= 1 << (action & 63)
    words[k, at] = word


@kernel
def mark(k: int, size: int, actions: Numbers, flags: Numbers, flag: int) -> None:
    """Set the flags of some actions of game `k`, if wanted."""
    if flags.shape[0]:
        for j in range(size):
            flags[k, int(actions[j]) & NOT_NEGATIVE] = flag


@kernel
def begin(
    k: int,
    raw: Numbers,
    start: Numbers,
    keys: Numbers,
    firsts: Numbers,
    begun: Numbers,
    counts: Numbers,
    decisions: Numbers,
) -> None:
    """Set game `k` of a batch to the start of its next game, with a key of its own."""
    position = k % start.shape[0]
    for j in range(start.shape[1]):
        raw[k, j] = start[position, j]
    for j in range(counts.shape[1]):
        counts[k, j] = 0
    decisions[k] = 0
    if begun[k]:  # one expression for both would be compiled to floating-point numbers
        keys[k] = draw(firsts[k], GAMES, begun[k])
    else:
        keys[k] = firsts[k]
    begun[k] += 1


def imagine_worlds(seat: int, places: Numbers, views: Numbers, games: Numbers) -> None:
    """Fill the records of marked games with worlds that agree with the seat's views; each game has a key for each time.

    views  as bytes, shaped like the positions of `games`: one for all games or one after another.
    """
    records, raw, _, _, firsts, begun, _, _ = games
    for k in range(len(places)):
        if places[k]:
            view = k % views.shape[0]
            for j in range(views.shape[1]):
                raw[k, j] = views[view, j]
            unseal(records[k], seat)
            imagine(records[k], seat, draw(firsts[k], WORLDS, begun[k]))


@kernel
def tell_end(
    s: State,
    k: int,
    decisions: int,
    shares: Numbers,
    rewards: Numbers,
    scores: Numbers,
    ended: Numbers,
    lengths: Numbers,
) -> None:
    """Write the rewards, scores and length of game `k`, which has just ended."""
    payoff(s, shares)
    total = 0
    for seat in range(shares.shape[1]):
        total += shares[0, seat]
    for seat in range(shares.shape[1]):
        rewards[k, seat] = shares[0, seat] / total
        scores[k, seat] = shares[1, seat]
    ended[k] = 1
    lengths[k] = decisions


@kernel
def first_refused(
    games: Numbers, first: int, end: int, seats: Numbers, actions: Numbers, asks: Numbers, scratch: Numbers
) -> int:
    """Return the first game whose action is illegal, or `end`; a finished game takes any action."""
    asked, _, _, _, words, _ = asks
    for k in range(first, end):
        if seats[k] == asked[k]:
            action = actions[k]
            fits = action >= 0 and action < 64 * words.shape[1]
            if asked[k] != NOBODY and not (fits and (int(words[k, action >> 6]) >> int(action & 63)) & 1):
                return k
        elif not acts_unasked(games[0][k], seats[k], actions[k], scratch):
            return k
    return end


@kernel
def acts_unasked(s: State, seat: int, action: int, scratch: Numbers) -> int:
    """Return whether a seat other than the asked one may make this action now."""
    if seat < 0 or seat > 62 or ((owes(s) | may(s)) >> seat) & 1 == 0:
        return 0
    for j in range(legal(s, seat, scratch)):
        if scratch[j] == action:
            return 1
    return 0


@kernel
def choose(games: Numbers, first: int, end: int, lapse: float, asks: Numbers, out: Numbers, scratch: Numbers) -> None:
    """Choose for a quick level in each game: the rule of thumb with slips, or random if `lapse` is 1."""
    _, _, _, keys, _, _, _, decisions = games
    asked, _, lists, sizes, _, _ = asks
    for k in range(first, end):
        fetch(lists, k + FAR_AHEAD, LIST_BYTES)
        if asked[k] == NOBODY:
            continue
        if lapse >= 1.0:  # as `random_action`, from the list that is there
            out[k] = lists[k, draw(keys[k], CHOICE_STREAM, decisions[k]) % sizes[k]]
        else:
            out[k] = quick_action(games[0][k], asked[k], lapse, keys[k], decisions[k], scratch)
