"""The set-up, the turn, and cards that are drawn and placed (MS-1 to MS-8, MS-20)."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, tell, tell_only
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import events
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.table import fits, mate_worth

OUT_OF_IT = 1  # a first roll that is lower than any: the seat has lost the comparison


def ask(s: State, kind: int, seat: int) -> None:
    """The lowest frame becomes this situation, and asks this seat."""
    s.frame[0] = kind
    s.frame_seat[0] = seat


def await_chance(s: State, pending: int, seat: int) -> None:
    """Chance is due."""
    s.pending = pending
    s.pending_seat = seat


def next_seat(s: State, seat: int) -> int:
    """Clockwise."""
    return (seat + 1) % s.seats


# --- the set-up


def deal_next_candidate(s: State, seat: int) -> None:
    """MS-1: the next player gets or chooses a candidate; after the last, `ANY` names a party."""
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
    roll_first(s, 0)


def gets_candidate(s: State, seat: int, candidate: int, note: Numbers) -> None:
    """MS-1: a player's candidate, and with it the party."""
    s.candidate[seat] = candidate
    if candidate != c.ANY:
        s.party[seat] = candidate
    tell(note, events.GOT_CANDIDATE, seat, candidate, 0, 0, 0)
    deal_next_candidate(s, seat + 1)


def roll_first(s: State, seat: int) -> None:
    """MS-1: the next seat from `seat` on that has no roll rolls; when all have, the highest begins or ties go on."""
    for player in range(seat, s.seats):
        if s.first_roll[player] == 0:
            ask(s, r.FIRST_ROLL, r.NOBODY)
            await_chance(s, r.ROLL_FIRST, player)
            return


def rolled_first(s: State, seat: int, first: int, second: int, third: int, note: Numbers) -> None:
    """MS-1: one roll for who begins."""
    s.first_roll[seat] = first + second + third
    tell(note, events.ROLLED_FIRST, seat, first, second, third, first + second + third)
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
        tell(note, events.BEGINS, s.runner, 0, 0, 0, 0)
        ask(s, r.OPENING, r.NOBODY)
        await_chance(s, r.TURN_UP, r.NOBODY)
        return
    for player in range(s.seats):
        s.first_roll[player] = 0 if s.first_roll[player] == best else OUT_OF_IT
    roll_first(s, 0)


def turned_up(s: State, state: int, note: Numbers) -> None:
    """MS-1: a state is opened; what comes next depends on why."""
    if s.lies[state] == r.UNDER:
        s.under[state] = 0
    else:
        s.unseen -= 1
    s.lies[state] = r.OPEN
    s.open_count += 1
    tell(note, events.OPENED, r.NOBODY, state, c.POINTS[s.votes, state], 0, 0)
    if s.frame[0] != r.OPENING:
        return
    if s.open_count < r.STATES_OPEN:
        await_chance(s, r.TURN_UP, r.NOBODY)
    else:
        begin_turn(s, s.runner, note)


# --- the turn


def begin_turn(s: State, seat: int, note: Numbers) -> None:
    """MS-2: income; then the seat is asked for a card."""
    s.turn += 1
    s.runner = seat
    s.streak = 0
    for player in range(s.seats):
        s.deals[player] = 0
    s.money[seat] += s.income[seat]
    tell(note, events.TURN, seat, s.turn, s.income[seat], s.money[seat], 0)
    ask(s, r.CARD, seat)


def end_turn(s: State, note: Numbers) -> None:
    """The next seat's turn begins."""
    begin_turn(s, next_seat(s, s.runner), note)


def to_pile(s: State, card: int) -> None:
    """A card goes face up on the discard pile."""
    s.pile[s.pile_size] = card + 1
    s.pile_size += 1
    if card < c.PEOPLE:
        s.where[card] = r.IN_PILE
    else:
        s.played[card - c.PEOPLE] += 1


def draw_card(s: State, seat: int, note: Numbers) -> None:
    """MS-3: from the deck, made anew from the pile when empty; with neither, nothing."""
    if s.deck == 0 and s.pile_size:
        new_deck(s, note)
    if s.deck == 0:
        tell(note, events.NO_CARD, seat, 0, 0, 0, 0)
        ask(s, r.ATTEMPT, seat)
        return
    await_chance(s, r.DRAW_CARD, seat)


def new_deck(s: State, note: Numbers) -> None:
    """MS-3: the discards become the deck."""
    s.deck = s.pile_size
    tell(note, events.NEW_DECK, r.NOBODY, s.deck, 0, 0, 0)
    for k in range(s.pile_size):
        s.pile[k] = 0
    s.pile_size = 0
    for card in range(c.PEOPLE):
        if s.where[card] == r.IN_PILE:
            s.where[card] = r.IN_DECK
    for kind in range(c.KINDS):
        s.played[kind] = 0


