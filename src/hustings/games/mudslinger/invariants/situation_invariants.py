"""The invariants of the situation: stack, question, chance, contest, offer, leak, end. Numbers as in `invariants`."""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.table import base_of, cap_of, in_truce, is_question, takes_part

LEAST_BASE = int(c.INFLUENCE[:, : c.NO_PARTY].min())


def check_situation(s: State) -> int:
    """Everything about what is going on."""
    broken = check_end(s)
    if broken or s.finished:
        return broken
    return check_stack(s) or check_asked(s) or check_contest(s) or check_offer(s) or check_leak(s) or check_rest(s)


def check_end(s: State) -> int:
    """MS-20: over when all states are held, and then nothing waits."""
    left = c.ALL_STATES
    for state in range(c.ALL_STATES):
        left -= s.lies[state] == r.HELD or s.lies[state] == r.ABSENT
    if (s.finished == 1) != (left == 0):
        return 28
    if s.finished and (s.depth or s.pending or s.contest or s.streak or s.offerer != r.NOBODY):
        return 28
    return 0


def check_stack(s: State) -> int:
    """One situation at the bottom, others only above, empty frames above the top."""
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
    """Whether what chance is to bring belongs to the situation."""
    pending = s.pending
    if top == r.CHOOSE:
        return pending == r.DEAL_CANDIDATE
    if top == r.FIRST_ROLL:
        return pending == r.ROLL_FIRST
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
    """Either chance is due or a seat is asked that can be."""
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
    """MS-9 to MS-12: state, defender, base, rating, passes and gags."""
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
    """MS-17: an offer has both seats and what is given; what is wanted once it waits for its answer."""
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
    """A hand is shown to the player of a Leak alone, and it is the rival's."""
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
    """The mate in hand, the turn, the streak, the rolls."""
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
