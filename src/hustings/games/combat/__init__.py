"""Electoral College Combat: two editions, and the Book Deal variant. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.legacy import HandMoves, HandOutcomes, HandTexts
from hustings.engine.rulebook import Rulebook
from hustings.games.combat import choices, heuristic, invariants, moves, rules, words
from hustings.games.combat.cards import CARDS
from hustings.games.combat.events import EVENTS
from hustings.games.combat.invariants import INVARIANTS
from hustings.games.combat.moves import ACTIONS, MOST_LEGAL
from hustings.games.combat.record import SCHEMA, SEATS

RULEBOOK = Rulebook(
    name="combat",
    schema=SCHEMA,
    modules=(rules, moves, choices, invariants, heuristic),
    reasons={},
    seats=(SEATS,),
    moves=HandMoves(words, ACTIONS),
    chance=HandOutcomes(words, CARDS),
    most_legal=MOST_LEGAL,
    streams=("deal",),
    events=EVENTS,
    texts=HandTexts(words),
    package=__name__,
    invariants=INVARIANTS,
)

__all__ = ["RULEBOOK", "rules"]
