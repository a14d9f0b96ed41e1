"""Questions about a record of Mudslinger: the seat that is asked, cards that fit, the seats in a contest."""

from __future__ import annotations

from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State

MANAGER_WORTH = 1  # a campaign manager's bonus (MS-6)


def situation(s: State) -> int:
    """Return the situation of the topmost frame."""
    return s.frame[s.depth - 1]


def is_asked(s: State, seat: int) -> bool:
    """Return whether the seat must move now."""
    return s.frame_seat[s.depth - 1] == seat


def cap_of(s: State) -> int:
    """Return the highest rating, by the option `cap`."""
    return r.HIGHEST_CAP - s.cap


def rating_with(s: State, change: int) -> int:
    """Return the rating after a card has changed it, at most the cap (MS-14)."""
    return min(cap_of(s), s.rating + change)


def in_contest(s: State) -> int:
    """Return whether a contest goes on: bidding, or a roll window."""
    return s.frame[0] == r.BIDDING or s.frame[0] == r.ROLLING


def takes_part(s: State, seat: int) -> int:
    """Return True if the seat takes part in the contest; in an attack, only runner and owner do (MS-10, MS-19)."""
    return s.defender == r.NOBODY or seat == s.runner or seat == s.defender


def is_gagged(s: State, seat: int) -> bool:
    """Return whether a Gag Order silences the seat in this contest."""
    return (s.gagged >> seat) & 1 == 1


def distance(one: int, other: int) -> int:
    """Return the number of steps between two parties on the political spectrum (MS-5)."""
    return one - other if one > other else other - one


def end_party(s: State, seat: int) -> int:
    """Return the party of the last group in a player's chain, or the player's own party without groups (MS-5)."""
    length = s.chain_length[seat]
    if length == 0:
        return s.party[seat]
    return c.PARTY_OF[s.chain[seat, length - 1] - 1]


def bonus(mate: int, party: int) -> int:
    """Return a mate's bonus by two parties: 2 in the same party, 1 in the next, 0 if the mate does not fit (MS-6)."""
    far = distance(mate, party)
    return 2 - far if far < 2 else 0


def mate_worth(s: State, seat: int, card: int) -> int:
    """Return a running mate's bonus for a player (MS-6)."""
    return bonus(c.PARTY_OF[card], s.party[seat])


def fits(s: State, seat: int, card: int) -> bool:
    """Return True if a group, mate or manager fits the player; a second mate may fit as well (MS-5, MS-6)."""
    sort = c.SORT[card]
    if sort == c.GROUP:
        return distance(c.PARTY_OF[card], end_party(s, seat)) < 2
    if sort == c.MATE:
        return mate_worth(s, seat, card) > 0
    return sort == c.MANAGER


def fitting_parties(s: State, seat: int, card: int) -> int:
    """Return the parties that fit a player as a bit mask, for cards of the same sort as this group or mate (MS-5)."""
    at = end_party(s, seat) if c.SORT[card] == c.GROUP else s.party[seat]
    mask = 0
    for party in range(c.NO_PARTY):
        mask |= (distance(party, at) < 2) << party
    return mask


def support(s: State, seat: int) -> int:
    """Return the bonus of a seat's mate and managers on its base rating in every contest (MS-6)."""
    worth = s.managers[seat] * MANAGER_WORTH
    if s.mate[seat]:
        worth += mate_worth(s, seat, s.mate[seat] - 1)
    return worth


def base_of(s: State, seat: int, state: int) -> int:
    """Return a seat's base rating in a state: influence, mate and managers, at most the cap (MS-9, MS-11)."""
    return min(cap_of(s), c.INFLUENCE[state, s.party[seat]] + support(s, seat))


def could_bid(s: State, seat: int) -> bool:
    """Return whether the seat could spend or sling a dollar (MS-10)."""
    if s.money[seat] == 0:
        return False
    return s.rating < cap_of(s) or (seat != s.runner and s.rating > s.base_rating)


def in_window(s: State, seat: int) -> bool:
    """Return True if the roll window asks the seat for a card (MS-13, MS-15).

    The window asks a seat that takes part in the contest, holds a card and is not gagged.
    """
    if s.cards[seat] == 0 or not takes_part(s, seat):
        return False
    return not is_gagged(s, seat)


def is_money(item: int) -> bool:
    """Return True if an item of a gift or offer is dollars (item + 1 of them)."""
    return item < r.MOST_DOLLARS


def in_truce(s: State, seat: int) -> bool:
    """Return True if the seat has promised to sling no mud in this contest (MS-17)."""
    return (s.truce >> seat) & 1 == 1


def may_promise_truce(s: State, seat: int, partner: int) -> bool:
    """Return whether the seat can promise the runner a truce: while bids are taken, and only once (MS-17)."""
    if not s.truces:
        return False
    if s.frame[0] != r.BIDDING or partner != s.runner or seat == partner:
        return False
    if not takes_part(s, seat):
        return False
    return not in_truce(s, seat)


def is_open_moment(s: State) -> bool:
    """Return True if any seat may trade, take a poll, give or promise now."""
    if s.pending or s.finished:
        return False
    top = situation(s)
    if top == r.ANSWER:
        return True
    return is_question(top) or top == r.BIDDING or top == r.ROLLING or top == r.OFFERED


def is_question(top: int) -> bool:
    """Return True if the situation is one of a turn's questions: card, attempt, or attempt again."""
    return top == r.CARD or top == r.ATTEMPT or top == r.WHISTLING