def drew(s: State, seat: int, card: int, note: Numbers) -> None:
    """MS-3: the card is kept, placed or discarded."""
    s.deck -= 1
    ask(s, r.ATTEMPT, seat)
    if c.SORT[card] == c.ACTION:
        s.hand[seat, card - c.PEOPLE] += 1
        s.cards[seat] += 1
        tell(note, events.DREW_ACTION, seat, s.cards[seat], 0, 0, 0)
        tell_only(note, 1 << seat, events.DREW_KIND, seat, card - c.PEOPLE, 0, 0, 0)
        return
    tell(note, events.DREW, seat, card, 0, 0, 0)
    if not fits(s, seat, card):
        discard(s, seat, card, note)
    elif c.SORT[card] == c.MATE and s.mate[seat]:
        if s.replace_mate:
            s.fresh = card + 1
            s.where[card] = r.WITH_SEAT + seat
            ask(s, r.REPLACING, seat)
        else:
            discard(s, seat, card, note)
    else:
        place(s, seat, card, note)


def discard(s: State, seat: int, card: int, note: Numbers) -> None:
    """A drawn card goes on the pile."""
    to_pile(s, card)
    tell(note, events.DISCARDED, seat, card, 0, 0, 0)


def place(s: State, seat: int, card: int, note: Numbers) -> None:
    """MS-5, MS-6: a group joins the chain, a mate or manager the staff; an old mate goes."""
    s.where[card] = r.WITH_SEAT + seat
    worth = 1
    if c.SORT[card] == c.GROUP:
        worth = c.DOLLARS[card]
        join(s, seat, card)
    elif c.SORT[card] == c.MANAGER:
        s.managers[seat] += 1
    elif c.SORT[card] == c.MATE:
        if s.mate[seat]:
            discard(s, seat, s.mate[seat] - 1, note)
        s.mate[seat] = card + 1
        worth = mate_worth(s, seat, card)
    tell(note, events.PLACED, seat, card, worth, 0, 0)


def join(s: State, seat: int, card: int) -> None:
    """A group joins the end of a chain."""
    s.chain[seat, s.chain_length[seat]] = card + 1
    s.chain_length[seat] += 1
    s.income[seat] += c.DOLLARS[card]
    s.where[card] = r.WITH_SEAT + seat


def leave(s: State, seat: int) -> int:
    """The last group leaves a chain; returns it."""
    s.chain_length[seat] -= 1
    card = s.chain[seat, s.chain_length[seat]] - 1
    s.chain[seat, s.chain_length[seat]] = 0
    s.income[seat] -= c.DOLLARS[card]
    return card


def lobby(s: State, seat: int, note: Numbers) -> None:
    """MS-4: the top of the pile is placed, and the turn is over."""
    s.pile_size -= 1
    card = s.pile[s.pile_size] - 1
    s.pile[s.pile_size] = 0
    tell(note, events.LOBBIED, seat, card, 0, 0, 0)
    place(s, seat, card, note)
    end_turn(s, note)


def replaced(s: State, seat: int, takes: bool, note: Numbers) -> None:
    """MS-7: the mate just drawn replaces the old one, or is discarded."""
    card = s.fresh - 1
    s.fresh = 0
    if takes:
        place(s, seat, card, note)
    else:
        discard(s, seat, card, note)
    ask(s, r.ATTEMPT, seat)


# --- the end


def points_of(s: State, seat: int) -> int:
    """Electoral points of the states a seat holds."""
    total = 0
    for state in range(c.ALL_STATES):
        if s.holder[state] == seat + 1:
            total += c.POINTS[s.votes, state]
    return total


def winners_of(s: State) -> int:
    """MS-20: bit mask of the winners: most points, then most states."""
    best = 0
    winners = 0
    for seat in range(s.seats):
        standing = points_of(s, seat) * (c.ALL_STATES + 1) + s.won[seat]
        if standing > best:
            best, winners = standing, 0
        if standing == best:
            winners |= 1 << seat
    return winners


def finish(s: State, note: Numbers) -> None:
    """MS-20: all states are held."""
    s.finished = 1
    s.streak = 0
    s.depth = 0
    s.frame[0] = 0
    s.frame_seat[0] = r.NOBODY
    winners = winners_of(s)
    for seat in range(s.seats):
        if (winners >> seat) & 1:
            best = points_of(s, seat)
    tell(note, events.GAME_OVER, r.NOBODY, winners, best, 0, 0)
