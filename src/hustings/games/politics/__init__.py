"""Politics of 1904: two sides, 45 states, one network each. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Option, Rulebook
from hustings.games.politics import rules, words
from hustings.games.politics.cards import CARDS, PARTIES, VOTE_YEARS
from hustings.games.politics.events import EVENTS
from hustings.games.politics.invariants import INVARIANTS
from hustings.games.politics.moves import ACTIONS, MOST_LEGAL
from hustings.games.politics.odds import kind_of, move_odds
from hustings.games.politics.record import NO_YES, SCHEMA, YES_NO

RULEBOOK = Rulebook(
    name="politics",
    schema=SCHEMA,
    seats=(2, 4, 6),
    options=(
        Option("side", PARTIES),
        Option("votes", VOTE_YEARS),
        Option("waters", NO_YES),
        Option("must_play", YES_NO),
    ),
    actions=ACTIONS,
    outcomes=CARDS,
    most_legal=MOST_LEGAL,
    streams=("deal",),
    events=EVENTS,
    words_module=words,
    package=__name__,
    invariants=INVARIANTS,
    remarks={"nominate": 1},
    move_odds=move_odds,
    outcome_kind=kind_of,
)

__all__ = ["RULEBOOK", "rules"]
