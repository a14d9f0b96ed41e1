"""The function `refusal`, which decides whether a move of Mudslinger is legal, and its parts.

Each function `refused_...` returns LEGAL, or the number of the reason against a move.
"""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import (
    cap_of,
    distance,
    end_party,
    fits,
    in_contest,
    is_asked,
    is_gagged,
    is_money,
    is_open_moment,
    is_question,
    may_promise_truce,
    situation,
    takes_part,
)

POLL_PRICE = 5


def refusal(s: State, seat: int, action: int) -> int:
    """Return LEGAL if the seat may do the action now, otherwise the number of the reason against it."""
    if action < 0 or action >= m.ACTIONS or seat >= s.seats:
        return m.NO_SUCH_ACTION
    if s.finished:
        return m.GAME_IS_OVER
    if s.pending:
        return m.CHANCE_IS_DUE
    if action >= m.TRADE or action == m.POLL or action == m.WITHDRAW:
        return refused_unasked(s, seat, action)
    if not int(m.WHEN[action]) >> situation(s) & 1:
        return m.WRONG_QUESTION
    if not is_asked(s, seat):
        return m.NOT_ASKED
    return refused_answer(s, seat, action)


def refused_answer(s: State, seat: int, action: int) -> int:
    """Return why the asked seat cannot give this answer in this situation."""
    if action == m.LOBBY:
        return refused_lobby(s, seat)
    if action == m.ACCEPT:
        return LEGAL if holds(s, seat, s.wants - 1) else m.CANNOT_ACCEPT
    if action < m.RUN:
        return LEGAL
    if action < m.PARTY:
        return refused_candidate(s, action - m.RUN)
    if action < m.CAMPAIGN:
        return LEGAL
    if action < m.SPEND:
        return refused_campaign(s, seat, action - m.CAMPAIGN)
    if action < m.SLING:
        return refused_spend(s, seat, action - m.SPEND + 1)
    if action < m.TAKE:
        return refused_sling(s, seat, action - m.SLING + 1)
    if action < m.FOR:
        return LEGAL if s.leaked[seat, action - m.TAKE] else m.NOT_SHOWN
    return refused_for(s, action - m.FOR)


def refused_candidate(s: State, candidate: int) -> int:
    """Return why a candidate cannot be chosen (MS-1)."""
    if candidate == c.ANY and s.seats < r.SEATS:
        return m.CANDIDATE_ABSENT
    for seat in range(s.seats):
        if s.candidate[seat] == candidate:
            return m.CANDIDATE_TAKEN
    return LEGAL


def refused_lobby(s: State, seat: int) -> int:
    """Return why the top of the pile cannot be taken (MS-4)."""
    if s.pile_size == 0:
        return m.PILE_EMPTY
    card = s.pile[s.pile_size - 1] - 1
    if c.SORT[card] == c.ACTION:
        return m.TOP_IS_ACTION
    if c.SORT[card] == c.MATE and s.mate[seat] and not s.replace_mate:
        return m.SECOND_MATE
    return LEGAL if fits(s, seat, card) else m.TOP_DOES_NOT_FIT


def refused_campaign(s: State, seat: int, state: int) -> int:
    """Return why a state cannot be fought for; a hot streak also allows rivals' states (MS-8, MS-19)."""
    if s.lies[state] == r.OPEN:
        return LEGAL
    if not s.streak:
        return m.STATE_NOT_OPEN
    if s.lies[state] != r.HELD:
        return m.STATE_IN_DECK
    return m.STATE_OWN if s.holder[state] == seat + 1 else LEGAL


def refused_spend(s: State, seat: int, dollars: int) -> int:
    """Return why a number of dollars cannot be spent on the runner's rating (MS-10, MS-11)."""
    if dollars > s.money[seat]:
        return m.TOO_LITTLE_MONEY
    return m.ABOVE_CAP if s.rating + dollars > cap_of(s) else LEGAL


