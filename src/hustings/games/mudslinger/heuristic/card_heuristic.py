"""What playing an action card is worth to the rule of thumb, above what it would bring kept or traded in."""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.heuristic.evaluation import (
    ROLLS,
    SCALE,
    attempt_worth,
    backed,
    best_attempt,
    best_sling,
    chance,
    dollar,
    failure_worth,
    grudge,
    kept,
    lobby_worth,
    prize,
    support_worth,
    turns_left,
)
from hustings.games.mudslinger.rules.deals import TRADE_VALUE
from hustings.games.mudslinger.rules.table import base_of, cap_of, fits, is_gagged, mate_worth, situation, takes_part

CARD_THREAT = 3  # of a prize, in hundredths: what an unknown card of a rival costs in a contest


def trick(s: State, seat: int, kind: int, target: int) -> int:
    """Playing a card now, less what it would bring at another moment or traded in; below 0 when it should be kept."""
    return gain(s, seat, kind, target) - max(kept(s, seat, kind), TRADE_VALUE * dollar(s, seat))


def gain(s: State, seat: int, kind: int, target: int) -> int:
    """What the effect of a card is worth to the seat that plays it, with the dollars it brings from the bank."""
    return c.FROM_BANK[kind] * dollar(s, seat) + effect_gain(s, seat, kind, target)


def effect_gain(s: State, seat: int, kind: int, target: int) -> int:
    """What the effect of a card is worth, dollars from the bank apart."""
    special = c.SPECIAL[kind]
    if c.RATING_CHANGE[kind]:
        return rating_gain(s, seat, c.RATING_CHANGE[kind])
    if special == c.REROLL:
        return reroll_gain(s, seat)
    if special == c.CANCEL:
        return spared(s, seat)
    if special == c.GAGS:
        return gag_gain(s, seat, target)
    if special == c.AGAIN:
        return best_attempt(s, seat, c.ALL_STATES)
    if special == c.SWAPS:
        return gerry_gain(s, seat, target)
    return rival_gain(s, seat, kind, target) if target < s.seats else 0


def moment(s: State) -> int:
    """The situation; while an offer waits, the one it was made in."""
    top = situation(s)
    return s.frame[s.depth - 2] if top == r.WANTING or top == r.OFFERED else top


def comes_up(s: State, seat: int) -> bool:
    """Whether the seat will be asked in this contest, or for another attempt, whatever the others do until then."""
    if not takes_part(s, seat) or is_gagged(s, seat):
        return False
    asked = s.frame_seat[0]
    if moment(s) == r.BIDDING:
        return s.passes + (seat - asked + s.seats) % s.seats < s.seats
    if moment(s) == r.ROLLING:
        return (seat - s.runner + s.seats) % s.seats >= (asked - s.runner + s.seats) % s.seats
    return moment(s) == r.WHISTLING and seat == s.runner


def rating_gain(s: State, seat: int, change: int) -> int:
    """MS-10: a change of the rating, to the runner or to a rival; 0 outside bidding.

    To the runner in all, as a bid is: the dollars that may be added, or spared, are counted. To a rival what is left
    when the runner has paid against it: nothing much while there are dollars, all of it when they are spent.
    """
    if moment(s) != r.BIDDING:
        return 0
    if seat == s.runner:
        state = s.contest - 1
        return backed(s, seat, state, after_change(s, change)) - prize(s, state) * chance(s.rating) // ROLLS
    return rated_otherwise(s, seat, change)


def after_change(s: State, change: int) -> int:
    """The rating that a card makes, at most the cap."""
    return min(cap_of(s), s.rating + change)


def rated_otherwise(s: State, seat: int, change: int) -> int:
    """What a card that changes the rating is worth to a seat, with the dollars the runner then does best to add."""
    state = s.contest - 1
    to_runner = backed(s, s.runner, state, after_change(s, change)) - backed(s, s.runner, state, s.rating)
    return contest_worth(s, seat) * to_runner // prize(s, state)


def reroll_gain(s: State, seat: int) -> int:
    """MS-13: rolling again: for the runner after a failure, against the runner after a success."""
    if moment(s) != r.ROLLING:
        return 0
    failed = s.dice[0] + s.dice[1] + s.dice[2] > s.rating
    return contest_worth(s, seat) * (chance(s.rating) if failed else chance(s.rating) - ROLLS) // ROLLS


def gag_gain(s: State, seat: int, target: int) -> int:
    """A rival who cannot sling any more: of use to the runner alone."""
    if situation(s) != r.BIDDING or seat != s.runner or target >= s.seats or not takes_part(s, target):
        return 0
    worth = prize(s, s.contest - 1)
    low = s.rating - best_sling(s, target)
    return worth * (chance(s.rating) - chance(low)) // ROLLS + worth * s.cards[target] * CARD_THREAT // SCALE


