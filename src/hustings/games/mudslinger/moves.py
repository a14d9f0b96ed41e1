"""Which moves of Mudslinger are allowed: one predicate, `refusal`, and the list made with it."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.games.mudslinger import ids
from hustings.games.mudslinger.cards import (
    ACTION,
    ALL_STATES,
    ANY,
    CANDIDATES,
    GERRY,
    KINDS,
    MATE,
    PARTIES,
    SORT,
)
from hustings.games.mudslinger.ids import LEGAL
from hustings.games.mudslinger.record import (
    ANSWER,
    ATTEMPT,
    BIDDING,
    CARD,
    CHOOSE,
    HELD,
    ITEMS,
    MOST_DEALS,
    MOST_DOLLARS,
    NAME_PARTY,
    OFFERED,
    OPEN,
    REPLACING,
    ROLLING,
    SEATS,
    TAKING,
    WANTING,
    WHISTLING,
)
from hustings.games.mudslinger.rules.play_rules import refused_gerry, refused_look, refused_play, refused_timing
from hustings.games.mudslinger.rules.table import cap_of, fits, is_asked, is_money, is_open_moment, situation

POLL_PRICE = 5


@kernel
def refusal(s: State, seat: int, action: int) -> int:
    """0 when `seat` may do `action` now, else the number of the reason; every verb about moves asks here."""
    if action < 0 or action >= ids.ACTIONS or seat >= s.seats:
        return ids.NO_SUCH_ACTION
    if s.finished:
        return ids.GAME_IS_OVER
    if s.pending:
        return ids.CHANCE_IS_DUE
    if action >= ids.TRADE_ID or action == ids.POLL or action == ids.WITHDRAW:
        return refused_unasked(s, seat, action)
    if situation(s) != question_of(s, action):
        return ids.WRONG_QUESTION
    if not is_asked(s, seat):
        return ids.NOT_ASKED
    return refused_answer(s, seat, action)


@kernel
def question_of(s: State, action: int) -> int:
    """The situation an answering move belongs to; for `pass` the present one where it can be passed, else none."""
    if action >= ids.FOR_ID:
        return WANTING
    if action >= ids.TAKE_ID:
        return TAKING
    if action >= ids.SPEND_ID:
        return BIDDING
    if action >= ids.CAMPAIGN_ID or action == ids.REST:
        return ATTEMPT
    if action >= ids.PARTY_ID:
        return NAME_PARTY
    if action >= ids.RUN_ID:
        return CHOOSE
    if action >= ids.ACCEPT:
        return OFFERED
    if action >= ids.REPLACE:
        return REPLACING
    if action == ids.PASS:
        return situation(s) if can_pass(situation(s)) else 0
    return CARD


@kernel
def can_pass(top: int) -> bool:
    """Whether the situation is one of the windows, bidding, or the question after a failure."""
    return top == ANSWER or top == ROLLING or top == WHISTLING or top == BIDDING


@kernel
def refused_answer(s: State, seat: int, action: int) -> int:
    """Why the asked seat cannot answer so; the situation is the right one."""
    if action == ids.LOBBY:
        return refused_lobby(s, seat)
    if action == ids.ACCEPT:
        return LEGAL if holds(s, seat, s.wants - 1) else ids.CANNOT_ACCEPT
    if action < ids.RUN_ID:
        return LEGAL
    if action < ids.PARTY_ID:
        return refused_candidate(s, action - ids.RUN_ID)
    if action < ids.CAMPAIGN_ID:
        return LEGAL
    if action < ids.SPEND_ID:
        return refused_campaign(s, seat, action - ids.CAMPAIGN_ID)
    if action < ids.SLING_ID:
        return refused_spend(s, seat, action - ids.SPEND_ID + 1)
    if action < ids.TAKE_ID:
        return refused_sling(s, seat, action - ids.SLING_ID + 1)
    if action < ids.FOR_ID:
        return LEGAL if s.leaked[seat, action - ids.TAKE_ID] else ids.NOT_SHOWN
    return refused_for(s, action - ids.FOR_ID)


@kernel
def refused_candidate(s: State, candidate: int) -> int:
    """MS-1: why a candidate cannot be chosen."""
    if candidate == ANY and s.seats < SEATS:
        return ids.CANDIDATE_ABSENT
    for seat in range(s.seats):
        if s.candidate[seat] == candidate:
            return ids.CANDIDATE_TAKEN
    return LEGAL


@kernel
def refused_lobby(s: State, seat: int) -> int:
    """MS-4: why the top of the pile cannot be taken."""
    if s.pile_size == 0:
        return ids.PILE_EMPTY
    card = s.pile[s.pile_size - 1] - 1
    if SORT[card] == ACTION:
        return ids.TOP_IS_ACTION
    if not fits(s, seat, card):
        return ids.TOP_DOES_NOT_FIT
    if SORT[card] == MATE and s.mate[seat] and not s.replace_mate:
        return ids.SECOND_MATE
    return LEGAL


@kernel
def refused_campaign(s: State, seat: int, state: int) -> int:
    """MS-8, MS-19: why a state cannot be fought for; in a hot streak also a rival's can."""
    if s.lies[state] == OPEN:
        return LEGAL
    if not s.streak:
        return ids.STATE_NOT_OPEN
    if s.lies[state] != HELD:
        return ids.STATE_IN_DECK
    return ids.STATE_OWN if s.holder[state] == seat + 1 else LEGAL


