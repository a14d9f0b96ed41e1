"""When and against whom an action card may be played: the effects table read as conditions (MS-14, MS-15)."""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import reasons
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.table import (
    cap_of,
    distance,
    end_party,
    in_contest,
    is_asked,
    is_gagged,
    is_question,
    situation,
    takes_part,
)


def refused_timing(s: State, seat: int, kind: int) -> int:
    """Why the seat cannot play a card of this kind at this moment, whoever it names (MS-14, MS-15, MS-19)."""
    if s.hand[seat, kind] == 0:
        return reasons.NOT_IN_HAND
    if not is_time(s, seat, kind):
        return reasons.WRONG_TIME
    if in_contest(s):
        if is_gagged(s, seat):
            return reasons.IS_GAGGED
        if s.attack_cards and not takes_part(s, seat):
            return reasons.NOT_OF_THE_TWO
    return LEGAL


def is_time(s: State, seat: int, kind: int) -> int:
    """README: the moments of each kind of card."""
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
    """Why a card cannot be played against `target` (NO_TARGET: nobody), its moment apart (MS-14, MS-19)."""
    whom = c.NAMES_WHOM[kind]
    if whom == c.ON_STATE or (target == m.NO_TARGET) != (whom == c.ON_NOBODY):
        return reasons.WRONG_TARGET
    if whom == c.ON_NOBODY:
        if c.RATING_CHANGE[kind] > 0 and s.rating >= cap_of(s):
            return reasons.AT_THE_CAP
        return LEGAL
    if target >= s.seats:
        return reasons.NO_SUCH_SEAT
    if target == seat:
        return reasons.OWN_SEAT
    if whom == c.ON_RUNNER:
        return LEGAL if target == s.runner else reasons.NOT_THE_RUNNER
    if in_contest(s):
        if s.attack_cards and not takes_part(s, target):
            return reasons.NOT_OF_THE_TWO
        if target == s.runner and not takes_part(s, seat):
            return reasons.AGAINST_RUNNER
    return refused_rival(s, seat, kind, target)


def refused_rival(s: State, seat: int, kind: int, target: int) -> int:
    """MS-14: a card that could do nothing cannot be played."""
    special = c.SPECIAL[kind]
    if special == c.GAGS:
        return reasons.GAG_IMPOSSIBLE if target == s.runner or is_gagged(s, target) else LEGAL
    if special == c.DEFECTS:
        return refused_defection(s, seat, target)
    lacking = special == c.SHOW_HAND and s.cards[target] == 0
    lacking = lacking or (c.TAKES[kind] > 0 and s.money[target] == 0)
    drop = c.DROP[kind]
    lacking = lacking or (drop == c.DROP_GROUP and s.chain_length[target] == 0)
    lacking = lacking or (drop == c.DROP_MANAGER and s.managers[target] == 0)
    lacking = lacking or (drop == c.DROP_MATE and s.mate[target] == 0)
    return reasons.NOTHING_THERE if lacking else LEGAL


def refused_defection(s: State, seat: int, target: int) -> int:
    """The rival's last group must fit the end of the player's chain."""
    length = s.chain_length[target]
    if length == 0:
        return reasons.NOTHING_THERE
    party = c.PARTY_OF[s.chain[target, length - 1] - 1]
    return LEGAL if distance(party, end_party(s, seat)) < 2 else reasons.DOES_NOT_JOIN


def refused_gerry(s: State, state: int) -> int:
    """An open state, and another one to turn up."""
    if s.lies[state] != r.OPEN:
        return reasons.STATE_NOT_OPEN
    return LEGAL if s.unseen or any_under(s) else reasons.NO_STATE_LEFT


def any_under(s: State) -> bool:
    """Whether a state lies under the deck."""
    if s.under_count == 0:
        return False
    for state in range(len(s.lies)):
        if s.lies[state] == r.UNDER:
            return True
    return False


def refused_look(s: State, seat: int) -> int:
    """MS-16, MS-18: why a poll would show nothing."""
    if s.open_states:
        return reasons.NOTHING_TO_POLL
    for rival in range(s.seats):
        if rival != seat and s.won[rival]:
            return LEGAL
    return reasons.NOTHING_TO_POLL
