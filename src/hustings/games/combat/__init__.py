"""Electoral College Combat: two editions, and the Book Deal variant. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Option, Rulebook
from hustings.games.combat import rules, words
from hustings.games.combat.cards import APPORTIONMENTS, CARDS
from hustings.games.combat.events import EVENTS
from hustings.games.combat.invariants import INVARIANTS
from hustings.games.combat.moves import ACTIONS, MOST_LEGAL
from hustings.games.combat.record import EDITIONS, OBJECTIVES, SCHEMA, SEATS

RULEBOOK = Rulebook(
    name="combat",
    schema=SCHEMA,
    seats=(SEATS,),
    options=(
        Option("edition", EDITIONS),
        Option("objective", OBJECTIVES),
        Option("votes", APPORTIONMENTS),
    ),
    actions=ACTIONS,
    outcomes=CARDS,
    most_legal=MOST_LEGAL,
    streams=("deal",),
    events=EVENTS,
    words_module=words,
    package=__name__,
    invariants=INVARIANTS,
)

__all__ = ["RULEBOOK", "rules"]
