"""The rules of U.S. President: the deal, the twelve weeks, leads in states, and the count of electors (UP-1 to UP-12).

`note` is the array that a verb writes its events into.
"""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, tell, unheard
from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.engine.kernels.sealed import imagine_choices, seal, unseal_one, unseal_rivals, without_choice
from hustings.games.president import moves
from hustings.games.president import record as r
from hustings.games.president.record import State

HOLDER_BITS = 3  # a holder's bits in `packed_holders`

# --- the deal


def start(s: State) -> None:
    """Give every player all pyramids and prepare the deal (UP-1)."""
    s.weeks = r.WEEKS
    s.week = 1
    s.winner = r.NOBODY
    for seat in range(s.seats):
        s.remaining[seat] = 1
        for size in range(r.SIZES):
            s.stock[seat, size] = r.OF_EACH_SIZE
    for state in range(r.STATES):
        s.holder[state] = r.NOBODY
    begin_deal(s)


def begin_deal(s: State) -> None:
    """Set the number of cards to deal from P1 on: as many whole rounds as the cards allow, or one round (UP-2)."""
    states = 0
    for state in range(r.STATES):
        states += s.holder[state] != r.ABSENT
    rounds = states // s.seats
    s.to_deal = s.seats * (rounds if s.dealt == 0 else min(1, rounds))
    s.dealing = 0 if s.to_deal else r.NOBODY


def chances(s: State, weights: Numbers) -> int:
    """Give each card that is not dealt yet the same weight (UP-2)."""
    total = 0
    for state in range(r.STATES):
        weights[state] = s.to_deal > 0 and s.holder[state] == r.NOBODY
        total += weights[state]
    return total


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the card that a random number selects among those that are not dealt yet (UP-2)."""
    undealt = 0
    for state in range(r.STATES):
        undealt |= (s.holder[state] == r.NOBODY) << state
    return member(undealt, number % size_of(undealt))


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Deal a card face up to the seat whose turn it is (UP-2)."""
    seat = s.dealing
    s.holder[outcome] = seat
    s.to_deal -= 1
    s.dealing = (seat + 1) % s.seats if s.to_deal else r.NOBODY
    tell(note, moves.DEALT_CARD, seat, outcome, r.ELECTORS[s.votes, outcome], 0, 0)


# --- the weeks


def owes(s: State) -> int:
    """Return the seats that have not chosen this week, as a bit mask (UP-3)."""
    return 0 if s.finished or s.to_deal else without_choice(s)


def refusal(s: State, seat: int, action: int) -> int:
    """Return LEGAL if the seat may choose the action now (UP-3), otherwise the number of the reason against it."""
    if action < 0 or action >= moves.ACTIONS or seat < 0 or seat >= s.seats:
        return moves.NO_SUCH_ACTION
    if s.finished:
        return moves.GAME_IS_OVER
    if s.to_deal:
        return moves.STILL_DEALING
    if s.sealed[seat]:
        return moves.ALREADY_CHOSEN
    size = action // r.STATES
    state = action % r.STATES
    if s.stock[seat, size] == 0:
        return moves.NONE_LEFT
    return moves.NOT_IN_PLAY if s.holder[state] == r.ABSENT else LEGAL


def task(s: State) -> int:
    """Return 1 while seats choose, 0 during the deal and after the end."""
    return 0 if s.finished or s.to_deal else 1


def shared(s: State, seat: int) -> int:
    """Return the states in play as a bit mask; smaller versions leave some out."""
    present = 0
    for state in range(r.STATES):
        present |= (s.holder[state] != r.ABSENT) << state
    return present