def refused_sling(s: State, seat: int, dollars: int) -> int:
    """Return why a number of dollars cannot be slung as mud (MS-10, MS-11)."""
    if seat == s.runner:
        return m.RUNNER_SLINGS
    if dollars > s.money[seat]:
        return m.TOO_LITTLE_MONEY
    return m.BELOW_BASE if s.rating - dollars < s.base_rating else LEGAL


def refused_for(s: State, item: int) -> int:
    """Return why the offerer cannot ask for an item in return (MS-17)."""
    if is_money(item):
        if is_money(s.gives - 1):
            return m.MONEY_FOR_MONEY
        return LEGAL if s.money[s.offered_to] > item else m.RIVAL_HAS_LESS
    if item == r.TRUCE:
        return LEGAL if may_promise_truce(s, s.offered_to, s.offerer) else refused_truce(s)
    return LEGAL if s.cards[s.offered_to] else m.RIVAL_HAS_NO_CARD


def refused_truce(s: State) -> int:
    """Return why no truce can be promised: the option forbids it, or the moment or the partner is wrong (MS-17)."""
    return m.NO_TRUCE if s.truces else m.TRUCES_OFF


def refused_unasked(s: State, seat: int, action: int) -> int:
    """Return why a move that answers no question, such as a trade or a gift, cannot be made now."""
    if action == m.WITHDRAW:
        waits = situation(s) == r.WANTING or situation(s) == r.OFFERED
        return LEGAL if waits and s.offerer == seat else m.NO_OFFER
    if m.PLAY <= action < m.GIVE:
        return refused_card(s, seat, action)
    if not is_open_moment(s):
        return m.NOT_OPEN
    if action == m.POLL:
        return refused_poll(s, seat)
    if action < m.PLAY:
        return LEGAL if s.hand[seat, action - m.TRADE] else m.NOT_IN_HAND
    return refused_deal(s, seat, action)


def refused_card(s: State, seat: int, action: int) -> int:
    """Return why a play of an action card is illegal (MS-14)."""
    if action >= m.PLAY_GERRY:
        late = refused_timing(s, seat, c.GERRY)
        return late if late else refused_gerry(s, action - m.PLAY_GERRY)
    kind = (action - m.PLAY) // m.TARGET_SLOTS
    late = refused_timing(s, seat, kind)
    return late if late else refused_play(s, seat, kind, (action - m.PLAY) % m.TARGET_SLOTS)


def refused_poll(s: State, seat: int) -> int:
    """Return why no poll can be paid for (MS-16)."""
    if s.money[seat] < POLL_PRICE:
        return m.POLL_TOO_DEAR
    return refused_look(s, seat)


def holds(s: State, seat: int, item: int) -> bool:
    """Return True if the seat has an item's dollars or card; a truce is checked elsewhere, so True for it."""
    if is_money(item):
        return s.money[seat] > item
    if item == r.TRUCE:
        return True
    return s.hand[seat, item - r.MOST_DOLLARS] > 0


def refused_deal(s: State, seat: int, action: int) -> int:
    """Return why a gift, an offer or a promise cannot be made (MS-17)."""
    if action >= m.PROMISE:
        return refused_partner(s, seat, action - m.PROMISE)
    if action >= m.OFFER:
        partner = (action - m.OFFER) // r.ITEMS
        item = (action - m.OFFER) % r.ITEMS
    else:
        partner = (action - m.GIVE) // r.ITEMS
        item = (action - m.GIVE) % r.ITEMS
    refused = refused_partner(s, seat, partner)
    if refused:
        return refused
    if item == r.TRUCE and not (action >= m.OFFER and may_promise_truce(s, seat, partner)):
        return refused_truce(s)
    if not holds(s, seat, item):
        return m.DEAL_TOO_DEAR if is_money(item) else m.DEAL_NOT_IN_HAND
    return refused_offer(s, seat, partner, item) if action >= m.OFFER else LEGAL


def refused_partner(s: State, seat: int, partner: int) -> int:
    """Return why the seat cannot start a deal with this partner now (MS-17)."""
    if partner >= s.seats:
        return m.NO_SUCH_PARTNER
    if partner == seat:
        return m.OWN_PARTNER
    return m.TOO_MANY_DEALS if s.deals[seat] >= r.MOST_DEALS else LEGAL


