"""Mudslinger: bids, mud and action cards for three to six. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.legacy import HandMoves, HandOutcomes, HandTexts
from hustings.engine.rulebook import Rulebook
from hustings.games.mudslinger import determinization, heuristic, invariants, moves, rules, words
from hustings.games.mudslinger.cards import DECKS
from hustings.games.mudslinger.events import EVENTS
from hustings.games.mudslinger.heuristic import outlook
from hustings.games.mudslinger.heuristic.evaluation import odds
from hustings.games.mudslinger.ids import ACTIONS, MOST_LEGAL
from hustings.games.mudslinger.invariants import INVARIANTS
from hustings.games.mudslinger.record import SCHEMA
from hustings.games.mudslinger.rules.contest import rating_after

RULEBOOK = Rulebook(
    name="mudslinger",
    schema=SCHEMA,
    modules=(rules, moves, invariants, determinization, heuristic, outlook),
    reasons={},
    seats=(3, 4, 5, 6),
    moves=HandMoves(words, ACTIONS, {"promise": 1}),
    chance=HandOutcomes(words, rules.OUTCOMES),
    most_legal=MOST_LEGAL,
    streams=("deal", "dice"),
    events=EVENTS,
    texts=HandTexts(words),
    package=__name__,
    invariants=INVARIANTS,
    window="pass",
    rules=str(DECKS["version"]),
    odds={"rating": odds()},
    previews={"rating": rating_after},
)

__all__ = ["RULEBOOK", "rules"]
