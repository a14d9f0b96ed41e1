"""The conditions that every record of Mudslinger satisfies; `check` returns the number of the first broken one."""

from __future__ import annotations

from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import base_of, cap_of, distance, in_truce, is_question, mate_worth, takes_part

LEAST_BASE = int(c.INFLUENCE[:, : c.NO_PARTY].min())

INVARIANTS = {
    1: "the deck has not as many cards as are nowhere else",
    2: "the discard pile has a gap, or cards above its top",
    3: "the discard pile and the cards marked as being there disagree",
    4: "the action cards on the pile are miscounted",
    5: "a chain has a gap, or holds a card that is no group of that player",
    6: "two neighbours in a chain do not fit",
    7: "an income is not what the groups print",
    8: "a running mate does not fit the candidate",
    9: "the managers are miscounted",
    10: "a card lies with a player who does not show it",
    11: "a hand and its public count disagree",
    12: "there are more action cards of a kind than were printed",
    13: "the states in the deck, open or held are miscounted",
    14: "the states under the deck have no clear order",
    15: "states and the players who hold them disagree",
    16: "who may see a state's holder does not follow from the polls",
    17: "a seat that is not in play has something",
    18: "the frame stack is not well formed",
    19: "the seat that is asked cannot be the one",
    20: "chance is due where none can be",
    21: "a contest is marked where none goes on, or one has no state",
    22: "base or rating lie above the cap, or the base cannot come from the table",
    23: "passes or gags do not fit the contest",
    24: "an offer waits half-made, or is marked where none waits",
    25: "a leaked hand is shown where no Leak is at work, or another than the rival's",
    26: "candidates or parties do not fit the set-up",
    27: "a mate waits to be placed outside that question",
    28: "the game is over with states left, or goes on without",
    29: "the turn, its runner or the hot streak do not fit",
    30: "a roll is marked that nobody has made",
    31: "a truce binds a seat that cannot have promised one, outlives its contest, or is none of the options",
}


def check(s: State) -> int:
    """Return the number of the first broken invariant, or 0; the fields' bounds have been checked before."""
    return check_cards(s) or check_states(s) or check_holders(s) or check_situation(s)


def check_cards(s: State) -> int:
    """Check the seats and all cards: on players' tables, in hands, on the pile and in the deck."""
    return check_seats(s) or check_people(s) or check_pile(s) or check_tables(s) or check_hands(s)


def check_seats(s: State) -> int:
    """Check that candidates differ and have their parties, and that unused seats are empty (MS-1)."""
    for seat in range(s.seats, r.SEATS):
        if s.money[seat] or s.cards[seat] or s.won[seat] or s.chain_length[seat] or s.mate[seat]:
            return 17
        if s.kept[seat] or s.broken[seat]:
            return 17
        if s.managers[seat] or s.candidate[seat] != c.NO_CANDIDATE or s.party[seat] != c.NO_PARTY:
            return 17
    for seat in range(s.seats):
        if not s.truces and (s.kept[seat] or s.broken[seat]):
            return 31
        candidate = s.candidate[seat]
        party = s.party[seat]
        if candidate == c.NO_CANDIDATE:
            if party != c.NO_PARTY or s.turn:
                return 26
            continue
        if candidate == c.ANY:
            if s.seats < r.SEATS or (s.turn and party == c.NO_PARTY):
                return 26
        elif party != candidate:
            return 26
        for other in range(seat):
            if s.candidate[other] == candidate:
                return 26
    return 0


def check_people(s: State) -> int:
    """Check that the groups, mates and managers marked as on a table are those that the tables show."""
    lying = 0
    for card in range(c.PEOPLE):
        lying += s.where[card] >= r.WITH_SEAT
    shown = 0
    for seat in range(s.seats):
        shown += s.chain_length[seat] + s.managers[seat] + (s.mate[seat] > 0)
    return 0 if lying == shown + (s.fresh > 0) else 10


