"""The invariants of a record of Mudslinger: `check` names the first one broken."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.mudslinger.cards import (
    ALL_CARDS,
    ALL_STATES,
    ANY,
    CARDS,
    COPIES,
    DOLLARS,
    GROUP,
    GROUPS,
    KINDS,
    MANAGER,
    MATE,
    PARTY_OF,
    PEOPLE,
    SORT,
)
from hustings.games.mudslinger.invariants.situation_invariants import check_situation
from hustings.games.mudslinger.record import (
    ABSENT,
    HELD,
    IN_DECK,
    IN_PILE,
    MOST_DEALS,
    MOST_DOLLARS,
    OPEN,
    SEATS,
    UNDER,
    UNSEEN,
    WITH_SEAT,
)
from hustings.games.mudslinger.rules.table import distance, mate_worth
from hustings.games.mudslinger.rules.turns import NO_CANDIDATE, NO_PARTY

INVARIANTS = {
    1: "an option or the number of seats is out of range",
    2: "a group, mate or manager is somewhere that does not exist",
    3: "the deck has not as many cards as are nowhere else",
    4: "the discard pile has a gap, or cards above its top",
    5: "the discard pile and the cards marked as being there disagree",
    6: "the action cards on the pile are miscounted",
    7: "a chain has a gap, or holds a card that is no group of that player",
    8: "two neighbours in a chain do not fit",
    9: "an income is not what the groups print",
    10: "a running mate does not fit his candidate",
    11: "the managers are miscounted",
    12: "a card lies with a player who does not show it",
    13: "a hand and its public count disagree",
    14: "there are more action cards of a kind than were printed",
    15: "the states in the deck, open or held are miscounted",
    16: "the states under the deck have no clear order",
    17: "states and the players who hold them disagree",
    18: "who may see a state's holder does not follow from the polls",
    19: "money is negative, or a seat that is not in play has something",
    20: "a player has started more deals than allowed",
    21: "the frame stack is not well formed",
    22: "the seat that is asked cannot be the one",
    23: "chance is due where none can be",
    24: "a contest is marked where none goes on, or one has no state",
    25: "base or rating lie above the cap, or the rating cannot come from the base",
    26: "passes or gags do not fit the contest",
    27: "an offer waits half-made, or is marked where none waits",
    28: "a leaked hand is shown where no Leak is at work, or another than the rival's",
    29: "candidates or parties do not fit the set-up",
    30: "a mate waits to be placed outside that question",
    31: "the game is over with states left, or goes on without",
    32: "the turn, its runner or the hot streak do not fit",
    33: "dice show what they cannot",
}


def check(s: State) -> int:
    """0, or the number of the first broken invariant in INVARIANTS."""
    broken = check_options(s)
    if broken == 0:
        broken = check_people(s)
    if broken == 0:
        broken = check_pile(s)
    if broken == 0:
        broken = check_tables(s)
    if broken == 0:
        broken = check_hands(s)
    if broken == 0:
        broken = check_states(s)
    if broken == 0:
        broken = check_holders(s)
    return broken if broken else check_situation(s)


@kernel
def check_options(s: State) -> int:
    """Options and seats in range; nothing at seats not in play."""
    if s.seats < 3 or s.seats > SEATS:
        return 1
    for switch in (s.cap, s.hot_streak, s.candidates, s.replace_mate, s.open_states):
        if switch < 0 or switch > 1:
            return 1
    if s.votes < 0 or s.votes > 2:
        return 1
    for seat in range(SEATS):
        if s.money[seat] < 0:
            return 19
        if s.deals[seat] < 0 or s.deals[seat] > MOST_DEALS:
            return 20
        if seat >= s.seats:
            if s.money[seat] or s.cards[seat] or s.won[seat] or s.chain_length[seat] or s.mate[seat]:
                return 19
            if s.managers[seat] or s.candidate[seat] != NO_CANDIDATE or s.party[seat] != NO_PARTY:
                return 19
    return check_candidates(s)


@kernel
def check_candidates(s: State) -> int:
    """MS-1: everybody another candidate; the party is his own, except for `ANY`."""
    for seat in range(s.seats):
        candidate = s.candidate[seat]
        party = s.party[seat]
        if candidate < 0 or candidate > NO_CANDIDATE or party < 0 or party > NO_PARTY:
            return 29
        if candidate == NO_CANDIDATE:
            if party != NO_PARTY or s.turn:
                return 29
            continue
        if candidate == ANY:
            if s.seats < SEATS or (s.turn and party == NO_PARTY):
                return 29
        elif party != candidate:
            return 29
        for other in range(seat):
            if s.candidate[other] == candidate:
                return 29
    return 0


@kernel
def check_people(s: State) -> int:
    """Groups, mates and managers are in one place each; as many lie with players as these show."""
    lying = 0
    for card in range(PEOPLE):
        if s.where[card] < IN_DECK or s.where[card] >= WITH_SEAT + s.seats:
            return 2
        lying += s.where[card] >= WITH_SEAT
    shown = 0
    for seat in range(s.seats):
        shown += s.chain_length[seat] + s.managers[seat] + (s.mate[seat] > 0)
    return 0 if lying == shown + (s.fresh > 0) else 12


@kernel
def check_pile(s: State) -> int:
    """The pile, its counts, and the deck as what is left."""
    if s.pile_size < 0 or s.pile_size > ALL_CARDS:
        return 4
    for k in range(ALL_CARDS):
        if s.pile[k] < 0 or s.pile[k] > CARDS or (s.pile[k] > 0) != (k < s.pile_size):
            return 4
    people = 0
    for k in range(s.pile_size):
        card = s.pile[k] - 1
        if card < PEOPLE:
            people += 1
            if s.where[card] != IN_PILE:
                return 5
    for card in range(PEOPLE):
        people -= s.where[card] == IN_PILE
    if people:
        return 5
    for kind in range(KINDS):
        count = 0
        for k in range(s.pile_size):
            count += s.pile[k] == PEOPLE + kind + 1
        if count != s.played[kind]:
            return 6
    return 0


@kernel
def check_tables(s: State) -> int:
    """Chains, incomes, mates and managers."""
    for seat in range(s.seats):
        broken = check_chain(s, seat)
        if broken:
            return broken
        mate = s.mate[seat] - 1
        if s.mate[seat] < 0 or s.mate[seat] > PEOPLE:
            return 10
        if s.mate[seat]:
            if SORT[mate] != MATE or s.where[mate] != WITH_SEAT + seat or mate_worth(s, seat, mate) == 0:
                return 10
        managers = 0
        for card in range(PEOPLE):
            managers += SORT[card] == MANAGER and s.where[card] == WITH_SEAT + seat
        if managers != s.managers[seat]:
            return 11
    return 0


@kernel
def check_chain(s: State, seat: int) -> int:
    """MS-5: groups of this player without a gap, neighbours that fit, and their dollars."""
    length = s.chain_length[seat]
    if length < 0 or length > GROUPS:
        return 7
    party = s.party[seat]
    dollars = 0
    for k in range(GROUPS):
        card = s.chain[seat, k] - 1
        if (card >= 0) != (k < length):
            return 7
        if k >= length:
            continue
        if card >= PEOPLE or SORT[card] != GROUP or s.where[card] != WITH_SEAT + seat:
            return 7
        if distance(PARTY_OF[card], party) > 1:
            return 8
        party = PARTY_OF[card]
        dollars += DOLLARS[card]
    return 0 if dollars == s.income[seat] else 9


@kernel
def check_hands(s: State) -> int:
    """Hands, their counts, and no more cards of a kind than there are; the rest is the deck."""
    left = 0
    for seat in range(SEATS):
        count = 0
        for kind in range(KINDS):
            if s.hand[seat, kind] < 0:
                return 13
            count += s.hand[seat, kind]
        if count != s.cards[seat]:
            return 13
    for kind in range(KINDS):
        rest = COPIES[kind] - s.played[kind] - (s.gives == MOST_DOLLARS + kind + 1)
        for seat in range(s.seats):
            rest -= s.hand[seat, kind]
        if rest < 0:
            return 14
        left += rest
    for card in range(PEOPLE):
        left += s.where[card] == IN_DECK
    return 0 if left == s.deck else 3


@kernel
def check_states(s: State) -> int:
    """MS-1: where the states are, and how many."""
    unseen = 0
    opened = 0
    for state in range(ALL_STATES):
        if s.lies[state] < UNSEEN or s.lies[state] > ABSENT:
            return 15
        unseen += s.lies[state] == UNSEEN
        opened += s.lies[state] == OPEN
        if (s.lies[state] == UNDER) != (s.under[state] > 0) or s.under[state] > s.under_count:
            return 16
        if s.under[state] < 0:
            return 16
        if s.under[state]:
            for other in range(state):
                if s.under[other] == s.under[state]:
                    return 16
    return 0 if unseen == s.unseen and opened == s.open_count and opened <= 4 else 15


@kernel
def check_holders(s: State) -> int:
    """MS-18: who holds what, and who may know it."""
    for state in range(ALL_STATES):
        holder = s.holder[state]
        held = s.lies[state] == HELD
        if holder < 0 or holder > s.seats or (holder > 0) != held:
            return 17
        everyone = (1 << s.seats) - 1
        shown = s.shown[state]
        if shown < 0 or shown > everyone or (shown and not held) or (held and s.open_states and shown != everyone):
            return 18
        if s.seen[state] != (shown | (1 << (holder - 1)) if held else 0):
            return 18
        if s.displayed[state] != (holder if s.open_states else 0):
            return 18
    for seat in range(s.seats):
        count = 0
        for state in range(ALL_STATES):
            count += s.holder[state] == seat + 1
        if count != s.won[seat]:
            return 17
    return 0
