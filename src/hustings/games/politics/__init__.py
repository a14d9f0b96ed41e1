"""Politics of 1904: two sides, 45 states, one network each. See README.md for the rules in our words."""

from __future__ import annotations

from typing import Any

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
from hustings.games.politics.cards import CARDS
from hustings.games.politics.record import NO, PLAY, SCHEMA


def longest(seats: int) -> int:
    """Return an upper bound on the moves of a game.

    They draw at most the stock and lay at most every card, after one choice of a party. Seats pass between two cards
    that are laid, all but one of them at most, and twice all of them in a row (PO-7, PO-8).
    """
    return 1 + 2 * CARDS + (seats - 1) * CARDS + 2 * seats


def evident(view: Any, seat: int, action: int) -> bool:
    """Return whether a seat's only move reveals no more of its hand than any move does (PO-4, PO-6).

    A card just drawn must be laid, and who must draw shows what the hand lacks. That one card alone fits is a secret.
    """
    if action == moves.DRAW_ID:
        return view.task != PLAY or view.must_play != NO
    return bool(view.fresh) or view.held[seat] == 1


RULEBOOK = Rulebook(
    name="politics",
    schema=SCHEMA,
    seats=(2, 4, 6),
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
    longest=longest,
    evident=evident,
    telling=telling.TELLING,
    sizes=small.SIZES,
    start_small=small.start_small,
)
