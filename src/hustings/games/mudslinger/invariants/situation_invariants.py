"""The invariants of the situation: stack, question, chance, contest, offer, leak, end. Numbers as in `invariants`."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.mudslinger.cards import ALL_STATES, CANCEL, GROUPS, KINDS, MATE, PEOPLE, SORT, SPECIAL, STAKE
from hustings.games.mudslinger.record import (
    ABSENT,
    ANSWER,
    BIDDING,
    CARD,
    CHOOSE,
    DEAL_CANDIDATE,
    DEBATING,
    DRAW_CARD,
    FIRST_ROLL,
    FRAMES,
    HELD,
    ITEMS,
    NO_CHANCE,
    NOBODY,
    OFFERED,
    OPEN,
    OPENING,
    REPLACING,
    ROLL_CONTEST,
    ROLL_DEBATE,
    ROLL_FIRST,
    ROLLING,
    SEATS,
    SETTLED,
    TAKING,
    TURN_UP,
    WANTING,
    WITH_SEAT,
)
from hustings.games.mudslinger.rules.table import base_of, cap_of, is_question


@kernel
def check_situation(s: State) -> int:
    """Everything about what is going on."""
    broken = check_end(s)
    if broken or s.finished:
        return broken
    broken = check_stack(s)
    if broken == 0:
        broken = check_asked(s)
    if broken == 0:
        broken = check_contest(s)
    if broken == 0:
        broken = check_offer(s)
    if broken == 0:
        broken = check_leak(s)
    return broken if broken else check_rest(s)


@kernel
def check_end(s: State) -> int:
    """MS-20: over when all states are held, and then nothing waits."""
    left = ALL_STATES
    for state in range(ALL_STATES):
        left -= s.lies[state] == HELD or s.lies[state] == ABSENT
    if s.finished < 0 or s.finished > 1 or (s.finished == 1) != (left == 0):
        return 31
    if s.finished and (s.depth or s.pending or s.contest or s.streak or s.offerer != NOBODY):
        return 31
    return 0


@kernel
def check_stack(s: State) -> int:
    """One situation at the bottom, others only above, empty frames above the top."""
    if s.depth < 1 or s.depth > FRAMES:
        return 21
    for level in range(FRAMES):
        kind = s.frame[level]
        if level >= s.depth:
            if kind or s.frame_seat[level] != NOBODY or s.frame_by[level] != NOBODY or s.frame_kind[level]:
                return 21
            continue
        if kind < CHOOSE or kind > DEBATING or (level == 0) != (kind < ANSWER):
            return 21
        top = level == s.depth - 1
        if level and not top and kind != ANSWER:
            return 21
        if kind >= ANSWER and not 0 <= s.frame_by[level] < s.seats:
            return 21
        if kind < ANSWER and s.frame_by[level] != NOBODY:
            return 21
        has_card = kind == ANSWER or kind == DEBATING
        if has_card != (0 < s.frame_kind[level] <= KINDS):
            return 21
        if kind == DEBATING and STAKE[s.frame_kind[level] - 1] == 0:
            return 21
        if kind == ANSWER and level > 1 and SPECIAL[s.frame_kind[level] - 1] != CANCEL:
            return 21
    return 0


@kernel
def chance_fits(s: State, top: int) -> bool:
    """Whether what chance is to bring belongs to the situation."""
    pending = s.pending
    if top == CHOOSE:
        return pending == DEAL_CANDIDATE
    if top == FIRST_ROLL:
        return pending == ROLL_FIRST
    if top == OPENING or top == SETTLED:
        return pending == TURN_UP
    if top == CARD:
        return pending == DRAW_CARD or pending == TURN_UP
    if top == ROLLING:
        return pending == ROLL_CONTEST
    if top == DEBATING:
        return pending == ROLL_DEBATE
    return pending == TURN_UP and is_question(top)


@kernel
def check_asked(s: State) -> int:
    """Either chance is due or a seat is asked that can be."""
    top = s.frame[s.depth - 1]
    seat = s.frame_seat[s.depth - 1]
    if s.pending < NO_CHANCE or s.pending > ROLL_DEBATE:
        return 23
    for_seat = s.pending == DEAL_CANDIDATE or s.pending == ROLL_FIRST or s.pending == DRAW_CARD
    for_seat = for_seat or s.pending == ROLL_DEBATE
    if for_seat != (0 <= s.pending_seat < s.seats) or (not for_seat and s.pending_seat != NOBODY):
        return 23
    if s.pending:
        return 0 if chance_fits(s, top) else 23
    if not 0 <= seat < s.seats:
        return 22
    if top == FIRST_ROLL or top == OPENING or top == SETTLED or top == DEBATING:
        return 22
    if is_question(top) or top == REPLACING:
        return 0 if seat == s.runner else 22
    if top == TAKING or top == WANTING:
        return 0 if seat == s.frame_by[s.depth - 1] else 22
    if top == ANSWER:
        return 22 if seat == s.frame_by[s.depth - 1] else 0
    return 0


@kernel
def check_contest(s: State) -> int:
    """MS-9 to MS-12: state, defender, base, rating, passes and gags."""
    going = s.frame[0] == BIDDING or s.frame[0] == ROLLING
    if going != (0 < s.contest <= ALL_STATES):
        return 24
    if not going:
        quiet = s.contest == 0 and s.defender == NOBODY and s.base_rating == 0 and s.rating == 0
        return 0 if quiet and s.passes == 0 and s.gagged == 0 else 24
    state = s.contest - 1
    if s.runner < 0 or s.runner >= s.seats:
        return 32
    if s.defender == NOBODY:
        if s.lies[state] != OPEN:
            return 24
    elif not 0 <= s.defender < s.seats or s.holder[state] != s.defender + 1 or s.defender == s.runner:
        return 24
    if s.rating > cap_of(s) or s.base_rating > cap_of(s) or s.base_rating < 3 or s.rating < -40:
        return 25
    if s.frame[0] == BIDDING and s.base_rating != base_of(s, s.runner, state):
        return 25
    if s.passes < 0 or s.passes > s.seats or s.gagged < 0 or s.gagged >= 1 << s.seats:
        return 26
    return 26 if (s.gagged >> s.runner) & 1 else 0


@kernel
def check_offer(s: State) -> int:
    """MS-17: an offer has both seats and what is given; what is wanted once it waits for its answer."""
    top = s.frame[s.depth - 1]
    if top != WANTING and top != OFFERED:
        none = s.offerer == NOBODY and s.offered_to == NOBODY and s.gives == 0 and s.wants == 0
        return 0 if none else 27
    if not 0 <= s.offerer < s.seats or not 0 <= s.offered_to < s.seats or s.offerer == s.offered_to:
        return 27
    if not 0 < s.gives <= ITEMS or s.wants < 0 or s.wants > ITEMS:
        return 27
    if s.offerer != s.frame_by[s.depth - 1] or (s.wants > 0) != (top == OFFERED):
        return 27
    return 27 if top == OFFERED and s.frame_seat[s.depth - 1] != s.offered_to else 0


@kernel
def check_leak(s: State) -> int:
    """A hand is shown to the player of a Leak alone, and it is the rival's."""
    top = s.depth - 1
    taking = s.frame[top] == TAKING
    if taking and not 0 <= s.frame_target[top] < s.seats:
        return 28
    for seat in range(SEATS):
        for kind in range(KINDS):
            wanted = 0
            if taking and seat == s.frame_by[top]:
                wanted = s.hand[s.frame_target[top], kind]
            if s.leaked[seat, kind] != wanted:
                return 28
    return 0