def refused_offer(s: State, seat: int, partner: int, item: int) -> int:
    """Return why an offer cannot be made: another offer waits, or there is nothing to ask for (MS-17)."""
    if situation(s) == r.OFFERED:
        return m.OFFER_WAITS
    if s.cards[partner] or (not is_money(item) and s.money[partner]) or may_promise_truce(s, partner, seat):
        return LEGAL
    return m.NOTHING_TO_ASK


# --- the moves that may be legal


def task(s: State) -> int:
    """Return the situation, or 0 if no move is possible."""
    return 0 if s.finished or s.pending else situation(s)


def shared(s: State, seat: int) -> int:
    """Return the items that the seat has, as a bit mask: sums of dollars and kinds of cards."""
    held = (1 << min(r.MOST_DOLLARS, s.money[seat])) - 1
    if s.cards[seat]:
        for kind in range(c.KINDS):
            held |= (s.hand[seat, kind] > 0) << (r.MOST_DOLLARS + kind)
    return held


def rows(s: State, seat: int, first: int, shared: int) -> int:
    """Return the kinds of cards in the hand, or the partners of deals, as a bit mask (MS-14, MS-17)."""
    if first == m.PLAY:
        return shared >> r.MOST_DOLLARS
    return ((1 << s.seats) - 1) & ~(1 << seat) if s.deals[seat] < r.MOST_DEALS else 0


