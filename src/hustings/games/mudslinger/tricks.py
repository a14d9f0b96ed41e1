"""What playing an action card is worth to the rule of thumb, above what it would bring kept or traded in."""

from __future__ import annotations

from hustings.engine.kernels import State, kernel
from hustings.games.mudslinger.cards import (
    AGAIN,
    CANCEL,
    DEFECTS,
    DOLLARS,
    DROP,
    DROP_GROUP,
    DROP_MATE,
    DROP_NOTHING,
    FROM_BANK,
    GAGS,
    RATING_CHANGE,
    REROLL,
    SHOW_HAND,
    SPECIAL,
    STAKE,
    TAKES,
)
from hustings.games.mudslinger.deals import TRADE_VALUE
from hustings.games.mudslinger.record import ANSWER, BIDDING, NOBODY, OPEN, ROLLING
from hustings.games.mudslinger.table import cap_of, mate_worth, situation
from hustings.games.mudslinger.worth import (
    ROLLS,
    SCALE,
    attempt_worth,
    chance,
    dollar,
    grudge,
    prize,
    support_worth,
    turns_left,
)

LEAST_SLING = 4  # dollars a rival is expected to sling at most, when nobody gags him


@kernel
def trick(s: State, seat: int, kind: int, target: int) -> int:
    """Playing a card now, less the trade-in it forgoes; below 0 when it should be kept."""
    return gain(s, seat, kind, target) - TRADE_VALUE * dollar(s, seat)


@kernel
def gain(s: State, seat: int, kind: int, target: int) -> int:
    """What the effect of a card is worth to the seat that plays it."""
    special = SPECIAL[kind]
    if RATING_CHANGE[kind]:
        return rating_gain(s, seat, RATING_CHANGE[kind])
    if special == REROLL:
        return reroll_gain(s, seat)
    if special == CANCEL:
        return spared(s, seat)
    if special == GAGS:
        return gag_gain(s, seat, target)
    if special == AGAIN:
        best = 0
        for state in range(len(s.lies)):
            if s.lies[state] == OPEN:
                best = max(best, attempt_worth(s, seat, state))
        return best
    if FROM_BANK[kind]:
        return FROM_BANK[kind] * dollar(s, seat)
    if target >= s.seats:
        return 0
    return rival_gain(s, seat, kind, target)


@kernel
def rating_gain(s: State, seat: int, change: int) -> int:
    """MS-10: a change of the rating, to the runner or to a rival of his; 0 outside bidding."""
    if situation(s) != BIDDING:
        return 0
    after = min(cap_of(s), s.rating + change)
    moved = prize(s, s.contest - 1) * (chance(after) - chance(s.rating)) // ROLLS
    return moved if seat == s.runner else -moved * grudge(s, seat, s.runner) // SCALE


@kernel
def reroll_gain(s: State, seat: int) -> int:
    """MS-13: rolling again: for the runner after a failure, against him after a success."""
    if situation(s) != ROLLING:
        return 0
    worth = prize(s, s.contest - 1)
    total = s.dice[0] + s.dice[1] + s.dice[2]
    if total > s.rating:
        worth = worth * chance(s.rating) // ROLLS
        return worth if seat == s.runner else -worth
    worth = worth * (ROLLS - chance(s.rating)) // ROLLS
    return -worth if seat == s.runner else worth * grudge(s, seat, s.runner) // SCALE


@kernel
def gag_gain(s: State, seat: int, target: int) -> int:
    """A rival who cannot sling any more: of use to the runner alone."""
    if situation(s) != BIDDING or seat != s.runner or target >= s.seats:
        return 0
    low = max(s.base_rating, s.rating - min(LEAST_SLING, s.money[target]))
    return prize(s, s.contest - 1) * (chance(s.rating) - chance(low)) // ROLLS


@kernel
def rival_gain(s: State, seat: int, kind: int, target: int) -> int:
    """A card against a rival: what comes over, and what his loss is worth."""
    price = dollar(s, seat)
    spite = grudge(s, seat, target)
    if TAKES[kind]:
        taken = min(TAKES[kind], s.money[target]) * price
        return taken + taken * spite // SCALE
    if STAKE[kind]:
        theirs, mine = min(STAKE[kind], s.money[target]), min(STAKE[kind], s.money[seat])
        return (theirs - mine) * price * 45 // SCALE + theirs * price * spite * 45 // (SCALE * SCALE)
    if SPECIAL[kind] == SHOW_HAND:
        return 5 * price if s.cards[target] else 0
    if SPECIAL[kind] == DEFECTS or DROP[kind] != DROP_NOTHING:
        lost = loss(s, seat, kind, target)
        return lost * spite // SCALE + (lost if SPECIAL[kind] == DEFECTS else 0)
    return 0


@kernel
def loss(s: State, seat: int, kind: int, target: int) -> int:
    """What a rival's card on the table is worth, in the seat's own dollars."""
    if DROP[kind] == DROP_GROUP or SPECIAL[kind] == DEFECTS:
        length = s.chain_length[target]
        return DOLLARS[s.chain[target, length - 1] - 1] * turns_left(s) * dollar(s, seat) if length else 0
    if DROP[kind] == DROP_MATE:
        return support_worth(s, mate_worth(s, target, s.mate[target] - 1)) if s.mate[target] else 0
    return support_worth(s, 1)


@kernel
def spared(s: State, seat: int) -> int:
    """MS-15: what the card waiting for its answer would cost the seat."""
    if situation(s) != ANSWER:
        return 0
    top = s.depth - 1
    kind = s.frame_kind[top] - 1
    player = s.frame_by[top]
    if SPECIAL[kind] == CANCEL:
        return 5 * dollar(s, seat) if s.frame_by[top - 1] == seat else 0
    hurts = s.frame_target[top] == seat
    if RATING_CHANGE[kind] and s.frame[0] == BIDDING and player != seat:
        after = min(cap_of(s), s.rating + RATING_CHANGE[kind])
        moved = prize(s, s.contest - 1) * (chance(s.rating) - chance(after)) // ROLLS
        return moved if seat == s.runner else -moved * grudge(s, seat, s.runner) // SCALE
    if SPECIAL[kind] == REROLL and player == s.runner and s.runner != NOBODY:
        return prize(s, s.contest - 1) * chance(s.rating) // ROLLS * grudge(s, seat, player) // SCALE
    return rival_loss(s, seat, kind) if hurts and SPECIAL[kind] != GAGS else 0


@kernel
def rival_loss(s: State, seat: int, kind: int) -> int:
    """What a card costs the seat it names."""
    price = dollar(s, seat)
    if TAKES[kind]:
        return min(TAKES[kind], s.money[seat]) * price
    if SPECIAL[kind] == SHOW_HAND:
        return 5 * price if s.cards[seat] > 1 else 0
    if STAKE[kind]:
        return min(STAKE[kind], s.money[seat]) * price // 2
    if SPECIAL[kind] == DEFECTS or DROP[kind] != DROP_NOTHING:
        return loss(s, seat, kind, seat)
    return 0