@kernel
def check_rest(s: State) -> int:
    """The mate in hand, the turn, the streak, the dice."""
    fresh = s.fresh - 1
    if (s.frame[0] == REPLACING) != (s.fresh > 0) or s.fresh < 0:
        return 30
    if s.fresh:
        if (
            fresh < GROUPS
            or fresh >= PEOPLE
            or SORT[fresh] != MATE
            or s.where[fresh] != WITH_SEAT + s.runner
            or not s.replace_mate
        ):
            return 30
    setting_up = s.frame[0] <= OPENING
    if (s.turn == 0) != setting_up or s.turn < 0:
        return 32
    begun = 0 <= s.runner < s.seats
    if begun != (s.frame[0] >= OPENING) or (not begun and s.runner != NOBODY):
        return 32
    if s.streak < 0 or s.streak > 1 or (s.streak and (not s.hot_streak or setting_up)):
        return 32
    for die in range(3):
        if s.dice[die] < 0 or s.dice[die] > 6:
            return 33
    for seat in range(SEATS):
        if s.first_roll[seat] < 0 or s.first_roll[seat] > 18 or (seat >= s.seats and s.first_roll[seat]):
            return 33
    return 33 if s.debate_roll < 0 or s.debate_roll > 18 or (s.debate_roll and s.pending != ROLL_DEBATE) else 0