def candidates(s: State, seat: int, first: int, shared: int) -> int:
    """Return the moves of a row that may be legal, as a bit mask; exactly those that trade, give, offer or promise."""
    if first == m.POLL or first == m.WITHDRAW:
        return 1
    if first < m.TRADE:
        return answers(s, seat, first) if is_asked(s, seat) else 0
    if first < m.PLAY:
        return shared >> r.MOST_DOLLARS
    if first < m.GIVE:
        kind = c.GERRY if first == m.PLAY_GERRY else (first - m.PLAY) // m.TARGET_SLOTS
        return -1 if refused_timing(s, seat, kind) == LEGAL else 0
    if first < m.OFFER:
        return shared
    if first < m.PROMISE:
        return offers(s, seat, (first - m.OFFER) // r.ITEMS, shared)
    return rows(s, seat, first, shared)


def answers(s: State, seat: int, first: int) -> int:
    """Return the asked seat's answers that may be legal, as a bit mask; exactly bids and attempts (MS-8, MS-10)."""
    if first == m.SPEND:
        return below(min(s.money[seat], cap_of(s) - s.rating))
    if first == m.SLING:
        return 0 if seat == s.runner else below(min(s.money[seat], s.rating - s.base_rating))
    if first != m.CAMPAIGN:
        return -1
    states = 0
    for state in range(c.ALL_STATES):
        states |= (refused_campaign(s, seat, state) == LEGAL) << state
    return states


def below(count: int) -> int:
    """Return the bids of 1 to `count` dollars as a bit mask."""
    return (1 << max(0, min(count, m.MOST_BID))) - 1


def offers(s: State, seat: int, partner: int, items: int) -> int:
    """Return the items that can be offered to a partner: there must be something to ask for in return (MS-17)."""
    if situation(s) == r.OFFERED:
        return 0
    items |= may_promise_truce(s, seat, partner) << r.TRUCE
    if s.cards[partner] or may_promise_truce(s, partner, seat):
        return items
    return items & ~((1 << r.MOST_DOLLARS) - 1) if s.money[partner] else 0


# --- action cards: when and against whom (MS-14, MS-15)


def refused_timing(s: State, seat: int, kind: int) -> int:
    """Return why a card of this kind cannot be played now, regardless of its target (MS-14, MS-15, MS-19)."""
    if s.hand[seat, kind] == 0:
        return m.NOT_IN_HAND
    if not is_time(s, seat, kind):
        return m.WRONG_TIME
    if in_contest(s):
        if is_gagged(s, seat):
            return m.IS_GAGGED
        if s.attack_cards and not takes_part(s, seat):
            return m.NOT_OF_THE_TWO
    return LEGAL


def is_time(s: State, seat: int, kind: int) -> int:
    """Return True if the present situation allows a card of this kind, by the table in README.md."""
    top = situation(s)
    when = c.WHEN[kind]
    if when == c.IN_CONTEST:
        return top == r.BIDDING and is_asked(s, seat)
    if when == c.AFTER_ROLL:
        return top == r.ROLLING and is_asked(s, seat)
    if when == c.IN_ANSWER:
        return top == r.ANSWER and is_asked(s, seat)
    if when == c.AFTER_FAILURE:
        return top == r.WHISTLING and is_asked(s, seat)
    if when == c.ANY_TIME and (top == r.BIDDING or top == r.ROLLING):
        return True
    return is_question(top)


def refused_play(s: State, seat: int, kind: int, target: int) -> int:
    """Return why a card cannot be played against a target; NO_TARGET: without a target (MS-14, MS-19)."""
    whom = c.NAMES_WHOM[kind]
    if whom == c.ON_STATE or (target == m.NO_TARGET) != (whom == c.ON_NOBODY):
        return m.WRONG_TARGET
    if whom == c.ON_NOBODY:
        if c.RATING_CHANGE[kind] > 0 and s.rating >= cap_of(s):
            return m.AT_THE_CAP
        return LEGAL
    if target >= s.seats:
        return m.NO_SUCH_SEAT
    if target == seat:
        return m.OWN_SEAT
    if whom == c.ON_RUNNER:
        return LEGAL if target == s.runner else m.NOT_THE_RUNNER
    if in_contest(s):
        if s.attack_cards and not takes_part(s, target):
            return m.NOT_OF_THE_TWO
        if target == s.runner and not takes_part(s, seat):
            return m.AGAINST_RUNNER
    return refused_rival(s, seat, kind, target)


def refused_rival(s: State, seat: int, kind: int, target: int) -> int:
    """Return why a card would have no effect against a rival (MS-14)."""
    special = c.SPECIAL[kind]
    if special == c.GAGS:
        return m.GAG_IMPOSSIBLE if target == s.runner or is_gagged(s, target) else LEGAL
    if special == c.DEFECTS:
        return refused_defection(s, seat, target)
    lacking = special == c.SHOW_HAND and s.cards[target] == 0
    lacking = lacking or (c.TAKES[kind] > 0 and s.money[target] == 0)
    drop = c.DROP[kind]
    lacking = lacking or (drop == c.DROP_GROUP and s.chain_length[target] == 0)
    lacking = lacking or (drop == c.DROP_MANAGER and s.managers[target] == 0)
    lacking = lacking or (drop == c.DROP_MATE and s.mate[target] == 0)
    return m.NOTHING_THERE if lacking else LEGAL


def refused_defection(s: State, seat: int, target: int) -> int:
    """Return why the rival's last group cannot join the end of the player's chain."""
    length = s.chain_length[target]
    if length == 0:
        return m.NOTHING_THERE
    party = c.PARTY_OF[s.chain[target, length - 1] - 1]
    return LEGAL if distance(party, end_party(s, seat)) < 2 else m.DOES_NOT_JOIN


def refused_gerry(s: State, state: int) -> int:
    """Return why a state cannot be swapped: it must be open, and there must be another state to turn up."""
    if s.lies[state] != r.OPEN:
        return m.STATE_NOT_OPEN
    return LEGAL if s.unseen or any_under(s) else m.NO_STATE_LEFT


def any_under(s: State) -> bool:
    """Return whether a state lies under the deck."""
    if s.under_count == 0:
        return False
    for state in range(len(s.lies)):
        if s.lies[state] == r.UNDER:
            return True
    return False


def refused_look(s: State, seat: int) -> int:
    """Return the reason why the card Poll would show the seat nothing, or LEGAL if it would (MS-16, MS-18)."""
    if s.open_states:
        return m.NOTHING_TO_POLL
    for rival in range(s.seats):
        if rival != seat and s.won[rival]:
            return LEGAL
    return m.NOTHING_TO_POLL
