"""U.S. President: eleven swing states, twelve weeks, twelve pyramids each. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Option, Rulebook
from hustings.games.president import rules, words
from hustings.games.president.cards import APPORTIONMENTS, STATES
from hustings.games.president.events import EVENTS
from hustings.games.president.invariants import INVARIANTS
from hustings.games.president.moves import ACTIONS, MOST_LEGAL
from hustings.games.president.record import DEALT, MOST_SEATS, OVERTAKEN, SCHEMA

RULEBOOK = Rulebook(
    name="president",
    schema=SCHEMA,
    seats=tuple(range(2, MOST_SEATS + 1)),
    options=(
        Option("dealt", DEALT),
        Option("overtaken", OVERTAKEN),
        Option("votes", APPORTIONMENTS),
    ),
    actions=ACTIONS,
    outcomes=STATES,
    most_legal=MOST_LEGAL,
    streams=("deal",),
    events=EVENTS,
    words_module=words,
    package=__name__,
    invariants=INVARIANTS,
)

__all__ = ["RULEBOOK", "rules"]