@kernel
def refused_spend(s: State, seat: int, dollars: int) -> int:
    """MS-10, MS-11: why so much cannot be spent on the runner."""
    if dollars > s.money[seat]:
        return ids.TOO_LITTLE_MONEY
    return ids.ABOVE_CAP if s.rating + dollars > cap_of(s) else LEGAL


@kernel
def refused_sling(s: State, seat: int, dollars: int) -> int:
    """MS-10, MS-11: why so much mud cannot be slung."""
    if seat == s.runner:
        return ids.RUNNER_SLINGS
    if dollars > s.money[seat]:
        return ids.TOO_LITTLE_MONEY
    return ids.BELOW_BASE if s.rating - dollars < s.base_rating else LEGAL


@kernel
def refused_for(s: State, item: int) -> int:
    """MS-17: why the offerer cannot ask for this."""
    if is_money(item):
        if is_money(s.gives - 1):
            return ids.MONEY_FOR_MONEY
        return LEGAL if s.money[s.offered_to] > item else ids.RIVAL_HAS_LESS
    return LEGAL if s.cards[s.offered_to] else ids.RIVAL_HAS_NO_CARD


@kernel
def refused_unasked(s: State, seat: int, action: int) -> int:
    """Why a move that may come unasked cannot come now."""
    if action == ids.WITHDRAW:
        waits = situation(s) == WANTING or situation(s) == OFFERED
        return LEGAL if waits and s.offerer == seat else ids.NO_OFFER
    if ids.PLAY_ID <= action < ids.GIVE_ID:
        return refused_card(s, seat, action)
    if not is_open_moment(s):
        return ids.NOT_OPEN
    if action == ids.POLL:
        return refused_poll(s, seat)
    if action < ids.PLAY_ID:
        return LEGAL if s.hand[seat, action - ids.TRADE_ID] else ids.NOT_IN_HAND
    return refused_deal(s, seat, action)


@kernel
def refused_card(s: State, seat: int, action: int) -> int:
    """MS-14: why an action card cannot be played so."""
    if action >= ids.GERRY_ID:
        late = refused_timing(s, seat, GERRY)
        return late if late else refused_gerry(s, action - ids.GERRY_ID)
    kind = (action - ids.PLAY_ID) // ids.TARGET_SLOTS
    late = refused_timing(s, seat, kind)
    return late if late else refused_play(s, seat, kind, (action - ids.PLAY_ID) % ids.TARGET_SLOTS)


