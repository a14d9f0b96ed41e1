"""Faster forms of Politics' verbs (rule functions); without this file the same games are played, but slower."""

from __future__ import annotations

from hustings.engine.declared import LEGAL
from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.bits import lowest, member
from hustings.games.politics.election import unseen
from hustings.games.politics.moves import DRAW_ID, NOMINATE_ID, PASS_ID, PLAY_ID, SIDE_ID, layable, may_draw
from hustings.games.politics.record import NOMINATE, NOTHING, PASS, SIDE, SIDES

CHECKED = "9995e9d3cd676009"


def legal(s: State, seat: int, out: Numbers) -> int:
    """List the legal actions, reading them from bit masks of cards."""
    if s.task == NOTHING or seat != s.mover:
        return 0
    if s.task == SIDE:
        for side in range(SIDES):
            out[side] = SIDE_ID + side
        return SIDES
    if s.task == PASS:
        out[0] = PASS_ID
        return 1
    first = NOMINATE_ID if s.task == NOMINATE else PLAY_ID
    rest = layable(s, seat)
    count = 0
    while rest:
        out[count] = first + lowest(rest)
        rest &= rest - 1
        count += 1
    if may_draw(s, seat) == LEGAL:
        out[count] = DRAW_ID
        count += 1
    return count


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the card that a random number selects from the bit mask of cards that nobody holds."""
    return member(unseen(s), number % s.stock)
