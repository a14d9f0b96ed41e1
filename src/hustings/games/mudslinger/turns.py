"""The set-up, the turn, cards that are drawn and placed, and the contest (MS-1 to MS-13, MS-19, MS-20)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.refusals import any_under
from hustings.games.mudslinger.scoring import finish, tell_decided, uncatchable
from hustings.games.mudslinger.table import (
    base_of,
    could_bid,
    fits,
    fitting_parties,
    in_truce,
    in_window,
    is_gagged,
    mate_worth,
    takes_part,
)

ALWAYS_LOSES = 17
FIRST_DOLLARS = 2  # what a first group pays each turn
HOT = 5  # the largest sum that starts a hot streak
OUT_OF_IT = 1  # the first roll of a seat that has lost the comparison; lower than any real sum


def ask(s: State, kind: int, seat: int) -> None:
    """Set the lowest frame of the stack: `seat` must answer a situation of this kind."""
    s.frame[0] = kind
    s.frame_seat[0] = seat


def await_chance(s: State, pending: int, seat: int) -> None:
    """Wait for a chance outcome of a kind, for a seat or NOBODY."""
    s.pending = pending
    s.pending_seat = seat


def next_seat(s: State, seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % s.seats


# --- the set-up


def draw_states(s: State) -> None:
    """Begin to draw the states of the short game (MS-21)."""
    s.unseen = 0
    for state in range(c.ALL_STATES):
        s.lies[state] = r.ABSENT
    ask(s, r.CHOOSE, r.NOBODY)
    await_chance(s, r.TURN_UP, r.NOBODY)


def picked(s: State, state: int, note: Numbers) -> None:
    """Put a state into the short game; after the last, deal the candidates (MS-21)."""
    s.lies[state] = r.UNSEEN
    s.unseen += 1
    if s.unseen < c.SHORT:
        await_chance(s, r.TURN_UP, r.NOBODY)
        return
    chosen = 0
    points = 0
    for other in range(c.ALL_STATES):
        if s.lies[other] == r.UNSEEN:
            chosen |= 1 << other
            points += c.POINTS[s.votes, other]
    tell(note, m.IN_PLAY, r.NOBODY, chosen, points, 0, 0)
    deal_next_candidate(s, 0)


def deal_next_candidate(s: State, seat: int) -> None:
    """Deal the next player a candidate or let them choose; after the last, whoever has `ANY` names a party (MS-1)."""
    if seat < s.seats:
        if s.candidates:
            ask(s, r.CHOOSE, seat)
        else:
            ask(s, r.CHOOSE, r.NOBODY)
            await_chance(s, r.DEAL_CANDIDATE, seat)
        return
    for player in range(s.seats):
        if s.candidate[player] == c.ANY:
            ask(s, r.NAME_PARTY, player)
            return
    give_groups(s, 0)


def gets_candidate(s: State, seat: int, candidate: int, note: Numbers) -> None:
    """Give a player a candidate and the candidate's party (MS-1)."""
    s.candidate[seat] = candidate
    if candidate != c.ANY:
        s.party[seat] = candidate
    tell(note, m.GOT_CANDIDATE, seat, candidate, 0, 0, 0)
    deal_next_candidate(s, seat + 1)


def is_first_group(s: State, seat: int, card: int) -> bool:
    """Return True if a player may begin with the card: a group in the deck that fits and pays $2 (MS-22)."""
    if c.SORT[card] != c.GROUP or c.DOLLARS[card] != FIRST_DOLLARS:
        return False
    return s.where[card] == r.IN_DECK and fits(s, seat, card)


def give_groups(s: State, seat: int) -> None:
    """Give each player from `seat` on a first group, by the option `start`, then the first cards (MS-22)."""
    if s.start and seat < s.seats:
        ask(s, r.FIRST_ROLL, r.NOBODY)
        await_chance(s, r.DRAW_CARD, seat)
    else:
        give_cards(s, 0)