@kernel
def refused_poll(s: State, seat: int) -> int:
    """MS-16: why no poll can be paid for."""
    if s.money[seat] < POLL_PRICE:
        return ids.POLL_TOO_DEAR
    return refused_look(s, seat)


@kernel
def holds(s: State, seat: int, item: int) -> bool:
    """Whether the seat has the dollars or the card."""
    if is_money(item):
        return s.money[seat] > item
    return s.hand[seat, item - MOST_DOLLARS] > 0


@kernel
def refused_deal(s: State, seat: int, action: int) -> int:
    """MS-17: why a gift, an offer or a promise cannot be made."""
    if action >= ids.PROMISE_ID:
        return refused_partner(s, seat, action - ids.PROMISE_ID)
    if action >= ids.OFFER_ID:
        partner = (action - ids.OFFER_ID) // ITEMS
        item = (action - ids.OFFER_ID) % ITEMS
    else:
        partner = (action - ids.GIVE_ID) // ITEMS
        item = (action - ids.GIVE_ID) % ITEMS
    refused = refused_partner(s, seat, partner)
    if refused:
        return refused
    if not holds(s, seat, item):
        return ids.TOO_LITTLE_MONEY if is_money(item) else ids.NOT_IN_HAND
    return refused_offer(s, partner, item) if action >= ids.OFFER_ID else LEGAL


@kernel
def refused_partner(s: State, seat: int, partner: int) -> int:
    """MS-17: why nothing can be agreed with this seat now."""
    if partner >= s.seats:
        return ids.NO_SUCH_SEAT
    if partner == seat:
        return ids.OWN_SEAT
    return ids.TOO_MANY_DEALS if s.deals[seat] >= MOST_DEALS else LEGAL


@kernel
def refused_offer(s: State, partner: int, item: int) -> int:
    """MS-17: one offer waits at a time, and there must be something to ask for."""
    if situation(s) == OFFERED:
        return ids.OFFER_WAITS
    if s.cards[partner] or (not is_money(item) and s.money[partner]):
        return LEGAL
    return ids.NOTHING_TO_ASK


# --- the list


def legal(s: State, seat: int, out: Numbers) -> int:
    """Every action `refusal` lets through, ascending."""
    return listed(s, seat, out, True)


def choices(s: State, seat: int, out: Numbers) -> int:
    """What bots consider: no gifts, offers or paid polls; promises, which bind nobody, where there is nothing else."""
    count = listed(s, seat, out, False)
    return count if count else last_resort(s, seat, out)


@kernel
def last_resort(s: State, seat: int, out: Numbers) -> int:
    """What a seat that is not asked can do when it has no card: promise something, or else have a poll taken."""
    if s.finished or seat >= s.seats or not is_open_moment(s):
        return 0
    if s.deals[seat] < MOST_DEALS:
        return list_promises(s, seat, out, 0)
    if refused_poll(s, seat) == LEGAL:
        out[0] = ids.POLL
        return 1
    return 0


@kernel
def listed(s: State, seat: int, out: Numbers, with_talk: bool) -> int:
    """The seat's moves, ascending, with or without deals and paid polls; returns how many."""
    if s.finished or s.pending or seat >= s.seats:
        return 0
    top = situation(s)
    talk = with_talk and is_open_moment(s)
    asked = is_asked(s, seat)
    count = 0
    if asked:
        count = list_low(s, seat, out, top)
    if refusal(s, seat, ids.WITHDRAW) == LEGAL:
        out[count] = ids.WITHDRAW
        count += 1
    if talk and refused_poll(s, seat) == LEGAL:
        out[count] = ids.POLL
        count += 1
    if asked:
        count = list_high(s, seat, out, count, top)
    if s.cards[seat]:
        count = list_cards(s, seat, out, count)
    if talk and s.deals[seat] < MOST_DEALS:
        count = list_deals(s, seat, out, count)
    return count


