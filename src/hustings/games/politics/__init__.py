"""Politics of 1904: two sides, 45 states, one network each. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.legacy import HandMoves, HandOutcomes, HandTexts
from hustings.engine.rulebook import Rulebook
from hustings.games.politics import determinization, heuristic, invariants, moves, rules, words
from hustings.games.politics.cards import CARDS
from hustings.games.politics.events import EVENTS
from hustings.games.politics.invariants import INVARIANTS
from hustings.games.politics.moves import ACTIONS, MOST_LEGAL
from hustings.games.politics.odds import kind_of, move_odds
from hustings.games.politics.record import SCHEMA

RULEBOOK = Rulebook(
    name="politics",
    schema=SCHEMA,
    modules=(rules, moves, invariants, determinization, heuristic),
    reasons={},
    seats=(2, 4, 6),
    moves=HandMoves(words, ACTIONS, {"nominate": 1}),
    chance=HandOutcomes(words, CARDS),
    most_legal=MOST_LEGAL,
    streams=("deal",),
    events=EVENTS,
    texts=HandTexts(words),
    package=__name__,
    invariants=INVARIANTS,
    move_odds=move_odds,
    outcome_kind=kind_of,
)

__all__ = ["RULEBOOK", "rules"]
