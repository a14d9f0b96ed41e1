"""The kernels of a batch: make one decision in each of many games, and write the inputs of the next decision.

They are plain functions: tests run them interpreted, `entries` compiles them. Games are independent of each other, so
each call works on the games from `first` to `end` - 1, and several threads can share a batch. Functions take tuples of
arrays, which `arrays.Arrays` allocates:

games  the records; the same memory as bytes; the bytes of the positions that games begin at, one for all games or
       several that are used in turn; each game's key (its seed); the key that the keys of further games in its place
       follow from; the number of games begun in its place; for each chance stream, how many of its numbers have been
       used; the number of decisions; the seats that have had their reaction window (`windows`), or NO_WINDOWS.
asks   for each game: the seat that is asked; the mask of the seats that must decide; the legal actions; their number;
       the legal actions as bits; the same as flags (an array without rows if they are not wanted). With reaction
       windows the last action means to wait.
ends   for each game: rewards and scores by seat; whether it has just ended; the number of decisions that it took.
work   scratch space for the verbs: note, weights, actions, shares.
"""

from __future__ import annotations

from hustings.bots.search.quick import ANY_LEGAL, ASKED, quick_or_wait
from hustings.engine.kernels import Numbers, State, kernel, unheard
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.memory import fetch
from hustings.engine.kernels.playout import advance
from hustings.engine.kernels.verbs import (
    act,
    imagine,
    legal,
    may,
    owes,
    payoff,
    unseal,
)
from hustings.engine.kernels.windows import NO_WINDOWS, asked_seat, passed_after

GAMES = CHOICE_STREAM - 16  # the stream from which keys of games are drawn
WORLDS = CHOICE_STREAM - 18  # the stream from which keys of imagined worlds are drawn
NOBODY = NONE = -1  # no seat; no action
FEW_WORDS = 2  # up to this many words of bits are written as a whole, and the flags are derived from them
AHEAD, FAR_AHEAD = 2, 8  # the number of games ahead of the current one whose memory is prefetched
LIST_BYTES, FLAG_BYTES = 64, 1024  # the bytes of a game's list and flags that are prefetched
NOT_NEGATIVE = (1 << 32) - 1  # an index masked with it cannot be negative, so compiled code need not check it
#: the most games in a row that begin and end before a seat is asked; positions near the end can have many
MOST_UNASKED = 1000
#: the operations of `serve`
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
) -> int:
    """Run an operation in the games from `first` to `end` - 1; return the first with an illegal action, else `end`.

    BEGIN    begin a new game in each place whose action is not 0.
    VERIFY   only verify that the action in every game is legal.
    CARRY    make one decision in each game, without verification, and play on until the next seat is asked.
    STEP     VERIFY, then CARRY if all actions are legal.
    CHOOSE   write into `actions` the choice of a quick level for each seat that is asked.
    STEP_AS  CHOOSE, then CARRY.

    seats, actions  for each game, the seat that acts and its action; both are ignored if the game is over.
    lapses          for each seat, its lapse (`quick`), or ASKED.
    lapse           the lapse of CHOOSE and STEP_AS.
    again           whether a new game begins as soon as one ends.
    """
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
    """Make one decision in each game and play on until the next seat is asked.

    If `anew` is set, instead begin a new game in each place whose action is not 0. A place in which MOST_UNASKED games
    in a row end before a seat is asked stays at the end of the last. The tuples of arrays are unpacked here, because
    compiled code copies a tuple whenever it is passed on, which took a fifth of a step's time.
    """
    records, raw, start, keys, firsts, begun, counts, decisions, passed = games
    asked, masks, lists, sizes, words, flags = asks
    rewards, scores, ended, lengths = ends
    note, weights, scratch, shares = work
    lost, wait = unheard(note), flags.shape[1] - 1
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
        action, seat, mask, unasked = NONE if anew else actions[k], seats[k], masks[k], 0
        if anew:
            begin(k, raw, start, keys, firsts, begun, counts, decisions, passed)
        while True:  # large functions are called in one place only, which saves compile time and code
            if action != NONE:
                decide(s, k, seat, mask, action, wait, decisions, passed, lost)
            mask = advance(s, keys[k], counts[k], weights, lost)
            if mask:
                seat = asked_seat(s, mask, passed[k])
                if lapses[seat] == ASKED:
                    break
                action = level_action(s, k, seat, mask, wait, lapses[seat], keys, decisions, scratch)
                continue
            seat = NOBODY
            if not ended[k]:
                tell_end(s, k, decisions[k], shares, rewards, scores, ended, lengths)
            unasked += 1
            if not again or unasked > MOST_UNASKED:
                break
            begin(k, raw, start, keys, firsts, begun, counts, decisions, passed)
            action = NONE
        masks[k] = mask
        asked[k] = seat
        tell_legal(k, options(s, seat, mask, wait, scratch) if mask else 0, scratch, lists, sizes, words, flags)