@kernel
def list_low(s: State, seat: int, out: Numbers, top: int) -> int:
    """The asked seat's answers below WITHDRAW."""
    count = 0
    for action in range(ids.WITHDRAW):
        if question_of(s, action) == top and refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@kernel
def list_range(s: State, seat: int, out: Numbers, count: int, first: int, end: int) -> int:
    """The asked seat's answers from `first` to before `end`, all belonging to the situation."""
    for action in range(first, end):
        if refused_answer(s, seat, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@kernel
def list_high(s: State, seat: int, out: Numbers, count: int, top: int) -> int:
    """The asked seat's answers from RUN_ID on."""
    if top == ATTEMPT:
        return list_range(s, seat, out, count, ids.CAMPAIGN_ID, ids.SPEND_ID)
    if top == BIDDING:
        most = min(ids.MOST_BID, s.money[seat])
        count = list_range(s, seat, out, count, ids.SPEND_ID, ids.SPEND_ID + most)
        return list_range(s, seat, out, count, ids.SLING_ID, ids.SLING_ID + most)
    if top == TAKING:
        return list_range(s, seat, out, count, ids.TAKE_ID, ids.FOR_ID)
    if top == WANTING:
        return list_range(s, seat, out, count, ids.FOR_ID, ids.TRADE_ID)
    if top == CHOOSE:
        return list_range(s, seat, out, count, ids.RUN_ID, ids.RUN_ID + len(CANDIDATES))
    if top == NAME_PARTY:
        return list_range(s, seat, out, count, ids.PARTY_ID, ids.PARTY_ID + len(PARTIES))
    return count


@kernel
def list_cards(s: State, seat: int, out: Numbers, count: int) -> int:
    """MS-14: trades and plays of the cards in the hand."""
    if is_open_moment(s):
        for kind in range(KINDS):
            if s.hand[seat, kind]:
                out[count] = ids.TRADE_ID + kind
                count += 1
    for kind in range(KINDS):
        if s.hand[seat, kind] == 0 or kind == GERRY or refused_timing(s, seat, kind):
            continue
        for target in range(ids.TARGET_SLOTS):
            if refused_play(s, seat, kind, target) == LEGAL:
                out[count] = ids.PLAY_ID + kind * ids.TARGET_SLOTS + target
                count += 1
    if s.hand[seat, GERRY] and refused_timing(s, seat, GERRY) == LEGAL:
        for state in range(ALL_STATES):
            if refused_gerry(s, state) == LEGAL:
                out[count] = ids.GERRY_ID + state
                count += 1
    return count


@kernel
def list_deals(s: State, seat: int, out: Numbers, count: int) -> int:
    """MS-17: gifts, offers, promises."""
    for first in (ids.GIVE_ID, ids.OFFER_ID):
        for partner in range(s.seats):
            if partner != seat:
                count = list_items(s, seat, out, count, first + partner * ITEMS)
    return list_promises(s, seat, out, count)


@kernel
def list_promises(s: State, seat: int, out: Numbers, count: int) -> int:
    """MS-17: a promise to every other seat."""
    for partner in range(s.seats):
        if partner != seat:
            out[count] = ids.PROMISE_ID + partner
            count += 1
    return count


@kernel
def list_items(s: State, seat: int, out: Numbers, count: int, first: int) -> int:
    """MS-17: what can be given or offered to one partner; `first` is the action of giving or offering him $1."""
    for item in range(min(MOST_DOLLARS, s.money[seat])):
        if refused_deal(s, seat, first + item) == LEGAL:
            out[count] = first + item
            count += 1
    if s.cards[seat]:
        for kind in range(KINDS):
            action = first + MOST_DOLLARS + kind
            if s.hand[seat, kind] and refused_deal(s, seat, action) == LEGAL:
                out[count] = action
                count += 1
    return count