def give_cards(s: State, seat: int) -> None:
    """Give each player from `seat` on an action card, by the option `start`, then roll for who begins (MS-24)."""
    if s.start == r.FIRST_CARD and seat < s.seats:
        ask(s, r.FIRST_ROLL, r.NOBODY)
        await_chance(s, r.DRAW_CARD, seat)
    else:
        roll_first(s, 0)


def roll_first(s: State, seat: int) -> None:
    """Let the next seat that has not rolled yet, from `seat` on, roll to decide who begins (MS-1)."""
    for player in range(seat, s.seats):
        if s.first_roll[player] == 0:
            ask(s, r.FIRST_ROLL, r.NOBODY)
            await_chance(s, r.ROLL_FIRST, player)
            return


def rolled_first(s: State, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """Record a roll to decide who begins; after the last roll the highest begins, and ties roll again (MS-1)."""
    s.first_roll[seat] = first + second + third
    tell(note, m.ROLLED_FIRST, seat, first, second, third, first + second + third)
    roll_first(s, seat + 1)
    if s.pending:
        return
    best = 0
    for player in range(s.seats):
        best = max(best, s.first_roll[player])
    leaders = 0
    for player in range(s.seats):
        leaders += s.first_roll[player] == best
    if leaders == 1:
        for player in range(s.seats):
            if s.first_roll[player] == best:
                s.runner = player
        tell(note, m.BEGINS, s.runner, 0, 0, 0, 0)
        ask(s, r.OPENING, r.NOBODY)
        await_chance(s, r.TURN_UP, r.NOBODY)
        return
    for player in range(s.seats):
        s.first_roll[player] = 0 if s.first_roll[player] == best else OUT_OF_IT
    roll_first(s, 0)


def turned_up(s: State, state: int, note: Numbers) -> None:
    """Turn a state face up; during the set-up, turn up the next one or begin the first turn (MS-1)."""
    if s.lies[state] == r.UNDER:
        s.under[state] = 0
    else:
        s.unseen -= 1
    s.lies[state] = r.OPEN
    s.open_count += 1
    tell(note, m.OPENED, r.NOBODY, state, c.POINTS[s.votes, state], 0, 0)
    if s.frame[0] != r.OPENING:
        return
    if s.open_count < r.STATES_OPEN:
        await_chance(s, r.TURN_UP, r.NOBODY)
    else:
        begin_turn(s, s.runner, note)


# --- the turn


def begin_turn(s: State, seat: int, note: Numbers) -> None:
    """Begin a seat's turn: pay its income, then ask how it gets a card (MS-2)."""
    s.turn += 1
    s.runner = seat
    s.streak = 0
    for player in range(s.seats):
        s.deals[player] = 0
    s.money[seat] += s.income[seat]
    tell(note, m.TURN, seat, s.turn, s.income[seat], s.money[seat], 0)
    ask(s, r.CARD, seat)


def end_turn(s: State, note: Numbers) -> None:
    """Begin the next seat's turn."""
    begin_turn(s, next_seat(s, s.runner), note)


def to_pile(s: State, card: int) -> None:
    """Put a card face up on the discard pile."""
    s.pile[s.pile_size] = card + 1
    s.pile_size += 1
    if card < c.PEOPLE:
        s.where[card] = r.IN_PILE
    else:
        s.played[card - c.PEOPLE] += 1


def draw_card(s: State, seat: int, note: Numbers) -> None:
    """Draw a card from the deck; an empty deck is made again from the discard pile, if it has cards (MS-3)."""
    if s.deck == 0 and s.pile_size:
        new_deck(s, note)
    if s.deck == 0:
        tell(note, m.NO_CARD, seat, 0, 0, 0, 0)
        ask(s, r.ATTEMPT, seat)
        return
    await_chance(s, r.DRAW_CARD, seat)


def new_deck(s: State, note: Numbers) -> None:
    """Turn the discard pile into the deck (MS-3)."""
    s.deck = s.pile_size
    tell(note, m.NEW_DECK, r.NOBODY, s.deck, 0, 0, 0)
    for k in range(s.pile_size):
        s.pile[k] = 0
    s.pile_size = 0
    for card in range(c.PEOPLE):
        if s.where[card] == r.IN_PILE:
            s.where[card] = r.IN_DECK
    for kind in range(c.KINDS):
        s.played[kind] = 0


def drew(s: State, seat: int, card: int, note: Numbers) -> None:
    """Put a drawn card in the hand, on the table or on the discard pile (MS-3)."""
    s.deck -= 1
    in_set_up = s.frame[0] == r.FIRST_ROLL
    if not in_set_up:
        ask(s, r.ATTEMPT, seat)
    if c.SORT[card] == c.ACTION:
        s.hand[seat, card - c.PEOPLE] += 1
        s.cards[seat] += 1
        tell(note, m.DREW_ACTION, seat, s.cards[seat], 0, 0, 0)
        tell_only(note, 1 << seat, m.DREW_KIND, seat, card - c.PEOPLE, 0, 0, 0)
        if in_set_up:
            give_cards(s, seat + 1)
        return
    if in_set_up:
        place(s, seat, card, note)
        give_groups(s, seat + 1)
        return
    tell(note, m.DREW, seat, card, 0, 0, 0)
    if c.SORT[card] == c.MATE and s.mate[seat] and not s.replace_mate:
        discard(s, seat, card, note)
    elif not fits(s, seat, card):
        to_pile(s, card)
        tell(note, m.MISFIT, seat, card, c.PARTY_OF[card], fitting_parties(s, seat, card), 0)
    elif c.SORT[card] == c.MATE and s.mate[seat]:
        s.fresh = card + 1
        s.where[card] = r.WITH_SEAT + seat
        ask(s, r.REPLACING, seat)
    else:
        place(s, seat, card, note)


def discard(s: State, seat: int, card: int, note: Numbers) -> None:
    """Discard a running mate, because a player has one at most (MS-7)."""
    to_pile(s, card)
    tell(note, m.DISCARDED, seat, card, 0, 0, 0)


def place(s: State, seat: int, card: int, note: Numbers) -> None:
    """Place a group at the end of the chain, or a mate or manager; a new mate replaces the old one (MS-5, MS-6)."""
    s.where[card] = r.WITH_SEAT + seat
    if c.SORT[card] == c.GROUP:
        join(s, seat, card)
        tell(note, m.PLACED, seat, card, c.DOLLARS[card], 0, 0)
    elif c.SORT[card] == c.MANAGER:
        s.managers[seat] += 1
        tell(note, m.HIRED, seat, card, 1, c.MANAGER, 0)
    elif c.SORT[card] == c.MATE:
        if s.mate[seat]:
            discard(s, seat, s.mate[seat] - 1, note)
        s.mate[seat] = card + 1
        tell(note, m.HIRED, seat, card, mate_worth(s, seat, card), c.MATE, 0)


def join(s: State, seat: int, card: int) -> None:
    """Add a group to the end of a player's chain."""
    s.chain[seat, s.chain_length[seat]] = card + 1
    s.chain_length[seat] += 1
    s.income[seat] += c.DOLLARS[card]
    s.where[card] = r.WITH_SEAT + seat


def leave(s: State, seat: int) -> int:
    """Remove the last group from a player's chain and return it."""
    s.chain_length[seat] -= 1
    card = s.chain[seat, s.chain_length[seat]] - 1
    s.chain[seat, s.chain_length[seat]] = 0
    s.income[seat] -= c.DOLLARS[card]
    return card


def lobby(s: State, seat: int, note: Numbers) -> None:
    """Place the top card of the discard pile and end the turn (MS-4)."""
    s.pile_size -= 1
    card = s.pile[s.pile_size] - 1
    s.pile[s.pile_size] = 0
    tell(note, m.LOBBIED, seat, card, 0, 0, 0)
    place(s, seat, card, note)
    end_turn(s, note)


def replaced(s: State, seat: int, takes: bool, note: Numbers) -> None:
    """Replace the old mate with the newly drawn mate, or discard the new mate (MS-7)."""
    card = s.fresh - 1
    s.fresh = 0
    if takes:
        place(s, seat, card, note)
    else:
        discard(s, seat, card, note)
    ask(s, r.ATTEMPT, seat)


# --- the contest


def everybody(s: State) -> int:
    """Return all seats as a bit mask."""
    return (1 << s.seats) - 1


def campaign(s: State, seat: int, state: int, note: Numbers) -> None:
    """Begin a contest; the runner is asked first (MS-8, MS-9, MS-19)."""
    s.contest = state + 1
    s.passes = 0
    s.gagged = 0
    s.truce = 0
    s.base_rating = base_of(s, seat, state)
    s.rating = s.base_rating
    points = c.POINTS[s.votes, state]
    if s.lies[state] == r.HELD:
        s.defender = s.holder[state] - 1
        s.shown[state] = everybody(s)
        s.seen[state] = everybody(s)
        tell(note, m.ATTACKS, seat, state, points, s.base_rating, s.defender)
    else:
        tell(note, m.CAMPAIGNS, seat, state, points, s.base_rating, 0)
    s.frame[0] = r.BIDDING
    ask_bidder(s, seat)


def bidder_from(s: State, first: int, passes: int) -> int:
    """Return the next seat from `first` on that can bid or play a card, or NOBODY if all have passed by then (MS-10).

    Skipped seats count as passing. passes: how many have passed in a row before.
    """
    for k in range(s.seats - passes):
        seat = (first + k) % s.seats
        if takes_part(s, seat) and not is_gagged(s, seat) and (s.cards[seat] > 0 or could_bid(s, seat)):
            return seat
    return r.NOBODY


def ask_bidder(s: State, first: int) -> None:
    """Ask the next seat from `first` on that can bid or play a card, or roll if all have passed (MS-10)."""
    seat = bidder_from(s, first, s.passes)
    if seat == r.NOBODY:
        s.passes = s.seats
        roll_dice(s)
    else:
        s.passes += (seat - first) % s.seats
        s.frame_seat[0] = seat


def ask_after(s: State, seat: int) -> None:
    """Ask the bidder after `seat` (MS-10)."""
    ask_bidder(s, (seat + 1) % s.seats)


def roll_dice(s: State) -> None:
    """Let the runner roll (MS-12)."""
    ask(s, r.ROLLING, r.NOBODY)
    await_chance(s, r.ROLL_CONTEST, r.NOBODY)


def bid(s: State, seat: int, dollars: int, change: int, note: Numbers) -> None:
    """Pay dollars to the bank to raise or lower the rating (MS-10, MS-11)."""
    s.money[seat] -= dollars
    s.rating += change
    s.passes = 0
    tell(note, m.SPENT if change > 0 else m.SLUNG, seat, dollars, s.rating, 0, 0)
    if change < 0:
        break_truce(s, seat, note)
    ask_after(s, seat)


def break_truce(s: State, seat: int, note: Numbers) -> None:
    """Record that a seat broke its truce, if it promised one, by mud or a card with the same effect (MS-17)."""
    if in_truce(s, seat):
        s.truce &= ~(1 << seat)
        s.broken[seat] = min(r.OFTEN[1], s.broken[seat] + 1)
        tell(note, m.BROKE_TRUCE, seat, s.runner, 0, 0, 0)


def keep_truces(s: State, note: Numbers) -> None:
    """Record the truces that were kept until the end of the contest (MS-17)."""
    for seat in range(s.seats):
        if in_truce(s, seat):
            s.kept[seat] = min(r.OFTEN[1], s.kept[seat] + 1)
            tell(note, m.KEPT_TRUCE, seat, s.runner, 0, 0, 0)
    s.truce = 0


def rolled(s: State, first: int, second: int, third: int, note: Numbers) -> None:
    """Record the runner's roll and open the roll window, in which seats may play cards (MS-13)."""
    s.dice[0] = first
    s.dice[1] = second
    s.dice[2] = third
    tell(note, m.ROLLED, s.runner, first, second, third, s.rating)
    ask_roll_window(s, 0, note)


def ask_roll_window(s: State, steps: int, note: Numbers) -> None:
    """Ask the next seat in the roll window, from `steps` after the runner on; after all, the roll counts (MS-13)."""
    for k in range(steps, s.seats):
        seat = (s.runner + k) % s.seats
        if in_window(s, seat):
            s.frame_seat[0] = seat
            return
    roll_counts(s, note)


def roll_window_goes_on(s: State, seat: int, note: Numbers) -> None:
    """Ask the next seat after `seat` in the roll window (MS-13)."""
    ask_roll_window(s, (seat - s.runner + s.seats) % s.seats + 1, note)


def wins(total: int, rating: int) -> bool:
    """Return whether a roll of this sum wins at this rating (MS-12)."""
    return total <= rating and total < ALWAYS_LOSES


def roll_counts(s: State, note: Numbers) -> None:
    """Carry out the roll: the runner takes the state or fails (MS-12)."""
    total = s.dice[0] + s.dice[1] + s.dice[2]
    state = s.contest - 1
    won = wins(total, s.rating)
    points = c.POINTS[s.votes, state]
    tell(note, m.WON if won else m.FAILED, s.runner, state, points, total, s.rating)
    keep_truces(s, note)
    was_open = s.lies[state] == r.OPEN
    if won:
        leader = uncatchable(s)
        take_state(s, state)
        tell_decided(s, leader, note)
    s.contest = 0
    s.defender = r.NOBODY
    s.gagged = 0
    s.passes = 0
    s.base_rating = 0
    s.rating = 0
    if won and was_open:
        if s.unseen or any_under(s):
            ask(s, r.SETTLED, r.NOBODY)
            await_chance(s, r.TURN_UP, r.NOBODY)
            return
        if s.open_count == 0:
            finish(s, note)
            return
    contest_over(s, won, total, note)


def take_state(s: State, state: int) -> None:
    """Give a state to the runner; others see this only with the option `open_states` (MS-1, MS-18, MS-19)."""
    if s.lies[state] == r.OPEN:
        s.open_count -= 1
    else:
        s.won[s.defender] -= 1
    s.lies[state] = r.HELD
    s.won[s.runner] += 1
    s.holder[state] = s.runner + 1
    s.shown[state] = everybody(s) if s.open_states else 0
    s.seen[state] = s.shown[state] | (1 << s.runner)
    s.displayed[state] = s.runner + 1 if s.open_states else 0


def contest_over(s: State, won: bool, total: int, note: Numbers) -> None:
    """Continue after a contest: a new attempt in a hot streak, the turn's end, or a question for a card (MS-19)."""
    s.streak = 0
    if s.hot_streak and total <= HOT:
        s.streak = 1
        tell(note, m.STREAK, s.runner, total, 0, 0, 0)
        ask(s, r.ATTEMPT, s.runner)
    elif won or s.cards[s.runner] == 0:
        end_turn(s, note)
    else:
        ask(s, r.WHISTLING, s.runner)


def support_lost(s: State, seat: int, old_base: int, note: Numbers) -> None:
    """Lower the base and the rating if the runner loses a mate or manager during the bidding (MS-9)."""
    if s.frame[0] != r.BIDDING or seat != s.runner:
        return
    s.base_rating = base_of(s, seat, s.contest - 1)
    s.rating -= old_base - s.base_rating
    tell(note, m.RATED, seat, s.rating, s.base_rating, 0, 0)