def check_pile(s: State) -> int:
    """Check that the discard pile has no gap and that its counts are right."""
    people = 0
    for k in range(c.ALL_CARDS):
        card = s.pile[k] - 1
        if (card >= 0) != (k < s.pile_size):
            return 2
        if 0 <= card < c.PEOPLE:
            people += 1
            if s.where[card] != r.IN_PILE:
                return 3
    for card in range(c.PEOPLE):
        people -= s.where[card] == r.IN_PILE
    if people:
        return 3
    for kind in range(c.KINDS):
        count = 0
        for k in range(s.pile_size):
            count += s.pile[k] == c.PEOPLE + kind + 1
        if count != s.played[kind]:
            return 4
    return 0


def check_tables(s: State) -> int:
    """Check each player's chain, income, running mate and managers."""
    for seat in range(s.seats):
        broken = check_chain(s, seat)
        if broken:
            return broken
        mate = s.mate[seat] - 1
        lies = mate >= 0 and c.SORT[mate] == c.MATE and s.where[mate] == r.WITH_SEAT + seat
        if mate >= 0 and not (lies and mate_worth(s, seat, mate)):
            return 8
        managers = 0
        for card in range(c.PEOPLE):
            managers += c.SORT[card] == c.MANAGER and s.where[card] == r.WITH_SEAT + seat
        if managers != s.managers[seat]:
            return 9
    return 0


def check_chain(s: State, seat: int) -> int:
    """Check that a chain of groups has no gaps, that neighbours fit, and that the income is right (MS-5)."""
    party = s.party[seat]
    dollars = 0
    for k in range(c.GROUPS):
        card = s.chain[seat, k] - 1
        if (card >= 0) != (k < s.chain_length[seat]):
            return 5
        if card < 0:
            continue
        if s.where[card] != r.WITH_SEAT + seat:
            return 5
        if distance(c.PARTY_OF[card], party) > 1:
            return 6
        party = c.PARTY_OF[card]
        dollars += c.DOLLARS[card]
    return 0 if dollars == s.income[seat] else 7


def check_hands(s: State) -> int:
    """Check that hands match their public counts, and that no kind of card has too many copies."""
    for seat in range(r.SEATS):
        count = 0
        for kind in range(c.KINDS):
            count += s.hand[seat, kind]
        if count != s.cards[seat]:
            return 11
    left = 0
    for kind in range(c.KINDS):
        rest = c.COPIES[kind] - s.played[kind] - (s.gives == r.MOST_DOLLARS + kind + 1)
        for seat in range(s.seats):
            rest -= s.hand[seat, kind]
        if rest < 0:
            return 12
        left += rest
    for card in range(c.PEOPLE):
        left += s.where[card] == r.IN_DECK
    return 0 if left == s.deck else 1


def check_states(s: State) -> int:
    """Check the place of each state and the counts of states (MS-1)."""
    unseen = 0
    opened = 0
    for state in range(c.ALL_STATES):
        unseen += s.lies[state] == r.UNSEEN
        opened += s.lies[state] == r.OPEN
        if (s.lies[state] == r.UNDER) != (s.under[state] > 0) or s.under[state] > s.under_count:
            return 14
        if s.under[state]:
            for other in range(state):
                if s.under[other] == s.under[state]:
                    return 14
    return 0 if unseen == s.unseen and opened == s.open_count else 13


def check_holders(s: State) -> int:
    """Check the holders of states, and the marks of the seats that know them (MS-18)."""
    everyone = (1 << s.seats) - 1
    for state in range(c.ALL_STATES):
        holder = s.holder[state]
        held = s.lies[state] == r.HELD
        if holder > s.seats or (holder > 0) != held:
            return 15
        shown = s.shown[state]
        if shown > everyone or (shown and not held) or (held and s.open_states and shown != everyone):
            return 16
        if s.seen[state] != (shown | (1 << (holder - 1)) if held else 0):
            return 16
        if s.displayed[state] != (holder if s.open_states else 0):
            return 16
    for seat in range(s.seats):
        count = 0
        for state in range(c.ALL_STATES):
            count += s.holder[state] == seat + 1
        if count != s.won[seat]:
            return 15
    return 0