def gerry_gain(s: State, seat: int, state: int) -> int:
    """An unseen state instead of an open one, before the seat's own attempt: the better of it and the others."""
    if situation(s) != r.ATTEMPT or seat != s.runner:
        return 0
    rest = best_attempt(s, seat, state)
    best = max(rest, attempt_worth(s, seat, state))
    total, unseen = 0, 0
    for other in range(len(s.lies)):
        if s.lies[other] == r.UNSEEN:
            total += max(rest, prize(s, other) * chance(base_of(s, seat, other)) // ROLLS)
            unseen += 1
    return total // unseen - best if unseen else 0


def rival_gain(s: State, seat: int, kind: int, target: int) -> int:
    """A card against a rival: what comes over, and what the rival's loss is worth."""
    price = dollar(s, seat)
    spite = grudge(s, seat, target)
    if c.TAKES[kind]:
        taken = min(c.TAKES[kind], s.money[target]) * price
        return taken + taken * spite // SCALE
    if c.STAKE[kind]:
        theirs, mine = min(c.STAKE[kind], s.money[target]), min(c.STAKE[kind], s.money[seat])
        return (theirs - mine) * price * 45 // SCALE + theirs * price * spite * 45 // (SCALE * SCALE)
    if c.SPECIAL[kind] == c.SHOW_HAND:
        return (4 + s.cards[target]) * price if s.cards[target] else 0
    if c.SPECIAL[kind] == c.DEFECTS:
        lost = loss(s, seat, kind, target)
        return lost + lost * spite // SCALE
    if c.DROP[kind] != c.DROP_NOTHING:
        return loss(s, seat, kind, target) * spite // SCALE + inherited(s, seat, kind, target)
    return 0


def inherited(s: State, seat: int, kind: int, target: int) -> int:
    """MS-4: what a rival drops lies on top of the pile for the next to move, who may be the seat itself.

    Below 0 when another seat is the better for it; most, when the rival can take it back.
    """
    if c.DROP[kind] == c.DROP_GROUP:
        card = s.chain[target, s.chain_length[target] - 1] - 1
    elif c.DROP[kind] == c.DROP_MATE:
        card = s.mate[target] - 1
    else:
        card = c.FIRST_MANAGER
    heir = (s.runner + 1) % s.seats
    if situation(s) == r.CARD and s.runner == seat:
        heir = seat
    if heir != target:
        if not fits(s, heir, card) or (c.DROP[kind] == c.DROP_MATE and s.mate[heir] and not s.replace_mate):
            return 0
    worth = max(0, lobby_worth(s, heir, card))
    return worth if heir == seat else -worth * grudge(s, seat, heir) // SCALE


def loss(s: State, seat: int, kind: int, target: int) -> int:
    """What a rival's card on the table is worth, in the seat's own dollars."""
    if c.DROP[kind] == c.DROP_GROUP or c.SPECIAL[kind] == c.DEFECTS:
        length = s.chain_length[target]
        return c.DOLLARS[s.chain[target, length - 1] - 1] * turns_left(s) * dollar(s, seat) if length else 0
    if c.DROP[kind] == c.DROP_MATE:
        lost = support_worth(s, seat, mate_worth(s, target, s.mate[target] - 1)) if s.mate[target] else 0
        return lost // 2  # another may come
    return support_worth(s, seat, 1)


def spared(s: State, seat: int) -> int:
    """MS-15: what the card waiting for its answer would cost the seat."""
    if situation(s) != r.ANSWER:
        return 0
    top = s.depth - 1
    kind = s.frame_kind[top] - 1
    player = s.frame_by[top]
    if c.SPECIAL[kind] == c.CANCEL:
        return 5 * dollar(s, seat) if s.frame_by[top - 1] == seat else 0
    if s.frame[0] == r.BIDDING and c.RATING_CHANGE[kind] and player != seat:
        return -rated_otherwise(s, seat, c.RATING_CHANGE[kind])
    if s.frame[0] == r.ROLLING and c.SPECIAL[kind] == c.REROLL:
        if player == s.runner:
            return -contest_worth(s, seat) * chance(s.rating) // ROLLS
        return contest_worth(s, seat) * (ROLLS - chance(s.rating)) // ROLLS if seat == s.runner else 0
    return rival_loss(s, seat, kind) if s.frame_target[top] == seat else 0


def contest_worth(s: State, seat: int) -> int:
    """What the runner's success is worth to the seat: to a rival less than nothing."""
    return prize(s, s.contest - 1) if seat == s.runner else -failure_worth(s, seat)


def rival_loss(s: State, seat: int, kind: int) -> int:
    """What the card waiting for its answer costs the seat it names; dollars that go to a rival cost more."""
    price = dollar(s, seat)
    if c.TAKES[kind]:
        taken = min(c.TAKES[kind], s.money[seat]) * price
        return taken + taken * grudge(s, seat, s.frame_by[s.depth - 1]) // SCALE
    if c.SPECIAL[kind] == c.SHOW_HAND:
        return 5 * price if s.cards[seat] > 1 else 0
    if c.STAKE[kind]:
        return min(c.STAKE[kind], s.money[seat]) * price // 2
    if c.SPECIAL[kind] == c.DEFECTS or c.DROP[kind] != c.DROP_NOTHING:
        return loss(s, seat, kind, seat)
    return 0
