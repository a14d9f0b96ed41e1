"""When and against whom an action card may be played: the effects table read as conditions (MS-14, MS-15)."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.mudslinger import ids
from hustings.games.mudslinger.cards import (
    AFTER_FAILURE,
    AFTER_ROLL,
    ANY_TIME,
    DEFECTS,
    DROP,
    DROP_GROUP,
    DROP_MANAGER,
    DROP_MATE,
    GAGS,
    IN_ANSWER,
    IN_CONTEST,
    NAMES_WHOM,
    ON_NOBODY,
    ON_RUNNER,
    ON_STATE,
    PARTY_OF,
    POLLS,
    RATING_CHANGE,
    SHOW_HAND,
    SPECIAL,
    TAKES,
    WHEN,
)
from hustings.games.mudslinger.ids import LEGAL, NO_TARGET
from hustings.games.mudslinger.record import ANSWER, BIDDING, OPEN, ROLLING, UNDER, WHISTLING
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


@kernel
def refused_timing(s: State, seat: int, kind: int) -> int:
    """MS-14, MS-15: why the seat cannot play a card of this kind at this moment, whoever it names."""
    if s.hand[seat, kind] == 0:
        return ids.NOT_IN_HAND
    if not is_time(s, seat, kind):
        return ids.WRONG_TIME
    if in_contest(s):
        if is_gagged(s, seat):
            return ids.IS_GAGGED
        if not takes_part(s, seat):
            return ids.NOT_OF_THE_TWO
    return LEGAL


@kernel
def is_time(s: State, seat: int, kind: int) -> int:
    """README: the moments of each kind of card."""
    top = situation(s)
    when = WHEN[kind]
    if when == IN_CONTEST:
        return top == BIDDING and is_asked(s, seat)
    if when == AFTER_ROLL:
        return top == ROLLING and is_asked(s, seat)
    if when == IN_ANSWER:
        return top == ANSWER and is_asked(s, seat)
    if when == AFTER_FAILURE:
        return top == WHISTLING and is_asked(s, seat)
    if when == ANY_TIME and (top == BIDDING or top == ROLLING):
        return True
    return is_question(top)


@kernel
def refused_play(s: State, seat: int, kind: int, target: int) -> int:
    """MS-14: why a card cannot be played against `target` (NO_TARGET: nobody); its moment has been looked at."""
    whom = NAMES_WHOM[kind]
    if whom == ON_STATE or (target == NO_TARGET) != (whom == ON_NOBODY):
        return ids.WRONG_TARGET
    if whom == ON_NOBODY:
        if RATING_CHANGE[kind] > 0 and s.rating >= cap_of(s):
            return ids.AT_THE_CAP
        return refused_look(s, seat) if SPECIAL[kind] == POLLS else LEGAL
    if target >= s.seats:
        return ids.NO_SUCH_SEAT
    if target == seat:
        return ids.OWN_SEAT
    if whom == ON_RUNNER:
        return LEGAL if target == s.runner else ids.NOT_THE_RUNNER
    if in_contest(s) and not takes_part(s, target):
        return ids.NOT_OF_THE_TWO
    return refused_rival(s, seat, kind, target)


@kernel
def refused_rival(s: State, seat: int, kind: int, target: int) -> int:
    """MS-14: a card that could do nothing cannot be played."""
    special = SPECIAL[kind]
    if special == GAGS:
        return ids.GAG_IMPOSSIBLE if target == s.runner or is_gagged(s, target) else LEGAL
    if special == DEFECTS:
        return refused_defection(s, seat, target)
    lacking = special == SHOW_HAND and s.cards[target] == 0
    lacking = lacking or (TAKES[kind] > 0 and s.money[target] == 0)
    drop = DROP[kind]
    lacking = lacking or (drop == DROP_GROUP and s.chain_length[target] == 0)
    lacking = lacking or (drop == DROP_MANAGER and s.managers[target] == 0)
    lacking = lacking or (drop == DROP_MATE and s.mate[target] == 0)
    return ids.NOTHING_THERE if lacking else LEGAL


@kernel
def refused_defection(s: State, seat: int, target: int) -> int:
    """The rival's last group must fit the end of the player's chain."""
    length = s.chain_length[target]
    if length == 0:
        return ids.NOTHING_THERE
    party = PARTY_OF[s.chain[target, length - 1] - 1]
    return LEGAL if distance(party, end_party(s, seat)) < 2 else ids.DOES_NOT_JOIN


@kernel
def refused_gerry(s: State, state: int) -> int:
    """An open state, and another one to turn up."""
    if s.lies[state] != OPEN:
        return ids.STATE_NOT_OPEN
    return LEGAL if s.unseen or any_under(s) else ids.NO_STATE_LEFT


@kernel
def any_under(s: State) -> bool:
    """Whether a state lies under the deck."""
    if s.under_count == 0:
        return False
    for state in range(len(s.lies)):
        if s.lies[state] == UNDER:
            return True
    return False


@kernel
def refused_look(s: State, seat: int) -> int:
    """MS-16, MS-18: why a poll would show nothing."""
    if s.open_states:
        return ids.NOTHING_TO_POLL
    for rival in range(s.seats):
        if rival != seat and s.won[rival]:
            return LEGAL
    return ids.NOTHING_TO_POLL