def candidates(s: State, seat: int, first: int, shared: int) -> int:
    """Return the states in which the seat may place a size, as a bit mask (UP-3)."""
    return 0 if s.sealed[seat] or s.stock[seat, first // r.STATES] == 0 else shared


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Seal a choice, or return the reason against it; the last choice ends the week (UP-3)."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    seal(s, seat, action)
    tell(note, moves.SEALED, seat, s.week, 0, 0, 0)
    if owes(s) == 0:
        end_week(s, note)
    return LEGAL


def end_week(s: State, note: Numbers) -> None:
    """Place all choices at once, then judge each changed state; after the last week count electors (UP-3, UP-5)."""
    changed = 0
    holder = s.holder[r.FLORIDA]
    counting = counting_in_florida(s) if len(note) else r.NOBODY
    for seat in range(s.seats):
        action = unseal_one(s, seat)
        changed |= place(s, seat, action // r.STATES, action % r.STATES, note)
    while changed:
        judge(s, lowest(changed), note)
        changed &= changed - 1
    if len(note):
        tell_florida(s, holder, counting, moves.FLORIDA_COUNTS, moves.FLORIDA_LAPSES, note)
    if s.week < s.weeks:
        s.week += 1
        if s.week >= r.FORECASTS_FROM and len(note):  # searches and batches hear no events: no count for them
            forecast(s, note)
        tell(note, moves.NEW_WEEK, r.NOBODY, s.week, 0, 0, 0)
    else:
        count_to_the_end(s, note)


def place(s: State, seat: int, size: int, state: int, note: Numbers) -> int:
    """Place a pyramid, or remove a fourth one (UP-4); return the changed state as a bit mask."""
    s.stock[seat, size] -= 1
    free = r.MOST_IN_STATE - pieces(s, seat, state)
    if free == 0:
        s.removed[seat] += 1
        tell(note, moves.REMOVED, seat, size, state, 0, 0)
        return 0
    s.placed[seat, state, size] += 1
    s.points[seat, state] += size + 1
    tell(note, moves.PLACED, seat, size, state, s.points[seat, state], free - 1)
    return 1 << state


def judge(s: State, state: int, note: Numbers) -> None:
    """Give a state's card to its sole leader; a holder who ties for the most points keeps the card (UP-5 to UP-7)."""
    leader, best, following = lead(s, state)
    holder = s.holder[state]
    own = s.points[holder, state] if holder != r.NOBODY else 0
    s.holder[state] = next_holder(s, state, leader, best, following)
    if own == best:
        if best == following:
            tell(note, moves.TIED, holder, state, best, 0, 0)
    elif best > following:
        tell(note, moves.LED, leader, state, holder, best, following)
    elif s.holder[state] != holder:
        tell(note, moves.ASIDE, holder, state, own, best, 0)
    elif holder != r.NOBODY:
        tell(note, moves.KEPT, holder, state, own, best, 0)
    else:
        tell(note, moves.LEVEL, r.NOBODY, state, best, 0, 0)


def next_holder(s: State, state: int, leader: int, best: int, following: int) -> int:
    """Return who holds a state's card once its lead is judged; the last three arguments are what `lead` returns."""
    holder = s.holder[state]
    if holder != r.NOBODY and s.points[holder, state] == best:
        return holder
    if best > following:
        return leader
    return r.NOBODY if s.overtaken == 0 else holder


def imagine(v: State, seat: int, key: int) -> None:
    """Draw the rivals' sealed choices at random; all legal choices are equally likely (UP-3)."""
    imagine_choices(v, moves.ACTIONS, key)


def unseal(v: State, seat: int) -> None:
    """Remove the sealed choices of the rivals, so that they choose again (UP-3)."""
    unseal_rivals(v, seat)


# --- who leads where


def pieces(s: State, seat: int, state: int) -> int:
    """Return how many pyramids of a seat stand in a state (UP-4)."""
    return s.placed[seat, state, 0] + s.placed[seat, state, 1] + s.placed[seat, state, 2]


def lead(s: State, state: int) -> tuple[int, int, int]:
    """Return who of the remaining players has most points in a state (or r.NOBODY), those and the next most (UP-5)."""
    leader = r.NOBODY
    best = 0
    following = 0
    for seat in range(s.seats):
        points = s.points[seat, state] * s.remaining[seat]
        if points > best:
            following = best
            best = points
            leader = seat
        elif points > following:
            following = points
    return leader, best, following


def best_of_others(s: State, seat: int, state: int) -> int:
    """Return the most points that any other remaining player has in a state."""
    leader, best, following = lead(s, state)
    return following if leader == seat else best


def florida_counts(s: State) -> bool:
    """Return True if the holder of Florida leads there by enough points for its electors to count (UP-8)."""
    holder = s.holder[r.FLORIDA]
    if holder >= r.NOBODY:
        return False
    return s.points[holder, r.FLORIDA] - best_of_others(s, holder, r.FLORIDA) >= r.FLORIDA_MARGIN


def counting_in_florida(s: State) -> int:
    """Return the player for whom Florida's electors count, or r.NOBODY (UP-8)."""
    return int(s.holder[r.FLORIDA]) if florida_counts(s) else r.NOBODY


def tell_florida(s: State, holder: int, counting: int, begins: int, lapses: int, note: Numbers) -> None:
    """Emit for whom Florida's electors begin to count, or that a holder's no longer count or do not yet count (UP-8).

    holder, counting: who held Florida and for whom its electors counted before; begins, lapses: the events.
    """
    now = counting_in_florida(s)
    held = s.holder[r.FLORIDA]
    electors = r.ELECTORS[s.votes, r.FLORIDA]
    _leader, best, following = lead(s, r.FLORIDA)
    if now != r.NOBODY and now != counting:
        tell(note, begins, now, electors, best, following, 0)
    elif now == r.NOBODY and counting != r.NOBODY:
        tell(note, lapses, counting, electors, best, following, 0)
    elif now == r.NOBODY and held < r.NOBODY and held != holder:
        tell(note, lapses, held, electors, best, following, 0)


def electors_of(s: State, seat: int) -> int:
    """Return the electors of the cards that a seat holds (UP-8, UP-9)."""
    held = 0
    for state in range(r.STATES):
        held += r.ELECTORS[s.votes, state] if s.holder[state] == seat else 0
    if s.holder[r.FLORIDA] == seat and not florida_counts(s):
        held -= r.ELECTORS[s.votes, r.FLORIDA]
    return held


def majority(s: State) -> int:
    """Return the number of electors that wins: more than half of all on the state cards (UP-9)."""
    total = 0
    for state in range(r.STATES):
        total += (s.holder[state] != r.ABSENT) * r.ELECTORS[s.votes, state]
    return total // 2 + 1


# --- the count


def count_to_the_end(s: State, note: Numbers) -> None:
    """Count electors and eliminate players until one has a majority or none remains (UP-9 to UP-12)."""
    needed = majority(s)
    rest = s.seats
    while rest and s.winner == r.NOBODY:
        fewest = count(s, needed, note)
        rest = eliminate(s, fewest, note) if s.winner == r.NOBODY else 0
    if s.winner == r.NOBODY:
        tell(note, moves.NO_WINNER, r.NOBODY, s.counts, needed, 0, 0)
    else:
        tell(note, moves.ELECTED, s.winner, s.electors[s.winner], needed, s.counts, 0)
    s.finished = 1


def forecast(s: State, note: Numbers) -> None:
    """Emit who would drop out and who would be elected if the electors were counted now (UP-9 to UP-12).

    The electors of the last count follow for each player still in it.
    """
    holders = packed_holders(s)
    needed = majority(s)
    out = 0
    rest = s.seats
    while rest and s.winner == r.NOBODY:
        fewest = count(s, needed, unheard(note))
        rest = forecast_round(s, fewest, note) if s.winner == r.NOBODY else 0
    for seat in range(s.seats):
        out |= (1 - int(s.remaining[seat])) << seat
        if s.remaining[seat]:
            tell(note, moves.WOULD_COUNT, seat, s.electors[seat], s.counts, 0, 0)
    if s.winner == r.NOBODY:
        tell(note, moves.NONE_WOULD_WIN, r.NOBODY, s.counts, 0, 0, 0)
    else:
        tell(note, moves.WOULD_WIN, s.winner, out, needed, 0, 0)
    undo_count(s, holders)


def undo_count(s: State, holders: int) -> None:
    """Go back to before the count of the electors; holders: what `packed_holders` returned then."""
    for seat in range(s.seats):
        s.remaining[seat] = 1
        s.electors[seat] = 0
    for state in range(r.STATES):
        s.holder[state] = packed_holder(holders, state)
    s.counts = 0
    s.winner = r.NOBODY
    s.finished = 0


def forecast_round(s: State, fewest: int, note: Numbers) -> int:
    """Eliminate players as after a count; emit who drops out and where their cards go; return how many remain."""
    before = packed_holders(s)
    counting = counting_in_florida(s)
    out = 0
    for seat in range(s.seats):
        out |= (s.remaining[seat] == 1 and s.electors[seat] == fewest) << seat
    rest = eliminate(s, fewest, unheard(note))
    empty = 0
    tied = 0
    for state in range(r.STATES):
        if rest and s.holder[state] == r.NOBODY and packed_holder(before, state) != r.NOBODY:
            _leader, best, _following = lead(s, state)
            empty |= (best == 0) << state
            tied |= (best > 0) << state
    tell(note, moves.WOULD_LEAVE, r.NOBODY, out, empty, tied, s.counts)
    for seat in range(s.seats):
        gained = 0
        for state in range(r.STATES):
            gained |= (s.holder[state] == seat and packed_holder(before, state) != seat) << state
        if gained and rest > 1:  # the last player gets what is left
            tell(note, moves.WOULD_GET, seat, gained, s.counts, 0, 0)
    if rest > 1:
        holder = packed_holder(before, r.FLORIDA)
        tell_florida(s, holder, counting, moves.FLORIDA_WOULD_COUNT, moves.FLORIDA_WOULD_LAPSE, note)
    return rest


def packed_holders(s: State) -> int:
    """Return the holders of all states in one number, because kernels make no arrays."""
    holders = 0
    for state in range(r.STATES):
        holders |= int(s.holder[state]) << (HOLDER_BITS * state)
    return holders


def packed_holder(holders: int, state: int) -> int:
    """Return a state's holder from what `packed_holders` returned."""
    return (holders >> (HOLDER_BITS * state)) & ((1 << HOLDER_BITS) - 1)


def count(s: State, needed: int, note: Numbers) -> int:
    """Count the electors of all remaining players and return the fewest; a player with a majority wins (UP-9)."""
    s.counts += 1
    tell(note, moves.COUNT, r.NOBODY, s.counts, needed, 0, 0)
    for seat in range(s.seats):
        s.electors[seat] *= 1 - s.remaining[seat]
    for state in range(r.STATES):
        holder = s.holder[state]
        if holder < r.NOBODY and (state != r.FLORIDA or florida_counts(s)):
            s.electors[holder] += r.ELECTORS[s.votes, state]
    fewest = needed
    for seat in range(s.seats):
        if s.remaining[seat]:
            tell_counted(s, seat, note)
            fewest = min(fewest, s.electors[seat])
            if s.electors[seat] >= needed:
                s.winner = seat
    return fewest


def tell_counted(s: State, seat: int, note: Numbers) -> None:
    """Emit the event with a player's electors and the cards that they come from (UP-8, UP-9)."""
    held = 0
    for state in range(r.STATES):
        held |= (s.holder[state] == seat) << state
    if s.holder[r.FLORIDA] == seat and not florida_counts(s):
        held &= ~(1 << r.FLORIDA)
        tell(note, moves.FLORIDA_VOID, seat, s.points[seat, r.FLORIDA], best_of_others(s, seat, r.FLORIDA), 0, 0)
    tell(note, moves.COUNTED, seat, s.electors[seat], held, s.counts, 0)


def eliminate(s: State, fewest: int, note: Numbers) -> int:
    """Remove all players with the fewest electors and pass on their cards (UP-10, UP-11); return how many remain."""
    rest = 0
    last = r.NOBODY
    counting = counting_in_florida(s) if len(note) else r.NOBODY
    for seat in range(s.seats):
        if s.remaining[seat] and s.electors[seat] == fewest:
            s.remaining[seat] = 0
            tell(note, moves.LEFT, seat, fewest, s.counts, 0, 0)
        if s.remaining[seat]:
            rest += 1
            last = seat
    heir = last if rest == 1 and s.empty_states == 0 else r.NOBODY
    for state in range(r.STATES):
        holder = s.holder[state]
        if holder == r.NOBODY or (holder < r.NOBODY and not s.remaining[holder]):
            inherit(s, state, holder, heir, note)
    if len(note):
        now = counting_in_florida(s)
        if now != r.NOBODY and now != counting:
            _leader, best, following = lead(s, r.FLORIDA)
            tell(note, moves.FLORIDA_COUNTS, now, r.ELECTORS[s.votes, r.FLORIDA], best, following, 0)
    return rest


def inherit(s: State, state: int, holder: int, heir: int, note: Numbers) -> None:
    """Give a card to the state's sole leader, else to the heir; without either, lay it beside the map (UP-11)."""
    leader, best, following = lead(s, state)
    if best > following:
        s.holder[state] = leader
        if holder == r.NOBODY:
            tell(note, moves.CLAIMED, leader, state, best, following, 0)
        else:
            tell(note, moves.INHERITED, leader, state, holder, best, following)
    elif heir != r.NOBODY:
        s.holder[state] = heir
        tell(note, moves.UNOPPOSED, heir, state, holder, 0, 0)
    elif holder != r.NOBODY:
        s.holder[state] = r.NOBODY
        tell(note, moves.LAID_ASIDE, holder, state, moves.TIE if best else moves.NO_POINTS, best, 0)


def payoff(s: State, out: Numbers) -> None:
    """Write shares and scores: the president's share is 1; if nobody is president, all shares are equal (UP-9, UP-12).

    Scores are electors; before the end, those of the cards that the seat holds.
    """
    for seat in range(s.seats):
        out[0, seat] = s.winner == seat or s.winner == r.NOBODY
        out[1, seat] = s.electors[seat] if s.finished else electors_of(s, seat)
