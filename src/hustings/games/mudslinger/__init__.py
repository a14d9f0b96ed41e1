"""Mudslinger: bids, mud and action cards for three to six. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Option, Rulebook
from hustings.games.mudslinger import rules, words
from hustings.games.mudslinger.cards import APPORTIONMENTS, DECKS
from hustings.games.mudslinger.events import EVENTS
from hustings.games.mudslinger.heuristic.evaluation import odds
from hustings.games.mudslinger.ids import ACTIONS, MOST_LEGAL
from hustings.games.mudslinger.invariants import INVARIANTS
from hustings.games.mudslinger.record import CAPS, DEALS, SCHEMA, SWITCH, YES_NO
from hustings.games.mudslinger.rules.contest import rating_after

RULEBOOK = Rulebook(
    name="mudslinger",
    schema=SCHEMA,
    seats=(3, 4, 5, 6),
    options=(
        Option("cap", CAPS),
        Option("hot_streak", SWITCH),
        Option("candidates", DEALS),
        Option("replace_mate", YES_NO),
        Option("open_states", YES_NO),
        Option("votes", APPORTIONMENTS),
    ),
    actions=ACTIONS,
    outcomes=rules.OUTCOMES,
    most_legal=MOST_LEGAL,
    streams=("deal", "dice"),
    events=EVENTS,
    words_module=words,
    package=__name__,
    invariants=INVARIANTS,
    remarks={"promise": 1},
    window="pass",
    rules=str(DECKS["version"]),
    odds={"rating": odds()},
    previews={"rating": rating_after},
)

__all__ = ["RULEBOOK", "rules"]
