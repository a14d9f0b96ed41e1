"""Politics of 1904: two sides, 45 states, one network each. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.politics import determinization, election, heuristic, invariants, moves, odds, rules, words
from hustings.games.politics.events import EVENTS
from hustings.games.politics.record import SCHEMA

RULEBOOK = Rulebook(
    name="politics",
    schema=SCHEMA,
    seats=(2, 4, 6),
    modules=(rules, moves, election, determinization, invariants, heuristic),
    moves=moves.MOVES,
    chance=moves.CARD,
    reasons=moves.REASONS,
    events=EVENTS,
    texts=words,
    holdings=words.holdings,
    most_legal=moves.MOST_LEGAL,
    package=__name__,
    invariants=invariants.INVARIANTS,
    move_odds=odds.move_odds,
    outcome_kind=odds.kind_of,
)
