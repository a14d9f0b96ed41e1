"""The set-up, the turn, and cards that are drawn and placed (MS-1 to MS-7, MS-20 to MS-22, MS-24)."""

from __future__ import annotations

import numpy as np

from hustings.engine.kernels import Numbers, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import (
    fits,
    fitting_parties,
    mate_worth,
)

FIRST_DOLLARS = 2  # what a first group pays each turn
#: the action cards that each player begins with, by the option `start` (MS-24)
FIRST_CARDS = np.array([{"first_card": 1, "three_cards": 3}.get(start, 0) for start in r.STARTS], np.int64)
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
    """Give each player from `seat` on action cards, by the option `start`, then roll for who begins (MS-24)."""
    while seat < s.seats and s.cards[seat] == FIRST_CARDS[s.start]:
        seat += 1
    if seat < s.seats:
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
            give_cards(s, seat)
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