# --- the situation: stack, question, chance, contest, offer, leak, end


def check_situation(s: State) -> int:
    """Check everything about the current situation."""
    broken = check_end(s)
    if broken or s.finished:
        return broken
    return check_stack(s) or check_asked(s) or check_contest(s) or check_offer(s) or check_leak(s) or check_rest(s)


def check_end(s: State) -> int:
    """Check that the game is over when all states are held, with nothing pending (MS-20)."""
    left = c.ALL_STATES
    for state in range(c.ALL_STATES):
        left -= s.lies[state] == r.HELD or s.lies[state] == r.ABSENT
    begun = s.frame[0] != r.CHOOSE  # before, the short game has no states yet
    if (s.finished == 1) != (left == 0 and begun):
        return 28
    if s.finished and (s.depth or s.pending or s.contest or s.streak or s.offerer != r.NOBODY):
        return 28
    return 0


def check_stack(s: State) -> int:
    """Check the order of situations on the stack, and that frames above the top are empty."""
    if s.depth == 0:
        return 18
    for level in range(r.FRAMES):
        kind = s.frame[level]
        if level >= s.depth:
            if kind or s.frame_seat[level] != r.NOBODY or s.frame_by[level] != r.NOBODY or s.frame_kind[level]:
                return 18
            continue
        if kind == 0 or (level == 0) != (kind < r.ANSWER):
            return 18
        top = level == s.depth - 1
        if level and not top and kind != r.ANSWER:
            return 18
        if kind >= r.ANSWER and s.frame_by[level] >= s.seats:
            return 18
        if kind < r.ANSWER and s.frame_by[level] != r.NOBODY:
            return 18
        has_card = kind == r.ANSWER or kind == r.DEBATING
        if has_card != (s.frame_kind[level] > 0):
            return 18
        if kind == r.DEBATING and c.STAKE[s.frame_kind[level] - 1] == 0:
            return 18
        if kind == r.ANSWER and level > 1 and c.SPECIAL[s.frame_kind[level] - 1] != c.CANCEL:
            return 18
    return 0


def chance_fits(s: State, top: int) -> bool:
    """Return True if the pending chance outcome fits the situation on top of the stack."""
    pending = s.pending
    if top == r.CHOOSE:
        return pending == r.DEAL_CANDIDATE or (pending == r.TURN_UP and s.length == 1)
    if top == r.FIRST_ROLL:
        return pending == r.ROLL_FIRST or (pending == r.DRAW_CARD and s.start > 0)
    if top == r.OPENING or top == r.SETTLED:
        return pending == r.TURN_UP
    if top == r.CARD:
        return pending == r.DRAW_CARD or pending == r.TURN_UP
    if top == r.ROLLING:
        return pending == r.ROLL_CONTEST
    if top == r.DEBATING:
        return pending == r.ROLL_DEBATE
    return pending == r.TURN_UP and is_question(top)


def check_asked(s: State) -> int:
    """Check that a fitting chance outcome is due, or that the situation asks a seat that it can ask."""
    top = s.frame[s.depth - 1]
    seat = s.frame_seat[s.depth - 1]
    for_seat = s.pending == r.DEAL_CANDIDATE or s.pending == r.ROLL_FIRST or s.pending == r.DRAW_CARD
    for_seat = for_seat or s.pending == r.ROLL_DEBATE
    if for_seat != (s.pending_seat < s.seats) or (not for_seat and s.pending_seat != r.NOBODY):
        return 20
    if s.pending:
        return 0 if chance_fits(s, top) else 20
    if seat >= s.seats:
        return 19
    if top == r.FIRST_ROLL or top == r.OPENING or top == r.SETTLED or top == r.DEBATING:
        return 19
    if is_question(top) or top == r.REPLACING:
        return 0 if seat == s.runner else 19
    if top == r.TAKING or top == r.WANTING:
        return 0 if seat == s.frame_by[s.depth - 1] else 19
    if top == r.ANSWER:
        return 19 if seat == s.frame_by[s.depth - 1] else 0
    return 0