@kernel
def decide(
    s: State,
    k: int,
    seat: int,
    owing: int,
    action: int,
    wait: int,
    decisions: Numbers,
    passed: Numbers,
    note: Numbers,
) -> None:
    """Carry out an action in game `k`; in a reaction window it can be `wait`."""
    after = passed_after(s, seat, owing, passed[k])
    if after == NO_WINDOWS or action != wait:
        act(s, seat, action, note)
    passed[k] = after
    decisions[k] += 1


@kernel
def options(s: State, seat: int, owing: int, wait: int, out: Numbers) -> int:
    """Write a seat's legal actions, in a reaction window with `wait` as the last, into `out`; return their number."""
    size = legal(s, seat, out)
    if (owing >> seat) & 1:
        return size
    out[size] = wait
    return size + 1


@kernel
def level_action(
    s: State,
    k: int,
    seat: int,
    owing: int,
    wait: int,
    lapse: float,
    keys: Numbers,
    decisions: Numbers,
    scratch: Numbers,
) -> int:
    """Return the action of a level that does not search, in game `k`."""
    if lapse == ANY_LEGAL:
        size = options(s, seat, owing, wait, scratch)
        return scratch[draw(keys[k], CHOICE_STREAM, decisions[k]) % size]
    return quick_or_wait(s, seat, owing, wait, lapse, keys[k], decisions[k], scratch)


@kernel
def fetch_game(k: int, raw: Numbers, lists: Numbers, flags: Numbers) -> None:
    """Prefetch the memory of game `k` that a step uses."""
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
    """Write the bits of one or two words as flags, in loops that compile to wide stores."""
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
    """Write ascending actions as bits like `tell_words`, but faster if there are many more words than actions."""
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
    """Set the flags of some actions of game `k` to `flag`, if flags are wanted."""
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
    passed: Numbers,
) -> None:
    """Set place `k` of a batch to the start of its next game; each game has a key of its own."""
    position = k % start.shape[0]
    for j in range(start.shape[1]):
        raw[k, j] = start[position, j]
    for j in range(counts.shape[1]):
        counts[k, j] = 0
    decisions[k] = 0
    passed[k] = min(passed[k], 0)  # NO_WINDOWS, or no seat
    if begun[k]:  # two branches, because a conditional expression would be compiled to floating-point numbers
        keys[k] = draw(firsts[k], GAMES, begun[k])
    else:
        keys[k] = firsts[k]
    begun[k] += 1


def imagine_worlds(seat: int, places: Numbers, views: Numbers, games: Numbers) -> None:
    """Fill the records of marked games with imagined worlds that agree with views of a seat.

    Each world has its own key, which depends on the game's place and on the number of games begun there.

    places  for each game, whether it is marked.
    views   the views as bytes: one for all games, or several that are used in turn.
    """
    records, raw, _, _, firsts, begun, _, _, _ = games
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
    """Return the first game with an illegal action, or `end`; the action of a finished game is ignored."""
    asked, _, _, _, words, _ = asks
    for k in range(first, end):
        if seats[k] == asked[k]:
            action = actions[k]
            fits = action >= 0 and action < 64 * words.shape[1]
            if asked[k] != NOBODY and not (fits and (int(words[k, action >> 6]) >> int(action & 63)) & 1):
                return k
        elif games[8][k] != NO_WINDOWS or not acts_unasked(games[0][k], seats[k], actions[k], scratch):
            return k
    return end


@kernel
def acts_unasked(s: State, seat: int, action: int, scratch: Numbers) -> int:
    """Return whether a seat that is not the one asked can play this action now."""
    if seat < 0 or seat > 62 or ((owes(s) | may(s)) >> seat) & 1 == 0:
        return 0
    for j in range(legal(s, seat, scratch)):
        if scratch[j] == action:
            return 1
    return 0


@kernel
def choose(games: Numbers, first: int, end: int, lapse: float, asks: Numbers, out: Numbers, scratch: Numbers) -> None:
    """Write the choice of a quick level in each game: the rule of thumb with slips, or a random legal move."""
    _, _, _, keys, _, _, _, decisions, _ = games
    asked, masks, lists, sizes, _, flags = asks
    wait = flags.shape[1] - 1
    for k in range(first, end):
        fetch(lists, k + FAR_AHEAD, LIST_BYTES)
        if asked[k] == NOBODY:
            continue
        if lapse == ANY_LEGAL:  # the same result as `level_action`, from the existing list
            out[k] = lists[k, draw(keys[k], CHOICE_STREAM, decisions[k]) % sizes[k]]
        else:
            out[k] = quick_or_wait(games[0][k], asked[k], masks[k], wait, lapse, keys[k], decisions[k], scratch)
