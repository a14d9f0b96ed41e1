"""Politics of 1904: two sides with 45 state cards build a network of states each; README.md has the rules.

Docstrings name the rules' clauses, such as PO-6.
"""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.politics import (
    determinization,
    election,
    heuristic,
    invariants,
    moves,
    odds,
    rules,
    small,
    telling,
    words,
)
from hustings.games.politics.record import NO, PLAY, SCHEMA, State


def evident(view: State, seat: int, action: int) -> bool:
    """Return True if a seat's only legal move, made at once, reveals no more than the move itself does (PO-4, PO-6).

    Everybody knows that a fitting card just drawn must be played, and that a forced draw shows a lack of cards. But
    nobody may learn that only one card of a hand fits, unless no choice matters any more (PO-7).
    """
    if action >= moves.DRAW_ID:
        return view.task != PLAY or view.must_play != NO
    return bool(view.fresh) or view.held[seat] == 1 or telling.alike(view) == 1


RULEBOOK = Rulebook(
    name="politics",
    schema=SCHEMA,
    seats=small.SEATS,
    modules=(rules, moves, election, determinization, invariants, heuristic, odds, telling),
    moves=moves.MOVES,
    chance=moves.CARD,
    reasons=moves.REASONS,
    events=moves.EVENTS,
    texts=words,
    holdings=words.holdings,
    campaign=words.campaign,
    board=words.board,
    most_legal=moves.MOST_LEGAL,
    package=__name__,
    invariants=invariants.INVARIANTS,
    longest=small.longest,
    usual={"must_play": "no", "market": "even"},
    brisk=True,
    evident=evident,
    telling=telling.TELLING,
    sizes=small.SIZES,
    start_small=small.start_small,
    smaller=small.smaller,
)