def check_contest(s: State) -> int:
    """Check the contest: state, defender, base, rating, passes and gags (MS-9 to MS-12)."""
    going = s.frame[0] == r.BIDDING or s.frame[0] == r.ROLLING
    if going != (s.contest > 0):
        return 21
    if not going:
        if s.truce:
            return 31
        quiet = s.contest == 0 and s.defender == r.NOBODY and s.base_rating == 0 and s.rating == 0
        return 0 if quiet and s.passes == 0 and s.gagged == 0 else 21
    state = s.contest - 1
    if s.runner >= s.seats:
        return 29
    if s.defender == r.NOBODY:
        if s.lies[state] != r.OPEN:
            return 21
    elif s.defender >= s.seats or s.holder[state] != s.defender + 1 or s.defender == s.runner:
        return 21
    if s.rating > cap_of(s) or s.base_rating > cap_of(s) or s.base_rating < LEAST_BASE:
        return 22
    if s.frame[0] == r.BIDDING and s.base_rating != base_of(s, s.runner, state):
        return 22
    if s.passes > s.seats or s.gagged >= 1 << s.seats:
        return 23
    if (s.gagged >> s.runner) & 1:
        return 23
    for seat in range(s.seats):
        if in_truce(s, seat) and (seat == s.runner or not takes_part(s, seat)):
            return 31
    return 31 if s.truce >= 1 << s.seats or (s.truce and not s.truces) else 0


def check_offer(s: State) -> int:
    """Check an offer: both seats, the item given, and the item wanted once it waits for an answer (MS-17)."""
    top = s.frame[s.depth - 1]
    if top != r.WANTING and top != r.OFFERED:
        none = s.offerer == r.NOBODY and s.offered_to == r.NOBODY and s.gives == 0 and s.wants == 0
        return 0 if none else 24
    if s.offerer >= s.seats or s.offered_to >= s.seats or s.offerer == s.offered_to:
        return 24
    if s.gives == 0 or s.offerer != s.frame_by[s.depth - 1] or (s.wants > 0) != (top == r.OFFERED):
        return 24
    return 24 if top == r.OFFERED and s.frame_seat[s.depth - 1] != s.offered_to else 0


def check_leak(s: State) -> int:
    """Check that a Leak card shows the rival's hand to its player only."""
    top = s.depth - 1
    taking = s.frame[top] == r.TAKING
    if taking and s.frame_target[top] >= s.seats:
        return 25
    for seat in range(r.SEATS):
        for kind in range(c.KINDS):
            wanted = 0
            if taking and seat == s.frame_by[top]:
                wanted = s.hand[s.frame_target[top], kind]
            if s.leaked[seat, kind] != wanted:
                return 25
    return 0


def check_rest(s: State) -> int:
    """Check the newly drawn mate, the turn, the hot streak and the rolls."""
    fresh = s.fresh - 1
    if (s.frame[0] == r.REPLACING) != (s.fresh > 0):
        return 27
    if s.fresh and (c.SORT[fresh] != c.MATE or s.where[fresh] != r.WITH_SEAT + s.runner or not s.replace_mate):
        return 27
    setting_up = s.frame[0] <= r.OPENING
    begun = s.runner < s.seats
    if (s.turn == 0) != setting_up or begun != (s.frame[0] >= r.OPENING) or (not begun and s.runner != r.NOBODY):
        return 29
    if s.streak and (not s.hot_streak or setting_up):
        return 29
    for seat in range(s.seats, r.SEATS):
        if s.first_roll[seat]:
            return 30
    return 30 if s.debate_roll and s.pending != r.ROLL_DEBATE else 0
